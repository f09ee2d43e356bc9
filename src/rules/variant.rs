//! The named rulesets.

use std::fmt;

use crate::board::{Position, Side};
use crate::lang::{Lang, Say};

use super::{DrawRules, DrawRulesError, Laws, Numbering};

/// A ruleset as users know it: a set of laws of movement, draw rules, who moves first, and how squares are written.
#[derive(PartialEq, Eq, Debug)]
pub struct Variant {
    /// The name in options and protocols.
    pub name: &'static str,
    /// Other names that are understood.
    pub synonyms: &'static [&'static str],
    /// The laws of movement.
    pub laws: Laws,
    /// The ruleset's own draw rules.
    pub draws: DrawRules,
    /// The side that moves first.
    pub first: Side,
    /// How squares are numbered.
    pub numbering: Numbering,
    /// Whether PDN writes squares by letters.
    pub algebraic: bool,
    /// The GameType number of PDN and CheckerBoard; `None` where there is none and a text stands in PDN.
    pub game_type: Option<u8>,
    /// The value of PDN's GameType tag.
    pub pdn_game_type: &'static str,
    /// Where the laws come from.
    pub source: &'static str,
}

const fn variant(
    name: &'static str,
    laws: Laws,
    draws: DrawRules,
    numbering: Numbering,
    source: &'static str,
) -> Variant {
    Variant {
        name,
        synonyms: &[],
        laws,
        draws,
        first: Side::White,
        numbering,
        algebraic: false,
        game_type: None,
        pdn_game_type: "Damas",
        source,
    }
}

/// All rulesets, in the order in which they are listed.
pub static VARIANTS: [Variant; 12] = [
    Variant {
        synonyms: &["american", "checkers"],
        first: Side::Black,
        game_type: Some(21),
        pdn_game_type: "21,B,8,8,N1,0",
        ..variant("english", Laws::English, DrawRules::ENGLISH, Numbering::English, "WCDF rules (2012); S0, S1")
    },
    Variant {
        game_type: Some(22),
        pdn_game_type: "22,W,8,8,N2,1",
        ..variant("italian", Laws::Italian, DrawRules::ITALIAN, Numbering::Italian, "FID, Regolamento tecnico")
    },
    Variant {
        game_type: Some(24),
        pdn_game_type: "24,W,8,8,N1,1",
        ..variant("spanish", Laws::Spanish, DrawRules::SPANISH, Numbering::Spanish, "convention")
    },
    Variant {
        game_type: Some(28),
        pdn_game_type: "28,W,8,8,N1,1",
        ..variant(
            "portuguese",
            Laws::Spanish,
            DrawRules::PORTUGUESE,
            Numbering::Spanish,
            "FPD; laws of movement as spanish",
        )
    },
    Variant {
        game_type: Some(25),
        pdn_game_type: "25,W,8,8,A0,0",
        algebraic: true,
        ..variant("russian", Laws::Russian, DrawRules::RUSSIAN, Numbering::English, "FMJD-64")
    },
    Variant {
        game_type: Some(26),
        pdn_game_type: "26,W,8,8,A0,0",
        algebraic: true,
        ..variant("brazilian", Laws::Brazilian, DrawRules::BRAZILIAN, Numbering::English, "CBD")
    },
    Variant {
        first: Side::Black,
        game_type: Some(23),
        pdn_game_type: "23,B,8,8,N1,0",
        ..variant("pool", Laws::Pool, DrawRules::POOL, Numbering::English, "APCA")
    },
    Variant {
        game_type: Some(29),
        pdn_game_type: "29,W,8,8,A0,0",
        algebraic: true,
        ..variant("czech", Laws::Czech, DrawRules::CZECH, Numbering::English, "convention")
    },
    Variant {
        synonyms: &["dama"],
        pdn_game_type: "Filipino",
        ..variant("filipino", Laws::Brazilian, DrawRules::FILIPINO, Numbering::Italian, "S3 (dama, derecha)")
    },
    variant(
        "damas:short",
        Laws::DamasShort,
        DrawRules::DAMAS,
        Numbering::Spanish,
        "S2: kings step, capture neighbours",
    ),
    variant("damas:mixed", Laws::DamasMixed, DrawRules::DAMAS, Numbering::Spanish, "S2: kings fly, capture neighbours"),
    Variant {
        synonyms: &["damas"],
        ..variant(
            "damas:long",
            Laws::Spanish,
            DrawRules::DAMAS,
            Numbering::Spanish,
            "S2: kings fly, capture at a distance",
        )
    },
];

/// No ruleset has the name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownVariant(pub String);

impl Say for UnknownVariant {
    fn say(&self, lang: Lang) -> String {
        let names: Vec<&str> = VARIANTS.iter().map(|variant| variant.name).collect();
        let (text, names) = (&self.0, names.join(", "));
        lang.pick(
            format!("no ruleset is called '{text}'; known: {names}"),
            format!("no hay ningún juego llamado '{text}'; hay: {names}"),
        )
    }
}

impl fmt::Display for UnknownVariant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.say(Lang::En))
    }
}

impl std::error::Error for UnknownVariant {}

impl Variant {
    /// The ruleset of a name or synonym; case does not matter.
    ///
    /// # Errors
    /// If there is none.
    pub fn named(name: &str) -> Result<&'static Variant, UnknownVariant> {
        let wanted = name.trim().to_ascii_lowercase();
        VARIANTS
            .iter()
            .find(|variant| variant.name == wanted || variant.synonyms.contains(&wanted.as_str()))
            .ok_or_else(|| UnknownVariant(name.to_owned()))
    }

    /// The start position.
    pub const fn start(&self) -> Position {
        Position::start(self.first)
    }

    /// The first ruleset of some laws, whose name stands for them in the names of files. All laws have one.
    pub fn of_laws(laws: Laws) -> &'static Variant {
        VARIANTS.iter().find(|variant| variant.laws == laws).unwrap_or(&VARIANTS[0])
    }

    /// The draw rules of a name: a ruleset's, `fmjd64`, `agreed` or `none`; `own` for this ruleset's.
    ///
    /// # Errors
    /// If there is no such set.
    pub fn draw_rules(&self, name: &str) -> Result<DrawRules, DrawRulesError> {
        match name.trim().to_ascii_lowercase().as_str() {
            "own" => Ok(self.draws.clone()),
            "fmjd64" => Ok(DrawRules::RUSSIAN),
            // S1: a game is drawn by agreement only, which no count can find.
            "agreed" | "none" => Ok(DrawRules::NONE),
            other => Variant::named(other)
                .map(|variant| variant.draws.clone())
                .map_err(|_| DrawRulesError::UnknownSet(name.to_owned())),
        }
    }
}
