//! The rounds of Swiss, round robin and knockout, and of play-offs.

use std::collections::HashMap;

use sumito_tournament::event::{Forbidden, Outcome};
use sumito_tournament::knockout::{self, State};
use sumito_tournament::{Bye, Entry, Event as Paper, Number, Points, Score, Side, dutch, round_robin};

use crate::id::GameId;
use crate::play::clock::Millis;
use crate::tournament::action::{Decided, FixedPair, Moment};
use crate::tournament::board::{Board, BoardResult, Ended, MARBLES};
use crate::tournament::event::{EventKind, Pairings, Source, Why};
use crate::tournament::refusal::Refusal;
use crate::tournament::settings::{Format, Scoring};
use crate::tournament::state::{Phase, Tournament};

/// How long a round waits for players who sit at a game of another tournament.
const BUSY_PATIENCE: Millis = 5 * 60 * 1000;

const SIDES: [Side; 2] = [Side::First, Side::Second];

/// A round as a system pairs it.
#[derive(Default)]
struct Draw {
    pairs: Vec<(usize, usize)>,
    byes: Vec<(usize, Bye)>,
    is_relaxed: bool,
    is_play_off: bool,
}

/// What comes after the rounds so far.
enum Next {
    /// Usually one.
    Rounds(Vec<Draw>),
    End(Why),
}

impl Tournament {
    pub(super) fn knockout_options(&self) -> knockout::Options {
        match self.settings.format {
            Format::Knockout { games, third_place, .. } => knockout::Options { games: games.into(), third_place },
            _ => knockout::Options::default(),
        }
    }

    pub(super) fn tick_rounds(&self, moment: &Moment) -> Vec<EventKind> {
        if self.open_boards > 0 {
            return self.second_games(moment);
        }
        let second = self.second_games(moment);
        if !second.is_empty() {
            return second;
        }
        match self.next_round_at() {
            Some(at) if at <= moment.now => self.next_round(&[], moment, moment.now < at + BUSY_PATIENCE),
            _ => Vec::new(),
        }
    }

    pub(super) fn pair_by_hand(&self, pairs: &[FixedPair], round: Option<usize>, moment: &Moment) -> Decided {
        if self.phase != Phase::Running {
            return Err(Refusal::NotRunning);
        }
        if round.is_some_and(|round| round != self.rounds.len()) {
            return Err(Refusal::RoundChanged);
        }
        if self.settings.is_arena() {
            return Err(Refusal::FixedPairings);
        }
        if self.open_boards > 0 || self.is_second_game_due() {
            return Err(Refusal::RoundUnfinished);
        }
        if !pairs.is_empty() && !matches!(self.settings.format, Format::Swiss { .. }) {
            return Err(Refusal::FixedPairings);
        }
        let mut seen = Vec::new();
        for player in pairs.iter().flat_map(|(one, other)| [Some(*one), *other]).flatten() {
            if self.players.get(player).is_none_or(|player| player.is_out) || seen.contains(&player) {
                return Err(Refusal::BadPairs);
            }
            seen.push(player);
        }
        Ok(self.next_round(pairs, moment, false))
    }

    /// Pairs the next round, or ends the tournament.
    fn next_round(&self, fixed: &[FixedPair], moment: &Moment, waits: bool) -> Vec<EventKind> {
        let is_busy = |player: usize| self.settings.is_live() && moment.is_seated(&self.players[player]);
        let is_away = |player: usize| self.players[player].is_out || is_busy(player);
        // Somebody who will be free soon is waited for. Only a Swiss round may need everyone, and then it need not be drawn in vain.
        let is_missed = |player: &usize| is_busy(*player) && !self.players[*player].is_out;
        let has_round = !matches!(self.settings.format, Format::Swiss { rounds, .. } if self.rounds.len() >= rounds.into());
        let is_swiss = matches!(self.settings.format, Format::Swiss { .. });
        if waits && is_swiss && has_round && (0..self.players.len()).any(|player| is_missed(&player)) {
            return Vec::new();
        }
        let draws = match self.draw(fixed, &is_away) {
            Next::Rounds(draws) => draws,
            Next::End(why) => return vec![EventKind::Finished(why)],
        };
        let mut paired = draws.iter().flat_map(|draw| &draw.pairs);
        if waits && paired.any(|(first, second)| is_missed(first) || is_missed(second)) {
            return Vec::new();
        }
        let mut ids = moment.ids.iter().copied();
        let rounds = draws.into_iter().enumerate().flat_map(|(n, Draw { pairs, byes, is_relaxed, is_play_off })| {
            let boards: Vec<_> = pairs.iter().zip(&mut ids).map(|(&(first, second), id)| (id, first, second)).collect();
            debug_assert_eq!(boards.len(), pairs.len(), "there is an id for each game");
            let forfeit = |&(game, first, second): &(GameId, usize, usize)| {
                let result = match (is_away(first), is_away(second)) {
                    (false, false) => return None,
                    (true, false) => BoardResult::Forfeit(Side::Second),
                    (false, true) => BoardResult::Forfeit(Side::First),
                    (true, true) => BoardResult::BothForfeit,
                };
                let ended = Ended { result, at: moment.now, marbles: None, plies: 0, berserk: [false; 2] };
                Some(EventKind::Ended { game, ended, by: Source::Director })
            };
            let forfeits: Vec<EventKind> = boards.iter().filter_map(forfeit).collect();
            let round = self.rounds.len() + n;
            let paired = EventKind::Paired(Pairings { round, is_play_off, is_relaxed, boards, byes });
            [paired].into_iter().chain(forfeits)
        });
        rounds.collect()
    }

    fn draw(&self, fixed: &[FixedPair], is_away: &impl Fn(usize) -> bool) -> Next {
        if self.rounds.iter().any(|round| round.is_play_off) {
            return self.draw_play_off();
        }
        let next = match self.settings.format {
            Format::Swiss { rounds, .. } if self.rounds.len() < rounds.into() && self.present() < 2 => {
                Next::End(Why::TooFewPlayers)
            }
            Format::Swiss { rounds, .. } if self.rounds.len() >= rounds.into() => Next::End(Why::Played),
            Format::Swiss { .. } => self.draw_swiss(fixed, is_away),
            Format::RoundRobin { double } => self.draw_round_robin(double),
            Format::Knockout { .. } => {
                let byes = |byes: Vec<usize>| byes.into_iter().map(|player| (player, Bye::Zero)).collect();
                match knockout::next(&self.paper(), self.knockout_options()) {
                    Ok(State::Next(pairings)) => {
                        let player = |number: Number| self.order[usize::from(number) - 1];
                        let (pairs, free): (Vec<_>, Vec<_>) = pairings.into_iter().partition(|pairing| pairing.second.is_some());
                        let pairs = pairs.iter().filter_map(|pair| Some((player(pair.first), player(pair.second?)))).collect();
                        let free = free.iter().map(|pairing| player(pairing.first)).collect();
                        Next::Rounds(vec![Draw { pairs, byes: byes(free), ..Draw::default() }])
                    }
                    Ok(State::Over(_)) => Next::End(Why::Played),
                    Err(_) => Next::End(Why::Impossible),
                }
            }
            Format::Arena { .. } => Next::End(Why::Played),
        };
        match next {
            // Before it ends, games decide who is first.
            Next::End(Why::Played) if self.settings.play_off.is_some() && self.tied_for_first().len() > 1 => self.draw_play_off(),
            next => next,
        }
    }

    fn draw_swiss(&self, fixed: &[FixedPair], is_away: &impl Fn(usize) -> bool) -> Next {
        let round = self.rounds.len();
        let mut paper = self.paper();
        let mut byes = Vec::new();
        for (place, &player) in self.order.iter().enumerate() {
            let is_fixed = fixed.iter().any(|&(one, other)| one == player || other == Some(player));
            let wants_bye = self.players[player].byes.contains(&round);
            if is_fixed || is_away(player) || wants_bye {
                paper.absent.push((round, place as Number + 1));
            }
            if !is_fixed && (is_away(player) || wants_bye) {
                // Whoever leaves gets nothing, whatever they asked for before.
                let is_half = wants_bye && !self.players[player].is_out;
                byes.push((player, if is_half { Bye::Half } else { Bye::Zero }));
            }
        }
        let player = |number: Number| self.order[usize::from(number) - 1];
        byes.extend(fixed.iter().filter(|(_, other)| other.is_none()).map(|(player, _)| (*player, Bye::Pairing)));
        let pairs = fixed.iter().filter_map(|(one, other)| Some((*one, (*other)?))).collect();
        let mut draw = Draw { pairs, byes, ..Draw::default() };
        match dutch::pair(&paper) {
            Ok(paired) => {
                draw.is_relaxed = paired.is_relaxed();
                for pairing in paired.pairings() {
                    match pairing.second {
                        Some(second) => draw.pairs.push((player(pairing.first), player(second))),
                        None => draw.byes.push((player(pairing.first), Bye::Pairing)),
                    }
                }
            }
            Err(dutch::PairError::TooFewPlayers(_)) => {
                // At most one is left: the others are away for now, or paired by hand.
                let rest = self.order.iter().enumerate().filter(|(place, _)| paper.is_present(*place, round));
                draw.byes.extend(rest.map(|(_, &player)| (player, Bye::Pairing)));
            }
            Err(_) => return Next::End(Why::Impossible),
        }
        Next::Rounds(vec![draw])
    }

    fn draw_round_robin(&self, double: bool) -> Next {
        let mut rounds = round_robin::table(self.order.len(), double).into_iter().skip(self.rounds.len()).collect::<Vec<_>>();
        if rounds.is_empty() {
            return Next::End(Why::Played);
        }
        if !self.settings.plays_at_once() {
            rounds.truncate(1);
        }
        let draw = |games: Vec<round_robin::Game>| {
            let mut draw = Draw::default();
            for (first, second) in games {
                match second {
                    Some(second) => draw.pairs.push((self.order[first], self.order[second])),
                    None => draw.byes.push((self.order[first], Bye::Zero)),
                }
            }
            draw
        };
        Next::Rounds(rounds.into_iter().map(draw).collect())
    }

    fn draw_play_off(&self) -> Next {
        let group = self.tied_for_first();
        match knockout::next(&self.play_off_paper(&group), knockout::Options::default()) {
            Ok(State::Next(pairings)) => {
                let mut draw = Draw { is_play_off: true, ..Draw::default() };
                for pairing in pairings {
                    let first = group[usize::from(pairing.first) - 1];
                    match pairing.second {
                        Some(second) => draw.pairs.push((first, group[usize::from(second) - 1])),
                        None => draw.byes.push((first, Bye::Zero)),
                    }
                }
                Next::Rounds(vec![draw])
            }
            _ => Next::End(Why::Played),
        }
    }

    /// Whether a pair of a double round waits for its second game.
    pub(super) fn is_second_game_due(&self) -> bool {
        !self.pairs_with_one_game().is_empty()
    }

    /// The pairs of the last double round whose first game is over.
    fn pairs_with_one_game(&self) -> Vec<[usize; 2]> {
        let Format::Swiss { double: true, .. } = self.settings.format else { return Vec::new() };
        let Some(round) = self.rounds.len().checked_sub(1).filter(|&round| !self.rounds[round].is_play_off) else {
            return Vec::new();
        };
        let is_only = |board: &&Board| {
            let games = self.players[board.players[0]].boards.iter().rev().take(2);
            games.filter(|game| self.boards[**game].round == round).count() == 1
        };
        let done = self.boards_of(round).iter().filter(|board| board.result.is_some_and(|ended| !ended.result.is_forfeit()));
        done.filter(is_only).map(|board| board.players).collect()
    }

    fn second_games(&self, moment: &Moment) -> Vec<EventKind> {
        let pairs = self.pairs_with_one_game();
        if pairs.is_empty() {
            return Vec::new();
        }
        let boards = pairs.iter().zip(&moment.ids).map(|([first, second], id)| (*id, *second, *first)).collect();
        vec![EventKind::Paired(Pairings { round: self.rounds.len() - 1, boards, ..Pairings::default() })]
    }

    /// The tournament as files and pairing systems have it: players by starting number, and what they did in each round.
    pub(crate) fn paper(&self) -> Paper {
        let order: Vec<usize> = if self.order.is_empty() { (0..self.players.len()).collect() } else { self.order.clone() };
        let rounds = self.regular_rounds();
        let mut paper = self.blank_paper(&order);
        paper.rounds = self.planned_rounds();
        paper.first_side = Some(Side::First);
        let numbers: HashMap<usize, Number> = numbers(&order);
        paper.forbidden = self
            .forbidden
            .iter()
            .filter_map(|(one, other)| Some(Forbidden { players: vec![*numbers.get(one)?, *numbers.get(other)?], rounds: None }))
            .collect();
        self.enter_boards(&mut paper, &numbers, |board| (!board.is_play_off).then_some(board.round), rounds);
        for (n, round) in self.rounds.iter().take(rounds).enumerate() {
            for (player, bye) in &round.byes {
                if let Some(number) = numbers.get(player) {
                    paper.players[usize::from(*number) - 1].entries[n] = Entry::Bye(*bye);
                }
            }
        }
        paper
    }

    /// The same for the games of a play-off between these players.
    pub(super) fn play_off_paper(&self, group: &[usize]) -> Paper {
        let regular = self.regular_rounds();
        let mut paper = self.blank_paper(group);
        paper.points = Points::default();
        let rounds = self.rounds.len() - regular;
        self.enter_boards(&mut paper, &numbers(group), |board| board.is_play_off.then(|| board.round - regular), rounds);
        for player in &mut paper.players {
            player.scores.clear();
        }
        paper
    }

    fn blank_paper(&self, order: &[usize]) -> Paper {
        let player = |(place, &player): (usize, &usize)| sumito_tournament::Player {
            number: place as Number + 1,
            name: self.players[player].name.clone(),
            rating: self.players[player].rating,
            ..sumito_tournament::Player::default()
        };
        let is_double = matches!(self.settings.format, Format::Swiss { double: true, .. });
        let (win, draw) = match self.settings.scoring {
            Scoring::Games if is_double => (20, 10),
            Scoring::Games => (10, 5),
            Scoring::Marbles => (10 * (4 + MARBLES), 5 * (4 + MARBLES)),
        };
        let times = if is_double && self.settings.scoring == Scoring::Marbles { 2 } else { 1 };
        let (win, draw) = (Score(win * times), Score(draw * times));
        let points = Points { win, draw, pairing_bye: win, ..Points::default() };
        Paper { players: order.iter().enumerate().map(player).collect(), points, ..Paper::default() }
    }

    /// Enters boards in a paper. A pair with two games in a round has one entry.
    fn enter_boards(
        &self,
        paper: &mut Paper,
        numbers: &HashMap<usize, Number>,
        round_of: impl Fn(&Board) -> Option<usize>,
        rounds: usize,
    ) {
        let is_double = matches!(self.settings.format, Format::Swiss { double: true, .. });
        let counts_marbles = self.settings.scoring == Scoring::Marbles;
        for player in &mut paper.players {
            player.entries = vec![Entry::Bye(Bye::Zero); rounds];
            player.marbles = vec![None; rounds];
            player.scores = if is_double || counts_marbles { vec![None; rounds] } else { Vec::new() };
        }
        // By round and who moved first in the first game.
        let mut pairs: HashMap<(usize, usize, usize), Vec<&Board>> = HashMap::new();
        for board in &self.boards {
            if let Some(round) = round_of(board) {
                let [one, other] = board.players;
                pairs.entry((round, one.min(other), one.max(other))).or_default().push(board);
            }
        }
        for ((round, ..), boards) in pairs {
            let players = boards[0].players;
            let [Some(first), Some(second)] = players.map(|player| numbers.get(&player).copied()) else { continue };
            let doubles = is_double && !boards[0].is_play_off;
            let is_over = boards.iter().all(|board| board.result.is_some());
            let is_whole = !doubles || boards.len() == 2 || boards[0].result.is_some_and(|ended| ended.result.is_forfeit());
            let total = |player: usize| -> Score {
                let score = |board: &&&Board| {
                    board.side_of(player).zip(board.result).map(|(side, ended)| ended.score(side, self.settings.scoring))
                };
                let sum: Score = boards.iter().filter_map(|board| score(&board)).sum();
                // Whoever does not come to the first game misses both.
                let missed = doubles && boards.len() == 1 && is_over && is_whole;
                if missed { sum + sum } else { sum }
            };
            for (own, number, opponent) in [(0, first, second), (1, second, first)] {
                let (player, side) = (players[own], SIDES[own]);
                let outcome = match boards[0].result {
                    Some(ended) if is_over && is_whole && boards.len() == 1 => ended.result.outcome(side),
                    Some(_) if is_over && is_whole => match total(player).cmp(&total(players[1 - own])) {
                        std::cmp::Ordering::Greater => Outcome::Win,
                        std::cmp::Ordering::Equal => Outcome::Draw,
                        std::cmp::Ordering::Less => Outcome::Loss,
                    },
                    _ => Outcome::Pending,
                };
                let row = &mut paper.players[usize::from(number) - 1];
                row.entries[round] = Entry::Game { opponent, side: Some(side), outcome, rated: self.settings.rated };
                let marbles = |board: &&Board| {
                    let marbles = board.result?.marbles?;
                    Some(marbles[usize::from(board.players[1] == player)])
                };
                let known: Option<Vec<u8>> = boards.iter().map(marbles).collect();
                row.marbles[round] = known.map(|marbles| marbles.iter().sum());
                if let Some(score) = row.scores.get_mut(round) {
                    *score = Some(total(player));
                }
            }
        }
    }
}

fn numbers(order: &[usize]) -> HashMap<usize, Number> {
    order.iter().enumerate().map(|(place, &player)| (player, place as Number + 1)).collect()
}
