//! Draw rules as they are asked for.

use super::draws::{DrawRule, DrawRules, DrawRulesError};
use super::variant::Variant;

/// Draw rules as they are asked for: a set and changes to it. Which rules that makes depends on the ruleset.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct DrawChoice {
    /// The name of the set: `own`, a ruleset's, `fmjd64`, `agreed` or `none`.
    pub set: String,
    /// Changes of the form `RULE=PLIES`, in order.
    pub changes: Vec<String>,
    /// The number of the rule `quiet`, after all others.
    pub plies: Option<u16>,
    /// The number of the rule `three-kings`, after all others.
    pub three_kings: Option<u16>,
}

impl Default for DrawChoice {
    fn default() -> DrawChoice {
        DrawChoice { set: "own".to_owned(), changes: Vec::new(), plies: None, three_kings: None }
    }
}

impl DrawChoice {
    /// The rules that it makes for a ruleset.
    ///
    /// # Errors
    /// If there is no such set or rule, or a number is out of range; with the name of the option that says so, as
    /// programs and users know it.
    pub fn rules(&self, variant: &Variant) -> Result<DrawRules, (&'static str, DrawRulesError)> {
        let of = |option: &'static str| move |error: DrawRulesError| (option, error);
        let mut rules = variant.draw_rules(&self.set).map_err(of("draw-rules"))?;
        for change in &self.changes {
            rules.apply(change).map_err(of("draw"))?;
        }
        let numbers =
            [("draw-plies", DrawRule::Quiet, self.plies), ("three-kings", DrawRule::ThreeKings, self.three_kings)];
        for (option, rule, number) in numbers {
            if let Some(number) = number {
                rules.set(rule, number).map_err(of(option))?;
            }
        }
        Ok(rules)
    }
}
