//! The text form of settings: `key=value` words separated by tabs.

use std::fmt;
use std::str::FromStr;

use sumito_rules::Layout;

use super::{Format, Scoring, Secret, Settings, Start};

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let double = |double: bool| if double { " double" } else { "" };
        match *self {
            Format::Arena { minutes } => write!(f, "arena {minutes}"),
            Format::Swiss { rounds, double: is_double } => write!(f, "swiss {rounds}{}", double(is_double)),
            Format::RoundRobin { double: is_double } => write!(f, "round-robin{}", double(is_double)),
            Format::Knockout { games, third_place, drawn } => {
                let (third, drawn) = (if third_place { " third-place" } else { "" }, if drawn { " drawn" } else { "" });
                write!(f, "knockout {games}{third}{drawn}")
            }
        }
    }
}

impl FromStr for Format {
    type Err = ();

    fn from_str(text: &str) -> Result<Format, ()> {
        let words: Vec<&str> = text.split(' ').collect();
        let small = |text: &str| text.parse::<u8>().map_err(|_| ());
        Ok(match words.as_slice() {
            ["arena", minutes] => Format::Arena { minutes: minutes.parse().map_err(|_| ())? },
            ["swiss", rounds] => Format::Swiss { rounds: small(rounds)?, double: false },
            ["swiss", rounds, "double"] => Format::Swiss { rounds: small(rounds)?, double: true },
            ["round-robin"] => Format::RoundRobin { double: false },
            ["round-robin", "double"] => Format::RoundRobin { double: true },
            ["knockout", games, rest @ ..] => Format::Knockout {
                games: small(games)?,
                third_place: rest.contains(&"third-place"),
                drawn: rest.contains(&"drawn"),
            },
            _ => return Err(()),
        })
    }
}

impl fmt::Display for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |words: Vec<&str>| words.join(",");
        write!(f, "name={}\tformat={}", self.name, self.format)?;
        write!(f, "\tplace={}", if self.over_the_board { "board" } else { "online" })?;
        write!(f, "\tcontrol={}", self.control)?;
        write!(f, "\tlayouts={}", list(self.layouts.iter().map(|layout| layout.id).collect()))?;
        write!(f, "\trated={}\tlisted={}", self.rated, self.listed)?;
        match &self.admission.secret {
            Secret::None => {}
            Secret::Password(digest) => write!(f, "\tpassword={digest}")?,
            Secret::Link(key) => write!(f, "\tlink={key}")?,
        }
        if let Some(rating) = self.admission.least_rating {
            write!(f, "\tleast={rating}")?;
        }
        if let Some(rating) = self.admission.most_rating {
            write!(f, "\tmost={rating}")?;
        }
        if self.admission.account_days > 0 {
            write!(f, "\tdays={}", self.admission.account_days)?;
        }
        match self.start {
            Start::At(at) => write!(f, "\tstart={at}")?,
            Start::WhenFull => write!(f, "\tstart=full")?,
            Start::ByHand => write!(f, "\tstart=hand")?,
        }
        if let Some(capacity) = self.capacity {
            write!(f, "\tcapacity={capacity}")?;
        }
        write!(f, "\tpause={}", self.pause)?;
        write!(f, "\tscoring={}", if self.scoring == Scoring::Marbles { "marbles" } else { "games" })?;
        write!(f, "\tties={}", list(self.tie_breaks.iter().map(|tie_break| tie_break.name()).collect()))?;
        if let Some(control) = self.play_off {
            write!(f, "\tplay-off={control}")?;
        }
        Ok(())
    }
}

impl FromStr for Settings {
    type Err = ();

    /// Reads what was saved. Words that are missing have their usual value.
    fn from_str(text: &str) -> Result<Settings, ()> {
        let mut settings = Settings::default();
        for word in text.split('\t') {
            let (key, value) = word.split_once('=').ok_or(())?;
            let number = || value.parse::<u16>().map_err(|_| ());
            let flag = || value.parse::<bool>().map_err(|_| ());
            match key {
                "name" => value.clone_into(&mut settings.name),
                "format" => settings.format = value.parse()?,
                "place" => settings.over_the_board = value == "board",
                "control" => settings.control = value.parse().map_err(|_| ())?,
                "layouts" => {
                    let find = |id: &str| Layout::all().iter().find(|layout| layout.id == id).ok_or(());
                    settings.layouts = value.split(',').map(find).collect::<Result<_, _>>()?;
                }
                "rated" => settings.rated = flag()?,
                "listed" => settings.listed = flag()?,
                "password" => settings.admission.secret = Secret::Password(value.to_owned()),
                "link" => settings.admission.secret = Secret::Link(value.to_owned()),
                "least" => settings.admission.least_rating = Some(number()?),
                "most" => settings.admission.most_rating = Some(number()?),
                "days" => settings.admission.account_days = number()?,
                "start" => {
                    settings.start = match value {
                        "full" => Start::WhenFull,
                        "hand" => Start::ByHand,
                        at => Start::At(at.parse().map_err(|_| ())?),
                    }
                }
                "capacity" => settings.capacity = Some(number()?),
                "pause" => settings.pause = value.parse().map_err(|_| ())?,
                "scoring" => settings.scoring = if value == "marbles" { Scoring::Marbles } else { Scoring::Games },
                "ties" => {
                    let names = value.split(',').filter(|name| !name.is_empty());
                    settings.tie_breaks = names.map(|name| name.parse().map_err(|_| ())).collect::<Result<_, _>>()?;
                }
                "play-off" => settings.play_off = Some(value.parse().map_err(|_| ())?),
                _ => return Err(()),
            }
        }
        Ok(settings)
    }
}
