//! The course: short lessons as data, and the only judge of a learner's attempts. `lessons/course.txt` describes its own format.

use std::sync::LazyLock;

use sumito_rules::explain::MoveKind;
use sumito_rules::notation::ParseMoveError;
use sumito_rules::shapes::{self, Form, GroupKind};
use sumito_rules::{Cell, Cells, Color, IllegalMove, Move, Position};

/// A lesson. The keys of its texts start with `lesson-` and its name.
pub struct Lesson {
    pub name: &'static str,
    pub steps: Vec<Step>,
}

/// One thing to do.
pub struct Step {
    pub position: Position,
    pub goal: Goal,
    /// One solution, in Aba-Pro notation. It is illegal if the goal is to try an illegal move.
    pub solution: &'static str,
    wrong: Vec<Wrong>,
    /// The opponent's reply to the solution.
    reply: Option<&'static str>,
    /// The learner's time, if there is a clock.
    pub seconds: Option<u32>,
}

/// An attempt: a legal move, or the rule that forbids it.
pub type Attempt = Result<Move, IllegalMove>;

/// An expected mistake. If it has a word, it has its own answer.
struct Wrong {
    text: &'static str,
    word: Option<&'static str>,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Goal {
    Kind(MoveKind),
    Eject,
    MoveTo(Cell),
    /// An attempt that is refused for the reason with this key.
    Illegal(&'static str),
    /// A push that takes a marble out of the pac between these cells.
    BreakPac(Cell, Cell),
    /// The marble stays, and no reply pushes it.
    Hold(Cell),
    /// No reply ejects the marble, wherever it is by then.
    Save(Cell),
    Shape(Shape),
    Center(usize),
    Gambit,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    Trinomial(Form),
    Block,
}

/// The judgment of an attempt.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    Good {
        /// The opponent's reply.
        reply: Option<Move>,
    },
    /// A legal move that does not reach the goal.
    Wrong {
        /// The last part of the key of its answer, if the mistake was expected.
        word: Option<&'static str>,
        /// The opponent's refutation.
        reply: Option<Move>,
    },
    Illegal(IllegalMove),
}

/// All lessons, in the order of the course.
pub fn course() -> &'static [Lesson] {
    static COURSE: LazyLock<Vec<Lesson>> =
        LazyLock::new(|| read(include_str!("../../../lessons/course.txt")).expect("a test reads the lessons"));
    &COURSE
}

/// The lesson with this name and its position in the course.
pub fn find(name: &str) -> Option<(usize, &'static Lesson)> {
    course().iter().enumerate().find(|(_, lesson)| lesson.name == name)
}

impl Step {
    /// Reads a move of this step. A forbidden move is an attempt too.
    pub fn attempt(&self, text: &str) -> Result<Attempt, String> {
        match self.position.parse_move(text) {
            Ok(m) => Ok(Ok(m)),
            Err(ParseMoveError::Illegal(reason)) => Ok(Err(reason)),
            Err(ParseMoveError::Syntax(error)) => Err(error.to_string()),
        }
    }

    /// The start and end of the arrow that shows the solution.
    pub fn arrow(&self) -> Option<(Cell, Cell)> {
        let to = self.solution.len().checked_sub(2)?;
        Some((self.solution.get(..2)?.parse().ok()?, self.solution.get(to..)?.parse().ok()?))
    }
}

/// Judges an attempt at a step.
pub fn judge(step: &Step, attempt: Attempt) -> Verdict {
    let m = match attempt {
        Err(reason) if step.goal == Goal::Illegal(reason.key()) => return Verdict::Good { reply: None },
        Err(reason) => return Verdict::Illegal(reason),
        Ok(m) => m,
    };
    let after = step.position.after_unchecked(m);
    if step.goal.is_reached(&step.position, m) {
        return Verdict::Good { reply: step.reply.and_then(|text| after.parse_move(text).ok()) };
    }
    let foreseen = step.wrong.iter().find(|wrong| step.attempt(wrong.text) == Ok(attempt));
    Verdict::Wrong { word: foreseen.and_then(|wrong| wrong.word), reply: step.goal.refutation(&after, m) }
}

impl Goal {
    /// The key of the answer to a legal move that does not reach the goal.
    pub const fn wrong_key(self) -> &'static str {
        match self {
            Goal::Kind(_) => "lessons-wrong-kind",
            Goal::Eject => "lessons-wrong-eject",
            Goal::MoveTo(_) => "lessons-wrong-move-to",
            Goal::Illegal(_) => "lessons-wrong-illegal",
            Goal::BreakPac(..) => "lessons-wrong-break-pac",
            Goal::Hold(_) => "lessons-wrong-hold",
            Goal::Save(_) => "lessons-wrong-save",
            Goal::Shape(_) => "lessons-wrong-shape",
            Goal::Center(_) => "lessons-wrong-center",
            Goal::Gambit => "lessons-wrong-gambit",
        }
    }

    fn is_reached(self, before: &Position, m: Move) -> bool {
        let explained = before.explain(m);
        let after = before.after_unchecked(m);
        let us = before.turn();
        match self {
            Goal::Kind(kind) => explained.kind == kind,
            Goal::Eject => explained.ejected.is_some(),
            Goal::MoveTo(cell) => m.destinations().contains(cell),
            Goal::Illegal(_) => false,
            Goal::BreakPac(from, to) => pac_row(before, from, to).is_some_and(|row| !explained.pushed.is_disjoint(row)),
            Goal::Hold(cell) => !m.cells().contains(cell) && self.refutation(&after, m).is_none(),
            Goal::Save(_) => self.refutation(&after, m).is_none(),
            Goal::Shape(shape) => shape.found(&after, us).iter().any(|cells| !shape.found(before, us).contains(cells)),
            Goal::Center(count) => after.marbles(us).iter().filter(|cell| cell.distance_to_center() <= 1).count() >= count,
            Goal::Gambit => {
                let taken = after.ejections();
                let is_paid_back = |taking: Move| {
                    let there = after.after_unchecked(taking);
                    there.ejections().iter().any(|back| !there.after_unchecked(back).can_eject())
                };
                explained.ejected.is_none() && !taken.is_empty() && taken.iter().all(is_paid_back)
            }
        }
    }

    /// The reply that shows why a move was wrong, in the position after it.
    fn refutation(self, after: &Position, m: Move) -> Option<Move> {
        match self {
            Goal::Hold(cell) => after.pushes().iter().find(|&push| after.pushed(push).contains(cell)),
            Goal::Save(cell) => {
                let there = if m.cells().contains(cell) { cell.neighbor(m.direction()) } else { Some(cell) };
                after.ejections().iter().find(|&push| after.ejected(push) == there)
            }
            Goal::Gambit => after.ejections().iter().next(),
            _ => None,
        }
    }
}

impl Shape {
    /// The places where a side has this shape: trinomials on their own, and blocks.
    fn found(self, position: &Position, color: Color) -> Vec<Cells> {
        match self {
            Shape::Block => shapes::blocks(position, color).into_iter().map(|block| block.cells).collect(),
            Shape::Trinomial(form) => {
                let groups = shapes::groups(position, color).into_iter();
                groups.filter(|group| group.kind == GroupKind::Trinomial(form)).map(|group| group.cells).collect()
            }
        }
    }
}

/// The other side's row of the pac between these cells.
fn pac_row(position: &Position, from: Cell, to: Cell) -> Option<Cells> {
    let ends = [from, to].into_iter().collect::<Cells>();
    let pac = shapes::pacs(position).into_iter().find(|pac| ends.is_subset(pac.rows.black | pac.rows.white))?;
    Some(pac.rows[!position.turn()])
}

/// Reads lessons. An error names the line.
fn read(text: &'static str) -> Result<Vec<Lesson>, String> {
    let mut lessons: Vec<Lesson> = Vec::new();
    let mut draft: Option<Draft> = None;
    for (number, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let wrong = |what: &str| format!("lessons, line {}: {what}", number + 1);
        if matches!(word, "lesson" | "step") {
            keep(&mut lessons, draft.take()).map_err(wrong)?;
        }
        match (word, &mut draft) {
            ("lesson", _) => lessons.push(Lesson { name: rest, steps: Vec::new() }),
            ("step", _) => draft = Some(Draft::default()),
            (_, Some(draft)) => draft.line(word, rest).map_err(|what| wrong(&what))?,
            _ => return Err(wrong("expected 'lesson' or 'step'")),
        }
    }
    keep(&mut lessons, draft).map_err(|what| format!("lessons, at the end: {what}"))?;
    Ok(lessons)
}

/// A step that is still being read.
#[derive(Default)]
struct Draft {
    position: Option<Position>,
    goal: Option<Goal>,
    solution: Option<&'static str>,
    wrong: Vec<Wrong>,
    reply: Option<&'static str>,
    seconds: Option<u32>,
}

impl Draft {
    fn line(&mut self, word: &str, rest: &'static str) -> Result<(), String> {
        match word {
            "position" => self.position = Some(rest.parse().map_err(|error| format!("{error}"))?),
            "goal" => self.goal = Some(goal(rest).ok_or_else(|| format!("'{rest}' is no goal"))?),
            "solution" => self.solution = Some(rest),
            "wrong" => {
                let (text, word) = rest.split_once(' ').map_or((rest, None), |(text, word)| (text, Some(word)));
                self.wrong.push(Wrong { text, word });
            }
            "reply" => self.reply = Some(rest),
            "seconds" => self.seconds = Some(rest.parse().map_err(|_| format!("'{rest}' is no number of seconds"))?),
            _ => return Err(format!("expected position, goal, solution, wrong, reply or seconds, found '{word}'")),
        }
        Ok(())
    }
}

fn keep(lessons: &mut [Lesson], draft: Option<Draft>) -> Result<(), &'static str> {
    let Some(Draft { position, goal, solution, wrong, reply, seconds }) = draft else { return Ok(()) };
    let lesson = lessons.last_mut().ok_or("expected a lesson before its steps")?;
    let (Some(position), Some(goal), Some(solution)) = (position, goal, solution) else {
        return Err("the step before lacks its position, goal or solution");
    };
    lesson.steps.push(Step { position, goal, solution, wrong, reply, seconds });
    Ok(())
}

fn goal(text: &'static str) -> Option<Goal> {
    let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
    let count = |rest: &str| rest.parse::<u8>().ok().filter(|count| (2..=3).contains(count));
    Some(match word {
        "single" => Goal::Kind(MoveKind::Single),
        "in-line" => Goal::Kind(MoveKind::Inline(count(rest)?)),
        "broadside" => Goal::Kind(MoveKind::Broadside(count(rest)?)),
        "push" => {
            let (own, foes) = rest.split_once('-')?;
            Goal::Kind(MoveKind::Sumito { own: own.parse().ok()?, foes: foes.parse().ok()? })
        }
        "eject" => Goal::Eject,
        "move-to" => Goal::MoveTo(rest.parse().ok()?),
        "illegal" => Goal::Illegal(rest),
        "break-pac" => {
            let (from, to) = rest.split_once('-')?;
            Goal::BreakPac(from.parse().ok()?, to.parse().ok()?)
        }
        "hold" => Goal::Hold(rest.parse().ok()?),
        "save" => Goal::Save(rest.parse().ok()?),
        "shape" => Goal::Shape(match rest {
            "lance" => Shape::Trinomial(Form::Lance),
            "arc" => Shape::Trinomial(Form::Arc),
            "shield" => Shape::Trinomial(Form::Shield),
            "block" => Shape::Block,
            _ => return None,
        }),
        "center" => Goal::Center(rest.parse().ok()?),
        "gambit" => Goal::Gambit,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// Every step of the course with a name for messages.
    fn steps() -> impl Iterator<Item = (String, &'static Step)> {
        let steps = |lesson: &'static Lesson| {
            lesson.steps.iter().enumerate().map(|(n, step)| (format!("{} {}", lesson.name, n + 1), step))
        };
        course().iter().flat_map(steps)
    }

    #[test]
    fn solutions_are_good_and_expected_mistakes_are_not() {
        for (name, step) in steps() {
            let verdict = judge(step, step.attempt(step.solution).expect(&name));
            let Verdict::Good { reply } = verdict else { panic!("{name}: the solution is {verdict:?}") };
            assert_eq!(reply.is_some(), step.reply.is_some(), "{name}: the reply is legal after the solution");
            assert!(step.arrow().is_some(), "{name}");
            assert!(!step.wrong.is_empty(), "{name} has no expected mistake");
            for wrong in &step.wrong {
                match judge(step, step.attempt(wrong.text).expect(&name)) {
                    Verdict::Good { .. } => panic!("{name}: {} is good", wrong.text),
                    Verdict::Wrong { word, .. } => assert_eq!(word, wrong.word, "{name}: {}", wrong.text),
                    Verdict::Illegal(_) => assert_eq!(wrong.word, None, "{name}: the rules answer {}", wrong.text),
                }
            }
        }
    }

    /// The same board with the colors swapped gets the same judgment.
    #[test]
    fn both_colors_are_judged_alike() {
        for color in Color::ALL {
            assert!(steps().filter(|(_, step)| step.position.turn() == color).count() > 5, "{color} has few lessons");
        }
        for (name, step) in steps() {
            let swapped = Step { position: step.position.swap_colors(), wrong: Vec::new(), ..*step };
            for m in &step.position.legal_moves() {
                let is_good = |step: &Step| matches!(judge(step, Ok(m)), Verdict::Good { .. });
                assert_eq!(is_good(step), is_good(&swapped), "{name}: {m}");
            }
        }
    }

    #[test]
    fn mistakes_are_punished_on_the_board() {
        let replies = |name: &str, step: usize, text: &str| {
            let step = &find(name).unwrap().1.steps[step - 1];
            match judge(step, step.attempt(text).unwrap()) {
                Verdict::Wrong { reply, .. } => reply.map(|m| m.to_string()),
                verdict => panic!("{text}: {verdict:?}"),
            }
        };
        assert_eq!(replies("defend", 1, "b4b5").as_deref(), Some("d6d5"));
        assert_eq!(replies("defend", 2, "g6f5").as_deref(), Some("e7e8"));
        assert_eq!(replies("gambit", 1, "d8e9").as_deref(), Some("e7e8"));
        assert_eq!(replies("first-steps", 1, "d4e5"), None);
    }

    #[test]
    fn the_course_has_everything_and_its_texts() {
        let names: Vec<&str> = course().iter().map(|lesson| lesson.name).collect();
        assert_eq!(names.len(), names.iter().collect::<BTreeSet<_>>().len(), "two lessons have the same name");
        assert!(course().iter().all(|lesson| (1..=4).contains(&lesson.steps.len())));
        let mut expected = BTreeSet::new();
        for lesson in course() {
            let name = lesson.name;
            expected.extend([format!("lesson-{name}"), format!("lesson-{name}-lead")]);
            for (n, step) in (1..).zip(&lesson.steps) {
                expected.extend(["", "-hint", "-good"].map(|end| format!("lesson-{name}-{n}{end}")));
                let words = step.wrong.iter().filter_map(|wrong| wrong.word);
                expected.extend(words.map(|word| format!("lesson-{name}-{n}-{word}")));
            }
        }
        let texts = include_str!("../../../i18n/en/lessons.ftl").lines().filter_map(|line| line.split_once(" ="));
        let found: BTreeSet<String> = texts.map(|(key, _)| key.to_owned()).filter(|key| key.starts_with("lesson-")).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn errors_in_the_data_name_their_line() {
        for (text, message) in [
            ("step\n", "lessons, at the end: expected a lesson before its steps"),
            ("lesson a\ngoal eject\n", "lessons, line 2: expected 'lesson' or 'step'"),
            ("lesson a\nstep\ngoal fly\n", "lessons, line 3: 'fly' is no goal"),
            ("lesson a\nstep\nsolution a1b2\nstep\n", "lessons, line 4: the step before lacks its position, goal or solution"),
        ] {
            assert_eq!(read(text).err().as_deref(), Some(message));
        }
    }
}
