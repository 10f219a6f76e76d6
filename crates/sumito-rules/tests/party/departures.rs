//! Players who leave, in every order and for every reason, and players without marbles.

use proptest::prelude::*;
use sumito_rules::party::{self, BySeat, Departure, LeaveError, Seat, Seating, Win};
use sumito_rules::{Cell, Cells, Rules};

use crate::agree::choose;
use crate::random::Random;
use crate::slow::{Board, Reason};

/// Every order of these numbers.
fn permutations(numbers: &[usize]) -> Vec<Vec<usize>> {
    if numbers.is_empty() {
        return vec![Vec::new()];
    }
    let rest = |first: usize| numbers.iter().copied().filter(move |&other| other != first).collect::<Vec<_>>();
    let after = |first: usize| permutations(&rest(first)).into_iter().map(move |order| [&[first], &order[..]].concat());
    numbers.iter().flat_map(|&first| after(first)).collect()
}

#[test]
fn seats_drop_out_in_every_order_and_the_last_team_wins() {
    let mut random = Random::new(1);
    let mut games = 0;
    for layout in party::Layout::all() {
        let seats: Vec<usize> = (0..layout.seating.seats().count()).collect();
        let mut middle = party::Game::new(layout, Rules::default());
        for _ in 0..40 {
            let m = choose(middle.position(), &mut random).expect("nobody wins that early");
            middle.play(m).unwrap();
        }
        for start in [party::Game::new(layout, Rules::default()), middle] {
            for order in permutations(&seats) {
                let mut game = start.clone();
                let mut board = Board::of(game.position());
                let mut reasons = Vec::new();
                for (n, &seat) in order.iter().enumerate() {
                    let (leaver, departure) = (Seat::ALL[seat], Departure::ALL[n % 4]);
                    let left = game.leave(leaver, departure);
                    if board.verdict.is_some() {
                        assert_eq!(left, Err(LeaveError::GameOver), "{layout} {order:?}");
                        continue;
                    }
                    assert_eq!(left, Ok(()), "{layout} {order:?}");
                    board = board.without(&[seat]);
                    assert_eq!(Board::of(game.position()), board, "{layout} {order:?}");
                    assert_eq!(game.position().to_string().parse(), Ok(*game.position()));
                    reasons.push((leaver, departure));
                }
                let last = layout.seating.team(Seat::ALL[*order.last().unwrap()]);
                assert_eq!(game.outcome(), Some(party::Outcome::Won { winner: last, by: Win::OthersLeft }), "{layout} {order:?}");
                assert_eq!(game.departures().collect::<Vec<_>>(), reasons);
                games += 1;
            }
        }
    }
    assert!(games > 3000, "{games}");
}

#[test]
fn partners_resign_together() {
    for layout in party::Layout::all() {
        for team in layout.seating.teams() {
            let mut game = party::Game::new(layout, Rules::default());
            let members: Vec<Seat> = layout.seating.members(team).collect();
            let seats: Vec<usize> = members.iter().map(|&seat| seat as usize).collect();
            let board = Board::of(game.position()).without(&seats);
            game.resign_team(team).unwrap();
            assert_eq!(Board::of(game.position()), board, "{layout}");
            assert_eq!(game.actions().len(), 1);
            assert!(game.departures().eq(members.iter().map(|&seat| (seat, Departure::Resigned))));
            let over = layout.seating.teams().count() == 2;
            assert_eq!(game.outcome().is_some(), over, "{layout}");
            let again = if over { LeaveError::GameOver } else { LeaveError::NotInTheGame };
            assert_eq!(game.resign_team(team), Err(again), "{layout}");
            game.undo().unwrap();
            // One of them has left already: the others resign, and nobody leaves twice.
            if members.len() > 1 {
                game.leave(members[0], Departure::FlagFall).unwrap();
                game.resign_team(team).unwrap();
                let expected = [(members[0], Departure::FlagFall), (members[1], Departure::Resigned)];
                assert_eq!(game.departures().collect::<Vec<_>>(), expected);
            }
        }
    }
}

#[test]
fn one_without_marbles_has_left() {
    // Blue has no marbles: when White leaves, Black has won.
    let text = "5/6/7/8/4b4/8/7/6/w4 b b-w-u";
    let mut game = party::Game::from_position(text.parse().unwrap(), Rules::default());
    assert!(game.position().has_left(Seat::Blue));
    assert_eq!(game.position().to_string(), format!("{text} 0,0,0x 0 1"));
    assert_eq!(game.leave(Seat::Blue, Departure::Resigned), Err(LeaveError::NotInTheGame));
    game.leave(Seat::White, Departure::Resigned).unwrap();
    assert_eq!(game.outcome().and_then(party::Outcome::winner).map(party::Team::number), Some(1));

    // The last marble of a player is ejected: the player is out at once, and the game goes on with the others.
    let mut game = party::Game::from_position("5/6/7/8/6bbw/8/7/6/u4 b b-w-u".parse().unwrap(), Rules::default());
    game.play(game.position().parse_move("e7e8").unwrap()).unwrap();
    assert_eq!((game.position().turn(), game.outcome()), (Seat::Blue, None));
    assert_eq!(game.leave(Seat::White, Departure::Resigned), Err(LeaveError::NotInTheGame));
    assert_eq!(game.departures().count(), 0);
    // Of two players, the one with marbles has won.
    let mut game = party::Game::from_position("5/6/7/8/6bbw/8/7/6/5 b b-w".parse().unwrap(), Rules::default());
    game.play(game.position().parse_move("e7e8").unwrap()).unwrap();
    assert!(matches!(game.outcome(), Some(party::Outcome::Won { by: Win::OthersLeft, .. })));
    // A partner without marbles neither keeps the team in the game nor takes it out.
    let text = "5/6/7/8/4b4/8/7/6/w3r b bu-wr";
    let mut game = party::Game::from_position(text.parse().unwrap(), Rules::default());
    game.leave(Seat::White, Departure::Resigned).unwrap();
    assert_eq!(game.outcome(), None);
    game.leave(Seat::Black, Departure::Resigned).unwrap();
    assert_eq!(game.outcome().and_then(party::Outcome::winner).map(party::Team::number), Some(2));
}

/// One player walls another in, and the third leaves: the first has won, whatever their colors and whoever's turn it is.
#[test]
fn only_one_can_still_move_is_judged_alike_for_every_order_of_seats() {
    for order in permutations(&[0, 1, 2]) {
        let [wall, walled, leaver] = [order[0], order[1], order[2]].map(|n| Seat::ALL[n]);
        let mut marbles = BySeat::<Cells>::default();
        marbles[walled] = Cells::of(Cell::A1);
        marbles[wall] = "a2,a3,b1,b2,b3,c3".parse().unwrap();
        marbles[leaver] = Cells::of(Cell::I9);
        for turn in [wall, leaver] {
            let mut position = party::Position::new(Seating::alone(3).unwrap(), marbles, turn).unwrap();
            assert_eq!((position.turn(), position.winner()), (turn, None));
            position.leave(leaver).unwrap();
            let team = position.seating().team(wall);
            assert_eq!(position.winner(), Some((team, Win::OthersBlocked)), "{wall} walls in {walled}, {turn} to move");
            assert!(position.legal_moves().is_empty());
            assert_eq!(position.to_string().parse(), Ok(position));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    /// Giving everybody the next seat changes nothing but the names.
    #[test]
    fn departures_do_not_depend_on_the_names_of_seats(
        seats in 2..=6_usize,
        cells in prop::collection::vec(0..8_usize, Cell::COUNT),
        turn in 0..6_usize,
        leavers in prop::collection::vec(0..6_usize, 1..4),
        shift in 1..6_usize,
    ) {
        let seating = Seating::alone(seats as u8).unwrap();
        let set_up = |shift: usize| {
            let mut marbles = BySeat::<Cells>::default();
            for (cell, &owner) in Cell::all().zip(&cells) {
                if owner < seats {
                    marbles[Seat::ALL[(owner + shift) % seats]].insert(cell);
                }
            }
            party::Position::new(seating, marbles, Seat::ALL[(turn + shift) % seats])
        };
        let (Some(mut one), Some(mut other)) = (set_up(0), set_up(shift)) else { return Ok(()) };
        for leaver in leavers {
            let left = [one.leave(Seat::ALL[leaver % seats]), other.leave(Seat::ALL[(leaver + shift) % seats])];
            prop_assert_eq!(left[0], left[1]);
            let winner = one.winner().map(|(team, by)| ((team.number() as usize - 1 + shift) % seats, by));
            prop_assert_eq!(winner, other.winner().map(|(team, by)| (team.number() as usize - 1, by)));
            if winner.is_none() {
                prop_assert_eq!((one.turn() as usize + shift) % seats, other.turn() as usize);
            }
        }
    }

    /// Every game ends, whatever is played and whoever leaves, at the latest at its limit of plies.
    #[test]
    fn every_game_ends(
        layout in 0..party::Layout::all().len(),
        seed in any::<u32>(),
        leaves in prop::collection::vec(0..400_usize, 0..6),
        limited in any::<bool>(),
    ) {
        let layout = &party::Layout::all()[layout];
        let mut random = Random::new(seed.into());
        let rules = if limited { Rules::default().with_repetition(None).with_ply_limit(Some(300)) } else { Rules::default() };
        let mut game = party::Game::new(layout, rules);
        let mut board = Board::of(game.position());
        for step in 0..5000 {
            if game.outcome().is_some() {
                break;
            }
            if let Some(n) = leaves.iter().position(|&at| at == step) {
                let seat = Seat::ALL[n % layout.seating.seats().count()];
                if game.leave(seat, Departure::ALL[n % 4]).is_ok() {
                    board = board.without(&[seat as usize]);
                    prop_assert_eq!(&Board::of(game.position()), &board);
                }
                continue;
            }
            let m = choose(game.position(), &mut random).expect("a game that is not over has a move");
            game.play(m).unwrap();
            board = Board::of(game.position());
        }
        let outcome = game.outcome();
        prop_assert!(outcome.is_some(), "{:?}", game.position());
        if let Some((team, reason)) = board.verdict {
            let won = matches!(outcome, Some(party::Outcome::Won { winner, .. }) if winner.number() as usize == team + 1);
            prop_assert!(won, "{outcome:?} but {reason:?}");
            prop_assert!(reason != Reason::Ejections || game.position().score(layout.seating.teams().nth(team).unwrap()) >= 6);
        }
        prop_assert!(game.legal_moves().is_empty() && game.agree_draw().is_err());
    }
}
