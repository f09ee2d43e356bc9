//! Puzzles: positions of games in which one move wins and no other does.
//!
//! A short search of the two best moves of every position says where one may be; a longer one has to say so again. What a
//! move is worth is measured by the points that it promises, from 0 over 0.5 for a draw to 1.

use std::collections::HashSet;

use crate::board::{Move, Position};
use crate::engine::{AnyEngine, EngineOptions, engine, expectation};
use crate::game::Game;
use crate::rules::{DrawRules, State, Variant};
use crate::score::Meaning;
use crate::search::{Info, Limits, Silent, StopHandle};

/// The points that the winning move must promise at least.
const WINS: f64 = 0.85;
/// The points that any other move may promise at most.
const DOES_NOT: f64 = 0.6;
/// What the short search must find for the longer one to be made.
const PROMISING: (f64, f64) = (0.7, 0.75);
/// The part of the positions of the longer search that the short one visits, as a divisor.
const FIRST_LOOK: u64 = 20;
/// The longest solution that is written, in plies, unless it is proven to the end.
const LONGEST: usize = 15;
/// Plies at the start of a game from the first position that are theory.
const OPENING: usize = 6;

/// A position in which one move wins.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Puzzle {
    pub state: State,
    /// The winning move and how it goes on.
    pub solution: Vec<Move>,
    /// The plies of search from which on the move was found to win.
    pub depth: u32,
    /// Plies to the end of the game, where a win is proven that far.
    pub plies: Option<u32>,
    /// After how many plies of the game the position arose.
    pub ply: usize,
}

impl Puzzle {
    /// How hard it is, from 1 to 5: by the depth at which the search finds it, and three pieces count as one ply more.
    pub fn grade(&self) -> u8 {
        let hardness = self.depth + self.state.position().occupied().count() / 3;
        match hardness {
            0..=5 => 1,
            6..=9 => 2,
            10..=13 => 3,
            14..=18 => 4,
            _ => 5,
        }
    }

    /// The same for a puzzle and the one with sides and board turned.
    pub fn key(&self) -> (u32, u32, u32, bool) {
        key(self.state.position())
    }
}

fn key(position: &Position) -> (u32, u32, u32, bool) {
    use crate::board::Side::{Black, White};
    let of = |position: &Position| {
        (
            position.pieces(White).bits(),
            position.pieces(Black).bits(),
            position.all_kings().bits(),
            position.side() == White,
        )
    };
    of(position).min(of(&position.mirrored()))
}

/// Whoever looks for puzzles.
pub(crate) struct Seeker {
    variant: &'static Variant,
    draws: DrawRules,
    engine: Box<dyn AnyEngine>,
    nodes: u64,
}

impl Seeker {
    /// Looks with an engine of these options, and visits so many positions to make sure of a puzzle.
    pub fn new(variant: &'static Variant, draws: DrawRules, options: &EngineOptions, nodes: u64) -> Seeker {
        Seeker { variant, draws, engine: engine(variant.laws, options), nodes }
    }

    /// The puzzles of a game; `None` where `is_over` broke it off.
    pub fn seek(&mut self, start: &State, moves: &[Move], is_over: &dyn Fn() -> bool) -> Option<Vec<Puzzle>> {
        self.engine.new_game();
        let mut puzzles: Vec<Puzzle> = Vec::new();
        let mut seen = HashSet::new();
        let first = if *start.position() == self.variant.start() { OPENING } else { 0 };
        let mut state = *start;
        for ply in 0..=moves.len() {
            if is_over() {
                return None;
            }
            // Where the game goes on as the last puzzle's solution does, the puzzle is the same.
            let solved = puzzles.last().is_some_and(|last| {
                let on = &moves[last.ply..ply];
                on.len() < last.solution.len() && last.solution.starts_with(on)
            });
            if ply >= first
                && !solved
                && seen.insert(key(state.position()))
                && let Some(puzzle) = self.puzzle(&state, ply)
            {
                puzzles.push(puzzle);
            }
            if let Some(&played) = moves.get(ply) {
                state = state.play(played, &self.draws);
            }
        }
        Some(puzzles)
    }

    /// The puzzle of a position, if it is one.
    fn puzzle(&mut self, state: &State, ply: usize) -> Option<Puzzle> {
        // As if the game began here: what was repeated before is no part of a puzzle.
        let game = Game::from_state(self.variant, State::new(*state.position()), self.draws.clone());
        if game.outcome().is_some() || game.legal_moves().len() < 2 {
            return None;
        }
        let laws = self.variant.laws;
        let of = |line: &Info| expectation(laws, None, line.score);
        let limits = |nodes: u64| Limits { nodes: Some(nodes.max(1)), multipv: 2, ..Limits::default() };
        let first = self.engine.search(&game, &limits(self.nodes / FIRST_LOOK), &StopHandle::new(), &mut Silent);
        let [best, second] = &first.lines[..] else { return None };
        if of(best) < PROMISING.0 || of(second) > PROMISING.1 {
            return None;
        }
        // The depth from which on the same move was seen to win.
        let mut found: Option<(Move, u32)> = None;
        let mut note = |info: &Info| {
            if info.multipv != 1 {
                return;
            }
            let Some(&played) = info.pv.first() else { return };
            if expectation(laws, None, info.score) < WINS {
                found = None;
            } else if found.is_none_or(|(before, _)| before != played) {
                found = Some((played, info.depth));
            }
        };
        // Nothing of the short search, or it would seem to be found at once.
        self.engine.new_game();
        let result = self.engine.search(&game, &limits(self.nodes), &StopHandle::new(), &mut note);
        let [best, second] = &result.lines[..] else { return None };
        if of(best) < WINS || of(second) > DOES_NOT {
            return None;
        }
        let (played, depth) = found.filter(|(played, _)| best.pv.first() == Some(played))?;
        let plies = match best.score.meaning() {
            Meaning::WinIn(plies) => Some(plies),
            _ => None,
        };
        // What the databases say is not found at any depth; the length of the way stands for it.
        let depth = if best.is_known { plies.map_or(depth, |plies| plies.max(depth)) } else { depth };
        // To take what hangs is no puzzle.
        if played.is_capture() && depth <= 1 {
            return None;
        }
        let state = *game.state();
        Some(Puzzle { solution: solution(&best.pv, plies), state, depth, plies, ply })
    }
}

/// The part of a line that is worth showing: all of a proven win, else as far as the last capture, ending with a move of
/// the solver's.
fn solution(line: &[Move], plies: Option<u32>) -> Vec<Move> {
    if plies.is_some_and(|plies| plies as usize == line.len()) {
        return line.to_vec();
    }
    let line = &line[..line.len().min(LONGEST)];
    let last = line.iter().rposition(|played| played.is_capture()).unwrap_or(0);
    // Places of the solver's moves are even.
    let length = if last % 2 == 0 { last + 1 } else { last + 2 };
    let length = length.min(line.len());
    line[..if length % 2 == 0 { length.saturating_sub(1) } else { length }].to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::{parse_fen, parse_move, pdn_move};
    use crate::rules::{Laws, Numbering};

    fn seeker(rules: &str) -> Seeker {
        let variant = Variant::named(rules).unwrap();
        let options = EngineOptions { hash_mib: 4, ..EngineOptions::default() };
        Seeker::new(variant, variant.draws.clone(), &options, 40_000)
    }

    #[test]
    fn a_puzzle_in_a_game_is_found_once() {
        let mut seeker = seeker("english");
        let start = parse_fen("W:W9,18:BK23", Numbering::English, false).unwrap().state();
        let found = seeker.seek(&start, &[], &|| false).unwrap();
        let [puzzle] = &found[..] else { panic!("{found:?}") };
        assert_eq!((puzzle.ply, puzzle.solution.len() % 2), (0, 1));
        // The game goes on as the solution does: no puzzle more before it leaves it.
        let again = seeker.seek(&start, &puzzle.solution, &|| false).unwrap();
        assert_eq!(again[0].solution[0], puzzle.solution[0]);
        assert!(again[1..].iter().all(|again| again.ply >= puzzle.solution.len()));
        assert_eq!(seeker.seek(&start, &[], &|| true), None);
    }

    #[test]
    fn what_the_databases_know_is_a_puzzle_only_where_one_move_wins() {
        use crate::egdb::{Egdb, Wld};
        let mut seeker = seeker("english");
        let egdb = Egdb::shared(Laws::English);
        let mut kinds = [0, 0];
        for fen in [
            "W:WK15,20:BK28,12",
            "W:W30,K26:B21,K17",
            "W:WK18,K19:BK27",
            "W:WK11,K10:BK3",
            "W:WK6,14:BK1",
            "W:W10,K11:BK3",
        ] {
            let start = parse_fen(fen, Numbering::English, false).unwrap().state();
            let position = start.position();
            let moves = Game::from_state(seeker.variant, start, seeker.draws.clone()).legal_moves();
            let wins = |played: &&Move| egdb.outcome(&position.play(**played)) == Some(Wld::Loss);
            let winning: Vec<&Move> = moves.iter().filter(wins).collect();
            let found = seeker.seek(&start, &[], &|| false).unwrap();
            if let [puzzle] = &found[..] {
                assert_eq!(winning, [&puzzle.solution[0]], "{fen}");
            }
            kinds[usize::from(winning.len() == 1)] += 1;
        }
        assert!(kinds[0] > 0, "{kinds:?}");
    }

    #[test]
    fn solutions_end_with_the_solver() {
        let variant = Variant::named("english").unwrap();
        let mut position = variant.start();
        let mut line = Vec::new();
        for text in ["11-15", "22-18", "15x22", "25x18", "8-11"] {
            let played = parse_move(text, variant, &position).unwrap();
            assert_eq!(pdn_move(&position, played, variant), text);
            line.push(played);
            position = position.play(played);
        }
        assert_eq!(solution(&line, None).len(), 5);
        assert_eq!(solution(&line[..4], None).len(), 3);
        assert_eq!(solution(&line[..2], None).len(), 1);
        assert_eq!(solution(&line[..4], Some(4)).len(), 4);
    }

    #[test]
    fn turned_positions_are_one_puzzle() {
        let position = |fen: &str| parse_fen(fen, Numbering::English, false).unwrap().position;
        assert_eq!(key(&position("W:W32,K20:B1")), key(&position("B:W32:B1,K13")));
        assert_ne!(key(&position("W:W32,K20:B1")), key(&position("B:W32,K20:B1")));
    }
}
