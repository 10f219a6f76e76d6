//! A tournament, folded from its events.

use std::collections::HashMap;
use std::fmt;

use sumito_tournament::event::Outcome;
use sumito_tournament::{Bye, Side};

use crate::id::{GameId, UserId};
use crate::play::clock::Millis;
use crate::tournament::arena::{MOST_MISSED, Sheet};
use crate::tournament::board::{Board, Ended};
use crate::tournament::event::{Event, EventKind, Pairings, Source, Why};
use crate::tournament::memo::Memo;
use crate::tournament::player::Player;
use crate::tournament::settings::{Format, Settings, Start};
use crate::tournament::table::Row;

/// The state of a tournament, from its events.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Tournament {
    pub(crate) settings: Settings,
    /// The first one made it.
    pub(crate) directors: Vec<UserId>,
    /// In the order of their entries.
    pub(crate) players: Vec<Player>,
    /// The players in the order of their starting numbers, once it has started.
    pub(crate) order: Vec<usize>,
    pub(crate) rounds: Vec<Round>,
    /// By round.
    pub(crate) boards: Vec<Board>,
    pub(crate) by_game: HashMap<GameId, usize>,
    /// Pairs that must not meet.
    pub(crate) forbidden: Vec<(usize, usize)>,
    pub(crate) phase: Phase,
    /// A director has stopped it then, for now.
    pub(crate) stopped_at: Option<Millis>,
    /// How long it was stopped before.
    pub(crate) paused: Millis,
    pub(crate) started_at: Option<Millis>,
    pub(crate) ended_at: Option<Millis>,
    /// The last board of the last round ended then.
    pub(crate) round_ended_at: Option<Millis>,
    /// Boards without a result.
    pub(crate) open_boards: usize,
    /// How often directors have changed something.
    pub(crate) decisions: usize,
    /// When something happened last.
    pub(crate) changed_at: Millis,
    pub(crate) version: u32,
    pub(super) rows: Memo<Vec<Row>>,
}

/// A round: its boards are in [`Tournament::boards`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Round {
    pub(crate) at: Millis,
    pub(crate) byes: Vec<(usize, Bye)>,
    pub(crate) is_play_off: bool,
    pub(crate) is_relaxed: bool,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Phase {
    /// Players enter.
    Open,
    Running,
    Over(Why),
}

impl Phase {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Phase::Open => "open",
            Phase::Running => "running",
            Phase::Over(_) => "over",
        }
    }
}

/// The log of a tournament does not replay: the event with this version is wrong.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct BrokenTournament(pub(crate) u32);

impl fmt::Display for BrokenTournament {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "event {} of the tournament's log does not follow from those before it", self.0)
    }
}

impl Tournament {
    /// The tournament after its first event.
    pub(crate) fn new(event: &Event) -> Result<Tournament, BrokenTournament> {
        let EventKind::Created { by, settings } = &event.kind else { return Err(BrokenTournament(1)) };
        Ok(Tournament {
            settings: Settings::clone(settings),
            directors: vec![*by],
            players: Vec::new(),
            order: Vec::new(),
            rounds: Vec::new(),
            boards: Vec::new(),
            by_game: HashMap::new(),
            forbidden: Vec::new(),
            phase: Phase::Open,
            stopped_at: None,
            paused: 0,
            started_at: None,
            ended_at: None,
            round_ended_at: None,
            open_boards: 0,
            decisions: 0,
            changed_at: event.at,
            version: 1,
            rows: Memo::default(),
        })
    }

    /// The tournament from the lines of a log.
    pub(crate) fn replay<'a>(lines: impl IntoIterator<Item = (Millis, &'a str)>) -> Result<Tournament, BrokenTournament> {
        let mut lines = lines.into_iter();
        let (at, first) = lines.next().ok_or(BrokenTournament(1))?;
        let mut tournament = Tournament::new(&Event::parse(at, first).ok_or(BrokenTournament(1))?)?;
        for (at, line) in lines {
            tournament.fold_line(at, line)?;
        }
        Ok(tournament)
    }

    /// Applies the next line of a log.
    pub(crate) fn fold_line(&mut self, at: Millis, line: &str) -> Result<(), BrokenTournament> {
        self.fold(&Event::parse(at, line).ok_or(BrokenTournament(self.version + 1))?)
    }

    /// Applies an event. Only a log that was not made by [`Tournament::apply`] is refused.
    pub(crate) fn fold(&mut self, event: &Event) -> Result<(), BrokenTournament> {
        let broken = BrokenTournament(self.version + 1);
        self.version += 1;
        self.rows = Memo::default();
        let at = event.at;
        self.changed_at = at;
        match &event.kind {
            EventKind::Created { .. } => return Err(broken),
            EventKind::Changed(settings) => {
                self.settings = Settings::clone(settings);
                self.decisions += 1;
            }
            EventKind::DirectorAdded(user) => {
                self.directors.push(*user);
                self.decisions += 1;
            }
            EventKind::DirectorRemoved(user) => {
                self.directors.retain(|other| other != user);
                self.decisions += 1;
            }
            EventKind::Entered { who, name, rating } => {
                let mut player = Player::new(who, name, *rating, at);
                if self.phase == Phase::Running {
                    self.order.push(self.players.len());
                    player.number = Some(self.order.len());
                }
                self.players.push(player);
            }
            EventKind::Renamed(player, name) => self.player_mut(*player).ok_or(broken)?.name.clone_from(name),
            EventKind::Withdrew(player) => {
                let player = self.player_mut(*player).ok_or(broken)?;
                player.is_out = true;
                player.changes += 1;
            }
            EventKind::Returned(player) => {
                let player = self.player_mut(*player).ok_or(broken)?;
                (player.is_out, player.since, player.missed) = (false, at, 0);
                player.changes += 1;
            }
            EventKind::ByeRequested(player, round) => {
                let player = self.player_mut(*player).ok_or(broken)?;
                player.byes.push(*round);
                player.changes += 1;
            }
            EventKind::ByeCanceled(player, round) => {
                let player = self.player_mut(*player).ok_or(broken)?;
                player.byes.retain(|other| other != round);
                player.changes += 1;
            }
            EventKind::Forbidden(one, other) => {
                self.forbidden.push((*one.min(other), *one.max(other)));
                self.decisions += 1;
            }
            EventKind::Allowed(one, other) => {
                let pair = (*one.min(other), *one.max(other));
                self.forbidden.retain(|forbidden| *forbidden != pair);
                self.decisions += 1;
            }
            EventKind::Started(order) => self.start_with(at, order).ok_or(broken)?,
            EventKind::Paired(pairings) => self.pair(at, pairings).ok_or(broken)?,
            EventKind::Unpaired => self.unpair().ok_or(broken)?,
            EventKind::Ended { game, ended, by } => self.end(*self.by_game.get(game).ok_or(broken)?, *ended, *by),
            EventKind::Played { game, result } => {
                let index = *self.by_game.get(game).ok_or(broken)?;
                self.boards[index].played = Some(*result);
                for player in self.boards[index].players {
                    self.players[player].lingering.retain(|other| *other != index);
                }
            }
            EventKind::Claimed { game, player, claim } => {
                let board = self.by_game.get(game).and_then(|index| self.boards.get_mut(*index)).ok_or(broken)?;
                let place = board.players.iter().position(|other| other == player).ok_or(broken)?;
                board.claims[place] = Some(*claim);
                board.claimed += 1;
            }
            EventKind::Stopped => {
                self.stopped_at = Some(at);
                self.decisions += 1;
            }
            EventKind::Resumed => {
                self.paused += self.stopped_at.take().map_or(0, |since| at - since);
                // Nobody could be paired until now.
                self.round_ended_at = self.round_ended_at.map(|_| at);
                self.decisions += 1;
            }
            EventKind::Finished(why) => (self.phase, self.ended_at) = (Phase::Over(*why), Some(at)),
        }
        Ok(())
    }

    fn player_mut(&mut self, player: usize) -> Option<&mut Player> {
        self.players.get_mut(player)
    }

    fn start_with(&mut self, at: Millis, order: &[usize]) -> Option<()> {
        if self.phase != Phase::Open {
            return None;
        }
        (self.phase, self.started_at, self.order) = (Phase::Running, Some(at), order.to_vec());
        for player in &mut self.players {
            player.since = at;
        }
        for (place, player) in order.iter().enumerate() {
            self.players.get_mut(*player)?.number = Some(place + 1);
        }
        Some(())
    }

    fn pair(&mut self, at: Millis, pairings: &Pairings) -> Option<()> {
        let Pairings { round, is_play_off, is_relaxed, boards, byes } = pairings;
        // The second games of a double round belong to the last one that is known.
        if *round == self.rounds.len() {
            let (byes, is_play_off, is_relaxed) = (byes.clone(), *is_play_off, *is_relaxed);
            self.rounds.push(Round { at, byes, is_play_off, is_relaxed });
        } else if *round + 1 != self.rounds.len() {
            return None;
        }
        self.round_ended_at = None;
        for &(game, first, second) in boards {
            let index = self.boards.len();
            for (player, balance) in [(first, 1), (second, -1)] {
                let is_many = self.settings.plays_at_once();
                let player = self.player_mut(player)?;
                if !player.open.is_empty() && !is_many {
                    return None;
                }
                player.open.push(index);
                player.boards.push(index);
                player.balance += balance;
            }
            self.by_game.insert(game, index);
            self.boards.push(Board {
                game,
                round: *round,
                players: [first, second],
                is_play_off: *is_play_off,
                paired_at: at,
                result: None,
                claims: [None; 2],
                claimed: 0,
                played: None,
            });
            self.open_boards += 1;
        }
        if self.open_boards == 0 {
            self.round_ended_at = Some(at);
        }
        Some(())
    }

    fn unpair(&mut self) -> Option<()> {
        self.rounds.pop()?;
        self.decisions += 1;
        let round = self.rounds.len();
        while let Some(board) = self.boards.pop_if(|board| board.round == round) {
            let index = self.boards.len();
            self.by_game.remove(&board.game);
            for (player, balance) in board.players.into_iter().zip([1, -1]) {
                let player = &mut self.players[player];
                for boards in [&mut player.boards, &mut player.open, &mut player.ended] {
                    boards.retain(|other| *other != index);
                }
                player.balance -= balance;
            }
            self.open_boards -= usize::from(board.result.is_none());
        }
        self.round_ended_at = self.boards.iter().filter_map(|board| Some(board.result?.at)).max();
        Some(())
    }

    /// A board has a result, or another one than before.
    fn end(&mut self, index: usize, ended: Ended, by: Source) {
        let board = &mut self.boards[index];
        let players = board.players;
        let Some(known) = board.result else {
            board.result = Some(ended);
            return self.free(index, &ended, by);
        };
        // A correction stays where it was in the order of results.
        board.result = Some(Ended { at: known.at, ..ended });
        self.decisions += 1;
        if self.settings.is_arena() {
            for player in players {
                let ended = &self.players[player].ended;
                let ended =
                    ended.iter().filter_map(|index| Some((self.boards[*index].side_of(player)?, self.boards[*index].result?)));
                self.players[player].sheet = Sheet::of(ended);
            }
        }
    }

    /// A board has ended: its players are free, and one who did not come is paired later.
    fn free(&mut self, index: usize, ended: &Ended, by: Source) {
        self.open_boards -= 1;
        if self.open_boards == 0 {
            self.round_ended_at = Some(ended.at);
        }
        let is_arena = self.settings.is_arena();
        // A board that is forfeited with its pairing has no game.
        let goes_on = by == Source::Director && self.settings.is_live() && ended.at != self.boards[index].paired_at;
        for (player, side) in self.boards[index].players.into_iter().zip([Side::First, Side::Second]) {
            let has_missed = ended.result.outcome(side) == Outcome::ForfeitLoss;
            let player = &mut self.players[player];
            player.open.retain(|other| *other != index);
            player.ended.push(index);
            player.lingering.extend(goes_on.then_some(index));
            player.since = ended.at;
            player.missed = if has_missed { player.missed + 1 } else { 0 };
            if is_arena {
                player.sheet.add(ended, side);
            }
            if has_missed && by == Source::Game {
                match self.settings.format {
                    Format::Swiss { .. } => player.is_out = true,
                    Format::Arena { .. } => player.is_out |= player.missed >= MOST_MISSED,
                    Format::RoundRobin { .. } | Format::Knockout { .. } => {}
                }
            }
        }
    }

    pub(crate) fn is_director(&self, user: UserId) -> bool {
        self.directors.contains(&user)
    }

    pub(crate) fn is_stopped(&self) -> bool {
        self.stopped_at.is_some()
    }

    /// The place of a user in the list of entries.
    pub(crate) fn player_of(&self, user: UserId) -> Option<usize> {
        self.players.iter().position(|player| player.user == Some(user))
    }

    /// The place of somebody with this code.
    pub(crate) fn player_with(&self, code: &str) -> Option<usize> {
        self.players.iter().position(|player| player.code.as_deref() == Some(code))
    }

    pub(crate) fn board(&self, game: GameId) -> Option<&Board> {
        self.by_game.get(&game).map(|index| &self.boards[*index])
    }

    /// The board that a player sits at. If there are several, the one that was paired first.
    pub(crate) fn board_of(&self, player: usize) -> Option<&Board> {
        self.players[player].open.first().map(|index| &self.boards[*index])
    }

    /// The boards that a player sits at: more than one where all rounds are played at the same time.
    pub(crate) fn open_boards_of(&self, player: usize) -> impl Iterator<Item = &Board> {
        self.players[player].open.iter().map(|index| &self.boards[*index])
    }

    /// The game online that a player is led to. Where all rounds are played at the same time, players choose one themselves.
    pub(crate) fn game_of(&self, player: usize) -> Option<GameId> {
        let leads = !self.settings.over_the_board && !self.settings.plays_at_once();
        self.board_of(player).filter(|_| leads).map(|board| board.game)
    }

    /// The starting number of a player, from 1; before the start, the place in the list.
    pub(crate) fn number(&self, player: usize) -> usize {
        self.players[player].number.unwrap_or(player + 1)
    }

    /// The boards of a round.
    pub(crate) fn boards_of(&self, round: usize) -> &[Board] {
        let start = self.boards.partition_point(|board| board.round < round);
        let end = self.boards.partition_point(|board| board.round <= round);
        &self.boards[start..end]
    }

    /// The rounds without the play-off.
    pub(crate) fn regular_rounds(&self) -> usize {
        self.rounds.partition_point(|round| !round.is_play_off)
    }

    /// The number of rounds, as far as it is known.
    pub(crate) fn planned_rounds(&self) -> Option<usize> {
        match self.settings.format {
            Format::Swiss { rounds, .. } => Some(rounds.into()),
            Format::RoundRobin { double } if self.phase != Phase::Open => {
                Some(sumito_tournament::round_robin::table(self.order.len(), double).len())
            }
            _ => None,
        }
    }

    /// When an arena ends. The time that it was stopped is added.
    pub(crate) fn closes_at(&self) -> Option<Millis> {
        match self.settings.format {
            Format::Arena { minutes } => Some(self.started_at? + Millis::from(minutes) * 60_000 + self.paused),
            _ => None,
        }
    }

    /// When the next round is paired, if that happens on its own.
    pub(crate) fn next_round_at(&self) -> Option<Millis> {
        let is_waiting = self.phase == Phase::Running && !self.is_stopped() && self.open_boards == 0;
        if !is_waiting || self.settings.over_the_board || self.settings.is_arena() {
            return None;
        }
        match self.round_ended_at {
            Some(at) => Some(at + Millis::from(self.settings.pause) * 1_000),
            None => self.started_at,
        }
    }

    /// When it starts, if that is known.
    pub(crate) fn starts_at(&self) -> Option<Millis> {
        match (self.started_at, self.settings.start) {
            (Some(at), _) | (None, Start::At(at)) => Some(at),
            _ => None,
        }
    }
}
