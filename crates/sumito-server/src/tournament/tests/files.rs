//! Tournaments from files, and back.

use sumito_tournament::event::Forbidden;
use sumito_tournament::{Bye, Entry, Event as Paper, Side, csv, trf};

use super::*;
use crate::tournament::BadFile;

fn board(format: Format) -> Run {
    Run::new(Settings { format, over_the_board: true, ..Settings::default() })
}

fn import(run: &mut Run, paper: &Paper) -> Result<usize, Refusal> {
    let codes = (0..paper.players.len()).map(|n| format!("CODE{n:02}")).collect();
    run.act(Actor::User(user(999)), &Action::Import(Box::new(paper.clone()), codes))
}

/// A file in TRF's columns.
fn swiss_file(rounds: &[[&str; 4]]) -> String {
    let player = |(n, name): (usize, &str)| {
        let entries: Vec<&str> = rounds.iter().map(|round| round[n]).collect();
        format!("{:<91}{}", format!("001 {:>4}      {name}", n + 1), entries.join("  "))
    };
    let players = ["Alma", "Bruno", "Cecylia", "Dag"].into_iter().enumerate().map(player);
    ["XXR 3".to_owned(), "XXP 1 4".to_owned()].into_iter().chain(players).collect::<Vec<_>>().join("\n") + "\n"
}

#[test]
fn a_tournament_goes_on_where_the_file_ends() {
    let text = swiss_file(&[["   3 w 1", "   4 b =", "   1 b 0", "   2 w ="], ["   2 w 1", "   1 b 0", "0000 - U", "0000 - H"]]);
    let paper = trf::read(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let mut run = board(Format::Swiss { rounds: 5, double: false });
    import(&mut run, &paper).unwrap();
    assert_eq!((run.state.rounds.len(), run.state.planned_rounds(), run.state.phase), (2, Some(3), Phase::Running));
    assert_eq!(run.state.forbidden, [(0, 3)]);
    assert_eq!(run.state.players[1].code.as_deref(), Some("CODE01"));
    let points: Vec<_> = run.state.standings().iter().map(|row| (row.player, row.points.0)).collect();
    assert_eq!(points, [(0, 20), (2, 10), (3, 10), (1, 5)]);
    // What is exported is what was imported.
    let back = run.state.paper();
    let entries =
        |paper: &Paper| paper.players.iter().map(|player| (player.name.clone(), player.entries.clone())).collect::<Vec<_>>();
    let unrated = text.replace(" w 1", " w W").replace(" b 0", " b L").replace(" w =", " w D").replace(" b =", " b D");
    assert_eq!(entries(&back), entries(&trf::read(&unrated).unwrap()));
    assert_eq!(entries(&csv::read(&csv::write(&back)).unwrap()), entries(&back));
    // The next round is the one that the file's own program would pair.
    let expected: Vec<_> = sumito_tournament::dutch::pair(&paper)
        .unwrap()
        .pairings()
        .iter()
        .map(|pair| (usize::from(pair.first) - 1, pair.second.map(|second| usize::from(second) - 1)))
        .collect();
    run.direct(&Action::Pair(Vec::new(), Some(2)));
    assert_eq!(run.boards().into_iter().map(|(one, other)| (one, Some(other))).collect::<Vec<_>>(), expected);
    run.check_log();
}

#[test]
fn players_can_be_imported_without_rounds_and_more_than_once() {
    let mut run = board(Format::RoundRobin { double: false });
    let table = |text: &str| csv::read(text).unwrap();
    assert_eq!(import(&mut run, &table("name,rating\nAda,1500\nBob,")), Ok(2));
    assert_eq!(import(&mut run, &table("name\nBob\nCleo\nCleo")), Ok(1), "nobody twice");
    assert_eq!(run.state.players[0].rating, 1500);
    let with_rounds = table("name,1\nX,2 w 1\nY,1 b 0");
    assert_eq!(import(&mut run, &with_rounds), Err(BadFile::HasPlayers.into()), "somebody has entered");
    run.direct(&Action::Start);
    assert_eq!(import(&mut run, &table("name\nDora")), Err(Refusal::Started));
    let mut online = Run::new(swiss(3, false));
    assert_eq!(import(&mut online, &table("name\nDora")), Err(Refusal::PlayedOnline));
    let mut full = Run::new(Settings { over_the_board: true, capacity: Some(2), ..swiss(3, false) });
    assert_eq!(import(&mut full, &table("name\nA\nB\nC")), Err(Refusal::Full));
}

#[test]
fn rounds_that_the_system_would_not_pair_are_refused() {
    let check = |format: Format, text: &str, key: &str, message: &str| match import(&mut board(format), &csv::read(text).unwrap())
    {
        Err(Refusal::BadFile(bad)) => assert_eq!((bad.key(), bad.to_string().as_str()), (key, message), "{text}"),
        other => panic!("{text}: {other:?}"),
    };
    let round_robin = Format::RoundRobin { double: false };
    let berger = "name,1\nA,4 w 1\nB,3 w 1\nC,2 b 0\nD,1 b 0";
    assert_eq!(import(&mut board(round_robin), &csv::read(berger).unwrap()), Ok(8));
    let others = "name,1\nA,2 w 1\nB,1 b 0\nC,4 w 1\nD,3 b 0";
    check(round_robin, others, "not-berger", "round 1 is not that of the Berger table");
    let longer = "name,1,2\nA,2 w 1,2 b 1\nB,1 b 0,1 w 0";
    check(round_robin, longer, "beyond-berger", "the file has more rounds than a round robin of its players");
    let knockout = Format::Knockout { games: 1, third_place: false, drawn: false };
    assert_eq!(import(&mut board(knockout), &csv::read(berger).unwrap()), Ok(8));
    let message = "players 1 and 4 should meet in round 1, but their entries do not say so";
    check(knockout, others, "not-the-bracket", message);
    let twice = "name,1\nA,2 w 1\nA,1 b 0";
    check(Format::Swiss { rounds: 5, double: false }, twice, "name-twice", "the name 'A' appears twice");
    let mut double = board(Format::Swiss { rounds: 5, double: true });
    assert_eq!(import(&mut double, &csv::read(berger).unwrap()), Err(Refusal::FixedPairings));
}

#[test]
fn tables_have_all_players_and_games() {
    let mut run = Run::started(swiss(2, false), 3);
    run.tick();
    run.play(by_strength);
    let standings = run.state.standings_table();
    assert_eq!(
        standings[0].join(","),
        "rank,number,name,rating,points,buchholz-cut-1,buchholz,sonneborn-berger,won,drawn,lost,performance"
    );
    assert_eq!(standings.len(), 4);
    assert!(standings.iter().any(|line| line[2..5].join(",") == "Player 0,2000,1.0"), "{standings:?}");
    let games = run.state.games_table();
    assert_eq!(games[1][1..5].join(","), "Player 0,Player 1,1-0,80");
}

#[test]
fn a_game_that_nobody_came_to_and_known_results_survive_the_import() {
    let text = swiss_file(&[["   3 w -", "   4 w 1", "   1 b -", "   2 b 0"]]);
    let mut run = board(Format::Swiss { rounds: 5, double: false });
    import(&mut run, &trf::read(&text).unwrap()).unwrap();
    let results: Vec<_> = run.state.boards_of(0).iter().map(|board| board.result.unwrap().result).collect();
    assert_eq!(results, [BoardResult::BothForfeit, BoardResult::Won(Side::First)]);
    let taken_back = run.act(Actor::User(user(999)), &Action::Unpair(None));
    assert_eq!(taken_back, Err(Refusal::ResultsKnown), "the results of a file are not those of absent players");
}

#[test]
fn forbidden_pairs_of_a_file_are_counted_once_and_bounded() {
    let players: Vec<String> = (1..=60).map(|n| format!("Player {n}")).collect();
    let mut paper = csv::read(&format!("name\n{}\n", players.join("\n"))).unwrap();
    paper.rounds = Some(5);
    let with = |lines: &[&[u16]]| {
        let mut paper = paper.clone();
        for line in lines {
            paper.forbidden.push(Forbidden { players: line.to_vec(), rounds: None });
        }
        // A file without rounds brings players alone.
        for n in 0..60 {
            paper.players[n].entries.push(Entry::Bye(Bye::Half));
        }
        let mut run = board(Format::Swiss { rounds: 5, double: false });
        import(&mut run, &paper).map(|_| run.state.forbidden)
    };
    assert_eq!(with(&[&[5, 2, 5], &[2, 5], &[7, 7]]), Ok(vec![(1, 4)]));
    let all: Vec<u16> = (1..=60).collect();
    assert_eq!(with(&[&all]), Err(Refusal::TooManyChanges));
}
