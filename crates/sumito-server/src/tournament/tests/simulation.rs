//! Whole arenas, through the same actions and events as on the server: nobody waits longer than the documentation says, and nobody meets the last
//! opponent again while somebody else is free.

use sumito_tournament::arena::patience;

use super::*;

/// What happened in an arena.
#[derive(Debug, Default)]
struct Findings {
    games: usize,
    /// The longest that somebody was free while somebody else was, in seconds.
    longest: Millis,
    /// All waits together, in seconds.
    waited: Millis,
    /// Players who met their last opponent again; and those while more than two were free.
    again: usize,
    avoidable: usize,
    most_of_one_color: i32,
    ticks: usize,
}

/// Plays an arena with games of half to one and a half times the usual length.
fn simulate(players: usize, game: Millis, minutes: u16) -> Findings {
    let control = game.to_string().parse().unwrap();
    let settings = Settings { format: Format::Arena { minutes }, control, ..Settings::default() };
    let mut run = Run::started(settings, players);
    let (mut found, mut seed) = (Findings::default(), players as u64);
    let closes_at = run.state.closes_at().unwrap();
    let mut ends: Vec<(Millis, GameId)> = Vec::new();
    let mut company = run.now;
    while run.now < closes_at {
        let is_free = |run: &Run| run.state.players.iter().filter(|player| player.open.is_empty()).count();
        let had_company = is_free(&run) > 1;
        let (over, going): (Vec<_>, Vec<_>) = ends.iter().copied().partition(|(at, _)| *at <= run.now);
        ends = going;
        let result = |game: GameId| if game.as_str().as_bytes()[9].is_multiple_of(2) { BLACK } else { WHITE };
        let report = over.into_iter().map(|(_, game)| GameEnd {
            game,
            result: result(game),
            marbles: [0, 0],
            plies: 60,
            berserk: [false; 2],
        });
        let report: Vec<GameEnd> = report.collect();
        if !report.is_empty() {
            run.act(Actor::Server, &Action::Report(report)).unwrap();
        }
        if !had_company && is_free(&run) > 1 {
            company = run.now;
        }
        let before: Vec<_> = run.state.players.iter().map(|player| (player.since, player.boards.last().copied())).collect();
        let free = is_free(&run);
        let boards = run.state.boards.len();
        // The server looks only when it is due.
        if run.state.due(run.now).is_some_and(|due| due <= run.now + 1_000) {
            found.ticks += 1;
            run.act(Actor::Server, &Action::Tick).unwrap();
        }
        for board in &run.state.boards[boards..] {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            ends.push((run.now + game * 500 + ((seed >> 33) as Millis % game) * 1_000, board.game));
            found.games += 1;
            for player in board.players {
                let (since, last) = before[player];
                let is_again = last.is_some_and(|last| run.state.boards[last].opponent_of(player) == board.opponent_of(player));
                found.again += usize::from(is_again);
                found.avoidable += usize::from(is_again && free > 2);
                found.waited += (run.now - since) / 1_000;
                found.longest = found.longest.max((run.now - since.max(company)) / 1_000);
            }
        }
        if run.state.boards.len() > boards {
            company = run.now;
        }
        let next = ends.iter().map(|(at, _)| *at).chain(run.state.due(run.now)).min().unwrap_or(closes_at);
        run.now = next.max(run.now + 1_000).min(closes_at);
    }
    found.most_of_one_color = run.state.players.iter().map(|player| player.balance.abs()).max().unwrap_or(0);
    run.check_log();
    found
}

/// `cargo test -p sumito-server simulated_arenas -- --nocapture` prints the figures; `SUMITO_ARENA_MINUTES` sets how long they last.
#[test]
fn simulated_arenas_let_nobody_wait_long() {
    let minutes: Option<u16> = std::env::var("SUMITO_ARENA_MINUTES").ok().and_then(|minutes| minutes.parse().ok());
    for (players, usually) in [(2, 60), (3, 60), (5, 60), (30, 60), (300, 60), (3_000, 15)] {
        for game in [120, 600] {
            let minutes = minutes.unwrap_or(usually);
            let found = simulate(players, game, minutes);
            println!("{players} players, games of {game} s, {minutes} minutes: {found:?}");
            assert!(found.longest <= patience(game as u64) as Millis + 1, "{players} {game} {found:?}");
            assert_eq!(found.avoidable, 0, "{players} {game} {found:?}");
            assert!(found.most_of_one_color <= 4, "{players} {game} {found:?}");
            assert!(found.games * 2 >= players - 1, "{players} {game} {found:?}");
        }
    }
}
