//! What players know, as comparisons of positions.

use crate::eval::weights::Weights;
use crate::eval::{evaluate_by_hand, runaway, with_trade};
use crate::rules::{Laws, Ruleset};

use super::{at, for_all_laws, for_white};

const SHORT: [Laws; 3] = [Laws::English, Laws::Italian, Laws::DamasShort];
const FLYING_FAR: [Laws; 5] = [Laws::Spanish, Laws::Czech, Laws::Russian, Laws::Brazilian, Laws::Pool];
const EVERY: [Laws; 9] = Laws::ALL;

/// The first position is better for White than the second, by so much at least.
fn better(laws: &[Laws], first: &str, second: &str, by: i32) {
    for &laws in laws {
        let (first_value, second_value) = (for_white(laws, &at(first)), for_white(laws, &at(second)));
        assert!(
            first_value >= second_value + by,
            "{laws:?}: {first} is {first_value}, {second} is {second_value}, {by} apart wanted"
        );
    }
}

/// The value for White lies within these bounds.
fn within(laws: &[Laws], text: &str, bounds: std::ops::RangeInclusive<i32>) {
    for &laws in laws {
        let value = for_white(laws, &at(text));
        assert!(bounds.contains(&value), "{laws:?}: {text} is {value}, {bounds:?} wanted");
    }
}

#[test]
fn a_king_is_worth_what_its_family_says() {
    // Against six men that cannot be crowned soon: a king in place of a man.
    let man = "W:W21,22,23,26,27,31:B2,3,6,7,10,9";
    let king = "W:W21,K22,23,26,27,31:B2,3,6,7,10,9";
    better(&SHORT, king, man, 20);
    better(&[Laws::DamasMixed], king, man, 40);
    better(&FLYING_FAR, king, man, 120);
    for laws in SHORT {
        assert!(for_white(laws, &at(king)) - for_white(laws, &at(man)) < 110, "{laws:?}");
    }
    for laws in FLYING_FAR {
        assert!(for_white(laws, &at(king)) - for_white(laws, &at(man)) < 280, "{laws:?}");
    }
}

#[test]
fn the_bridge_guards_the_back_row() {
    // The same men but for two on the back row: 30 and 32 hold it, 29 and 31 do not.
    let (bridge, corner) = ("W:W18,19,23,24,30,32:B1,3,5,6,10,11", "W:W18,19,23,24,29,31:B1,3,5,6,10,11");
    better(&EVERY, bridge, corner, 5);
    better(&SHORT, bridge, corner, 10);
    // Where no man is left to be crowned there, it is worth nothing: only what else differs is left.
    let guard = |black: &str| {
        let of = |white: &str| for_white(Laws::English, &at(&format!("W:W18,19,23,24,{white}:B{black}")));
        of("30,32") - of("29,31")
    };
    assert!(guard("1,3,5,6,10,11") > guard("K1,K3,K5,K6") + 10);
}

#[test]
fn a_man_in_the_dog_hole_is_badly_placed() {
    // The corner in front of the man on 5 held, or empty.
    better(&SHORT, "W:W5,22,23:B2,10,11", "W:W5,22,23:B1,10,11", 10);
}

#[test]
fn a_trapped_king_is_worth_less() {
    // Short kings: on 29 with the way out over 25 watched from 22, or not watched.
    better(&SHORT, "B:WK29,K31:BK14,K1", "B:WK29,K31:BK22,K1", 5);
    // A flying king on 1, shut in by men on 5 and 6 or with the way over 6 open.
    better(&[Laws::Spanish, Laws::Czech, Laws::DamasMixed], "W:WK1,30:B5,7,11,13", "W:WK1,30:B5,6,10,13", 30);
}

#[test]
fn a_runaway_man_is_nearly_a_king() {
    // White's man on 9 needs two moves; the man on 15 is past him, the one on 1 holds him.
    let runs = "W:W9,30,32:B15,16,19";
    let king = "W:WK9,30,32:B15,16,19";
    let held = "W:W9,30,32:B1,16,19";
    let held_king = "W:WK9,30,32:B1,16,19";
    for laws in EVERY {
        let value = |text: &str| for_white(laws, &at(text));
        let (runaway, stopped) = (value(king) - value(runs), value(held_king) - value(held));
        assert!(runaway < stopped && runaway < 120, "{laws:?}: {runaway} {stopped}");
    }
    fn check<R: Ruleset>() {
        for (text, moves) in [
            ("W:W9,30,32:B21,23,24", 2),
            ("B:W9,30,32:B21,23,24", 2),
            // A man at home before him, and one who steps there in time.
            ("W:W9,30,32:B2,1,24", 0),
            ("W:W13:B3", 3),
            ("B:W13:B2", 0),
            // Men that may capture backwards do not matter once far behind.
            ("W:W10:B22,23", 2),
        ] {
            let position = at(text);
            let threats = crate::eval::mobility::Threats::to::<R, true>(&position, false);
            let found = runaway::moves_to_crown::<R, true>(&position, &threats);
            assert_eq!(found, moves, "{:?} {text}", R::LAWS);
        }
    }
    for_all_laws!(check);
}

#[test]
fn two_short_kings_drive_a_lone_one_out() {
    let hunt = |first: &str, second: &str| better(&SHORT, first, second, 3);
    // Off the double corner, towards the single one.
    hunt("W:WK18,K19:BK12", "W:WK18,K19:BK1");
    hunt("W:WK14,K18:BK29", "W:WK14,K18:BK28");
    // Nearer is better.
    hunt("W:WK10,K14:BK1", "W:WK23,K27:BK1");
    // It is a won ending: the score must say so.
    within(&SHORT, "W:WK10,K14:BK1", 100..=400);
    within(&SHORT, "W:WK22,K23:BK28", 100..=400);
}

#[test]
fn three_flying_kings_need_the_main_road() {
    // The lone king on the road, or one of the three.
    within(&FLYING_FAR, "W:WK5,K6,K31:BK29", 0..=60);
    within(&FLYING_FAR, "W:WK4,K6,K31:BK20", 300..=1_000);
    // Of kings that capture their neighbours only, three win in any case.
    within(&[Laws::DamasMixed], "W:WK5,K6,K31:BK29", 100..=1_000);
    // A fourth king wins on the road as off it (every such position was solved).
    within(&FLYING_FAR, "W:WK5,K6,K31,K32:BK29", 400..=1_500);
}

#[test]
fn three_flying_kings_close_the_net() {
    // Two kings beside the road, or far from it; the lone king in a corner with few ways open, or on a long line.
    better(&FLYING_FAR, "W:WK4,K14,K19:BK21", "W:WK4,K1,K2:BK21", 16);
    better(&FLYING_FAR, "W:WK4,K6,K31:BK28", "W:WK4,K6,K31:BK20", 16);
}

#[test]
fn a_lone_flying_king_draws_against_two_and_two_against_three() {
    let flying = [FLYING_FAR.as_slice(), &[Laws::DamasMixed]].concat();
    within(&flying, "W:WK5,K31:BK20", 0..=60);
    within(&flying, "W:WK5,21:BK20", -60..=60);
    within(&FLYING_FAR, "W:WK4,K6,K31:BK20,K12", -20..=100);
    within(&[Laws::DamasMixed], "W:WK4,K6,K31:BK20,K12", -20..=200);
}

#[test]
fn a_lead_counts_for_more_with_fewer_pieces() {
    for weights in Weights::ALL {
        let lead = |pieces: u32| with_trade(weights.man.at(pieces), pieces, weights);
        for pieces in 2..24 {
            assert!(lead(pieces) >= lead(pieces + 1) - 1, "{pieces}: {} {}", lead(pieces), lead(pieces + 1));
        }
        assert!(lead(6) >= lead(24) + 5);
    }
}

#[test]
fn values_are_for_the_side_to_move() {
    fn check<R: Ruleset>() {
        let ahead = at("W:W21,22,23,30,32:B1,3,9");
        assert!(evaluate_by_hand::<R>(&ahead) > 100);
        assert!(evaluate_by_hand::<R>(&ahead.with_side(crate::board::Side::Black)) < -100);
    }
    for_all_laws!(check);
}
