//! Tournaments from files: players, and rounds that were played before.

use std::collections::{BTreeSet, HashMap};

use sumito_tournament::event::Outcome;
use sumito_tournament::{Entry, Event as Paper, Number, Points, Side, knockout, round_robin};

use crate::tournament::action::{Decided, MOST_FORBIDDEN, Moment};
use crate::tournament::bad_file::BadFile;
use crate::tournament::board::{BoardResult, Ended};
use crate::tournament::event::{Event, EventKind, Pairings, Source, Who};
use crate::tournament::refusal::Refusal;
use crate::tournament::settings::{Format, Settings};
use crate::tournament::state::{Phase, Tournament};

impl Tournament {
    /// The events that enter the players of a file. Its rounds can be entered if nobody else has entered before.
    pub(super) fn import(&self, paper: &Paper, codes: &[String], moment: &Moment) -> Decided {
        if !self.settings.over_the_board {
            return Err(Refusal::PlayedOnline);
        }
        if self.phase != Phase::Open {
            return Err(Refusal::Started);
        }
        let is_known = |name: &str| self.players.iter().any(|player| player.user.is_none() && player.name == name);
        let mut events = Vec::new();
        let mut names = std::collections::HashSet::new();
        for (player, code) in paper.players.iter().zip(codes) {
            let is_new = names.insert(player.name.as_str());
            if !is_new && paper.rounds_paired() > 0 {
                return Err(BadFile::NameTwice(player.name.clone()).into());
            }
            if is_new && !is_known(&player.name) {
                let (who, name) = (Who::Person(code.clone()), player.name.clone());
                events.push(EventKind::Entered { who, name, rating: player.rating });
            }
        }
        if self.present() + events.len() > self.settings.most_players() {
            return Err(Refusal::Full);
        }
        if paper.rounds_paired() == 0 {
            return Ok(events);
        }
        if !self.players.is_empty() {
            return Err(BadFile::HasPlayers.into());
        }
        events.extend(self.import_rounds(paper, moment)?);
        self.check_import(paper, &events, moment)?;
        Ok(events)
    }

    fn import_rounds(&self, paper: &Paper, moment: &Moment) -> Decided {
        let usual = Points::default();
        if (paper.points.win, paper.points.draw, paper.points.loss) != (usual.win, usual.draw, usual.loss) {
            return Err(BadFile::OtherPoints.into());
        }
        if paper.players.iter().any(|player| !player.accelerations.is_empty()) {
            return Err(BadFile::Accelerated.into());
        }
        let mut events = Vec::new();
        if let (Format::Swiss { double: false, .. }, Some(rounds)) = (self.settings.format, paper.rounds) {
            let format = Format::Swiss { rounds: rounds.try_into().unwrap_or(u8::MAX), double: false };
            let settings = Settings { format, ..self.settings.clone() };
            settings.check()?;
            events.push(EventKind::Changed(Box::new(settings)));
        }
        let places: HashMap<Number, usize> = paper.index();
        events.extend(forbidden_pairs(paper, &places)?.into_iter().map(|(one, other)| EventKind::Forbidden(one, other)));
        events.push(EventKind::Started((0..paper.players.len()).collect()));
        let mut ids = moment.ids.iter().copied();
        for round in 0..paper.rounds_paired() {
            let (mut pairings, mut ends) = (Pairings { round, ..Pairings::default() }, Vec::new());
            for (place, player) in paper.players.iter().enumerate() {
                let (opponent, side, outcome) = match paper.entry(place, round) {
                    Entry::Bye(bye) => {
                        pairings.byes.push((place, bye));
                        continue;
                    }
                    Entry::Game { opponent, side, outcome, .. } => (places[&opponent], side, outcome),
                };
                // Each game is in two rows. A game without colors was not played.
                let is_first = side.map_or(place < opponent, |side| side == Side::First);
                let (true, Some(game)) = (is_first, ids.next()) else { continue };
                pairings.boards.push((game, place, opponent));
                let own = |player: &sumito_tournament::Player| player.marbles.get(round).copied().flatten();
                let theirs = match paper.entry(opponent, round) {
                    Entry::Game { outcome, .. } => outcome,
                    Entry::Bye(_) => Outcome::Pending,
                };
                let Some(result) = result(outcome, theirs) else { continue };
                let marbles = own(player).zip(own(&paper.players[opponent])).map(|(first, second)| [first, second]);
                let marbles = marbles.filter(|marbles| result.allows(*marbles));
                let ended = Ended { result, at: moment.now, marbles, plies: 0, berserk: [false; 2] };
                ends.push(EventKind::Ended { game, ended, by: Source::Director });
            }
            events.push(EventKind::Paired(pairings));
            events.extend(ends);
        }
        let next = paper.rounds_paired();
        let absent = |number: &Number| paper.absent.contains(&(next, *number));
        let away = paper.players.iter().enumerate().filter(|(_, player)| absent(&player.number));
        events.extend(away.map(|(place, _)| EventKind::Withdrew(place)));
        Ok(events)
    }

    /// The rounds must be those of the system: later ones build on them.
    fn check_import(&self, paper: &Paper, events: &[EventKind], moment: &Moment) -> Result<(), Refusal> {
        let mut after = self.clone();
        for kind in events {
            let event = Event { at: moment.now, kind: kind.clone() };
            after.fold(&event).map_err(|_| BadFile::RoundsContradict)?;
        }
        match self.settings.format {
            Format::Swiss { double: false, .. } => Ok(()),
            Format::Knockout { .. } => {
                let bracket = knockout::bracket(&after.settled_paper(), after.knockout_options());
                bracket.map(|_| ()).map_err(|contradiction| BadFile::NotTheBracket(contradiction).into())
            }
            Format::RoundRobin { double } => {
                let table = round_robin::table(paper.players.len(), double);
                let is_same = |(round, games): (usize, &Vec<round_robin::Game>)| {
                    let boards = after.boards_of(round);
                    let is_played = |game: &round_robin::Game| {
                        game.1.is_none_or(|second| boards.iter().any(|board| board.players == [game.0, second]))
                    };
                    games.iter().all(is_played)
                };
                match table.iter().take(after.rounds.len()).enumerate().position(|round| !is_same(round)) {
                    None if after.rounds.len() <= table.len() => Ok(()),
                    None => Err(BadFile::BeyondBerger.into()),
                    Some(round) => Err(BadFile::NotBerger(round + 1).into()),
                }
            }
            Format::Swiss { double: true, .. } | Format::Arena { .. } => Err(Refusal::FixedPairings),
        }
    }
}

/// The pairs that may not meet, each once.
fn forbidden_pairs(paper: &Paper, places: &HashMap<Number, usize>) -> Result<BTreeSet<(usize, usize)>, Refusal> {
    let mut pairs = BTreeSet::new();
    for forbidden in &paper.forbidden {
        let players: BTreeSet<usize> = forbidden.players.iter().filter_map(|number| places.get(number).copied()).collect();
        for &one in &players {
            for &other in players.range(one + 1..) {
                pairs.insert((one, other));
                // A line names any number of players: nobody makes the server list all of their pairs.
                if pairs.len() > MOST_FORBIDDEN {
                    return Err(Refusal::TooManyChanges);
                }
            }
        }
    }
    Ok(pairs)
}

/// The result of a game, from the outcomes of the one who moved first and of the other; none if it goes on.
fn result(outcome: Outcome, theirs: Outcome) -> Option<BoardResult> {
    Some(match outcome {
        Outcome::Loss | Outcome::ForfeitLoss if matches!(theirs, Outcome::Loss | Outcome::ForfeitLoss) => {
            BoardResult::BothForfeit
        }
        Outcome::Win => BoardResult::Won(Side::First),
        Outcome::Loss => BoardResult::Won(Side::Second),
        Outcome::Draw => BoardResult::Drawn,
        Outcome::ForfeitWin => BoardResult::Forfeit(Side::First),
        Outcome::ForfeitLoss => BoardResult::Forfeit(Side::Second),
        Outcome::Pending => return None,
    })
}
