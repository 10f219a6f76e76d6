//! Turns the new-game form of a page into a [`NewGame`], the same as the API uses.

use serde::Deserialize;
use sumito_rules::party;

use crate::failure::Failure;
use crate::games::new_game::{Against, ColorChoice, NewGame};

/// The fields of the form as a browser sends them. Fields of other choices may be present and are ignored.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Form {
    against: String,
    /// The name of the player to challenge.
    opponent: String,
    level: String,
    color: String,
    layout: String,
    /// A time control, or `own`.
    clock: String,
    /// The kind of a custom clock: `sudden`, `fischer`, `delay`, `bronstein`, `byo-yomi` or `days`.
    own: String,
    minutes: String,
    seconds: String,
    periods: String,
    days: String,
    /// How many ejections win.
    marbles: String,
    /// After how many moves of each side without an ejection the game is drawn, or `off`.
    quiet: String,
    rated: String,
    bots: String,
    help: String,
    watch: String,
    turning: String,
    /// Who sits where in a game for more than two: `you`, `open` or `engine:LEVEL`.
    #[serde(rename = "seat-black")]
    seat_black: String,
    #[serde(rename = "seat-white")]
    seat_white: String,
    #[serde(rename = "seat-blue")]
    seat_blue: String,
    #[serde(rename = "seat-red")]
    seat_red: String,
    #[serde(rename = "seat-green")]
    seat_green: String,
    #[serde(rename = "seat-yellow")]
    seat_yellow: String,
    drawn: String,
    takeover: String,
    /// Whether the open seats of a game for more than two are listed in the lobby.
    public: String,
}

impl Form {
    pub(crate) fn game(&self) -> Result<NewGame, Failure> {
        let against = match self.against.as_str() {
            "engine" => Against::Engine,
            "same-screen" => Against::SameScreen,
            "online" | "friend" | "party" => Against::Online,
            _ => return Err(Failure::Bad("against: expected engine, same-screen, online, friend or party".to_owned())),
        };
        let color = match self.color.as_str() {
            "" | "random" => ColorChoice::Random,
            "black" => ColorChoice::Black,
            "white" => ColorChoice::White,
            _ => return Err(Failure::Bad("color: expected black, white or random".to_owned())),
        };
        if self.against == "party" {
            return Ok(self.party());
        }
        let is_online = against == Against::Online;
        let rated = is_online && !self.rated.is_empty();
        Ok(NewGame {
            against,
            opponent: self.opponent().map(str::to_owned),
            color,
            level: self.level.parse().ok().filter(|_| against == Against::Engine),
            layout: Some(self.layout.clone()).filter(|layout| !layout.is_empty()),
            position: None,
            rules: Some(self.rules()),
            control: Some(self.control()),
            rated,
            bots: rated && !self.bots.is_empty(),
            help: is_online && !rated && !self.help.is_empty(),
            public: self.is_open_seat() || (!is_online && !self.watch.is_empty()),
            seats: None,
            drawn: false,
            takeover: None,
        })
    }

    /// A game for more than two.
    fn party(&self) -> NewGame {
        let seats = [&self.seat_black, &self.seat_white, &self.seat_blue, &self.seat_red, &self.seat_green, &self.seat_yellow];
        // Seats that the layout does not have may be in the form as well.
        let count = party::Layout::find(&self.layout).map_or(seats.len(), |layout| layout.seating.seats().count());
        NewGame {
            against: Against::Online,
            opponent: None,
            color: ColorChoice::Random,
            level: None,
            layout: Some(self.layout.clone()),
            position: None,
            rules: Some(self.rules()),
            control: Some(self.control()),
            rated: !self.rated.is_empty(),
            bots: false,
            help: false,
            public: !self.public.is_empty(),
            seats: Some(seats.into_iter().take(count).cloned().collect()),
            drawn: !self.drawn.is_empty(),
            // The engine does not take over in rated games.
            takeover: self.takeover.parse().ok().filter(|_| self.rated.is_empty()),
        }
    }

    /// The name of the player to challenge, if this is a challenge.
    pub(crate) fn opponent(&self) -> Option<&str> {
        Some(self.opponent.trim()).filter(|name| self.against == "friend" && !name.is_empty())
    }

    /// Whether the open seat is listed in the lobby.
    pub(crate) fn is_open_seat(&self) -> bool {
        self.against == "online" || (self.against == "party" && !self.public.is_empty())
    }

    /// Whether the board turns to the player whose turn it is.
    pub(crate) fn is_turning(&self) -> bool {
        self.against == "same-screen" && !self.turning.is_empty()
    }

    /// The rules in their text form. Invalid values are refused when the text is parsed.
    fn rules(&self) -> String {
        let marbles = Some(self.marbles.trim()).filter(|marbles| !marbles.is_empty()).map(|marbles| format!("win={marbles}"));
        let quiet = Some(self.quiet.trim()).filter(|quiet| !quiet.is_empty()).map(|quiet| {
            // Rules count the moves of both sides.
            let plies = quiet.parse::<u32>().map(|moves| u64::from(moves) * 2);
            format!("quiet={}", plies.map_or_else(|_| quiet.to_owned(), |plies| plies.to_string()))
        });
        marbles.into_iter().chain(quiet).collect::<Vec<_>>().join(" ")
    }

    /// The time control in its text form. Invalid values are refused when the text is parsed.
    fn control(&self) -> String {
        if self.clock.is_empty() {
            return "none".to_owned();
        }
        if self.clock != "own" {
            return self.clock.clone();
        }
        let (main, seconds) = (main_seconds(&self.minutes), self.seconds.trim());
        match self.own.as_str() {
            "fischer" => format!("{main}+{seconds}"),
            "delay" => format!("{main}d{seconds}"),
            "bronstein" => format!("{main}b{seconds}"),
            "byo-yomi" => format!("{main}/{}x{seconds}", self.periods.trim()),
            "days" => format!("{}d", self.days.trim()),
            _ => main,
        }
    }
}

/// Minutes, possibly fractional, as seconds.
fn main_seconds(minutes: &str) -> String {
    let minutes = minutes.trim().replace(',', ".");
    match minutes.parse::<f64>() {
        Ok(number) if (0.0..=100_000.0).contains(&number) => format!("{:.0}", number * 60.0),
        _ => minutes,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::id::UserId;

    /// A form as a browser sends it, and the game it makes for a user with an account, or the refusal.
    #[test]
    fn forms_become_games() {
        let id: UserId = "uuuuuuuuuu".parse().unwrap();
        let check = |form: &[(&str, &str)], expected: &str| {
            let fields: serde_json::Map<_, _> = form.iter().map(|&(name, value)| (name.to_owned(), value.into())).collect();
            let form: Form = serde_json::from_value(fields.into()).unwrap();
            let setup = form.game().and_then(|game| game.setup(id, 1));
            let found = match setup {
                Ok(setup) => setup.to_string().replace('\t', " "),
                Err(failure) => failure.to_string(),
            };
            let found = found.replace("created ", "").replace("win=6 repetition=3 quiet=off no-move=loses plies=1000 ", "");
            assert_eq!(found.replace("user:uuuuuuuuuu", "u"), expected, "{form:?}");
        };
        let engine = [("against", "engine"), ("level", "4")];
        check(&engine, "belgian-daisy none casual private engine:4 u");
        check(
            &[&engine[..], &[("color", "black"), ("layout", "star"), ("clock", "600"), ("watch", "on")]].concat(),
            "star 600 casual public u engine:4",
        );
        let party = [
            ("against", "party"),
            ("seat-black", "open"),
            ("seat-white", "you"),
            ("seat-blue", "engine:2"),
            ("seat-red", "open"),
        ];
        check(&[&party[..], &[("layout", "three")]].concat(), "three none casual private open u engine:2");
        check(
            &[&party[..], &[("layout", "four-teams"), ("clock", "600"), ("public", "on"), ("drawn", "on"), ("takeover", "3")]]
                .concat(),
            "four-teams 600 casual public open u engine:2 open takeover:3 drawn",
        );
        check(
            &[&party[..], &[("layout", "four-teams"), ("clock", "600"), ("rated", "on"), ("takeover", "3")]].concat(),
            "four-teams 600 rated private open u engine:2 open",
        );
        check(&[&party[..], &[("layout", "six")]].concat(), "seats: expected you, open or engine:LEVEL, found ''");
        // Fields of other choices are ignored.
        check(
            &[&engine[..], &[("rated", "on"), ("minutes", "x"), ("own", "days")]].concat(),
            "belgian-daisy none casual private engine:4 u",
        );
        check(&[("against", "same-screen"), ("level", "4"), ("turning", "on")], "belgian-daisy none casual private u u");
        check(&[("against", "online"), ("clock", "300+3"), ("rated", "on")], "belgian-daisy 300+3 rated public u open");
        check(&[("against", "friend"), ("clock", "3d"), ("watch", "on")], "belgian-daisy 3d casual private open u");
        check(&[("against", "friend"), ("help", "on")], "belgian-daisy none helped private open u");
        check(&[("against", "online"), ("rated", "on"), ("help", "on")], "belgian-daisy none rated public u open");
        let own = |kind, expected: &str| {
            let fields =
                [("own", kind), ("minutes", "1,5"), ("seconds", " 7 "), ("periods", "2"), ("days", "5"), ("clock", "own")];
            check(&[&[("against", "online")], &fields[..]].concat(), &format!("belgian-daisy {expected} casual public open u"));
        };
        own("sudden", "90");
        own("fischer", "90+7");
        own("delay", "90d7");
        own("bronstein", "90b7");
        own("byo-yomi", "90/2x7");
        own("days", "5d");
        let rules = |marbles, quiet, expected: &str| {
            check(&[("against", "same-screen"), ("marbles", marbles), ("quiet", quiet)], expected);
        };
        rules("6", "off", "belgian-daisy none casual private u u");
        rules("4", "50", "belgian-daisy win=4 repetition=3 quiet=100 no-move=loses plies=1000 none casual private u u");
        rules("", "25", "belgian-daisy win=6 repetition=3 quiet=50 no-move=loses plies=1000 none casual private u u");
        rules("0", "", "rules: expected a number from 1 to 61 after '=', found 'win=0' (at character 1)");
        rules("6", "40000", "rules: expected a number from 1 to 65535 or off after '=', found 'quiet=80000' (at character 7)");
        check(&[], "against: expected engine, same-screen, online, friend or party");
        check(&[("against", "engine"), ("level", "eleven")], "level: expected a number from 1 to 10");
        check(
            &[("against", "online"), ("clock", "own"), ("minutes", "soon")],
            "control: expected 1 to 86400 seconds, found '' (at character 1)",
        );
        check(
            &[("against", "online"), ("clock", "own"), ("minutes", "-1")],
            "control: expected 1 to 86400 seconds, found '' (at character 1)",
        );
    }
}
