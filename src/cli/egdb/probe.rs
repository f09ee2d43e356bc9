//! `damero egdb probe`: what the databases say of a position and its moves.

use crate::board::{Move, Position};
use crate::egdb::{Egdb, Value, Wld};
use crate::lang::Say;
use crate::movegen::MoveGen;
use crate::notation::{hub_move, sort_moves, write_fen};
use crate::rules::{DrawRule, Variant};

use super::endings;
use crate::cli::args::Args;
use crate::cli::json::Json;
use crate::cli::outcome::{Done, Failure, Out, bad, tell};

/// What is known of a position: who wins and, perhaps, how soon.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Answer {
    Exact(Value),
    Outcome(Wld),
}

impl Answer {
    fn outcome(self) -> Wld {
        match self {
            Answer::Exact(value) => value.outcome(),
            Answer::Outcome(outcome) => outcome,
        }
    }

    fn plies(self) -> Option<u16> {
        match self {
            Answer::Exact(value) => value.plies(),
            Answer::Outcome(_) => None,
        }
    }

    /// The answer for who moves to a position of this answer.
    fn before(self) -> Answer {
        match self {
            Answer::Exact(value) => Answer::Exact(value.before()),
            Answer::Outcome(outcome) => Answer::Outcome(outcome.turned()),
        }
    }

    /// A number that is the higher the better the answer is.
    fn worth(self) -> i32 {
        let plies = i32::from(self.plies().unwrap_or(0));
        match self.outcome() {
            Wld::Win => 100_000 - plies,
            Wld::Draw => 50_000,
            Wld::Loss => plies,
        }
    }
}

const fn name(outcome: Wld) -> &'static str {
    match outcome {
        Wld::Win => "win",
        Wld::Loss => "loss",
        Wld::Draw => "draw",
    }
}

/// A value with its distance, such as `win 13`.
pub(super) fn spoken(value: Value) -> String {
    with_plies(Answer::Exact(value))
}

fn with_plies(answer: Answer) -> String {
    let name = name(answer.outcome());
    answer.plies().map_or_else(|| name.to_owned(), |plies| format!("{name} {plies}"))
}

/// Something that answers for positions.
type Ask<'a> = &'a dyn Fn(&Position) -> Option<Answer>;

/// Runs the action.
pub(super) fn run(args: &Args<'_>, fen: &str, out: &mut Out<'_>) -> Result<Done, Failure> {
    let variant = args.variant()?;
    let position = args.parse_fen(fen, variant)?.position;
    let pieces = position.occupied().count();
    if let Some(folder) = super::folder(args) {
        let opened = Egdb::open(&folder, variant.laws).map_err(|error| args.wrong("egdb", &error))?;
        let (egdb, faults) = opened;
        faults.iter().for_each(|fault| tell(&fault.say(args.lang)));
        let ask = |position: &Position| {
            let exact = egdb.value(position).map(Answer::Exact);
            exact.or_else(|| egdb.outcome(position).map(Answer::Outcome))
        };
        return answer(args, variant, &position, &ask, out);
    }
    let (endings, _) = endings(args, variant, pieces)?;
    answer(args, variant, &position, &|position| endings.value(position).map(Answer::Exact), out)
}

/// The moves with what is known of them, the best first.
fn moves(variant: &Variant, position: &Position, ask: Ask<'_>) -> Vec<(Move, Option<Answer>)> {
    let mut moves = MoveGen::of(variant.laws).legal_moves(position);
    sort_moves(&mut moves, variant.numbering);
    let valued = |played: Move| (played, ask(&position.play(played)).map(Answer::before));
    let mut valued: Vec<(Move, Option<Answer>)> = moves.into_iter().map(valued).collect();
    valued.sort_by_key(|(_, answer)| std::cmp::Reverse(answer.map_or(-1, Answer::worth)));
    valued
}

/// The way to the end: the shortest for who wins, the longest for who loses. Empty for a draw and where distances are not
/// known.
fn line(variant: &Variant, position: &Position, ask: Ask<'_>) -> Vec<Move> {
    let mut line = Vec::new();
    let mut position = *position;
    let mut left = ask(&position).and_then(Answer::plies).unwrap_or(0);
    while left > 0 {
        let best = moves(variant, &position, ask).into_iter().next();
        let Some((played, Some(answer))) = best else { break };
        line.push(played);
        position = position.play(played);
        left = answer.plies().map_or(0, |plies| plies.saturating_sub(1));
    }
    line
}

fn answer(
    args: &Args<'_>,
    variant: &'static Variant,
    position: &Position,
    ask: Ask<'_>,
    out: &mut Out<'_>,
) -> Result<Done, Failure> {
    let Some(found) = ask(position) else {
        let pieces = position.occupied().count();
        return Err(bad(
            args.lang,
            format!("the databases do not hold this position of {pieces} pieces"),
            format!("las bases de datos no tienen esta posición de {pieces} piezas"),
        ));
    };
    let moves = moves(variant, position, ask);
    let line = line(variant, position, ask);
    if args.flag("json") {
        return out.line(json(variant, position, found, &moves, &line).to_string()).map(|()| Done::Well);
    }
    out.line(format!("value {}", name(found.outcome())))?;
    let plies = found.plies().map_or_else(|| "-".to_owned(), |plies| plies.to_string());
    out.line(format!("dtw {plies}"))?;
    for (played, answer) in &moves {
        let told = answer.map_or_else(|| "unknown".to_owned(), with_plies);
        out.line(format!("move {} {told}", hub_move(*played, variant.numbering)))?;
    }
    if !line.is_empty() {
        let texts: Vec<String> = line.iter().map(|&played| hub_move(played, variant.numbering)).collect();
        out.line(format!("line {}", texts.join(" ")))?;
    }
    let limit = variant.draws.limit(DrawRule::Quiet).number;
    if limit > 0 && found.plies().is_some_and(|plies| plies > limit) {
        tell(&args.lang.pick(
            format!("the way to the end is longer than the {limit} plies of the draw rules; they are not counted here"),
            format!(
                "el final está a más de las {limit} medias jugadas de las reglas de tablas, que aquí no se cuentan"
            ),
        ));
    }
    Ok(Done::Well)
}

fn json(
    variant: &Variant,
    position: &Position,
    found: Answer,
    moves: &[(Move, Option<Answer>)],
    line: &[Move],
) -> Json {
    let value = |answer: Option<Answer>| Json::maybe(answer.map(|answer| Json::text(name(answer.outcome()))));
    let plies =
        |answer: Option<Answer>| Json::maybe(answer.and_then(Answer::plies).map(|plies| Json::Whole(plies.into())));
    let text = |played: Move| hub_move(played, variant.numbering);
    let of_move = |(played, answer): &(Move, Option<Answer>)| {
        Json::Object(vec![("move", Json::text(text(*played))), ("value", value(*answer)), ("dtw", plies(*answer))])
    };
    Json::line(vec![
        ("rules", Json::text(variant.name)),
        ("fen", Json::text(write_fen(position, variant.numbering))),
        ("value", value(Some(found))),
        ("dtw", plies(Some(found))),
        ("moves", Json::List(moves.iter().map(of_move).collect())),
        ("line", Json::texts(line.iter().map(|&played| text(played)))),
    ])
}
