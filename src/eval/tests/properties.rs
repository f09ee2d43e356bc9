//! What holds in every position.

use crate::board::{Bitboard, Position, Side};
use crate::eval::{LIMIT, Network, evaluate, evaluate_by_hand, evaluate_giveaway};
use crate::movegen;
use crate::rules::Ruleset;

use super::{Random, for_all_laws};

#[test]
fn a_mirror_image_has_the_same_value() {
    fn check<R: Ruleset>() {
        let mut random = Random::new(1);
        for i in 0..3_000 {
            let position = if i % 2 == 0 { random.played::<R>(120) } else { random.placed(8, 4) };
            let image = position.mirrored();
            assert_eq!(evaluate_by_hand::<R>(&position), evaluate_by_hand::<R>(&image), "{:?} {position:?}", R::LAWS);
            let learned = |position: &Position| evaluate::<R>(position, Network::embedded(R::LAWS));
            assert_eq!(learned(&position), learned(&image), "{:?} {position:?}", R::LAWS);
            assert_eq!(evaluate_giveaway::<R>(&position), evaluate_giveaway::<R>(&image), "{:?} {position:?}", R::LAWS);
        }
    }
    for_all_laws!(check);
}

#[test]
fn values_stay_within_their_band() {
    fn check<R: Ruleset>() {
        let mut random = Random::new(2);
        for _ in 0..2_000 {
            let position = random.placed(28, 32);
            assert!(evaluate_by_hand::<R>(&position).abs() <= LIMIT);
            assert!(evaluate::<R>(&position, Network::embedded(R::LAWS)).abs() <= LIMIT);
            assert!(evaluate_giveaway::<R>(&position).abs() <= LIMIT);
        }
        // The most that one side can have: the board full of its kings.
        for (white, black) in [(Bitboard::ALL, Bitboard::EMPTY), (!Bitboard::row(0), Bitboard::row(0))] {
            for side in [Side::White, Side::Black] {
                let position = Position::new(white, black, Bitboard::ALL, side, true).expect("sound");
                let value = evaluate_by_hand::<R>(&position) * if side == Side::White { 1 } else { -1 };
                assert!((1_000..=LIMIT).contains(&value), "{:?} {value}", R::LAWS);
                assert!(evaluate_giveaway::<R>(&position).abs() <= LIMIT);
            }
        }
    }
    for_all_laws!(check);
}

#[test]
fn the_start_is_level() {
    fn check<R: Ruleset>() {
        for side in [Side::White, Side::Black] {
            let start = Position::start(side);
            let learned = evaluate::<R>(&start, Network::embedded(R::LAWS));
            assert!(learned.abs() <= 30, "{:?} {learned}", R::LAWS);
            assert!(evaluate_by_hand::<R>(&start).abs() <= 10, "{:?} {}", R::LAWS, evaluate_by_hand::<R>(&start));
            assert!(evaluate_giveaway::<R>(&start).abs() <= 10, "{:?}", R::LAWS);
        }
    }
    for_all_laws!(check);
}

/// Neither side can capture, and both can move.
fn is_quiet<R: Ruleset>(position: &Position) -> bool {
    [Side::White, Side::Black].into_iter().all(|side| {
        let position = position.with_side(side);
        !movegen::has_capture::<R>(&position) && movegen::has_move::<R>(&position)
    })
}

/// The position with one more piece of the side to move on an empty square.
fn with_one_more(random: &mut Random, position: &Position, king: bool) -> Option<Position> {
    let side = position.side();
    let last_row = if side == Side::White { Bitboard::TOP_ROW } else { Bitboard::BOTTOM_ROW };
    let allowed = if king { position.empty() } else { position.empty().without(last_row) };
    let added = random.subset(1, allowed);
    let kings = if king { position.all_kings() | added } else { position.all_kings() };
    let of = |who: Side| if who == side { position.pieces(who) | added } else { position.pieces(who) };
    let after = Position::new(of(Side::White), of(Side::Black), kings, side, false).ok()?;
    added.any().then_some(after)
}

/// How often, in thousandths, one piece more lowers the value for its side: over quiet positions with up to eight men
/// and `kings` kings a side, before and after.
fn lowered_by_one_more<R: Ruleset>(king: bool, kings: usize) -> usize {
    let mut random = Random::new(3);
    let (mut lowered, mut seen) = (0, 0);
    while seen < 4_000 {
        let position = random.placed(8, kings);
        let Some(after) = with_one_more(&mut random, &position, king) else { continue };
        if is_quiet::<R>(&position) && is_quiet::<R>(&after) {
            seen += 1;
            lowered += usize::from(evaluate_by_hand::<R>(&after) < evaluate_by_hand::<R>(&position));
        }
    }
    lowered * 1_000 / seen
}

#[test]
fn more_material_is_better() {
    fn check<R: Ruleset>() {
        for king in [false, true] {
            for kings in [0, 3] {
                // The exceptions: a man that shuts his own flying king in.
                let most = if R::SPEC.kings_fly && kings > 0 { 1 } else { 0 };
                let lowered = lowered_by_one_more::<R>(king, kings);
                assert!(lowered <= most, "{:?} king {king} kings {kings}: {lowered} in 1000", R::LAWS);
            }
        }
    }
    for_all_laws!(check);
}

#[test]
fn giveaway_wants_fewer_men_and_knows_what_a_king_is_for() {
    fn check<R: Ruleset>() {
        let mut random = Random::new(4);
        let mut seen = 0;
        while seen < 2_000 {
            let position = random.placed(8, 3);
            let one_more = [false, true].map(|king| with_one_more(&mut random, &position, king));
            let [Some(man), Some(king)] = one_more else { continue };
            seen += 1;
            let value = evaluate_giveaway::<R>(&position);
            assert!(evaluate_giveaway::<R>(&man) < value, "{:?} {position:?} {man:?}", R::LAWS);
            // A king that steps is one more piece to be rid of, one that flies a way to be rid of others.
            let better = evaluate_giveaway::<R>(&king) > value;
            assert_eq!(better, R::SPEC.kings_fly, "{:?} {position:?} {king:?}", R::LAWS);
        }
    }
    for_all_laws!(check);
}
