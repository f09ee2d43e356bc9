//! `pos`: the game that a client has told us, and the counts of the draw rules in it.
//!
//! Clients tell positions in three ways: the start of the game with all moves since, the last irreversible position with
//! the moves since, or each position by itself. Only the first says everything that draw rules count. So a position that
//! comes without counts is looked for in what the client told before: it can be the same one again, or one that follows
//! from the last by at most one move of each side (or from the one before the last, as a client that ponders tells a
//! position that may never arise). Then the game goes on; else it begins there, with both counts at 0.

use std::fmt;

use crate::board::{Move, Position};
use crate::game::Game;
use crate::notation::{FenError, HubError, MoveError, Setup, parse_counts, parse_fen, parse_hub_position, parse_move};
use crate::protocol::dialect::Dialect;
use crate::rules::{DrawRules, Variant};

use super::syntax::Line;

/// Why a `pos` was refused.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum PosError {
    /// There is no position in it.
    Nothing,
    /// The 33 characters are wrong.
    Position(HubError),
    /// The FEN is wrong.
    Fen(FenError),
    /// The counts are wrong.
    Counts(HubError),
    /// A move is not legal: its place from 1, and its text where the error has it in another dialect.
    Move(usize, Option<String>, MoveError),
}

impl fmt::Display for PosError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PosError::Nothing => f.write_str("pos: no position; write pos=, fen= or start"),
            PosError::Position(error) => write!(f, "pos: {error}"),
            PosError::Fen(error) => write!(f, "fen: {error}"),
            PosError::Counts(error) => write!(f, "counts: {error}"),
            PosError::Move(place, None, error) => write!(f, "moves: number {place}, {error}"),
            PosError::Move(place, Some(text), error) => {
                write!(f, "moves: number {place}, {}, in standard numbers {error}", super::shown(text))
            }
        }
    }
}

/// What the client told.
pub(super) struct Record {
    /// The game up to the position of the last `pos`, before the moves there.
    base: Game,
    /// The game now; `None` after a `pos` that was refused.
    game: Option<Game>,
    /// The last game that was told, and the one before.
    told: [Game; 2],
}

impl Record {
    /// Nothing was told yet: the start position.
    pub fn new(variant: &'static Variant, draws: DrawRules) -> Record {
        let mut game = Game::new(variant);
        if game.draws() != &draws {
            game = Game::from_state(variant, *game.state(), draws);
        }
        Record { base: game.clone(), game: Some(game.clone()), told: [game.clone(), game] }
    }

    /// The game now; `None` after a `pos` that was refused.
    pub fn game(&self) -> Option<&Game> {
        self.game.as_ref()
    }

    /// Puts other draw rules in force, from the beginning.
    pub fn set_draws(&mut self, draws: &DrawRules) {
        self.base = under(&self.base, draws);
        self.game = self.game.as_ref().map(|game| under(game, draws));
        self.told = [under(&self.told[0], draws), under(&self.told[1], draws)];
    }

    /// Takes the position and moves of a `pos` line.
    ///
    /// # Errors
    /// If it has no position, or one of its parts is wrong. There is no game then until the next.
    pub fn set(&mut self, line: &Line<'_>, dialect: Dialect) -> Result<(), PosError> {
        self.game = None;
        let variant = self.base.variant();
        let moves = line.value("moves").unwrap_or_default();
        let setup = read_setup(line, variant, dialect)?;
        let base = if setup.quiet.is_none() && setup.lone_moves.is_none() {
            self.resumed(&setup.position, moves.trim().is_empty())
        } else {
            None
        };
        let base = base.unwrap_or_else(|| Game::from_state(variant, setup.state(), self.base.draws().clone()));
        let mut game = base.clone();
        for (place, text) in (1..).zip(moves.split_whitespace()) {
            let standard = dialect.played(text);
            let other = (standard != text).then(|| text.to_owned());
            let played =
                parse_move(&standard, variant, game.position()).map_err(|error| PosError::Move(place, other, error))?;
            let is_legal = game.play(played).is_ok();
            debug_assert!(is_legal, "moves are read from the legal ones");
        }
        self.base = base;
        let [last, before] = &mut self.told;
        if last.position() != game.position() {
            std::mem::swap(last, before);
        }
        *last = game.clone();
        self.game = Some(game);
        Ok(())
    }

    /// The game that goes on in a position, if one does.
    fn resumed(&self, position: &Position, is_bare: bool) -> Option<Game> {
        let [last, before] = &self.told;
        let same_base = || (self.base.position() == position).then(|| self.base.clone());
        // Moves that stand beside the same position as before are the history from there; a position that comes alone
        // is the latest one.
        let same = if is_bare { None } else { same_base() };
        same.or_else(|| continued(last, position)).or_else(same_base).or_else(|| continued(before, position))
    }
}

fn read_setup(line: &Line<'_>, variant: &Variant, dialect: Dialect) -> Result<Setup, PosError> {
    let mut setup = if let Some(text) = line.value("pos") {
        let standard = dialect.position(text);
        Setup::new(parse_hub_position(&standard, variant.numbering).map_err(PosError::Position)?)
    } else if let Some(text) = line.value("fen") {
        parse_fen(text, variant.numbering, false).map_err(PosError::Fen)?
    } else if line.has("start") {
        Setup::new(variant.start())
    } else {
        return Err(PosError::Nothing);
    };
    if let Some(text) = line.value("counts") {
        let (quiet, lone_moves) = parse_counts(text).map_err(PosError::Counts)?;
        setup.quiet = quiet.or(setup.quiet);
        setup.lone_moves = lone_moves.or(setup.lone_moves);
    }
    Ok(setup)
}

/// The game with the moves that lead to a position, if at most one of each side does.
fn continued(game: &Game, target: &Position) -> Option<Game> {
    let moves = way(game, target)?;
    let mut game = since_progress(game);
    for played in moves {
        game.play(played).ok()?;
    }
    Some(game)
}

fn way(game: &Game, target: &Position) -> Option<Vec<Move>> {
    let now = game.position();
    if now == target {
        return Some(Vec::new());
    }
    let leads_there = |from: &Position| {
        let legal = game.movegen().legal_moves(from);
        legal.into_iter().find(|&played| from.play(played) == *target)
    };
    if now.side() != target.side() {
        return leads_there(now).map(|played| vec![played]);
    }
    game.legal_moves().into_iter().find_map(|played| {
        let next = now.play(played);
        // A reply moves none of these pieces.
        let kept = target.pieces(now.side()).without(next.pieces(now.side())).is_empty();
        if kept { leads_there(&next).map(|reply| vec![played, reply]) } else { None }
    })
}

/// The game from the last capture or man's move on, before which nothing can be repeated; counts are kept.
fn since_progress(game: &Game) -> Game {
    let quiet = usize::from(game.state().counters().quiet());
    let first = game.moves().len().saturating_sub(quiet);
    let state = game.states().get(first).unwrap_or(game.state());
    replayed(Game::from_state(game.variant(), *state, game.draws().clone()), game.moves().get(first..))
}

/// The same game under other draw rules.
fn under(game: &Game, draws: &DrawRules) -> Game {
    let first = game.states().first().unwrap_or(game.state());
    replayed(Game::from_state(game.variant(), *first, draws.clone()), Some(game.moves()))
}

fn replayed(mut game: Game, moves: Option<&[Move]>) -> Game {
    for &played in moves.unwrap_or_default() {
        if game.play(played).is_err() {
            debug_assert!(false, "moves that were legal once are legal again");
            break;
        }
    }
    game
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::write_hub_position;
    use crate::protocol::dialect::Style;

    fn record(name: &str) -> Record {
        let variant = Variant::named(name).unwrap();
        Record::new(variant, variant.draws.clone())
    }

    /// Sends a line and returns the counts (plies without progress, lone king's moves) and how often the position has
    /// stood, or the error.
    fn send(record: &mut Record, text: &str) -> Result<(u16, Option<u8>, usize), String> {
        let dialect = Dialect::new(Style::Standard, record.base.variant());
        record.set(&Line::parse(text).unwrap(), dialect).map_err(|error| error.to_string())?;
        let game = record.game().unwrap();
        let counters = game.state().counters();
        Ok((counters.quiet(), counters.lone_moves(), game.repetitions()))
    }

    /// The position after moves, as 33 characters.
    fn after(name: &str, fen: &str, moves: &str) -> String {
        let mut record = record(name);
        send(&mut record, &format!("pos fen={fen} moves=\"{moves}\"")).unwrap();
        write_hub_position(record.game().unwrap().position(), record.base.variant().numbering)
    }

    const KINGS: &str = "W:WK29,K30:BK4,K3";

    #[test]
    fn positions_are_told_in_three_ways() {
        let mut record = record("english");
        assert_eq!(send(&mut record, "pos start"), Ok((0, None, 1)));
        assert_eq!(send(&mut record, "pos start moves=\"11-15 22-18 15x22x18\""), Ok((0, None, 1)));
        assert_eq!(send(&mut record, &format!("pos fen={KINGS} moves=\"29-25\"")), Ok((1, None, 1)));
        let start = write_hub_position(&record.base.variant().start(), record.base.variant().numbering);
        assert_eq!(send(&mut record, &format!("pos pos={start}")), Ok((0, None, 1)));
    }

    #[test]
    fn bare_positions_that_follow_go_on_counting() {
        let mut record = record("english");
        let moves = ["29-25 4-8", "25-29 8-4", "29-25 4-8", "25-29 8-4"];
        send(&mut record, &format!("pos fen={KINGS}")).unwrap();
        for (i, _) in moves.iter().enumerate() {
            let position = after("english", KINGS, &moves[..=i].join(" "));
            let repetitions = if i % 2 == 0 { i / 2 + 1 } else { i / 2 + 2 };
            let counts = (2 * (i as u16 + 1), None, repetitions);
            assert_eq!(send(&mut record, &format!("pos pos={position}")), Ok(counts));
            assert_eq!(send(&mut record, &format!("pos pos={position}")), Ok(counts), "the same again");
        }
        let far = after("english", "W:WK17,K30:BK21,K3", "");
        assert_eq!(send(&mut record, &format!("pos pos={far}")), Ok((0, None, 1)), "another game");
    }

    #[test]
    fn a_position_that_was_pondered_in_vain_does_not_end_the_game() {
        let mut record = record("english");
        send(&mut record, &format!("pos fen={KINGS} counts=\"H10\"")).unwrap();
        let expected = after("english", KINGS, "29-25 4-8");
        assert_eq!(send(&mut record, &format!("pos pos={expected}")), Ok((12, None, 1)));
        let arisen = after("english", KINGS, "29-25 3-8");
        assert_eq!(send(&mut record, &format!("pos pos={arisen}")), Ok((12, None, 1)));
    }

    #[test]
    fn moves_from_the_same_position_are_its_history() {
        let mut record = record("english");
        let base = after("english", KINGS, "");
        let cycle = "29-25 4-8 25-29 8-4";
        for (times, moves) in [(2, cycle.to_owned()), (3, format!("{cycle} {cycle}")), (2, cycle.to_owned())] {
            let plies = 4 * (times as u16 - 1);
            assert_eq!(send(&mut record, &format!("pos pos={base} moves=\"{moves}\"")), Ok((plies, None, times)));
        }
        assert_eq!(send(&mut record, &format!("pos pos={base}")), Ok((4, None, 2)), "alone it is the latest position");
    }

    #[test]
    fn counts_are_taken_as_given_and_go_on() {
        let mut record = record("filipino");
        let hunt = "W:WK1,K2,K3:BK29";
        assert_eq!(send(&mut record, &format!("pos fen={hunt}")), Ok((0, Some(0), 1)));
        assert_eq!(send(&mut record, &format!("pos fen={hunt} counts=\"H5 T4\"")), Ok((5, Some(4), 1)));
        assert_eq!(send(&mut record, &format!("pos fen={hunt} moves=\"1-5 29-25\"")), Ok((7, Some(5), 1)));
        assert_eq!(send(&mut record, &format!("pos fen={hunt}:H3:T1 counts=\"T2\"")), Ok((3, Some(2), 1)));
        let error = send(&mut record, "pos start counts=\"X1\"").unwrap_err();
        assert!(error.starts_with("counts: ") && error.contains("X1"), "{error}");
    }

    #[test]
    fn the_lone_kings_count_outlives_irreversible_moves() {
        let mut record = record("filipino");
        let hunt = "B:WKa4,Kd3,Kh7:BKe4";
        assert_eq!(send(&mut record, &format!("pos fen={hunt} counts=\"T6\"")).unwrap().1, Some(6));
        // The lone king takes one of the three; the position is irreversible and comes alone.
        let legal = record.game().unwrap().legal_moves();
        let taken = legal.into_iter().find(|played| played.is_capture()).unwrap();
        let next = record.game().unwrap().position().play(taken);
        let text = write_hub_position(&next, record.base.variant().numbering);
        assert_eq!(send(&mut record, &format!("pos pos={text}")), Ok((0, Some(7), 1)));
    }

    #[test]
    fn history_that_cannot_matter_is_dropped() {
        let mut record = record("english");
        send(&mut record, "pos start moves=\"11-15 22-18 15x22x18 25x18x22\"").unwrap();
        let game = record.game().unwrap().clone();
        let next = game.position().play(game.legal_moves()[0]);
        let text = write_hub_position(&next, record.base.variant().numbering);
        send(&mut record, &format!("pos pos={text}")).unwrap();
        assert!(record.game().unwrap().states().len() <= 2);
    }

    #[test]
    fn what_is_wrong_is_named_and_leaves_no_game() {
        let mut record = record("english");
        for (text, part) in [
            ("pos", "write pos=, fen= or start"),
            ("pos pos=Wee", "pos: "),
            ("pos fen=?:W1", "fen: "),
            ("pos start moves=\"11-15 12-16\"", "moves: number 2, 12-16"),
            ("pos start moves=\"11-15 22-18 12-16\"", "moves: number 3, 12-16"),
        ] {
            let error = send(&mut record, text).unwrap_err();
            assert!(error.starts_with(part) || error.contains(part), "{text}: {error}");
            assert!(record.game().is_none());
        }
        assert!(send(&mut record, "pos start").is_ok());
        let mut record = self::record("russian");
        let dialect = Dialect::new(Style::Pydraughts, record.base.variant());
        let error = record.set(&Line::parse("pos start moves=10-19").unwrap(), dialect).unwrap_err().to_string();
        assert!(error.contains("number 1, 10-19, in standard numbers 22-"), "{error}");
    }

    #[test]
    fn other_draw_rules_hold_from_the_beginning() {
        let mut record = record("english");
        send(&mut record, &format!("pos fen={KINGS} moves=\"29-25 4-8\"")).unwrap();
        assert_eq!(record.game().unwrap().outcome(), None);
        let mut draws = record.base.draws().clone();
        draws.apply("quiet=2").unwrap();
        record.set_draws(&draws);
        assert!(record.game().unwrap().outcome().is_some());
        assert_eq!(record.game().unwrap().moves().len(), 2);
    }
}
