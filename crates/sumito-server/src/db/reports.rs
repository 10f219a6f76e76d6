//! Reports about players, games and lines of a chat.

use sqlx::{AssertSqlSafe, query, query_as, query_scalar};

use super::{ChatMessage, Db, DbError};
use crate::id::{GameId, ReportId, UserId};
use crate::moderation::report::{Reason, Subject};
use crate::play::clock::Millis;

/// A report to be saved.
#[derive(Clone, Debug)]
pub(crate) struct NewReport {
    pub(crate) id: ReportId,
    pub(crate) at: Millis,
    pub(crate) reporter: UserId,
    pub(crate) subject: Subject,
    pub(crate) accused: Option<UserId>,
    pub(crate) game: Option<GameId>,
    pub(crate) line: Option<String>,
    pub(crate) reason: Reason,
    pub(crate) words: String,
}

/// A report, with names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Report {
    pub(crate) id: ReportId,
    pub(crate) at: Millis,
    /// `None` for a deleted account.
    pub(crate) reporter: Option<String>,
    /// Whom it is about, if they have an account.
    pub(crate) accused: Option<String>,
    pub(crate) game: Option<GameId>,
    pub(crate) line: Option<String>,
    pub(crate) reason: Reason,
    pub(crate) words: String,
    pub(crate) closed_at: Option<Millis>,
    /// How it was answered.
    pub(crate) answer: Option<String>,
}

type ReportRow = (
    String,
    Millis,
    Option<String>,
    Option<String>,
    Option<String>,
    Option<String>,
    String,
    String,
    Option<Millis>,
    Option<String>,
);

const REPORTS: &str = "select r.id, r.at, reporters.name, accused.name, r.game, r.line, r.reason, r.words, r.closed_at, \
                       (select reason from moderation_log log where log.subject = 'report:' || r.id order by number desc limit 1) \
                       from reports r left join users reporters on reporters.id = r.reporter left join users accused on accused.id = r.accused";

impl Db {
    /// Saves a report; `false` if the same person has an open one about the same.
    pub(crate) async fn add_report(&self, report: NewReport) -> Result<bool, DbError> {
        let write = move || {
            let insert = query(
                "insert into reports (id, at, reporter, subject, accused, game, line, reason, words) \
                 values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict do nothing",
            );
            let insert = insert.bind(report.id.to_string()).bind(report.at).bind(report.reporter.to_string());
            let insert = insert.bind(report.subject.to_string()).bind(report.accused.map(|user| user.to_string()));
            let insert = insert.bind(report.game.map(|game| game.to_string())).bind(report.line.clone());
            vec![insert.bind(report.reason.key()).bind(report.words.clone())]
        };
        Ok(self.write(write).await? > 0)
    }

    /// How many reports somebody has sent since a moment.
    pub(crate) async fn reports_sent(&self, reporter: UserId, since: Millis) -> Result<i64, DbError> {
        let select = query_scalar("select count(*) from reports where reporter = $1 and at > $2");
        Ok(select.bind(reporter.to_string()).bind(since).fetch_one(&self.pool).await?)
    }

    pub(crate) async fn open_reports(&self, limit: i64) -> Result<Vec<Report>, DbError> {
        let text = AssertSqlSafe(format!("{REPORTS} where r.closed_at is null order by r.at limit $1"));
        Ok(reports(query_as(text).bind(limit).fetch_all(&self.pool).await?))
    }

    pub(crate) async fn closed_reports(&self, limit: i64) -> Result<Vec<Report>, DbError> {
        let text = AssertSqlSafe(format!("{REPORTS} where r.closed_at is not null order by r.closed_at desc limit $1"));
        Ok(reports(query_as(text).bind(limit).fetch_all(&self.pool).await?))
    }

    /// Reports about a user, the latest first.
    pub(crate) async fn reports_about(&self, user: UserId, limit: i64) -> Result<Vec<Report>, DbError> {
        let text = AssertSqlSafe(format!("{REPORTS} where r.accused = $1 order by r.at desc limit $2"));
        Ok(reports(query_as(text).bind(user.to_string()).bind(limit).fetch_all(&self.pool).await?))
    }

    pub(crate) async fn has_report(&self, report: ReportId) -> Result<bool, DbError> {
        let select = query_scalar("select count(*) from reports where id = $1").bind(report.to_string());
        let count: i64 = select.fetch_one(&self.pool).await?;
        Ok(count > 0)
    }

    /// A line of a chat, by its moment and its author.
    pub(crate) async fn chat_line(&self, game: GameId, at: Millis, by: UserId) -> Result<Option<ChatMessage>, DbError> {
        let messages = self.chat(game).await?;
        Ok(messages.into_iter().find(|message| message.at == at && message.user == by))
    }
}

fn reports(rows: Vec<ReportRow>) -> Vec<Report> {
    let report = |(id, at, reporter, accused, game, line, reason, words, closed_at, answer): ReportRow| {
        let game = game.and_then(|game| game.parse().ok());
        let reason = Reason::find(&reason).unwrap_or(Reason::Other);
        Some(Report { id: id.parse().ok()?, at, reporter, accused, game, line, reason, words, closed_at, answer })
    };
    rows.into_iter().filter_map(report).collect()
}
