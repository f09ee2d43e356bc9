//! The laws of movement of a ruleset.

/// The laws in which rulesets differ. No field has a default: a ruleset states every one.
///
/// What all share is not here: capturing is compulsory and goes on as long as it can, no piece is jumped twice, captured
/// pieces leave the board when the move is over and block it until then, and the starting square counts as empty.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RuleSpec {
    /// Men capture backwards as well as forwards.
    pub men_capture_backwards: bool,
    /// Men may capture kings. (Not in the Italian game.)
    pub men_capture_kings: bool,
    /// Kings move any number of squares ("flying" kings), not one.
    pub kings_fly: bool,
    /// Kings capture at a distance and land on any empty square behind the piece; if not, they jump a neighbouring piece
    /// to the square just behind it.
    pub kings_capture_far: bool,
    /// A man that reaches the last row in a capture is crowned at once and goes on as a king. If not, it goes on as a
    /// man where it can, and is crowned only if it ends there (which is where a man that captures forwards always ends).
    pub crowned_in_passing: bool,
    /// Priority, first: the capture of the most pieces must be chosen.
    pub most_pieces: bool,
    /// Priority, second: a capture by a king must be chosen before one by a man.
    pub by_king: bool,
    /// Priority, third: the capture of the most kings must be chosen.
    pub most_kings: bool,
    /// Priority, fourth: the capture that meets kings earliest must be chosen.
    pub kings_earliest: bool,
}

impl RuleSpec {
    /// Whether any law chooses among captures.
    pub const fn has_priority(&self) -> bool {
        self.most_pieces || self.by_king || self.most_kings || self.kings_earliest
    }
}
