//! What other sites show for a link to a page: title, description and image, by Open Graph and oEmbed.

use maud::{Markup, html};
use sumito_content::puzzles::Puzzle;
use sumito_content::texts::{Language, Texts};
use sumito_pictures::{CARD_HEIGHT, CARD_WIDTH, is_lettered};
use sumito_rules::Layout;
use sumito_rules::party::Seat;

use super::Reader;
use super::game::{self, facts, words};
use super::lists::who_won;
use super::puzzles::{task, turn};
use super::subject::{Line, Subject, with_parameter};
use super::{party, party_game, tournament_page};
use crate::games::room::LoadedGame;
use crate::id::{GameId, TournamentId};
use crate::play::any_game::AnyGame;
use crate::play::live::{Ending, Status};
use crate::play::seats::{color_of_seat, seat_name};
use crate::tournament::Tournament;

/// What is said about a page elsewhere.
pub(super) struct Preview {
    /// Nothing in particular on most pages.
    pub(super) subject: Option<Subject>,
    pub(super) title: String,
    /// What is most important, and what else there is to say.
    pub(super) headline: String,
    pub(super) facts: String,
    /// Distinguishes the images of something that changes, so that nobody sees an old one.
    pub(super) version: Option<u32>,
}

impl Preview {
    /// Of a page that shows nothing in particular.
    pub(super) fn of_page(texts: &Texts, title: String) -> Preview {
        Preview { subject: None, title, headline: texts.get("home-title"), facts: texts.get("home-lead"), version: None }
    }

    /// Of a game; of one that strangers do not find, nothing in particular.
    pub(super) fn of_game(texts: &Texts, id: GameId, loaded: &LoadedGame) -> Preview {
        if loaded.live.setup().is_findable() {
            Preview::of_any_game(texts, id, loaded)
        } else {
            Preview::of_page(texts, texts.get("home-title"))
        }
    }

    /// Of a game, for somebody who may see it.
    pub(super) fn of_any_game(texts: &Texts, id: GameId, loaded: &LoadedGame) -> Preview {
        let status = loaded.live.status();
        let headline = match status {
            Status::Over(outcome) => who_won(texts, outcome.winners()),
            _ => words(texts, loaded),
        };
        Preview {
            subject: Some(Subject::Game(id)),
            title: players(texts, loaded).into_iter().map(|(_, name)| name).collect::<Vec<_>>().join(" – "),
            headline,
            facts: facts(texts, loaded),
            version: (!status.is_ended()).then(|| loaded.live.version()),
        }
    }

    /// Of a position with the moves that led to it.
    pub(super) fn of_line(texts: &Texts, line: Line, game: &AnyGame) -> Preview {
        let layout = match Layout::find(&line.position) {
            Some(layout) => texts.layout(layout),
            None => sumito_rules::party::Layout::find(&line.position)
                .map_or_else(|| texts.get("game-own-position"), |layout| party::layout_name(texts, layout)),
        };
        let moves: Vec<String> = game.words();
        let facts = match &moves[..] {
            [] => layout,
            [.., last] => format!(
                "{layout} · {}",
                texts.with("share-after", &[("count", moves.len().into()), ("move", last.as_str().into())])
            ),
        };
        let headline = standing(texts, game);
        Preview { subject: Some(Subject::Position(line)), title: texts.get("analysis-title"), headline, facts, version: None }
    }

    pub(super) fn of_puzzle(texts: &Texts, puzzle: &'static Puzzle) -> Preview {
        Preview {
            subject: Some(Subject::Puzzle(puzzle)),
            title: texts.get("puzzles-title"),
            headline: task(texts, puzzle),
            facts: turn(texts, puzzle),
            version: None,
        }
    }

    /// Of a tournament; of one that is not in the calendar, nothing in particular.
    pub(super) fn of_tournament(texts: &Texts, id: TournamentId, state: &Tournament) -> Preview {
        if !state.settings.listed {
            return Preview::of_page(texts, texts.get("home-title"));
        }
        let name = &state.settings.name;
        // A name in other letters is in the title, but cannot be drawn.
        let format = format!("tournament-format-{}", state.settings.format.name());
        let headline = if is_lettered(name) { name.clone() } else { texts.get(&format) };
        let players = texts.with("tournament-players", &[("count", state.players.len().into())]);
        Preview {
            subject: Some(Subject::Tournament(id)),
            title: name.clone(),
            headline,
            facts: format!("{} · {players}", tournament_page::facts(texts, state)),
            version: Some(state.version),
        }
    }

    /// One or two sentences.
    pub(super) fn description(&self) -> String {
        match &self.subject {
            None | Some(Subject::Tournament(_)) => self.facts.clone(),
            Some(_) => format!("{} · {}", self.headline, self.facts),
        }
    }

    /// The address of the image on this site.
    pub(super) fn image(&self, language: Language) -> String {
        let address = self.subject.as_ref().map_or_else(|| "/image/site.png".to_owned(), |subject| subject.image(".png"));
        let address = with_parameter(&address, "lang", language.code());
        self.version.map_or(address.clone(), |version| with_parameter(&address, "v", &version.to_string()))
    }

    /// The elements in the head of the page.
    pub(super) fn tags(&self, reader: &Reader) -> Markup {
        let description = self.description();
        html! {
            meta name="description" content=(description);
            meta property="og:site_name" content="Sumito";
            meta property="og:type" content="website";
            meta property="og:locale" content=(locale(reader.language));
            meta property="og:title" content=(self.title);
            meta property="og:description" content=(description);
            // These need the address of the site, which a request may lack.
            @if let Some(origin) = &reader.origin {
                @let page = self.subject.as_ref().map(|subject| format!("{origin}{}", subject.page()));
                @if let Some(page) = &page { meta property="og:url" content=(page); }
                meta property="og:image" content={ (origin) (self.image(reader.language)) };
                meta property="og:image:width" content=(CARD_WIDTH);
                meta property="og:image:height" content=(CARD_HEIGHT);
                meta property="og:image:alt" content={ (self.title) " · " (description) };
                meta name="twitter:card" content="summary_large_image";
                @if let Some(page) = page {
                    @let page: String = form_urlencoded::byte_serialize(page.as_bytes()).collect();
                    link rel="alternate" type="application/json+oembed" href={ (origin) "/oembed?format=json&url=" (page) } title=(self.title);
                }
            }
        }
    }
}

/// Who plays, in the order of their turns.
pub(super) fn players(texts: &Texts, loaded: &LoadedGame) -> Vec<(Seat, String)> {
    let name = |seat| match color_of_seat(seat).filter(|_| !loaded.live.setup().is_party()) {
        Some(color) => game::name(texts, loaded, color, &[]),
        None => party_game::name(texts, loaded, seat),
    };
    loaded.live.setup().seats.seats().map(|seat| (seat, name(seat))).collect()
}

/// Who has won, or whose turn it is.
fn standing(texts: &Texts, game: &AnyGame) -> String {
    let ending = match game {
        AnyGame::Two(game) => game.outcome().map(Ending::Played),
        AnyGame::Party(game) => game.outcome().map(|outcome| Ending::Party { outcome, seating: game.position().seating() }),
    };
    match ending {
        Some(ending) => who_won(texts, ending.winners()),
        None => texts.get(&format!("js-turn-{}", seat_name(game.turn()))),
    }
}

/// A language as Open Graph names it.
fn locale(language: Language) -> &'static str {
    match language {
        Language::English => "en_US",
        Language::French => "fr_FR",
        Language::German => "de_DE",
        Language::Swedish => "sv_SE",
        Language::Polish => "pl_PL",
    }
}
