//! The numbers the search is tuned by. Depths in plies, scores in hundredths of a man.

/// The deepest a line can go, extensions and quiescence included.
pub(super) const MAX_PLY: usize = 240;
/// The deepest iteration.
pub(super) const MAX_DEPTH: i32 = 200;
/// Positions between two looks at the clock.
pub(super) const POLL: u64 = 512;

/// Half width of the first aspiration window.
pub(super) const ASPIRATION: i32 = 12;
/// Depth from which iterations use a window.
pub(super) const ASPIRATION_DEPTH: i32 = 5;

/// Reverse futility: a node is cut where the static score beats beta by so much a ply, at depths up to the second number.
pub(super) const REVERSE_FUTILITY: (i32, i32) = (30, 9);
/// The same in giveaway.
pub(super) const REVERSE_FUTILITY_GIVEAWAY: (i32, i32) = (45, 5);

/// Razoring: at depths up to this, a node whose static score is below alpha by the base and as much again a ply is left to
/// quiescence.
pub(super) const RAZORING_DEPTH: i32 = 3;
pub(super) const RAZORING_BASE: i32 = 50;
pub(super) const RAZORING: i32 = 100;

/// Futility: at depths up to this, late quiet moves are left out where the static score is below alpha by the base and as
/// much again a ply.
pub(super) const FUTILITY_DEPTH: i32 = 3;
pub(super) const FUTILITY_BASE: i32 = 40;
pub(super) const FUTILITY: i32 = 40;

/// From this depth a node of which the table knows no move is searched a ply less deeply.
pub(super) const TABLE_MOVE_DEPTH: i32 = 4;

/// ProbCut: from this depth a search shallower by the reduction that beats beta by the margin cuts the node.
pub(super) const PROBCUT_DEPTH: i32 = 5;
pub(super) const PROBCUT_REDUCTION: i32 = 4;
pub(super) const PROBCUT_MARGIN: i32 = 50;

/// Late moves are reduced from this depth and from this move on.
pub(super) const REDUCTION_DEPTH: i32 = 3;
pub(super) const REDUCTION_MOVE: usize = 2;

/// Plies of quiescence in which a side that is threatened looks at all its moves.
pub(super) const THREAT_PLIES: i32 = 1;

/// From this depth a move in another thread's hands is put off.
pub(super) const PUT_OFF_DEPTH: i32 = 6;
