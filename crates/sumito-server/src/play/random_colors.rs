//! Random colors: which side each player of a rated game gets.

use sumito_rules::{ByColor, Color};

use crate::id::UserId;

/// How many of their last games two players' colors are balanced over. An odd number: then one of them had Black less often.
pub(crate) const BALANCED_OVER: i64 = 9;

/// The side of `player` in a rated game against `opponent`: Black for the one who had it less often in `played`, their last rated games
/// against each other that really began. Otherwise `chance` decides whether it is Black.
///
/// Only games that began count, and `chance` should give the same answer until one more has begun: then nobody gets another color by
/// aborting and trying again.
pub(crate) fn color_of(player: UserId, opponent: UserId, played: &[ByColor<UserId>], chance: bool) -> Color {
    let blacks = |user: UserId| played.iter().filter(|game| game.black == user).count();
    let is_black = match blacks(player).cmp(&blacks(opponent)) {
        std::cmp::Ordering::Less => true,
        std::cmp::Ordering::Greater => false,
        std::cmp::Ordering::Equal => chance,
    };
    if is_black { Color::Black } else { Color::White }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn black_goes_to_whoever_had_it_less_often() {
        let [ada, bob]: [UserId; 2] = ["aaaaaaaaaa", "bbbbbbbbbb"].map(|id| id.parse().unwrap());
        for (blacks, chance, expected) in [
            ("", true, Color::Black),
            ("", false, Color::White),
            ("a", true, Color::White),
            ("b", false, Color::Black),
            ("ab", true, Color::Black),
            ("ba", false, Color::White),
            ("aab", true, Color::White),
            ("abb", false, Color::Black),
        ] {
            let game = |black| if black == 'a' { ByColor::new(ada, bob) } else { ByColor::new(bob, ada) };
            let played: Vec<_> = blacks.chars().map(game).collect();
            assert_eq!(color_of(ada, bob, &played, chance), expected, "{blacks} {chance}");
            assert_eq!(color_of(bob, ada, &played, !chance), !expected, "both sides see the same draw");
        }
    }

    #[test]
    fn a_long_match_is_balanced_whatever_chance_says() {
        let [ada, bob]: [UserId; 2] = ["aaaaaaaaaa", "bbbbbbbbbb"].map(|id| id.parse().unwrap());
        for seed in 0..64_u32 {
            let mut played = Vec::new();
            for game in 0..40 {
                let chance = seed.wrapping_mul(2_654_435_761).rotate_left(game) & 1 == 1;
                let last = &played[played.len().saturating_sub(BALANCED_OVER as usize)..];
                played.push(match color_of(ada, bob, last, chance) {
                    Color::Black => ByColor::new(ada, bob),
                    Color::White => ByColor::new(bob, ada),
                });
                let blacks = played.iter().filter(|game| game.black == ada).count() as i64;
                assert!((2 * blacks - played.len() as i64).abs() <= 1, "seed {seed}: {played:?}");
            }
        }
    }
}
