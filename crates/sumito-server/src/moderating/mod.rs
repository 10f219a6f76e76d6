//! Reports and moderators: who may do what, what is saved, and what follows for seats, games and connections.
//!
//! A decision is saved with its number in the log of the account. What follows from it is done after that, by this server or by whichever looks
//! next: the command line only writes to the database, and a server may die in between.

mod looking;
mod operator;
pub(crate) mod reporting;

use std::sync::Arc;

use crate::db::{Appended, Db, LoggedAction, ModerationAppend, PoolRating, Profile, Report, SavedRefund, User};
use crate::directing::Directing;
use crate::failure::Failure;
use crate::games::Games;
use crate::id::{ReportId, UserId};
use crate::moderation::agreement::Agreement;
use crate::moderation::report::ReportAction;
use crate::moderation::{Action, Actor, Refusal, Standing};
use crate::people::People;
use crate::people::caller::Caller;
use crate::people::limits::Limit;
use crate::play::clock::Millis;
use crate::time::now;
use crate::user_text;

pub use operator::{AccountRecord, LogEntry, ModerationAction, Operator, ReportEntry, SuspectGame};

/// Reports, moderators and their log.
pub(crate) struct Moderating {
    db: Db,
    games: Arc<Games>,
    people: Arc<People>,
    directing: Arc<Directing>,
    /// Held while this server does what follows from decisions.
    looking: tokio::sync::Mutex<()>,
}

/// What moderators see first.
#[derive(Debug)]
pub(crate) struct Overview {
    pub(crate) open: Vec<Report>,
    pub(crate) closed: Vec<Report>,
    pub(crate) log: Vec<LoggedAction>,
}

/// What moderators know about an account.
#[derive(Debug)]
pub(crate) struct AccountFile {
    pub(crate) profile: Profile,
    pub(crate) standing: Standing,
    pub(crate) ratings: Vec<PoolRating>,
    pub(crate) reports: Vec<Report>,
    pub(crate) log: Vec<LoggedAction>,
    pub(crate) refunds: Vec<SavedRefund>,
    /// When it was measured, and the result.
    pub(crate) agreement: Option<(Millis, Agreement)>,
}

/// How often an action is retried after a conflict with another server.
const TRIES: usize = 5;
/// The longest reason, in characters.
const LONGEST_REASON: usize = 500;
/// The most reports and log entries in a list.
const LISTED: i64 = 100;

impl Moderating {
    pub(crate) fn start(games: Arc<Games>, people: Arc<People>, directing: Arc<Directing>) -> Arc<Moderating> {
        let moderating =
            Arc::new(Moderating { db: games.db().clone(), games, people, directing, looking: tokio::sync::Mutex::default() });
        tokio::spawn(looking::run(Arc::downgrade(&moderating)));
        moderating
    }

    /// The caller, who must be a moderator and be there in person.
    pub(crate) async fn moderator(&self, caller: &Caller) -> Result<User, Failure> {
        let user = self.people.account(caller).await?;
        if self.db.is_moderator(user.id).await? { Ok(user) } else { Err(Refusal::NotModerator.into()) }
    }

    /// Whether a reader may see the pages of moderators. Pages work without.
    pub(crate) async fn is_moderator(&self, user: Option<&User>) -> bool {
        match user.filter(|user| user.name.is_some()) {
            Some(user) => self.db.is_moderator(user.id).await.unwrap_or(false),
            None => false,
        }
    }

    pub(crate) async fn overview(&self, caller: &Caller) -> Result<Overview, Failure> {
        self.moderator(caller).await?;
        overview(&self.db).await
    }

    /// What is known about an account.
    pub(crate) async fn account(&self, caller: &Caller, name: &str) -> Result<AccountFile, Failure> {
        self.moderator(caller).await?;
        let profile = self.people.profile(name).await?;
        account_file(&self.db, profile).await
    }

    /// Does something about an account.
    pub(crate) async fn act(
        self: &Arc<Moderating>,
        caller: &Caller,
        name: &str,
        action: Action,
        reason: &str,
    ) -> Result<(), Failure> {
        self.people.limit(Limit::Create, caller)?;
        let moderator = self.moderator(caller).await?;
        let subject = self.people.profile(name).await?;
        decide(&self.db, subject.id, Actor::Moderator(moderator.id), action, reason).await?;
        // It is saved; whatever fails now is done at the next look.
        let moderating = Arc::clone(self);
        let looked = tokio::spawn(async move { moderating.look().await.unwrap_or_else(|failure| failure.log()) });
        let _ = looked.await;
        if !action.has_consequences() {
            self.refresh(subject.id, action).await;
        }
        Ok(())
    }

    /// Closes or reopens a report.
    pub(crate) async fn answer(
        &self,
        caller: &Caller,
        report: ReportId,
        action: ReportAction,
        reason: &str,
    ) -> Result<(), Failure> {
        self.people.limit(Limit::Create, caller)?;
        let moderator = self.moderator(caller).await?;
        answer(&self.db, report, Actor::Moderator(moderator.id), action, reason).await
    }
}

async fn overview(db: &Db) -> Result<Overview, Failure> {
    let (open, closed) = (db.open_reports(LISTED).await?, db.closed_reports(LISTED).await?);
    Ok(Overview { open, closed, log: db.moderation_log(LISTED).await? })
}

async fn account_file(db: &Db, profile: Profile) -> Result<AccountFile, Failure> {
    let user = profile.id;
    let agreement = db.agreement(user).await?.and_then(|(at, text)| Some((at, text.parse().ok()?)));
    Ok(AccountFile {
        standing: db.standing(user).await?,
        ratings: db.ratings(user, now()).await?,
        reports: db.reports_about(user, LISTED).await?,
        log: db.moderation_log_of(user).await?,
        refunds: db.refunds_of(user).await?,
        agreement,
        profile,
    })
}

/// Saves a decision about an account.
async fn decide(db: &Db, subject: UserId, by: Actor, action: Action, reason: &str) -> Result<(), Failure> {
    let reason = user_text::clean(reason, LONGEST_REASON);
    for _ in 0..TRIES {
        let standing = db.standing(subject).await?;
        let event = standing.apply(subject, by, action, &reason, now())?;
        let append = ModerationAppend::Account { user: subject, number: standing.version + 1, event };
        if db.moderate(append).await? == Appended::Saved {
            return Ok(());
        }
        // Somebody else was faster. The action may still be possible.
    }
    Err(crate::play::refusal::Refusal::Stale.into())
}

/// Saves what was done about a report.
async fn answer(db: &Db, report: ReportId, by: Actor, action: ReportAction, reason: &str) -> Result<(), Failure> {
    if !db.has_report(report).await? {
        return Err(Failure::NotFound);
    }
    let reason = user_text::clean(reason, LONGEST_REASON);
    for _ in 0..TRIES {
        let state = db.report_state(report).await?;
        state.check(action, &reason)?;
        let (number, reason) = (state.version + 1, reason.clone());
        let append = ModerationAppend::Report { report, number, at: now(), by, action, reason };
        match db.moderate(append).await {
            Ok(Appended::Saved) => return Ok(()),
            Ok(Appended::Conflict) => {}
            // The reporter has sent the same again meanwhile, and that report is open.
            Err(error) if error.is_unique_violation() => return Err(Refusal::AlreadyReported.into()),
            Err(error) => return Err(error.into()),
        }
    }
    Err(crate::play::refusal::Refusal::Stale.into())
}
