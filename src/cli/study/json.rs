//! A solved study as JSON.

use crate::board::{Move, Side};
use crate::egdb::Wld;
use crate::json::Json;
use crate::notation::{hub_move, write_fen_full};
use crate::rules::Variant;
use crate::study::{Branch, Choice, End, Goal, Known, Point, Proof, Rank, Step, Study, Verdict};

/// The name of a verdict.
pub(super) const fn name(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Refuted => "refuted",
        Verdict::Unproven => "unproven",
        Verdict::Cooked(_) => "cooked",
        Verdict::Duals(_) => "duals",
        Verdict::Sound => "sound",
        Verdict::Open(_) => "open",
    }
}

/// The study as one object.
pub(super) fn study(study: &Study, variant: &Variant) -> Json {
    let mover = study.start.position().side();
    let value = study.known.map(|known| Json::Object(value(known, mover)));
    let cooks: &[Move] = if let Verdict::Cooked(moves) = &study.verdict { moves } else { &[] };
    let duals: &[usize] = if let Verdict::Duals(places) = &study.verdict { places } else { &[] };
    let open: &[usize] = if let Verdict::Open(places) = &study.verdict { places } else { &[] };
    let places = |places: &[usize]| Json::List(places.iter().map(|&place| Json::Whole(place as u64)).collect());
    let main = study.main.as_ref();
    Json::line(vec![
        ("type", Json::text("study")),
        ("rules", Json::text(variant.name)),
        ("fen", Json::text(write_fen_full(&study.start, variant.numbering, None))),
        ("goal", Json::text(if study.goal == Goal::Win { "win" } else { "draw" })),
        ("solver", side(study.solver)),
        ("value", Json::maybe(value)),
        ("score", Json::maybe(study.score.map(|score| Json::Real(score.hub(), 2)))),
        ("verdict", Json::text(name(&study.verdict))),
        ("cooks", moves(cooks, variant)),
        ("duals", places(duals)),
        ("open", places(open)),
        ("main", Json::maybe(main.map(|main| steps(main, study.solver, variant)))),
        ("end", Json::maybe(main.map(|main| Json::text(end(main.end))))),
        ("shortest", moves(&study.shortest, variant)),
        ("plies", Json::maybe(study.known.and_then(|known| known.plies).map(|plies| Json::Whole(plies.into())))),
        ("points", Json::Whole(study.points as u64)),
        ("loose", Json::Whole(study.loose as u64)),
        ("interrupted", Json::Bool(study.interrupted)),
    ])
}

fn side(side: Side) -> Json {
    Json::text(if side == Side::White { "white" } else { "black" })
}

fn moves(moves: &[Move], variant: &Variant) -> Json {
    Json::texts(moves.iter().map(|&played| hub_move(played, variant.numbering)))
}

/// What something comes to, that side to move.
fn value(known: Known, mover: Side) -> Vec<(&'static str, Json)> {
    let winner = match known.outcome {
        Wld::Win => side(mover),
        Wld::Loss => side(!mover),
        Wld::Draw => Json::Null,
    };
    let proof = match known.proof {
        Proof::Laws => "laws",
        Proof::Database => "database",
        Proof::Search => "search",
    };
    vec![
        ("winner", winner),
        ("plies", Json::maybe(known.plies.map(|plies| Json::Whole(plies.into())))),
        ("proof", Json::text(proof)),
    ]
}

const fn end(end: End) -> &'static str {
    match end {
        End::Over => "over",
        End::Several => "several",
        End::Known => "known",
        End::Quiet => "quiet",
        End::Cut => "cut",
        End::Unproven => "unproven",
    }
}

const fn rank(rank: Rank) -> &'static str {
    match rank {
        Rank::Only => "only",
        Rank::Main => "main",
        Rank::Dual => "dual",
        Rank::LossOfTime => "loss-of-time",
        Rank::Perhaps => "perhaps",
    }
}

fn steps(branch: &Branch, solver: Side, variant: &Variant) -> Json {
    Json::List(branch.steps.iter().map(|of| step(of, solver, variant)).collect())
}

fn step(step: &Step, solver: Side, variant: &Variant) -> Json {
    let mut keys = vec![
        ("move", Json::text(hub_move(step.played, variant.numbering))),
        ("by_solver", Json::Bool(step.point.is_some())),
    ];
    if let Some(point) = &step.point {
        keys.extend(choices(point, solver, variant));
    }
    if !step.variations.is_empty() {
        let branch = |branch: &Branch| {
            Json::Object(vec![("steps", steps(branch, solver, variant)), ("end", Json::text(end(branch.end)))])
        };
        keys.push(("variations", Json::List(step.variations.iter().map(branch).collect())));
    }
    Json::Object(keys)
}

fn choices(point: &Point, solver: Side, variant: &Variant) -> [(&'static str, Json); 3] {
    let choice = |choice: &Choice| {
        let mut keys = vec![
            ("move", Json::text(hub_move(choice.played, variant.numbering))),
            ("rank", Json::text(rank(choice.rank))),
        ];
        keys.extend(value(choice.known, solver));
        Json::Object(keys)
    };
    let open = |&(played, score): &(Move, crate::score::Score)| {
        let played = Json::text(hub_move(played, variant.numbering));
        Json::Object(vec![("move", played), ("score", Json::Real(score.hub(), 2))])
    };
    [
        ("choices", Json::List(point.choices.iter().map(choice).collect())),
        ("open", Json::List(point.open.iter().map(open).collect())),
        ("fails", Json::Whole(point.fails as u64)),
    ]
}
