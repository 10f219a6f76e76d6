use skillratings::glicko2::glicko2_rating_period;

use super::*;

const DAY: Millis = 24 * 60 * MINUTE;

fn rating(mean: f64, deviation: f64) -> Rating {
    Rating { mean, deviation, volatility: 0.06, at: 0 }
}

/// The example of Glickman's paper: three games in one period.
#[test]
fn the_library_computes_the_published_example() {
    let opponents = [(1400.0, 30.0, Outcomes::WIN), (1550.0, 100.0, Outcomes::LOSS), (1700.0, 300.0, Outcomes::LOSS)];
    let games = opponents.map(|(points, deviation, outcome)| (rating(points, deviation).glicko(), outcome));
    let after = glicko2_rating_period(&rating(1500.0, 200.0).glicko(), &games, &Glicko2Config::new());
    assert_eq!(format!("{:.2} {:.2} {:.5}", after.rating, after.deviation, after.volatility), "1464.05 151.52 0.06000");
    assert!((after.rating - 1464.06).abs() < 0.02 && (after.volatility - 0.05999).abs() < 0.00001, "the paper rounds on its way");
}

#[test]
fn games_change_both_ratings() {
    let new = rating(1500.0, 350.0);
    let sure = rating(1500.0, 60.0);
    let table = [
        // Black, White, winner, what is expected of both: points and deviation.
        (new, new, Some(Color::Black), "1662 290 1338 290"),
        (new, new, Some(Color::White), "1338 290 1662 290"),
        (new, new, None, "1500 290 1500 290"),
        (sure, sure, Some(Color::Black), "1510 60 1490 60"),
        (sure, new, Some(Color::White), "1493 60 1675 249"),
        (rating(1800.0, 60.0), sure, Some(Color::Black), "1803 60 1497 60"),
        (rating(1800.0, 60.0), sure, Some(Color::White), "1783 60 1517 60"),
    ];
    for (black, white, winner, expected) in table {
        let after = rate(ByColor::new(black, white), winner, 0);
        let words = [after.black, after.white].map(|rating| format!("{} {:.0}", rating.points(), rating.deviation));
        assert_eq!(words.join(" "), expected, "{black:?} {white:?} {winner:?}");
    }
}

#[test]
fn a_rating_that_is_not_used_becomes_uncertain_again() {
    let sure = rating(1700.0, 60.0);
    for (days, deviation, provisional) in
        [(0, 60, false), (5, 61, false), (100, 76, false), (365, 107, false), (400, 111, true), (36_500, 350, true)]
    {
        let later = sure.at(days * DAY);
        assert_eq!(
            (later.deviation.round() as i64, later.is_provisional(), later.points()),
            (deviation, provisional, 1700),
            "{days} days"
        );
    }
    assert_eq!(sure.at(-DAY), sure, "a clock that was set back changes nothing");
    // The rating of a returning player adapts faster.
    let after = |days| rate(ByColor::new(sure, sure), Some(Color::Black), days * DAY).black.points();
    assert!(after(1000) > after(0) + 20);
}

#[test]
fn a_player_who_always_wins_or_loses_stays_within_reason() {
    let mut players = ByColor::new(Rating::new(0), Rating::new(0));
    for game in 0..5_000 {
        players = rate(players, Some(Color::White), game * MINUTE);
    }
    assert!(players.black.mean >= 100.0 && players.white.mean <= 4000.0, "{players:?}");
    assert!(players.black.deviation.is_finite() && players.white.volatility.is_finite(), "{players:?}");
}

#[test]
fn controls_have_a_speed() {
    let table = [
        ("none", None),
        ("60", Some(Speed::Blitz)),
        ("180+2", Some(Speed::Blitz)),
        ("300+3", Some(Speed::Blitz)),
        ("360d2", Some(Speed::Blitz)),
        ("300b5", Some(Speed::Rapid)),
        ("479", Some(Speed::Blitz)),
        ("480", Some(Speed::Rapid)),
        ("600", Some(Speed::Rapid)),
        ("900+10", Some(Speed::Rapid)),
        ("600/3x30", Some(Speed::Rapid)),
        ("1499", Some(Speed::Rapid)),
        ("1500", Some(Speed::Classical)),
        ("1800+30", Some(Speed::Classical)),
        ("3d", Some(Speed::Correspondence)),
    ];
    for (control, speed) in table {
        assert_eq!(Speed::of(control.parse().unwrap()), speed, "{control}");
    }
    for pool in Pool::ALL {
        assert_eq!(Pool::find(pool.name()), Some(pool));
    }
}

/// A game of two teams with these ratings; the results of all four, such as `won won lost lost`.
fn team_game(results: &str) -> RatedGame {
    let player = |(n, result): (usize, &str)| RatedPlayer {
        user: ["aaaaaaaaaa", "bbbbbbbbbb", "cccccccccc", "dddddddddd"][n].parse().unwrap(),
        result: match result {
            "won" => Outcomes::WIN,
            "lost" => Outcomes::LOSS,
            _ => Outcomes::DRAW,
        },
    };
    let players: Vec<RatedPlayer> = results.split(' ').enumerate().map(player).collect();
    RatedGame { pool: Pool::Teams, sides: [players[..2].to_vec(), players[2..].to_vec()], at: 0 }
}

/// The example that OpenSkill publishes in the README files of its versions for JavaScript and Elixir. With two teams, its model and that of Bradley
/// and Terry are the same.
#[test]
fn teams_are_rated_as_in_the_published_example() {
    let before = [(25.0, 25.0 / 3.0), (32.444, 5.123), (43.381, 2.421), (25.188, 6.211)];
    let published = [
        (28.669648436582808, 8.071520788025197),
        (33.83086971107981, 5.062772998705765),
        (43.071274808241974, 2.4166900452721256),
        (23.149503312339064, 6.1378606973362135),
    ];
    let players: Vec<WengLinRating> = before.iter().map(|&player| player.into()).collect();
    let (first, second) = weng_lin_two_teams(&players[..2], &players[2..], &Outcomes::WIN, &WengLinConfig::new());
    for (found, (mean, deviation)) in first.iter().chain(&second).zip(published) {
        assert!((found.rating - mean).abs() < 1e-9 && (found.uncertainty - deviation).abs() < 1e-9, "{found:?}");
    }
    // A new player has 25 and 25/3 there, and 1500 and 350 here: 42 points for each of theirs.
    let ours = |(mean, deviation): (f64, f64)| rating(1500.0 + 42.0 * (mean - 25.0), 42.0 * deviation);
    let after = team_game("won won lost lost").rate(&before.map(ours));
    for (found, expected) in after.iter().zip(published.map(ours)) {
        assert!((found.mean - expected.mean).abs() < 1e-6 && (found.deviation - expected.deviation).abs() < 1e-6, "{found:?}");
    }
}

/// Computed by hand from Weng and Lin's formulas: four new players have c = 742.46, so that a win is worth 350² / c / 2 = 82.5 points, and
/// deviations shrink by the root of 1 - 1/27.
#[test]
fn partners_are_rated_together_and_whoever_left_has_lost() {
    let new = rating(1500.0, 350.0);
    let strong = rating(1900.0, 150.0);
    let table = [
        ([new; 4], "won won lost lost", "1582 343, 1582 343, 1418 343, 1418 343"),
        ([new; 4], "lost lost won won", "1418 343, 1418 343, 1582 343, 1582 343"),
        ([new; 4], "drawn drawn drawn drawn", "1500 343, 1500 343, 1500 343, 1500 343"),
        // One partner left, and the other one won alone: the opponents lose as much as ever.
        ([new; 4], "won lost lost lost", "1582 343, 1418 343, 1418 343, 1418 343"),
        ([new; 4], "drawn lost drawn drawn", "1500 343, 1418 343, 1500 343, 1500 343"),
        // Whoever is sure of a rating keeps it, and a strong partner makes a win cheap.
        ([strong, new, new, new], "won won lost lost", "1912 150, 1565 344, 1435 342, 1435 342"),
        ([strong, new, new, new], "lost lost won won", "1878 150, 1382 344, 1618 342, 1618 342"),
    ];
    for (before, results, expected) in table {
        let after = team_game(results).rate(&before);
        let words: Vec<String> = after.iter().map(|rating| format!("{} {:.0}", rating.points(), rating.deviation)).collect();
        assert_eq!(words.join(", "), expected, "{results}");
    }
}

/// Both kinds of ratings are provisional for as many games between new players.
#[test]
fn ratings_become_certain_after_thirteen_games() {
    let games = |pool: Pool, play: &dyn Fn(Rating) -> Rating| {
        let ratings = std::iter::successors(Some(Rating::new(0)), |rating| Some(play(*rating)));
        ratings.take_while(|rating| ShownRating::of(pool, rating).provisional).count()
    };
    let two = games(Pool::Speed(Speed::Rapid), &|rating| rate(ByColor::new(rating, rating), None, 0).black);
    let four = games(Pool::Teams, &|rating| team_game("drawn drawn drawn drawn").rate(&[rating; 4])[0]);
    assert_eq!((two, four), (13, 13));
}

/// Players of known strength play in random teams. Ratings come to reflect the strengths, and are not further off than they claim.
#[test]
fn ratings_in_teams_find_the_strengths() {
    let random = |n: u64| {
        let mixed = (n + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
    };
    let strengths: Vec<f64> = (0..64).map(|n| 1000.0 + 1000.0 * f64::from(n) / 63.0).collect();
    let mut ratings = vec![Rating::new(0); strengths.len()];
    let off = |ratings: &[Rating]| {
        let sum: f64 = ratings.iter().zip(&strengths).map(|(rating, strength)| (rating.mean - strength).powi(2)).sum();
        (sum / ratings.len() as f64).sqrt()
    };
    let before = off(&ratings);
    for round in 0..30_u64 {
        let order = crate::play::seats::shuffled((0..ratings.len()).collect(), round);
        for table in order.chunks(4) {
            let lead = strengths[table[0]] + strengths[table[1]] - strengths[table[2]] - strengths[table[3]];
            // As the model has it for players whose strengths are known.
            let chances = 1.0 / (1.0 + (-lead / (UNKNOWN / 2.0 * 2.0_f64.sqrt())).exp());
            let won = random(round * 100 + table[0] as u64) < chances;
            let after = team_game(if won { "won won lost lost" } else { "lost lost won won" });
            let after = after.rate(&table.iter().map(|&player| ratings[player]).collect::<Vec<_>>());
            table.iter().zip(after).for_each(|(&player, rating)| ratings[player] = rating);
        }
    }
    let claimed = ratings.iter().map(|rating| rating.deviation).sum::<f64>() / ratings.len() as f64;
    assert!(off(&ratings) < 0.65 * before && off(&ratings) < claimed, "{before} {} {claimed}", off(&ratings));
}

#[test]
fn ratings_in_teams_stay_within_reason() {
    let mut ratings = vec![Rating::new(0); 4];
    for _ in 0..5_000 {
        ratings = team_game("won won lost lost").rate(&ratings);
    }
    assert!(ratings.iter().all(|rating| (RANGE.0..=RANGE.1).contains(&rating.mean) && rating.deviation > 0.0), "{ratings:?}");
}

/// Games as lines of their logs, and what is rated: the pool, and the results in the order of the sides.
#[test]
fn games_are_rated_by_their_logs() {
    let users = ["aaaaaaaaaa", "bbbbbbbbbb", "cccccccccc", "dddddddddd"];
    let rated = |start: &str, more: &str, events: &[&str]| {
        let seats: Vec<String> = users.iter().map(|user| format!("user:{user}")).collect();
        let count = if start == "standard" { 2 } else { 4 };
        let created = format!("created\t{start}\twin=6 plies=1000\t600\trated\tpublic\t{}{more}", seats[..count].join("\t"));
        let lines = std::iter::once(created.as_str()).chain(events.iter().copied());
        let (live, _) = LiveGame::replay(lines.map(|line| (1, line))).unwrap();
        RatedGame::of(&live, 5).map(|game| {
            let results: Vec<String> = game
                .players()
                .map(|player| {
                    let result = match player.result {
                        Outcomes::WIN => "won",
                        Outcomes::LOSS => "lost",
                        Outcomes::DRAW => "drawn",
                    };
                    format!("{}{}", &player.user.as_str()[..1], result)
                })
                .collect();
            format!("{} {}", game.pool.name(), results.join(" "))
        })
    };
    let table: &[(&str, &[&str], Option<&str>)] = &[
        ("standard", &[], None),
        ("standard", &["resigned\tblack"], Some("rapid alost bwon")),
        ("standard", &["draw-agreed"], Some("rapid adrawn bdrawn")),
        ("standard", &["no-first-move\tblack"], None),
        // Black and Blue play against White and Red.
        ("four-teams", &["resigned\tblack"], None),
        ("four-teams", &["team-resigned\tblack"], Some("teams alost clost bwon dwon")),
        ("four-teams", &["resigned\tblack", "flag-fell\tblue"], Some("teams alost clost bwon dwon")),
        // White leaves and loses; Red wins alone.
        ("four-belgian", &["resigned\twhite", "resigned\tblack", "abandoned\tblue"], Some("teams alost clost blost dwon")),
        ("four-adjacent", &["flag-fell\twhite", "draw-agreed"], Some("teams adrawn cdrawn blost ddrawn")),
        ("four-teams", &["draw-agreed"], Some("teams adrawn cdrawn bdrawn ddrawn")),
        // A game without all its players is not the one that was agreed on.
        ("four-teams", &["no-first-move\tblack"], None),
        ("four-teams", &["resigned\twhite", "no-first-move\tblack"], None),
        // A game that should not have been rated.
        ("four-alone", &["resigned\tblack", "resigned\twhite", "resigned\tblue"], None),
    ];
    for (start, events, expected) in table {
        assert_eq!(rated(start, "", events).as_deref(), *expected, "{start} {events:?}");
    }
}

#[test]
fn only_games_that_are_fair_to_everybody_are_rated() {
    let why = |words: &str| {
        let line = words.replace("RULES", "win=6 plies=1000").replace(' ', "\t").replace("6\tplies", "6 plies");
        let line = line.replace('A', "user:aaaaaaaaaa").replace('B', "user:bbbbbbbbbb");
        why_not_rated(&Setup::parse(&format!("created\t{line}")).unwrap_or_else(|| panic!("{line}"))).unwrap_or("fair")
    };
    for layout in ["four-teams", "four-adjacent", "four-belgian", "four-german", "four-dutch", "four-swiss"] {
        assert_eq!(why(&format!("{layout} RULES 600 rated public A open B open")), "fair");
        assert_eq!(why(&format!("{layout} RULES 3d rated private open A open open drawn")), "fair");
    }
    let table = [
        ("standard RULES 600 rated public A open", "fair"),
        ("standard RULES 600 rated public A engine:3", "only games between accounts can be rated"),
        ("standard RULES 600 rated public A A", "only games between accounts can be rated"),
        ("standard RULES none rated public A B", "only games with a clock can be rated"),
        ("standard win=5 600 rated public A B", "only games by the standard rules can be rated"),
        ("standard RULES 600 helped public A B", "there is no help in rated games"),
        ("three RULES 600 rated public A open B", "only games for two, and for four in two teams, can be rated"),
        ("four-alone RULES 600 rated public A open B open", "only games for two, and for four in two teams, can be rated"),
        ("four-eights RULES 600 rated public A open B open", "only games for two, and for four in two teams, can be rated"),
        (
            "six-teams RULES 600 rated public A open B open open open",
            "only games for two, and for four in two teams, can be rated",
        ),
        ("four-teams RULES 600 rated public A open B engine:3", "only games between accounts can be rated"),
        ("four-teams RULES 600 rated public A open B open takeover:3", "the engine does not take over in rated games"),
        ("four-teams RULES none rated public A open B open", "only games with a clock can be rated"),
        ("four-teams win=4 600 rated public A open B open", "only games by the standard rules can be rated"),
    ];
    for (setup, expected) in table {
        assert_eq!(why(setup), expected, "{setup}");
    }
}
