//! Reports and moderation as JSON.

use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::{Json, parse};
use crate::db::{LoggedAction, Report, SavedRefund};
use crate::failure::Failure;
use crate::id::{GameId, ReportId};
use crate::moderating::reporting::ReportRequest;
use crate::moderating::{AccountFile, Overview};
use crate::moderation::Action;
use crate::moderation::agreement::{Agreement, Difficulty, Pace};
use crate::moderation::report::ReportAction;

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object")]
struct Decision {
    #[serde(rename = "do")]
    act: String,
    #[serde(default)]
    reason: String,
}

/// Reads a report.
pub(crate) fn report_request(text: &str) -> Result<ReportRequest, Failure> {
    parse(text)
}

/// Reads what to do about an account, and why.
pub(crate) fn measure_request(text: &str) -> Result<(Action, String), Failure> {
    let Decision { act, reason } = parse(text)?;
    let expected = "do: expected mute, unmute, ban, unban, close or reopen";
    Ok((Action::find(&act).ok_or_else(|| Failure::Bad(expected.to_owned()))?, reason))
}

/// Reads what to do about a report, and why.
pub(crate) fn answer_request(text: &str) -> Result<(ReportAction, String), Failure> {
    let Decision { act, reason } = parse(text)?;
    let expected = "do: expected close-report or reopen-report";
    Ok((ReportAction::find(&act).ok_or_else(|| Failure::Bad(expected.to_owned()))?, reason))
}

/// A report was filed.
pub(crate) fn filed_report(id: ReportId) -> Json {
    Json(json!({"report": id.as_str()}))
}

/// What moderators see first.
pub(crate) fn moderation(Overview { open, closed, log }: &Overview) -> Json {
    Json(json!({"open": reports(open), "closed": reports(closed), "log": entries(log)}))
}

/// What moderators know about an account.
pub(crate) fn moderated_account(file: &AccountFile) -> Json {
    let AccountFile { profile, standing, reports, log, refunds, agreement, .. } = file;
    Json(json!({
        "user": profile.id.as_str(),
        "name": profile.name,
        "since": profile.since,
        "moderator": standing.is_moderator,
        "muted": standing.is_muted,
        "banned": standing.is_banned,
        "closed": standing.is_closed,
        "reports": self::reports(reports),
        "log": entries(log),
        "refunds": refunds.iter().map(refund).collect::<Vec<_>>(),
        "agreement": agreement.as_ref().map(|(at, agreement)| measured(*at, agreement)),
    }))
}

fn reports(reports: &[Report]) -> Vec<Value> {
    let report = |report: &Report| {
        json!({
            "report": report.id.as_str(),
            "at": report.at,
            "reporter": report.reporter,
            "accused": report.accused,
            "game": report.game.as_ref().map(GameId::as_str),
            "line": report.line,
            "reason": report.reason.key(),
            "text": report.words,
            "closedAt": report.closed_at,
            "answer": report.answer,
        })
    };
    reports.iter().map(report).collect()
}

fn entries(log: &[LoggedAction]) -> Vec<Value> {
    let entry = |entry: &LoggedAction| {
        json!({
            "at": entry.at,
            "by": entry.by,
            "operator": entry.by_operator,
            "do": entry.action,
            "reason": entry.reason,
            "account": entry.account,
            "report": entry.report.as_ref().map(ReportId::as_str),
        })
    };
    log.iter().map(entry).collect()
}

fn refund(SavedRefund { name, pool, points, at, undone_at }: &SavedRefund) -> Value {
    json!({"name": name, "speed": pool, "points": points.round() as i64, "at": at, "undoneAt": undone_at})
}

fn measured(at: i64, agreement: &Agreement) -> Value {
    let count = |difficulty: Difficulty, pace: Option<Pace>| {
        let count = agreement.count(difficulty, pace);
        json!({"moves": count.moves, "agreed": count.agreed})
    };
    let kind = |difficulty: Difficulty| {
        let mut value = count(difficulty, None);
        value["usual"] = json!(agreement.usual(difficulty));
        value["excess"] = json!(agreement.excess(difficulty));
        let paces: Map<String, Value> =
            Pace::ALL.iter().map(|&pace| (pace.key().to_owned(), count(difficulty, Some(pace)))).collect();
        value["paces"] = Value::Object(paces);
        (difficulty.key().to_owned(), value)
    };
    let positions: Map<String, Value> = Difficulty::ALL.map(kind).into_iter().collect();
    json!({"at": at, "games": agreement.games, "nodes": agreement.nodes, "positions": positions})
}
