//! Small diagrams that illustrate the glossary's terms.

use sumito_rules::books::{Figure, Term};
use sumito_rules::diagram::{Diagram, Highlight};
use sumito_rules::party::Seat;
use sumito_rules::shapes::Sense;
use sumito_rules::{Cell, Cells, Color};

/// A position with highlights.
struct Sketch {
    black: &'static str,
    white: &'static str,
    marked: &'static str,
    arrow: Option<(Cell, Cell)>,
}

const fn sketch(black: &'static str, white: &'static str, marked: &'static str) -> Sketch {
    Sketch { black, white, marked, arrow: None }
}

/// A diagram of the term; `None` for terms with several meanings, which have one each.
pub fn of_term(term: Term) -> Option<Diagram> {
    let figure = |key| Figure::find(key).map(of_figure);
    let own = |sketch: &Sketch| Some(draw(sketch));
    match term {
        Term::Move => own(&Sketch { arrow: Some((Cell::E5, Cell::F6)), ..sketch("e5", "", "") }),
        Term::Sumito => figure("sumito-3-2"),
        Term::Push => figure("sumito-2-1"),
        Term::Line => figure("in-line"),
        Term::Broadside => figure("broadside"),
        Term::Pac => figure("pac-2-2"),
        Term::Eject => figure("ejection"),
        Term::Gambit => own(&GAMBIT),
        Term::Covered | Term::Det => None,
        Term::Marble => own(&sketch("e4", "e6", "")),
        Term::Monomial => own(&sketch("e5", "", "")),
        Term::Binomial => own(&sketch("e5 f6", "", "")),
        Term::Trinomial => figure("trinomials"),
        Term::Polynomial => own(&sketch("d3 d4 e4 e5 f5 f6 e6", "", "")),
        Term::Lance => own(&sketch("e4-e6", "", "")),
        Term::Arc => figure("arc"),
        Term::Shield => own(&sketch("e5 e6 f6", "", "")),
        Term::Block => figure("block"),
    }
}

/// White may take a1; then Black takes it back along the bottom row.
const GAMBIT: Sketch = Sketch { arrow: Some((Cell::C3, Cell::A1)), ..sketch("a1-a3", "b2 c3", "a1") };

pub fn of_sense(sense: Sense) -> Diagram {
    draw(&meaning(sense))
}

const fn meaning(sense: Sense) -> Sketch {
    match sense {
        Sense::DetNoEscape => sketch("b2 b3 c2 c3", "a1 h7 h8", "a1"),
        Sense::DetAmidEnemies => sketch("e5", "c3-c5 d3-d5 e3 e4 f4 f5 g5", "e5"),
        Sense::CoveredSurrounded => sketch("d4 e5 e6 f5", "d5 e4 f6", "e5"),
        Sense::CoveredByEnemies => sketch("e5", "d4 d5 e4 e6 f5 f6", "e5"),
        Sense::CoveredImmobile => sketch("a1 a2", "b1 b2", "a1"),
    }
}

fn cells(text: &str) -> Cells {
    text.parse().unwrap_or_default()
}

fn draw(sketch: &Sketch) -> Diagram {
    let seats = [(Seat::Black, sketch.black), (Seat::White, sketch.white)];
    let marbles = seats.into_iter().flat_map(|(seat, text)| cells(text).sorted().map(move |cell| (cell, seat)));
    let diagram = Diagram::from_marbles(marbles).highlight(Highlight::Mark, cells(sketch.marked));
    sketch.arrow.into_iter().fold(diagram, |diagram, (from, to)| diagram.arrow(from, to))
}

/// A figure, with an arrow for its first move to try if that is legal.
pub fn of_figure(figure: &Figure) -> Diagram {
    let position = figure.position();
    let marbles = Color::ALL.into_iter().flat_map(|color| position.marbles(color).sorted().map(move |cell| (cell, color.into())));
    let first = figure.trials.first().and_then(|trial| position.attempt(trial.cells(), trial.direction).ok());
    first.into_iter().fold(Diagram::from_marbles(marbles), Diagram::move_arrow)
}

#[cfg(test)]
mod tests {
    use sumito_rules::{Direction, Position};

    use super::*;

    fn position(sketch: &Sketch, turn: Color) -> Position {
        let read = |text: &str| text.parse().expect("cells");
        Position::new(read(sketch.black), read(sketch.white), turn).expect("no cell is taken twice")
    }

    #[test]
    fn the_sketches_show_what_the_words_mean() {
        for sense in Sense::ALL {
            let sketch = meaning(sense);
            let position = position(&sketch, Color::Black);
            let found = Color::ALL.map(|color| sense.marbles(&position, color));
            assert!(cells(sketch.marked).is_subset(found[0] | found[1]), "{sense:?}: {found:?}");
        }
        // A det marble amid enemies need not be covered by them, and its picture shows that.
        let amid = meaning(Sense::DetAmidEnemies);
        assert!(Sense::CoveredByEnemies.marbles(&position(&amid, Color::Black), Color::Black).is_empty());
        for term in Term::all() {
            assert_eq!(of_term(term).is_none(), Sense::ALL.iter().any(|sense| sense.term() == term), "{term}");
        }
    }

    #[test]
    fn the_gambit_wins_the_marble_back() {
        let mut position = position(&GAMBIT, Color::White);
        for (chosen, direction) in [("b2 c3", Direction::SouthWest), ("a2 a3", Direction::West)] {
            let m = position.attempt(cells(chosen), direction).expect("a legal push");
            assert_eq!(position.ejected(m), Some(Cell::A1));
            position.play_unchecked(m);
        }
    }
}
