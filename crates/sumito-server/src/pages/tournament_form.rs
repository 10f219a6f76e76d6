//! The form to make a tournament.

use maud::{Markup, html};
use serde::Deserialize;
use sumito_rules::Layout;
use sumito_tournament::standings::TieBreak;

use super::Reader;
use super::controls::control_words;
use super::frame::{Page, frame};
use crate::directing::new_tournament::NewTournament;
use crate::failure::Failure;
use crate::id::TournamentId;
use crate::play::clock::{Millis, TimeControl};
use crate::time::{MINUTE, day, moment};
use crate::tournament::Refusal;
use crate::tournament::settings::{BadSetting, Format, Preset, Scoring, Secret, Settings, Start};

/// The formats, in the order of the form.
const FORMATS: [&str; 5] = ["swiss", "round-robin", "knockout", "arena", "double-swiss"];
/// How many tie-breaks can be chosen.
const TIE_BREAKS: usize = 4;
/// The choice of a clock that is not among the usual ones.
const OWN: &str = "own";

/// The fields as a browser sends them.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct TournamentForm {
    pub(super) preset: String,
    name: String,
    format: String,
    place: String,
    minutes: String,
    rounds: String,
    games: String,
    double: String,
    third_place: String,
    drawn: String,
    control: String,
    /// Instead of a usual clock.
    own_control: String,
    layout: String,
    /// More layouts, one for each round.
    layouts: String,
    rated: String,
    listed: String,
    /// `open`, `password` or `link`.
    entry: String,
    password: String,
    least: String,
    most: String,
    days: String,
    start: String,
    /// Such as `2026-11-18T19:30`, in the browser's time.
    at: String,
    /// Minutes by which the browser's time is ahead of UTC.
    zone: String,
    capacity: String,
    pause: String,
    scoring: String,
    tie1: String,
    tie2: String,
    tie3: String,
    tie4: String,
    play_off: String,
}

/// What the form is for, and what it shows.
pub(super) struct FormPage<'a> {
    pub(super) preset: Option<Preset>,
    /// The tournament that is changed; none makes a new one.
    pub(super) id: Option<TournamentId>,
    pub(super) fields: TournamentForm,
    pub(super) refused: Option<&'a str>,
}

impl TournamentForm {
    /// The fields for these settings.
    pub(super) fn of(settings: &Settings, preset: Option<Preset>) -> TournamentForm {
        let on = |is_on: bool| if is_on { "on".to_owned() } else { String::new() };
        let number = |number: Option<u16>| number.map(|number| number.to_string()).unwrap_or_default();
        let tie = |n: usize| settings.tie_breaks.get(n).map(|tie| tie.name().to_owned()).unwrap_or_default();
        let is_usual = TimeControl::PRESETS.contains(&settings.control.to_string().as_str());
        let mut fields = TournamentForm {
            preset: preset.map_or("", Preset::name).to_owned(),
            name: settings.name.clone(),
            format: settings.format.name().to_owned(),
            place: if settings.over_the_board { "board" } else { "online" }.to_owned(),
            minutes: "60".to_owned(),
            rounds: "5".to_owned(),
            games: "1".to_owned(),
            control: if is_usual { settings.control.to_string() } else { OWN.to_owned() },
            own_control: if is_usual { String::new() } else { settings.control.to_string() },
            layout: settings.layouts.first().map(|layout| layout.id.to_owned()).unwrap_or_default(),
            rated: on(settings.rated),
            listed: on(settings.listed),
            entry: match settings.admission.secret {
                Secret::None => "open",
                Secret::Password(_) => "password",
                Secret::Link(_) => "link",
            }
            .to_owned(),
            least: number(settings.admission.least_rating),
            most: number(settings.admission.most_rating),
            days: number(Some(settings.admission.account_days).filter(|days| *days > 0)),
            start: match settings.start {
                Start::At(_) => "at",
                Start::WhenFull => "full",
                Start::ByHand => "hand",
            }
            .to_owned(),
            capacity: number(settings.capacity),
            pause: settings.pause.to_string(),
            scoring: if settings.scoring == Scoring::Marbles { "marbles" } else { "games" }.to_owned(),
            tie1: tie(0),
            tie2: tie(1),
            tie3: tie(2),
            tie4: tie(3),
            play_off: settings.play_off.map(|control| control.to_string()).unwrap_or_default(),
            zone: "0".to_owned(),
            ..TournamentForm::default()
        };
        match settings.format {
            Format::Arena { minutes } => fields.minutes = minutes.to_string(),
            Format::Swiss { rounds, .. } => fields.rounds = rounds.to_string(),
            Format::RoundRobin { double } => fields.double = on(double),
            Format::Knockout { games, third_place, drawn } => {
                (fields.games, fields.third_place, fields.drawn) = (games.to_string(), on(third_place), on(drawn));
            }
        }
        if settings.layouts.len() > 1 {
            fields.layouts = settings.layouts.iter().map(|layout| layout.id).collect::<Vec<_>>().join(", ");
        }
        if let Start::At(at) = settings.start {
            let minutes = at.div_euclid(MINUTE).rem_euclid(24 * 60);
            fields.at = format!("{}T{:02}:{:02}", day(at), minutes / 60, minutes % 60);
        }
        fields
    }

    pub(super) fn wanted(&self) -> Result<NewTournament, Failure> {
        // An empty field sets no limit.
        fn number<T: std::str::FromStr + Default>(text: &str) -> T {
            text.trim().parse().unwrap_or_default()
        }
        let text = |text: &str| Some(text.trim().to_owned()).filter(|text| !text.is_empty());
        let is_on = |text: &str| Some(!text.is_empty());
        let mut layouts: Vec<String> = self.layouts.split([',', '\n', ' ']).map(|name| name.trim().to_owned()).collect();
        layouts.retain(|name| !name.is_empty());
        if layouts.is_empty() {
            layouts.extend(text(&self.layout));
        }
        let starts_at = if self.start == "at" { Some(self.moment()?) } else { None };
        let control = if self.control == OWN { &self.own_control } else { &self.control };
        // An arena hides the choice.
        let is_board = self.place == "board" && self.format != "arena";
        Ok(NewTournament {
            name: self.name.clone(),
            preset: text(&self.preset),
            format: text(&self.format),
            minutes: self.minutes.trim().parse().ok(),
            rounds: Some(number(&self.rounds)),
            double: is_on(&self.double),
            games: Some(number(&self.games)),
            third_place: is_on(&self.third_place),
            drawn: is_on(&self.drawn),
            over_the_board: Some(is_board),
            control: Some(control.clone()).filter(|control| !control.is_empty() || self.control == OWN),
            layouts: Some(layouts).filter(|layouts| !layouts.is_empty()),
            rated: Some(!self.rated.is_empty() && !is_board),
            listed: is_on(&self.listed),
            // One that was chosen before and is not written again stays.
            password: match self.entry.as_str() {
                "password" => text(&self.password),
                _ => Some(String::new()),
            },
            by_link: Some(self.entry == "link"),
            least_rating: Some(number(&self.least)),
            most_rating: Some(number(&self.most)),
            account_days: Some(number(&self.days)),
            starts_at,
            when_full: Some(self.start == "full"),
            by_hand: Some(self.start == "hand"),
            capacity: Some(number(&self.capacity)),
            pause: self.pause.trim().parse().ok(),
            scoring: text(&self.scoring),
            tie_breaks: Some([&self.tie1, &self.tie2, &self.tie3, &self.tie4].map(Clone::clone).to_vec()),
            play_off: Some(text(&self.play_off).unwrap_or_else(|| "off".to_owned())),
        })
    }

    fn moment(&self) -> Result<Millis, Failure> {
        let found = self.at.split_once('T').and_then(|(date, time)| {
            let (hour, minute) = time.split_once(':')?;
            let (hour, minute): (Millis, Millis) = (hour.parse().ok()?, minute.get(..2)?.parse().ok()?);
            let zone: Millis = self.zone.parse().unwrap_or(0);
            Some(moment(date)? + (60 * hour + minute - zone.clamp(-840, 840)) * MINUTE)
        });
        found.ok_or_else(|| Refusal::from(BadSetting::new("startsAt", "start-time", "expected a date and a time")).into())
    }

    fn tie(&self, n: usize) -> &str {
        [&self.tie1, &self.tie2, &self.tie3, &self.tie4][n]
    }
}

pub(super) fn form(reader: &Reader, page: &FormPage<'_>) -> String {
    let texts = reader.texts();
    let t = |key: &str| texts.get(key);
    let FormPage { preset, id, fields, refused } = page;
    let number = |name: &str, key: &str, value: &str, least: i64, most: i64, formats: &str| {
        html! {
            label.field data-formats=(formats) {
                span { (t(key)) }
                input type="number" name=(name) inputmode="numeric" min=(least) max=(most) value=(value);
            }
        }
    };
    let check = |name: &str, key: &str, checked: &str, formats: &str| {
        html! { label.check data-formats=(formats) { input type="checkbox" name=(name) checked[!checked.is_empty()]; span { (t(key)) } } }
    };
    let choice = |name: &str, chosen: &str, choices: &[(&str, String)]| {
        html! {
            div.choices { @for (value, text) in choices {
                label { input type="radio" name=(name) value=(value) checked[*value == chosen]; span { (text) } }
            } }
        }
    };
    let words = |values: &[&'static str], prefix: &str| -> Vec<(&'static str, String)> {
        values.iter().map(|value| (*value, t(&format!("{prefix}-{value}")))).collect()
    };
    let action = id.map_or("/tournaments".to_owned(), |id| format!("/tournaments/{id}/edit"));
    let title = t(if id.is_some() { "tournament-edit" } else { "tournaments-new" });
    let places = [("online", t("tournament-online")), ("board", t("tournament-over-the-board"))];
    let content = html! {
        div.form-page {
            h1 { (title) }
            @if reader.name().is_none() { p.notice { a href="/account" { (t("tournament-account")) } } }
            @if id.is_none() {
                nav.row.filters aria-label=(t("tournament-presets")) {
                    @for one in Preset::ALL {
                        a href={ "/tournaments/new?preset=" (one.name()) } aria-current=[(*preset == Some(one)).then_some("page")] {
                            (t(&format!("tournament-preset-{}", one.name())))
                        }
                    }
                }
            }
            form.card.tournament-form #tournament-form action=(action) method="post" {
                @if let Some(why) = refused { p.notice.bad role="alert" { (why) } }
                input type="hidden" name="preset" value=(fields.preset);
                input type="hidden" name="zone" value=(fields.zone);
                label.field { span { (t("tournament-name")) } input name="name" required maxlength="60" autocomplete="off" value=(fields.name); }
                fieldset {
                    legend { (t("tournament-format")) }
                    (choice("format", &fields.format, &words(&FORMATS, "tournament-format")))
                    @for format in FORMATS { p.quiet data-formats=(format) { (t(&format!("tournament-format-{format}-why"))) } }
                }
                fieldset data-formats="swiss double-swiss round-robin knockout" { legend { (t("tournament-place")) } (choice("place", &fields.place, &places)) }
                div.numbers {
                    (number("rounds", "tournament-rounds", &fields.rounds, 1, 30, "swiss double-swiss"))
                    (number("minutes", "tournament-minutes", &fields.minutes, 5, 720, "arena"))
                    (number("games", "tournament-games", &fields.games, 1, 15, "knockout"))
                    (number("capacity", "tournament-capacity", &fields.capacity, 2, 5000, ""))
                    (number("pause", "tournament-pause", &fields.pause, 0, 604_800, "swiss double-swiss round-robin knockout"))
                }
                (check("double", "tournament-double", &fields.double, "round-robin"))
                (check("third_place", "tournament-third-place", &fields.third_place, "knockout"))
                (check("drawn", "tournament-drawn", &fields.drawn, "knockout"))
                div.numbers {
                    label.field { span { (t("tournament-control")) } select name="control" {
                        (controls(reader, &fields.control, true))
                        option value=(OWN) selected[fields.control == OWN] { (t("clock-own")) }
                    } }
                    label.field data-when={ "control " (OWN) } { span { (t("clock-own-why")) } input name="own_control" maxlength="20" autocomplete="off" spellcheck="false" placeholder="300+3" value=(fields.own_control); }
                    label.field { span { (t("tournament-layout")) } select name="layout" { (layouts(reader, &fields.layout)) } }
                }
                fieldset {
                    legend { (t("tournament-start")) }
                    (choice("start", &fields.start, &words(&["hand", "at", "full"], "tournament-start")))
                    label.field data-when="start at" { span { (t("tournament-start-time")) } input type="datetime-local" name="at" value=(fields.at); }
                }
                fieldset {
                    legend { (t("tournament-entry")) }
                    (choice("entry", &fields.entry, &words(&["open", "password", "link"], "tournament-entry")))
                    label.field data-when="entry password" { span { (t("tournament-password")) } input name="password" maxlength="60" autocomplete="off"; }
                }
                details {
                    summary { (t("tournament-conditions")) }
                    div.numbers {
                        (number("least", "tournament-least", &fields.least, 0, 4000, ""))
                        (number("most", "tournament-most", &fields.most, 0, 4000, ""))
                        (number("days", "tournament-days", &fields.days, 0, 3650, ""))
                    }
                    (check("listed", "tournament-listed", &fields.listed, ""))
                }
                details data-formats="swiss double-swiss round-robin" {
                    summary { (t("tournament-scoring")) }
                    (choice("scoring", &fields.scoring, &words(&["games", "marbles"], "tournament-scoring")))
                    div.numbers {
                        @for n in 0..TIE_BREAKS {
                            label.field {
                                span { (texts.with("tournament-tie-break", &[("number", (n + 1).into())])) }
                                select name={ "tie" (n + 1) } {
                                    option value="" { "–" }
                                    @for tie in TieBreak::ALL {
                                        option value=(tie.name()) selected[fields.tie(n) == tie.name()] { (t(&format!("tournament-tie-{}", tie.name()))) }
                                    }
                                }
                            }
                        }
                        label.field {
                            span { (t("tournament-play-off")) }
                            select name="play_off" { option value="" { (t("tournament-no-play-off")) } (controls(reader, &fields.play_off, false)) }
                        }
                    }
                }
                details {
                    summary { (t("tournament-layouts")) }
                    label.field { span { (t("tournament-layouts-why")) } input name="layouts" maxlength="500" placeholder="belgian-daisy, standard" autocomplete="off" value=(fields.layouts); }
                }
                (check("rated", "tournament-rated", &fields.rated, ""))
                button.main type="submit" { (t(if id.is_some() { "tournament-save" } else { "tournament-create" })) }
            }
        }
    };
    let areas = &["tournaments"];
    frame(reader, &Page { path: "/tournaments", title, module: Some("tournament.js"), areas, content })
}

fn controls(reader: &Reader, chosen: &str, with_none: bool) -> Markup {
    let known: Vec<TimeControl> = TimeControl::PRESETS.iter().filter_map(|control| control.parse().ok()).collect();
    let is_known = known.iter().any(|control| control.to_string() == chosen);
    // One that was chosen by other means must not get lost.
    let own = chosen.parse::<TimeControl>().ok().filter(|_| !is_known);
    html! {
        @for control in known.iter().chain(&own).filter(|control| with_none || **control != TimeControl::None) {
            option value=(control) selected[chosen == control.to_string()] { (control_words(reader.texts(), *control)) }
        }
    }
}

fn layouts(reader: &Reader, chosen: &str) -> Markup {
    html! {
        @for layout in [&Layout::BELGIAN_DAISY].into_iter().chain(Layout::all().iter().filter(|layout| layout.id != Layout::BELGIAN_DAISY.id)) {
            option value=(layout.id) selected[chosen == layout.id] { (reader.texts().layout(layout)) }
        }
    }
}
