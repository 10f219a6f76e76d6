//! Reads `lessons/course.txt`.

use sumito_rules::Position;
use sumito_rules::explain::MoveKind;
use sumito_rules::shapes::{Form, Sense};

use super::{Goal, Lesson, Shape, Side, Start, Step, Wrong};

/// Reads lessons. An error names the line.
pub(super) fn read(text: &'static str) -> Result<Vec<Lesson>, String> {
    let mut lessons: Vec<Lesson> = Vec::new();
    let mut draft: Option<Draft> = None;
    let mut chapter = "";
    for (number, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let wrong = |what: &str| format!("lessons, line {}: {what}", number + 1);
        if matches!(word, "chapter" | "lesson" | "step") {
            keep(&mut lessons, draft.take()).map_err(wrong)?;
        }
        match (word, &mut draft, lessons.last_mut()) {
            ("chapter", ..) => chapter = rest,
            ("lesson", ..) => lessons.push(Lesson { name: rest, chapter, theme: None, steps: Vec::new() }),
            ("step", ..) => draft = Some(Draft::default()),
            ("theme", None, Some(lesson)) => lesson.theme = Some(rest),
            (_, Some(draft), _) => draft.line(word, rest).map_err(|what| wrong(&what))?,
            _ => return Err(wrong("expected 'chapter', 'lesson', 'theme' or 'step'")),
        }
    }
    keep(&mut lessons, draft).map_err(|what| format!("lessons, at the end: {what}"))?;
    Ok(lessons)
}

/// A step that is still being read.
#[derive(Default)]
struct Draft {
    start: Option<Start>,
    goal: Option<Goal>,
    solution: Option<&'static str>,
    wrong: Vec<Wrong>,
    reply: Option<&'static str>,
    seconds: Option<u32>,
    past: Vec<Position>,
}

impl Draft {
    fn line(&mut self, word: &str, rest: &'static str) -> Result<(), String> {
        match word {
            // With more than two players, the teams are named.
            "position" if rest.split(' ').nth(2).is_some_and(|teams| teams.contains('-')) => {
                self.start = Some(Start::More(rest.parse().map_err(|error| format!("{error}"))?));
            }
            "position" => self.start = Some(Start::Two(rest.parse().map_err(|error| format!("{error}"))?)),
            "goal" => self.goal = Some(goal(rest).ok_or_else(|| format!("'{rest}' is no goal"))?),
            "solution" => self.solution = Some(rest),
            "wrong" => {
                let (text, word) = rest.split_once(' ').map_or((rest, None), |(text, word)| (text, Some(word)));
                self.wrong.push(Wrong { text, word });
            }
            "played" => self.play(rest)?,
            "reply" => self.reply = Some(rest),
            "seconds" => self.seconds = Some(rest.parse().map_err(|_| format!("'{rest}' is no number of seconds"))?),
            _ => return Err(format!("expected position, played, goal, solution, wrong, reply or seconds, found '{word}'")),
        }
        Ok(())
    }

    /// Plays these moves, so that the step begins with a history.
    fn play(&mut self, moves: &str) -> Result<(), String> {
        let Some(Start::Two(position)) = &mut self.start else {
            return Err("expected the position, for two players, before the moves played".to_owned());
        };
        for text in moves.split(' ') {
            self.past.push(*position);
            let m = position.parse_move(text).map_err(|error| format!("'{text}': {error}"))?;
            position.play_unchecked(m);
        }
        Ok(())
    }
}

fn keep(lessons: &mut [Lesson], draft: Option<Draft>) -> Result<(), &'static str> {
    let Some(Draft { start, goal, solution, wrong, reply, seconds, past }) = draft else { return Ok(()) };
    let lesson = lessons.last_mut().ok_or("expected a lesson before its steps")?;
    let (Some(start), Some(goal), Some(solution)) = (start, goal, solution) else {
        return Err("the step before lacks its position, goal or solution");
    };
    lesson.steps.push(Step { start, goal, solution, wrong, reply, seconds, past });
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
        "sense" => {
            let (key, side) = rest.split_once(' ')?;
            let side = match side {
                "own" => Side::Own,
                "theirs" => Side::Theirs,
                _ => return None,
            };
            Goal::Sense(Sense::ALL.into_iter().find(|sense| sense.key() == key)?, side)
        }
        "double-threat" => Goal::DoubleThreat,
        "safe" => Goal::Safe(count_of_moves(rest)?),
        "win" => Goal::Win(count_of_moves(rest)?),
        "no-moves" => Goal::NoMoves,
        "repetition" => Goal::Repetition,
        "groups" => Goal::Groups(rest.parse().ok()?),
        _ => return None,
    })
}

/// The page proves every move of a step, so proofs are short.
fn count_of_moves(text: &str) -> Option<u8> {
    text.parse().ok().filter(|moves| (1..=2).contains(moves))
}
