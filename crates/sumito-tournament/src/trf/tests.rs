use proptest::prelude::*;

use super::*;
use crate::event::{Bye, Entry, Event, Forbidden, Number, Outcome, Player, Points, Score, Side};

const EVENT: &str = "\
012 Club evening
042 2026/11/16
XXR 3
XXC black1
BBU  0.5
XXP    1    2
001    1 m    Alma                              2100 SWE                         1.5    1     3 b 1  0000 - H
001    2      Bruno                             1990                             1.0    2  0000 - F     3 w -
001    3 wWGM Ćecylia                                POL      123456 1990/01/01  1.0    3     1 w 0     2 b +
XXA    1  1.0  0.5
XXM    1    6
";

#[test]
fn a_file_comes_back_as_it_was() {
    let event = read(EVENT).expect("the file is right");
    assert_eq!(write(&event), EVENT);
    assert_eq!(event.headers, ["012 Club evening", "042 2026/11/16"]);
    assert_eq!((event.rounds, event.first_side), (Some(3), Some(Side::Second)));
    assert_eq!(event.forbidden, [Forbidden { players: vec![1, 2], rounds: None }]);
    let [one, two, three] = event.players.as_slice() else { panic!("three players") };
    assert_eq!((one.name.as_str(), one.rating, one.origin.as_str()), ("Alma", 2100, "SWE"));
    assert_eq!((three.name.as_str(), three.title.as_str()), ("Ćecylia", "wWGM"));
    let game = Entry::Game { opponent: 3, side: Some(Side::Second), outcome: Outcome::Win, rated: true };
    assert_eq!(one.entries, [game, Entry::Bye(Bye::Half)]);
    assert_eq!(two.entries[0], Entry::Bye(Bye::Full));
    assert_eq!(one.accelerations, [Score(10), Score(5)]);
    assert_eq!(one.marbles, [Some(6)]);
}

#[test]
fn other_line_ends_and_the_newer_codes_are_read() {
    let event = read(EVENT).expect("the file is right");
    assert_eq!(read(&EVENT.replace('\n', "\r\n")), Ok(event.clone()));
    assert_eq!(read(&EVENT.replace('\n', "\r")), Ok(event.clone()));
    let newer = EVENT.replace("XXR 3", "142 3").replace("XXC black1", "152 B").replace("BBU  0.5", "162  W 1.0    P 0.5");
    assert_eq!(read(&newer), Ok(event.clone()));
    let newer = EVENT.replace("XXA    1  1.0  0.5", "250       1.0   1   1    1    1\n250       0.5   2   2    1    1");
    assert_eq!(read(&newer), Ok(event));
    let newer = read(&format!("{EVENT}260   2   3    1    3\n240 H   3    2\nXXZ 3\n")).expect("the file is right");
    assert_eq!(newer.forbidden[1], Forbidden { players: vec![1, 3], rounds: Some((1, 2)) });
    assert_eq!(newer.absent, [(2, 2), (2, 3)]);
}

#[test]
fn byes_beyond_the_last_pairing_belong_to_the_next_round() {
    let check = |text: &str, rounds: usize, present: [bool; 2]| {
        let event = read(text).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(event.rounds_paired(), rounds, "{text}");
        assert_eq!([0, 1].map(|player| event.is_present(player, rounds)), present, "{text}");
    };
    let one = format!("{:<89}     2 w 1", "001    1      One");
    let two = format!("{:<89}     1 b 0", "001    2      Two");
    check(&format!("{one}\n{two}\n"), 1, [true, true]);
    check(&format!("{one}\n{two}  0000 - Z\n"), 1, [true, false]);
    check(&format!("{one}  0000 - H\n{two}  0000 - Z\n"), 2, [true, true]);
    check(&format!("{one}\n{two}\nXXZ 1\n"), 1, [false, true]);
}

#[test]
fn errors_say_where_and_what_would_be_right() {
    let check = |old: &str, new: &str, expected: &str| {
        assert!(EVENT.contains(old), "{old}");
        let error = read(&EVENT.replacen(old, new, 1)).expect_err(new);
        assert_eq!(error.to_string(), expected);
    };
    check("XXR 3", "XXR three", "line 3, column 5: 'three' is not a round: a number from 1 to 99 is needed here");
    check("XXR 3", "XXR", "line 3, column 4: XXR needs a value");
    check("XXR 3", "XXR 3 4", "line 3, column 7: XXR has only one value");
    check("black1", "red1", "line 4, column 5: 'red1' is unknown: white1 and black1 are possible");
    check("BBU  0.5", "BBU half", "line 5, column 5: 'half' is not a number of points such as 2.5");
    check("BBU  0.5", "162  X 1.0", "line 5, column 6: 'X' is unknown: W, D, L, Z and P are possible");
    check("XXC black1", "152 w", "line 4, column 5: 'w' is unknown: W and B are possible");
    check("XXM    1    6", "XXM    1  six", "line 11, column 10: 'six' is not a number of marbles");
    let rounds = "XXA    1".to_owned() + &"  1.0".repeat(100);
    check("XXA    1  1.0  0.5", &rounds, "line 10, column 505: there are at most 99 rounds");
    check("XXP    1    2", "XXP    1    9", "line 6, column 13: there is no player 9");
    check("XXA    1", "XXA    8", "line 10, column 5: there is no player 8");
    check("001    2", "001    1", "line 8, column 5: player 1 appears twice");
    check("001    2", "001   -2", "line 8, column 5: '-2' is not a starting number: a number from 1 to 9999 is needed here");
    check("2100", "good", "line 7, column 49: 'good' is not a rating: a number up to 9999 is needed here");
    check("  1.5    1", "  2.5    1", "line 7, column 81: player 1 has 2.5 points here, but the results add up to 1.5");
    check("1.5    1  ", "1.5  1st  ", "line 7, column 86: '1st' is not a rank: a number is needed here");
    check("3 b 1", "3 x 1", "line 7, column 97: 'x' is not a color: w, b and - are possible");
    check("3 b 1", "3 b ?", "line 7, column 99: '?' is not a result: 1 = 0 W D L + - U F H Z are possible");
    check("3 b 1", "3 b H", "line 7, column 99: 'H' is a bye, but player 3 is the opponent");
    check("3 b 1", "1 b 1", "line 7, column 92: player 1 cannot play against themselves");
    check("3 b 1", "7 b 1", "line 7, column 92: there is no player 7");
    check("3 b 1", "2 b 1", "line 7, column 92: player 2 has no game in round 1, but player 1 met player 2");
    check("0000 - F", "   3 w 1", "line 8, column 92: player 3 met player 1 in round 1, not player 2");
    check("3 b 1", "3 w 1", "line 7, column 97: players 1 and 3 have the same color in round 1");
    check("3 b 1", "3 b =", "line 7, column 99: the results of players 1 and 3 in round 1 contradict each other");
    check("3 b 1", "3 - 1", "line 7, column 97: a game needs a color: w or b");
    check("0000 - H", "0000 w H", "line 7, column 102: a player without opponent has no color: write 0000 and -");
    check("0000 - H", "0000 - 1", "line 7, column 109: '1' is the result of a game, but there is no opponent");
    let place = "a round is an opponent in four columns, a space, the color, a space, and the result";
    check("3 b 1  0000", "3 b 11 0000", &format!("line 7, column 100: '1' is out of place: {place}"));
}

fn any_event() -> impl Strategy<Value = Event> {
    let score = (0_u32..100).prop_map(Score);
    let points = (score.clone(), score.clone(), score.clone(), score.clone(), score.clone(), score.clone());
    let points = points.prop_map(|(win, draw, loss, zero_bye, forfeit_loss, pairing_bye)| Points {
        win,
        draw,
        loss,
        zero_bye,
        forfeit_loss,
        pairing_bye,
    });
    let bye = prop::sample::select(vec![Bye::Pairing, Bye::Full, Bye::Half, Bye::Zero]);
    let player = (
        "[a-zĄż]{0,20}",
        0_u16..3000,
        prop::option::of(1_u16..99),
        prop::collection::vec(bye, 0..9),
        prop::collection::vec(score.clone(), 0..4),
        prop::collection::vec(prop::option::of(0_u8..7), 0..4),
        prop::collection::vec(prop::option::of(score), 0..4),
    );
    let player = player.prop_map(|(name, rating, rank, byes, accelerations, mut marbles, mut scores)| {
        marbles.push(Some(6));
        scores.push(Some(Score(70)));
        Player {
            name,
            rating,
            rank,
            entries: byes.into_iter().map(Entry::Bye).collect(),
            accelerations,
            marbles,
            scores,
            ..Player::default()
        }
    });
    let side = prop::option::of(prop::sample::select(vec![Side::First, Side::Second]));
    (points, prop::collection::vec(player, 1..9), prop::option::of(1_usize..99), side).prop_map(
        |(points, mut players, rounds, first_side)| {
            for (n, player) in players.iter_mut().enumerate() {
                player.number = n as Number + 1;
            }
            Event { points, players, rounds, first_side, ..Event::default() }
        },
    )
}

proptest! {
    #[test]
    fn events_come_back_as_they_were(event in any_event()) {
        prop_assert_eq!(read(&write(&event)), Ok(event));
    }

    #[test]
    fn any_text_is_read_or_refused(text in "(001|XXA|XXG|XXM|250|260|240|162|XXP|XXR)?[ 0-9a-zA-Zż.=+\n-]{0,200}") {
        let _ = read(&text);
    }
}
