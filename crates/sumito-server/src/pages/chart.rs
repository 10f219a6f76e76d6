//! A rating over games, drawn as SVG.

use std::fmt::Write;

use maud::{Markup, html};
use sumito_content::texts::Texts;

use super::frame::date;
use crate::play::clock::Millis;
use crate::time::day;

const WIDTH: f64 = 420.0;
const HEIGHT: f64 = 200.0;
/// Space for the ratings on the left and the dates below.
const LEFT: f64 = 42.0;
const BELOW: f64 = 24.0;
const EDGE: f64 = 10.0;

/// The chart of a rating after each game, with a table that says the same. A history that goes back to the first game begins with the rating
/// that every player starts with.
pub(super) fn chart(texts: &Texts, title: &str, history: &[(Millis, i64)], start: Option<i64>) -> Markup {
    let Some(first_game) = history.first() else { return html! {} };
    let points: Vec<(Millis, i64)> =
        start.map(|rating| (first_game.0, rating)).into_iter().chain(history.iter().copied()).collect();
    let (Some(first), Some(last)) = (points.first(), points.last()) else { return html! {} };
    let lowest = points.iter().map(|point| point.1).min().unwrap_or_default();
    let highest = points.iter().map(|point| point.1).max().unwrap_or_default();
    let step = step(highest - lowest);
    let (bottom, top) = (lowest.div_euclid(step) * step, (highest + step).div_euclid(step) * step);
    let y = |rating: i64| EDGE + (HEIGHT - EDGE - BELOW) * (top - rating) as f64 / (top - bottom) as f64;
    let x = |i: usize| match points.len() {
        1 => (LEFT + WIDTH - EDGE) / 2.0,
        count => LEFT + (WIDTH - EDGE - LEFT) * i as f64 / (count - 1) as f64,
    };
    let mut line = String::new();
    for (i, point) in points.iter().enumerate() {
        // Writing to a string cannot fail.
        let _ = write!(line, "{:.1},{:.1} ", x(i), y(point.1));
    }
    let label = texts.with(
        "profile-chart-label",
        &[("speed", title.into()), ("games", history.len().into()), ("first", first.1.into()), ("last", last.1.into())],
    );
    html! {
        figure.ratings {
            svg viewBox={ "0 0 " (WIDTH) " " (HEIGHT) } role="img" aria-label=(label) {
                @for rating in (bottom..=top).step_by(step as usize) {
                    line.grid x1=(LEFT) x2=(WIDTH - EDGE) y1=(y(rating)) y2=(y(rating)) {}
                    text x=(LEFT - 6.0) y=(y(rating) + 4.0) text-anchor="end" { (rating) }
                }
                text x=(LEFT) y=(HEIGHT - 4.0) { (day(first.0)) }
                @if day(last.0) != day(first.0) { text x=(WIDTH - EDGE) y=(HEIGHT - 4.0) text-anchor="end" { (day(last.0)) } }
                polyline points=(line.trim_end()) {}
                circle cx=(format!("{:.1}", x(points.len() - 1))) cy=(format!("{:.1}", y(last.1))) r="4" {}
            }
            details {
                summary { (texts.get("profile-chart-table")) }
                table {
                    thead { tr { th scope="col" { (texts.get("profile-date")) } th scope="col" { (texts.get("profile-rating")) } } }
                    tbody { @for (at, rating) in history.iter().rev() { tr { td { (date(*at)) } td { (rating) } } } }
                }
            }
        }
    }
}

/// The distance between grid lines, chosen so that there are only a few.
fn step(span: i64) -> i64 {
    [20, 50, 100, 200, 500].into_iter().find(|step| span / step < 5).unwrap_or(1000)
}

#[cfg(test)]
mod tests {
    use super::*;
    use sumito_content::texts::Language;

    #[test]
    fn every_rating_is_within_the_drawing() {
        let texts = Texts::of(Language::English);
        for ratings in [&[1500][..], &[1500, 1662], &[1500, 1500], &[100, 4000, 900], &[1499, 1501]] {
            let points: Vec<(Millis, i64)> = ratings.iter().enumerate().map(|(i, rating)| (i as Millis, *rating)).collect();
            let drawn = chart(texts, "Rapid", &points, Some(1500)).into_string();
            let line = drawn.split_once("points=\"").unwrap().1.split_once('"').unwrap().0;
            assert_eq!(line.split(' ').count(), 1 + ratings.len(), "the start and every game");
            assert_eq!(drawn.matches("1970-01-01</text>").count(), 1, "all on one day: one date");
            assert_eq!(drawn.matches("<tr>").count(), 1 + ratings.len(), "the table has games only");
            for point in line.split(' ') {
                let (x, y) = point.split_once(',').unwrap();
                let (x, y): (f64, f64) = (x.parse().unwrap(), y.parse().unwrap());
                assert!((LEFT..=WIDTH).contains(&x) && (0.0..=HEIGHT - BELOW).contains(&y), "{ratings:?}: {point}");
            }
            assert!(drawn.matches("<line").count() <= 8, "{ratings:?}");
        }
        assert_eq!(chart(texts, "Rapid", &[], Some(1500)).into_string(), "");
    }
}
