//! What is known of a root before anything is searched: where distances are known, the best move and its exact score.

use crate::board::Move;
use crate::egdb::{Value, Wld};
use crate::game::{Game, Outcome};
use crate::score::Score;

use super::known::{Known, is_choice};
use super::limits::Limits;

/// The most moves of a line that is shown.
const LONGEST_LINE: usize = 300;

/// A move at the root with its exact value.
pub(super) struct Verdict {
    pub score: Score,
    pub line: Vec<Move>,
}

/// A root move as the distances have it, for the side that makes it.
struct Valued {
    played: Move,
    value: Value,
    /// Whether no draw rule can come between.
    sure: bool,
}

/// The lines that are asked for, best first, if what is known decides them all; else `None`, and it is for the search to find
/// out. Where a single line is asked for, a draw is left to the search too, which chooses among drawing moves.
///
/// Lines are shown as far as they are known before there has been `enough`.
pub(super) fn verdict(game: &Game, limits: &Limits, known: &Known, enough: &dyn Fn() -> bool) -> Option<Vec<Verdict>> {
    let choice = is_choice(limits);
    if !known.is_inside() || choice && known.root_outcome() == Some(Wld::Draw) {
        return None;
    }
    let mut moves: Vec<Option<Valued>> = Vec::new();
    for played in game.legal_moves() {
        let wanted = limits.moves.as_ref().is_none_or(|moves| moves.contains(&played));
        if wanted && (!choice || known.keeps_outcome(game.state(), played)) {
            moves.push(valued(game, known, played));
        }
    }
    let is_whole = moves.iter().all(Option::is_some);
    let mut moves: Vec<Valued> = moves.into_iter().flatten().collect();
    moves.sort_by_key(|of| std::cmp::Reverse(of.value));
    if limits.multipv > 1 {
        let all_sure = is_whole && moves.iter().all(|of| of.sure);
        return all_sure.then(|| moves.iter().take(limits.multipv).map(|of| told(game, known, of, enough)).collect());
    }
    let best = moves.first()?;
    let is_it = match best.value {
        // Nothing is better than the shortest win there is.
        Value::Win(_) => {
            limits.moves.is_some() && is_whole || known.value(game.state()).map(|(value, _)| value) == Some(best.value)
        }
        Value::Loss(_) => is_whole,
        Value::Draw => false,
    };
    let plies = best.value.plies().unwrap_or(0);
    let left = game.state().counters().plies_left(game.position(), game.draws(), false);
    let decides = is_it && (best.sure || known.root_outcome() == Some(best.value.outcome()) || plies <= left);
    decides.then(|| vec![told(game, known, best, enough)])
}

/// What a move comes to; `None` where that is not known.
fn valued(game: &Game, known: &Known, played: Move) -> Option<Valued> {
    let mut after = game.clone();
    after.play(played).ok()?;
    let (value, counted) = match after.outcome() {
        Some(Outcome::Drawn(_)) => (Value::Draw, true),
        Some(Outcome::Won(_)) => (Value::Loss(0), true),
        None => known.value(after.state())?,
    };
    let sure = value.plies().is_none_or(|plies| {
        let (counters, draws) = (after.state().counters(), after.draws());
        let progress = draws.earliest().saturating_sub(counters.unchanged());
        counted && plies <= progress || plies <= counters.plies_left(after.position(), draws, true)
    });
    Some(Valued { played, value: value.before(), sure })
}

fn told(game: &Game, known: &Known, of: &Valued, enough: &dyn Fn() -> bool) -> Verdict {
    let score = match of.value {
        Value::Draw => Score::DRAW,
        Value::Win(plies) if of.sure => Score::win_in(plies.into()),
        Value::Loss(plies) if of.sure => Score::loss_in(plies.into()),
        // The distance may be another one under the draw rules.
        value => Score::database(matches!(value, Value::Win(_)), 0),
    };
    Verdict { score, line: line(game, known, of, enough) }
}

/// The move and, unless it draws, best play from there.
fn line(game: &Game, known: &Known, of: &Valued, enough: &dyn Fn() -> bool) -> Vec<Move> {
    let mut line = vec![of.played];
    let mut state = game.state().play(of.played, game.draws());
    if of.value == Value::Draw {
        return line;
    }
    // What the side comes to that has just moved, and will be to move after the best reply.
    let mut outcome = of.value.outcome();
    while line.len() < LONGEST_LINE && !enough() {
        let worth = |played: &Move| {
            let next = state.play(*played, game.draws());
            known.value_if(outcome, &next).map(|(value, _)| value.before())
        };
        let moves = game.movegen().legal_moves(state.position());
        let Some(best) = moves.iter().copied().max_by_key(worth) else { break };
        if worth(&best).is_none_or(|value| value == Value::Draw) {
            break;
        }
        line.push(best);
        state = state.play(best, game.draws());
        outcome = outcome.turned();
    }
    line
}
