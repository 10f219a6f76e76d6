//! What the server operator does from the command line, with the database alone: a running server learns of it within a second.

use sumito_rules::{Color, Game};

use super::{AccountFile, Overview, account_file, answer, decide, overview};
use crate::Error;
use crate::db::{Access, Db, LoggedAction, Profile, Report, SavedRefund};
use crate::failure::Failure;
use crate::moderation::agreement::{Agreement, Pace};
use crate::moderation::report::ReportAction;
use crate::moderation::{Action, Actor};
use crate::people::names;
use crate::play::any_game::AnyGame;
use crate::play::clock::TimeControl;
use crate::play::event::{EventKind, Player};
use crate::play::live::LiveGame;
use crate::time::now;

/// The database of a site, open for the operator.
pub struct Operator {
    db: Db,
}

/// What can be done about an account.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum ModerationAction {
    /// Makes it a moderator's.
    Grant,
    /// Takes that back.
    Revoke,
    /// Nothing from the account appears in chats.
    Mute,
    /// Takes that back.
    Unmute,
    /// No rated games and tournaments; opponents get points back.
    Ban,
    /// Takes that back, and the points.
    Unban,
    /// Signs it out for good.
    Close,
    /// Takes that back.
    Reopen,
}

impl From<ModerationAction> for Action {
    fn from(action: ModerationAction) -> Action {
        match action {
            ModerationAction::Grant => Action::Grant,
            ModerationAction::Revoke => Action::Revoke,
            ModerationAction::Mute => Action::Mute,
            ModerationAction::Unmute => Action::Unmute,
            ModerationAction::Ban => Action::Ban,
            ModerationAction::Unban => Action::Unban,
            ModerationAction::Close => Action::Close,
            ModerationAction::Reopen => Action::Reopen,
        }
    }
}

/// A report.
#[derive(Clone, Debug)]
pub struct ReportEntry {
    /// By which it is closed.
    pub id: String,
    /// When it was filed.
    pub at: i64,
    /// Who filed it; `None` for a deleted account.
    pub reporter: Option<String>,
    /// Whom it is about, if anybody.
    pub accused: Option<String>,
    /// The game.
    pub game: Option<String>,
    /// The line of the chat.
    pub line: Option<String>,
    /// The key of the reason.
    pub reason: &'static str,
    /// What the reporter wrote.
    pub words: String,
    /// When it was closed, and why.
    pub closed: Option<(i64, String)>,
}

/// An entry of the log.
#[derive(Clone, Debug)]
pub struct LogEntry {
    /// When.
    pub at: i64,
    /// The moderator, or the operator.
    pub by: String,
    /// What was done.
    pub action: String,
    /// About which account or report.
    pub subject: String,
    /// Why.
    pub reason: String,
}

/// What moderators know about an account.
#[derive(Clone, Debug)]
pub struct AccountRecord {
    /// Its name.
    pub name: String,
    /// Since when.
    pub since: i64,
    /// What holds now: moderator, muted, banned, closed.
    pub standing: Vec<&'static str>,
    /// Reports about it.
    pub reports: Vec<ReportEntry>,
    /// What moderators did.
    pub log: Vec<LogEntry>,
    /// Points that opponents got back: name, speed, points, and whether they were taken back.
    pub refunds: Vec<(String, String, f64, bool)>,
    /// When its agreement with the engine was measured, and the result.
    pub agreement: Option<(i64, Agreement)>,
}

/// A rated game of an account.
#[derive(Clone, Debug)]
pub struct SuspectGame {
    /// The game.
    pub game: Game,
    /// The account's side.
    pub color: Color,
    /// The account's rating before the game.
    pub rating: f64,
    /// How long each move of either side took, if the game was on time.
    pub paces: Vec<Option<Pace>>,
}

impl Operator {
    /// Opens the database, even while servers use it.
    pub async fn open(database: &str) -> Result<Operator, Error> {
        Ok(Operator { db: Db::open(database, Access::Shared).await? })
    }

    /// Closes it.
    pub async fn close(self) {
        self.db.close().await;
    }

    /// Does something about an account.
    pub async fn act(&self, name: &str, action: ModerationAction, reason: &str) -> Result<(), Error> {
        let profile = self.profile(name).await?;
        Ok(decide(&self.db, profile.id, Actor::Operator, action.into(), reason).await?)
    }

    /// Closes a report.
    pub async fn close_report(&self, report: &str, reason: &str) -> Result<(), Error> {
        self.answer(report, ReportAction::Close, reason).await
    }

    /// Opens a closed report again.
    pub async fn reopen_report(&self, report: &str, reason: &str) -> Result<(), Error> {
        self.answer(report, ReportAction::Reopen, reason).await
    }

    async fn answer(&self, report: &str, action: ReportAction, reason: &str) -> Result<(), Error> {
        let missing = || Error(format!("there is no report {report}; sumito moderate list shows all"));
        let id = report.parse().map_err(|_| missing())?;
        match answer(&self.db, id, Actor::Operator, action, reason).await {
            Err(Failure::NotFound) => Err(missing()),
            done => Ok(done?),
        }
    }

    /// Reports that wait for an answer, and those that have one.
    pub async fn reports(&self) -> Result<[Vec<ReportEntry>; 2], Error> {
        let Overview { open, closed, .. } = overview(&self.db).await?;
        Ok([open, closed].map(|reports| reports.into_iter().map(report_entry).collect()))
    }

    /// The latest entries of the log, the latest first.
    pub async fn log(&self) -> Result<Vec<LogEntry>, Error> {
        Ok(overview(&self.db).await?.log.into_iter().map(log_entry).collect())
    }

    /// What is known about an account.
    pub async fn account(&self, name: &str) -> Result<AccountRecord, Error> {
        let AccountFile { profile, standing, reports, log, refunds, agreement, .. } =
            account_file(&self.db, self.profile(name).await?).await?;
        let holds = [
            (standing.is_moderator, "moderator"),
            (standing.is_muted, "muted"),
            (standing.is_banned, "banned"),
            (standing.is_closed, "closed"),
        ];
        let refund = |SavedRefund { name, pool, points, undone_at, .. }: SavedRefund| {
            (name.unwrap_or_else(|| DELETED.to_owned()), pool, points, undone_at.is_some())
        };
        Ok(AccountRecord {
            name: profile.name,
            since: profile.since,
            standing: holds.into_iter().filter(|(is_so, _)| *is_so).map(|(_, word)| word).collect(),
            reports: reports.into_iter().map(report_entry).collect(),
            log: log.into_iter().map(log_entry).collect(),
            refunds: refunds.into_iter().map(refund).collect(),
            agreement,
        })
    }

    /// The latest rated games of an account that can be read.
    pub async fn rated_games(&self, name: &str, most: u32) -> Result<Vec<SuspectGame>, Error> {
        let profile = self.profile(name).await?;
        let rows = self.db.rated_games_of(profile.id, most.into()).await.map_err(Failure::from)?;
        let mut games = Vec::new();
        for (id, rating) in rows {
            let lines = self.db.log(id).await.map_err(Failure::from)?;
            let replayed = LiveGame::replay(lines.iter().map(|(at, line)| (*at, line.as_str())));
            let Ok((live, events)) = replayed else { continue };
            let AnyGame::Two(game) = live.game() else { continue };
            let seats = &live.setup().seats;
            let Some(color) = Color::ALL.into_iter().find(|&color| seats[color] == Some(Player::User(profile.id))) else {
                continue;
            };
            let is_on_time = matches!(live.setup().control, TimeControl::Game { .. });
            let (mut paces, mut before) = (Vec::new(), None);
            for event in &events {
                if let EventKind::Moved { .. } = event.kind {
                    // Nobody waits for the first move.
                    paces.push(before.filter(|_| is_on_time).map(|before| Pace::of(event.at - before)));
                    before = Some(event.at);
                }
            }
            games.push(SuspectGame { game: game.clone(), color, rating, paces });
        }
        Ok(games)
    }

    /// Saves a measured agreement, which moderators see on the page of the account.
    pub async fn save_agreement(&self, name: &str, agreement: &Agreement) -> Result<(), Error> {
        let profile = self.profile(name).await?;
        Ok(self.db.set_agreement(profile.id, now(), agreement.to_string()).await.map_err(Failure::from)?)
    }

    async fn profile(&self, name: &str) -> Result<Profile, Error> {
        let profile = self.db.profile(&names::fold(name)).await.map_err(Failure::from)?;
        profile.ok_or_else(|| Error(format!("there is no account named {name}")))
    }
}

const DELETED: &str = "a deleted account";

fn report_entry(report: Report) -> ReportEntry {
    let Report { id, at, reporter, accused, game, line, reason, words, closed_at, answer } = report;
    ReportEntry {
        id: id.to_string(),
        at,
        reporter,
        accused,
        game: game.map(|game| game.to_string()),
        line,
        reason: reason.key(),
        words,
        closed: closed_at.map(|at| (at, answer.unwrap_or_default())),
    }
}

fn log_entry(entry: LoggedAction) -> LogEntry {
    let LoggedAction { at, by, by_operator, action, reason, account, report } = entry;
    let deleted = || DELETED.to_owned();
    LogEntry {
        at,
        by: if by_operator { "operator".to_owned() } else { by.unwrap_or_else(deleted) },
        action,
        subject: report.map(|id| format!("report {id}")).or(account).unwrap_or_else(deleted),
        reason,
    }
}
