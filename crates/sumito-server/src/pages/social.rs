//! Challenges on every page, and the forms to answer them, to follow and to block.

use axum::Router;
use axum::extract::rejection::FormRejection;
use axum::extract::{Form, Path, Query, State};
use axum::http::HeaderMap;
use axum::http::header::{CACHE_CONTROL, HeaderValue};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::{get, post};
use maud::{Markup, html};
use serde::Deserialize;
use sumito_content::texts::Texts;
use sumito_rules::Color;

use super::badge::with_badge;
use super::controls::{control_words, rules_words};
use super::frame::failure_page;
use super::lists::layout_name;
use super::{Reader, go_to, own_path};
use crate::app::App;
use crate::db::{Challenge, Profile, Scope};
use crate::failure::Failure;
use crate::http::wire::decline_reason;
use crate::id::GameId;
use crate::people::caller::Caller;
use crate::people::social::{Followed, Relation};
use crate::play::challenge::DeclineReason;
use crate::play::live::{AbortReason, Action, Actor, Status};
use crate::time::now;

pub(super) fn routes() -> Router<App> {
    Router::new()
        .route("/challenges", get(fragment))
        .route("/following", get(following_fragment))
        .route("/game/{id}/accept", post(accept))
        .route("/game/{id}/decline", post(decline))
        .route("/game/{id}/withdraw", post(withdraw))
        .route("/user/{name}/{act}", post(act))
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct FragmentQuery {
    /// Games that the reader proposed, and that were answered or withdrawn, with commas between them.
    answered: String,
}

/// The most answers at once: more challenges cannot wait.
const MOST_ANSWERS: usize = 10;

/// The challenges that wait for the reader's answer, for the script of an open page.
async fn fragment(State(app): State<App>, reader: Reader, Query(query): Query<FragmentQuery>) -> impl IntoResponse {
    let mut answers = Vec::new();
    for game in query.answered.split(',').filter_map(|game| game.parse().ok()).take(MOST_ANSWERS) {
        answers.extend(answer_to(&app, &reader, game).await);
    }
    let fragment = html! { @for answer in answers { (answer) } (challenges(&reader)) };
    ([(CACHE_CONTROL, HeaderValue::from_static("no-store"))], Html(fragment.into_string()))
}

/// Somebody accepted or declined the reader's challenge.
async fn answer_to(app: &App, reader: &Reader, game: GameId) -> Option<Markup> {
    let user = reader.user.as_ref()?.id;
    let look = app.games.read(game, |loaded| {
        loaded.live.sides(user).next()?;
        Some((loaded.live.setup().challenged?, loaded.live.status(), loaded.live.abort_reason()))
    });
    let (challenged, status, reason) = look.await.inspect_err(Failure::log).ok()??;
    let name = app.games.db().user(challenged).await.ok().flatten()?.name?;
    let texts = reader.texts();
    let named = |key| texts.with(key, &[("name", name.as_str().into())]);
    let (title, details, address, link) = match (status, reason) {
        (Status::Playing, _) => (named("challenge-accepted"), None, format!("/game/{game}"), "challenge-to-game"),
        (_, Some(AbortReason::Declined(reason))) => {
            let details = reason.map(|reason| texts.get(&reason_key(reason)));
            (named("challenge-declined"), details, format!("/?challenge={name}#setup"), "challenge-again")
        }
        _ => return None,
    };
    Some(html! {
        section.card.challenge.answer {
            p {
                b { (title) }
                @if let Some(details) = details { span.quiet { (details) } }
            }
            div.row {
                a.button.main href=(address) { (texts.get(link)) }
                button type="button" data-close { (texts.get("js-settings-close")) }
            }
        }
    })
}

/// The text of a reason for declining a challenge.
fn reason_key(reason: DeclineReason) -> String {
    format!("js-decline-{}", reason.key())
}

/// That a challenge was declined, and why.
pub(super) fn declined(texts: &Texts, reason: Option<DeclineReason>) -> String {
    match reason {
        None => texts.get("js-game-aborted-declined"),
        Some(reason) => texts.with("js-game-aborted-declined-because", &[("reason", texts.get(&reason_key(reason)).into())]),
    }
}

/// Challenges to the reader. The games in the element tell the script whether it knows them all.
pub(super) fn challenges(reader: &Reader) -> Markup {
    let texts = reader.texts();
    html! {
        @for challenge in &reader.challenges {
            @let name = with_badge(texts, challenge.by.name.as_deref().unwrap_or_default(), challenge.by.is_bot);
            @let named = |key| texts.with(key, &[("name", name.as_str().into())]);
            section.card.challenge data-game=(challenge.game) {
                p {
                    b { (named("challenge-from")) }
                    span.quiet { (words(texts, challenge)) }
                }
                div.row {
                    form action={ "/game/" (challenge.game) "/accept" } method="post" {
                        button.main type="submit" aria-label=(named("challenge-accept-named")) { (texts.get("challenge-accept")) }
                    }
                    form.decline action={ "/game/" (challenge.game) "/decline" } method="post" {
                        select name="reason" aria-label=(texts.get("challenge-reason")) {
                            option value="" { (texts.get("challenge-no-reason")) }
                            @for reason in DeclineReason::ALL {
                                option value=(reason.key()) { (texts.get(&reason_key(reason))) }
                            }
                        }
                        button type="submit" aria-label=(named("challenge-decline-named")) { (texts.get("challenge-decline")) }
                    }
                }
            }
        }
    }
}

fn words(texts: &Texts, Challenge { setup, .. }: &Challenge) -> String {
    let color = match setup.seats[Color::Black] {
        _ if setup.rated => "js-lobby-random-colors",
        None => "js-lobby-as-black",
        Some(_) => "js-lobby-as-white",
    };
    let rated = setup.rated.then(|| texts.get("js-lobby-rated"));
    let words = [control_words(texts, setup.control)].into_iter().chain(rated).chain([texts.get(color)]);
    words.chain(rules_words(texts, setup.rules)).chain([layout_name(texts, setup.start)]).collect::<Vec<_>>().join(" · ")
}

/// While a challenge waits: what the challenger sees in place of a link.
pub(super) fn waiting(texts: &Texts, id: GameId, name: &str) -> Markup {
    html! {
        h2 { (texts.with("challenge-waiting", &[("name", name.into())])) }
        p { (texts.get("challenge-waiting-lead")) }
        form action={ "/game/" (id) "/withdraw" } method="post" {
            button type="submit" { (texts.get("challenge-withdraw")) }
        }
    }
}

async fn accept(State(app): State<App>, reader: Reader, caller: Caller, Path(id): Path<String>) -> Response {
    match answer(&app, &caller, &id, Action::Join(None)).await {
        Ok(id) => go_to(&format!("/game/{id}"), HeaderMap::new()),
        Err(failure) => failure_page(&reader, &failure),
    }
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Declining {
    /// Empty for none.
    reason: String,
}

async fn decline(
    State(app): State<App>,
    reader: Reader,
    caller: Caller,
    Path(id): Path<String>,
    form: Result<Form<Declining>, FormRejection>,
) -> Response {
    let Declining { reason } = form.map(|Form(form)| form).unwrap_or_default();
    let reason = Some(reason.as_str()).filter(|reason| !reason.is_empty()).map(decline_reason).transpose();
    let declined = match reason {
        Ok(reason) => answer(&app, &caller, &id, Action::DeclineChallenge(reason)).await,
        Err(failure) => Err(failure),
    };
    match declined {
        Ok(_) => go_to("/", HeaderMap::new()),
        Err(failure) => failure_page(&reader, &failure),
    }
}

/// Withdraws the reader's own challenge.
async fn withdraw(State(app): State<App>, reader: Reader, caller: Caller, Path(id): Path<String>) -> Response {
    match answer(&app, &caller, &id, Action::Abort).await {
        Ok(_) => go_to("/", HeaderMap::new()),
        Err(failure) => failure_page(&reader, &failure),
    }
}

async fn answer(app: &App, caller: &Caller, id: &str, action: Action) -> Result<GameId, Failure> {
    let id: GameId = id.parse().map_err(|_| Failure::NotFound)?;
    let user = app.people.account_with(caller, Scope::Play).await?;
    app.games.act(id, Actor::User(user.id), 0, action, now()).await?;
    Ok(id)
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Back {
    back: Option<String>,
}

/// What the forms on a profile do about its owner: the last part of their addresses.
#[derive(Copy, Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Act {
    Follow,
    Unfollow,
    Block,
    Unblock,
}

async fn act(
    State(app): State<App>,
    reader: Reader,
    caller: Caller,
    Path((name, act)): Path<(String, Act)>,
    Form(Back { back }): Form<Back>,
) -> Response {
    let done = match act {
        Act::Follow => app.people.follow(&caller, &name).await,
        Act::Unfollow => app.people.unfollow(&caller, &name).await,
        Act::Block => app.people.block(&caller, &name).await,
        Act::Unblock => app.people.unblock(&caller, &name).await,
    };
    match done {
        // Back to the page with the form, otherwise to the profile.
        Ok(()) => match back.as_deref() {
            Some(back) => go_to(own_path(Some(back)), HeaderMap::new()),
            None => go_to(&format!("/user/{name}"), HeaderMap::new()),
        },
        Err(Failure::SignedOut) => go_to("/account", HeaderMap::new()),
        Err(failure) => failure_page(&reader, &failure),
    }
}

/// What a reader can do about another player.
pub(super) fn actions(texts: &Texts, profile: &Profile, relation: Relation) -> Markup {
    let form = |action: &str, key: &str| {
        html! {
            form action={ "/user/" (profile.name) "/" (action) } method="post" { button.words type="submit" { (texts.get(key)) } }
        }
    };
    html! {
        @if relation.blocks { p.notice { (texts.get("profile-blocked")) } }
        div.row.account-links.start-actions {
            @if !relation.blocks {
                a.button.main href={ "/?challenge=" (profile.name) "#setup" } { (texts.get("profile-challenge")) }
                @if relation.follows { (form("unfollow", "profile-unfollow")) } @else { (form("follow", "profile-follow")) }
            }
            @if relation.blocks { (form("unblock", "profile-unblock")) } @else { (form("block", "profile-block")) }
            a.button.words href={ "/report?player=" (profile.name) } { (texts.get("report-this-player")) }
        }
    }
}

/// The players whom the reader follows and who are there. Nothing for a reader who follows nobody.
pub(super) fn following(texts: &Texts, followed: &[Followed]) -> Markup {
    html! {
        @if !followed.is_empty() {
            h2 #following-title { (texts.get("following-title")) }
            @if followed.iter().all(|followed| !followed.online) { p.quiet { (texts.get("following-none")) } }
            ul.plain {
                @for Followed { user, game, .. } in followed.iter().filter(|followed| followed.online) {
                    @let name = user.name.as_deref().unwrap_or_default();
                    li.row {
                        a href={ "/user/" (name) } { (name) }
                        @match game {
                            Some(game) => a href={ "/game/" (game) } { (texts.get("following-playing")) },
                            None => span.quiet { (texts.get("following-online")) },
                        }
                    }
                }
            }
        }
    }
}

/// The same, for the script of the home page.
async fn following_fragment(State(app): State<App>, reader: Reader) -> Response {
    let followed = match &reader.user {
        Some(user) => app.people.followed(user.id).await,
        None => Ok(Vec::new()),
    };
    match followed {
        Ok(followed) => {
            let headers = [(CACHE_CONTROL, HeaderValue::from_static("no-store"))];
            (headers, Html(following(reader.texts(), &followed).into_string())).into_response()
        }
        Err(failure) => failure.into_response(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::db::User;
    use crate::id::UserId;
    use sumito_content::texts::Language;
    use sumito_rules::Layout;

    #[test]
    fn a_challenge_says_what_the_challenged_would_play() {
        let user = |name: &str| User { name: Some(name.to_owned()), ..User::guest(UserId::random()) };
        for (line, expected) in [
            ("star\twin=6\t600\tcasual\tpublic\topen\tuser:aaaaaaaaaa", "10 min · you play Black · Star"),
            ("star\twin=4\t3d\tcasual\tpublic\tuser:aaaaaaaaaa\topen", "3 days per move · you play White · 4 marbles win · Star"),
            ("star\twin=6\t300+3\trated\tpublic\tuser:aaaaaaaaaa\topen", "5 min + 3 s · rated · random colors · Star"),
        ] {
            let line = format!("created\t{line}\tfor:bbbbbbbbbb");
            let setup = crate::play::event::Setup::parse(&line).unwrap_or_else(|| panic!("{line}"));
            let challenge = Challenge { game: GameId::random(), setup, by: user("ada"), to: user("bob"), at: 0 };
            let layout = Texts::of(Language::English).layout(Layout::find("star").unwrap());
            assert_eq!(words(Texts::of(Language::English), &challenge), expected.replace("Star", &layout));
        }
    }
}
