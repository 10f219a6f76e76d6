//! The search compared with a plain one, and with the rules.

use sumito_rules::party::{Departure, Game, Layout, Position, Seat, Seating, Team};
use sumito_rules::{Move, Rules};

use super::*;
use crate::random::Random;

/// Games from every layout, after random moves, some with players who have left. None is over.
fn games(plies: usize, each: usize, seed: u64) -> Vec<Game> {
    let mut random = Random::new(seed);
    let mut games = Vec::new();
    for layout in Layout::all() {
        let mut found = 0;
        while found < each {
            let mut game = Game::new(layout, Rules::default());
            let length = random.below(plies + 1);
            while game.outcome().is_none() && game.ply() < length {
                if random.below(60) == 0 {
                    let seat = Seat::ALL[random.below(6)];
                    // Those who are not in the game cannot leave it.
                    let _ = game.leave(seat, Departure::Resigned);
                } else {
                    let moves = game.legal_moves();
                    game.play_unchecked(moves.nth(random.below(moves.len())).unwrap());
                }
            }
            if game.outcome().is_none() {
                found += 1;
                games.push(game);
            }
        }
    }
    games
}

fn within(game: &Game, nodes: u64, method: Option<Method>, seed: u64) -> Report {
    let options = Options { level: Level::FULL, method, seed };
    search(game, &options, &Limits::nodes(nodes), &Control::new(), |_| {}).unwrap()
}

/// Alpha-beta without alpha and beta: the best reply to every move, for the team.
struct Plain {
    team: Team,
    method: Method,
    seating: Seating,
}

impl Plain {
    fn value(&self, position: &Position, depth: i32, ply: i32) -> i32 {
        if let Some((winner, _)) = position.winner() {
            return if winner == self.team { Score::WIN - ply } else { ply - Score::WIN };
        }
        let ours = self.seating.team(position.turn()) == self.team;
        let quiet = depth <= 0;
        let mut values: Vec<i32> = quiet.then(|| eval::compared(position, self.team)).into_iter().collect();
        for mover in self.movers(position) {
            let on_turn = position.with_turn(mover);
            for m in &on_turn.legal_moves() {
                if !quiet || on_turn.ejected(m).is_some() {
                    values.push(self.value(&self.after(position, &on_turn, m), depth - 1, ply + 1));
                }
            }
        }
        if ours { values.into_iter().max().unwrap() } else { values.into_iter().min().unwrap() }
    }

    fn movers(&self, position: &Position) -> Vec<Seat> {
        let turn = position.turn();
        if self.method == Method::Paranoid || self.seating.team(turn) == self.team {
            return vec![turn];
        }
        let mut movers = vec![turn];
        for seat in self.seating.after(turn).filter(|&seat| seat != turn && position.can_move(seat)) {
            if self.seating.team(seat) == self.team {
                break;
            }
            movers.push(seat);
        }
        movers
    }

    fn after(&self, position: &Position, on_turn: &Position, m: Move) -> Position {
        let next = on_turn.after_unchecked(m);
        let replied = self.method == Method::BestReply && self.seating.team(position.turn()) != self.team;
        if !replied || next.winner().is_some() {
            return next;
        }
        let mut ours = self.seating.after(position.turn()).filter(|&seat| self.seating.team(seat) == self.team);
        ours.find(|&seat| next.can_move(seat)).map_or(next, |seat| next.with_turn(seat))
    }
}

#[test]
fn it_finds_the_value_of_a_plain_search() {
    for game in games(400, 3, 11) {
        let position = *game.position();
        let seating = position.seating();
        for method in [Method::Paranoid, Method::BestReply] {
            let plain = Plain { team: seating.team(position.turn()), method, seating };
            for depth in 1..=if position.legal_moves().len() < 16 { 3 } else { 2 } {
                let expected = plain.value(&position, depth, 0);
                let options = Options::new(Level::FULL, 1).with_method(method);
                // A game without a past: the plain search knows no repetition.
                let fresh = Game::from_position(position, Rules::default());
                let (limits, control) = (Limits::depth(depth as u32), Control::new());
                let mut found = search::Search::new(&fresh, &options, &limits, &control);
                found.reduces = false;
                let value = found.value_at(&fresh, depth);
                assert_eq!(value, expected, "{} at depth {depth} in {position}", method.name());
            }
        }
    }
}

#[test]
fn it_finds_the_value_of_plain_max_n_at_its_first_ply() {
    for game in games(200, 2, 12) {
        let position = game.position();
        let team = position.seating().team(position.turn());
        let teams = position.seating().teams().count() as i32;
        let worth = |m: Move| {
            let next = position.after_unchecked(m);
            if let Some((winner, _)) = next.winner() {
                return if winner == team { Score::WIN - 1 } else { 1 - Score::WIN };
            }
            let values = eval::standings(&next);
            let own = values[eval::index(team)];
            own - (values.iter().sum::<i32>() - own) / (teams - 1)
        };
        let expected = position.legal_moves().iter().map(worth).max().unwrap();
        let options = Options::new(Level::FULL, 1).with_method(Method::MaxN);
        let fresh = Game::from_position(*position, Rules::default());
        let (limits, control) = (Limits::depth(1), Control::new());
        assert_eq!(search::Search::new(&fresh, &options, &limits, &control).value_at(&fresh, 1), expected, "{position}");
    }
}

#[test]
fn moves_are_legal_in_thousands_of_positions() {
    let mut departed = 0;
    for (n, game) in games(300, 250, 21).iter().enumerate() {
        departed += usize::from(game.departures().next().is_some());
        let method = Method::ALL[n % Method::ALL.len()];
        let report = within(game, 60, Some(method), n as u64);
        assert!(game.legal_moves().contains(report.best), "{} in {}", report.best, game.position());
        assert_eq!(report.pv[0], report.best);
        let mut position = *game.position();
        for &m in &report.pv {
            position.play(m).unwrap();
        }
    }
    assert!(departed > 300, "{departed}");
}

#[test]
fn every_level_plays_a_legal_move_that_its_seed_repeats() {
    for game in games(200, 4, 31) {
        for number in 1..=5 {
            let options = Options::new(Level::new(number).unwrap(), 7);
            let find = || search(&game, &options, &Limits::nodes(2_000), &Control::new(), |_| {}).unwrap();
            let report = find();
            assert!(game.legal_moves().contains(report.best), "level {number} in {}", game.position());
            assert_eq!(find(), report, "level {number} in {}", game.position());
        }
    }
    assert_eq!((Level::new(0), Level::new(6)), (None, None));
}

#[test]
fn a_limit_of_nodes_gives_the_same_answer_every_time() {
    for game in games(100, 2, 41) {
        for method in Method::ALL {
            let report = within(&game, 3_000, Some(method), 5);
            assert_eq!(within(&game, 3_000, Some(method), 5), report, "{} in {}", method.name(), game.position());
            assert!(report.nodes <= 3_001, "{report:?}");
        }
    }
}

#[test]
fn upper_levels_take_a_win_in_one_move() {
    let mut found = 0;
    for game in games(300, 150, 51) {
        // One more ejection wins.
        let position = *game.position();
        let turn = position.turn();
        let mut ejected = sumito_rules::party::BySeat::default();
        ejected[turn] = 5;
        let position = position.with_ejected(ejected);
        if position.winner().is_some() || position.ejections_of(turn).is_empty() {
            continue;
        }
        found += 1;
        let game = Game::from_position(position, Rules::default());
        for number in [4, 5] {
            let report = best_move(&game, Level::new(number).unwrap(), found).unwrap();
            assert!(position.after_unchecked(report.best).winner().is_some(), "{} in {position}", report.best);
            assert_eq!(report.score, Score(Score::WIN - 1));
        }
    }
    assert!(found > 40, "{found}");
}

#[test]
fn it_meets_a_threat_to_lose_at_once() {
    // White threatens to eject Black's marble on a1, which would be the sixth.
    for (text, saving) in [
        ("5/6/7/8/4b4/8/7/6/bww2 b b-w-u 0,5,0", ["a1b1", "a1b2"]),
        ("u4/6/7/8/4b4/8/7/6/bww2 b b-w-u 0,5,0", ["a1b1", "a1b2"]),
        ("u3r/6/7/8/4b4/8/7/6/bww2 b bu-wr 0,5,0,0", ["a1b1", "a1b2"]),
        ("ur1gy/6/7/8/4b4/8/7/6/bww2 b b-w-u-r-g-y 0,5,0,0,0,0", ["a1b1", "a1b2"]),
    ] {
        let game = Game::from_position(text.parse().unwrap(), Rules::default());
        for method in [Method::Paranoid, Method::BestReply, Method::Shortsighted] {
            let best = within(&game, 5_000, Some(method), 1).best.to_string();
            assert!(saving.contains(&best.as_str()), "{} plays {best} in {text}", method.name());
        }
    }
}

#[test]
fn it_does_not_repeat_positions_of_the_game() {
    for (id, nodes) in [("four-german", 300), ("six", 1_000)] {
        let mut game = Game::new(Layout::find(id).unwrap(), Rules::default());
        while game.outcome().is_none() && game.ply() < 80 {
            let report = within(&game, nodes, None, 1);
            game.play(report.best).unwrap();
            assert_eq!(game.occurrences(), 1, "{id}, ply {}", game.ply());
        }
    }
}

#[test]
fn full_strength_alone_among_many_adapts_to_them() {
    for (id, full, below) in [
        ("four-teams", Method::Paranoid, Method::Paranoid),
        ("three", Method::BestReply, Method::BestReply),
        ("six-teams", Method::BestReply, Method::BestReply),
        ("six", Method::Adaptive, Method::BestReply),
    ] {
        let seating = Layout::find(id).unwrap().seating;
        let methods = (1..=5).map(|number| Method::usual(seating, Level::new(number).unwrap()));
        assert_eq!(methods.collect::<Vec<_>>(), [below, below, below, below, full], "{id}");
    }
}

#[test]
fn a_stop_and_a_time_limit_end_the_search() {
    let game = Game::new(Layout::find("six").unwrap(), Rules::default());
    let options = Options::new(Level::FULL, 1);
    let control = Control::new();
    control.stop();
    let stopped = search(&game, &options, &Limits::nodes(u64::MAX), &control, |_| {}).unwrap();
    assert!(stopped.nodes <= 256 && game.legal_moves().contains(stopped.best));
    let time = Limits::move_time(std::time::Duration::from_millis(5));
    let timed = search(&game, &options, &time, &Control::new(), |_| {}).unwrap();
    assert!(game.legal_moves().contains(timed.best));
}

#[test]
fn a_game_that_is_over_has_no_move() {
    let game = Game::from_position("5/6/7/8/6bbw/8/u6/6/bb3 b b-w-u 6,0,0".parse().unwrap(), Rules::default());
    assert_eq!(best_move(&game, Level::FULL, 1), None);
}

/// A sample of the table in `docs/strength.md`.
#[test]
fn a_small_search_beats_greedy_players_alone_and_in_teams() {
    for (id, seat) in [("three", Seat::White), ("four-belgian", Seat::Red), ("six", Seat::Black)] {
        let layout = Layout::find(id).unwrap();
        let players =
            duel::Player::seated(layout.seating, seat, duel::Player::parse("nodes=2000").unwrap(), duel::Player::Greedy);
        let played = duel::play(layout, &players, 1);
        assert_eq!(played.outcome.winner(), Some(layout.seating.team(seat)), "{id}: {played:?}");
    }
}
