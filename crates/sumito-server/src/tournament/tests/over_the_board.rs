//! Real boards: a director pairs, and players say how games ended.

use super::*;

#[test]
fn a_director_pairs_by_hand_and_corrects() {
    let mut run = Run::started(Settings { over_the_board: true, ..swiss(3, false) }, 5);
    run.tick();
    assert!(run.state.rounds.is_empty(), "over the board a director decides when a round begins");
    let director = Actor::User(user(999));
    assert_eq!(run.act(director, &Action::Pair(vec![(0, Some(1)), (1, Some(2))], None)), Err(Refusal::BadPairs));
    run.direct(&Action::Forbid(2, 3));
    run.direct(&Action::Pair(vec![(1, Some(0))], None));
    assert_eq!(run.boards()[0], (1, 0));
    assert!(run.boards().iter().all(|pair| *pair != (2, 3) && *pair != (3, 2)));
    assert_eq!(run.act(director, &Action::Pair(Vec::new(), None)), Err(Refusal::RoundUnfinished));
    run.direct(&Action::Unpair(None));
    assert!(run.state.boards.is_empty());
    run.direct(&Action::Pair(Vec::new(), None));
    // Players enter results; if they contradict each other, the director decides.
    let board = run.state.boards[0].clone();
    let [first, second] = board.players;
    let claim = |result| Action::Claim(board.game, Claim { result, marbles: None });
    assert_eq!(run.act(Actor::User(user(4)), &claim(BLACK)), Err(Refusal::NotYourBoard));
    run.act(Actor::User(user(first)), &claim(BLACK)).unwrap();
    assert!(run.state.boards[0].result.is_none());
    run.act(Actor::User(user(second)), &claim(WHITE)).unwrap();
    assert!(run.state.boards[0].is_contradictory() && run.state.boards[0].result.is_none());
    assert_eq!(run.act(director, &Action::Unpair(None)), Ok(1), "no result is known yet");
    run.direct(&Action::Pair(Vec::new(), None));
    let board = run.state.boards[0].clone();
    run.now += 1_000;
    for player in board.players {
        run.act(Actor::User(user(player)), &Action::Claim(board.game, Claim { result: BoardResult::Drawn, marbles: None }))
            .unwrap();
    }
    assert_eq!(run.state.boards[0].result.map(|ended| ended.result), Some(BoardResult::Drawn));
    run.direct(&Action::SetResult { game: board.game, result: BLACK, marbles: Some([6, 4]) });
    assert_eq!(run.state.boards[0].result.map(|ended| ended.result), Some(BLACK));
    assert_eq!(run.act(director, &Action::Unpair(None)), Err(Refusal::ResultsKnown));
    run.check_log();
}

#[test]
fn players_enter_results_by_phone_with_and_without_an_account() {
    let mut run = Run::new(Settings { over_the_board: true, scoring: Scoring::Marbles, ..swiss(3, false) });
    for (name, code) in [("Ada", "AAAAAA"), ("Bob", "BBBBBB")] {
        let entrant =
            Entrant { who: Who::Person(code.to_owned()), name: name.to_owned(), rating: 0, since: 0, is_admitted: true };
        run.direct(&Action::Add(entrant.clone()));
        assert_eq!(run.act(Actor::User(user(999)), &Action::Add(entrant)), Err(Refusal::AlreadyEntered));
    }
    assert_eq!(
        (run.state.player_with("BBBBBB"), run.state.player_with("CCCCCC"), run.state.player_with("")),
        (Some(1), None, None)
    );
    run.enter(2);
    run.direct(&Action::Start);
    run.direct(&Action::Pair(vec![(0, Some(1)), (2, None)], Some(0)));
    assert_eq!((run.boards(), run.state.rounds[0].byes.clone()), (vec![(0, 1)], vec![(2, Bye::Pairing)]));
    let game = run.state.boards[0].game;
    let claim = |result, marbles| Action::Claim(game, Claim { result, marbles });
    assert_eq!(run.act(Actor::Player(2), &claim(BLACK, None)), Err(Refusal::NotYourBoard));
    assert_eq!(run.act(Actor::Player(0), &claim(BLACK, Some([2, 6]))), Err(Refusal::BadMarbles));
    run.act(Actor::Player(0), &claim(BLACK, Some([6, 4]))).unwrap();
    assert_eq!(run.act(Actor::Player(0), &claim(BLACK, Some([6, 4]))), Ok(0), "saying it twice changes nothing");
    // The result is the same, but the marbles differ.
    run.act(Actor::Player(1), &claim(BLACK, Some([6, 5]))).unwrap();
    assert!(run.state.boards[0].is_contradictory() && run.state.boards[0].result.is_none());
    run.act(Actor::Player(1), &claim(BLACK, None)).unwrap();
    assert_eq!(run.state.boards[0].result.and_then(|ended| ended.marbles), Some([6, 4]), "one of them has to count");
    assert_eq!(run.act(Actor::Player(1), &claim(WHITE, None)), Err(Refusal::ResultsKnown));
    // Nobody directs with a code.
    assert_eq!(run.act(Actor::Player(0), &Action::Finish), Err(Refusal::NotDirector));
    assert_eq!(run.act(Actor::Player(0), &Action::Withdraw(Some(1))), Err(Refusal::NotDirector));
    run.check_log();
}
