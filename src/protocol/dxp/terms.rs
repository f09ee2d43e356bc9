//! Positions and moves between messages and games of a ruleset.

use crate::board::{Bitboard, Move, Position, Side};
use crate::game::Game;
use crate::notation::{HubError, parse_hub_position, parse_move, write_hub_position};
use crate::protocol::dialect::{Dialect, Style};
use crate::rules::Variant;

use super::message::{MoveMessage, is_board};

/// How a peer and we write about one ruleset.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Terms {
    variant: &'static Variant,
    dialect: Dialect,
}

impl Terms {
    /// The terms of a style for a ruleset.
    pub fn new(variant: &'static Variant, style: Style) -> Terms {
        Terms { variant, dialect: Dialect::new(style, variant) }
    }

    /// The position of a game request.
    ///
    /// # Errors
    /// If it is of another board, or the pieces are no position.
    pub fn read_position(self, side: Side, pieces: &str) -> Result<Position, HubError> {
        if !is_board(pieces) {
            return Err(HubError::Length(pieces.chars().count() + 1));
        }
        let pieces = self.dialect.pieces(pieces).replace('z', "b").replace('Z', "B");
        parse_hub_position(&format!("{}{pieces}", side.letter()), self.variant.numbering)
    }

    /// A position as a game request has it.
    pub fn write_position(self, position: &Position) -> (Side, String) {
        let text = write_hub_position(position, self.variant.numbering);
        let pieces = text.get(1..).unwrap_or_default().replace('b', "z").replace('B', "Z");
        (position.side(), self.dialect.pieces(&pieces).into_owned())
    }

    /// The move that a message means in a game.
    ///
    /// # Errors
    /// If it is not legal there: what it says, and which law it breaks.
    pub fn read_move(self, message: &MoveMessage, game: &Game) -> Result<Move, String> {
        let square = |number: u8| self.variant.numbering.square(self.dialect.number(number));
        let captured = message.captured.iter().try_fold(Bitboard::EMPTY, |set, &number| {
            let bit = square(number)?.bit();
            // A square that is named twice is captured once, which no honest message says.
            (!set.meets(bit)).then_some(set | bit)
        });
        let ends = square(message.from).zip(square(message.to));
        let meant = |played: &Move| ends == Some((played.from(), played.to())) && captured == Some(played.captured());
        game.legal_moves().into_iter().find(meant).ok_or_else(|| self.complaint(message, game))
    }

    /// A move as a message.
    pub fn write_move(self, played: Move, seconds: u64) -> MoveMessage {
        let number = |square| self.dialect.number(self.variant.numbering.number(square));
        let mut captured: Vec<u8> = played.captured().squares().map(number).collect();
        captured.sort_unstable();
        let seconds = u16::try_from(seconds).unwrap_or(u16::MAX);
        MoveMessage { seconds, from: number(played.from()), to: number(played.to()), captured }
    }

    /// What is wrong with a move, in the ruleset's own numbers.
    fn complaint(self, message: &MoveMessage, game: &Game) -> String {
        let own = |number: &u8| self.dialect.number(*number).to_string();
        let mut text = own(&message.from);
        text.push(if message.captured.is_empty() { '-' } else { 'x' });
        let squares: Vec<String> = std::iter::once(&message.to).chain(&message.captured).map(own).collect();
        text.push_str(&squares.join("x"));
        match parse_move(&text, self.variant, game.position()) {
            Err(error) => error.to_string(),
            Ok(_) => format!("{text}: other pieces are captured"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{State, VARIANTS};

    #[test]
    fn moves_and_positions_come_back_in_every_ruleset_and_style() {
        for variant in &VARIANTS {
            for style in Style::ALL {
                let terms = Terms::new(variant, style);
                let mut game = Game::new(variant);
                for ply in 0..60 {
                    let (side, pieces) = terms.write_position(game.position());
                    assert_eq!(terms.read_position(side, &pieces).as_ref(), Ok(game.position()));
                    let legal = game.legal_moves();
                    for &played in &legal {
                        assert_eq!(terms.read_move(&terms.write_move(played, 3), &game), Ok(played));
                    }
                    let Some(&played) = legal.get(ply * 7 % legal.len().max(1)) else { break };
                    game.play(played).unwrap();
                }
            }
        }
    }

    #[test]
    fn wrong_moves_are_named() {
        let variant = Variant::named("english").unwrap();
        let terms = Terms::new(variant, Style::Standard);
        let mut game = Game::new(variant);
        let message = |from, to, captured: &[u8]| MoveMessage { seconds: 0, from, to, captured: captured.to_vec() };
        for (wrong, part) in [
            (message(11, 14, &[]), "11-14"),
            (message(0, 15, &[]), "0-15"),
            (message(99, 15, &[]), "99-15"),
            (message(11, 15, &[18]), "11x15x18"),
            (message(21, 17, &[]), "21-17"),
        ] {
            let error = terms.read_move(&wrong, &game).unwrap_err();
            assert!(error.contains(part), "{error}");
        }
        for (from, to) in [(11, 15), (22, 18)] {
            let played = terms.read_move(&message(from, to, &[]), &game).unwrap();
            game.play(played).unwrap();
        }
        let error = terms.read_move(&message(15, 22, &[18, 18]), &game).unwrap_err();
        assert!(error.contains("15x22"), "{error}");
        assert!(terms.read_move(&message(15, 22, &[]), &game).is_err(), "the captured pieces must be named");
        assert!(terms.read_move(&message(15, 22, &[18]), &game).is_ok());
    }

    #[test]
    fn positions_of_other_boards_are_none() {
        let terms = Terms::new(Variant::named("italian").unwrap(), Style::Standard);
        for pieces in ["", "w", &"e".repeat(50), &"x".repeat(32), &"w".repeat(32), &"\u{e9}".repeat(16)] {
            assert!(terms.read_position(Side::White, pieces).is_err(), "{pieces}");
        }
        let stuck = terms.read_position(Side::White, &"e".repeat(32)).map(State::new);
        assert!(stuck.is_err() || stuck.is_ok_and(|state| state.position().occupied().is_empty()));
    }
}
