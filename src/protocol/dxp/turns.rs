//! The turns of a game: ours and the peer's.

use std::time::{Duration, Instant};

use crate::board::Move;
use crate::game::Game;
use crate::notation::PdnResult;
use crate::protocol::log::{Level as LogLevel, Mark};
use crate::protocol::worker::{Job, Search};
use crate::search::{Limits, SearchResult, StopHandle};

use super::Threshold;
use super::breach::Breach;
use super::message::{EndReason, Message};
use super::play::{Play, Verdict};
use super::session::{ANSWER, Heard, Session};

/// Time kept back for what lies between us and the peer's clock.
const OVERHEAD: Duration = Duration::from_millis(100);

impl Session<'_> {
    /// Makes our move, or ends the game in its place; the verdict if it is over.
    ///
    /// # Errors
    /// If the peer breaks the game off.
    pub(super) fn our_turn(&mut self, play: &mut Play) -> Result<Option<Verdict>, Breach> {
        if let Some((reason, verdict)) = play.end() {
            return self.end_game(reason, verdict).map(Some);
        }
        let begun = Instant::now();
        if self.running.is_none() {
            self.search(play, play.game.clone(), false)?;
        }
        let mut gone = None;
        loop {
            // Our search has limits of its own, so that there is an end to this wait.
            match self.hear(None) {
                Ok(Heard::Found(result)) => return self.answer_with(play, result, begun, gone),
                Ok(heard) => {
                    if let Some(ended) = self.beside(play, heard)? {
                        return Ok(ended);
                    }
                }
                // Whoever has no more to say may still listen.
                Err(Breach::Gone) if gone.is_none() => {
                    gone = Some(Breach::Gone);
                    if let Some(stop) = &self.running {
                        stop.stop();
                    }
                }
                Err(breach) => return Err(breach),
            }
        }
    }

    /// Something that comes while it is our turn. The outer option says whether the turn is over.
    fn beside(&mut self, play: &mut Play, heard: Heard) -> Result<Option<Option<Verdict>>, Breach> {
        match heard {
            Heard::Move(_) => Err(Breach::OutOfTurn),
            Heard::Garbled(error) => Err(Breach::Garbled(error)),
            Heard::Back(number, side) => Ok(self.take_back(play, number, side)?.then_some(None)),
            Heard::End(reason, more) => self.ended_by_peer(play, reason, more).map(Some).map(Some),
            Heard::Request(Ok(request)) => {
                self.asked_anew = Some(request);
                Err(Breach::AskedAnew)
            }
            Heard::Request(Err(_)) | Heard::Answer(..) | Heard::Found(_) | Heard::Nothing => Ok(None),
        }
    }

    /// Plays what the search found, or gives up, or calls it a draw.
    fn answer_with(
        &mut self,
        play: &mut Play,
        result: Option<SearchResult>,
        begun: Instant,
        gone: Option<Breach>,
    ) -> Result<Option<Verdict>, Breach> {
        let time = begun.elapsed();
        let line = result.as_ref().and_then(|result| result.lines.first());
        let thought = line.map(|line| (line.score.hub(), line.depth));
        // A fault of the engine's must not cost the game.
        let best = result.as_ref().and_then(|result| result.best);
        let played = best.or_else(|| play.game.legal_moves().first().copied()).ok_or(Breach::Fault)?;
        if let Some((reason, verdict)) = self.judged(play, thought) {
            return self.end_game(reason, verdict).map(Some);
        }
        if !play.note(played, time, thought) {
            return Err(Breach::Fault);
        }
        self.send(&Message::Move(self.terms.write_move(played, time.as_secs())))?;
        if let Some(breach) = gone {
            return Err(breach);
        }
        if let Some(reply) = result.and_then(|result| result.ponder) {
            self.ponder(play, reply)?;
        }
        Ok(None)
    }

    /// Whether our scores say that the game is lost or drawn, by the user's thresholds.
    fn judged(&self, play: &Play, thought: Option<(f64, u32)>) -> Option<(EndReason, Verdict)> {
        let settings = self.context.settings;
        let ours = play.noted.iter().rev().filter_map(|noted| noted.thought);
        let scores: Vec<f64> = thought.into_iter().chain(ours).map(|(score, _)| score).collect();
        let holds = |threshold: &Option<Threshold>, test: fn(f64, f64) -> bool| {
            threshold.is_some_and(|Threshold { men, moves }| {
                let last = scores.get(..moves as usize);
                last.is_some_and(|last| last.iter().all(|&score| test(score, men)))
            })
        };
        if holds(&settings.resign, |score, men| score <= -men) {
            let why = format!("{} gives up", settings.name);
            return Some((EndReason::IGiveUp, Verdict::regular(PdnResult::Won(!play.us), why)));
        }
        if holds(&settings.draw, |score, men| score.abs() <= men) {
            let why = format!("drawn, as {} says", settings.name);
            return Some((EndReason::Draw, Verdict::regular(PdnResult::Drawn, why)));
        }
        None
    }

    /// Takes the peer's move, or its end of the game; the verdict if it is over.
    ///
    /// # Errors
    /// If the peer breaks the game off.
    pub(super) fn their_turn(&mut self, play: &mut Play) -> Result<Option<Verdict>, Breach> {
        let begun = Instant::now();
        let left = play.left(!play.us);
        let patience = left.map_or(self.context.settings.timeout, |left| left + self.context.settings.grace);
        let deadline = begun + patience;
        loop {
            match self.hear(Some(deadline)) {
                Ok(Heard::Move(message)) => {
                    let played = self.terms.read_move(&message, &play.game).map_err(Breach::Illegal)?;
                    self.settle_ponder(played);
                    play.note(played, begun.elapsed(), None);
                    return Ok(None);
                }
                Ok(heard) => {
                    if let Some(ended) = self.beside(play, heard)? {
                        return Ok(ended);
                    }
                }
                Err(Breach::Silent(_)) if left.is_some() => return Err(Breach::Late(self.context.settings.grace)),
                Err(Breach::Silent(_)) => return Err(Breach::Silent(patience)),
                Err(breach) => return Err(breach),
            }
        }
    }

    /// Thinks on in the peer's time, about the position after the reply that is expected.
    fn ponder(&mut self, play: &Play, reply: Move) -> Result<(), Breach> {
        if !self.context.settings.ponder || play.result().is_some() {
            return Ok(());
        }
        let mut game = play.game.clone();
        if game.play(reply).is_err() || game.outcome().is_some() {
            return Ok(());
        }
        self.pondered = Some(reply);
        self.search(play, game, true)
    }

    /// The peer has moved: what was pondered goes on as our search if it is about this move.
    fn settle_ponder(&mut self, played: Move) {
        match &self.running {
            Some(running) if self.pondered == Some(played) => running.ponder_hit(),
            _ => self.halt(),
        }
    }

    fn search(&mut self, play: &Play, game: Game, ponder: bool) -> Result<(), Breach> {
        let settings = self.context.settings;
        let clock = play.clock();
        let limits = Limits {
            depth: settings.depth,
            nodes: settings.nodes,
            // Something bounds every search.
            move_time: settings.move_time.or_else(|| clock.is_none().then_some(super::MOVE_TIME)),
            clock,
            move_overhead: OVERHEAD,
            ponder,
            ponders: settings.ponder,
            play_forced_at_once: true,
            ..Limits::default()
        };
        self.context.log.write(LogLevel::Debug, Mark::Note, &format!("{:?} within {limits:?}", game.state()));
        let stop = StopHandle::new();
        self.running = Some(stop.clone());
        let mut options = settings.engine.clone();
        // Each game draws other moves at a limited strength.
        let seed = options.strength.seed().wrapping_add(self.context.tally.played.into());
        options.strength = options.strength.with_seed(seed);
        self.give(Job::Search(Box::new(Search { game, limits, options, stop, asked: Instant::now() })))
    }

    /// The peer ends the game.
    fn ended_by_peer(&mut self, play: &Play, reason: EndReason, more: bool) -> Result<Verdict, Breach> {
        self.halt();
        let mut verdict = play.ended_by_peer(reason, more);
        // The game is over even if the answer does not arrive.
        verdict.breach = self.send(&Message::GameEnd(EndReason::Unknown, self.context.tally.wants_more())).err();
        Ok(verdict)
    }

    /// Ends the game in place of a move, and waits until the peer knows.
    fn end_game(&mut self, reason: EndReason, mut verdict: Verdict) -> Result<Verdict, Breach> {
        self.send(&Message::GameEnd(reason, self.context.tally.wants_more()))?;
        let deadline = Instant::now() + ANSWER.min(self.context.settings.timeout);
        loop {
            match self.hear(Some(deadline)) {
                Ok(Heard::End(_, more)) => {
                    verdict.more = more;
                    return Ok(verdict);
                }
                // It is past the end already.
                Ok(Heard::Request(Ok(request))) => {
                    self.asked_anew = Some(request);
                    return Ok(verdict);
                }
                Ok(_) => {}
                Err(breach) => {
                    verdict.breach = Some(breach);
                    return Ok(verdict);
                }
            }
        }
    }
}
