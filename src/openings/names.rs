//! What openings are called.

use crate::board::Move;
use crate::notation::parse_move;
use crate::rules::Variant;

use super::decks::EMBEDDED;

/// The name of the opening that a game from the start position began with, of those in the deck of its ruleset: its
/// number and its moves, such as `57: 10-14 22-17 7-10`. An opening that came about by another order of moves counts.
/// `None` where the ruleset has no deck, or the game left it.
pub fn opening_name(variant: &Variant, moves: &[Move]) -> Option<String> {
    let deck = EMBEDDED.iter().find(|deck| deck.variant == variant.name)?;
    let mut rows: Vec<(String, Vec<Move>)> = Vec::new();
    for line in deck.text.lines().filter(|line| !line.starts_with('#')) {
        let mut fields = line.split('\t');
        let (number, _, text) = (fields.next()?, fields.next()?, fields.next()?);
        let mut position = variant.start();
        let mut row = Vec::new();
        for word in text.split(' ') {
            let played = parse_move(word, variant, &position).ok()?;
            position = position.play(played);
            row.push(played);
        }
        rows.push((format!("{number}: {text}"), row));
    }
    let after = |moves: &[Move]| moves.iter().fold(variant.start(), |position, &played| position.play(played));
    let begun = |row: &[Move]| moves.get(..row.len());
    let in_order = rows.iter().find(|(_, row)| begun(row) == Some(row.as_slice()));
    let by_place = || rows.iter().find(|(_, row)| begun(row).is_some_and(|begun| after(begun) == after(row)));
    in_order.or_else(by_place).map(|(name, _)| name.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_are_known_by_their_moves_or_their_position() {
        let variant = Variant::named("english").unwrap();
        let name = |text: &str| {
            let mut position = variant.start();
            let mut play = |word| {
                let played = parse_move(word, variant, &position).unwrap();
                position = position.play(played);
                played
            };
            let moves: Vec<Move> = text.split(' ').map(&mut play).collect();
            opening_name(variant, &moves)
        };
        assert_eq!(name("9-13 21-17 5-9 25-21").as_deref(), Some("1: 9-13 21-17 5-9"));
        assert_eq!(name("9-13 21-17 10-14").as_deref(), Some("3: 9-13 21-17 10-14"), "a barred one has a name too");
        let (one, other) = (name("9-13 22-18 10-14"), name("10-14 22-18 9-13"));
        assert!(one.is_some() && other.is_some(), "{one:?} {other:?}");
        assert_eq!(name("9-13 21-17"), None);
        assert_eq!(opening_name(Variant::named("pool").unwrap(), &[]), None);
    }
}
