//! Worked examples. The event has four players and three rounds (everyone meets everyone), with `w` for the side that moves first:
//!
//! | | round 1 | round 2 | round 3 | points |
//! |---|---|---|---|---|
//! | 1 | beats 4 (w) | loses to 3 (b) | beats 2 (w) | 2 |
//! | 2 | draws 3 (w) | beats 4 (b) | loses to 1 (b) | 1.5 |
//! | 3 | draws 2 (b) | beats 1 (w) | draws 4 (w) | 2 |
//! | 4 | loses to 1 (b) | loses to 2 (w) | draws 3 (b) | 0.5 |

use super::*;
use crate::trf;

const EVENT: &str = "\
001    1      One                                                                2.0    1     4 w 1     3 b 0     2 w 1
001    2      Two                                                                1.5    3     3 w =     4 b 1     1 b 0
001    3      Three                                                              2.0    2     2 b =     1 w 1     4 w =
001    4      Four                                                               0.5    4     1 b 0     2 w 0     3 b =
XXM    1    6    2    6
XXM    2    4    6    5
XXM    3    4    6    3
XXM    4    1    5    3
";

/// Six players, of whom those with two points have not all met.
const APART: &str = "\
001    1      One                                                                2.0    1     2 w 1     3 b 1     4 w 0
001    2      Two                                                                2.0    2     1 b 0     4 w 1     5 b 1
001    3      Three                                                              2.0    3     5 w 1     1 w 0     6 b 1
001    4      Four                                                               1.0    4     6 w 0     2 b 0     1 b 1
001    5      Five                                                               1.0    5     3 b 0     6 b 1     2 w 0
001    6      Six                                                                1.0    6     4 b 1     5 w 0     3 w 0
";

/// A row of a player.
fn row(text: &str, tie_breaks: &[TieBreak], number: Number) -> (usize, Vec<String>) {
    let event = trf::read(text).unwrap_or_else(|error| panic!("{error}"));
    let rows = standings(&event, tie_breaks);
    let row = rows.iter().find(|row| row.number == number).expect("the player is in the standings");
    (row.rank, row.values.iter().map(ToString::to_string).collect())
}

fn value(text: &str, tie_break: TieBreak, number: Number) -> String {
    row(text, &[tie_break], number).1.remove(0)
}

#[test]
fn head_to_head_is_the_game_between_the_tied_players() {
    // Players 1 and 3 have two points each, and player 3 won their game.
    assert_eq!(row(EVENT, &[TieBreak::HeadToHead], 3), (1, vec!["1".to_owned()]));
    assert_eq!(row(EVENT, &[TieBreak::HeadToHead], 1), (2, vec!["0".to_owned()]));
    // Without tie-break they share the first rank, and nobody is second.
    assert_eq!([1, 2, 3, 4].map(|number| row(EVENT, &[], number).0), [1, 3, 1, 4]);
}

#[test]
fn head_to_head_of_more_needs_all_games_or_one_who_beat_all_others() {
    // 1, 2 and 3 have two points each. 1 beat 2 and 3, who have not met: 1 is first.
    assert_eq!([1, 2, 3].map(|number| row(APART, &[TieBreak::HeadToHead], number).0), [1, 2, 2]);
    // 4, 5 and 6 have one point each: 6 beat 4 and lost to 5, and 4 and 5 have not met: nobody is separated.
    assert_eq!([4, 5, 6].map(|number| row(APART, &[TieBreak::HeadToHead], number).0), [4, 4, 4]);
}

#[test]
fn one_who_beat_all_others_is_first_and_one_who_lost_to_all_is_last() {
    let ranks = |text: &str, tie_break: TieBreak| [1, 2, 3].map(|number| row(text, &[tie_break], number).0);
    let values = |text: &str| [1, 2, 3].map(|number| value(text, TieBreak::BeatAll, number));
    // 1 beat 2, 2 beat 3, and 1 and 3 drew: nobody beat or lost to both, although 1 has the most points against the others.
    let chain = "\
001    1      One                                                                2.0    1     2 w 1     4 b =     3 w =  0000 - Z
001    2      Two                                                                2.0    2     1 b 0     3 w 1     5 b 1  0000 - Z
001    3      Three                                                              2.0    3     4 w 1     2 b 0     1 b =     5 w =
001    4      Four                                                               0.5    4     3 b 0     1 w =  0000 - Z  0000 - Z
001    5      Five                                                               0.5    5  0000 - Z  0000 - Z     2 w 0     3 b =
";
    assert_eq!((ranks(chain, TieBreak::BeatAll), ranks(chain, TieBreak::HeadToHead)), ([1, 1, 1], [1, 2, 3]));
    // 1 beat 2 and 3; of these two, 2 beat 3.
    let steps = "\
001    1      One                                                                2.0    1     2 w 1     3 b 1  0000 - Z  0000 - Z
001    2      Two                                                                2.0    2     1 b 0     4 w 1     3 b 1  0000 - Z
001    3      Three                                                              2.0    3     4 w 1     1 w 0     2 w 0     5 b 1
001    4      Four                                                               0.0    4     3 b 0     2 b 0  0000 - Z  0000 - Z
001    5      Five                                                               0.0    5  0000 - Z  0000 - Z  0000 - Z     3 w 0
";
    assert_eq!((ranks(steps, TieBreak::BeatAll), values(steps)), ([1, 2, 3], ["2", "1", "0"].map(str::to_owned)));
    // 1 beat 2 and 3, who have not met.
    assert_eq!((ranks(APART, TieBreak::BeatAll), values(APART)), ([1, 2, 2], ["2", "0", "0"].map(str::to_owned)));
    // Two alone: who won their game.
    assert_eq!([3, 1].map(|number| row(EVENT, &[TieBreak::BeatAll], number).0), [1, 2]);
}

#[test]
fn buchholz_adds_the_points_of_the_opponents() {
    // 4, 3 and 2: 0.5 + 2 + 1.5.
    assert_eq!(value(EVENT, TieBreak::Buchholz, 1), "4");
    // 2, 1 and 4: 1.5 + 2 + 0.5.
    assert_eq!(value(EVENT, TieBreak::Buchholz, 3), "4");
    // 3, 4 and 1: 2 + 0.5 + 2.
    assert_eq!(value(EVENT, TieBreak::Buchholz, 2), "4.5");
}

#[test]
fn buchholz_cut_1_leaves_out_the_lowest() {
    // 4, 3 and 2 without 4: 2 + 1.5.
    assert_eq!(value(EVENT, TieBreak::BuchholzCut1, 1), "3.5");
    // 3, 4 and 1 without 4: 2 + 2.
    assert_eq!(value(EVENT, TieBreak::BuchholzCut1, 2), "4");
}

#[test]
fn sonneborn_berger_adds_the_points_of_the_beaten() {
    // Beat 4 and 2: 0.5 + 1.5.
    assert_eq!(value(EVENT, TieBreak::SonnebornBerger, 1), "2");
    // Drew 2 and 4, beat 1: 0.75 + 2 + 0.25.
    assert_eq!(value(EVENT, TieBreak::SonnebornBerger, 3), "3");
    // Drew 3, beat 4: 1 + 0.5.
    assert_eq!(value(EVENT, TieBreak::SonnebornBerger, 2), "1.5");
    // Drew 3: 1.
    assert_eq!(value(EVENT, TieBreak::SonnebornBerger, 4), "1");
}

#[test]
fn wins_count_and_those_as_black_too() {
    assert_eq!([1, 2, 3, 4].map(|number| value(EVENT, TieBreak::Wins, number)), ["2", "1", "1", "0"]);
    // Black moves first, which is `w` in the file.
    assert_eq!([1, 2, 3, 4].map(|number| value(EVENT, TieBreak::WinsAsBlack, number)), ["2", "0", "1", "0"]);
}

#[test]
fn marbles_are_those_ejected_minus_those_lost() {
    // 6-1, 2-6 and 6-5.
    assert_eq!(value(EVENT, TieBreak::MarbleDifference, 1), "2");
    // 1-6, 5-6 and 3-3.
    assert_eq!(value(EVENT, TieBreak::MarbleDifference, 4), "-6");
    // Unknown marbles count nothing: without those of player 4, only 2-6 and 6-5 are left.
    let unknown = EVENT.replace("XXM    4    1    5    3\n", "");
    assert_eq!(value(&unknown, TieBreak::MarbleDifference, 1), "-3");
}

#[test]
fn the_best_game_can_be_left_out() {
    // 6-1, 2-6 and 6-5 without 6-1.
    assert_eq!(value(EVENT, TieBreak::MarbleDifferenceCutBest, 1), "-3");
    // 1-6, 5-6 and 3-3 without 3-3.
    assert_eq!(value(EVENT, TieBreak::MarbleDifferenceCutBest, 4), "-6");
    // Of games with unknown marbles, nothing is left out: only 2-6 counts.
    let unknown = EVENT.replace("XXM    4    1    5    3\n", "");
    assert_eq!(value(&unknown, TieBreak::MarbleDifferenceCutBest, 1), "-4");
    assert_eq!(value(EVENT.split("XXM").next().unwrap(), TieBreak::MarbleDifferenceCutBest, 1), "0");
}

#[test]
fn rounds_without_a_game_have_a_virtual_opponent() {
    let text = "\
001    1      One                                                                2.0    1     2 w 1  0000 - U
001    2      Two                                                                0.5    3     1 b 0  0000 - H
001    3      Three                                                              1.0    2  0000 - Z     4 w +
001    4      Four                                                               0.0    4  0000 - Z     3 b -
";
    // Player 2 with 0.5, and the bye with the own 2 points.
    assert_eq!(value(text, TieBreak::Buchholz, 1), "2.5");
    assert_eq!(value(text, TieBreak::SonnebornBerger, 1), "2.5");
    // Player 1 with 2, and the half point bye: half of the own 0.5.
    assert_eq!(value(text, TieBreak::Buchholz, 2), "2.5");
    assert_eq!(value(text, TieBreak::SonnebornBerger, 2), "0.25");
    // A bye without points, and a game won by forfeit: no win on the board.
    assert_eq!(value(text, TieBreak::Buchholz, 3), "2");
    assert_eq!(value(text, TieBreak::SonnebornBerger, 3), "1");
    assert_eq!(value(text, TieBreak::Wins, 3), "0");
}

#[test]
fn tie_breaks_apply_in_order() {
    // Buchholz does not separate 1 and 3; Sonneborn-Berger does.
    let order = [TieBreak::Buchholz, TieBreak::SonnebornBerger];
    assert_eq!(row(EVENT, &order, 3), (1, vec!["4".to_owned(), "3".to_owned()]));
    assert_eq!(row(EVENT, &order, 1), (2, vec!["4".to_owned(), "2".to_owned()]));
}

#[test]
fn names_are_read_back() {
    for tie_break in TieBreak::ALL {
        assert_eq!(tie_break.name().parse(), Ok(tie_break));
    }
    let error = "bucholz".parse::<TieBreak>().expect_err("a wrong name");
    assert!(error.starts_with("'bucholz' is not a tie-break: head-to-head, beat-all, "), "{error}");
}
