//! Who enters, leaves and comes back, and when it starts.

use super::*;

#[test]
fn only_those_who_may_can_enter() {
    let mut settings = swiss(4, false);
    settings.admission.least_rating = Some(1400);
    settings.admission.most_rating = Some(1800);
    settings.admission.account_days = 30;
    settings.capacity = Some(3);
    let mut run = Run::new(settings);
    let now = run.now;
    let fine = Entrant { since: now - 40 * DAY, ..entrant(0, 1500) };
    let table = [
        (Entrant { rating: 1399, ..fine.clone() }, Refusal::RatingTooLow),
        (Entrant { rating: 1801, ..fine.clone() }, Refusal::RatingTooHigh),
        (Entrant { since: now - 29 * DAY, ..fine.clone() }, Refusal::AccountTooYoung),
        (Entrant { is_admitted: false, ..fine.clone() }, Refusal::WrongPassword),
    ];
    for (entrant, refusal) in table {
        assert_eq!(run.act(Actor::User(user(0)), &Action::Enter(entrant)), Err(refusal));
    }
    for n in 0..3 {
        assert_eq!(run.act(Actor::User(user(n)), &Action::Enter(Entrant { who: Who::Account(user(n)), ..fine.clone() })), Ok(1));
    }
    let again = Action::Enter(fine.clone());
    assert_eq!(run.act(Actor::User(user(0)), &again), Err(Refusal::AlreadyEntered));
    let late = Action::Enter(Entrant { who: Who::Account(user(7)), ..fine.clone() });
    assert_eq!(run.act(Actor::User(user(7)), &late), Err(Refusal::Full));
    // Somebody who leaves makes room, and can come back while there is some.
    assert_eq!(run.act(Actor::User(user(2)), &Action::Withdraw(None)), Ok(1));
    run.direct(&Action::Start);
    assert_eq!(run.act(Actor::User(user(7)), &late), Ok(1), "up to half of the rounds");
    for _ in 0..3 {
        run.tick();
        run.play(by_strength);
    }
    assert_eq!(run.act(Actor::User(user(8)), &Action::Enter(Entrant { who: Who::Account(user(8)), ..fine })), Err(Refusal::Full));
    run.direct(&Action::Withdraw(Some(1)));
    assert_eq!(
        run.act(Actor::User(user(8)), &Action::Enter(Entrant { since: 0, ..entrant(8, 1500) })),
        Err(Refusal::EntryClosed)
    );
    // Nobody directs but the directors.
    for action in [Action::Stop, Action::Start, Action::Withdraw(Some(0)), Action::Tick, Action::Pair(Vec::new(), None)] {
        assert_eq!(run.act(Actor::User(user(7)), &action), Err(Refusal::NotDirector), "{action:?}");
    }
    run.direct(&Action::AddDirector(user(7)));
    assert_eq!(run.act(Actor::User(user(7)), &Action::Stop), Ok(1));
    run.direct(&Action::RemoveDirector(user(7)));
    assert_eq!(run.act(Actor::User(user(999)), &Action::RemoveDirector(user(999))), Err(Refusal::LastDirector));
    run.check_log();
}

#[test]
fn it_starts_at_its_time_or_when_it_is_full() {
    let at = 100 * DAY + 60_000;
    let mut timed = Run::new(Settings { start: Start::At(at), ..swiss(3, false) });
    timed.enter(0);
    timed.now = at;
    timed.tick();
    assert_eq!(timed.state.phase, Phase::Open, "one player waits for another");
    timed.enter(1);
    timed.tick();
    assert_eq!((timed.state.phase, timed.boards()), (Phase::Running, vec![(0, 1)]));
    let mut lonely = Run::new(Settings { start: Start::At(at), ..swiss(3, false) });
    lonely.now = at + 601_000;
    lonely.tick();
    assert_eq!(lonely.state.phase, Phase::Over(Why::TooFewPlayers));

    let mut full = Run::new(Settings { start: Start::WhenFull, capacity: Some(4), ..knockout(1, false) });
    for n in 0..3 {
        full.enter(n);
        full.tick();
    }
    assert_eq!(full.state.phase, Phase::Open);
    full.enter(3);
    full.tick();
    assert_eq!((full.state.phase, full.boards()), (Phase::Running, vec![(0, 3), (1, 2)]));
}

#[test]
fn coming_back_needs_a_place_before_the_start_and_a_number_after_it() {
    let mut run = Run::new(Settings { capacity: Some(3), ..swiss(5, false) });
    for n in 0..3 {
        run.enter(n);
    }
    run.act(Actor::User(user(0)), &Action::Withdraw(None)).unwrap();
    run.enter(3);
    let back = Action::Return(None);
    assert_eq!(run.act(Actor::User(user(0)), &back), Err(Refusal::Full));
    assert_eq!(run.act(Actor::User(user(0)), &Action::Enter(entrant(0, 2000))), Err(Refusal::Full));
    run.direct(&Action::Start);
    // Later somebody who left, or missed a game, can always play on.
    assert_eq!(run.act(Actor::User(user(0)), &back), Ok(1));
    run.tick();
    assert_eq!(run.boards().len(), 2);
    // In a round robin or a knockout, the number of players decides the pairings.
    for settings in [knockout(1, false), Settings { format: Format::RoundRobin { double: false }, ..Settings::default() }] {
        let mut run = Run::new(settings);
        for n in 0..3 {
            run.enter(n);
        }
        run.act(Actor::User(user(1)), &Action::Withdraw(None)).unwrap();
        run.direct(&Action::Start);
        assert_eq!(run.act(Actor::User(user(1)), &back), Err(Refusal::EntryClosed));
        run.tick();
        assert!(run.state.boards.iter().all(|board| !board.players.contains(&1)));
        run.check_log();
    }
}

#[test]
fn leaving_and_coming_back_brings_no_points() {
    let mut run = Run::started(swiss(9, false), 5);
    for _ in 0..4 {
        // Away in every second round, with the one bye asked for before.
        let _ = run.act(Actor::User(user(4)), &Action::RequestBye(None, run.state.rounds.len()));
        run.act(Actor::User(user(4)), &Action::Withdraw(None)).unwrap();
        run.tick();
        run.play(by_strength);
        run.act(Actor::User(user(4)), &Action::Return(None)).unwrap();
        run.tick();
        run.play(by_strength);
    }
    let byes = |bye: Bye| run.state.rounds.iter().flat_map(|round| &round.byes).filter(|one| **one == (4, bye)).count();
    assert!(byes(Bye::Zero) >= 4 && byes(Bye::Half) == 0 && byes(Bye::Pairing) <= 1, "{:?}", run.state.rounds);
    // A bye that was asked for can be given back, before its round.
    let mut run = Run::started(swiss(5, false), 4);
    let ask = Action::RequestBye(None, 1);
    assert_eq!(run.act(Actor::User(user(0)), &ask), Ok(1));
    assert_eq!(run.act(Actor::User(user(0)), &Action::RequestBye(None, 2)), Err(Refusal::NoBye));
    assert_eq!(run.act(Actor::User(user(0)), &Action::CancelBye(None, 1)), Ok(1));
    assert_eq!(run.act(Actor::User(user(0)), &ask), Ok(1));
    for _ in 0..2 {
        run.tick();
        run.play(by_strength);
    }
    assert!(run.state.rounds[1].byes.contains(&(0, Bye::Half)));
    assert_eq!(run.act(Actor::User(user(0)), &Action::CancelBye(None, 1)), Ok(0), "it is too late");
    run.check_log();
}

#[test]
fn nobody_can_fill_the_log() {
    let mut run = Run::started(Settings { over_the_board: true, ..swiss(5, false) }, 4);
    let flips = (0..200).map(|n| if n % 2 == 0 { Action::Withdraw(None) } else { Action::Return(None) });
    let done: Vec<_> = flips.map(|action| run.act(Actor::User(user(0)), &action)).collect();
    assert_eq!((done[98].clone(), done[101].clone()), (Ok(1), Err(Refusal::TooManyChanges)));
    run.direct(&Action::Pair(Vec::new(), None));
    let board = run.state.boards[0].clone();
    let claims = (0..60).map(|n| if n % 2 == 0 { BLACK } else { WHITE });
    let claim = |result| Action::Claim(board.game, Claim { result, marbles: None });
    let done: Vec<_> = claims.map(|result| run.act(Actor::User(user(board.players[0])), &claim(result))).collect();
    assert_eq!((done[19].clone(), done[20].clone()), (Ok(1), Err(Refusal::TooManyChanges)));
    // Directors, too; but they can always end it.
    let decisions = (0..5_000).map(|n| if n % 2 == 0 { Action::Stop } else { Action::Resume });
    let refused = decisions.map(|action| run.act(Actor::User(user(999)), &action)).filter(Result::is_err).count();
    assert!(refused > 2_500 && run.log.len() < 2_500, "{refused} {}", run.log.len());
    assert_eq!(run.act(Actor::User(user(999)), &Action::Finish), Ok(1));
    // What changes nothing is not written down.
    let mut run = Run::started(swiss(5, false), 4);
    for action in [
        Action::Resume,
        Action::Allow(0, 1),
        Action::RemoveDirector(user(3)),
        Action::Change(Box::new(run.state.settings.clone())),
    ] {
        assert_eq!(run.act(Actor::User(user(999)), &action).unwrap_or(0), 0, "{action:?}");
    }
    run.check_log();
}

#[test]
fn a_deleted_account_leaves_and_has_no_name() {
    let mut run = Run::started(swiss(3, false), 4);
    run.tick();
    run.play(by_strength);
    run.act(Actor::Server, &Action::Forget(user(0))).unwrap();
    assert!(run.state.players[0].is_out && run.state.players[0].name.is_empty());
    assert_eq!(run.act(Actor::Server, &Action::Forget(user(0))), Ok(0), "once");
    assert_eq!(run.act(Actor::User(user(0)), &Action::Return(None)), Err(Refusal::NoSuchPlayer));
    assert_eq!(run.act(Actor::User(user(1)), &Action::Forget(user(1))), Err(Refusal::NotDirector));
    run.direct(&Action::Finish);
    assert_eq!(run.act(Actor::Server, &Action::Forget(user(1))), Ok(1), "after the end as well");
    run.check_log();
}

#[test]
fn what_nobody_directs_any_more_ends() {
    let mut open = Run::new(swiss(3, false));
    open.enter(0);
    assert_eq!(open.state.due(open.now), Some(open.now + 30 * DAY));
    open.now += 30 * DAY;
    open.tick();
    assert_eq!(open.state.phase, Phase::Over(Why::Abandoned));
    let mut board = Run::started(Settings { over_the_board: true, ..swiss(3, false) }, 4);
    board.direct(&Action::Pair(Vec::new(), None));
    board.now += 89 * DAY;
    assert_eq!(board.act(Actor::Server, &Action::Tick), Ok(0));
    board.now += DAY;
    board.tick();
    assert_eq!(board.state.phase, Phase::Over(Why::Abandoned));
    // A pause stops the start as well.
    let at = 100 * DAY + 60_000;
    let mut timed = Run::new(Settings { start: Start::At(at), ..swiss(3, false) });
    timed.enter(0);
    timed.enter(1);
    timed.direct(&Action::Stop);
    timed.now = at;
    timed.tick();
    assert_eq!(timed.state.phase, Phase::Open);
    timed.direct(&Action::Resume);
    timed.tick();
    assert_eq!(timed.state.phase, Phase::Running);
    timed.check_log();
}

#[test]
fn settings_change_only_while_they_can() {
    let mut run = Run::new(swiss(3, false));
    for n in 0..5 {
        run.enter(n);
    }
    let change = |settings: Settings| Action::Change(Box::new(Settings { name: "Test".to_owned(), ..settings }));
    let director = Actor::User(user(999));
    assert_eq!(run.act(director, &change(Settings { capacity: Some(4), ..swiss(3, false) })), Err(Refusal::Full));
    assert_eq!(run.act(director, &change(Settings { over_the_board: true, ..swiss(3, false) })), Err(Refusal::AlreadyEntered));
    assert!(
        matches!(run.act(director, &change(swiss(0, false))), Err(Refusal::BadSetting(bad)) if bad.field == "rounds" && bad.range == Some((1, 30)))
    );
    assert_eq!(run.act(director, &change(swiss(7, false))), Ok(1));
    // A moderator may do that as well, somebody else may not.
    assert_eq!(run.act(Actor::Moderator(user(50)), &change(swiss(8, false))), Ok(1));
    assert_eq!(run.act(Actor::User(user(1)), &change(swiss(9, false))), Err(Refusal::NotDirector));
    run.direct(&Action::Start);
    assert_eq!(run.act(director, &change(swiss(9, false))), Err(Refusal::Started));
    run.check_log();
}
