//! Tournaments as tables of actions and what comes of them, and many random ones.

use std::collections::{HashMap, HashSet};

use sumito_tournament::standings::TieBreak;
use sumito_tournament::{Bye, Side};

use super::action::{Action, Actor, Entrant, GameEnd, Moment};
use super::board::{BoardResult, Claim, Ended};
use super::event::{Event, EventKind, Who, Why};
use super::refusal::Refusal;
use super::settings::{Format, Preset, Scoring, Secret, Settings, Start};
use super::state::{Phase, Tournament};
use crate::id::{GameId, UserId};
use crate::play::clock::Millis;

mod arena;
mod entry;
mod files;
mod over_the_board;
mod rounds;
mod simulation;

const DAY: Millis = 24 * 60 * 60 * 1000;

fn user(n: usize) -> UserId {
    format!("user{n:06}").parse().unwrap()
}

const BLACK: BoardResult = BoardResult::Won(Side::First);
const WHITE: BoardResult = BoardResult::Won(Side::Second);

/// A tournament that is run by the tests, with its log.
struct Run {
    state: Tournament,
    log: Vec<(Millis, String)>,
    now: Millis,
    busy: HashSet<UserId>,
    away: HashSet<UserId>,
    games: usize,
}

impl Run {
    fn new(settings: Settings) -> Run {
        let settings = Settings { name: "Test".to_owned(), ..settings };
        settings.check().unwrap();
        let created = EventKind::Created { by: user(999), settings: Box::new(settings) };
        let now = 100 * DAY;
        let event = Event { at: now, kind: created };
        let log = vec![(now, event.kind.to_string())];
        Run { state: Tournament::new(&event).unwrap(), log, now, busy: HashSet::new(), away: HashSet::new(), games: 0 }
    }

    /// With this many players, the first the strongest, and started.
    fn started(settings: Settings, players: usize) -> Run {
        let mut run = Run::new(settings);
        for n in 0..players {
            run.enter(n);
        }
        run.direct(&Action::Start);
        run
    }

    fn moment(&mut self, action: &Action) -> Moment {
        let count = self.state.ids_needed(action);
        self.games += count;
        let ids = (0..count).map(|n| format!("game{:06}", self.games - n).parse().unwrap()).collect();
        Moment { now: self.now, busy: self.busy.clone(), away: self.away.clone(), ids, seed: self.games as u64 }
    }

    fn act(&mut self, actor: Actor, action: &Action) -> Result<usize, Refusal> {
        let moment = self.moment(action);
        let events = self.state.apply(actor, action, &moment)?;
        for event in &events {
            self.state.fold(event).unwrap();
            self.log.push((event.at, event.kind.to_string()));
        }
        Ok(events.len())
    }

    fn direct(&mut self, action: &Action) {
        self.act(Actor::User(user(999)), action).unwrap();
    }

    fn enter(&mut self, n: usize) {
        let entrant = entrant(n, 2000_u16.saturating_sub(10 * n as u16));
        self.act(Actor::User(user(n)), &Action::Enter(entrant)).unwrap();
    }

    /// Does what it is time for, and lets the pause between rounds pass.
    fn tick(&mut self) {
        self.now += 31_000;
        while self.act(Actor::Server, &Action::Tick).unwrap() > 0 {}
    }

    /// The open boards end as the function says.
    fn play(&mut self, result: impl Fn(usize, usize) -> BoardResult) {
        let ends = self.state.boards.iter().filter(|board| board.result.is_none()).map(|board| {
            let result = result(board.players[0], board.players[1]);
            let marbles = if result == WHITE { [2, 6] } else { [6, 2] };
            GameEnd { game: board.game, result, marbles, plies: 80, berserk: [false; 2] }
        });
        let ends = ends.collect();
        self.now += 1_000;
        self.act(Actor::Server, &Action::Report(ends)).unwrap();
    }

    /// The boards of the last round.
    fn boards(&self) -> Vec<(usize, usize)> {
        self.state.boards_of(self.state.rounds.len() - 1).iter().map(|board| board.players.into()).collect()
    }

    fn ranks(&self) -> Vec<(usize, usize)> {
        self.state.standings().iter().map(|row| (row.player, row.rank)).collect()
    }

    /// What was saved gives the same tournament.
    fn check_log(&self) {
        let lines = self.log.iter().map(|(at, line)| (*at, line.as_str()));
        assert_eq!(Tournament::replay(lines).as_ref(), Ok(&self.state));
    }
}

fn entrant(n: usize, rating: u16) -> Entrant {
    Entrant { who: Who::Account(user(n)), name: format!("Player {n}"), rating, since: 0, is_admitted: true }
}

fn swiss(rounds: u8, double: bool) -> Settings {
    Settings { format: Format::Swiss { rounds, double }, ..Settings::default() }
}

fn knockout(games: u8, third_place: bool) -> Settings {
    Settings { format: Format::Knockout { games, third_place, drawn: false }, ..Settings::default() }
}

/// The stronger one wins.
fn by_strength(first: usize, second: usize) -> BoardResult {
    if first < second { BLACK } else { WHITE }
}

#[test]
fn settings_are_read_back() {
    let own = Settings {
        name: "Puchar = jesień, 2026".to_owned(),
        format: Format::Knockout { games: 3, third_place: true, drawn: true },
        over_the_board: true,
        listed: false,
        start: Start::At(1_234),
        capacity: Some(8),
        ..Settings::default()
    };
    let mut all = vec![own, swiss(3, true)];
    all.extend(Preset::ALL.map(Preset::settings));
    for (n, secret) in [Secret::Password("digest".to_owned()), Secret::Link("key".to_owned())].into_iter().enumerate() {
        all[n].admission.secret = secret;
        all[n].admission.least_rating = Some(1200);
        all[n].admission.account_days = 7;
    }
    for settings in all {
        assert_eq!(settings.to_string().parse(), Ok(settings));
    }
    for preset in Preset::ALL {
        assert_eq!(Preset::find(preset.name()), Some(preset));
        let named = Settings { name: "x".to_owned(), ..preset.settings() };
        assert_eq!(named.check(), Ok(()), "{preset:?}");
    }
    assert_eq!("what=1".parse::<Settings>(), Err(()));
}

#[test]
fn settings_that_make_no_sense_are_refused() {
    let usual = || Settings { name: "x".to_owned(), ..Settings::default() };
    let arena = |minutes| Settings { format: Format::Arena { minutes }, ..usual() };
    let unequal = sumito_rules::Layout::all().iter().find(|layout| !layout.is_balanced());
    let table = [
        (Settings::default(), "name"),
        (Settings { format: Format::Swiss { rounds: 0, double: false }, ..usual() }, "rounds"),
        (arena(1), "minutes"),
        (Settings { over_the_board: true, ..arena(60) }, "format"),
        (Settings { control: "3d".parse().unwrap(), ..arena(60) }, "control"),
        (Settings { control: "none".parse().unwrap(), ..usual() }, "control"),
        (Settings { layouts: Vec::new(), ..usual() }, "layouts"),
        (Settings { rated: true, over_the_board: true, ..usual() }, "rated"),
        (Settings { rated: true, layouts: unequal.into_iter().collect(), ..usual() }, "rated"),
        (Settings { capacity: Some(1), ..usual() }, "capacity"),
        (Settings { start: Start::WhenFull, ..usual() }, "capacity"),
        (Settings { capacity: Some(100), format: Format::RoundRobin { double: true }, ..usual() }, "capacity"),
    ];
    for (settings, field) in table {
        assert_eq!(settings.check().unwrap_err().field, field, "{settings}");
    }
}

#[test]
fn every_line_reads_back_and_others_are_refused() {
    let lines = [
        "created\tuser000001\tname=Cup\tformat=swiss 5\tplace=online\tcontrol=900\tlayouts=belgian-daisy,standard\trated=false\tlisted=true\tstart=full\tcapacity=8\tpause=30\tscoring=games\tties=wins",
        "director-added\tuser000001",
        "director-removed\tuser000001",
        "entered\tuser000001\t1500\tAda",
        "entered\t-\t0\tAda Lovelace",
        "entered\t-K7M2QX\t0\tAda Lovelace",
        "renamed\t3\t",
        "withdrew\t3",
        "returned\t3",
        "bye\t3\t1",
        "no-bye\t3\t1",
        "forbidden\t1\t2",
        "allowed\t1\t2",
        "started\t2 0 1",
        "paired\tround\t0\tregular\tgame000001 2 0\tbye 1 pairing",
        "paired\tplay-off\t4\trelaxed\tgame000001 2 0",
        "unpaired",
        "ended\tgame000001\t1-0\t6 2\t60\tnone\tgame",
        "ended\tgame000001\t1/2-1/2\t-\t0\tboth\tdirector",
        "ended\tgame000001\t--+\t-\t0\tfirst\tplayers",
        "played\tgame000001\t0-1",
        "claimed\tgame000001\t3\t0-1\t-",
        "claimed\tgame000001\t3\t0-1\t2 6",
        "stopped",
        "resumed",
        "finished\tplayed",
    ];
    for line in lines {
        assert_eq!(Event::parse(7, line).unwrap_or_else(|| panic!("{line}")).kind.to_string(), line);
    }
    for line in [
        "",
        "started",
        "started\tx",
        "paired\tround\t0\tregular\tgame000001 2",
        "ended\tgame000001\t2-0\t-\t0\tnone\tgame",
        "finished\tsoon",
    ] {
        assert!(Event::parse(7, line).is_none(), "{line}");
    }
    let game: GameId = "game000001".parse().unwrap();
    let mut state = Run::started(swiss(1, false), 2).state;
    assert!(state.fold_line(0, &format!("played\t{game}\t1-0")).is_err(), "there is no such board");
}
