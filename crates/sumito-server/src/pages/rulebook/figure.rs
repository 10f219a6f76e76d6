//! Figures: drawn by the server with their full description, and made interactive by `web/rulebook.js`.

use std::collections::BTreeMap;

use maud::{Markup, PreEscaped, html};
use sumito_content::rulebook::{
    self, Block, Library, PartyFigure, Text, describe_party_trial, describe_trial, forbidding, plain,
};
use sumito_content::texts::Texts;
use sumito_rules::books::{Edition, Figure, Printed};
use sumito_rules::diagram::Diagram;
use sumito_rules::shapes::Segment;
use sumito_rules::{Cell, Cells, Color, Direction, IllegalMove, Position};

use crate::http::wire;

use super::super::party::layout_name;
use super::{glossary_link, words};

/// A figure, or a layout for more players, which can be played at once.
pub(super) fn picture(texts: &Texts, block: &Block, edition: Option<Edition>) -> Markup {
    match block {
        Block::Figure { figure, caption, trials } => live(texts, figure, caption, trials, edition),
        Block::Layout { layout, caption } => {
            let diagram =
                Diagram::of_party(&layout.position()).id(&format!("layout-{}", layout.id)).trays(false).coordinates(false);
            let title = plain(caption);
            html! {
                figure.figure.many {
                    div.live { (PreEscaped(diagram.title(title).svg())) }
                    figcaption { (words(caption)) }
                    a.button href={ "/party?layout=" (layout.id) } { (texts.get("rulebook-play-this")) span.unseen { (texts.get("colon")) " " (layout_name(texts, layout)) } }
                }
            }
        }
        Block::Party { figure, caption, trials } => live_party(texts, figure, caption, trials),
        _ => html! {},
    }
}

/// A decorative picture beside a title.
pub(super) fn ornament(key: &str) -> Markup {
    let drawn = Figure::find(key)
        .map(|figure| rulebook::of_figure(figure).id(&format!("ornament-{key}")).coordinates(false).trays(false).svg());
    html! { span.ornament aria-hidden="true" { (PreEscaped(drawn.unwrap_or_default())) } }
}

/// The requirement behind each reason, for the scripts: `{"no-space-behind": "r29"}`.
pub(super) fn forbidding_rules() -> String {
    let cell = Cell::E5;
    let reasons = [
        IllegalMove::NothingChosen,
        IllegalMove::EmptyCell(cell),
        IllegalMove::NotYourMarble(cell),
        IllegalMove::MoreThanThree,
        IllegalMove::NotInLine,
        IllegalMove::NotContiguous,
        IllegalMove::GapBetween(cell),
        IllegalMove::BlockedByOwn(cell),
        IllegalMove::OffTheBoard(cell),
        IllegalMove::BroadsideCannotPush(cell),
        IllegalMove::Pac(1),
        IllegalMove::Pac(2),
        IllegalMove::Pac(3),
        IllegalMove::FourAgainstThree,
        IllegalMove::Outnumbered { own: 1, foes: 2 },
        IllegalMove::NoSpaceBehind(cell),
        IllegalMove::PusherNotYours(cell),
        IllegalMove::PartnerOnlyPushes(cell),
        IllegalMove::BlockedByPartner(cell),
    ];
    let rules: BTreeMap<&str, String> =
        reasons.into_iter().map(|reason| (reason.key(), format!("r{}", forbidding(reason)))).collect();
    wire::texts(rules).to_string()
}

fn live(texts: &Texts, figure: &Figure, caption: &Text, trials: &[Text], edition: Option<Edition>) -> Markup {
    let position = figure.position();
    let diagram = rulebook::of_figure(figure)
        .id(&format!("figure-{}", figure.key))
        .title(plain(caption))
        .description(described(texts, &position))
        .trays(false);
    let svg = figure.lines.iter().fold(diagram.svg(), |svg, (name, line)| with_line(&svg, name, *line));
    html! {
        figure.figure id={ "figure-" (figure.key) } data-position=(position) {
            div.live { (PreEscaped(svg)) }
            figcaption {
                (words(caption))
                @if let Some(edition) = edition { " " span.quiet { (printed(texts, figure, edition)) } }
                @if !figure.terms.is_empty() { (terms(texts, figure)) }
            }
            ul.tries {
                @for (trial, label) in figure.trials.iter().zip(trials) {
                    (attempt(texts, trial.cells(), trial.direction, label, describe_trial(texts, &position, trial)))
                }
            }
        }
    }
}

/// A figure for more than two players.
fn live_party(texts: &Texts, figure: &PartyFigure, caption: &Text, trials: &[Text]) -> Markup {
    let position = figure.position();
    let diagram = Diagram::of_party(&position).id(&format!("figure-{}", figure.key)).title(plain(caption)).trays(false);
    html! {
        figure.figure.many id={ "figure-" (figure.key) } data-position=(position) data-party {
            div.live { (PreEscaped(diagram.svg())) }
            figcaption { (words(caption)) }
            ul.tries {
                @for (trial, label) in figure.trials.iter().zip(trials) {
                    (attempt(texts, trial.cells(), trial.direction, label, describe_party_trial(texts, &position, trial)))
                }
            }
        }
    }
}

/// A move to try, with its result: what it does, or why it is illegal.
fn attempt(
    texts: &Texts,
    cells: Cells,
    direction: Direction,
    label: &Text,
    (result, reason): (String, Option<IllegalMove>),
) -> Markup {
    html! {
        li data-cells=(cells.to_string().replace(' ', ",")) data-direction=(direction) {
            span.label { (words(label)) }
            span.answer {
                (texts.get("rulebook-colon")) " " (result)
                @if let Some(reason) = reason { " " a href={ "#r" (forbidding(reason)) } { (texts.get("js-figure-rule")) } }
            }
        }
    }
}

/// Links to the glossary's entries that the figure shows.
fn terms(texts: &Texts, figure: &Figure) -> Markup {
    let library = Library::of(texts.language);
    html! {
        span.quiet.figure-terms {
            (texts.get("rulebook-terms")) (texts.get("rulebook-colon"))
            @for (i, term) in figure.terms.iter().enumerate() {
                @if i > 0 { "," } " " (glossary_link(*term, library.term(*term).title))
            }
        }
    }
}

fn printed(texts: &Texts, figure: &Figure, edition: Edition) -> String {
    let name = ("edition", rulebook::edition_name(texts, edition).into());
    match figure.printed_in(edition) {
        Printed::Number(number) => texts.with("rulebook-printed-number", &[name, ("number", number.into())]),
        Printed::Unnumbered => texts.with("rulebook-printed-unnumbered", &[name]),
        Printed::Absent => texts.with("rulebook-printed-absent", &[name]),
    }
}

/// Where the marbles are, for screen readers.
fn described(texts: &Texts, position: &Position) -> String {
    let side = |color: Color, key| {
        let cells = position.marbles(color);
        if cells.is_empty() { String::new() } else { format!(" {}: {cells}.", texts.get(key)) }
    };
    let turn = if position.turn() == Color::Black { "js-turn-black" } else { "js-turn-white" };
    format!("{}.{}{}", texts.get(turn), side(Color::Black, "black"), side(Color::White, "white"))
}

/// Draws a line over the cells and writes the letters of its name, `a-b`, at its ends.
fn with_line(svg: &str, name: &str, line: Segment) -> String {
    let [from, to] = [line.from, line.to].map(place);
    let (start, end) = name.split_once('-').unwrap_or((name, ""));
    let letter = |(x, y): (i16, i16), letter: &str| format!("<text x=\"{x}\" y=\"{}\">{letter}</text>", y + 13);
    let drawn = format!(
        "<g class=\"sumito-line\"><path d=\"M{} {}L{} {}\"/>{}{}</g><g class=\"sumito-marbles\"",
        from.0,
        from.1,
        to.0,
        to.1,
        letter(from, start),
        letter(to, end)
    );
    svg.replacen("<g class=\"sumito-marbles\"", &drawn, 1)
}

/// The position of a cell in the drawing, whose center is e5.
fn place(cell: Cell) -> (i16, i16) {
    let (row, digit) = (i16::from(cell.row()) - 4, i16::from(cell.digit()) - 5);
    (60 * digit - 30 * row, -52 * row)
}
