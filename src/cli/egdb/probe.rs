//! `damero egdb probe`: what the databases say of a position and its moves.

use crate::board::{Move, Position};
use crate::egdb::{Egdb, Limits, Standing, Value, ValueSet, Wld};
use crate::lang::Say;
use crate::movegen::MoveGen;
use crate::notation::{hub_move, sort_moves, write_fen};
use crate::rules::{DrawRule, DrawRules, State, Variant};

use super::endings;
use crate::cli::args::Args;
use crate::cli::outcome::{Done, Failure, Out, bad, tell};
use crate::json::Json;

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

/// Something that answers for positions in a set of values.
type Ask<'a> = &'a dyn Fn(ValueSet, &Position) -> Option<Answer>;

/// A game's rules and what is asked under them.
struct Probe<'a> {
    variant: &'static Variant,
    draws: DrawRules,
    limits: Limits,
    ask: Ask<'a>,
}

/// What a state comes to.
struct Found {
    /// Under the draw rules in force, as far as they are counted.
    answer: Answer,
    /// Without draw rules.
    unlimited: Answer,
    /// Whether the rules that count a balance are.
    counted: bool,
}

/// Runs the action.
pub(super) fn run(args: &Args<'_>, fen: &str, out: &mut Out<'_>) -> Result<Done, Failure> {
    let variant = args.variant()?;
    let state = args.parse_fen(fen, variant)?.state();
    let draws = args.draw_rules(variant)?;
    let limits = Limits::new(&draws, variant.laws);
    let set = ValueSet::of(&draws);
    if let Some(folder) = super::folder(args) {
        let opened = Egdb::open(&folder, variant.laws).map_err(|error| args.wrong("egdb", &error))?;
        let (egdb, faults) = opened;
        faults.iter().for_each(|fault| tell(&fault.say(args.lang)));
        let without_limits = Limits::new(&DrawRules::NONE, variant.laws);
        let ask = |set: ValueSet, position: &Position| {
            let exact = egdb.value_in(set, position).map(Answer::Exact);
            let limits = if set == ValueSet::Limited { &limits } else { &without_limits };
            exact.or_else(|| egdb.outcome_within(&State::new(*position), limits).map(Answer::Outcome))
        };
        let limits = Limits::new(&draws, variant.laws);
        return answer(args, &Probe { variant, draws, limits, ask: &ask }, &state, out);
    }
    let pieces = state.position().occupied().count();
    let (free, _) = endings(args, variant, ValueSet::Abstract, pieces)?;
    let limited = match set {
        ValueSet::Limited if pieces >= 4 => Some(endings(args, variant, set, pieces)?.0),
        _ => None,
    };
    let ask = |set: ValueSet, position: &Position| {
        let endings = limited.as_ref().filter(|_| set == ValueSet::Limited).unwrap_or(&free);
        endings.value(position).map(Answer::Exact)
    };
    answer(args, &Probe { variant, draws, limits, ask: &ask }, &state, out)
}

impl Probe<'_> {
    /// What is known of a state.
    fn find(&self, state: &State) -> Option<Found> {
        let position = state.position();
        let unlimited = (self.ask)(ValueSet::Abstract, position)?;
        let found = |answer, counted| Some(Found { answer, unlimited, counted });
        let is_over = !MoveGen::of(self.variant.laws).has_move(position);
        if is_over || unlimited.outcome() == Wld::Draw {
            return found(unlimited, true);
        }
        if state.draw(&self.draws).is_some() {
            return found(Answer::Exact(Value::Draw), true);
        }
        match (self.limits.standing_of(state), unlimited) {
            (Standing::Abstract, _) => found(unlimited, true),
            (Standing::Limited, _) => match (self.ask)(ValueSet::Limited, position) {
                Some(answer) => found(answer, true),
                None => found(unlimited, false),
            },
            (Standing::ByDistance | Standing::LastPly, Answer::Exact(value)) => {
                match self.limits.by_balance(state, value) {
                    Some(value) => found(Answer::Exact(value), true),
                    None => found(unlimited, false),
                }
            }
            (Standing::LastPly, Answer::Outcome(outcome)) => match self.limits.at_last_ply(state, outcome) {
                Some(outcome) => found(Answer::Outcome(outcome), true),
                None => found(unlimited, false),
            },
            (Standing::ByDistance | Standing::DrawsOnly, _) => found(unlimited, false),
        }
    }

    /// The draw rules in force that may make a draw of a win or loss all the same, as options write them.
    fn uncounted(&self, state: &State, found: &Found) -> Vec<String> {
        if found.answer.outcome() == Wld::Draw {
            return Vec::new();
        }
        let counters = state.counters();
        let may_matter = |rule: DrawRule| {
            let limit = self.draws.limit(rule).number;
            let made = if rule == DrawRule::Quiet { counters.quiet() } else { counters.unchanged() };
            let in_time = found.answer.plies().is_some_and(|plies| plies <= limit.saturating_sub(made));
            match rule {
                DrawRule::Repetition => false,
                DrawRule::Quiet | DrawRule::Kings4To5 | DrawRule::Kings6To7 => !in_time,
                _ => !found.counted,
            }
        };
        let rules = DrawRule::ALL.into_iter().filter(|&rule| self.draws.limit(rule).number != 0 && may_matter(rule));
        rules.map(|rule| format!("{}={}", rule.name(), self.draws.limit(rule).number)).collect()
    }

    /// The moves with what is known of them, the best first.
    fn moves(&self, state: &State) -> Vec<(Move, Option<Answer>)> {
        let mut moves = MoveGen::of(self.variant.laws).legal_moves(state.position());
        sort_moves(&mut moves, self.variant.numbering);
        let value = |played: Move| {
            let next = state.play(played, &self.draws);
            (played, self.find(&next).map(|found| found.answer.before()))
        };
        let mut valued: Vec<(Move, Option<Answer>)> = moves.into_iter().map(value).collect();
        valued.sort_by_key(|(_, answer)| std::cmp::Reverse(answer.map_or(-1, Answer::worth)));
        valued
    }

    /// The way to the end: the shortest for who wins, the longest for who loses. Empty for a draw and where distances are
    /// not known.
    fn line(&self, state: &State) -> Vec<Move> {
        let mut line = Vec::new();
        let mut state = *state;
        let mut left = self.find(&state).and_then(|found| found.answer.plies()).unwrap_or(0);
        while left > 0 {
            let best = self.moves(&state).into_iter().next();
            let Some((played, Some(answer))) = best else { break };
            line.push(played);
            state = state.play(played, &self.draws);
            left = answer.plies().map_or(0, |plies| plies.saturating_sub(1)).min(left - 1);
        }
        line
    }
}

fn answer(args: &Args<'_>, probe: &Probe<'_>, state: &State, out: &mut Out<'_>) -> Result<Done, Failure> {
    let Some(found) = probe.find(state) else {
        let pieces = state.position().occupied().count();
        return Err(bad(
            args.lang,
            format!("the databases do not hold this position of {pieces} pieces"),
            format!("las bases de datos no tienen esta posición de {pieces} piezas"),
        ));
    };
    let moves = probe.moves(state);
    let line = probe.line(state);
    let uncounted = probe.uncounted(state, &found);
    if args.flag("json") {
        let json = json(probe.variant, state.position(), &found, &uncounted, &moves, &line);
        return out.line(json.to_string()).map(|()| Done::Well);
    }
    out.line(format!("value {}", name(found.answer.outcome())))?;
    let plies = found.answer.plies().map_or_else(|| "-".to_owned(), |plies| plies.to_string());
    out.line(format!("dtw {plies}"))?;
    if !uncounted.is_empty() {
        out.line(format!("uncounted {}", uncounted.join(" ")))?;
    }
    if found.unlimited.outcome() != found.answer.outcome() {
        out.line(format!("unlimited {}", with_plies(found.unlimited)))?;
    }
    for (played, answer) in &moves {
        let told = answer.map_or_else(|| "unknown".to_owned(), with_plies);
        out.line(format!("move {} {told}", hub_move(*played, probe.variant.numbering)))?;
    }
    if !line.is_empty() {
        let texts: Vec<String> = line.iter().map(|&played| hub_move(played, probe.variant.numbering)).collect();
        out.line(format!("line {}", texts.join(" ")))?;
    }
    if !uncounted.is_empty() {
        let rules = uncounted.join(", ");
        tell(&args.lang.pick(
            format!(
                "this is a {} without move limits: {rules} could still make it a draw",
                name(found.answer.outcome())
            ),
            format!("es una {} sin límites de jugadas: {rules} aún podría hacerla tablas", in_spanish(found.answer)),
        ));
    }
    Ok(Done::Well)
}

fn in_spanish(answer: Answer) -> &'static str {
    if answer.outcome() == Wld::Win { "victoria" } else { "derrota" }
}

fn json(
    variant: &Variant,
    position: &Position,
    found: &Found,
    uncounted: &[String],
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
        ("value", value(Some(found.answer))),
        ("dtw", plies(Some(found.answer))),
        ("uncounted", Json::texts(uncounted.iter().cloned())),
        (
            "unlimited",
            Json::Object(vec![("value", value(Some(found.unlimited))), ("dtw", plies(Some(found.unlimited)))]),
        ),
        ("moves", Json::List(moves.iter().map(of_move).collect())),
        ("line", Json::texts(line.iter().map(|&played| text(played)))),
    ])
}
