//! The sets of laws as types, so that move generation and search are compiled once for each, and the one visitor that
//! turns a run-time value into the type.

use super::RuleSpec;

/// A set of laws of movement as a zero-sized type.
pub trait Ruleset: Copy + Send + Sync + 'static {
    /// The laws.
    const SPEC: RuleSpec;
    /// The run-time name of these laws.
    const LAWS: Laws;
}

/// A set of laws of movement as a value. Several rulesets can share one: see [`super::Variant`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Laws {
    /// See [`English`].
    English,
    /// See [`Italian`].
    Italian,
    /// See [`Spanish`].
    Spanish,
    /// See [`Russian`].
    Russian,
    /// See [`Brazilian`].
    Brazilian,
    /// See [`Pool`].
    Pool,
    /// See [`Czech`].
    Czech,
    /// See [`DamasShort`].
    DamasShort,
    /// See [`DamasMixed`].
    DamasMixed,
}

/// Something to be done for a set of laws that is known at run time only.
pub trait LawsVisitor {
    /// What is made.
    type Output;
    /// Does it, with the laws as a type.
    fn visit<R: Ruleset>(self) -> Self::Output;
}

impl Laws {
    /// All sets of laws.
    pub const ALL: [Laws; 9] = [
        Laws::English,
        Laws::Italian,
        Laws::Spanish,
        Laws::Russian,
        Laws::Brazilian,
        Laws::Pool,
        Laws::Czech,
        Laws::DamasShort,
        Laws::DamasMixed,
    ];

    /// The place among all sets of laws: what stands for them in files.
    pub const fn place(self) -> usize {
        self as usize
    }

    /// The laws of a place; `None` where there are none.
    pub fn at(place: usize) -> Option<Laws> {
        Laws::ALL.get(place).copied()
    }

    /// Calls the visitor with the type of these laws.
    #[inline]
    pub fn visit<V: LawsVisitor>(self, visitor: V) -> V::Output {
        match self {
            Laws::English => visitor.visit::<English>(),
            Laws::Italian => visitor.visit::<Italian>(),
            Laws::Spanish => visitor.visit::<Spanish>(),
            Laws::Russian => visitor.visit::<Russian>(),
            Laws::Brazilian => visitor.visit::<Brazilian>(),
            Laws::Pool => visitor.visit::<Pool>(),
            Laws::Czech => visitor.visit::<Czech>(),
            Laws::DamasShort => visitor.visit::<DamasShort>(),
            Laws::DamasMixed => visitor.visit::<DamasMixed>(),
        }
    }

    /// The laws as data.
    pub fn spec(self) -> RuleSpec {
        struct Spec;
        impl LawsVisitor for Spec {
            type Output = RuleSpec;
            fn visit<R: Ruleset>(self) -> RuleSpec {
                R::SPEC
            }
        }
        self.visit(Spec)
    }
}

/// English draughts, American checkers: men capture forwards, kings step, free choice of capture.
#[derive(Clone, Copy, Debug)]
pub struct English;

impl Ruleset for English {
    const LAWS: Laws = Laws::English;
    // WCDF Rules of Draughts (Checkers), 2012: 1.13-1.20.
    const SPEC: RuleSpec = RuleSpec {
        men_capture_backwards: false, // 1.16
        men_capture_kings: true,      // 1.16
        kings_fly: false,             // 1.15
        kings_capture_far: false,     // 1.17
        crowned_in_passing: false,    // 1.19: the turn ends when a man becomes a king
        most_pieces: false,           // 1.20: any capture may be chosen
        by_king: false,
        most_kings: false,
        kings_earliest: false,
    };
}

/// Italian draughts: men never capture kings, kings step, four laws of priority.
#[derive(Clone, Copy, Debug)]
pub struct Italian;

impl Ruleset for Italian {
    const LAWS: Laws = Laws::Italian;
    // Federazione Italiana Dama, Regolamento tecnico: articles 4 to 6.
    const SPEC: RuleSpec = RuleSpec {
        men_capture_backwards: false,
        men_capture_kings: false,
        kings_fly: false,
        kings_capture_far: false,
        crowned_in_passing: false,
        most_pieces: true,
        by_king: true,
        most_kings: true,
        kings_earliest: true,
    };
}

/// Spanish draughts; the same laws of movement in the Portuguese game and in damas with both options at "long".
#[derive(Clone, Copy, Debug)]
pub struct Spanish;

impl Ruleset for Spanish {
    const LAWS: Laws = Laws::Spanish;
    const SPEC: RuleSpec = RuleSpec {
        men_capture_backwards: false,
        men_capture_kings: true,
        kings_fly: true,
        kings_capture_far: true,
        crowned_in_passing: false,
        most_pieces: true, // ley de cantidad
        by_king: false,
        most_kings: true, // ley de calidad
        kings_earliest: false,
    };
}

/// Russian draughts: men capture both ways and go on as kings when they reach the last row, free choice.
#[derive(Clone, Copy, Debug)]
pub struct Russian;

impl Ruleset for Russian {
    const LAWS: Laws = Laws::Russian;
    // FMJD-64, Official rules of Russian draughts: articles 1.3 to 1.6.
    const SPEC: RuleSpec = RuleSpec {
        men_capture_backwards: true,
        men_capture_kings: true,
        kings_fly: true,
        kings_capture_far: true,
        crowned_in_passing: true,
        most_pieces: false,
        by_king: false,
        most_kings: false,
        kings_earliest: false,
    };
}

/// Brazilian draughts, international laws on 8x8; the same laws of movement in Filipino dama.
#[derive(Clone, Copy, Debug)]
pub struct Brazilian;

impl Ruleset for Brazilian {
    const LAWS: Laws = Laws::Brazilian;
    const SPEC: RuleSpec = RuleSpec {
        men_capture_backwards: true,
        men_capture_kings: true,
        kings_fly: true,
        kings_capture_far: true,
        crowned_in_passing: false,
        most_pieces: true,
        by_king: false,
        most_kings: false,
        kings_earliest: false,
    };
}

/// American pool checkers: men capture both ways, free choice, no crowning in passing.
#[derive(Clone, Copy, Debug)]
pub struct Pool;

impl Ruleset for Pool {
    const LAWS: Laws = Laws::Pool;
    const SPEC: RuleSpec = RuleSpec {
        men_capture_backwards: true,
        men_capture_kings: true,
        kings_fly: true,
        kings_capture_far: true,
        crowned_in_passing: false,
        most_pieces: false,
        by_king: false,
        most_kings: false,
        kings_earliest: false,
    };
}

/// Czech draughts: men capture forwards, flying kings, a king that can capture must.
#[derive(Clone, Copy, Debug)]
pub struct Czech;

impl Ruleset for Czech {
    const LAWS: Laws = Laws::Czech;
    const SPEC: RuleSpec = RuleSpec {
        men_capture_backwards: false,
        men_capture_kings: true,
        kings_fly: true,
        kings_capture_far: true,
        crowned_in_passing: false,
        most_pieces: false,
        by_king: true,
        most_kings: false,
        kings_earliest: false,
    };
}

/// Damas with kings that step and capture neighbours.
#[derive(Clone, Copy, Debug)]
pub struct DamasShort;

impl Ruleset for DamasShort {
    const LAWS: Laws = Laws::DamasShort;
    // S2, the table options; the rest as in the Spanish game.
    const SPEC: RuleSpec = RuleSpec {
        men_capture_backwards: false,
        men_capture_kings: true,
        kings_fly: false,
        kings_capture_far: false,
        crowned_in_passing: false,
        most_pieces: true,
        by_king: false,
        most_kings: true,
        kings_earliest: false,
    };
}

/// Damas with kings that fly but capture neighbours only.
#[derive(Clone, Copy, Debug)]
pub struct DamasMixed;

impl Ruleset for DamasMixed {
    const LAWS: Laws = Laws::DamasMixed;
    // S2, the table options; the rest as in the Spanish game.
    const SPEC: RuleSpec = RuleSpec {
        men_capture_backwards: false,
        men_capture_kings: true,
        kings_fly: true,
        kings_capture_far: false,
        crowned_in_passing: false,
        most_pieces: true,
        by_king: false,
        most_kings: true,
        kings_earliest: false,
    };
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Variant;

    #[test]
    fn laws_have_a_place_and_a_ruleset_of_their_own() {
        for (place, laws) in Laws::ALL.into_iter().enumerate() {
            assert_eq!((laws.place(), Laws::at(place)), (place, Some(laws)));
            assert_eq!(Variant::of_laws(laws).laws, laws);
        }
        assert_eq!(Laws::at(Laws::ALL.len()), None);
    }
}
