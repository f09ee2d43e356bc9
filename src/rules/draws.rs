//! Draw rules as data: the limits in force and where each comes from.

use std::fmt;

use crate::board::keys;
use crate::lang::{Lang, Say};

use super::Ending;

/// A number in a draw rule with its source. 0 means that the rule is off.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limit {
    /// Plies (for [`DrawRule::Repetition`] occurrences, for [`DrawRule::ThreeKings`] moves of the lone king).
    pub number: u16,
    /// Article and year, or `convention` where none is known, or `option` where the user set it.
    pub source: &'static str,
}

impl Limit {
    const OFF: Limit = Limit { number: 0, source: "" };

    pub(crate) const fn new(number: u16, source: &'static str) -> Limit {
        Limit { number, source }
    }

    /// Whether a count has reached the limit. Never where the rule is off.
    #[inline]
    pub const fn reached(self, count: u16) -> bool {
        self.number != 0 && count >= self.number
    }
}

/// The draw rules by name, as options know them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DrawRule {
    /// `repetition`: the same position with the same side to move for the n-th time.
    Repetition,
    /// `quiet`: n plies without a capture or a man's move.
    Quiet,
    /// `3v1`: three kings (or three and more, see [`DrawRules::three_or_more`]) against one, n plies since it arose.
    ThreeAgainstOne,
    /// `road`: three pieces, a king among them, against one king alone on the main road, n plies in total.
    Road,
    /// `kings4-5`: kings on both sides, four or five pieces, n plies since the last capture or crowning.
    Kings4To5,
    /// `kings6-7`: the same with six or seven pieces.
    Kings6To7,
    /// `ending`: n plies since one of [`DrawRules::endings`] arose.
    Ending,
    /// `three-kings`: the lone king has made n moves against three (source S3, see `damero rules filipino`).
    ThreeKings,
}

impl DrawRule {
    /// All of them.
    pub const ALL: [DrawRule; 8] = [
        DrawRule::Repetition,
        DrawRule::Quiet,
        DrawRule::ThreeAgainstOne,
        DrawRule::Road,
        DrawRule::Kings4To5,
        DrawRule::Kings6To7,
        DrawRule::Ending,
        DrawRule::ThreeKings,
    ];

    /// Whether the rule counts from the moment a balance of pieces arose, or while one lasts, and not from the last capture
    /// or man's move.
    pub const fn counts_a_balance(self) -> bool {
        match self {
            DrawRule::Repetition | DrawRule::Quiet => false,
            DrawRule::ThreeAgainstOne
            | DrawRule::Road
            | DrawRule::Kings4To5
            | DrawRule::Kings6To7
            | DrawRule::Ending
            | DrawRule::ThreeKings => true,
        }
    }

    /// The name in options.
    pub const fn name(self) -> &'static str {
        match self {
            DrawRule::Repetition => "repetition",
            DrawRule::Quiet => "quiet",
            DrawRule::ThreeAgainstOne => "3v1",
            DrawRule::Road => "road",
            DrawRule::Kings4To5 => "kings4-5",
            DrawRule::Kings6To7 => "kings6-7",
            DrawRule::Ending => "ending",
            DrawRule::ThreeKings => "three-kings",
        }
    }

    /// The largest number the rule takes; counters are kept in few bits.
    pub const fn max(self) -> u16 {
        match self {
            DrawRule::Repetition => 100,
            DrawRule::Quiet | DrawRule::Kings4To5 | DrawRule::Kings6To7 => 10_000,
            DrawRule::ThreeAgainstOne | DrawRule::Road | DrawRule::Ending => 250,
            DrawRule::ThreeKings => 120,
        }
    }
}

/// Why a game is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct DrawReason(pub DrawRule);

impl Say for DrawReason {
    fn say(&self, lang: Lang) -> String {
        let (english, spanish) = match self.0 {
            DrawRule::Repetition => ("the position has been repeated", "la posición se ha repetido"),
            DrawRule::Quiet => (
                "too many plies without a capture or a man's move",
                "demasiadas jugadas sin captura ni movimiento de peón",
            ),
            DrawRule::ThreeAgainstOne => {
                ("too many plies with three kings against one", "demasiadas jugadas con tres damas contra una")
            }
            DrawRule::Road => (
                "too many plies with three pieces against one king on the main road",
                "demasiadas jugadas con tres piezas contra una dama en la gran diagonal",
            ),
            DrawRule::Kings4To5 | DrawRule::Kings6To7 => (
                "too many plies since the last capture or crowning",
                "demasiadas jugadas desde la última captura o coronación",
            ),
            DrawRule::Ending => {
                ("too many plies since this ending arose", "demasiadas jugadas desde que surgió este final")
            }
            DrawRule::ThreeKings => (
                "the lone king has made his moves against three kings",
                "la dama sola ha hecho todas sus jugadas contra tres damas",
            ),
        };
        lang.pick(english, spanish).to_owned()
    }
}

impl fmt::Display for DrawReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.say(Lang::En))
    }
}

/// The draw rules in force in a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DrawRules {
    limits: [Limit; 8],
    /// No rule that counts plies since a capture, a crowning or a man's move draws before this many.
    earliest: u16,
    /// Whether `3v1` also holds with four and more kings against one.
    pub three_or_more: bool,
    /// The endings under the rule `ending`.
    pub endings: &'static [Ending],
    /// Whether crowning a man leaves the ending the same (two kings, or king and man, against one king).
    pub crowning_keeps_ending: bool,
}

/// Why a draw option was refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DrawRulesError {
    /// No set of that name.
    UnknownSet(String),
    /// No rule of that name.
    UnknownRule(String),
    /// Not of the form `RULE=PLIES`.
    Form(String),
    /// Not a number the rule takes.
    Number(DrawRule, String),
}

impl Say for DrawRulesError {
    fn say(&self, lang: Lang) -> String {
        match self {
            DrawRulesError::UnknownSet(text) => lang.pick(
                format!("no draw rules are called '{text}'; known: a ruleset's name, fmjd64, agreed, none"),
                format!("no hay reglas de tablas llamadas '{text}'; hay: el nombre de un juego, fmjd64, agreed, none"),
            ),
            DrawRulesError::UnknownRule(text) => {
                let names: Vec<&str> = DrawRule::ALL.iter().map(|rule| rule.name()).collect();
                let names = names.join(", ");
                lang.pick(
                    format!("no draw rule is called '{text}'; known: {names}"),
                    format!("no hay regla de tablas llamada '{text}'; hay: {names}"),
                )
            }
            DrawRulesError::Form(text) => lang.pick(
                format!("'{text}' is not RULE=PLIES, such as quiet=80"),
                format!("'{text}' no tiene la forma REGLA=JUGADAS, como quiet=80"),
            ),
            DrawRulesError::Number(rule, text) => {
                let (name, max) = (rule.name(), rule.max());
                // A game cannot be drawn the first time that a position arises.
                let least = if *rule == DrawRule::Repetition { 2 } else { 1 };
                lang.pick(
                    format!("'{text}' is no number for {name}: 0 (off) or {least} to {max}"),
                    format!("'{text}' no es un número para {name}: 0 (sin regla) o de {least} a {max}"),
                )
            }
        }
    }
}

impl fmt::Display for DrawRulesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.say(Lang::En))
    }
}

impl std::error::Error for DrawRulesError {}

impl DrawRules {
    /// No draw but by agreement.
    pub const NONE: DrawRules = DrawRules {
        limits: [Limit::OFF; 8],
        earliest: u16::MAX,
        three_or_more: false,
        endings: &[],
        crowning_keeps_ending: false,
    };

    /// The rules with one of them changed, whatever the number.
    pub(crate) const fn with(mut self, rule: DrawRule, limit: Limit) -> DrawRules {
        self.limits[rule as usize] = limit;
        self.earliest = self.earliest_count();
        self
    }

    const fn earliest_count(&self) -> u16 {
        let mut earliest = u16::MAX;
        let counted = [DrawRule::Quiet, DrawRule::Kings4To5, DrawRule::Kings6To7];
        let mut i = 0;
        while i < counted.len() {
            let number = self.limit(counted[i]).number;
            if number != 0 && number < earliest {
                earliest = number;
            }
            i += 1;
        }
        earliest
    }

    /// The least number of plies without a capture or crowning at which a rule that counts them can draw.
    #[inline(always)]
    pub(crate) const fn earliest(&self) -> u16 {
        self.earliest
    }

    const fn common(repetition: Limit, quiet: Limit) -> DrawRules {
        DrawRules::NONE.with(DrawRule::Repetition, repetition).with(DrawRule::Quiet, quiet)
    }

    /// English: 3rd repetition, 40 moves of each side.
    pub const ENGLISH: DrawRules =
        DrawRules::common(Limit::new(3, "WCDF 1.32.1 (2012)"), Limit::new(80, "WCDF 1.32.2 (2012)"));
    /// Italian: 4th repetition, 40 moves of each side.
    pub const ITALIAN: DrawRules =
        DrawRules::common(Limit::new(4, "FID, Regolamento tecnico 9.3 b1"), Limit::new(80, "convention"));
    /// Spanish: 3rd repetition, 20 moves of each side.
    pub const SPANISH: DrawRules = DrawRules::common(Limit::new(3, "convention"), Limit::new(40, "convention"));
    /// Portuguese: as Spanish until the federation's own limited-move laws (FPD 3.2) are known here.
    pub const PORTUGUESE: DrawRules = DrawRules::common(
        Limit::new(3, "convention: as spanish; FPD 3.2 has laws of its own"),
        Limit::new(40, "convention: as spanish; FPD 3.2 has laws of its own"),
    );
    /// Damas: 3rd repetition, a table option of 40 plies.
    pub const DAMAS: DrawRules =
        DrawRules::common(Limit::new(3, "convention"), Limit::new(40, "S2, table option (default)"));
    /// Brazilian: 3rd repetition, 20 moves of each side, small endings 5 moves of each side.
    pub const BRAZILIAN: DrawRules = DrawRules {
        endings: &[
            Ending::TwoKingsTwoKings,
            Ending::TwoKingsOne,
            Ending::TwoKingsKingMan,
            Ending::KingKing,
            Ending::KingManKing,
        ],
        ..DrawRules::common(Limit::new(3, "CBD, regras oficiais"), Limit::new(40, "CBD, regras oficiais"))
            .with(DrawRule::Ending, Limit::new(10, "CBD, regras oficiais"))
    };
    /// Pool: 3rd repetition, 15 moves of each side, three kings against one 13 moves of each side.
    pub const POOL: DrawRules =
        DrawRules::common(Limit::new(3, "convention"), Limit::new(30, "convention (APCA rule 26, to be confirmed)"))
            .with(DrawRule::ThreeAgainstOne, Limit::new(26, "APCA, thirteen moves"));
    /// Russian: FMJD-64 7.2.
    pub const RUSSIAN: DrawRules = DrawRules {
        three_or_more: true,
        endings: &[Ending::TwoKingsOne, Ending::KingManKing, Ending::KingKing],
        crowning_keeps_ending: true,
        ..DrawRules::common(Limit::new(3, "FMJD-64 7.2"), Limit::new(30, "FMJD-64 7.2 (a)"))
            .with(DrawRule::ThreeAgainstOne, Limit::new(30, "FMJD-64 7.2 (b)"))
            .with(DrawRule::Road, Limit::new(10, "FMJD-64 7.2 (c)"))
            .with(DrawRule::Kings4To5, Limit::new(60, "FMJD-64 7.2 (d)"))
            .with(DrawRule::Kings6To7, Limit::new(120, "FMJD-64 7.2 (d)"))
            .with(DrawRule::Ending, Limit::new(10, "FMJD-64 7.2 (e)"))
    };
    /// Czech: 3rd repetition, 30 moves of each side.
    pub const CZECH: DrawRules = DrawRules::common(Limit::new(3, "convention"), Limit::new(60, "convention"));
    /// Filipino: 3rd repetition, 40 moves of each side, and three kings against one within twelve moves.
    pub const FILIPINO: DrawRules = DrawRules::common(Limit::new(3, "convention"), Limit::new(80, "convention"))
        .with(DrawRule::ThreeKings, Limit::new(12, "S3"));

    /// A number that is the same for rules with the same limits, and most likely for no others.
    pub(crate) fn fingerprint(&self) -> u64 {
        let limits = self.limits.iter().zip(1..);
        let endings = self.endings.iter().fold(0, |set, &ending| set | 1u64 << ending as u8);
        let flags = endings << 2 | u64::from(self.three_or_more) << 1 | u64::from(self.crowning_keeps_ending);
        limits.fold(keys::of_number(flags), |sum, (limit, place)| {
            sum ^ keys::of_number(u64::from(limit.number) << 8 | place)
        })
    }

    /// The limit of a rule.
    #[inline(always)]
    pub const fn limit(&self, rule: DrawRule) -> Limit {
        self.limits[rule as usize]
    }

    /// Sets the limit of a rule; 0 turns it off. `three-kings` takes the place of `3v1`, so setting it removes that.
    ///
    /// # Errors
    /// If the number is above [`DrawRule::max`], or is 1 for repetition.
    pub fn set(&mut self, rule: DrawRule, number: u16) -> Result<(), DrawRulesError> {
        if number > rule.max() || rule == DrawRule::Repetition && number == 1 {
            return Err(DrawRulesError::Number(rule, number.to_string()));
        }
        self.limits[rule as usize] = Limit::new(number, "option");
        self.earliest = self.earliest_count();
        if rule == DrawRule::ThreeKings {
            self.limits[DrawRule::ThreeAgainstOne as usize] = Limit::OFF;
        }
        if rule == DrawRule::Ending && self.endings.is_empty() {
            self.endings = DrawRules::BRAZILIAN.endings;
        }
        Ok(())
    }

    /// Applies an option of the form `RULE=PLIES`.
    ///
    /// # Errors
    /// If the form, the rule's name or the number is wrong.
    pub fn apply(&mut self, text: &str) -> Result<(), DrawRulesError> {
        let (name, number) = text.split_once('=').ok_or_else(|| DrawRulesError::Form(text.to_owned()))?;
        let rule = DrawRule::ALL.into_iter().find(|rule| rule.name() == name.trim());
        let rule = rule.ok_or_else(|| DrawRulesError::UnknownRule(name.to_owned()))?;
        let wrong = || DrawRulesError::Number(rule, number.to_owned());
        self.set(rule, number.trim().parse().map_err(|_| wrong())?).map_err(|_| wrong())
    }
}
