//! Reports that people send.

use serde::Deserialize;

use super::Moderating;
use crate::db::{Db, NewReport, User};
use crate::failure::Failure;
use crate::games::room::LoadedGame;
use crate::id::{GameId, ReportId, UserId};
use crate::moderation::Refusal;
use crate::moderation::report::{Reason, Subject, check_reporter};
use crate::people::caller::Caller;
use crate::people::limits::Limit;
use crate::play::clock::Millis;
use crate::play::event::Player;
use crate::time::{DAY, now};
use crate::user_text;

/// A report in the terms of the API, from JSON or from the form of a page: a player, a game with or without one of its players, or a line of its chat.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields, expecting = "an object")]
pub(crate) struct ReportRequest {
    /// The name of a player.
    pub(crate) player: Option<String>,
    pub(crate) game: Option<String>,
    /// The moment of a line in the chat of the game, and the id of its author.
    pub(crate) at: Option<Millis>,
    pub(crate) author: Option<String>,
    pub(crate) reason: String,
    pub(crate) text: String,
}

/// What a report would be about, as the form shows it.
#[derive(Debug)]
pub(crate) struct Reportable {
    pub(crate) subject: Subject,
    pub(crate) accused: Option<UserId>,
    /// The name of the accused, if they have an account.
    pub(crate) name: Option<String>,
    pub(crate) game: Option<GameId>,
    /// The line of the chat.
    pub(crate) line: Option<String>,
    /// Those who can be accused, if the report is about a game and does not say whom it means.
    pub(crate) players: Vec<String>,
}

/// The longest text of a report, in characters.
const LONGEST: usize = 1_000;

impl Moderating {
    /// Files a report.
    pub(crate) async fn file(&self, caller: &Caller, request: &ReportRequest) -> Result<ReportId, Failure> {
        self.people.limit(Limit::Create, caller)?;
        let user = self.people.account(caller).await?;
        let names = Reason::ALL.map(Reason::key).join(", ");
        let reason = Reason::find(&request.reason).ok_or_else(|| Failure::Bad(format!("reason: expected one of {names}")))?;
        let words = user_text::clean(&request.text, LONGEST);
        if reason == Reason::Other && words.is_empty() {
            return Err(Refusal::ReasonNeeded.into());
        }
        let Reportable { subject, accused, game, line, .. } = self.reportable(&user, request).await?;
        let now = now();
        check_reporter(user.id, accused, self.db.reports_sent(user.id, now - DAY).await?)?;
        let id = ReportId::random();
        let report = NewReport { id, at: now, reporter: user.id, subject, accused, game, line, reason, words };
        if self.db.add_report(report).await? { Ok(id) } else { Err(Refusal::AlreadyReported.into()) }
    }

    /// What somebody is about to report.
    pub(crate) async fn reportable(&self, user: &User, request: &ReportRequest) -> Result<Reportable, Failure> {
        let ReportRequest { player, game, at, author, .. } = request;
        let named = player.as_deref().map(str::trim).filter(|name| !name.is_empty());
        let profile = match named {
            Some(name) => Some(self.people.profile(name).await?),
            None => None,
        };
        let Some(game) = game.as_deref().filter(|game| !game.is_empty()) else {
            let what = || Failure::Bad("expected a player, a game, or a line of its chat by game, at and author".to_owned());
            let profile = profile.ok_or_else(what)?;
            let (subject, accused, name) = (Subject::Player(profile.id), Some(profile.id), Some(profile.name));
            return Ok(Reportable { subject, accused, name, game: None, line: None, players: Vec::new() });
        };
        let game: GameId = game.parse().map_err(|_| Failure::NotFound)?;
        if let (Some(at), Some(author)) = (*at, author.as_deref()) {
            return self.chat_line(user, game, at, author.parse().map_err(|_| Failure::NotFound)?).await;
        }
        let others = self.opponents(user.id, game).await?;
        let accused = match (&profile, &others[..]) {
            (Some(profile), _) if others.iter().any(|(other, _)| *other == profile.id) => Some(profile.id),
            (Some(_), _) => return Err(Failure::NoSuchPlayer),
            (None, [(one, _)]) => Some(*one),
            (None, _) => None,
        };
        let name = others.iter().find(|(other, _)| Some(*other) == accused).and_then(|(_, name)| name.clone());
        let players = if accused.is_none() { others.into_iter().filter_map(|(_, name)| name).collect() } else { Vec::new() };
        Ok(Reportable { subject: Subject::Game(game), accused, name, game: Some(game), line: None, players })
    }

    /// The people in a game besides the one who reports it.
    async fn opponents(&self, user: UserId, game: GameId) -> Result<Vec<(UserId, Option<String>)>, Failure> {
        let players = |LoadedGame { live, players, .. }: &LoadedGame| {
            let seats = live.setup().seats.iter();
            let people = seats.filter_map(|(seat, player)| match player {
                Some(Player::User(other)) if *other != user => Some((*other, players[seat].name.clone())),
                _ => None,
            });
            let mut people: Vec<_> = people.collect();
            people.dedup();
            people
        };
        self.games.read(game, players).await
    }

    /// A line of a chat that the reporter can read.
    async fn chat_line(&self, user: &User, game: GameId, at: Millis, by: UserId) -> Result<Reportable, Failure> {
        let look = |loaded: &LoadedGame| (loaded.live.sides(user.id).next().is_some(), loaded.live.status().is_ended());
        let (plays, is_over) = self.games.read(game, look).await?;
        let message = self.db.chat_line(game, at, by).await?.ok_or(Failure::NotFound)?;
        if message.watchers == plays && !(plays && is_over) {
            return Err(Failure::NotFound);
        }
        let name = account_name(&self.db, by).await?;
        let line = Some(message.text);
        Ok(Reportable {
            subject: Subject::Chat { game, at, by },
            accused: Some(by),
            name,
            game: Some(game),
            line,
            players: Vec::new(),
        })
    }
}

async fn account_name(db: &Db, user: UserId) -> Result<Option<String>, Failure> {
    Ok(db.user(user).await?.and_then(|user| user.name))
}
