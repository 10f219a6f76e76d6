//! The numbers of the search, by technique. Each was kept because a match said so; `docs/strength.md` has the results.

/// Width of the first window round the last iteration's score.
pub(crate) const ASPIRATION: i32 = 24;

/// Reverse futility: a node this far above beta per ply of depth fails high without a search.
pub(crate) const REVERSE_FUTILITY_DEPTH: i32 = 7;
pub(crate) const REVERSE_FUTILITY_MARGIN: i32 = 45;

/// Null move: depth from which it is tried, and how much shallower it is searched.
pub(crate) const NULL_MOVE_DEPTH: i32 = 3;
pub(crate) const NULL_MOVE_REDUCTION: i32 = 3;

/// Futility: quiet moves this hopeless at low depth are left out.
pub(crate) const FUTILITY_DEPTH: i32 = 6;
pub(crate) const FUTILITY_BASE: i32 = 60;
pub(crate) const FUTILITY_MARGIN: i32 = 50;

/// Late moves: how many quiet moves are looked at near the leaves.
pub(crate) const LATE_MOVE_DEPTH: i32 = 6;
pub(crate) const LATE_MOVE_BASE: i32 = 6;
pub(crate) const LATE_MOVE_FACTOR: i32 = 3;

/// Late move reductions grow with the logarithms of depth and move number.
pub(crate) const REDUCTION_BASE: f64 = 0.6;
pub(crate) const REDUCTION_DIVISOR: f64 = 1.9;
/// Reductions shrink or grow by a ply for each so much of history score.
pub(crate) const REDUCTION_HISTORY: i32 = 10_000;

/// Razoring: so hopeless near the leaves that only ejections can help.
pub(crate) const RAZOR_DEPTH: i32 = 2;
pub(crate) const RAZOR_MARGIN: i32 = 220;

/// A table move is tested for being the only good one from this depth.
pub(crate) const SINGULAR_DEPTH: i32 = 7;
