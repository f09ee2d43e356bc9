//! What is said in the course of a game.

use crate::board::{Move, Position, Side};
use crate::cli::laws;
use crate::engine::Strength;
use crate::game::{Game, Outcome};
use crate::lang::{Lang, Say};
use crate::notation::{Naming, pdn_move};
use crate::rules::{DrawReason, DrawRule, DrawRules, Variant};
use crate::score::Meaning;
use crate::search::Info;

/// How a game came to its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Ending {
    /// By the rules.
    Over(Outcome),
    /// A side gave it up.
    Resigned(Side),
    /// A side ran out of time.
    Flag(Side),
    /// Drawn by agreement.
    Agreed,
}

impl Ending {
    /// Who won; `None` for a draw. In giveaway the side without a move has won.
    pub fn winner(self, giveaway: bool) -> Option<Side> {
        match self {
            Ending::Over(Outcome::Won(side)) => Some(if giveaway { !side } else { side }),
            Ending::Over(Outcome::Drawn(_)) | Ending::Agreed => None,
            Ending::Resigned(side) | Ending::Flag(side) => Some(!side),
        }
    }

    /// What happened, in a sentence or two.
    pub fn say(self, game: &Game, giveaway: bool, lang: Lang) -> String {
        let wins = |winner: Side| {
            let winner = winner.say(lang);
            lang.pick(format!("{winner} wins"), format!("ganan {winner}"))
        };
        match self {
            Ending::Over(Outcome::Won(side)) => {
                let loser = !side;
                let none_left = game.position().pieces(loser).is_empty();
                let name = loser.say(lang);
                let why = match none_left {
                    true => {
                        lang.pick(format!("{name} has no piece left"), format!("a {name} no les queda ninguna pieza"))
                    }
                    false => lang.pick(format!("{name} has no legal move"), format!("{name} no tienen jugada legal")),
                };
                format!("{why}: {}", wins(if giveaway { loser } else { side }))
            }
            Ending::Over(Outcome::Drawn(reason)) => drawn(reason, game.draws(), lang),
            Ending::Resigned(side) => {
                let name = side.say(lang);
                lang.pick(format!("{name} resigns: {}", wins(!side)), format!("{name} abandonan: {}", wins(!side)))
            }
            Ending::Flag(side) => {
                let name = side.say(lang);
                lang.pick(
                    format!("{name} has run out of time: {}", wins(!side)),
                    format!("a {name} se les acabó el tiempo: {}", wins(!side)),
                )
            }
            Ending::Agreed => lang.pick("draw by agreement", "tablas por acuerdo").to_owned(),
        }
    }
}

/// A draw and the rule that makes it one.
fn drawn(reason: DrawReason, draws: &DrawRules, lang: Lang) -> String {
    let rule = laws::draws(draws, lang).into_iter().find(|(rule, ..)| *rule == reason.0);
    let rule = rule.map_or(String::new(), |(.., text)| format!(" ({text})"));
    let why = reason.say(lang);
    lang.pick(format!("draw: {why}{rule}"), format!("tablas: {why}{rule}"))
}

/// The counts that can make a draw: that of three kings against one always, others from half way.
pub(super) fn counts(game: &Game, lang: Lang) -> Vec<String> {
    let (draws, counters) = (game.draws(), game.state().counters());
    let mut lines = Vec::new();
    let limit = draws.limit(DrawRule::ThreeKings).number;
    if let (Some(side), Some(made)) = (counters.lone_side(), counters.lone_moves())
        && limit != 0
    {
        let side = side.say(lang);
        lines.push(lang.pick(
            format!("Three kings against one: {side} has made {made} of {limit} moves; with the last it is a draw."),
            format!("Tres damas contra una: {side} han hecho {made} de {limit} jugadas; con la última son tablas."),
        ));
    }
    let (repeats, most) = (game.repetitions() as u16, draws.limit(DrawRule::Repetition).number);
    if repeats >= 2 && most != 0 {
        lines.push(lang.pick(
            format!("This position stands for time {repeats}; at {most} it is a draw."),
            format!("Esta posición se da por vez {repeats}; a la {most} son tablas."),
        ));
    }
    for (rule, made) in running(game) {
        let limit = draws.limit(rule).number;
        if limit != 0 && made.saturating_mul(2) >= limit && made < limit {
            let text = laws::draws(draws, lang).into_iter().find(|(of, ..)| *of == rule).map(|(.., text)| text);
            let text = text.unwrap_or_default();
            lines.push(lang.pick(
                format!("Draw count: {made} of {limit} plies ({text})."),
                format!("Cuenta de tablas: {made} de {limit} medias jugadas ({text})."),
            ));
        }
    }
    lines
}

/// The counts of plies that can make a draw in the present position.
fn running(game: &Game) -> Vec<(DrawRule, u16)> {
    let (draws, counters, position) = (game.draws(), game.state().counters(), game.position());
    let kings = position.kings(Side::White).any() && position.kings(Side::Black).any();
    let slow = match position.occupied().count() {
        4..=5 if kings => Some(DrawRule::Kings4To5),
        6..=7 if kings => Some(DrawRule::Kings6To7),
        _ => None,
    };
    let slow = slow.filter(|&rule| draws.limit(rule).number != 0);
    let mut counts = vec![slow.map_or((DrawRule::Quiet, counters.quiet()), |rule| (rule, counters.unchanged()))];
    let of_ending = draws.limit_in(counters.ending());
    if of_ending != 0 {
        let rules = [DrawRule::ThreeAgainstOne, DrawRule::Ending];
        let rule = rules.into_iter().find(|&rule| draws.limit(rule).number == of_ending);
        counts.extend(rule.map(|rule| (rule, counters.ending_plies())));
    }
    counts.push((DrawRule::Road, counters.road()));
    counts
}

/// How the search judges a position, from White's side.
pub(super) fn judged(info: &Info, mover: Side, lang: Lang) -> String {
    let wins = |win: bool, plies: Option<u32>| {
        let winner = (if win { mover } else { !mover }).say(lang);
        let within = plies.map_or(String::new(), |plies| {
            let moves = plies.div_ceil(2);
            lang.pick(format!(" in {moves} moves at most"), format!(" en {moves} jugadas como mucho"))
        });
        lang.pick(format!("{winner} wins{within}"), format!("ganan {winner}{within}"))
    };
    match info.score.meaning() {
        Meaning::WinIn(plies) => wins(true, Some(plies)),
        Meaning::LossIn(plies) => wins(false, Some(plies)),
        Meaning::Database { win, .. } => wins(win, None),
        Meaning::Heuristic(_) if info.is_known => lang.pick("a draw", "tablas").to_owned(),
        Meaning::Heuristic(score) if score.abs() < 20 => lang.pick("about even", "igualada").to_owned(),
        Meaning::Heuristic(score) => {
            let better = (if score > 0 { mover } else { !mover }).say(lang);
            let men = f64::from(score.abs()) / 100.0;
            lang.pick(
                format!("{better} is better, by {men:.1} men or so"),
                format!("{better} están mejor, unos {men:.1} peones"),
            )
        }
    }
}

/// The moves of a game, numbered, in lines of some width.
pub(super) fn record(game: &Game) -> Vec<String> {
    let variant = game.variant();
    let mut lines = vec![String::new()];
    let mut number = 1;
    for (place, (state, &played)) in game.states().iter().zip(game.moves()).enumerate() {
        let first = state.position().side() == variant.first;
        let mut text = pdn_move(state.position(), played, variant);
        if first {
            text = format!("{number}. {text}");
        } else {
            text = if place == 0 { format!("{number}... {text}") } else { text };
            number += 1;
        }
        let last = lines.len() - 1;
        if lines[last].chars().count() + 1 + text.chars().count() > 80 {
            lines.push(text);
        } else {
            let gap = if lines[last].is_empty() { "" } else { " " };
            lines[last] += &format!("{gap}{text}");
        }
    }
    lines
}

/// Moves as they can be typed, with the captured squares where the ends are not enough.
pub(super) fn typed(position: &Position, moves: &[Move], variant: &Variant) -> Vec<String> {
    let naming = Naming::of(variant);
    let write = |&played: &Move| {
        let alike = moves.iter().filter(|of| of.from() == played.from() && of.to() == played.to()).count();
        if alike > 1 { naming.full_move(played) } else { pdn_move(position, played, variant) }
    };
    moves.iter().map(write).collect()
}

/// The strength, as it follows a verb.
pub(super) fn how_strongly(strength: Strength, lang: Lang) -> String {
    if strength.is_full() {
        return lang.pick("at full strength", "con toda su fuerza").to_owned();
    }
    let (level, most) = (strength.level(), Strength::MOST);
    lang.pick(format!("at level {level} of {most}"), format!("al nivel {level} de {most}"))
}
