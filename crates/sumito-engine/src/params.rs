//! The parameters of the search, by technique, with values chosen by matches; `docs/strength.md` has the results.

macro_rules! params {
    ($($(#[doc = $doc:literal])* $name:ident = $default:literal;)*) => {
        /// The numbers of the search. They can be changed one by one to be compared in a match.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct Params {
            $($(#[doc = $doc])* pub $name: i32,)*
        }

        impl Default for Params {
            fn default() -> Params {
                Params { $($name: $default,)* }
            }
        }

        impl Params {
            /// The names of all numbers.
            pub const NAMES: &[&str] = &[$(stringify!($name)),*];

            /// The number with this name.
            pub fn get_mut(&mut self, name: &str) -> Option<&mut i32> {
                match name {
                    $(stringify!($name) => Some(&mut self.$name),)*
                    _ => None,
                }
            }
        }
    };
}

params! {
    /// Half the width of the first window around the last iteration's score.
    aspiration = 14;
    /// Reverse futility: up to this depth a node far above beta fails high without a search.
    reverse_futility_depth = 7;
    /// How far above beta, per ply of depth.
    reverse_futility_margin = 45;
    /// How much farther if the opponent can eject a marble.
    reverse_futility_threat = 20;
    /// Late move pruning: up to this depth the number of moves searched is limited.
    late_move_depth = 6;
    /// The smallest such limit.
    late_move_base = 6;
    /// What the limit grows by, in eighths of the squared depth; twice that if the evaluation is improving.
    late_move_factor = 6;
    /// Reductions of late moves, in hundredths of a ply.
    reduction_base = 60;
    /// They grow with the logarithms of depth and move number over this, in hundredths.
    reduction_divisor = 190;
    /// Reductions change by a ply for each multiple of this in the history score.
    reduction_history = 7500;
    /// From this depth on, the table's move is tested for being the only good one.
    singular_depth = 7;
    /// How much worse the others must be, per ply of depth.
    singular_margin = 2;
    /// How much worse than that for two plies.
    double_margin = 20;
    /// The number of plies of the quiescence search that include pushes; later ones include only ejections.
    quiescence_pushes = 3;
    /// Evaluations shrink by one part in this many with each ply without an ejection, by half at most; 0 leaves them as they are. So
    /// whoever is ahead makes progress.
    patience = 240;
    /// The most that a refutation adds to a history.
    history_bonus = 1800;
    /// What each hundredth of a marble that the evaluation gains adds to the history of the move that gained it.
    history_gain = 3;
    /// How much of such a bonus a move gets that leaves the opponent no good reply, in hundredths.
    history_prior = 70;
}
