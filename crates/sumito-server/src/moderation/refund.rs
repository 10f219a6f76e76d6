//! Rating points lost to a banned account, which its opponents get back. docs/moderation.md has the rule.

use std::collections::BTreeMap;

use crate::id::UserId;
use crate::play::clock::Millis;

/// Games that ended at most this long before the ban count: 90 days.
pub(crate) const REFUNDED_FOR: Millis = 90 * 24 * 60 * 60 * 1000;

/// What a rated game against the banned account did to the rating of its opponent.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct PointsChange {
    pub(crate) user: UserId,
    /// The speed of the rating, as the tables of ratings have it.
    pub(crate) pool: String,
    pub(crate) before: f64,
    pub(crate) after: f64,
}

/// Points that an opponent gets back.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Refund {
    pub(crate) user: UserId,
    pub(crate) pool: String,
    pub(crate) points: f64,
}

/// What the opponents of a banned account get back, in the order of users and speeds: what each has lost to it in sum, at each speed. Whoever has
/// gained points in sum keeps them.
pub(crate) fn refunds(changes: &[PointsChange]) -> Vec<Refund> {
    let mut lost: BTreeMap<(String, &str), (UserId, f64)> = BTreeMap::new();
    for PointsChange { user, pool, before, after } in changes {
        lost.entry((user.to_string(), pool)).or_insert((*user, 0.0)).1 += before - after;
    }
    let owed = lost.into_iter().filter(|(_, (_, points))| *points > 0.0);
    owed.map(|((_, pool), (user, points))| Refund { user, pool: pool.to_owned(), points }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Games, and who gets how many points back at which speed.
    type Case = (Vec<PointsChange>, Vec<(UserId, &'static str, f64)>);

    /// Computed by hand: losses of 162 and 48 points, a win of 30, and a draw that cost 5.
    #[test]
    fn opponents_get_back_what_they_lost_in_sum() {
        let [ada, bob, cleo] = ["aaaaaaaaaa", "bbbbbbbbbb", "cccccccccc"].map(|id| id.parse::<UserId>().unwrap());
        let change = |user, pool: &str, before: f64, after: f64| PointsChange { user, pool: pool.to_owned(), before, after };
        let table: [Case; 6] = [
            (vec![], vec![]),
            (vec![change(ada, "rapid", 1500.0, 1338.0)], vec![(ada, "rapid", 162.0)]),
            // 162 + 48 - 30 = 180.
            (
                vec![
                    change(ada, "rapid", 1500.0, 1338.0),
                    change(ada, "rapid", 1338.0, 1290.0),
                    change(ada, "rapid", 1290.0, 1320.0),
                ],
                vec![(ada, "rapid", 180.0)],
            ),
            // Whoever won more than was lost keeps it.
            (vec![change(bob, "blitz", 1500.0, 1530.0), change(bob, "blitz", 1530.0, 1510.0)], vec![]),
            // A draw against a weaker player costs points too.
            (vec![change(cleo, "rapid", 1800.0, 1795.0)], vec![(cleo, "rapid", 5.0)]),
            // Each speed by itself, and each opponent.
            (
                vec![
                    change(bob, "rapid", 1600.0, 1590.0),
                    change(ada, "blitz", 1500.0, 1480.0),
                    change(ada, "bot-blitz", 1500.0, 1520.0),
                    change(ada, "rapid", 1500.0, 1495.0),
                ],
                vec![(ada, "blitz", 20.0), (ada, "rapid", 5.0), (bob, "rapid", 10.0)],
            ),
        ];
        for (changes, expected) in table {
            let expected: Vec<Refund> =
                expected.into_iter().map(|(user, pool, points)| Refund { user, pool: pool.to_owned(), points }).collect();
            assert_eq!(refunds(&changes), expected, "{changes:?}");
        }
    }
}
