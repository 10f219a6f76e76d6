//! Single elimination: the winner of a match goes on.
//!
//! The best seeds meet last, and have a bye in the first stage if the number of players is not a power of two. A match goes to the best of
//! a number of games with alternating colors; the better seed moves first in the first one. If it is tied, further games are played
//! until someone leads. A stage starts when all matches of the one before are decided.
//!
//! A round of the event is one game of every undecided match. A bye or forfeit is a lost game; if both forfeit and the match is tied, the
//! better seed goes on.

use std::fmt;

use crate::event::{Entry, Event, Number, Outcome, Pairing};

/// The director's choices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// A match goes to the best of this many games.
    pub games: usize,
    /// The losers of the semifinals play for the third place.
    pub third_place: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options { games: 1, third_place: false }
    }
}

/// Where an event stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum State {
    /// The games of the next round.
    Next(Vec<Pairing>),
    /// The first places, best first: the winner, the loser of the final, and the winner of the match for the third place.
    Over(Vec<Number>),
}

/// An entry that does not belong to the bracket.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contradiction {
    /// Counted from 1.
    pub round: usize,
    /// Who should have met.
    pub players: (Number, Number),
}

impl fmt::Display for Contradiction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (one, other) = self.players;
        write!(f, "players {one} and {other} should meet in round {}, but their entries do not say so", self.round)
    }
}

impl std::error::Error for Contradiction {}

/// A match of the bracket as it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tie {
    /// The better seed.
    pub higher: Number,
    /// The opponent; none is a bye.
    pub lower: Option<Number>,
    /// Half points of both.
    pub half_points: [usize; 2],
    /// Who goes on, if it is decided.
    pub winner: Option<Number>,
    /// Whether it is the match for the third place.
    pub is_for_third_place: bool,
}

/// The next round of an event, with the players seeded by their numbers.
pub fn next(event: &Event, options: Options) -> Result<State, Contradiction> {
    bracket(event, options).map(|(_, state)| state)
}

/// The stages so far, and where the event stands.
pub fn bracket(event: &Event, options: Options) -> Result<(Vec<Vec<Tie>>, State), Contradiction> {
    let mut stages = Vec::new();
    let state = play(event, options, &mut stages)?;
    Ok((stages, state))
}

fn play(event: &Event, options: Options, stages: &mut Vec<Vec<Tie>>) -> Result<State, Contradiction> {
    let played = event.rounds_paired();
    let number = |seed: usize| event.players[seed].number;
    let mut stage = first_stage(event.players.len());
    let mut round = 0;
    let ties = |stage: &[Match]| stage.iter().map(|game| game.tie(options, number)).collect::<Vec<Tie>>();
    loop {
        // A stage takes rounds until all of its matches are decided.
        let start = round;
        while !stage.iter().all(|game| game.winner(options).is_some()) {
            if round == played {
                let undecided = stage.iter().filter(|game| game.winner(options).is_none());
                let mut pairings: Vec<Pairing> = undecided.map(|game| game.pairing(number)).collect();
                if round == start {
                    let byes = stage.iter().filter(|game| game.lower.is_none());
                    pairings.extend(byes.map(|game| Pairing { first: number(game.higher), second: None }));
                }
                stages.push(ties(&stage));
                return Ok(State::Next(pairings));
            }
            for game in stage.iter_mut().filter(|game| game.winner(options).is_none()) {
                game.play(event, round)?;
            }
            round += 1;
        }
        stages.push(ties(&stage));
        let winners: Vec<usize> = stage.iter().filter_map(|game| game.winner(options)).collect();
        let losers: Vec<usize> = stage.iter().filter_map(|game| game.loser(options)).collect();
        stage = match winners.as_slice() {
            // The final, alone.
            [] | [_] => return Ok(State::Over(winners.into_iter().chain(losers).map(number).collect())),
            // The final and the match for the third place.
            [winner, third] if stage.iter().any(|game| game.is_for_third_place) => {
                return Ok(State::Over([*winner, losers[0], *third].into_iter().map(number).collect()));
            }
            _ => winners.chunks(2).map(|pair| Match::new(pair[0], pair.get(1).copied())).collect(),
        };
        if let [one, other] = losers[..]
            && options.third_place
            && winners.len() == 2
        {
            stage.push(Match { is_for_third_place: true, ..Match::new(one, Some(other)) });
        }
    }
}

/// Seeds in the order of the bracket: neighbors meet, then the winners of neighboring matches. Those without a player are byes.
fn first_stage(players: usize) -> Vec<Match> {
    let mut seeds = vec![0];
    while seeds.len() < players {
        let last = 2 * seeds.len() - 1;
        seeds = seeds.into_iter().flat_map(|seed| [seed, last - seed]).collect();
    }
    let seed = |seed: usize| Some(seed).filter(|&seed| seed < players);
    let matches = seeds.chunks(2).filter_map(|pair| Some(Match::new(seed(pair[0])?, pair.get(1).and_then(|&other| seed(other)))));
    matches.collect()
}

/// A match of two seeds, or a bye.
#[derive(Clone, Copy, Debug)]
struct Match {
    higher: usize,
    lower: Option<usize>,
    /// Half points of both.
    points: [usize; 2],
    games: usize,
    both_forfeited: bool,
    is_for_third_place: bool,
}

impl Match {
    fn new(one: usize, other: Option<usize>) -> Match {
        let (higher, lower) = (other.map_or(one, |other| one.min(other)), other.map(|other| one.max(other)));
        Match { higher, lower, points: [0; 2], games: 0, both_forfeited: false, is_for_third_place: false }
    }

    /// Adds the game of a round.
    fn play(&mut self, event: &Event, round: usize) -> Result<(), Contradiction> {
        let seeds = [self.higher, self.lower.unwrap_or(self.higher)];
        let numbers = seeds.map(|seed| event.players[seed].number);
        let contradiction = Contradiction { round: round + 1, players: (numbers[0], numbers[1]) };
        // What the opponent gets.
        let half_points = |n: usize| match event.entry(seeds[n], round) {
            Entry::Game { opponent, .. } if opponent != numbers[1 - n] => Err(contradiction.clone()),
            Entry::Game { outcome, .. } => Ok(match outcome {
                Outcome::Win | Outcome::ForfeitWin => Some(0),
                Outcome::Draw => Some(1),
                Outcome::Loss | Outcome::ForfeitLoss => Some(2),
                Outcome::Pending => None,
            }),
            Entry::Bye(_) => Ok(Some(2)),
        };
        let (Some(lower), Some(higher)) = (half_points(0)?, half_points(1)?) else { return Err(contradiction) };
        self.both_forfeited = lower + higher > 2;
        if !self.both_forfeited {
            self.points = [self.points[0] + higher, self.points[1] + lower];
        }
        self.games += 1;
        Ok(())
    }

    /// Who goes on, if it is decided.
    fn winner(&self, options: Options) -> Option<usize> {
        let Some(lower) = self.lower else { return Some(self.higher) };
        let [one, other] = self.points;
        let lead = one.abs_diff(other);
        let left = options.games.saturating_sub(self.games);
        match lead {
            0 if left == 0 && self.both_forfeited => Some(self.higher),
            _ if lead > 2 * left => Some(if one > other { self.higher } else { lower }),
            _ => None,
        }
    }

    fn loser(&self, options: Options) -> Option<usize> {
        let (winner, lower) = (self.winner(options)?, self.lower?);
        Some(if winner == lower { self.higher } else { lower })
    }

    fn tie(&self, options: Options, number: impl Fn(usize) -> Number) -> Tie {
        Tie {
            higher: number(self.higher),
            lower: self.lower.map(&number),
            half_points: self.points,
            winner: self.winner(options).map(&number),
            is_for_third_place: self.is_for_third_place,
        }
    }

    fn pairing(&self, number: impl Fn(usize) -> Number) -> Pairing {
        let (higher, lower) = (number(self.higher), self.lower.map(number));
        match lower {
            Some(lower) if self.games % 2 == 1 => Pairing { first: lower, second: Some(higher) },
            _ => Pairing { first: higher, second: lower },
        }
    }
}

#[cfg(test)]
mod tests;
