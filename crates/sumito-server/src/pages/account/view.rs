//! What the account page shows: its forms, what they answered, and what belongs to the account.

use maud::{Markup, html};
use sumito_content::texts::Texts;

use super::{AccountForm, Feedback};
use crate::db::{Scope, SessionInfo, User};
use crate::failure::Failure;
use crate::pages::badge::badge;
use crate::pages::frame::{Page, date, frame};
use crate::pages::{Reader, own_path};
use crate::play::refusal::Refusal;

/// The new recovery code after signing up or recovering an account, with a link to continue.
pub(super) fn welcome(reader: &Reader, recovery_code: &str, back: &str) -> String {
    let texts = reader.texts();
    let content = html! {
        h1 { (reader.name().unwrap_or_default()) }
        div.card.welcome {
            h2 { (texts.get("account-recovery")) }
            p { (texts.get("account-recovery-why")) }
            (secret(&texts.get("account-recovery-code"), recovery_code))
            a.button.main href=(back) { (texts.get("account-recovery-continue")) }
        }
    };
    frame(reader, &Page { path: "/account", title: texts.get("account-title"), module: None, areas: &[], content })
}

pub(super) fn page(reader: &Reader, feedback: &Feedback, sessions: &[SessionInfo], blocked: &[User]) -> String {
    let texts = reader.texts();
    let content = html! {
        @if let Some(done) = feedback.done { p.notice role="status" { (texts.get(done)) } }
        @match reader.name() {
            Some(name) => {
                @let is_bot = reader.user.as_ref().is_some_and(|user| user.is_bot);
                (signed_in(texts, name, is_bot, feedback, sessions, blocked))
            }
            None => (signed_out(reader, feedback)),
        }
    };
    frame(reader, &Page { path: "/account", title: texts.get("account-title"), module: None, areas: &[], content })
}

fn signed_out(reader: &Reader, feedback: &Feedback) -> Markup {
    let texts = reader.texts();
    let t = |key| texts.get(key);
    let back = html! { @if let Some(back) = &feedback.back { input type="hidden" name="back" value=(own_path(Some(back))); } };
    let name = |form| if feedback.error.as_ref().is_some_and(|(other, _)| *other == form) { feedback.name.as_str() } else { "" };
    html! {
        div.entrance {
        h1 { (t("account-title")) }
        div.cards {
            div.card {
                form action="/account/sign-in" method="post" {
                    h2 { (t("account-sign-in")) }
                    (error(texts, feedback, AccountForm::SignIn))
                    (back)
                    (field(&t("account-name"), "sign-in-name", "name", "text", "username", name(AccountForm::SignIn), None))
                    (field(&t("account-password"), "sign-in-password", "password", "password", "current-password", "", None))
                    button.main type="submit" { (t("account-sign-in")) }
                }
                details open[feedback.error.as_ref().is_some_and(|(form, _)| *form == AccountForm::Recover)] {
                    summary { (t("account-forgot")) }
                    form action="/account/recover" method="post" {
                        p { (t("account-forgot-lead")) }
                        (error(texts, feedback, AccountForm::Recover))
                        (back)
                        (field(&t("account-name"), "recover-name", "name", "text", "username", name(AccountForm::Recover), None))
                        (field(&t("account-recovery"), "recover-code", "code", "text", "off", "", None))
                        (field(&t("account-new-password"), "recover-password", "new", "password", "new-password", "", Some(&t("account-recover-hint"))))
                        button type="submit" { (t("account-recover")) }
                    }
                }
            }
            form.card action="/account/sign-up" method="post" {
                h2 { (t("account-sign-up")) }
                p { (t("account-sign-up-lead")) }
                @if reader.user.is_some() { p { (t("account-keeps-games")) } }
                (error(texts, feedback, AccountForm::SignUp))
                (back)
                (field(&t("account-name"), "sign-up-name", "name", "text", "username", name(AccountForm::SignUp), Some(&t("account-name-hint"))))
                (field(&t("account-password"), "sign-up-password", "password", "password", "new-password", "", Some(&t("account-password-hint"))))
                button type="submit" { (t("account-sign-up")) }
            }
        }
        }
    }
}

fn signed_in(texts: &Texts, name: &str, is_bot: bool, feedback: &Feedback, sessions: &[SessionInfo], blocked: &[User]) -> Markup {
    let t = |key| texts.get(key);
    let browsers = sessions.iter().filter(|session| session.label.is_none()).count();
    let programs: Vec<(&str, &SessionInfo)> =
        sessions.iter().filter_map(|session| Some((session.label.as_deref()?, session))).collect();
    html! {
        h1 { (name) (badge(texts, is_bot)) }
        div.row.account-links {
            a.button href={ "/user/" (name) } { (t("account-profile")) }
            a.button href="/settings" { (t("settings-title")) }
            form action="/account/sign-out" method="post" { button type="submit" { (t("account-sign-out")) } }
        }
        div.cards {
            form.card action="/account/password" method="post" {
                h2 { (t("account-change-password")) }
                (error(texts, feedback, AccountForm::Password))
                // Password managers look for the name.
                input type="hidden" name="name" value=(name) autocomplete="username";
                (field(&t("account-password"), "old-password", "password", "password", "current-password", "", None))
                (field(&t("account-new-password"), "new-password", "new", "password", "new-password", "", Some(&t("account-change-hint"))))
                button type="submit" { (t("account-change-password")) }
            }
            form.card action="/account/recovery" method="post" {
                h2 { (t("account-recovery")) }
                p.quiet { (t("account-recovery-lead")) }
                (error(texts, feedback, AccountForm::Recovery))
                @if let Some(code) = &feedback.code { (secret(&t("account-recovery-code"), code)) }
                input type="hidden" name="name" value=(name) autocomplete="username";
                (field(&t("account-password"), "recovery-password", "password", "password", "current-password", "", None))
                button type="submit" { (t("account-recovery-make")) }
            }
            div.card {
                h2 { (t("account-sessions")) }
                (error(texts, feedback, AccountForm::Sessions))
                p { (texts.with("account-sessions-count", &[("count", browsers.into())])) }
                form action="/account/sessions/end" method="post" {
                    button type="submit" disabled[browsers == 0] { (t("account-end-sessions")) }
                }
            }
            div.card {
                h2 { (t("account-tokens")) }
                p.quiet { (t("account-tokens-lead")) }
                (error(texts, feedback, AccountForm::Tokens))
                @if let Some(token) = &feedback.token { (secret(&t("account-token-new"), token)) }
                @if !programs.is_empty() {
                    ul.plain {
                        @for (label, session) in &programs {
                            li.row {
                                span { (label) " " span.quiet { (t(scope_key(session.scope))) " · " (date(session.since)) } }
                                form action="/account/tokens/end" method="post" {
                                    input type="hidden" name="token" value=(session.digest);
                                    button.danger type="submit" aria-label=(texts.with("account-token-end-named", &[("name", (*label).into())])) { (t("account-token-end")) }
                                }
                            }
                        }
                    }
                }
                form action="/account/tokens" method="post" {
                    div.field {
                        label for="token-label" { (t("account-token-label")) }
                        input #token-label name="label" required maxlength="40" autocomplete="off";
                    }
                    fieldset {
                        legend { (t("account-token-scope")) }
                        div.choices {
                            @for scope in [Scope::Play, Scope::Read, Scope::Bot] {
                                label {
                                    input type="radio" name="scope" value=(scope.name()) checked[scope == Scope::Play];
                                    span { (t(scope_key(scope))) }
                                }
                            }
                        }
                        p.quiet.hint { (t("account-token-scope-why")) }
                    }
                    button type="submit" { (t("account-token-add")) }
                }
            }
            form.card action="/account/bot" method="post" {
                h2 { (t("account-bot")) }
                (error(texts, feedback, AccountForm::Bot))
                @if is_bot { p { (t("account-bot-is")) } } @else {
                    p.quiet { (t("account-bot-lead")) }
                    button type="submit" { (t("account-bot-make")) }
                }
            }
            (blocked_players(texts, blocked))
            form.card action="/account/delete" method="post" {
                h2 { (t("account-delete")) }
                p.quiet { (t("account-delete-lead")) }
                (error(texts, feedback, AccountForm::Delete))
                input type="hidden" name="name" value=(name) autocomplete="username";
                (field(&t("account-password"), "delete-password", "password", "password", "current-password", "", None))
                button.danger type="submit" { (t("account-delete")) }
            }
        }
    }
}

fn blocked_players(texts: &Texts, blocked: &[User]) -> Markup {
    html! {
        div.card #blocked {
            h2 { (texts.get("account-blocked")) }
            p.quiet { (texts.get(if blocked.is_empty() { "account-blocked-none" } else { "account-blocked-lead" })) }
            ul.plain {
                @for name in blocked.iter().filter_map(|user| user.name.as_deref()) {
                    li.row {
                        a href={ "/user/" (name) } { (name) }
                        form action={ "/user/" (name) "/unblock" } method="post" {
                            input type="hidden" name="back" value="/account";
                            button type="submit" aria-label=(texts.with("account-unblock-named", &[("name", name.into())])) { (texts.get("profile-unblock")) }
                        }
                    }
                }
            }
        }
    }
}

/// What a program may do, in words.
fn scope_key(scope: Scope) -> &'static str {
    match scope {
        Scope::Read => "account-token-read",
        Scope::Bot => "account-token-bot",
        Scope::Play | Scope::Full => "account-token-play",
    }
}

/// Something that is shown once.
fn secret(lead: &str, secret: &str) -> Markup {
    html! { div.notice.secret role="status" tabindex="-1" autofocus { p { (lead) } code.token { (secret) } } }
}

/// The error of a form, at its top.
fn error(texts: &Texts, feedback: &Feedback, form: AccountForm) -> Markup {
    let failure = feedback.error.as_ref().filter(|(other, _)| *other == form).map(|(_, failure)| failure);
    html! { @if let Some(failure) = failure { p.notice.bad role="alert" tabindex="-1" autofocus { (words(texts, form, failure)) } } }
}

/// A failure in the reader's language.
fn words(texts: &Texts, form: AccountForm, failure: &Failure) -> String {
    texts.get(match failure {
        // A signed-in user entered only the password.
        Failure::WrongPassword if form != AccountForm::SignIn => "account-error-password-alone",
        Failure::WrongPassword => "account-error-wrong-password",
        Failure::WrongCode => "account-error-wrong-code",
        Failure::NameTaken => "account-error-name-taken",
        Failure::BadName => "account-error-bad-name",
        Failure::ReservedName => "refusal-reserved-name",
        Failure::BadPassword => "account-error-bad-password",
        Failure::CommonPassword => "refusal-common-password",
        Failure::TooManyGuesses => "refusal-too-many-guesses",
        Failure::AccountClosed => "refusal-account-closed",
        Failure::HasAccount => "account-error-has-account",
        Failure::SignedOut => "account-error-signed-out",
        Failure::TooMany => "account-error-too-many",
        Failure::Refused(Refusal::HasPlayed) => "refusal-has-played",
        _ => "account-error-other",
    })
}

fn field(label: &str, id: &str, name: &str, kind: &str, autocomplete: &str, value: &str, hint: Option<&str>) -> Markup {
    let hint_id = format!("{id}-hint");
    let new = autocomplete == "new-password";
    html! {
        div.field {
            label for=(id) { (label) }
            input id=(id) name=(name) type=(kind) autocomplete=(autocomplete) value=(value) required
                minlength=[new.then_some("8")] maxlength=(match (kind, name) { ("password", _) => "200", (_, "code") => "40", _ => "20" })
                autocapitalize="none" spellcheck="false" aria-describedby=[hint.map(|_| hint_id.as_str())];
            @if let Some(hint) = hint { p.hint.quiet id=(hint_id) { (hint) } }
        }
    }
}
