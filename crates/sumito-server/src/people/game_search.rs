//! Searching for finished games by what a form or an address asks for.

use serde::Deserialize;
use sumito_rules::{Layout, party};

use crate::db::{FoundGames, GameKey, GameSearch, SearchedResult, User};
use crate::failure::Failure;
use crate::id::UserId;
use crate::people::People;
use crate::people::caller::Caller;
use crate::people::limits::Limit;
use crate::play::clock::Millis;
use crate::play::live::Ending;
use crate::play::ratings::Speed;
use crate::play::seats::find_seat;
use crate::time::{DAY, moment};

/// How many games a page has, and how many are looked at for it.
const PAGE: usize = 30;
const WINDOW: i64 = 20_000;
/// The longest name that is looked up.
const LONGEST: usize = 40;

pub(crate) const RESULTS: [&str; 9] = ["black", "white", "blue", "red", "green", "yellow", "draw", "won", "lost"];
/// How many can play a game that is on the server.
pub(crate) const PLAYERS: [&str; 4] = ["2", "3", "4", "6"];

/// What is asked for, as it stands in an address. What is empty does not matter.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub(crate) struct SearchForm {
    pub(crate) player: String,
    pub(crate) opponent: String,
    /// One of [`PLAYERS`].
    pub(crate) players: String,
    /// One of [`RESULTS`]; `won` and `lost` are the player's.
    pub(crate) result: String,
    /// The key of an [`Ending`].
    pub(crate) ending: String,
    pub(crate) layout: String,
    /// The name of a speed, or `none`.
    pub(crate) clock: String,
    /// `yes` or `no`, as is the next one.
    pub(crate) rated: String,
    pub(crate) engine: String,
    /// The first and the last day, such as `2026-11-15`.
    pub(crate) from: String,
    pub(crate) to: String,
    /// The least and the most moves of each player.
    pub(crate) least: String,
    pub(crate) most: String,
    /// Where the page before ended.
    pub(crate) after: String,
}

impl SearchForm {
    /// The fields that are not empty, in the order of the form, without the place.
    pub(crate) fn fields(&self) -> impl Iterator<Item = (&'static str, &str)> {
        let fields = [
            ("player", &self.player),
            ("opponent", &self.opponent),
            ("players", &self.players),
            ("result", &self.result),
            ("ending", &self.ending),
            ("layout", &self.layout),
            ("clock", &self.clock),
            ("rated", &self.rated),
            ("engine", &self.engine),
            ("from", &self.from),
            ("to", &self.to),
            ("least", &self.least),
            ("most", &self.most),
        ];
        fields.into_iter().map(|(name, value)| (name, value.trim())).filter(|(_, value)| !value.is_empty())
    }

    /// Whether anything is asked for.
    pub(crate) fn is_empty(&self) -> bool {
        self.fields().next().is_none()
    }

    /// What is asked for, but for the names of the players.
    fn search(&self) -> Result<GameSearch, Failure> {
        let mut search = GameSearch::default();
        for (name, value) in self.fields() {
            let bad = |expected: &str| Failure::Bad(format!("{name}: expected {expected}"));
            let one_of = |values: &[&str]| {
                if values.contains(&value) { Ok(value.to_owned()) } else { Err(bad(&values.join(", "))) }
            };
            let yes_or_no = || one_of(&["yes", "no"]).map(|value| Some(value == "yes"));
            let moves = || value.parse::<u16>().map(i64::from).map_err(|_| bad("a number of moves"));
            let date = || moment(value).ok_or_else(|| bad("a date such as 2026-11-15"));
            match name {
                "player" | "opponent" => {}
                "players" => search.seats = one_of(&PLAYERS)?.parse().ok(),
                "result" => {
                    search.result = Some(match value {
                        "draw" => SearchedResult::Draw,
                        "won" | "lost" if self.player.trim().is_empty() => return Err(bad("a player as well")),
                        "won" => SearchedResult::Won,
                        "lost" => SearchedResult::Lost,
                        _ => SearchedResult::Seat(find_seat(value).ok_or_else(|| bad(&RESULTS.join(", ")))?),
                    });
                }
                "ending" => search.ending = Some(one_of(&Ending::keys())?),
                "layout" => {
                    let party = || party::Layout::find(value).map(|layout| layout.id);
                    let layout = Layout::find(value).map(|layout| layout.id).or_else(party);
                    search.layout = Some(layout.ok_or_else(|| bad("the name of a layout"))?.to_owned());
                }
                "clock" => {
                    let speeds: Vec<&str> = Speed::ALL.iter().map(|speed| speed.name()).chain(["none"]).collect();
                    search.speed = Some(one_of(&speeds)?);
                }
                "rated" => search.rated = yes_or_no()?,
                "engine" => search.engine = yes_or_no()?,
                "from" => search.from = Some(date()?),
                "to" => search.before = Some(date()? + DAY),
                "least" => search.least_moves = Some(moves()?),
                _ => search.most_moves = Some(moves()?),
            }
        }
        Ok(search)
    }

    fn after(&self) -> Result<Option<GameKey>, Failure> {
        if self.after.is_empty() {
            return Ok(None);
        }
        let key = self
            .after
            .split_once('-')
            .and_then(|(at, game)| Some(GameKey { at: at.parse::<Millis>().ok()?, game: game.parse().ok()? }));
        key.map(Some).ok_or_else(|| Failure::Bad("after: expected the place of a game".to_owned()))
    }
}

/// A place in the list, as it stands in an address.
pub(crate) fn place(key: GameKey) -> String {
    format!("{}-{}", key.at, key.game)
}

impl People {
    /// A page of finished games; none for a name that nobody has.
    pub(crate) async fn find_games(
        &self,
        caller: &Caller,
        reader: Option<&User>,
        form: &SearchForm,
    ) -> Result<FoundGames, Failure> {
        self.limit(Limit::Search, caller)?;
        let (search, after) = (form.search()?, form.after()?);
        let mut players: Vec<UserId> = Vec::new();
        for name in [&form.player, &form.opponent].map(|name| name.trim()).into_iter().filter(|name| !name.is_empty()) {
            let name: String = name.chars().take(LONGEST).collect();
            match self.profile(&name).await {
                Ok(profile) => players.push(profile.id),
                Err(Failure::NotFound) => return Ok(FoundGames { games: Vec::new(), next: None }),
                Err(failure) => return Err(failure),
            }
        }
        // One name alone is a player, whichever field it is in.
        let (player, opponent) = (players.first().copied(), players.get(1).copied());
        let all = player.is_some() && player == reader.map(|reader| reader.id);
        let search = GameSearch { player, opponent, all, ..search };
        Ok(self.db.find_games(&search, after, PAGE, WINDOW).await?)
    }
}

#[cfg(test)]
mod tests {
    use sumito_rules::party::Seat;

    use super::*;

    fn form(fields: &[(&str, &str)]) -> SearchForm {
        let fields: serde_json::Map<_, _> = fields.iter().map(|&(name, value)| (name.to_owned(), value.into())).collect();
        serde_json::from_value(fields.into()).unwrap()
    }

    #[test]
    fn addresses_become_searches() {
        let search = |fields: &[(&str, &str)]| form(fields).search().map_err(|failure| failure.to_string());
        assert_eq!(search(&[]), Ok(GameSearch::default()));
        assert!(form(&[("player", "  ")]).is_empty());
        let wanted = [
            ("result", "draw"),
            ("ending", "drawn-by-agreement"),
            ("layout", "Standard"),
            ("clock", "none"),
            ("rated", "no"),
            ("engine", "yes"),
            ("from", "1970-01-02"),
            ("to", "1970-01-02"),
            ("least", "10"),
            ("most", "20"),
        ];
        let expected = GameSearch {
            result: Some(SearchedResult::Draw),
            ending: Some("drawn-by-agreement".to_owned()),
            layout: Some("standard".to_owned()),
            speed: Some("none".to_owned()),
            rated: Some(false),
            engine: Some(true),
            from: Some(DAY),
            before: Some(2 * DAY),
            least_moves: Some(10),
            most_moves: Some(20),
            ..GameSearch::default()
        };
        assert_eq!(search(&wanted), Ok(expected));
        assert_eq!(search(&[("layout", "six-teams")]).unwrap().layout.as_deref(), Some("six-teams"));
        assert_eq!(search(&[("players", "6")]).unwrap().seats, Some(6));
        assert_eq!(search(&[("result", "yellow")]).unwrap().result, Some(SearchedResult::Seat(Seat::Yellow)));
        for (name, value) in [
            ("result", "won"),
            ("result", "both"),
            ("players", "5"),
            ("ending", "flood"),
            ("layout", "moon"),
            ("clock", "slow"),
            ("rated", "maybe"),
            ("from", "yesterday"),
            ("to", "2026-02-30"),
            ("least", "-1"),
            ("most", "many"),
        ] {
            let failure = search(&[(name, value)]).unwrap_err();
            assert!(failure.starts_with(&format!("{name}: expected ")), "{failure}");
        }
        for after in ["x", "1", "1-x", "x-aaaaaaaaaa"] {
            assert!(form(&[("after", after)]).after().is_err(), "{after}");
        }
        let key = GameKey { at: 7, game: "aaaaaaaaaa".parse().unwrap() };
        assert_eq!(form(&[("after", &place(key))]).after().unwrap(), Some(key));
    }
}
