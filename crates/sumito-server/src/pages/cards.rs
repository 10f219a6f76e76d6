//! The images of what other sites can show: cards with a board and a few words, plain boards, and films.

use sumito_content::puzzles::Puzzle;
use sumito_content::texts::Texts;
use sumito_pictures::{Card, Film, Mark, Row, Step, card_png, png};
use sumito_rules::diagram::{Diagram, Theme};
use sumito_rules::party::{Action, Seat};
use sumito_rules::{Color, Layout, Symmetry};

use super::preview::{Preview, players};
use super::tournament_tables::{name, points};
use crate::games::room::LoadedGame;
use crate::id::{GameId, TournamentId};
use crate::images::{Image, ImageDigest, ImageKind};
use crate::play::any_game::{AnyGame, AnyPosition};
use crate::play::seats::{Seats, seat_name};
use crate::tournament::Tournament;

/// The width of films in pixels, and how long each position is shown, in hundredths of a second.
const FILM_WIDTH: u32 = 360;
const FILM_PAUSE: u16 = 70;
/// The most frames of a film. In a longer one the marbles do not roll, and in a very long one some moves are left out.
const MOST_FRAMES: usize = 320;
/// The frames of a move whose marbles roll.
const ROLLING: usize = 4;
/// The most players of a tournament on its card.
const BEST: usize = 5;

/// The image of a card. Cards with the same content are the same image.
pub(super) fn card_image(card: &Card) -> Image {
    let svg = card.svg();
    Image { kind: ImageKind::Still, digest: ImageDigest::of(&format!("card {svg}")), draw: Box::new(move || card_png(&svg)) }
}

/// The image of a plain board, this many pixels wide.
pub(super) fn board_image(diagram: Diagram, theme: Theme, width: u32) -> Image {
    let svg = diagram.theme(theme).svg();
    let digest = ImageDigest::of(&format!("board {width} {svg}"));
    Image { kind: ImageKind::Still, digest, draw: Box::new(move || png(&svg, width)) }
}

/// The film of a game, if it has moves.
pub(super) fn film_image(game: &AnyGame, theme: Theme) -> Option<Image> {
    if game.ply() == 0 {
        return None;
    }
    let digest = ImageDigest::of(&format!("film {theme} {} {}", game.start(), game.words().join(" ")));
    let game = game.clone();
    Some(Image { kind: ImageKind::Film, digest, draw: Box::new(move || film(&game, theme).gif(|diagram| diagram, |_, _| {})) })
}

fn film(game: &AnyGame, theme: Theme) -> Film {
    let (start, steps) = match game {
        AnyGame::Two(game) => {
            let steps = game.positions().iter().zip(game.moves()).map(|(position, &m)| Step::of(position, m));
            (Diagram::of(game.start()), steps.collect::<Vec<_>>())
        }
        AnyGame::Party(game) => {
            let steps = game.positions().iter().zip(game.actions()).filter_map(|(position, action)| match action {
                Action::Play(m) => Some(Step::of_party(position, *m)),
                _ => None,
            });
            (Diagram::of_party(game.start()), steps.collect())
        }
    };
    let rolls = ROLLING * steps.len() < MOST_FRAMES;
    // The last position is always among those that are left.
    let stride = steps.len().div_ceil(MOST_FRAMES).max(1);
    let first = (steps.len() + stride - 1) % stride;
    let steps = steps.into_iter().skip(first).step_by(stride).collect();
    Film { start, steps, theme, width: FILM_WIDTH, pause: FILM_PAUSE, rolls, threads: 1 }
}

/// The board of a game as it stands, with the last move.
pub(super) fn diagram(game: &AnyGame) -> Diagram {
    let diagram = match game.position() {
        AnyPosition::Two(position) => Diagram::of(&position),
        AnyPosition::Party(position) => Diagram::of_party(&position),
    };
    game.last_move().map_or(diagram.clone(), |m| diagram.last_move(m))
}

pub(super) fn card_of_game(texts: &Texts, id: GameId, loaded: &LoadedGame) -> Card {
    let Preview { headline, facts, .. } = Preview::of_any_game(texts, id, loaded);
    let game = loaded.live.game();
    Card { diagram: diagram(game), headline, facts, rows: rows(players(texts, loaded), game.score()) }
}

pub(super) fn card_of_line(texts: &Texts, preview: &Preview, game: &AnyGame) -> Card {
    let name = |seat| (seat, texts.get(&format!("js-{}", seat_name(seat))));
    let rows = rows(game.seating().seats().map(name).collect(), game.score());
    Card { diagram: diagram(game), headline: preview.headline.clone(), facts: preview.facts.clone(), rows }
}

pub(super) fn card_of_puzzle(texts: &Texts, puzzle: &'static Puzzle) -> Card {
    let Preview { headline, facts, .. } = Preview::of_puzzle(texts, puzzle);
    let score = Seats::new(Color::ALL.map(|color| puzzle.position.lost(!color)));
    let name = |color: Color| (color.into(), texts.get(seat_name(color)));
    let mut rows = rows(Color::ALL.map(name).into(), score);
    if puzzle.position.turn() == Color::White {
        rows.reverse();
    }
    Card { diagram: diagram_of_puzzle(puzzle), headline, facts, rows }
}

/// The board of a puzzle. The solver sits below it.
pub(super) fn diagram_of_puzzle(puzzle: &Puzzle) -> Diagram {
    let diagram = Diagram::of(&puzzle.position);
    if puzzle.position.turn() == Color::White { diagram.view(Symmetry::HALF_TURN) } else { diagram }
}

/// The board of a tournament's first layout, and the best players.
pub(super) fn card_of_tournament(texts: &Texts, id: TournamentId, state: &Tournament) -> Card {
    let Preview { headline, facts, .. } = Preview::of_tournament(texts, id, state);
    let best = state.standings().iter().take(BEST).map(|row| Row {
        mark: Mark::Rank(row.rank.to_string()),
        name: name(texts, state, row.player),
        score: if state.boards.is_empty() { String::new() } else { points(row.points) },
    });
    let layout = state.settings.layouts.first().copied().unwrap_or(&Layout::BELGIAN_DAISY);
    Card { diagram: Diagram::of(&layout.position()), headline, facts, rows: best.collect() }
}

/// The card of pages that show nothing in particular.
pub(super) fn card_of_site(texts: &Texts) -> Card {
    let Preview { headline, facts, .. } = Preview::of_page(texts, String::new());
    Card { diagram: Diagram::of(&Layout::BELGIAN_DAISY.position()), headline, facts, rows: Vec::new() }
}

/// The lines of those who play, with the marbles they have ejected. Of two, White sits above the board and Black below.
fn rows(mut players: Vec<(Seat, String)>, score: Seats<u8>) -> Vec<Row> {
    if players.len() == 2 {
        players.reverse();
    }
    let row = |(seat, name)| Row { mark: Mark::Marble(seat), name, score: score[seat].to_string() };
    players.into_iter().map(row).collect()
}

#[cfg(test)]
mod tests {
    use sumito_content::texts::Language;
    use sumito_rules::{Game, Rules};

    use super::*;

    fn game(plies: usize) -> AnyGame {
        let mut game = Game::new(&Layout::BELGIAN_DAISY, "repetition=off".parse::<Rules>().unwrap());
        for n in 0..plies {
            let moves = game.position().quiet_moves();
            game.play(moves.nth(n * 7919 % moves.len()).unwrap()).unwrap();
        }
        AnyGame::Two(game)
    }

    /// The number of frames in a GIF: each begins with an extension that has its pause.
    fn frames(image: Image) -> usize {
        (image.draw)().unwrap().windows(3).filter(|bytes| bytes == b"\x21\xf9\x04").count()
    }

    #[test]
    fn films_of_long_games_are_bounded() {
        assert!(film_image(&game(0), Theme::Classic).is_none());
        assert_eq!(frames(film_image(&game(3), Theme::Classic).unwrap()), 1 + 3 * ROLLING);
        assert_eq!(frames(film_image(&game(90), Theme::Classic).unwrap()), 91, "nothing rolls");
        assert_eq!(frames(film_image(&game(641), Theme::Classic).unwrap()), 1 + 214, "every third");
    }

    #[test]
    fn images_differ_where_their_content_does() {
        let [one, other] = [game(3), game(4)];
        let digest = |game: &AnyGame, theme| film_image(game, theme).unwrap().digest;
        assert_eq!(digest(&one, Theme::Classic), digest(&one, Theme::Classic));
        assert_ne!(digest(&one, Theme::Classic), digest(&other, Theme::Classic));
        assert_ne!(digest(&one, Theme::Classic), digest(&one, Theme::Dark));
        let board = |width| board_image(diagram(&one), Theme::Classic, width).digest;
        assert_ne!(board(300), board(301));
        let site = |language| card_image(&card_of_site(Texts::of(language))).digest;
        assert_ne!(site(Language::English), site(Language::French));
    }
}
