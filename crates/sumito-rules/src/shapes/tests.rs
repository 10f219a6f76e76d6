//! What is found on drawn boards, under every symmetry and with the colors exchanged.

mod random;

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::Display;
use std::collections::HashSet;

use super::*;
use crate::cell::{Cell, Symmetry};

#[derive(Copy, Clone)]
enum Kind {
    Groups,
    Trinomials,
    Blocks,
    Pacs,
    Sumitos,
    Blocked,
    Threats,
    Sense(Sense),
}

fn texts(items: &[impl Display]) -> Vec<String> {
    items.iter().map(ToString::to_string).collect()
}

fn found(survey: &Survey, kind: Kind) -> Vec<String> {
    match kind {
        Kind::Groups => texts(&survey.groups),
        Kind::Trinomials => texts(&survey.trinomials),
        Kind::Blocks => texts(&survey.blocks),
        Kind::Pacs => texts(&survey.pacs),
        Kind::Sumitos => texts(&survey.sumitos),
        Kind::Blocked => texts(&survey.blocked_sumitos),
        Kind::Threats => texts(&survey.threats),
        Kind::Sense(sense) => {
            let marked = Color::ALL.map(|color| survey.marbles(sense, color));
            Color::ALL
                .into_iter()
                .zip(marked)
                .filter(|(_, cells)| !cells.is_empty())
                .map(|(c, cells)| format!("{}: {c} {cells}", sense.key()))
                .collect()
        }
    }
}

/// Draws the board and compares all findings of these kinds, as text.
fn check(board: &str, kinds: &[Kind], expected: &[&str]) {
    let position = Position::draw(board, Color::Black);
    let mut findings: Vec<String> = kinds.iter().flat_map(|&kind| found(&survey(&position), kind)).collect();
    let mut expected = expected.to_vec();
    findings.sort();
    expected.sort_unstable();
    assert_eq!(findings, expected, "{position}");
    for symmetry in Symmetry::ALL {
        assert_symmetric(&position, symmetry);
    }
}

/// All findings as a set, moved by a symmetry and with the colors exchanged if asked.
fn facts(survey: &Survey, symmetry: Symmetry, swap: bool) -> HashSet<String> {
    let color = |color: Color| if swap { !color } else { color };
    let cells = |cells: Cells| cells.transform(symmetry);
    let line = |line: Segment| format!("{}-{}", symmetry.cell(line.from), symmetry.cell(line.to));
    let push = |m: Move| m.transform(symmetry);
    let mut facts = HashSet::new();
    let mut add = |fact: String| assert!(facts.insert(fact.clone()), "{fact} found twice");
    for group in &survey.groups {
        add(format!("group {} {} {:?}", color(group.color), cells(group.cells), group.kind));
    }
    for trinomial in &survey.trinomials {
        add(format!("trinomial {} {} {:?}", color(trinomial.color), cells(trinomial.cells), trinomial.form));
    }
    for block in &survey.blocks {
        add(format!("block {} {}", color(block.color), cells(block.cells)));
    }
    for pac in &survey.pacs {
        let rows = if swap { pac.rows.swapped() } else { pac.rows };
        let ends = if swap { Segment { from: pac.line.to, to: pac.line.from } } else { pac.line };
        let axis = symmetry.direction(pac.axis.direction()).axis();
        add(format!("pac {axis:?} {} {} {} {}", line(ends), cells(rows.black), cells(rows.white), pac.force));
    }
    let sumito = |sumito: &Sumito| {
        let ejected = sumito.ejected.map(|cell| symmetry.cell(cell));
        let (pushed, resting) = (cells(sumito.pushed), cells(sumito.resting));
        format!("sumito {} {} {pushed} {ejected:?} {resting}", color(sumito.color), push(sumito.push))
    };
    for found in &survey.sumitos {
        add(sumito(found));
    }
    for blocked in &survey.blocked_sumitos {
        let taken = blocked.taken().map(|cell| symmetry.cell(cell));
        add(format!("blocked {} {} {} {taken:?}", color(blocked.color), push(blocked.push), cells(blocked.pushed)));
    }
    for threat in &survey.threats {
        let mut by: Vec<String> = threat.by.iter().map(sumito).collect();
        let mut escapes: Vec<String> = threat.escapes.iter().map(|&m| push(m).to_string()).collect();
        by.sort();
        escapes.sort();
        add(format!("threat {} {} {by:?} {escapes:?}", color(threat.owner), symmetry.cell(threat.marble)));
    }
    for sense in Sense::ALL {
        for side in Color::ALL {
            add(format!("{sense:?} {} {}", color(side), cells(survey.marbles(sense, side))));
        }
    }
    facts
}

fn assert_symmetric(position: &Position, symmetry: Symmetry) {
    let here = survey(position);
    let moved = position.transform(symmetry);
    assert_eq!(facts(&here, symmetry, false), facts(&survey(&moved), Symmetry::IDENTITY, false), "{position}");
    assert_eq!(facts(&here, symmetry, true), facts(&survey(&moved.swap_colors()), Symmetry::IDENTITY, false), "{position}");
}

#[test]
fn groups_are_named_by_size_and_form() {
    check(
        "
                . . . . .
               . . . . . .
              b b b . . w .
             . . . . . w . .
            . . . . . . w . .
             b . . . . . . .
              . . . . . b w
               . b b . b .
                . b . . .
        ",
        &[Kind::Groups],
        &[
            "Black trinomial on g3 g4 g5 (lance)",
            "Black monomial on d1",
            "Black trinomial on a2 b2 b3 (shield)",
            "Black binomial on b5 c6",
            "White monomial on c7",
            "White trinomial on e7 f7 g8 (arc)",
        ],
    );
}

#[test]
fn forms_are_found_inside_larger_groups() {
    check(
        "
                . . . . .
               . . . . . .
              . . . . . . .
             . . . . b b . .
            . . . . b b . . .
             . . . . . . . .
              w w w w . . .
               . . . . . .
                . . . . .
        ",
        &[Kind::Groups, Kind::Trinomials],
        &[
            "Black polynomial on e5 e6 f6 f7",
            "Black shield on e5 e6 f6",
            "Black shield on e6 f6 f7",
            "Black arc on e5 e6 f7",
            "Black arc on e5 f6 f7",
            "White polynomial on c1 c2 c3 c4",
            "White lance on c1 c2 c3",
            "White lance on c2 c3 c4",
        ],
    );
}

#[test]
fn a_block_needs_rows_of_three_on_two_axes() {
    check(
        "
                w w w . .
               w w w . . .
              . . . . . . .
             . . . b b b . .
            . . . b b b . . .
             . b b b b . . .
              . b . . . . .
               . . . w w .
                . . w w w
        ",
        &[Kind::Blocks],
        &["Black block on d3 d4 d5 e4 e5 e6 f5 f6 f7"],
    );
}

#[test]
fn the_standard_layout_is_two_blocks() {
    check(
        "
                w w w w w
               w w w w w w
              . . w w w . .
             . . . . . . . .
            . . . . . . . . .
             . . . . . . . .
              . . b b b . .
               b b b b b b
                b b b b b
        ",
        &[Kind::Blocks, Kind::Pacs, Kind::Sumitos, Kind::Threats],
        &["Black block on a1 a2 a3 a4 a5 b2 b3 b4 b5 c3 c4 c5", "White block on g5 g6 g7 h5 h6 h7 h8 i5 i6 i7 i8 i9"],
    );
}

#[test]
fn equal_numbers_are_a_pac_and_those_beyond_three_do_not_count() {
    check(
        "
                b w . . .
               . . . . . .
              b b w w . . .
             . . . . . . . .
            b b b b w w w . .
             . . . . . . . .
              b b b w w w .
               . . . . . .
                b b w . .
        ",
        &[Kind::Pacs, Kind::Sumitos, Kind::Blocked],
        &["1-1 pac on i5-i6", "2-2 pac on g3-g6", "3-3 pac on e1-e7", "3-3 pac on c1-c6", "2-1 sumito on a1-a3"],
    );
}

#[test]
fn superior_numbers_are_a_sumito_if_there_is_room() {
    check(
        "
                b b w b .
               . . . . . .
              b b b w . . .
             . . . . . . . .
            b b b b w w . . .
             . . . . . . . .
              . . w w w b b
               . . . . . .
                . . . . .
        ",
        &[Kind::Sumitos, Kind::Blocked, Kind::Threats],
        &[
            "3-1 sumito on g3-g6",
            "2-1 sumito on g4-g6",
            "3-2 sumito on e2-e6",
            "3-2 sumito on c3-c7, ejecting c7",
            "2-1 sumito on i5-i7, blocked: no free space behind the pushed marbles: i8 is taken",
            "Black can lose c7 to 3-2 on c3-c7",
        ],
    );
}

#[test]
fn det_in_the_old_sense_has_no_escape() {
    check(
        "
                . . . . .
               . . . . . .
              . . . . . . .
             . . . . . . . .
            . . . . . . b b w
             . . . . . . . .
              . b b . . . .
               . b b . . .
                w . . . .
        ",
        &[Kind::Threats, Kind::Sense(Sense::DetNoEscape)],
        &["White can lose a1 to 2-1 on c3-a1, without escape", "White can lose e9 to 2-1 on e7-e9", "det-no-escape: White a1"],
    );
}

#[test]
fn a_helper_saves_a_marble_that_cannot_save_itself() {
    check(
        "
                . . . . .
               . . . . . .
              . . . . . . .
             . . . . . . . .
            . . . . . . . . .
             . . . . . . . .
              . b b w w w .
               . b b . . .
                w . . . .
        ",
        &[Kind::Threats, Kind::Sense(Sense::DetNoEscape)],
        &["White can lose a1 to 2-1 on c3-a1"],
    );
}

#[test]
fn det_in_the_new_sense_is_amid_one_group() {
    check(
        "
                . . . . .
               . . . . . .
              . . . . . . .
             . . . . w . . .
            . . . . b w . . .
             . . . w w . . .
              . . b . . . .
               b w b . . .
                b . . . .
        ",
        &[Kind::Sense(Sense::DetAmidEnemies), Kind::Sense(Sense::CoveredImmobile)],
        &["det-amid-enemies: Black e5"],
    );
}

#[test]
fn covered_has_three_senses() {
    check(
        "
                . . . . .
               . . . . . .
              . . . . . . .
             . . . w w . . .
            . . . w b w . . .
             . . . w w . . .
              . . . . . . .
               w w . . . .
                b b . . .
        ",
        &[Kind::Sense(Sense::CoveredSurrounded), Kind::Sense(Sense::CoveredByEnemies), Kind::Sense(Sense::CoveredImmobile)],
        &["covered-surrounded: Black e5", "covered-by-enemies: Black e5", "covered-immobile: Black a1 e5"],
    );
}

#[test]
fn one_may_be_surrounded_by_both_colors() {
    check(
        "
                . . . . .
               . . . . . .
              . . . . . . .
             . . . w w . . .
            . . . b b b . . .
             . . . w w . . .
              . . . . . . .
               . . . . . .
                . . . . .
        ",
        &[Kind::Sense(Sense::CoveredSurrounded), Kind::Sense(Sense::CoveredByEnemies), Kind::Sense(Sense::CoveredImmobile)],
        &["covered-surrounded: Black e5", "covered-immobile: Black e5"],
    );
}

#[test]
fn the_fourth_marble_of_a_row_rests() {
    let position: Position = "5/6/7/8/bbbbww3/8/7/6/5 b".parse().unwrap();
    let [sumito] = sumitos(&position, Color::Black)[..] else { panic!("one sumito") };
    assert_eq!((sumito.key, sumito.resting), ("sumito-3-2", Cells::of(Cell::E1)));
    assert_eq!(words(&position, sumito.push), [Term::Sumito, Term::Push, Term::Line]);
}

#[test]
fn a_game_that_is_won_has_no_pushes_and_no_threats() {
    let position: Position = "5/6/7/8/6bbw/8/7/6/5 b 0 6".parse().unwrap();
    let found = survey(&position);
    assert!(found.sumitos.is_empty() && found.threats.is_empty());
    assert!(found.marbles(Sense::DetNoEscape, Color::White).is_empty());
}
