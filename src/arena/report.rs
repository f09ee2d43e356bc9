//! The results of a match in lines of text.

use crate::lang::Lang;

use super::standings::{Standings, TestState};
use super::stats::{Elo, EloModel, Tally, Verdict};

/// The line that ends a match's output, for programs as much as for people: the results of the first engine.
pub fn summary(tally: &Tally) -> String {
    let Elo { difference, error } = tally.elo().unwrap_or(Elo { difference: 0.0, error: f64::INFINITY });
    // A zero has no sign worth writing.
    let difference = if difference.abs() < 0.5 { 0.0 } else { difference };
    format!(
        "W-L-D {}-{}-{} score {:.1}% elo {difference:+.0} +-{error:.0} los {:.1}%",
        tally.wins,
        tally.losses,
        tally.draws,
        100.0 * tally.score(),
        100.0 * tally.los()
    )
}

/// How a test stands, such as `llr 1.23 (-2.94, 2.94) after 30 pairs: open`.
pub fn test_line(test: &TestState, lang: Lang) -> String {
    let (low, high) = test.sprt.bounds();
    let verdict = match test.verdict {
        Verdict::Open => lang.pick("open", "abierta"),
        Verdict::Accepted => lang.pick("accepted", "aceptada"),
        Verdict::Rejected => lang.pick("rejected", "rechazada"),
    };
    let model = match test.sprt.model {
        EloModel::Normalised => lang.pick("normalised", "normalizado"),
        EloModel::Logistic => lang.pick("logistic", "logístico"),
    };
    let (elo0, elo1, llr, pairs) = (test.sprt.elo0, test.sprt.elo1, test.llr, test.pairs);
    let (after, of) = (lang.pick("after", "tras"), lang.pick("pairs", "parejas"));
    format!("sprt {elo0},{elo1} ({model}): llr {llr:.2} ({low:.2}, {high:.2}) {after} {pairs} {of}: {verdict}")
}

/// One line while a match goes on.
pub fn progress_line(games: usize, of: usize, standings: &Standings, lang: Lang) -> String {
    let mut line = format!("{games}/{of} {}", summary(&standings.of(0)));
    if let Some(test) = standings.test() {
        let (low, high) = test.sprt.bounds();
        line.push_str(&format!(" llr {:.2} ({low:.2}, {high:.2})", test.llr));
    }
    let faults: u64 = standings.faults().map(|(_, _, count)| count).sum();
    if faults > 0 {
        line.push_str(&format!(" {} {faults}", lang.pick("faults", "fallos")));
    }
    line
}

/// The table at the end of a match: the engines by points, pairs, the test and faults.
pub fn table(names: &[String], standings: &Standings, lang: Lang) -> Vec<String> {
    let mut places: Vec<usize> = (0..names.len()).collect();
    places.sort_by(|&one, &other| standings.of(other).score().total_cmp(&standings.of(one).score()));
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0).max(6);
    let (engine, games, score) = lang.pick(("engine", "games", "score"), ("motor", "part.", "tanteo"));
    let mut lines = vec![format!(
        "{:>2}  {engine:<width$} {games:>6} {:>5} {:>5} {:>5} {score:>7} {:>6} {:>5} {:>7}",
        "", "W", "L", "D", "elo", "+-", "los"
    )];
    for (place, engine) in (1..).zip(places.iter().copied()) {
        let name = names.get(engine).map_or("?", String::as_str);
        lines.push(row(&place.to_string(), name, width, &standings.of(engine)));
        if names.len() > 2 {
            for &other in places.iter().filter(|&&other| other != engine) {
                let name = format!("  - {}", names.get(other).map_or("?", String::as_str));
                lines.push(row("", &name, width, &standings.between(engine, other)));
            }
        }
    }
    if names.len() == 2 {
        let pairs = standings.between(0, 1).pairs.map(|count| count.to_string()).join(" ");
        lines.push(lang.pick(
            format!("pairs by points of {} (0, 1/2, 1, 3/2, 2): {pairs}", names[0]),
            format!("parejas por puntos de {} (0, 1/2, 1, 3/2, 2): {pairs}", names[0]),
        ));
    }
    lines.extend(standings.test().map(|test| test_line(&test, lang)));
    let (by_scores, by_databases) = standings.adjudicated();
    if by_scores + by_databases > 0 {
        lines.push(lang.pick(
            format!("adjudicated: {by_scores} by scores, {by_databases} by endgame databases"),
            format!("adjudicadas: {by_scores} por los valores, {by_databases} por bases de datos de finales"),
        ));
    }
    for (engine, kind, count) in standings.faults() {
        let name = names.get(engine).map_or("?", String::as_str);
        lines.push(lang.pick(
            format!("{name} lost {count} by {kind}"),
            format!("{name} perdió {count} por {}", spanish_kind(kind)),
        ));
    }
    lines
}

/// Results by opening, a line each, for the engine that was named first.
pub fn by_opening(standings: &Standings) -> Vec<String> {
    let width = standings.by_opening().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
    let line = |(name, tally): (&str, Tally)| {
        format!("{name:<width$}  {}-{}-{} {:.1}%", tally.wins, tally.losses, tally.draws, 100.0 * tally.score())
    };
    standings.by_opening().map(line).collect()
}

fn row(place: &str, name: &str, width: usize, tally: &Tally) -> String {
    let Elo { difference, error } = tally.elo().unwrap_or(Elo { difference: 0.0, error: f64::INFINITY });
    format!(
        "{place:>2}  {name:<width$} {:>6} {:>5} {:>5} {:>5} {:>6.1}% {difference:>+6.0} {error:>5.0} {:>6.1}%",
        tally.games(),
        tally.wins,
        tally.losses,
        tally.draws,
        100.0 * tally.score(),
        100.0 * tally.los()
    )
}

fn spanish_kind(kind: &str) -> &str {
    match kind {
        "not started" => "no arrancar",
        "crash" => "venirse abajo",
        "hang" => "no contestar",
        "illegal move" => "jugada ilegal",
        "time" => "tiempo",
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::stats::Sprt;

    #[test]
    fn the_last_line_has_its_form() {
        let tally = Tally { wins: 12, losses: 3, draws: 45, pairs: [0; 5] };
        assert_eq!(summary(&tally), "W-L-D 12-3-45 score 57.5% elo +53 +-43 los 99.3%");
        assert_eq!(summary(&Tally::default()), "W-L-D 0-0-0 score 50.0% elo +0 +-inf los 50.0%");
        let won = Tally { wins: 2, pairs: [0, 0, 0, 0, 1], ..Tally::default() };
        assert_eq!(summary(&won), "W-L-D 2-0-0 score 100.0% elo +inf +-inf los 100.0%");
        assert_eq!(summary(&won.turned()), "W-L-D 0-2-0 score 0.0% elo -inf +-inf los 0.0%");
    }

    #[test]
    fn a_test_says_how_it_stands() {
        let sprt = Sprt::parse("0,8", EloModel::Normalised).unwrap();
        let test = TestState { sprt, pairs: 30, llr: 1.234, verdict: Verdict::Open };
        assert_eq!(test_line(&test, Lang::En), "sprt 0,8 (normalised): llr 1.23 (-2.94, 2.94) after 30 pairs: open");
    }
}
