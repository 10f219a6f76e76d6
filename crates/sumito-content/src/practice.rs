//! Positions to play out against the engine, each with a goal. `lessons/practice.txt` describes its own format.

use std::sync::LazyLock;

use sumito_rules::{Layout, Position};

/// A position to play out. The keys of its texts start with `practice-` and its name.
pub struct Practice {
    pub name: &'static str,
    pub position: Position,
    pub goal: Goal,
    /// The learner's moves.
    pub moves: u16,
    /// The positions that the engine may search for a move.
    pub nodes: u32,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Goal {
    /// Win the game.
    Win,
    /// Get a marble further ahead.
    Marble,
    /// Get no marble further behind.
    Keep,
}

impl Goal {
    const ALL: [Goal; 3] = [Goal::Win, Goal::Marble, Goal::Keep];

    /// Its name in the file and in texts.
    pub const fn name(self) -> &'static str {
        match self {
            Goal::Win => "win",
            Goal::Marble => "marble",
            Goal::Keep => "keep",
        }
    }
}

/// All positions, the easiest first.
pub fn all() -> &'static [Practice] {
    static ALL: LazyLock<Vec<Practice>> =
        LazyLock::new(|| read(include_str!("../../../lessons/practice.txt")).expect("a test reads the positions"));
    &ALL
}

/// The position with this name and the one after it.
pub fn find(name: &str) -> Option<(&'static Practice, Option<&'static Practice>)> {
    let place = all().iter().position(|practice| practice.name == name)?;
    Some((&all()[place], all().get(place + 1)))
}

fn read(text: &'static str) -> Result<Vec<Practice>, String> {
    let mut found: Vec<Practice> = Vec::new();
    for (number, line) in text.lines().enumerate() {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let wrong = || format!("practice, line {}: '{line}'", number + 1);
        let (word, rest) = line.split_once(' ').ok_or_else(wrong)?;
        if word == "practice" {
            let position = Layout::STANDARD.position();
            found.push(Practice { name: rest, position, goal: Goal::Win, moves: 0, nodes: 0 });
            continue;
        }
        let practice = found.last_mut().ok_or_else(wrong)?;
        match word {
            "position" => practice.position = rest.parse().map_err(|_| wrong())?,
            "goal" => {
                let (name, moves) = rest.split_once(' ').ok_or_else(wrong)?;
                practice.goal = Goal::ALL.into_iter().find(|goal| goal.name() == name).ok_or_else(wrong)?;
                practice.moves = moves.parse().map_err(|_| wrong())?;
            }
            "nodes" => practice.nodes = rest.parse().map_err(|_| wrong())?,
            _ => return Err(wrong()),
        }
    }
    let is_incomplete = |practice: &&Practice| practice.moves == 0 || practice.nodes == 0;
    match found.iter().find(is_incomplete) {
        Some(practice) => Err(format!("practice {}: lacks its goal or nodes", practice.name)),
        None => Ok(found),
    }
}

#[cfg(test)]
mod tests {
    use sumito_engine::Control;
    use sumito_engine::solve::{self, Decision, Solver, Task};
    use sumito_rules::Color;

    use super::*;

    /// What a position promises can be done, as far as proofs reach.
    #[test]
    fn goals_can_be_reached() {
        let mut solver = Solver::new(16);
        for Practice { name, position, goal, .. } in all() {
            let (task, moves) = match goal {
                // A whole game cannot be proved: the learner is two marbles ahead.
                Goal::Win if *name == "ahead" => {
                    assert_eq!([Color::Black, Color::White].map(|color| position.marbles(color).len()), [14, 12]);
                    continue;
                }
                Goal::Win => (solve::Goal::WinGame, 3),
                Goal::Marble => (solve::Goal::WinMarble, 3),
                Goal::Keep => (solve::Goal::SaveMarble, 2),
            };
            let task = Task { position: position.with_counters(0, 1), goal: task, moves };
            assert_eq!(solver.decide(&task, u64::MAX, &Control::new()), Decision::Proved, "{name}");
        }
    }

    #[test]
    fn errors_in_the_data_name_their_line() {
        assert_eq!(read("goal win 3").err().as_deref(), Some("practice, line 1: 'goal win 3'"));
        assert_eq!(read("practice a\ngoal fly 3").err().as_deref(), Some("practice, line 2: 'goal fly 3'"));
        assert_eq!(read("practice a\nnodes 3").err().as_deref(), Some("practice a: lacks its goal or nodes"));
    }
}
