//! How games for more than two go on and end.

use sumito_rules::Rules;
use sumito_rules::game::Draw;
use sumito_rules::party::{self, Departure, LeaveError, Seat};

use crate::agree::choose;
use crate::random::Random;

fn game(position: &str) -> party::Game {
    party::Game::from_position(position.parse().unwrap(), Rules::default())
}

fn play(game: &mut party::Game, moves: &str) {
    for text in moves.split_whitespace() {
        let m = game.position().parse_move(text).unwrap_or_else(|error| panic!("{text} in {}: {error}", game.position()));
        game.play(m).unwrap();
    }
}

fn won(game: &party::Game) -> Option<(u8, party::Win)> {
    match game.outcome() {
        Some(party::Outcome::Won { winner, by }) => Some((winner.number(), by)),
        _ => None,
    }
}

#[test]
fn turns_go_round_and_rounds_are_counted() {
    let mut game = party::Game::new(party::Layout::find("six").unwrap(), Rules::default());
    for round in 1..=2 {
        for seat in Seat::ALL {
            assert_eq!((game.position().turn(), game.position().round()), (seat, round));
            let m = game.legal_moves().nth(0).unwrap();
            game.play(m).unwrap();
        }
    }
}

#[test]
fn the_sixth_ejection_in_all_wins_and_the_game_stops() {
    // Black has ejected five, of whomever; in teams the partners' counts add up.
    for (teams, ejected, winner) in
        [("b-w-u", "5,0,0", 1), ("b-w-u", "4,5,5", 0), ("bu-wr", "2,0,3,0", 1), ("bu-wr", "2,5,2,0", 0)]
    {
        let mut game = game(&format!("5/6/7/8/6bbw/8/u6/6/bbw2 b {teams} {ejected}"));
        play(&mut game, "e7e8");
        let expected = (winner > 0).then_some((winner, party::Win::Ejections));
        assert_eq!(won(&game), expected, "{teams} {ejected}");
        assert_eq!(game.legal_moves().is_empty(), winner > 0);
        assert_eq!(game.lost(Seat::White), 1);
    }
}

#[test]
fn a_player_who_cannot_move_is_passed_over() {
    // White's one marble in the corner is walled in; Blue is next, and when a gap opens White plays again.
    let mut game = game("5/6/7/8/4b4/8/2b4/bbb3/wbb1u b b-w-u");
    play(&mut game, "e5e6");
    assert_eq!(game.position().turn(), Seat::Blue);
    play(&mut game, "a5b5");
    assert_eq!(game.position().turn(), Seat::Black);
    play(&mut game, "b1c1");
    assert_eq!(game.position().turn(), Seat::White);
}

#[test]
fn a_team_wins_when_none_of_its_opponents_can_move() {
    let mut alone = game("5/6/7/8/4b4/8/2b4/bbb3/wbb2 b b-w-u");
    play(&mut alone, "e5e6");
    assert_eq!(won(&alone), Some((1, party::Win::OthersBlocked)));
    // In teams the partner's freedom does not save the opponents.
    let mut teams = game("4u/6/7/8/4b4/8/2b4/bbb3/wbb2 b bu-wr");
    play(&mut teams, "e5e6");
    assert_eq!(won(&teams), Some((1, party::Win::OthersBlocked)));
    let position: party::Position = teams.position().to_string().parse().unwrap();
    assert_eq!(position.winner(), teams.position().winner());
    // Where the rules call it a draw, it is one.
    let rules = Rules::default().with_no_move_loses(false);
    let mut drawn = party::Game::from_position(*teams.start(), rules);
    play(&mut drawn, "e5e6");
    assert_eq!(drawn.outcome(), Some(party::Outcome::Drawn(Draw::NoMove)));
}

#[test]
fn who_leaves_leaves_his_marbles() {
    let mut game = party::Game::new(party::Layout::find("four-teams").unwrap(), Rules::default());
    game.leave(Seat::White, Departure::Resigned).unwrap();
    assert_eq!(game.leave(Seat::White, Departure::Resigned), Err(LeaveError::NotInTheGame));
    assert_eq!(game.leave(Seat::Green, Departure::Resigned), Err(LeaveError::NotInTheGame));
    assert_eq!(game.position().marbles(Seat::White).len(), 9);
    play(&mut game, "b1c2");
    assert_eq!((game.position().turn(), game.outcome()), (Seat::Blue, None));
    game.leave(Seat::Red, Departure::FlagFall).unwrap();
    assert_eq!(won(&game), Some((1, party::Win::OthersLeft)));
    assert_eq!(game.leave(Seat::Blue, Departure::Abandoned), Err(LeaveError::GameOver));
    // The player to move may leave as well: the next one plays.
    game.undo().unwrap();
    game.leave(Seat::Blue, Departure::Abandoned).unwrap();
    assert_eq!((game.position().turn(), game.position().round()), (Seat::Red, 1));
}

#[test]
fn the_marbles_of_one_who_left_can_be_ejected() {
    let mut game = game("5/6/7/8/6bbw/8/u6/6/5 b b-w-u 5,0x,0");
    play(&mut game, "e7e8");
    assert_eq!(won(&game), Some((1, party::Win::Ejections)));
}

#[test]
fn the_third_occurrence_draws() {
    let mut game = game("4u/6/7/8/b8/8/7/6/w4 b b-w-u");
    let round_trip = "e1e2 a1a2 i9i8 e2e1 a2a1 i8i9";
    play(&mut game, round_trip);
    assert_eq!((game.occurrences(), game.outcome()), (2, None));
    play(&mut game, round_trip);
    assert_eq!(game.outcome(), Some(party::Outcome::Drawn(Draw::Repetition)));
    assert!(game.legal_moves().is_empty());
}

#[test]
fn draws_by_agreement_and_by_the_quiet_limit() {
    let start = party::Layout::find("three").unwrap();
    let mut agreed = party::Game::new(start, Rules::default());
    agreed.agree_draw().unwrap();
    assert_eq!(agreed.outcome(), Some(party::Outcome::Drawn(Draw::Agreement)));
}

#[test]
fn the_quiet_limit_counts_rounds_however_many_play() {
    for layout in party::Layout::all() {
        let rules = Rules::default().with_quiet_limit(Some(4)).with_repetition(None);
        let mut game = party::Game::new(layout, rules);
        let seats = layout.seating.seats().count();
        while game.outcome().is_none() {
            let quiet = game.legal_moves().iter().find(|&m| game.position().ejected(m).is_none()).unwrap();
            game.play(quiet).unwrap();
        }
        assert_eq!(game.outcome(), Some(party::Outcome::Drawn(Draw::QuietLimit)), "{layout}");
        assert_eq!((game.ply(), game.position().round()), (2 * seats, 3), "{layout}: four plies of two players are two rounds");
    }
}

#[test]
fn a_move_is_taken_back_and_who_left_stays_away() {
    let start = party::Layout::find("four-alone").unwrap();
    let mut game = party::Game::new(start, Rules::default());
    assert!(!game.take_back(Seat::Black));
    play(&mut game, "b1c2 i5h5");
    assert!(!game.take_back(Seat::Blue) && !game.take_back(Seat::Green));
    game.leave(Seat::Blue, Departure::FlagFall).unwrap();
    let any = game.legal_moves().nth(0).unwrap();
    game.play(any).unwrap();
    assert_eq!((game.moves().map(|(seat, _)| seat).collect::<Vec<_>>()), [Seat::Black, Seat::White, Seat::Red]);
    assert!(!game.take_back(Seat::Blue), "one who has left has nothing to take back");

    // White takes back: Red's move is undone too, Blue stays away.
    assert!(game.take_back(Seat::White));
    assert_eq!((game.ply(), game.position().turn()), (1, Seat::White));
    assert_eq!(game.departures().collect::<Vec<_>>(), [(Seat::Blue, Departure::FlagFall)]);
    assert!(game.position().has_left(Seat::Blue));
    assert!(game.take_back(Seat::Black) && game.ply() == 0 && game.position().has_left(Seat::Blue));
    // Without departures nothing is forgotten.
    let mut game = party::Game::new(start, Rules::default());
    play(&mut game, "b1c2 i5h5");
    let after = *game.position();
    assert!(game.take_back(Seat::Black));
    game.go_to(2);
    assert_eq!(*game.position(), after);
}

#[test]
fn who_ejected_whose_marbles_is_counted() {
    let mut random = Random::new(6);
    for layout in party::Layout::all() {
        let mut game = party::Game::new(layout, Rules::default());
        let mut expected = [[0_u8; 6]; 6];
        while let Some(m) = choose(game.position(), &mut random).filter(|_| game.outcome().is_none()) {
            let before = *game.position();
            game.play(m).unwrap();
            for owner in Seat::ALL {
                let lost = before.marbles(owner).len() - game.position().marbles(owner).len();
                expected[before.turn() as usize][owner as usize] += lost as u8;
            }
        }
        let ejections = game.ejections();
        assert_eq!(Seat::ALL.map(|by| Seat::ALL.map(|owner| ejections[by][owner])), expected, "{layout}");
        for seat in Seat::ALL {
            assert_eq!(game.position().ejected_by(seat), expected[seat as usize].iter().sum::<u8>());
        }
    }
}

#[test]
fn different_positions_have_different_hashes() {
    let mut random = Random::new(7);
    let mut texts = std::collections::BTreeMap::new();
    for layout in party::Layout::all() {
        for _ in 0..5 {
            let mut position = layout.position();
            for ply in 0..200 {
                let text = position.with_counters(0, 1).to_string();
                let other = texts.insert(position.zobrist_hash(), text.clone());
                assert!(other.is_none_or(|other| other == text), "{text}");
                if ply == 100 {
                    let _ = position.leave(Seat::ALL[random.below(layout.seating.seats().count())]);
                }
                let Some(m) = choose(&position, &mut random) else { break };
                position.play_unchecked(m);
            }
        }
    }
    assert!(texts.len() > 5000, "{}", texts.len());
}

#[test]
fn the_limit_of_plies_draws_and_departures_are_no_plies() {
    let start = party::Layout::find("three").unwrap();
    let mut game = party::Game::new(start, Rules::default().with_ply_limit(Some(3)));
    play(&mut game, "i5h5");
    game.leave(Seat::White, Departure::Resigned).unwrap();
    let any = game.legal_moves().iter().next().unwrap();
    game.play(any).unwrap();
    assert_eq!((game.actions().len(), game.ply(), game.outcome()), (3, 2, None));
    let any = game.legal_moves().iter().next().unwrap();
    game.play(any).unwrap();
    assert_eq!((game.ply(), game.outcome()), (3, Some(party::Outcome::Drawn(Draw::PlyLimit))));
    assert_eq!(game.outcome().unwrap().key(), "drawn-by-ply-limit");
    assert!(game.legal_moves().is_empty() && game.leave(Seat::Blue, Departure::Abandoned).is_err());
    // A win with the last ply is a win.
    let position: party::Position = "5/6/7/8/6bbw/8/u6/6/5 b b-w-u 5,0,0".parse().unwrap();
    let mut won = party::Game::from_position(position, Rules::default().with_ply_limit(Some(1)));
    play(&mut won, "e7e8");
    assert!(matches!(won.outcome(), Some(party::Outcome::Won { by: party::Win::Ejections, .. })));
}

#[test]
fn games_come_to_an_end_in_every_layout() {
    let mut random = Random::new(5);
    for layout in party::Layout::all() {
        for _ in 0..3 {
            let mut game = party::Game::new(layout, Rules::default());
            while let Some(m) = choose(game.position(), &mut random).filter(|_| game.outcome().is_none()) {
                game.play(m).unwrap();
                assert!(game.actions().len() < 5000, "{layout}: {:?}", game.position());
            }
            let (winner, by) = won(&game).expect("a game that does not repeat has a winner");
            assert_eq!(by, party::Win::Ejections, "{layout}");
            let best = layout.seating.teams().map(|team| (game.position().score(team), team.number())).max();
            assert_eq!(best, Some((6, winner)), "{layout}");
        }
    }
}

#[test]
fn actions_are_undone_and_done_again() {
    let mut game = party::Game::new(party::Layout::find("three").unwrap(), Rules::default());
    play(&mut game, "i5h5 a4b4");
    game.leave(Seat::Black, Departure::Absent).unwrap();
    let (after, actions) = (*game.position(), game.actions().to_vec());
    while game.undo().is_some() {}
    assert_eq!(game.position(), game.start());
    let redone: Vec<_> = std::iter::from_fn(|| game.redo()).collect();
    assert_eq!((redone, *game.position()), (actions, after));
}
