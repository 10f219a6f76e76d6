//! What moderators decided: their log, and what is saved with it.

use sqlx::{AnyConnection, query, query_as, query_scalar};

use super::append::Appended;
use super::writer::Work;
use super::{Db, DbError, refunds};
use crate::id::{GameId, ReportId, TournamentId, UserId};
use crate::moderation::report::ReportAction;
use crate::moderation::{Action, Actor, Event, REFUNDED_FOR, ReportState, Standing};
use crate::play::clock::Millis;

/// An entry to add to the log.
#[derive(Clone, Debug)]
pub(crate) enum ModerationAppend {
    Account {
        user: UserId,
        number: u32,
        event: Event,
    },
    Report {
        report: ReportId,
        number: u32,
        at: Millis,
        by: Actor,
        action: ReportAction,
        reason: String,
    },
    /// A server has done what follows from an entry about an account. If that was a ban, games that ended meanwhile count for the refunds.
    Settled {
        user: UserId,
        number: u32,
        at: Millis,
    },
}

/// An entry of the log, with names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LoggedAction {
    pub(crate) at: Millis,
    /// The name of the moderator; `None` for the server operator, and for a deleted account.
    pub(crate) by: Option<String>,
    pub(crate) by_operator: bool,
    pub(crate) action: String,
    pub(crate) reason: String,
    /// The account that it is about.
    pub(crate) account: Option<String>,
    /// Or the report.
    pub(crate) report: Option<ReportId>,
}

/// What an account may not do.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Restrictions {
    pub(crate) is_muted: bool,
    /// From rated play.
    pub(crate) is_banned: bool,
    pub(crate) is_closed: bool,
}

type LogRow = (String, Millis, Option<String>, Option<String>, String, String, Option<String>);

const LOG: &str = "select log.subject, log.at, log.moderator, moderators.name, log.action, log.reason, accounts.name \
                   from moderation_log log left join users moderators on moderators.id = log.moderator \
                   left join users accounts on accounts.id = substr(log.subject, 6)";

fn account_subject(user: UserId) -> String {
    format!("user:{user}")
}

fn report_subject(report: ReportId) -> String {
    format!("report:{report}")
}

impl Db {
    /// Adds to the log; `Conflict` if somebody else was faster.
    pub(crate) async fn moderate(&self, append: ModerationAppend) -> Result<Appended, DbError> {
        let rows = self.save(Work::Moderation(Box::new(append))).await?;
        Ok(if rows > 0 { Appended::Saved } else { Appended::Conflict })
    }

    /// The standing of an account, from its log.
    pub(crate) async fn standing(&self, user: UserId) -> Result<Standing, DbError> {
        let actions = self.actions(account_subject(user)).await?;
        Ok(Standing::replay(actions.iter().filter_map(|action| Action::find(action))))
    }

    pub(crate) async fn report_state(&self, report: ReportId) -> Result<ReportState, DbError> {
        let actions = self.actions(report_subject(report)).await?;
        let actions: Vec<ReportAction> = actions.iter().filter_map(|action| ReportAction::find(action)).collect();
        Ok(ReportState::replay(&actions))
    }

    async fn actions(&self, subject: String) -> Result<Vec<String>, DbError> {
        let select = query_scalar("select action from moderation_log where subject = $1 order by number").bind(subject);
        Ok(select.fetch_all(&self.pool).await?)
    }

    /// The latest entries of the log, the latest first.
    pub(crate) async fn moderation_log(&self, limit: i64) -> Result<Vec<LoggedAction>, DbError> {
        let text = sqlx::AssertSqlSafe(format!("{LOG} order by log.at desc, log.number desc limit $1"));
        Ok(logged(query_as(text).bind(limit).fetch_all(&self.pool).await?))
    }

    /// The log of an account, the latest entry first.
    pub(crate) async fn moderation_log_of(&self, user: UserId) -> Result<Vec<LoggedAction>, DbError> {
        let text = sqlx::AssertSqlSafe(format!("{LOG} where log.subject = $1 order by log.number desc"));
        Ok(logged(query_as(text).bind(account_subject(user)).fetch_all(&self.pool).await?))
    }

    pub(crate) async fn restrictions(&self, user: UserId) -> Result<Restrictions, DbError> {
        let select = query_as("select muted_at, banned_at, closed_at from users where id = $1").bind(user.to_string());
        let row: Option<(Option<Millis>, Option<Millis>, Option<Millis>)> = select.fetch_optional(&self.pool).await?;
        Ok(row.map_or_else(Restrictions::default, |(muted, banned, closed)| Restrictions {
            is_muted: muted.is_some(),
            is_banned: banned.is_some(),
            is_closed: closed.is_some(),
        }))
    }

    pub(crate) async fn is_moderator(&self, user: UserId) -> Result<bool, DbError> {
        let select =
            query_scalar("select count(*) from users where id = $1 and moderator_since is not null and closed_at is null");
        let count: i64 = select.bind(user.to_string()).fetch_one(&self.pool).await?;
        Ok(count > 0)
    }

    /// Entries whose consequences are not known to be done, the oldest first: account, number and action.
    pub(crate) async fn unsettled_moderation(&self) -> Result<Vec<(UserId, u32, Action)>, DbError> {
        let select =
            query_as("select subject, number, action from moderation_log where settled_at is null order by at limit 100");
        let rows: Vec<(String, i64, String)> = select.fetch_all(&self.pool).await?;
        let entry = |(subject, number, action): (String, i64, String)| {
            Some((subject.strip_prefix("user:")?.parse().ok()?, number as u32, Action::find(&action)?))
        };
        Ok(rows.into_iter().filter_map(entry).collect())
    }

    /// The tournaments of a player that are not over.
    pub(crate) async fn unfinished_tournaments(&self, user: UserId) -> Result<Vec<TournamentId>, DbError> {
        let select = query_scalar(
            "select t.id from tournament_players p join tournaments t on t.id = p.tournament where p.user_id = $1 and t.status <> 'over'",
        );
        let ids: Vec<String> = select.bind(user.to_string()).fetch_all(&self.pool).await?;
        Ok(ids.into_iter().filter_map(|id| id.parse().ok()).collect())
    }

    /// The latest rated games of a user, each with the rating before it.
    pub(crate) async fn rated_games_of(&self, user: UserId, limit: i64) -> Result<Vec<(GameId, f64)>, DbError> {
        let select = query_as("select game, old_rating from rated_games where user_id = $1 order by at desc, game limit $2");
        let rows: Vec<(String, f64)> = select.bind(user.to_string()).bind(limit).fetch_all(&self.pool).await?;
        Ok(rows.into_iter().filter_map(|(game, rating)| Some((game.parse().ok()?, rating))).collect())
    }

    /// The agreement of an account with the engine as it was last measured, and when.
    pub(crate) async fn agreement(&self, user: UserId) -> Result<Option<(Millis, String)>, DbError> {
        let select = query_as("select at, report from agreements where user_id = $1").bind(user.to_string());
        Ok(select.fetch_optional(&self.pool).await?)
    }

    pub(crate) async fn set_agreement(&self, user: UserId, at: Millis, report: String) -> Result<(), DbError> {
        let insert = "insert into agreements (user_id, at, report) values ($1, $2, $3) \
                      on conflict (user_id) do update set at = excluded.at, report = excluded.report";
        let write = move || vec![query(insert).bind(user.to_string()).bind(at).bind(report.clone())];
        self.write(write).await.map(|_| ())
    }
}

fn logged(rows: Vec<LogRow>) -> Vec<LoggedAction> {
    let entry = |(subject, at, moderator, by, action, reason, account): LogRow| LoggedAction {
        at,
        by,
        by_operator: moderator.is_none(),
        action,
        reason,
        account: account.filter(|_| subject.starts_with("user:")),
        report: subject.strip_prefix("report:").and_then(|id| id.parse().ok()),
    };
    rows.into_iter().map(entry).collect()
}

/// The statement by which the row of a user shows an action.
fn shown_by(action: Action) -> &'static str {
    match action {
        Action::Grant => "update users set moderator_since = $2 where id = $1",
        Action::Revoke => "update users set moderator_since = null where id = $1",
        Action::Mute => "update users set muted_at = $2 where id = $1",
        Action::Unmute => "update users set muted_at = null where id = $1",
        Action::Ban => "update users set banned_at = $2 where id = $1",
        Action::Unban => "update users set banned_at = null where id = $1",
        Action::Close => "update users set closed_at = $2 where id = $1",
        Action::Reopen => "update users set closed_at = null where id = $1",
    }
}

/// Saves an entry with everything that belongs to it; no rows if somebody else was faster.
pub(super) async fn save(connection: &mut AnyConnection, append: &ModerationAppend) -> Result<u64, sqlx::Error> {
    match append {
        ModerationAppend::Account { user, number, event: Event { at, by, action, reason } } => {
            let settled = (!action.has_consequences()).then_some(*at);
            let entry = Entry { subject: account_subject(*user), number: *number, at: *at, by: *by, reason };
            if !entry.save(connection, action.name(), settled).await? {
                return Ok(0);
            }
            let show = shown_by(*action);
            let show_query = query(show).bind(user.to_string());
            let show_query = if show.contains("$2") { show_query.bind(*at) } else { show_query };
            show_query.execute(&mut *connection).await?;
            match action {
                Action::Ban => refunds::give(connection, *user, *number, *at - REFUNDED_FOR, *at).await?,
                Action::Unban => refunds::take_back(connection, *user, *at).await?,
                Action::Close => {
                    query("delete from sessions where user_id = $1").bind(user.to_string()).execute(connection).await?;
                }
                _ => {}
            }
        }
        ModerationAppend::Report { report, number, at, by, action, reason } => {
            let entry = Entry { subject: report_subject(*report), number: *number, at: *at, by: *by, reason };
            if !entry.save(connection, action.name(), Some(*at)).await? {
                return Ok(0);
            }
            let closed = (*action == ReportAction::Close).then_some(*at);
            let update = query("update reports set closed_at = $2 where id = $1").bind(report.to_string()).bind(closed);
            update.execute(connection).await?;
        }
        ModerationAppend::Settled { user, number, at } => {
            let select = query_scalar("select banned_at from users where id = $1").bind(user.to_string());
            let banned: Option<Option<Millis>> = select.fetch_optional(&mut *connection).await?;
            let select =
                query_scalar("select count(*) from moderation_log where subject = $1 and number = $2 and action = 'ban'");
            let is_ban: i64 = select.bind(account_subject(*user)).bind(i64::from(*number)).fetch_one(&mut *connection).await?;
            if let Some(since) = banned.flatten().filter(|_| is_ban > 0) {
                refunds::give(connection, *user, *number, since - REFUNDED_FOR, *at).await?;
            }
            let update = query("update moderation_log set settled_at = $3 where subject = $1 and number = $2");
            update.bind(account_subject(*user)).bind(i64::from(*number)).bind(*at).execute(connection).await?;
        }
    }
    Ok(1)
}

struct Entry<'a> {
    subject: String,
    number: u32,
    at: Millis,
    by: Actor,
    reason: &'a str,
}

impl Entry<'_> {
    /// Adds it to the log; `false` if its number is taken.
    async fn save(
        &self,
        connection: &mut AnyConnection,
        action: &'static str,
        settled: Option<Millis>,
    ) -> Result<bool, sqlx::Error> {
        let by = match self.by {
            Actor::Moderator(user) => Some(user.to_string()),
            Actor::Operator => None,
        };
        let insert = query(
            "insert into moderation_log (subject, number, at, moderator, action, reason, settled_at) values ($1, $2, $3, $4, $5, $6, $7) \
             on conflict do nothing",
        );
        let insert = insert.bind(self.subject.clone()).bind(i64::from(self.number)).bind(self.at).bind(by);
        let insert = insert.bind(action).bind(self.reason.to_owned()).bind(settled);
        Ok(insert.execute(connection).await?.rows_affected() > 0)
    }
}
