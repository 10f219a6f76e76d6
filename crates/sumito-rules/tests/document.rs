//! `docs/rules.md` leaves nothing out.

use sumito_rules::party;

const RULES: &str = include_str!("../../../docs/rules.md");

#[test]
fn the_document_names_every_requirement_contradiction_and_gap() {
    for (letter, last) in [('R', 74), ('C', 16), ('G', 8)] {
        for number in 1..=last {
            assert!(RULES.contains(&format!("**{letter}{number}**")), "{letter}{number} is missing");
        }
    }
}

#[test]
fn the_document_names_every_party_layout_and_its_example_reads() {
    for layout in party::Layout::all() {
        assert!(RULES.contains(&format!("`{}`", layout.id)), "{} is missing", layout.id);
    }
    let example = RULES.lines().find(|line| line.contains(" bu-wr ")).expect("an example of the position text");
    assert_eq!(example.parse::<party::Position>(), Ok(party::Layout::find("four-teams").unwrap().position()));
}
