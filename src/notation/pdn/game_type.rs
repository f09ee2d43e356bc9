//! The `GameType` tag.

use crate::rules::{VARIANTS, Variant};

/// What a `GameType` says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum GameType {
    /// One of our rulesets.
    Known(&'static Variant),
    /// A game of PDN's list that is none of ours, such as 20, the international game.
    Other,
    /// Nothing that we know. Many programs write it wrongly or not at all.
    Unknown,
}

/// Words that programs and people write, beside the names of the rulesets.
const NAMES: &[(&str, &str)] = &[
    ("anglo-american", "english"),
    ("english draughts", "english"),
    ("american checkers", "english"),
    ("british", "english"),
    ("damasport", "italian"),
    ("dama italiana", "italian"),
    ("american pool", "pool"),
    ("pool checkers", "pool"),
    ("damas españolas", "spanish"),
    ("shashki", "russian"),
    ("portuguesas", "portuguese"),
    ("derecha", "filipino"),
];

/// Names of games that are none of ours.
const OTHERS: &[&str] = &[
    "international",
    "canadian",
    "turkish",
    "thai",
    "frisian",
    "frysk!",
    "frysk",
    "spantsiretti",
    "malaysian",
    "dameo",
];

/// The numbers that PDN's list of game types holds.
const LISTED: std::ops::RangeInclusive<u32> = 20..=50;

/// The ruleset of a `GameType` tag's value: a number as PDN lists them, with or without what follows it
/// (`25,W,8,8,A0,0`), or a name. `None` where it is none of the rulesets.
///
/// ```
/// use damero::named_game_type;
/// assert_eq!(named_game_type("25,W,8,8,A0,0").map(|variant| variant.name), Some("russian"));
/// assert_eq!(named_game_type("Filipino").map(|variant| variant.name), Some("filipino"));
/// assert_eq!(named_game_type("20"), None);
/// ```
pub fn named_game_type(text: &str) -> Option<&'static Variant> {
    match game_type(text) {
        GameType::Known(variant) => Some(variant),
        GameType::Other | GameType::Unknown => None,
    }
}

pub(super) fn game_type(text: &str) -> GameType {
    let text = text.trim();
    let first = text.split(',').next().unwrap_or("").trim();
    if let Ok(number) = first.parse::<u32>() {
        let of_number = |variant: &&Variant| variant.game_type.map(u32::from) == Some(number);
        return match VARIANTS.iter().find(of_number) {
            Some(variant) => GameType::Known(variant),
            None if LISTED.contains(&number) => GameType::Other,
            None => GameType::Unknown,
        };
    }
    let name = first.to_lowercase();
    let bare = ["draughts", "checkers", "dama", "damas"].iter().find_map(|what| name.strip_suffix(what));
    let bare = bare.map(str::trim).filter(|bare| !bare.is_empty()).unwrap_or(&name);
    let by_word = NAMES.iter().find(|(word, _)| *word == name).map(|&(_, name)| name);
    let known = [by_word.unwrap_or(&name), bare].into_iter().find_map(|name| Variant::named(name).ok());
    match known {
        Some(variant) => GameType::Known(variant),
        None if OTHERS.contains(&bare) => GameType::Other,
        None => GameType::Unknown,
    }
}

/// Whether a game of this type can be read as one of the ruleset.
pub(super) fn fits(text: &str, variant: &Variant) -> bool {
    match game_type(text) {
        // All tables of damas go by the same word.
        GameType::Known(known) => known == variant || text.trim().eq_ignore_ascii_case(variant.pdn_game_type),
        GameType::Other => false,
        GameType::Unknown => true,
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn each_ruleset_is_known_by_its_own_tag() {
        for variant in &VARIANTS {
            assert!(fits(variant.pdn_game_type, variant), "{}", variant.name);
            if variant.game_type.is_some() {
                assert_eq!(named_game_type(variant.pdn_game_type), Some(variant));
            }
        }
    }

    #[test]
    fn numbers_and_names_are_told_apart_from_what_is_none() {
        let name = |text: &str| named_game_type(text).map(|variant| variant.name);
        for (text, expected) in [
            ("21", "english"),
            (" 25,W,8,8,A0,0", "russian"),
            ("Checkers", "english"),
            ("Italian draughts", "italian"),
            ("Pool checkers", "pool"),
            ("Damas", "damas:long"),
            ("Dama", "filipino"),
            ("damas:short", "damas:short"),
        ] {
            assert_eq!(name(text), Some(expected), "{text}");
        }
        for other in ["20,W,10,10,N2,0", "40", "International draughts", "Frisian"] {
            assert_eq!(game_type(other), GameType::Other, "{other}");
        }
        for unknown in ["", "0", "?", "blitz", "99"] {
            assert_eq!(game_type(unknown), GameType::Unknown, "{unknown}");
        }
    }
}
