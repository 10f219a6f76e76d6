//! Figures of the chapter on more than two players: positions in which a rule of these games can be tried. They are our own.

use sumito_rules::party::Position;
use sumito_rules::{Cells, Direction};

/// A small position for more than two players, with moves to try.
pub struct PartyFigure {
    /// A stable key, for links and for the texts in `learn/`.
    pub key: &'static str,
    position: &'static str,
    pub trials: &'static [PartyTrial],
}

/// An attempt on a figure's position.
pub struct PartyTrial {
    chosen: &'static str,
    pub direction: Direction,
    /// What the move does, as [`Explanation::key`](sumito_rules::explain::Explanation::key) names it for two players, or the key of the
    /// rule that forbids it.
    pub answer: Result<&'static str, &'static str>,
}

const fn trial(chosen: &'static str, direction: Direction, answer: Result<&'static str, &'static str>) -> PartyTrial {
    PartyTrial { chosen, direction, answer }
}

static FIGURES: [PartyFigure; 5] = [
    PartyFigure {
        key: "mixed-push",
        position: "5/6/7/8/1bbbwu3/8/7/6/5 b b-w-u",
        trials: &[trial("e2-e4", Direction::East, Ok("sumito-3-2"))],
    },
    PartyFigure {
        key: "mixed-pac",
        position: "5/6/7/8/1bbbwuw2/8/7/6/5 b b-w-u",
        trials: &[trial("e2-e4", Direction::East, Err("pac-3-3"))],
    },
    PartyFigure {
        key: "partner-push",
        position: "5/6/2buw2/8/9/8/buuwr2/6/5 b bu-wr",
        trials: &[trial("g5,g6", Direction::East, Ok("sumito-2-1")), trial("c1-c3", Direction::East, Ok("sumito-3-2"))],
    },
    PartyFigure {
        key: "partner-rear",
        position: "5/6/2ubw2/8/9/8/ubbwr2/6/5 b bu-wr",
        trials: &[
            trial("g5,g6", Direction::East, Err("pusher-not-yours")),
            trial("c1-c3", Direction::East, Err("pusher-not-yours")),
        ],
    },
    PartyFigure {
        key: "partner-still",
        position: "4w/6/7/8/2bu5/8/7/6/4r b bu-wr",
        trials: &[trial("e3,e4", Direction::East, Err("partner-only-pushes")), trial("e3", Direction::NorthEast, Ok("single"))],
    },
];

impl PartyFigure {
    pub fn all() -> &'static [PartyFigure] {
        &FIGURES
    }

    pub fn find(key: &str) -> Option<&'static PartyFigure> {
        FIGURES.iter().find(|figure| figure.key == key)
    }

    pub fn position(&self) -> Position {
        self.position.parse().expect("the tests read every position")
    }
}

impl PartyTrial {
    /// The chosen marbles.
    pub fn cells(&self) -> Cells {
        self.chosen.parse().expect("the tests read every trial")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_trial_ends_as_the_figure_says() {
        for figure in PartyFigure::all() {
            let position = figure.position();
            for trial in figure.trials {
                let found = position.attempt(trial.cells(), trial.direction);
                match (found, trial.answer) {
                    (Ok(m), Ok(kind)) => {
                        let pushed = position.pushed(m).len();
                        let expected =
                            if pushed == 0 { "single".to_owned() } else { format!("sumito-{}-{pushed}", m.cells().len()) };
                        assert_eq!(kind, expected, "{}", figure.key);
                        // The game goes on, so that the page can show it.
                        assert_eq!(position.after_unchecked(m).winner(), None, "{}", figure.key);
                    }
                    (Err(reason), Err(key)) => assert_eq!(reason.key(), key, "{}", figure.key),
                    (found, expected) => panic!("{}: {found:?}, not {expected:?}", figure.key),
                }
            }
        }
    }
}
