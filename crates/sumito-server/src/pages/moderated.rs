//! What moderators know about an account, and the measures that they can take.

use maud::{Markup, html};
use sumito_content::texts::Texts;

use super::Reader;
use super::frame::{Page, date, frame};
use super::moderation::{decision, entries, reports};
use super::profile::{points, pool_name};
use super::refusal_key;
use crate::db::{SavedRefund, find_pool};
use crate::failure::Failure;
use crate::moderating::AccountFile;
use crate::moderation::Action;
use crate::moderation::agreement::{Agreement, Count, Difficulty, Pace};

pub(super) fn page(reader: &Reader, file: &AccountFile, failure: Option<&Failure>) -> String {
    let texts = reader.texts();
    let t = |key: &str| texts.get(key);
    let AccountFile { profile, standing, ratings, .. } = file;
    let address = format!("/moderation/user/{}", profile.name);
    let content = html! {
        div.moderation {
            p { a href="/moderation" { "‹ " (t("moderation-title")) } }
            h1 { (profile.name) }
            @if let Some(failure) = failure { p.notice.bad role="alert" { (t(&refusal_key(texts, failure))) } }
            p.quiet {
                (t("profile-since")) " " (date(profile.since))
                @for rating in ratings { " · " (pool_name(texts, rating.pool)) " " (points(texts, rating)) " (" (rating.won + rating.drawn + rating.lost) ")" }
            }
            p { a.button href={ "/user/" (profile.name) } { (t("moderation-profile")) } }
            section aria-labelledby="standing" {
                h2 #standing { (t("moderation-standing")) }
                @if standing.is_moderator { p.notice { (t("moderation-is-moderator")) } } @else {
                    div.cards.measures {
                        @for (measure, undo) in Action::MEASURES {
                            @let holds = standing.has(measure);
                            section.card aria-labelledby={ "measure-" (measure.name()) } {
                                h3 id={ "measure-" (measure.name()) } {
                                    (t(&format!("moderation-{}", measure.name())))
                                    @if holds { " " span.badge { (t("moderation-holds")) } }
                                }
                                p.quiet { (t(&format!("moderation-{}-why", measure.name()))) }
                                (decision(texts, &address, "account", if holds { undo } else { measure }.name(), None))
                            }
                        }
                    }
                }
            }
            section aria-labelledby="reports" {
                h2 #reports { (t("moderation-reports")) }
                @if file.reports.is_empty() { p.quiet { (t("moderation-reports-none")) } }
                (reports(texts, &file.reports, &address))
            }
            section aria-labelledby="log" {
                h2 #log { (t("moderation-log")) }
                (entries(texts, &file.log, false))
            }
            @if !file.refunds.is_empty() {
                section aria-labelledby="refunds" {
                    h2 #refunds { (t("moderation-refunds")) }
                    (refunds(texts, &file.refunds))
                }
            }
            section aria-labelledby="agreement" {
                h2 #agreement { (t("moderation-agreement")) }
                @match &file.agreement {
                    Some((at, agreement)) => (measured(texts, *at, agreement)),
                    None => {
                        p.quiet { (t("moderation-agreement-none")) }
                        p { code { "sumito moderate agreement " (profile.name) } }
                    }
                }
            }
        }
    };
    frame(reader, &Page { path: "/moderation", title: profile.name.clone(), module: None, areas: &[], content })
}

fn refunds(texts: &Texts, refunds: &[SavedRefund]) -> Markup {
    let t = |key: &str| texts.get(key);
    let pool = |name: &str| match find_pool(name) {
        Some((pool, of_bots)) => pool_name(texts, pool) + if of_bots { " (bots)" } else { "" },
        None => name.to_owned(),
    };
    html! {
        div.wide tabindex="0" role="region" aria-label=(t("moderation-refunds")) { table {
            thead { tr {
                th scope="col" { (t("moderation-find")) }
                th scope="col" { (t("profile-speed")) }
                th scope="col" { (t("moderation-points")) }
                th scope="col" { (t("moderation-when")) }
            } }
            tbody {
                @for refund in refunds {
                    tr {
                        td { (refund.name.clone().unwrap_or_else(|| t("moderation-deleted"))) }
                        td { (pool(&refund.pool)) }
                        td { (format!("{:.0}", refund.points)) @if refund.undone_at.is_some() { ", " (t("moderation-taken-back")) } }
                        td { (date(refund.at)) }
                    }
                }
            }
        } }
    }
}

/// The agreement with the engine, and how uncertain it is.
fn measured(texts: &Texts, at: i64, agreement: &Agreement) -> Markup {
    let t = |key: &str| texts.get(key);
    let percent = |share: f64| format!("{:.0} %", share * 100.0);
    let share = |count: &Count| {
        let [share, low, high] = count.share();
        format!("{} [{:.0}, {:.0}]", percent(share), low * 100.0, high * 100.0)
    };
    let names = [
        ("moderation-easy", Difficulty::Easy),
        ("moderation-hard", Difficulty::Hard),
        ("moderation-open-choice", Difficulty::Open),
    ];
    let paces = [("moderation-quick", Pace::Quick), ("moderation-steady", Pace::Steady), ("moderation-slow", Pace::Slow)];
    html! {
        p {
            (date(at)) (t("colon")) " "
            (texts.with("moderation-agreement-lead", &[("games", agreement.games.into()), ("nodes", (agreement.nodes as i64).into())]))
        }
        div.wide tabindex="0" role="region" aria-label=(t("moderation-agreement")) { table {
            thead { tr {
                th scope="col" { (t("moderation-positions")) }
                th scope="col" { (t("moderation-moves")) }
                th scope="col" { (t("moderation-agreed")) }
                th scope="col" { (t("moderation-usual")) }
                th scope="col" { (t("moderation-excess")) }
            } }
            @for (key, difficulty) in names {
                @let all = agreement.count(difficulty, None);
                @if all.moves > 0 {
                    tbody {
                        tr {
                            th scope="row" { (t(key)) }
                            td { (all.moves) }
                            td { (share(&all)) }
                            td { @if let Some([low, high]) = agreement.usual(difficulty) { (format!("{:.0} – {}", low * 100.0, percent(high))) } }
                            td { @if let Some(excess) = agreement.excess(difficulty) { (format!("{excess:+.1}")) } }
                        }
                        @for (key, pace) in paces {
                            @let count = agreement.count(difficulty, Some(pace));
                            @if count.moves > 0 {
                                tr.part { th scope="row" { (t(key)) } td { (count.moves) } td { (share(&count)) } td {} td {} }
                            }
                        }
                    }
                }
            }
        } }
        p.quiet { (t("moderation-caveat")) }
    }
}
