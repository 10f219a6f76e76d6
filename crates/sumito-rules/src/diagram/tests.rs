use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use std::collections::{HashMap, HashSet};

use roxmltree::{Document, Node};

use super::*;
use crate::color::ByColor;
use crate::party;

const DAISY: &str = "ww1bb/wwwbbb/1ww1bb1/8/9/8/1bb1ww1/bbbwww/bb1ww b";

fn daisy() -> Diagram {
    Diagram::of(&DAISY.parse().unwrap())
}

/// A diagram with everything in it.
fn crowded() -> Diagram {
    let marbles = Cell::all().zip(Seat::ALL.into_iter().cycle());
    let diagram = Diagram::from_marbles(marbles).arrow(Cell::A1, Cell::I9).arrow(Cell::E5, Cell::E5);
    let diagram = Seat::ALL.into_iter().fold(diagram, |diagram, color| diagram.lost(color, 3 * color as u8));
    Highlight::ALL.into_iter().fold(diagram, |diagram, kind| diagram.highlight(kind, Cells::RIM))
}

/// The elements of a group by its class.
fn group<'a>(document: &'a Document<'a>, class: &str) -> Vec<Node<'a, 'a>> {
    let group = document.descendants().find(|node| node.attribute("class") == Some(class));
    group.map(|group| group.children().collect()).unwrap_or_default()
}

/// Where a cell, a highlight or a marble lies.
fn point(node: &Node<'_, '_>) -> (f64, f64) {
    let number = |text: &str| text.parse().unwrap();
    let attribute = |name| node.attribute(name).map(number);
    let place = attribute("cx").zip(attribute("cy")).or_else(|| attribute("x").zip(attribute("y")));
    place.unwrap_or_else(|| {
        let path = node.attribute("d").unwrap();
        let (x, y) = path.strip_prefix('M').and_then(|path| path.strip_suffix("h0")?.split_once(' ')).unwrap();
        (number(x), number(y))
    })
}

/// Where each cell lies in an SVG.
fn points(diagram: &Diagram) -> HashMap<Cell, (f64, f64)> {
    let svg = diagram.svg();
    let document = Document::parse(&svg).unwrap();
    let place = |node: Node<'_, '_>| (node.attribute("data-cell").unwrap().parse().unwrap(), point(&node));
    group(&document, "sumito-cells").into_iter().map(place).collect()
}

#[test]
fn every_svg_is_well_formed_and_refers_to_itself_only() {
    for theme in Theme::ALL {
        for diagram in [Diagram::from_marbles([]), daisy(), crowded(), crowded().trays(false).coordinates(false)] {
            let svg = diagram.theme(theme).id("two words").svg();
            let document = Document::parse(&svg).unwrap_or_else(|e| panic!("{theme}: {e}"));
            let root = document.root_element();
            assert_eq!((root.tag_name().name(), root.attribute("role")), ("svg", Some("img")));
            assert_eq!(root.attribute("aria-labelledby"), Some("two-words-title two-words-desc"));
            let mut ids = HashSet::new();
            for id in document.descendants().filter_map(|node| node.attribute("id")) {
                assert!(id.starts_with("two-words-") && ids.insert(id), "{id}");
            }
            for attribute in document.descendants().flat_map(|node| node.attributes()) {
                let value = attribute.value();
                if let Some(id) = value.strip_prefix('#').filter(|_| attribute.name() == "href") {
                    assert!(ids.contains(id), "{theme}: {id} is missing");
                }
                if let Some(id) = value.strip_prefix("url(#") {
                    assert!(ids.contains(id.trim_end_matches(')')), "{theme}: {id} is missing");
                }
                assert!(!value.contains("NaN") && !value.contains("inf"), "{value}");
            }
        }
    }
}

#[test]
fn every_marble_mark_and_arrow_is_one_element() {
    let position: Position = DAISY.parse().unwrap();
    let position = position.with_lost(ByColor::new(2, 5));
    let svg = Diagram::of(&position).svg();
    let document = Document::parse(&svg).unwrap();
    let count = |class: &str| document.descendants().filter(|node| node.attribute("class") == Some(class)).count();
    assert_eq!(group(&document, "sumito-marbles").len(), 28);
    let lost = |document: &Document<'_>| {
        let trays = document.descendants().filter(|node| node.attribute("class") == Some("sumito-lost"));
        trays.map(|tray| tray.children().count()).sum::<usize>()
    };
    assert_eq!(lost(&document), 7);
    assert_eq!(count("sumito-marble sumito-black"), 14 + 2);
    assert_eq!(count("sumito-marble sumito-white"), 14 + 5);
    assert_eq!(group(&document, "sumito-coordinates").len(), 18);
    for marble in group(&document, "sumito-marbles") {
        let cell: Cell = marble.attribute("data-cell").unwrap().parse().unwrap();
        let name = position.color_at(cell).unwrap().to_string().to_lowercase();
        assert_eq!(marble.attribute("marker-start"), Some(format!("url(#sumito-{name})").as_str()));
    }

    let svg = crowded().svg();
    let document = Document::parse(&svg).unwrap();
    assert_eq!(group(&document, "sumito-marbles").len(), 61);
    assert_eq!(group(&document, "sumito-highlights").len(), 4 * 24);
    assert_eq!(group(&document, "sumito-halos").len(), 24);
    assert_eq!(group(&document, "sumito-arrows").len(), 1);
    assert_eq!(lost(&document), 3 * (1 + 2 + 3 + 4 + 5));

    let svg = crowded().trays(false).coordinates(false).svg();
    let document = Document::parse(&svg).unwrap();
    assert_eq!(lost(&document), 0);
    assert!(group(&document, "sumito-coordinates").is_empty());
}

#[test]
fn a_view_moves_cells_as_its_symmetry_says() {
    let unturned = points(&daisy());
    assert_eq!(unturned.len(), 61);
    assert_eq!(unturned[&Cell::E5], (0.0, 0.0));
    assert_eq!(unturned[&Cell::A1], (-120.0, 208.0));
    for view in Symmetry::ALL {
        let turned = points(&daisy().view(view));
        for cell in Cell::all() {
            assert_eq!(turned[&cell], unturned[&view.cell(cell)], "{cell} {view:?}");
        }
        let svg = crowded().view(view).svg();
        let document = Document::parse(&svg).unwrap();
        for node in [group(&document, "sumito-marbles"), group(&document, "sumito-highlights")].concat() {
            let cell: Cell = node.attribute("data-cell").unwrap().parse().unwrap();
            assert_eq!(point(&node), turned[&cell]);
        }
    }
}

#[test]
fn labels_stand_outside_the_board_and_apart_whatever_the_view() {
    for view in Symmetry::ALL {
        let diagram = daisy().view(view);
        let labels: Vec<_> = diagram.labels().collect();
        let names: HashSet<char> = labels.iter().map(|label| label.0).collect();
        assert_eq!((labels.len(), names.len()), (18, 18), "{view:?}");
        for &(name, cell, outward) in &labels {
            assert!(cell.to_string().contains(name));
            assert_eq!(view.cell(cell).neighbor(outward), None);
        }
        // No label hides another: the text board shows all eighteen.
        let empty = Diagram::from_marbles([]).view(view).text(TextStyle::ASCII);
        assert_eq!(empty.chars().filter(char::is_ascii_alphanumeric).count(), 18, "{view:?}\n{empty}");
    }
}

#[test]
fn trays_lie_on_the_side_of_the_player_who_ejected() {
    for view in Symmetry::ALL {
        let svg = Diagram::from_marbles([]).lost(Seat::Black, 6).lost(Seat::White, 8).view(view).svg();
        let document = Document::parse(&svg).unwrap();
        let trays: Vec<_> = document.descendants().filter(|node| node.attribute("class") == Some("sumito-tray")).collect();
        assert_eq!(trays.len(), 2);
        for tray in trays {
            let transform = tray.attribute("transform").unwrap();
            let is_above = transform.rsplit(' ').next().unwrap().starts_with('-');
            let marbles: Vec<_> = tray.descendants().filter_map(|node| node.attribute("marker-start")).collect();
            // White's side is where the upper side of the unturned board comes to lie: there are the marbles that Black lost.
            let whites_side_is_above = points(&daisy())[&view.cell(Cell::I7)].1 < 0.0;
            let is_white_lost = marbles[0].contains("white");
            assert_eq!(marbles.len(), if is_white_lost { 8 } else { 6 });
            assert_eq!(
                tray.descendants().filter(|node| node.tag_name().name() == "circle").count(),
                marbles.len(),
                "a slot for each"
            );
            assert_eq!(is_above, whites_side_is_above != is_white_lost, "{view:?}");
        }
    }
}

#[test]
fn a_tray_borrows_from_the_diagram_beside_it() {
    let page = format!("<p>{}{}</p>", Diagram::of(&DAISY.parse().unwrap()).trays(false).id("x").svg(), tray(Seat::White, 2, "x"));
    let document = Document::parse(&page).unwrap();
    let ids: HashSet<_> = document.descendants().filter_map(|node| node.attribute("id")).collect();
    for value in document.descendants().flat_map(|node| node.attributes()).map(|attribute| attribute.value()) {
        if let Some(id) = value.strip_prefix("url(#") {
            assert!(ids.contains(id.trim_end_matches(')')), "{id} is missing");
        }
    }
    assert_eq!(
        document.descendants().filter(|node| node.attribute("class") == Some("sumito-marble sumito-white")).count(),
        14 + 2
    );
}

#[test]
fn the_two_layers_of_a_diagram_share_a_page() {
    let layers = [Layers::Board, Layers::Pieces];
    let page: String =
        layers.map(|layers| daisy().highlight(Highlight::LastMove, Cell::E5).layers(layers).trays(false).svg()).concat();
    let page = format!("<p>{page}</p>");
    let document = Document::parse(&page).unwrap();
    let mut ids = HashSet::new();
    for id in document.descendants().filter_map(|node| node.attribute("id")) {
        assert!(ids.insert(id), "{id} is defined twice");
    }
    assert_eq!(group(&document, "sumito-cells").len(), 61);
    assert_eq!(group(&document, "sumito-marbles").len(), 28);
}

#[test]
fn texts_are_escaped_and_read_the_position() {
    let svg = daisy().title(r#"<b>"A" & 'B'</b>"#).description("1 < 2 \u{1} > 0 & ]]>").svg();
    let document = Document::parse(&svg).unwrap();
    let text = |name| document.descendants().find(|node| node.tag_name().name() == name).unwrap().text();
    assert_eq!(text("title"), Some(r#"<b>"A" & 'B'</b>"#));
    assert_eq!(text("desc"), Some("1 < 2   > 0 & ]]>"));

    let cells = [(Cell::E5, Seat::Black), (Cell::A1, Seat::Green), (Cell::A2, Seat::Green)];
    let diagram = Diagram::from_marbles(cells).turn(Seat::Green).lost(Seat::Black, 2).lost(Seat::Green, 0);
    let diagram = diagram.highlight(Highlight::Threat, Cell::A1).arrow(Cell::A2, Cell::B3);
    assert_eq!(
        diagram.describe(),
        "Green to move. Black has 1 marble: e5. Green has 2 marbles: a1, a2. Black has lost 2. Threatened: a1. \
         Arrow from a2 to b3."
    );
    assert_eq!(Diagram::from_marbles([]).describe(), "An empty board.");

    let party = party::Layout::find("three").unwrap().position();
    let diagram = Diagram::of_party(&party).ejected(Seat::White, 2);
    assert!(diagram.describe().starts_with("Black to move. Black has 11 marbles: "));
    assert!(diagram.describe().ends_with(" White has ejected 2."));
    assert!(diagram.text(TextStyle::ASCII).ends_with("b Black to move\nejected: b Black 0, w White 2, u Blue 0\n"));
}

#[test]
fn arrows_and_marks_follow_moves() {
    let inline = Move::inline(Cell::A1, Direction::NorthEast, 3).unwrap();
    let broadside = Move::broadside(Cell::C3, Direction::East, 2, Direction::NorthWest).unwrap();
    let diagram = daisy().move_arrow(inline).move_arrow(broadside).last_move(inline);
    assert_eq!(diagram.arrows, [(Cell::A1, Cell::D4), (Cell::C3, Cell::D3), (Cell::C4, Cell::D4)]);
    assert_eq!(diagram.highlights[Highlight::LastMove as usize].to_string(), "a1 b2 c3 d4");
    assert_eq!(diagram.trails, [(Cell::A1, Cell::D4)]);
}

#[test]
fn sliding_marbles_are_between_their_cells() {
    let svg = daisy().slide(Cells::of(Cell::A1), Direction::NorthEast, 0.5).svg();
    let document = Document::parse(&svg).unwrap();
    let marbles = group(&document, "sumito-marbles");
    let at = |cell: &str| point(marbles.iter().find(|node| node.attribute("data-cell") == Some(cell)).unwrap());
    assert_eq!(at("a1"), (-105.0, 182.0));
    assert_eq!(at("a2"), (-60.0, 208.0));
}

#[test]
fn themes_are_found_by_name() {
    for theme in Theme::ALL {
        assert_eq!(theme.to_string().parse(), Ok(theme));
        assert_eq!(theme.to_string().to_uppercase().parse(), Ok(theme));
    }
    assert_eq!(&*"neon".parse::<Theme>().unwrap_err().found, "'neon'");
}

#[track_caller]
fn check_text(diagram: &Diagram, style: TextStyle, expected: &str) {
    let text = diagram.text(style).replace('\x1b', "^");
    let expected = expected.strip_prefix('\n').unwrap();
    assert_eq!(text, expected, "\n{text}");
}

#[test]
fn the_text_board_without_color() {
    check_text(
        &daisy(),
        TextStyle::PLAIN,
        "
    i ○ ○ · ● ●
   h ○ ○ ○ ● ● ●
  g · ○ ○ · ● ● ·
 f · · · · · · · ·
e · · · · · · · · ·
 d · · · · · · · · 9
  c · ● ● · ○ ○ · 8
   b ● ● ● ○ ○ ○ 7
    a ● ● · ○ ○ 6
       1 2 3 4 5
● Black to move
lost: ● Black 0, ○ White 0
",
    );
    let position: Position = DAISY.parse().unwrap();
    let first = Move::inline(Cell::A1, Direction::NorthEast, 3).unwrap();
    let mut played = position.with_lost(ByColor::new(1, 2));
    played.play(first).unwrap();
    check_text(
        &Diagram::of(&played).last_move(first).view(Symmetry::HALF_TURN),
        TextStyle::ASCII,
        "
    a w w . b[.]
   b w w w b[b]b
  c . w w .[b]b .
 d . . . .[b]. . .
e . . . . . . . . .
 f . . . . . . . . 1
  g . b b . w w . 2
   h b b b w w w 3
    i b b . w w 4
       9 8 7 6 5
w White to move
lost: b Black 1, w White 2
",
    );
}

/// The escape codes of the expected text: `H` a hollow, `B` and `W` marbles, `L` a highlight, `+` on to the board, `-` off it.
fn expand(text: &str) -> String {
    let codes = [('H', "38;5;94"), ('B', "38;5;16"), ('W', "38;5;231"), ('L', "38;5;228"), ('+', "48;5;137"), ('-', "0")];
    codes.iter().fold(text.to_owned(), |text, (letter, code)| text.replace(&format!("^{letter}"), &format!("^[{code}m")))
}

#[test]
fn the_text_board_with_color() {
    let notes = "
^[48;5;137;38;5;16m●^- Black to move
lost: ^[48;5;137;38;5;16m●^- Black 0, ^[48;5;137;38;5;231m●^- White 0
";
    let board = "
    i^+ ^W● ● ^H· ^B● ● ^-
   h^+ ^W● ● ● ^B● ● ● ^-
  g^+ ^H· ^W● ● ^H· ^B● ● ^H· ^-
 f^+ ^H· · · · · · · · ^-
e^+ ^H· · · · · · · · · ^-
 d^+ ^H· · · · · · · · ^-9
  c^+ ^H· ^B● ● ^H· ^W● ● ^H· ^-8
   b^+ ^B● ● ● ^W● ● ● ^-7
    a^+ ^B● ● ^H· ^W● ● ^-6
       1 2 3 4 5";
    check_text(&daisy(), TextStyle::COLOR, &expand(&format!("{board}{notes}")));
    let marked = daisy().highlight(Highlight::LastMove, "c2 c3 h8".parse::<Cells>().unwrap());
    let board = "
    a^+ ^W● ● ^H· ^B● ● ^-
   b^+ ^W● ● ● ^B● ● ● ^-
  c^+ ^H· ^W● ● ^H·^L[^B● ●^L]^H· ^-
 d^+ ^H· · · · · · · · ^-
e^+ ^H· · · · · · · · · ^-
 f^+ ^H· · · · · · · · ^-1
  g^+ ^H· ^B● ● ^H· ^W● ● ^H· ^-2
   h^+ ^B●^L[^B●^L]^B● ^W● ● ● ^-3
    i^+ ^B● ● ^H· ^W● ● ^-4
       9 8 7 6 5";
    check_text(&marked.view(Symmetry::HALF_TURN), TextStyle::COLOR, &expand(&format!("{board}{notes}")));
}

#[test]
fn brackets_tell_the_kinds_of_highlights() {
    let row = "e1-e9".parse::<Cells>().unwrap();
    let cases = [
        (Highlight::LastMove, "e[. . . . . . . . .]"),
        (Highlight::Chosen, "e{. . . . . . . . .}"),
        (Highlight::Target, "e(. . . . . . . . .)"),
        (Highlight::Threat, "e!. . . . . . . . .!"),
        (Highlight::Mark, "e<. . . . . . . . .>"),
    ];
    for (kind, expected) in cases {
        let text = Diagram::from_marbles([]).highlight(kind, row).text(TextStyle::ASCII);
        assert_eq!(text.lines().nth(4), Some(expected));
    }
}
