//! Matches as others use them: pairs, faults of programs, going on after an interruption.

use std::convert::Infallible;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use sumito_engine::duel::{Contestant, Duel, Ending, Openings, Pace, PlayedPair, Referee, Standings};
use sumito_engine::stats::Sprt;
use sumito_rules::Layout;

/// A match of two games at most, quick to play.
fn duel(first: &str, second: &str) -> Duel {
    let contestant = |text: &str| Contestant::parse(text, |path| Err(format!("{path}: not in these tests"))).unwrap();
    Duel {
        contestants: [contestant(first), contestant(second)],
        pace: Pace::Nodes(50),
        openings: Openings { layouts: vec![&Layout::BELGIAN_DAISY], plies: 4, seed: 3, margin: 300, least: 0 },
        referee: Referee { max_plies: 14, patience: Duration::from_secs(60), ..Referee::default() },
        pairs: 1,
        sprt: None,
        concurrency: 1,
    }
}

fn play(duel: &Duel, standings: Standings) -> (Standings, Vec<PlayedPair>) {
    let mut pairs = Vec::new();
    let standings = duel
        .run(standings, &AtomicBool::new(false), |pair, _| {
            pairs.push(pair.clone());
            Ok::<(), Infallible>(())
        })
        .unwrap();
    (standings, pairs)
}

#[test]
fn pairs_have_one_opening_and_swapped_colors() {
    let (standings, pairs) = play(&Duel { pairs: 3, ..duel("name=a", "name=b") }, Standings::default());
    assert_eq!((standings.count(), standings.pairs.count(), pairs.len()), (6, 3, 3));
    for pair in &pairs {
        let [one, two] = &pair.games;
        assert!(one.record.moves().take(4).eq(two.record.moves().take(4)));
        assert_eq!([one, two].map(|bout| bout.record.tag("Black")), [Some("a"), Some("b")]);
        assert_eq!([one, two].map(|bout| bout.record.tag("White")), [Some("b"), Some("a")]);
        assert_eq!([one, two].map(|bout| bout.ending), [Ending::PlyLimit; 2]);
        // The same engine on both sides plays the same game twice, and neither wins by it.
        assert!(one.record.moves().eq(two.record.moves()));
    }
    assert_ne!(pairs[0].games[0].record.line, pairs[1].games[0].record.line);
    assert_eq!((standings.games, standings.colors, standings.plies), ([0, 6, 0], [0, 6, 0], 6 * 14));
}

#[test]
fn the_stronger_side_wins_with_both_colors() {
    let decided = Referee { max_plies: 400, ..Referee::default() };
    for (first, second, games) in
        [("nodes=1500", "evaluation=rings nodes=20", [2, 0, 0]), ("evaluation=rings nodes=20", "nodes=1500", [0, 0, 2])]
    {
        let (standings, _) = play(&Duel { referee: decided.clone(), ..duel(first, second) }, Standings::default());
        assert_eq!((standings.games, standings.colors), (games, [1, 0, 1]), "{first} {second}");
    }
}

#[test]
fn a_decided_test_ends_the_match() {
    let referee = Referee { max_plies: 400, ..Referee::default() };
    let long = Duel {
        pairs: 1_000,
        sprt: Some(Sprt::new(0.0, Sprt::MOST_ELO)),
        referee,
        ..duel("nodes=1500", "evaluation=rings nodes=20")
    };
    let (standings, _) = play(&long, Standings::default());
    assert!(standings.pairs.count() < 20, "{}", standings.pairs.count());
}

#[test]
fn a_match_stops_when_told() {
    let endless = Duel { pairs: u64::MAX, concurrency: 2, ..duel("name=a", "name=b") };
    let stop = AtomicBool::new(false);
    let standings = endless.run(Standings::default(), &stop, |_, standings| {
        stop.store(standings.pairs.count() >= 3, Relaxed);
        Ok::<(), Infallible>(())
    });
    assert!((3..=5).contains(&standings.unwrap().pairs.count()));
    let failed = endless.run(Standings::default(), &AtomicBool::new(false), |_, _| Err("disk full"));
    assert_eq!(failed, Err("disk full"));
}

#[test]
fn a_match_goes_on_from_its_file() {
    let whole = Duel { pairs: 4, ..duel("name=a nodes=300", "name=b") };
    let (standings, pairs) = play(&whole, Standings::default());
    let texts: Vec<String> = pairs.iter().map(PlayedPair::text).collect();
    let text = texts.concat();
    assert_eq!(whole.resume(&text), Ok((standings.clone(), text.len())));
    assert_eq!(whole.resume(""), Ok((Standings::default(), 0)));

    // Wherever the file was cut, the whole pairs count and the rest is played again.
    let pair_ends: Vec<usize> = texts
        .iter()
        .scan(0, |end, text| {
            Some({
                *end += text.len();
                *end
            })
        })
        .collect();
    let just_after = pair_ends.iter().flat_map(|end| *end..*end + 9);
    for cut in (0..text.len()).step_by(97).chain(just_after) {
        let Some(start) = text.get(..cut) else { continue };
        let (found, counted) = whole.resume(start).unwrap();
        let expected = pair_ends.iter().copied().filter(|&end| end <= cut).max().unwrap_or(0);
        assert_eq!(counted, expected, "cut at {cut}");
        assert_eq!(found.pairs.count(), pair_ends.iter().filter(|&&end| end <= cut).count() as u64);
    }
    let (found, counted) = whole.resume(&text[..pair_ends[2] - 5]).unwrap();
    let (again, played) = play(&whole, found);
    assert_eq!(again, standings);
    assert_eq!(text[..counted].to_owned() + &played.iter().map(PlayedPair::text).collect::<String>(), text);
}

#[test]
fn a_file_of_another_match_is_refused() {
    let here = duel("name=a", "name=b");
    let (_, pairs) = play(&here, Standings::default());
    let text = pairs[0].text();
    let check = |duel: &Duel, text: &str, message: &str| {
        let error = duel.resume(text).unwrap_err().to_string();
        assert!(error.contains(message), "{error}");
    };
    check(&duel("name=a", "name=c"), &text, "another match");
    check(&Duel { pace: Pace::Depth(2), ..here.clone() }, &text, "another match");
    check(&here, &text.replace("[Round \"1.2\"]", "[Round \"2.2\"]"), "do not follow each other");
    check(&here, &text.replace("[Round \"1.2\"]", "[Round \"second\"]"), "expected a tag Round");
    check(&here, &text.replace("ply limit", "nothing"), "expected a tag Termination");
}

/// Programs that misbehave, as shell scripts: they answer the protocol, and do something wrong at `go`.
#[cfg(unix)]
mod faults {
    use super::*;

    /// Longer than a busy machine needs.
    const LONG: Duration = Duration::from_secs(60);

    fn program(settings: &str, on_go: &str) -> String {
        let script = format!(
            "while read -r word rest; do case $word in ugi) echo ugiok;; isready) echo readyok;; go) {on_go};; quit) exit;; esac; done"
        );
        format!("name=mock {settings} cmd=sh -c \"{script}\"")
    }

    /// The mock loses both games in this way, whichever side it has. Only the mock can exceed a time: the engine counts nodes.
    fn check(mock: &str, patience: Duration, ending: Ending, fault: &str) {
        for (first, second, games, faults) in [("sumito", mock, [2, 0, 0], [0, 2]), (mock, "sumito", [0, 0, 2], [2, 0])] {
            let referee = Referee { patience, margin: Duration::from_millis(300), ..duel("", "").referee };
            let duel = Duel { pace: Pace::Nodes(10), referee, ..duel(first, second) };
            duel.check().unwrap();
            let (standings, pairs) = play(&duel, Standings::default());
            assert_eq!((standings.games, standings.faults), (games, faults), "{mock}");
            for (bout, black) in pairs[0].games.iter().zip([first, second]) {
                let winner = if black == "sumito" { "1-0" } else { "0-1" };
                assert_eq!((bout.ending, bout.record.result.to_string().as_str()), (ending, winner), "{mock}");
                let found = bout.fault.as_ref().unwrap().to_string();
                assert!(found.starts_with(fault), "{found}");
                assert_eq!(bout.record.tag("Termination"), Some(ending.text()));
            }
            let text: String = pairs.iter().map(PlayedPair::text).collect();
            assert_eq!(duel.resume(&text), Ok((standings, text.len())));
        }
    }

    #[test]
    fn who_crashes_loses_and_is_started_again() {
        check(&program("", "exit 3"), LONG, Ending::Crash, "crashed: exit status: 3");
    }

    #[test]
    fn who_plays_an_illegal_move_loses() {
        check(&program("", "echo bestmove e5e6"), LONG, Ending::Illegal, "played an illegal move: 'e5e6'");
        check(&program("", "echo bestmove pass"), LONG, Ending::Illegal, "played an illegal move: 'pass'");
        check(&program("", "echo bestmove"), LONG, Ending::Illegal, "played an illegal move: ''");
    }

    #[test]
    fn who_thinks_too_long_loses() {
        check(&program("movetime=20", "sleep 5"), LONG, Ending::Time, "exceeded its time by 300 ms");
    }

    #[test]
    fn who_gives_no_answer_loses() {
        check(&program("", "echo hello"), Duration::from_millis(500), Ending::Silence, "did not answer for 0.5 s");
    }

    #[test]
    fn a_program_that_does_not_start_is_reported_before_the_match() {
        for (command, message) in [("./missing", "./missing crashed: ./missing: "), ("false", "false crashed: exit status: 1")] {
            let error = duel("sumito", &format!("cmd={command}")).check().unwrap_err();
            assert!(error.to_string().starts_with(message), "{error}");
        }
    }
}
