//! The course is correct: solutions, expected mistakes, texts.

use std::collections::BTreeSet;

use sumito_rules::{Color, Position};

use super::*;

/// Every step of the course with a name for messages.
fn steps() -> impl Iterator<Item = (String, &'static Step)> {
    let steps =
        |lesson: &'static Lesson| lesson.steps.iter().enumerate().map(|(n, step)| (format!("{} {}", lesson.name, n + 1), step));
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
        assert!(steps().filter(|(_, step)| step.start.turn() == color.into()).count() > 5, "{color} has few lessons");
    }
    for (name, step) in steps() {
        let past = step.past.iter().map(Position::swap_colors).collect();
        let Start::Two(position) = step.start else { continue };
        let swapped = Step { start: Start::Two(position.swap_colors()), wrong: Vec::new(), past, ..*step };
        for m in &position.legal_moves() {
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
    let files = [include_str!("../../../../i18n/en/lessons.ftl"), include_str!("../../../../i18n/en/course.ftl")];
    let texts = files.into_iter().flat_map(str::lines).filter_map(|line| line.split_once(" ="));
    let found: BTreeSet<String> = texts.map(|(key, _)| key.to_owned()).filter(|key| key.starts_with("lesson-")).collect();
    assert_eq!(found, expected);
}

#[test]
fn errors_in_the_data_name_their_line() {
    for (text, message) in [
        ("step\n", "lessons, at the end: expected a lesson before its steps"),
        ("lesson a\ngoal eject\n", "lessons, line 2: expected 'chapter', 'lesson', 'theme' or 'step'"),
        ("lesson a\nstep\ngoal fly\n", "lessons, line 3: 'fly' is no goal"),
        ("lesson a\nstep\nsolution a1b2\nstep\n", "lessons, line 4: the step before lacks its position, goal or solution"),
    ] {
        assert_eq!(read(text).err().as_deref(), Some(message));
    }
}
