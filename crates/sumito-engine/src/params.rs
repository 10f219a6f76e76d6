//! The numbers of the search, by technique, with the values that matches settled; `docs/strength.md` has the results.

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
    /// Half the width of the first window round the last iteration's score.
    aspiration = 24;
    /// Reverse futility: up to this depth a node far above beta fails high without a search.
    reverse_futility_depth = 7;
    /// How far above, for each ply of depth.
    reverse_futility_margin = 45;
    /// Late moves: up to this depth only so many are looked at.
    late_move_depth = 6;
    /// How many at least.
    late_move_base = 6;
    /// And more for the square of the depth: so many eighths, twice that where the evaluation grows.
    late_move_factor = 6;
    /// Reductions of late moves, in hundredths of a ply.
    reduction_base = 60;
    /// They grow with the logarithms of depth and move number over this, in hundredths.
    reduction_divisor = 190;
    /// A ply less or more for each so much of history.
    reduction_history = 7500;
    /// From this depth the table's move is tested for being the only good one.
    singular_depth = 7;
    /// How much worse the others must be, for each ply of depth.
    singular_margin = 2;
    /// So many plies at the end of the search look at pushes; those after them at ejections alone.
    quiescence_pushes = 3;
    /// The most that a refutation adds to a history.
    history_bonus = 1800;
}
