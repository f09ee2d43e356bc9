//! Games ended by what endgame databases say of them.
//!
//! A drawn position is drawn under any draw rules. A won one is given as won only where no draw rule in force can come in
//! between: none may count from the moment a balance of pieces arose, the shortest way to win must fit into what is left
//! of the limit on plies without progress, and no position may have come so often that its next time is a draw.

use std::collections::HashMap;

use crate::board::Side;
use crate::egdb::{EgdbChoice, SharedEgdb, Wld};
use crate::game::Game;
use crate::rules::{DrawRule, Laws};

/// Whoever ends games by databases.
#[derive(Clone, Debug)]
pub struct Referee {
    egdb: SharedEgdb,
    pieces: u32,
}

impl Referee {
    /// With these databases; `None` where there are to be none.
    pub fn new(choice: &EgdbChoice, laws: Laws) -> Option<Referee> {
        let egdb = choice.open(laws).0?;
        let pieces = egdb.complete_to().min(choice.most_pieces);
        Some(Referee { egdb, pieces })
    }

    /// Up to how many pieces games are ended.
    pub fn pieces(&self) -> u32 {
        self.pieces
    }

    /// How a game ends: the winner, or `None` for a draw; the outer `None` where it is to go on.
    pub fn verdict(&self, game: &Game) -> Option<Option<Side>> {
        let position = game.position();
        if position.occupied().count() > self.pieces {
            return None;
        }
        let side = position.side();
        let winner = match self.egdb.outcome(position)? {
            Wld::Draw => return Some(None),
            Wld::Win => side,
            Wld::Loss => !side,
        };
        self.is_beyond_draws(game).then_some(Some(winner))
    }

    /// Whether no draw rule can keep the winner from winning the shortest way.
    fn is_beyond_draws(&self, game: &Game) -> bool {
        let draws = game.draws();
        if DrawRule::ALL.iter().any(|rule| rule.counts_a_balance() && draws.limit(*rule).number != 0) {
            return false;
        }
        let quiet = game.state().counters().quiet();
        let limit = draws.limit(DrawRule::Quiet).number;
        let fits = limit == 0 || self.distance(game).is_some_and(|plies| quiet.saturating_add(plies) < limit);
        fits && !may_come_again(game, usize::from(quiet))
    }

    /// The plies to the end, where they are known.
    fn distance(&self, game: &Game) -> Option<u16> {
        self.egdb.value(game.position()).and_then(|value| value.plies())
    }
}

/// Whether a position that can still come again would be a draw the next time. On the shortest way to win none comes
/// twice, so only those that came before the last so many plies began to count matter.
fn may_come_again(game: &Game, quiet: usize) -> bool {
    let limit = usize::from(game.draws().limit(DrawRule::Repetition).number);
    let mut times: HashMap<u64, usize> = HashMap::new();
    for state in game.states().iter().rev().take(quiet + 1) {
        *times.entry(state.repetition_key(game.draws())).or_default() += 1;
    }
    limit != 0 && times.values().any(|&count| count + 1 >= limit)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::{parse_fen, parse_move};
    use crate::rules::{DrawRules, Variant};

    fn game(name: &str, fen: &str, draws: Option<DrawRules>) -> Game {
        let variant = Variant::named(name).unwrap();
        let state = parse_fen(fen, variant.numbering, false).unwrap().state();
        Game::from_state(variant, state, draws.unwrap_or_else(|| variant.draws.clone()))
    }

    fn verdict(game: &Game) -> Option<Option<Side>> {
        Referee::new(&EgdbChoice::default(), game.variant().laws).unwrap().verdict(game)
    }

    #[test]
    fn draws_are_given_and_larger_endings_are_not() {
        assert_eq!(verdict(&game("english", "B:WK32:BK1", None)), Some(None));
        assert_eq!(verdict(&game("english", "B:W32,31,30:BK1,K2", None)), None);
        assert!(Referee::new(&EgdbChoice::OFF, Laws::English).is_none());
    }

    #[test]
    fn wins_are_given_where_no_draw_rule_comes_between() {
        let fen = "W:WK15,K18:BK3";
        let without = game("english", fen, Some(DrawRules::NONE));
        assert_eq!(verdict(&without), Some(Some(Side::White)));
        let limited = |fen: &str, plies: u16| {
            let mut draws = DrawRules::NONE;
            draws.set(DrawRule::Quiet, plies).unwrap();
            verdict(&game("english", fen, Some(draws)))
        };
        // Three plies each.
        for fen in [fen, "W:WK15,K18:B3"] {
            assert_eq!((limited(fen, 4), limited(fen, 3)), (Some(Some(Side::White)), None));
        }
        let mut balance = DrawRules::NONE;
        balance.set(DrawRule::ThreeKings, 12).unwrap();
        assert_eq!(verdict(&game("english", fen, Some(balance))), None);
    }

    #[test]
    fn positions_that_came_often_keep_a_game_going() {
        let mut draws = DrawRules::NONE;
        draws.set(DrawRule::Repetition, 3).unwrap();
        let mut game = game("english", "W:WK15,K18:BK3", Some(draws));
        assert_eq!(verdict(&game), Some(Some(Side::White)));
        for text in ["15-19", "3-7", "19-15", "7-3"] {
            game.play(parse_move(text, game.variant(), game.position()).unwrap()).unwrap();
        }
        assert_eq!(verdict(&game), None);
    }
}
