//! One game of a match: moves, clocks, and how it ends.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use sumito_rules::game::{Draw, Win};
use sumito_rules::record::{self, Record};
use sumito_rules::{ByColor, Color, Game, Outcome, Rules};

use super::contestant::Pace;
use super::player::{Clocks, Player};
use crate::score::Score;
use crate::time::Clock;

/// How the games of a match are refereed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Referee {
    /// The rules of the games.
    pub rules: Rules,
    /// A game as long as this is drawn.
    pub max_plies: usize,
    /// A game counts as won when both sides' scores agree on a lead of this much, in hundredths of a marble...
    pub win_score: i32,
    /// ... for this many plies; 0 plays every game to the end.
    pub win_plies: usize,
    /// By how much a move may exceed its time.
    pub margin: Duration,
    /// How long a program without a time limit may think.
    pub patience: Duration,
}

impl Default for Referee {
    fn default() -> Referee {
        let rules = Rules::default();
        let (margin, patience) = (Duration::from_millis(200), Duration::from_secs(120));
        Referee { rules, max_plies: 400, win_score: 1_500, win_plies: 6, margin, patience }
    }
}

/// What an engine did wrong. It loses the game.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fault {
    /// It exited, or did not start.
    Crash(String),
    /// Its move was not legal.
    Illegal(String),
    /// It exceeded its time by this much.
    Time(Duration),
    /// It did not answer for this long.
    Silence(Duration),
    /// Not its fault: the match was stopped.
    Stopped,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Crash(how) => write!(f, "crashed: {how}"),
            Fault::Illegal(what) => write!(f, "played an illegal move: {what}"),
            Fault::Time(over) => write!(f, "exceeded its time by {} ms", over.as_millis()),
            Fault::Silence(time) => write!(f, "did not answer for {} s", time.as_secs_f64()),
            Fault::Stopped => write!(f, "was stopped"),
        }
    }
}

/// How a game of a match ended.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Ending {
    /// One side ejected enough marbles.
    Ejections,
    /// The side to move had no legal move.
    NoMove,
    /// Both sides' scores agreed that one side is far ahead.
    Adjudicated,
    /// A position was repeated too often.
    Repetition,
    /// Too many plies without an ejection.
    QuietLimit,
    /// The game reached its maximum length.
    PlyLimit,
    /// The loser exceeded its time.
    Time,
    /// The loser played an illegal move.
    Illegal,
    /// The loser crashed.
    Crash,
    /// The loser did not answer.
    Silence,
}

impl Ending {
    /// All of them.
    pub const ALL: [Ending; 10] = [
        Ending::Ejections,
        Ending::NoMove,
        Ending::Adjudicated,
        Ending::Repetition,
        Ending::QuietLimit,
        Ending::PlyLimit,
        Ending::Time,
        Ending::Illegal,
        Ending::Crash,
        Ending::Silence,
    ];

    /// In a few words, as in the `Termination` tag of a record.
    pub const fn text(self) -> &'static str {
        match self {
            Ending::Ejections => "ejections",
            Ending::NoMove => "no move",
            Ending::Adjudicated => "adjudicated",
            Ending::Repetition => "repetition",
            Ending::QuietLimit => "quiet limit",
            Ending::PlyLimit => "ply limit",
            Ending::Time => "time forfeit",
            Ending::Illegal => "illegal move",
            Ending::Crash => "crash",
            Ending::Silence => "no answer",
        }
    }

    /// Whether the game ended by a fault of the loser.
    pub const fn is_fault(self) -> bool {
        matches!(self, Ending::Time | Ending::Illegal | Ending::Crash | Ending::Silence)
    }

    fn of(outcome: Outcome) -> Ending {
        match outcome {
            Outcome::Won { by: Win::NoMove, .. } | Outcome::Drawn(Draw::NoMove) => Ending::NoMove,
            Outcome::Won { by: Win::Time, .. } => Ending::Time,
            Outcome::Drawn(Draw::Repetition) => Ending::Repetition,
            Outcome::Drawn(Draw::QuietLimit) => Ending::QuietLimit,
            // Engines neither resign nor agree to a draw.
            Outcome::Won { .. } => Ending::Ejections,
            Outcome::Drawn(_) => Ending::PlyLimit,
        }
    }
}

/// A finished game.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Bout {
    /// Its record: moves with scores, result, termination.
    pub record: Record,
    /// How it ended.
    pub ending: Ending,
    /// What the loser did wrong, if anything.
    pub fault: Option<Fault>,
}

impl Referee {
    /// Plays one game from an opening; `None` if it was stopped.
    pub(super) fn play(&self, opening: &Game, players: ByColor<&mut Player<'_>>, stop: &AtomicBool) -> Option<Bout> {
        let mut game = opening.clone();
        let mut comments = vec![String::new(); game.moves().len()];
        let end = self.play_out(&mut game, players, &mut comments, stop);
        let (result, ending, fault) = match end {
            End::Outcome(outcome) => (outcome.into(), Ending::of(outcome), None),
            End::Far(winner) => (record::GameResult::Won(winner), Ending::Adjudicated, None),
            End::Long => (record::GameResult::Drawn, Ending::PlyLimit, None),
            End::Fault(color, fault) => {
                let ending = match fault {
                    Fault::Crash(_) => Ending::Crash,
                    Fault::Illegal(_) => Ending::Illegal,
                    Fault::Time(_) => Ending::Time,
                    Fault::Silence(_) => Ending::Silence,
                    Fault::Stopped => return None,
                };
                (record::GameResult::Won(!color), ending, Some(fault))
            }
        };
        let mut record = Record::from(&game);
        record.result = result;
        for (ply, comment) in record.line.plies.iter_mut().zip(comments) {
            ply.comment = comment;
        }
        let _ = record.set_tag("Termination", ending.text());
        Some(Bout { record, ending, fault })
    }

    fn play_out(
        &self,
        game: &mut Game,
        mut players: ByColor<&mut Player<'_>>,
        comments: &mut Vec<String>,
        stop: &AtomicBool,
    ) -> End {
        for color in Color::ALL {
            if let Err(fault) = players[color].new_game(self.rules, stop) {
                return End::Fault(color, fault);
            }
        }
        let clock = |color: Color| match players[color].pace {
            Pace::Clock { base, increment } => Clock::new(base).with_increment(increment),
            Pace::MoveTime(time) => Clock::new(time),
            _ => Clock::default(),
        };
        let mut clocks = ByColor::new(clock(Color::Black), clock(Color::White));
        let mut agreed = Agreement::default();
        loop {
            if let Some(outcome) = game.outcome() {
                return End::Outcome(outcome);
            }
            if game.moves().len() >= self.max_plies {
                return End::Long;
            }
            let turn = game.position().turn();
            if stop.load(Relaxed) {
                return End::Fault(turn, Fault::Stopped);
            }
            let player = &mut *players[turn];
            let allowed = match player.pace {
                Pace::MoveTime(time) => Some(time),
                Pace::Clock { .. } => Some(clocks[turn].left),
                _ => None,
            };
            let patience = allowed.map_or(self.patience, |time| time + self.margin);
            let thought = match player.think(game, &clocks, patience, stop) {
                Ok(thought) => thought,
                // A program with a time limit that does not answer has exceeded it.
                Err(Fault::Silence(_)) if allowed.is_some() => return End::Fault(turn, Fault::Time(self.margin)),
                Err(fault) => return End::Fault(turn, fault),
            };
            if let Some(over) = allowed.and_then(|time| thought.time.checked_sub(time + self.margin)) {
                return End::Fault(turn, Fault::Time(over + self.margin));
            }
            if let Pace::Clock { increment, .. } = player.pace {
                tick(&mut clocks, turn, thought.time, increment);
            }
            if game.play(thought.m).is_err() {
                return End::Fault(turn, Fault::Illegal(thought.m.to_string()));
            }
            comments.push(match thought.score {
                Some(score) => format!("{score} depth {}", thought.depth),
                None => String::new(),
            });
            if let Some(winner) = agreed.add(self, turn, thought.score) {
                return End::Far(winner);
            }
        }
    }
}

fn tick(clocks: &mut Clocks, color: Color, time: Duration, increment: Duration) {
    clocks[color].left = clocks[color].left.saturating_sub(time) + increment;
}

enum End {
    Outcome(Outcome),
    Far(Color),
    Long,
    Fault(Color, Fault),
}

/// For how many plies both sides' scores have had the same side far ahead.
#[derive(Default)]
struct Agreement {
    leader: Option<Color>,
    plies: usize,
}

impl Agreement {
    /// Adds the score of a move, and returns the winner if that is settled.
    fn add(&mut self, referee: &Referee, turn: Color, score: Option<Score>) -> Option<Color> {
        let leader = score.and_then(|score| match score.0 {
            score if score >= referee.win_score => Some(turn),
            score if score <= -referee.win_score => Some(!turn),
            _ => None,
        });
        self.plies = if leader == self.leader { self.plies + 1 } else { 1 };
        self.leader = leader;
        self.leader.filter(|_| referee.win_plies > 0 && self.plies >= referee.win_plies)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_sides_must_agree_for_several_plies() {
        let check = |scores: &[i32], winner: Option<Color>| {
            let referee = Referee { win_score: 500, win_plies: 4, ..Referee::default() };
            let mut agreed = Agreement::default();
            let mut found = None;
            for (n, &score) in scores.iter().enumerate() {
                found = agreed.add(&referee, Color::ALL[n % 2], Some(Score(score)));
                assert!(found.is_none() || n + 1 == scores.len());
            }
            assert_eq!(found, winner, "{scores:?}");
        };
        check(&[600, -600, 600, -600], Some(Color::Black));
        check(&[-600, 600, -600, 600], Some(Color::White));
        check(&[0, 600, -600, 600, -600], Some(Color::White));
        check(&[600, -600, 600, -400], None);
        check(&[600, 600, 600, 600], None);
        check(&[600, -600, 600, 600, -600], None);
        check(&[29_000, -29_001, 29_002, -29_003], Some(Color::Black));
    }

    #[test]
    fn without_scores_or_by_wish_games_are_played_out() {
        let referee = Referee { win_plies: 0, ..Referee::default() };
        let mut agreed = Agreement::default();
        assert!((0..50).all(|n| agreed.add(&referee, Color::ALL[n % 2], Some(Score([9_000, -9_000][n % 2]))).is_none()));
        let mut agreed = Agreement::default();
        assert!((0..50).all(|n| agreed.add(&Referee::default(), Color::ALL[n % 2], None).is_none()));
    }
}
