//! `damero egdb info`: what all positions come to.

use crate::builders::egdb::{Census, roads, three_kings_census};
use crate::egdb::Slice;
use crate::rules::DrawRule;

use super::{asked_endings, pieces};
use crate::cli::args::Args;
use crate::cli::outcome::{Done, Failure, Out, bad};

/// Runs the action.
pub(super) fn run(args: &Args<'_>, out: &mut Out<'_>) -> Result<Done, Failure> {
    if args.flag("three-kings") {
        return three_kings(args, out);
    }
    if args.flag("road") {
        return road(args, out);
    }
    let variant = args.variant()?;
    let pieces = pieces(args);
    let (endings, exact) = asked_endings(args, variant, pieces)?;
    let counted: Vec<(Slice, Census)> = Slice::all(pieces)
        .into_iter()
        .filter_map(|slice| endings.get(slice).map(|solved| (slice, Census::of(solved))))
        .collect();
    // Where only outcomes are known, the longest way is not.
    let plies = |plies: u16, none: &str| if exact { plies.to_string() } else { none.to_owned() };
    if args.flag("slices") {
        out.line("own_men,own_kings,other_men,other_kings,total,win,loss,draw,longest_win,longest_loss")?;
        for (slice, census) in &counted {
            let Slice { own_men, own_kings, other_men, other_kings } = slice;
            let Census { win, loss, draw, longest_win, longest_loss } = census;
            let (longest_win, longest_loss) = (plies(*longest_win, ""), plies(*longest_loss, ""));
            out.line(format!(
                "{own_men},{own_kings},{other_men},{other_kings},{},{win},{loss},{draw},{longest_win},{longest_loss}",
                census.total()
            ))?;
        }
        return Ok(Done::Well);
    }
    let all = counted.iter().fold(Census::default(), |all, (_, census)| all.with(census));
    let Census { win, loss, draw, longest_win, longest_loss } = all;
    out.line(format!("rules {}", variant.name))?;
    out.line(format!("pieces {pieces}"))?;
    out.line(format!("slices {}", counted.len()))?;
    out.line(format!("positions {}", all.total()))?;
    out.line(format!("win {win}"))?;
    out.line(format!("loss {loss}"))?;
    out.line(format!("draw {draw}"))?;
    out.line(format!("longest_win {}", plies(longest_win, "unknown")))?;
    out.line(format!("longest_loss {}", plies(longest_loss, "unknown")))?;
    Ok(Done::Well)
}

/// What the last ply of the road rule makes of its balances.
fn road(args: &Args<'_>, out: &mut Out<'_>) -> Result<Done, Failure> {
    let variant = args.variant()?;
    if args.draw_rules(variant)?.limit(DrawRule::Road).number == 0 {
        return Err(bad(
            args.lang,
            format!("the road rule is off in {}; --draw road=10, say, turns it on", variant.name),
            format!("la regla de la gran diagonal no rige en {}; --draw road=10, por ejemplo, la pone", variant.name),
        ));
    }
    out.line("own_men,own_kings,other_men,other_kings,total,win,loss,drawn_by_last_ply,longer")?;
    for road in roads(variant.laws) {
        let Slice { own_men, own_kings, other_men, other_kings } = road.slice();
        let [win, loss, drawn, longer] = road.count();
        let total = road.slice().positions();
        out.line(format!("{own_men},{own_kings},{other_men},{other_kings},{total},{win},{loss},{drawn},{longer}"))?;
    }
    Ok(Done::Well)
}

/// What the three-kings rule in force makes of three kings against one that have just arisen.
fn three_kings(args: &Args<'_>, out: &mut Out<'_>) -> Result<Done, Failure> {
    let variant = args.variant()?;
    let moves = args.draw_rules(variant)?.limit(DrawRule::ThreeKings).number;
    if moves == 0 {
        return Err(bad(
            args.lang,
            format!("the three-kings rule is off in {}; --draw three-kings=12, say, turns it on", variant.name),
            format!(
                "la regla de las tres damas no rige en {}; --draw three-kings=12, por ejemplo, la pone",
                variant.name
            ),
        ));
    }
    out.line("to_move,winner,total,without_limit,within_limit,drawn_by_limit")?;
    let name = |lone: bool| if lone { "one" } else { "three" };
    for found in three_kings_census(variant.laws, moves) {
        let (to_move, winner) = (name(found.lone_to_move), name(found.lone_wins));
        let (total, without, within) = (found.total, found.without, found.within);
        out.line(format!("{to_move},{winner},{total},{without},{within},{}", without - within))?;
    }
    Ok(Done::Well)
}
