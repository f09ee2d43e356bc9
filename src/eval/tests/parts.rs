//! The parts of the evaluation against slower ways to find the same.

use crate::board::{Bitboard, Move, MoveList, Position, Side, Square};
use crate::eval::mobility::{self, Threats};
use crate::eval::weights::Pair;
use crate::eval::{features, has_the_move, runaway};
use crate::movegen;
use crate::rules::{English, Pool, Ruleset, Russian};

use super::{Random, at, for_all_laws};

#[test]
fn pairs_keep_their_halves_apart() {
    for (opening, ending) in [(0, 0), (5, -3), (-5, 3), (-400, -1), (7, 400)] {
        let pair = Pair::new(opening, ending);
        assert_eq!((pair.at(24), pair.at(0), pair.at(32)), (opening, ending, opening));
        assert_eq!((pair * 12).at(24), 12 * opening);
        assert_eq!((pair * 12).at(0), 12 * ending);
        for pieces in 0..=24 {
            assert_eq!((-pair).at(pieces), -pair.at(pieces));
        }
        let difference = pair - Pair::new(1, 2);
        assert_eq!((difference.at(24), difference.at(0)), (opening - 1, ending - 2));
    }
    assert_eq!(Pair::new(24, 0).at(6), 6);
}

#[test]
fn back_ranks_are_read_from_the_double_corner() {
    for set in 0..16u32 {
        let of = |numbers: [u8; 4]| -> Bitboard {
            let chosen = (0..4).filter(|i| set >> i & 1 != 0).map(|i| Square::from_number(numbers[i]));
            chosen.map(|square| square.expect("a square")).collect()
        };
        // Other men must not matter.
        let others = !(Bitboard::TOP_ROW | Bitboard::BOTTOM_ROW);
        assert_eq!(features::back_rank::<true>(of([32, 31, 30, 29]) | others), set as usize);
        assert_eq!(features::back_rank::<false>(of([1, 2, 3, 4]) | others), set as usize);
    }
}

#[test]
fn the_move_belongs_to_one_side() {
    for (text, has) in [
        // One king a side, two rows apart on one file: whoever is to move must give way.
        ("W:WK18:BK10", false),
        ("B:WK18:BK10", false),
        ("W:WK22:BK10", true),
        ("B:WK22:BK10", true),
    ] {
        assert_eq!(has_the_move(&at(text)), has, "{text}");
    }
}

/// Whether the enemy of a piece could capture it, were it his turn: all jumps over it, found by walking.
fn can_be_captured<R: Ruleset>(position: &Position, piece: Square) -> bool {
    let (row, col) = (piece.row() as i8, piece.col() as i8);
    let enemy = if position.piece_at(piece).expect("a piece").0 == Side::White { Side::Black } else { Side::White };
    let square = |row: i8, col: i8| {
        if row < 0 || col < 0 { None } else { Square::from_row_col(row as u8, col as u8) }
    };
    let is_empty = |square: Square| position.piece_at(square).is_none();
    [(1, 1), (1, -1), (-1, 1), (-1, -1)].into_iter().any(|(down, right)| {
        if !square(row + down, col + right).is_some_and(is_empty) {
            return false;
        }
        let mut steps = 1;
        loop {
            let Some(from) = square(row - steps * down, col - steps * right) else { return false };
            match position.piece_at(from) {
                Some((side, king)) if side == enemy => {
                    let forward = if enemy == Side::White { down < 0 } else { down > 0 };
                    let reaches = steps == 1 || king && R::SPEC.kings_capture_far;
                    let may = king || R::SPEC.men_capture_kings || !position.all_kings().has(piece);
                    return reaches && may && (king || forward || R::SPEC.men_capture_backwards);
                }
                Some(_) => return false,
                None => steps += 1,
            }
        }
    })
}

/// The quiet moves of a position, captures or none.
fn quiet_moves<R: Ruleset>(position: &Position) -> Vec<Move> {
    let mut list = MoveList::new();
    movegen::generate::<R>(position, &mut list);
    list.into_iter().filter(|found| !found.is_capture()).collect()
}

#[test]
fn safe_moves_are_those_after_which_the_piece_cannot_be_captured() {
    fn check<R: Ruleset>() {
        let mut random = Random::new(5);
        let mut compared = 0;
        while compared < 3_000 {
            let position = random.placed(6, 2);
            let hangs = |piece: Square| can_be_captured::<R>(&position, piece);
            if movegen::has_capture::<R>(&position) || position.pieces(position.side()).squares().any(hangs) {
                continue;
            }
            compared += 1;
            let safe = |found: &&Move| !can_be_captured::<R>(&position.play(**found), found.to());
            let moves = quiet_moves::<R>(&position);
            let men = moves.iter().filter(|found| !found.by_king()).filter(safe).count();
            let kings = moves.iter().filter(|found| found.by_king()).filter(safe).count();
            let found = match position.side() {
                Side::White => counted::<R, true>(&position),
                Side::Black => counted::<R, false>(&position),
            };
            assert_eq!(found, (men, kings), "{:?} {position:?}", R::LAWS);
        }
    }
    fn counted<R: Ruleset, const WHITE: bool>(position: &Position) -> (usize, usize) {
        let men = mobility::of_men::<WHITE>(position, &Threats::to::<R, WHITE>(position, false));
        let kings = mobility::of_kings::<R, WHITE>(position, &Threats::to::<R, WHITE>(position, true));
        (men as usize, kings.safe as usize)
    }
    for_all_laws!(check);
}

/// Whether the man on `at` is crowned within so many moves of his own against every defence, his side to move if `own`.
/// Being made to capture on the way counts as getting through: it wins a piece.
fn gets_through<R: Ruleset>(position: &Position, at: Square, moves: usize, own: bool) -> bool {
    let mut list = MoveList::new();
    movegen::generate::<R>(position, &mut list);
    if own {
        if list.iter().any(|played| played.is_capture()) {
            return true;
        }
        let mut his = list.iter().filter(|played| played.from() == at);
        moves > 0
            && his.any(|&played| {
                played.crowns() || gets_through::<R>(&position.play(played), played.to(), moves - 1, false)
            })
    } else {
        // A side without a move has lost: nothing stops him then.
        list.iter()
            .all(|&played| !played.captured().has(at) && gets_through::<R>(&position.play(played), at, moves, true))
    }
}

#[test]
fn runaway_men_get_through() {
    fn check<R: Ruleset>() {
        let mut random = Random::new(6);
        let (mut found, mut missed) = (0, 0);
        while found < 150 {
            let defenders = random.placed(3, 1);
            let man = random.subset(1, defenders.empty().without(Bitboard::TOP_ROW));
            let black = defenders.pieces(Side::Black);
            let kings = defenders.kings(Side::Black);
            let side = defenders.side();
            if man.meets(black) || black.is_empty() {
                continue;
            }
            let position = Position::new(man, black, kings, side, true).expect("sound");
            if movegen::has_capture::<R>(&position) {
                continue;
            }
            let square = man.first().expect("a man");
            let own = side == Side::White;
            let threats = Threats::to::<R, true>(&position, false);
            let moves = runaway::moves_to_crown::<R, true>(&position, &threats);
            if moves > 0 {
                found += 1;
                assert_eq!(moves, usize::from(square.row()), "{:?} {position:?}", R::LAWS);
                assert!(gets_through::<R>(&position, square, moves, own), "{:?} {position:?}", R::LAWS);
            } else if square.row() <= 3 {
                missed += usize::from(gets_through::<R>(&position, square, square.row().into(), own));
            }
        }
        // Some are missed by design; against flying kings, all but those next to the last row.
        let most = if R::SPEC.kings_fly { found } else { found / 20 };
        assert!(missed <= most, "{:?}: {missed} missed, {found} found", R::LAWS);
    }
    for_all_laws!(check);
}

#[test]
fn threats_know_who_captures_how() {
    // A black man on 10: forwards it captures on 14 and 15, and backwards where men do so.
    let before = at("W:W25:B10");
    let hit = |forwards_only: bool| -> Bitboard {
        if forwards_only {
            Threats::to::<English, true>(&before, false).hit()
        } else {
            Threats::to::<Russian, true>(&before, false).hit()
        }
    };
    let set = |numbers: &[u8]| numbers.iter().map(|&n| Square::from_number(n).expect("a square")).collect::<Bitboard>();
    assert_eq!(hit(true), set(&[14, 15]));
    assert_eq!(hit(false), set(&[14, 15, 6, 7]));
    // A flying king on 29 looks along the main road up to the man on 15; on 18 that man would cover a piece.
    let road = at("W:W15:BK29");
    assert_eq!(Threats::to::<Pool, true>(&road, false).hit(), set(&[15, 22, 25]));
}
