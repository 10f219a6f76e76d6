//! The layouts against figures counted elsewhere.

use std::collections::HashSet;

use sumito_rules::{Color, Layout, Symmetry};

/// In the data, `r180` turns by so many degrees, counter-clockwise like ours; `mr60` first exchanges letter and digit of every
/// cell (`a2` and `b1` change places), then turns. Ours reflects about the level axis first, so it needs two sixths more.
fn symmetry(name: &str) -> Symmetry {
    let (mirrored, degrees) = name.strip_prefix("mr").map_or((false, &name[1..]), |degrees| (true, degrees));
    let turns = (degrees.parse::<u16>().expect("degrees") / 60) as u8;
    Symmetry::new(mirrored, if mirrored { turns + 2 } else { turns })
}

fn symmetries(names: &str) -> HashSet<Symmetry> {
    names.split(',').filter(|&name| name != "-").map(symmetry).collect()
}

fn check(line: &str) {
    let words: Vec<&str> = line.split_whitespace().collect();
    let [id, numbers @ .., kept, swapped] = words.as_slice() else { panic!("{line}") };
    let layout = Layout::find(id).unwrap_or_else(|| panic!("no layout {id}"));
    assert_eq!(layout.id, *id);
    let (black, white) = (layout.position(), layout.position().with_turn(Color::White));
    let counted = [
        layout.marbles(Color::Black).len(),
        layout.marbles(Color::White).len(),
        black.legal_moves().len(),
        white.legal_moves().len(),
        black.pushes().len(),
        black.ejections().len(),
    ];
    let expected: Vec<usize> = numbers.iter().map(|n| n.parse().expect("a number")).collect();
    assert_eq!(counted.as_slice(), expected, "{id}");
    let mut own: HashSet<Symmetry> = layout.symmetries().collect();
    assert!(own.remove(&Symmetry::IDENTITY), "{id}");
    assert_eq!(own, symmetries(kept), "{id}");
    assert_eq!(layout.color_swaps().collect::<HashSet<_>>(), symmetries(swapped), "{id}");
    assert_eq!(layout.is_balanced(), *swapped != "-", "{id}");
}

#[test]
fn figures_of_every_layout() {
    let lines = include_str!("../data/layouts.txt").lines().filter(|line| !line.starts_with('#'));
    assert_eq!(lines.inspect(|line| check(line)).count(), Layout::all().len());
}

#[test]
fn every_name_finds_its_layout() {
    for layout in Layout::all() {
        for name in layout.names() {
            for spelled in [name.to_owned(), name.to_uppercase(), name.replace([' ', '-'], "_")] {
                assert_eq!(Layout::find(&spelled).map(|found| found.id), Some(layout.id), "{spelled}");
            }
        }
    }
    assert_eq!(Layout::find(""), None);
}
