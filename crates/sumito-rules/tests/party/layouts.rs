//! The layouts: counts, first moves, and that every player has the same board before him.

use sumito_rules::party::{self, Seat};
use sumito_rules::{Cells, Symmetry};

/// Id, teams, marbles of each player, legal first moves of Black.
const EXPECTED: [(&str, &str, &[usize], usize); 12] = [
    ("three", "b-w-u", &[11, 11, 11], 40),
    ("four-teams", "bu-wr", &[9, 9, 9, 9], 43),
    ("four-adjacent", "bu-wr", &[9, 9, 9, 9], 43),
    ("four-alone", "b-w-u-r", &[9, 9, 9, 9], 43),
    ("four-eights", "b-w-u-r", &[8, 8, 8, 8], 34),
    ("four-belgian", "bu-wr", &[7, 7, 7, 7], 26),
    ("four-german", "bu-wr", &[7, 7, 7, 7], 40),
    ("four-dutch", "bu-wr", &[7, 7, 7, 7], 22),
    ("four-swiss", "bu-wr", &[7, 7, 7, 7], 32),
    ("five", "b-w-u-r-g", &[8, 8, 8, 8, 7], 34),
    ("six", "b-w-u-r-g-y", &[6, 6, 6, 6, 6, 6], 36),
    ("six-teams", "br-wg-uy", &[6, 6, 6, 6, 6, 6], 36),
];

#[test]
fn layouts_have_the_marbles_and_first_moves_of_the_table() {
    assert_eq!(party::Layout::all().len(), EXPECTED.len());
    for (layout, (id, teams, marbles, first_moves)) in party::Layout::all().iter().zip(EXPECTED) {
        let position = layout.position();
        assert_eq!((layout.id, layout.seating.to_string().as_str()), (id, teams));
        assert_eq!(counts(&position), marbles, "{id}");
        assert_eq!(position.legal_moves().len(), first_moves, "{id}");
        assert_eq!(party::Layout::find(layout.name), Some(layout));
    }
    assert_eq!(party::Layout::find("seven"), None);
}

#[test]
fn every_player_has_the_same_board_before_him() {
    for layout in party::Layout::all() {
        let seats: Vec<Seat> = layout.seating.seats().collect();
        let marbles: Vec<Cells> = seats.iter().map(|&seat| layout.position().marbles(seat)).collect();
        // The fifth player sits in the center, alone of his kind; boards for eight marbles are the same from opposite sides.
        let alike = match layout.id {
            "five" | "four-eights" => vec![[0, 2], [1, 3]],
            _ => (1..seats.len()).map(|n| [0, n]).collect(),
        };
        assert_eq!(layout.is_offered(), alike.len() == seats.len() - 1, "{layout}");
        for [one, other] in alike {
            let fair = Symmetry::ALL.into_iter().any(|symmetry| {
                let image: Vec<Cells> = marbles.iter().map(|cells| cells.transform(symmetry)).collect();
                image[one] == marbles[other] && image.iter().all(|cells| marbles.contains(cells))
            });
            assert!(fair, "{layout}: {} and {}", seats[one], seats[other]);
        }
    }
}

fn counts(position: &party::Position) -> Vec<usize> {
    position.seating().seats().map(|seat| position.marbles(seat).len()).collect()
}
