//! A game as a server describes it: the state, and the events that change it. docs/api.md describes both.

use std::time::Duration;

use serde::Deserialize;
use serde_json::Value;
use sumito_rules::{ByColor, Color};

/// A game for two players.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct GameView {
    pub(crate) game: String,
    pub(crate) version: u32,
    pub(crate) kind: String,
    pub(crate) rated: bool,
    /// Whether hints are allowed.
    pub(crate) help: bool,
    pub(crate) start: String,
    pub(crate) rules: String,
    pub(crate) control: String,
    pub(crate) players: Sides<Option<Player>>,
    /// The sides of the user who asked.
    pub(crate) you: Vec<Side>,
    pub(crate) moves: Vec<String>,
    pub(crate) turn: Side,
    pub(crate) status: Status,
    pub(crate) clocks: Clocks,
    pub(crate) offers: Vec<Offer>,
    pub(crate) outcome: Option<Outcome>,
    /// When the game is aborted for want of a first move, by the server's clock.
    pub(crate) aborts_at: Option<i64>,
    /// Why it was aborted.
    pub(crate) why: Option<String>,
    /// Why a challenge was declined.
    pub(crate) reason: Option<String>,
    /// The rematch.
    pub(crate) next: Option<String>,
    /// The only user who may take the open seat.
    pub(crate) challenged: Option<String>,
}

/// A color, as JSON has it.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Side {
    Black,
    White,
}

impl From<Side> for Color {
    fn from(side: Side) -> Color {
        match side {
            Side::Black => Color::Black,
            Side::White => Color::White,
        }
    }
}

/// Something for each side.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
pub(crate) struct Sides<T> {
    pub(crate) black: T,
    pub(crate) white: T,
}

impl<T> Sides<T> {
    pub(crate) fn of(&self, color: Color) -> &T {
        match color {
            Color::Black => &self.black,
            Color::White => &self.white,
        }
    }
}

/// Who sits on a seat: a user, or the engine.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct Player {
    pub(crate) user: Option<String>,
    /// A guest has none.
    pub(crate) name: Option<String>,
    /// The level of the engine.
    pub(crate) engine: Option<u8>,
    #[serde(default)]
    pub(crate) bot: bool,
    pub(crate) rating: Option<i32>,
    #[serde(default)]
    pub(crate) provisional: bool,
}

impl Player {
    /// The name, with a mark for bots and the rating if there is one.
    pub(crate) fn shown(&self) -> String {
        if let Some(level) = self.engine {
            return format!("sumito level {level}");
        }
        let badge = if self.bot { " [bot]" } else { "" };
        let doubt = if self.provisional { "?" } else { "" };
        let rating = self.rating.map(|rating| format!(" {rating}{doubt}")).unwrap_or_default();
        format!("{}{badge}{rating}", self.name.as_deref().unwrap_or("Guest"))
    }
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Status {
    Open,
    Playing,
    Over,
    Aborted,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct Offer {
    pub(crate) what: String,
    pub(crate) by: Side,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct Outcome {
    pub(crate) key: String,
    pub(crate) winner: Option<Side>,
    pub(crate) result: String,
}

/// The clocks at the server's time `now`, in milliseconds.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub(crate) struct Clocks {
    pub(crate) now: i64,
    pub(crate) running: Option<Side>,
    pub(crate) left: Sides<Option<TimeLeft>>,
}

impl Clocks {
    /// The time that a side has left, this long after the clocks were read; `None` without a clock.
    pub(crate) fn after(&self, color: Color, passed: Duration) -> Option<TimeLeft> {
        let left = self.left.of(color).as_ref()?;
        let runs = self.running.is_some_and(|side| Color::from(side) == color);
        Some(if runs { left.after(passed) } else { *left })
    }
}

/// The time of a side: first `free` runs out, then `main`, then `period`, then the `periods` after it.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Deserialize)]
pub(crate) struct TimeLeft {
    pub(crate) free: u64,
    pub(crate) main: u64,
    pub(crate) period: u64,
    pub(crate) periods: u64,
}

impl TimeLeft {
    /// What is left later. The length of a period that has not begun is not known: the server says it in time.
    fn after(self, passed: Duration) -> TimeLeft {
        let mut passed = passed.as_millis() as u64;
        let mut left = self;
        for part in [&mut left.free, &mut left.main, &mut left.period] {
            let taken = passed.min(*part);
            *part -= taken;
            passed -= taken;
        }
        left
    }

    /// All of it that is known to be usable for one move.
    pub(crate) fn total(self) -> Duration {
        Duration::from_millis(self.free + self.main + self.period)
    }

    /// What a clock shows: the main time, or the period.
    pub(crate) fn shown(self) -> Duration {
        Duration::from_millis(if self.main > 0 || self.periods == 0 { self.main } else { self.period })
    }
}

/// What happened: the part of an event that is not in the state after it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct Happened {
    pub(crate) event: String,
    pub(crate) by: Option<Side>,
    pub(crate) what: Option<String>,
}

/// What an event did to what was known about a game.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Updated {
    /// It was known before.
    Known,
    Changed,
    /// Something is missing: the state has to be read again.
    Behind,
}

/// What every event says about the game after it.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct After {
    version: u32,
    event: String,
    #[serde(rename = "move")]
    m: Option<String>,
    ply: usize,
    status: Status,
    turn: Side,
    clocks: Clocks,
    offers: Vec<Offer>,
    outcome: Option<Outcome>,
    aborts_at: Option<i64>,
    players: Option<Sides<Option<Player>>>,
    why: Option<String>,
    reason: Option<String>,
    next: Option<String>,
}

impl GameView {
    /// Reads a state. Says why not, if it is of another kind.
    pub(crate) fn read(state: &Value) -> Result<GameView, String> {
        if state["seats"].is_array() {
            return Err("it is for more than two players, who play in the browser".to_owned());
        }
        GameView::deserialize(state).map_err(|error| format!("the server describes it in an unknown way: {error}"))
    }

    /// Applies the next event.
    pub(crate) fn update(&mut self, event: &Value) -> Updated {
        let Ok(after) = After::deserialize(event) else { return Updated::Behind };
        if after.version <= self.version {
            return Updated::Known;
        }
        // Whoever joins may be the user, and may get another color than the open one.
        if after.version > self.version + 1 || after.event == "joined" {
            return Updated::Behind;
        }
        match after.m {
            Some(m) => self.moves.push(m),
            None if after.event == "moved" => return Updated::Behind,
            None => {}
        }
        self.moves.truncate(after.ply);
        self.version = after.version;
        (self.status, self.turn, self.clocks, self.offers) = (after.status, after.turn, after.clocks, after.offers);
        (self.outcome, self.aborts_at, self.why, self.reason) = (after.outcome, after.aborts_at, after.why, after.reason);
        self.next = after.next.or_else(|| self.next.take());
        if let Some(players) = after.players {
            self.players = players;
        }
        Updated::Changed
    }

    /// The user's own color; none for those who watch, and for whoever plays both sides.
    pub(crate) fn own_color(&self) -> Option<Color> {
        if let [side] = self.you[..] { Some(side.into()) } else { None }
    }

    pub(crate) fn plays(&self) -> bool {
        !self.you.is_empty()
    }

    pub(crate) fn is_ended(&self) -> bool {
        matches!(self.status, Status::Over | Status::Aborted)
    }

    /// The offer of this kind that waits for an answer, and whose it is.
    pub(crate) fn offer(&self, what: &str) -> Option<Color> {
        self.offers.iter().find(|offer| offer.what == what).map(|offer| offer.by.into())
    }

    /// The names of both sides.
    pub(crate) fn names(&self) -> ByColor<String> {
        let name = |player: &Option<Player>| player.as_ref().map_or("open seat".to_owned(), Player::shown);
        ByColor::new(name(&self.players.black), name(&self.players.white))
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use serde_json::json;

    use super::*;

    /// The state of a game that has just begun, with changes.
    pub(crate) fn state(changes: Value) -> Value {
        let clock = json!({"free": 0, "main": 60_000, "period": 0, "periods": 0});
        let state = json!({
            "type": "state", "game": "abcdefghij", "version": 2, "kind": "online", "rated": false, "help": false, "layout": "standard",
            "start": "wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb b 0 0 0 1", "rules": "win=6", "control": "60+2",
            "players": {"black": {"user": "u1", "name": "ada", "rating": 1512, "provisional": true}, "white": {"user": "u2", "name": null}},
            "you": ["black"], "moves": [], "turn": "black", "status": "playing", "offers": [], "outcome": null,
            "clocks": {"now": 1_000_000, "running": null, "left": {"black": clock, "white": clock}},
            "abortsAt": null, "why": null, "reason": null, "next": null, "challenged": null,
        });
        merged(state, changes)
    }

    /// An object with other fields, or with other values for the same.
    pub(crate) fn merged(mut base: Value, changes: Value) -> Value {
        if let (Value::Object(base), Value::Object(changes)) = (&mut base, changes) {
            base.extend(changes);
        }
        base
    }

    /// An event after that state, with changes.
    pub(crate) fn event(changes: Value) -> Value {
        let state = state(json!({}));
        let mut event = json!({"type": "event", "version": 3, "at": 5, "ply": 0, "drawRefused": []});
        for field in ["status", "turn", "clocks", "offers", "outcome", "abortsAt"] {
            event[field] = state[field].clone();
        }
        merged(event, changes)
    }

    #[test]
    fn events_change_a_state_and_gaps_are_noticed() {
        let begun = GameView::read(&state(json!({}))).unwrap();
        let check = |view: &GameView, changes: Value| {
            let mut view = view.clone();
            (view.update(&event(changes)), view)
        };
        let (updated, moved) = check(&begun, json!({"event": "moved", "move": "a1b2", "ply": 1, "turn": "white"}));
        assert_eq!((updated, moved.version, moved.turn), (Updated::Changed, 3, Side::White));
        assert_eq!(moved.moves, ["a1b2"]);
        let (updated, back) = check(&moved, json!({"event": "took-back", "by": "black", "version": 4}));
        assert_eq!((updated, back.moves.len(), back.turn), (Updated::Changed, 0, Side::Black));
        let (_, offered) =
            check(&begun, json!({"event": "offered", "what": "draw", "offers": [{"what": "draw", "by": "white"}]}));
        assert_eq!((offered.offer("draw"), offered.offer("takeback")), (Some(Color::White), None));
        let (_, declined) = check(&begun, json!({"event": "aborted", "status": "aborted", "why": "declined", "reason": "later"}));
        assert_eq!((declined.why.as_deref(), declined.reason.as_deref()), (Some("declined"), Some("later")));
        let (_, next) = check(&begun, json!({"event": "rematched", "next": "klmnopqrst", "status": "over"}));
        assert_eq!(next.next.as_deref(), Some("klmnopqrst"));
        assert!(next.is_ended());
        for (changes, expected) in [
            (json!({"event": "moved", "version": 2}), Updated::Known),
            (json!({"event": "moved", "move": "a1b2", "version": 4}), Updated::Behind),
            (json!({"event": "moved", "turn": "white"}), Updated::Behind),
            (json!({"event": "joined"}), Updated::Behind),
            (json!({"event": "moved", "move": "a1b2", "turn": "blue"}), Updated::Behind),
            (json!({"event": "offered", "clocks": null}), Updated::Behind),
        ] {
            let (updated, after) = check(&begun, changes.clone());
            assert_eq!((updated, after), (expected, begun.clone()), "{changes}");
        }
    }

    #[test]
    fn times_run_out_part_by_part() {
        let left = TimeLeft { free: 2_000, main: 3_000, period: 10_000, periods: 2 };
        let after = |seconds| left.after(Duration::from_secs(seconds));
        assert_eq!((after(1).free, after(1).main), (1_000, 3_000));
        assert_eq!((after(4).main, after(4).shown()), (1_000, Duration::from_secs(1)));
        assert_eq!(after(6).shown(), Duration::from_secs(9));
        assert_eq!(after(99).total(), Duration::ZERO);
        let clocks = Clocks { now: 0, running: Some(Side::White), left: Sides { black: Some(left), white: Some(left) } };
        let passed = Duration::from_secs(3);
        assert_eq!(clocks.after(Color::Black, passed), Some(left));
        assert_eq!(clocks.after(Color::White, passed).unwrap().total(), Duration::from_secs(12));
    }

    #[test]
    fn players_have_names_and_other_games_are_refused() {
        let names = GameView::read(&state(json!({}))).unwrap().names();
        assert_eq!((names.black.as_str(), names.white.as_str()), ("ada 1512?", "Guest"));
        let bot = json!({"black": {"user": "u1", "name": "robo", "bot": true}, "white": null});
        let names = GameView::read(&state(json!({"players": bot}))).unwrap().names();
        assert_eq!((names.black.as_str(), names.white.as_str()), ("robo [bot]", "open seat"));
        assert!(GameView::read(&state(json!({"seats": ["black"]}))).unwrap_err().contains("more than two"));
        assert!(GameView::read(&state(json!({"turn": 5}))).unwrap_err().contains("unknown way"));
    }
}
