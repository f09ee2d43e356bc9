//! A solved study in text.

use crate::board::{Move, Position, Side};
use crate::egdb::Wld;
use crate::lang::{Lang, Say};
use crate::notation::pdn_move;
use crate::rules::Variant;
use crate::study::{Branch, End, Goal, Point, Proof, Rank, Study, Verdict};

use super::json::name;

/// The widest a line gets, in characters.
const WIDTH: usize = 96;

/// The study line by line; the verdict stands last.
pub(super) fn study(study: &Study, variant: &'static Variant, lang: Lang) -> Vec<String> {
    let view = View { study, variant, lang };
    let mut lines = vec![view.goal(), view.value()];
    if let Some(main) = &study.main {
        if !main.steps.is_empty() {
            lines.push(String::new());
            lines.push(lang.pick("Main line (! the only way)", "Línea principal (! el único camino)").to_owned());
            lines.extend(view.branch(main, 0, 2));
            lines.extend(view.other_ways(main));
        }
        let variations = view.variations(main, 0, 2);
        if !variations.is_empty() {
            lines.push(String::new());
            lines.push(lang.pick("Variations", "Variantes").to_owned());
            lines.extend(variations);
        }
    }
    lines.extend(view.lengths());
    lines.push(String::new());
    lines.extend(wrapped(&view.verdict(), 0));
    lines
}

struct View<'a> {
    study: &'a Study,
    variant: &'static Variant,
    lang: Lang,
}

impl View<'_> {
    fn goal(&self) -> String {
        let (mover, solver) = (self.study.start.position().side(), self.study.solver);
        let (to_play, who) = (mover.say(self.lang), solver.say(self.lang));
        match (self.study.goal, mover == solver) {
            (Goal::Win, true) => self.lang.pick(format!("{who} to play and win"), format!("juegan {who} y ganan")),
            (Goal::Draw, true) => {
                self.lang.pick(format!("{who} to play and draw"), format!("juegan {who} y hacen tablas"))
            }
            (Goal::Win, false) => {
                self.lang.pick(format!("{to_play} to play, {who} wins"), format!("juegan {to_play}, ganan {who}"))
            }
            (Goal::Draw, false) => self
                .lang
                .pick(format!("{to_play} to play, {who} draws"), format!("juegan {to_play}, {who} hacen tablas")),
        }
    }

    /// What the position comes to, and how that is known.
    fn value(&self) -> String {
        let lang = self.lang;
        let mover = self.study.start.position().side();
        let Some(known) = self.study.known else {
            let score = self.study.score.map_or(0.0, |score| score.hub());
            return lang.pick(
                format!("not proven; the search thinks {score:+.2} for {}", mover.say(lang)),
                format!("sin demostrar; la búsqueda estima {score:+.2} para {}", mover.say(lang)),
            );
        };
        let by = match known.proof {
            Proof::Laws => lang.pick("by the laws", "por las leyes"),
            Proof::Database => lang.pick("by database", "por base de datos"),
            Proof::Search => lang.pick("proven by search", "demostrado por búsqueda"),
        };
        let within = known.plies.map_or(String::new(), |plies| {
            let most = if known.proof == Proof::Search { lang.pick("at most ", "como mucho ") } else { "" };
            lang.pick(format!(" in {most}{}", moves(plies, lang)), format!(" en {most}{}", moves(plies, lang)))
        });
        let wins = |winner: Side| {
            let winner = winner.say(lang);
            lang.pick(format!("{winner} wins{within}, {by}"), format!("ganan {winner}{within}, {by}"))
        };
        match known.outcome {
            Wld::Win => wins(mover),
            Wld::Loss => wins(!mover),
            Wld::Draw => lang.pick(format!("a draw, {by}"), format!("tablas, {by}")),
        }
    }

    fn text(&self, position: &Position, played: Move) -> String {
        pdn_move(position, played, self.variant)
    }

    /// The number before a move that is made after so many plies, with dots where the side that begins did not make it.
    fn number(&self, ply: usize) -> String {
        format!("{}{}", ply / 2 + 1, if ply.is_multiple_of(2) { "." } else { "..." })
    }

    /// The moves of a branch whose first is made after so many plies.
    fn branch(&self, branch: &Branch, ply: usize, indent: usize) -> Vec<String> {
        let mut text = String::new();
        for (place, step) in branch.steps.iter().enumerate() {
            let at = ply + place;
            if at.is_multiple_of(2) || place == 0 {
                text += &format!("{} ", self.number(at));
            }
            text += &self.text(step.before.position(), step.played);
            if step.point.as_ref().is_some_and(|point| !point.has_dual() && !point.is_open()) {
                text.push('!');
            }
            text.push(' ');
        }
        text += &self.end(branch);
        wrapped(&text, indent)
    }

    /// Why a branch ends, where that is not plain to see.
    fn end(&self, branch: &Branch) -> String {
        let text = match branch.end {
            End::Over => return String::new(),
            End::Several => {
                let others = branch.steps.last().and_then(|last| last.point.as_ref().map(|point| (last, point)));
                let Some((last, point)) = others else { return String::new() };
                let texts = self.ranked(last.before.position(), point, Rank::Dual);
                self.lang.pick(format!("or {texts}"), format!("o {texts}"))
            }
            End::Known => self.lang.pick("the position stands above", "la posición está arriba").to_owned(),
            End::Quiet => self.lang.pick("every move draws", "toda jugada entabla").to_owned(),
            End::Cut => self.lang.pick("not followed further", "no se sigue más").to_owned(),
            End::Unproven => self.lang.pick("what follows is not proven", "lo que sigue no está demostrado").to_owned(),
        };
        format!("({text})")
    }

    /// The moves of a rank, with the plies to the end where they are known.
    fn ranked(&self, position: &Position, point: &Point, rank: Rank) -> String {
        let texts: Vec<String> = point
            .ranked(rank)
            .map(|choice| {
                let text = self.text(position, choice.played);
                choice.known.plies.map_or(text.clone(), |plies| format!("{text} [{plies}]"))
            })
            .collect();
        texts.join(", ")
    }

    /// What else the solver can play in the main line, a line for each point.
    fn other_ways(&self, main: &Branch) -> Vec<String> {
        let lang = self.lang;
        let mut lines = Vec::new();
        for (ply, step) in main.steps.iter().enumerate() {
            let Some(point) = &step.point else { continue };
            let position = step.before.position();
            let kinds = [
                (Rank::Dual, lang.pick("dual", "dual")),
                (Rank::Perhaps, lang.pick("longer, perhaps a loss of time", "más larga, quizá pérdida de tiempo")),
                (Rank::LossOfTime, lang.pick("loss of time", "pérdida de tiempo")),
            ];
            let ranked = kinds.into_iter().map(|(rank, name)| (self.ranked(position, point, rank), name));
            let mut texts: Vec<String> =
                ranked.filter(|(moves, _)| !moves.is_empty()).map(|(moves, name)| format!("{name}: {moves}")).collect();
            if !point.open.is_empty() {
                let open: Vec<String> = point
                    .open
                    .iter()
                    .map(|&(played, score)| format!("{} ({:+.2})", self.text(position, played), score.hub()))
                    .collect();
                texts.push(format!("{}: {}", lang.pick("not refuted", "sin refutar"), open.join(", ")));
            }
            if !texts.is_empty() {
                let number = self.number(ply);
                let chosen = [Rank::Only, Rank::Main].map(|rank| self.ranked(position, point, rank)).concat();
                lines.extend(wrapped(&format!("{number} {chosen}; {}", texts.join("; ")), 2));
            }
        }
        if !lines.is_empty() {
            let heading = lang.pick(
                "Other moves of the solver in the main line [plies to the end]",
                "Otras jugadas de quien resuelve en la línea principal [medias jugadas hasta el fin]",
            );
            lines.splice(0..0, [String::new(), heading.to_owned()]);
        }
        lines
    }

    /// The variations of a branch, each under where it begins.
    fn variations(&self, branch: &Branch, ply: usize, indent: usize) -> Vec<String> {
        let mut lines = Vec::new();
        for (place, step) in branch.steps.iter().enumerate() {
            for variation in &step.variations {
                lines.extend(self.branch(variation, ply + place, indent));
                lines.extend(self.variations(variation, ply + place, indent + 2));
            }
        }
        lines
    }

    fn lengths(&self) -> Vec<String> {
        let (lang, study) = (self.lang, self.study);
        let mut lines = Vec::new();
        let longest = study.main.as_ref().filter(|main| main.end == End::Over && !main.steps.is_empty());
        if let Some(longest) = longest.filter(|_| study.goal == Goal::Win) {
            lines.push(String::new());
            let plies = moves(longest.steps.len() as u32, lang);
            lines.push(lang.pick(
                format!("Longest line: {plies}, the main line"),
                format!("Línea más larga: {plies}, la principal"),
            ));
        }
        if !study.shortest.is_empty() {
            let mut position = *study.start.position();
            let mut text = String::new();
            for (ply, &played) in study.shortest.iter().enumerate() {
                if ply.is_multiple_of(2) {
                    text += &format!("{} ", self.number(ply));
                }
                text += &format!("{} ", self.text(&position, played));
                position = position.play(played);
            }
            let plies = moves(study.shortest.len() as u32, lang);
            let text =
                lang.pick(format!("Shortest line: {plies}: {text}"), format!("Línea más corta: {plies}: {text}"));
            lines.extend(wrapped(&text, 0));
        }
        if study.loose > 0 {
            lines.push(lang.pick(
                format!("Defences that leave several ways at once, not shown: {}", study.loose),
                format!("Defensas que dejan varios caminos a la vez, no mostradas: {}", study.loose),
            ));
        }
        lines
    }

    fn verdict(&self) -> String {
        let (lang, study) = (self.lang, self.study);
        let places = |places: &[usize]| {
            let numbers: Vec<String> = places.iter().map(|&place| self.number(place)).collect();
            numbers.join(", ")
        };
        let text = match &study.verdict {
            Verdict::Refuted => lang.pick(
                "the position does not come to what --goal asks for".to_owned(),
                "la posición no da lo que pide --goal".to_owned(),
            ),
            Verdict::Unproven => lang.pick(
                "what the position comes to is beyond the databases, and the search did not prove it; give more --time, or \
                 larger databases with --egdb"
                    .to_owned(),
                "lo que da la posición queda fuera de las bases y la búsqueda no lo demostró; dé más --time, o bases \
                 mayores con --egdb"
                    .to_owned(),
            ),
            Verdict::Cooked(moves) => {
                let texts: Vec<String> =
                    moves.iter().map(|&played| self.text(study.start.position(), played)).collect();
                let texts = texts.join(", ");
                lang.pick(format!("other first moves do it as well: {texts}"), format!("también lo logran otras primeras jugadas: {texts}"))
            }
            Verdict::Duals(at) => lang.pick(
                format!("one first move, but duals in the main line at {}", places(at)),
                format!("una sola primera jugada, pero duales en la línea principal en {}", places(at)),
            ),
            Verdict::Sound => {
                lang.pick("one way alone in the main line".to_owned(), "un solo camino en la línea principal".to_owned())
            }
            Verdict::Open(at) => lang.pick(
                format!("no other way was found, but not all moves are refuted at {}", places(at)),
                format!("no se halló otro camino, pero no toda jugada está refutada en {}", places(at)),
            ),
        };
        let cut = study.interrupted || study.main.as_ref().is_some_and(|main| main.end == End::Cut);
        let so_far = if cut { lang.pick(" (as far as it was followed)", " (hasta donde se siguió)") } else { "" };
        format!("verdict {}: {text}{so_far}", name(&study.verdict))
    }
}

/// Plies, and moves of the side that makes the first and the last.
fn moves(plies: u32, lang: Lang) -> String {
    let moves = plies.div_ceil(2);
    let (ply, one) = lang.pick(
        (if plies == 1 { "ply" } else { "plies" }, if moves == 1 { "move" } else { "moves" }),
        (if plies == 1 { "media jugada" } else { "medias jugadas" }, if moves == 1 { "jugada" } else { "jugadas" }),
    );
    format!("{plies} {ply} / {moves} {one}")
}

/// A text in lines of some width, each indented, those after the first by two columns more.
fn wrapped(text: &str, indent: usize) -> Vec<String> {
    let mut lines = vec![" ".repeat(indent)];
    for word in text.split_whitespace() {
        let last = lines.len() - 1;
        let begun = !lines[last].trim_start().is_empty();
        if begun && lines[last].chars().count() + 1 + word.chars().count() > WIDTH {
            lines.push(format!("{}{word}", " ".repeat(indent + 2)));
        } else {
            lines[last] += &format!("{}{word}", if begun { " " } else { "" });
        }
    }
    lines
}
