//! A search that expects everybody else to play for themselves and for the moment, as greedy players and many people do.
//!
//! With many players, a search in which all others oppose the team, or one of them answers for all, looks at games that nobody plays: most of
//! what happens between two of its moves is that others take marbles from each other. Here the others' moves are guessed in the real order
//! of turns, so only the team's own moves branch. A guess can be wrong, so it is not trusted far ahead, and the best reply counts as well.

use sumito_rules::Move;
use sumito_rules::party::{Action, Game, Position, Team};

use super::eval::{self, ejects, pushes};
use super::search::{CONTEMPT, Search};
use crate::handmade::nearness;
use crate::random::Random;
use crate::score::Score;

/// How many of its own moves the team looks ahead. More made it wait for ejections that a wrong guess had promised.
pub(super) const MOVES_AHEAD: u32 = 2;

/// An ejection as a greedy player values it, in steps to the center.
const EJECTION: i32 = 25;

/// How much of a value is what the team has now rather than what it will have, in percent: what it can have now it should not put off.
const NOW: i32 = 25;

/// How much of a first move's value is that after the best reply to it, in percent.
const BEST_REPLY: i32 = 50;

/// The greatest value of a position that is not decided.
const MOST: i32 = 4_000;

/// How many of the others' last moves show what to expect of them.
const WATCHED: usize = 20;

/// How many of these are for the moment if the others play that way, in percent. Players who search make such moves half of the time.
const FOR_THE_MOMENT: usize = 80;

/// Whether the others have played for the moment so far. Before they have moved often enough, nothing is expected.
pub(super) fn is_expected(game: &Game, team: Team) -> bool {
    let played = game.actions().iter().zip(game.positions()).rev();
    let others = played.filter_map(|(action, position)| match action {
        Action::Play(m) if position.seating().team(position.turn()) != team => Some((position, *m)),
        _ => None,
    });
    let is_greedy = |(position, m): (&Position, Move)| {
        let most = position.moves_of(position.turn()).iter().map(|m| gain(position, m)).max();
        most == Some(gain(position, m))
    };
    let watched: Vec<bool> = others.take(WATCHED).map(is_greedy).collect();
    watched.len() == WATCHED && watched.iter().filter(|&&greedy| greedy).count() * 100 >= WATCHED * FOR_THE_MOMENT
}

impl Search<'_> {
    /// The value of a first move for the team: what it leads to if the others play for the moment, and if one of them finds the best reply.
    pub(super) fn promise(&mut self, next: &Position, depth: i32) -> i32 {
        let Some(again) = self.after_replies(next) else { return 0 };
        let expected = self.own_move(&again, depth - 1, 1);
        if self.stopped || expected == Score::WIN - 1 {
            return expected;
        }
        let feared = self.reply(next, true, 1, 1, -Score::INFINITE, Score::INFINITE);
        (tamed(expected) * (100 - BEST_REPLY) + tamed(feared) * BEST_REPLY) / 100
    }

    /// The value of a position after the others' replies, in which the team moves unless the game is over.
    fn own_move(&mut self, position: &Position, depth: i32, ply: usize) -> i32 {
        if let Some((winner, _)) = position.winner() {
            let won = Score::WIN - ply as i32;
            return if winner == self.team { won } else { -won };
        }
        if self.is_repetition(position) {
            return -CONTEMPT;
        }
        let now = self.value_now(position, ply);
        if depth <= 0 || now >= Score::FORCED {
            return now;
        }
        self.path.push(position.zobrist_hash());
        let mut best = -Score::INFINITE;
        for m in &position.moves_of(position.turn()) {
            let Some(again) = self.after_replies(&position.after_unchecked(m)) else { break };
            best = best.max(self.own_move(&again, depth - 1, ply + 1));
        }
        self.path.pop();
        if best.abs() >= Score::FORCED { best } else { best + (now - best) * NOW / 100 }
    }

    /// The evaluation when the team may still eject a marble.
    fn value_now(&self, position: &Position, ply: usize) -> i32 {
        let mut best = eval::compared(position, self.team);
        for m in &position.ejections_of(position.turn()) {
            let next = position.after_unchecked(m);
            if next.winner().is_some_and(|(winner, _)| winner == self.team) {
                return Score::WIN - ply as i32 - 1;
            }
            best = best.max(eval::compared(&next, self.team));
        }
        best.clamp(-MOST, MOST)
    }

    /// The position when the team is to move again, or the game is over; `None` if the search was stopped.
    pub(super) fn after_replies(&mut self, position: &Position) -> Option<Position> {
        let mut next = *position;
        loop {
            if self.count() {
                return None;
            }
            if next.winner().is_some() || self.is_ours(&next) {
                return Some(next);
            }
            next.play_unchecked(self.guess(&next)?);
        }
    }

    /// The move with the greatest gain; among equals, chance decides.
    fn guess(&self, position: &Position) -> Option<Move> {
        let mut random = Random::new(position.zobrist_hash() ^ self.seed);
        position.moves_of(position.turn()).iter().max_by_key(|&m| (gain(position, m), random.next()))
    }
}

/// What a legal move gains at once, as a greedy player sees it: an ejection, and then the center.
pub(super) fn gain(position: &Position, m: Move) -> i32 {
    let mover = position.turn();
    let own = m.cells() & position.marbles(mover);
    let mut gain = nearness(own.shift(m.direction())) - nearness(own);
    if pushes(position, mover, m) {
        let pushed = position.pushed(m);
        gain += nearness(pushed) - nearness(pushed.shift(m.direction()));
        gain += if ejects(position, mover, m) { EJECTION } else { 0 };
    }
    gain
}

/// A win or a loss as a number that can be averaged with others: it rests on a guess. The sooner, the more it counts.
fn tamed(value: i32) -> i32 {
    let plies = Score::WIN - value.abs();
    if value.abs() >= Score::FORCED { value.signum() * (2 * MOST - plies) } else { value.clamp(-MOST, MOST) }
}

#[cfg(test)]
mod tests {
    use sumito_rules::Rules;
    use sumito_rules::party::{Game, Layout, Seat};

    use super::*;
    use crate::engine::Control;
    use crate::party::{Level, Method, Options, search};
    use crate::time::Limits;

    /// Random games from every layout.
    fn for_each_position(each: usize, mut visit: impl FnMut(&Position)) {
        let mut random = Random::new(8);
        for layout in Layout::all() {
            for _ in 0..each {
                let mut game = Game::new(layout, Rules::default());
                while game.outcome().is_none() && game.ply() < 150 {
                    visit(game.position());
                    let moves = game.legal_moves();
                    game.play_unchecked(moves.nth(random.below(moves.len())).unwrap());
                }
            }
        }
    }

    #[test]
    fn a_gain_is_what_the_board_shows_after_the_move() {
        let mut ejections = 0;
        for_each_position(3, |position| {
            let turn = position.turn();
            let lead = |position: &Position| nearness(position.marbles(turn)) - nearness(position.foes(turn));
            for m in &position.legal_moves() {
                let next = position.after_unchecked(m);
                let ejected = i32::from(next.ejected_by(turn) - position.ejected_by(turn));
                ejections += ejected;
                assert_eq!(gain(position, m), EJECTION * ejected + lead(&next) - lead(position), "{m} in {position}");
            }
        });
        assert!(ejections > 100, "{ejections}");
    }

    /// Every opponent moves once, in turn, and nobody could gain more.
    #[test]
    fn the_others_reply_in_turn_as_greedy_players() {
        let (limits, control) = (Limits::default(), Control::new());
        let mut replies = 0;
        for_each_position(1, |position| {
            let fresh = Game::from_position(*position, Rules::default());
            let options = Options::new(Level::FULL, 3).with_method(Method::Shortsighted);
            let mut search = Search::new(&fresh, &options, &limits, &control);
            let Some(m) = position.legal_moves().nth(0) else { return };
            let mut next = position.after_unchecked(m);
            let expected = search.after_replies(&next).unwrap();
            while next.winner().is_none() && next.seating().team(next.turn()) != search.team {
                let guess = search.guess(&next).unwrap();
                let most = next.legal_moves().iter().map(|m| gain(&next, m)).max().unwrap();
                assert_eq!(gain(&next, guess), most, "{guess} in {next}");
                next.play(guess).unwrap();
                replies += 1;
            }
            assert_eq!(next, expected, "{m} in {position}");
        });
        assert!(replies > 1000, "{replies}");
    }

    /// Greedy players are recognized after four moves each, and nobody else is: not those who search, and not those who move at random.
    #[test]
    fn players_for_the_moment_are_recognized() {
        let layout = Layout::find("six").unwrap();
        let team = layout.seating.team(Seat::Black);
        let (mut greedy, mut others) = (0, 0);
        for seed in 0..6 {
            let mut random = Random::new(seed);
            let play = |game: &mut Game, choose: &mut dyn FnMut(&Game) -> Move| {
                let m = if game.position().turn() == Seat::Black { game.legal_moves().nth(0).unwrap() } else { choose(game) };
                game.play(m).unwrap();
            };
            let mut game = Game::new(layout, Rules::default());
            while game.outcome().is_none() && game.ply() < 60 {
                assert_eq!(is_expected(&game, team), game.ply() >= 24, "after {} plies", game.ply());
                greedy += usize::from(is_expected(&game, team));
                play(&mut game, &mut |game| {
                    let position = game.position();
                    let most = game.legal_moves().iter().map(|m| gain(position, m)).max().unwrap();
                    game.legal_moves().iter().find(|&m| gain(position, m) == most).unwrap()
                });
            }
            for level in [0, 2, 3, 5] {
                let mut game = Game::new(layout, Rules::default());
                while game.outcome().is_none() && game.ply() < 60 {
                    others += usize::from(is_expected(&game, team));
                    play(&mut game, &mut |game| match Level::new(level) {
                        Some(level) => {
                            let limits = Limits::nodes(500);
                            search(game, &Options::new(level, seed), &limits, &Control::new(), |_| {}).unwrap().best
                        }
                        None => game.legal_moves().nth(random.below(game.legal_moves().len())).unwrap(),
                    });
                }
            }
        }
        assert!(greedy > 100 && others == 0, "{greedy} {others}");
    }

    #[test]
    fn what_is_decided_counts_more_than_what_is_not_and_most_when_it_comes_soon() {
        let ordered =
            [3 - Score::WIN, 5 - Score::WIN, 1 - Score::FORCED, -300, 0, 300, Score::FORCED - 1, Score::WIN - 5, Score::WIN - 3];
        assert!(ordered.windows(2).all(|pair| tamed(pair[0]) < tamed(pair[1])), "{:?}", ordered.map(tamed));
    }
}
