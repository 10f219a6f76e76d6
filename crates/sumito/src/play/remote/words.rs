//! What is said about a game on a server.

use std::time::Duration;

use sumito_rules::notation::MoveNotation;
use sumito_rules::{Color, Game, Move};

use super::super::state::State;
use super::{Away, Remote, What};
use crate::site::game::{GameView, Happened, Status};

/// How long a server may be silent before that is worth mentioning: it sends something every five seconds.
const SILENCE: Duration = Duration::from_secs(12);

/// The last move of a game.
pub(super) fn moved(game: &Game, m: Move) -> String {
    let Some(before) = game.ply().checked_sub(1).and_then(|ply| game.positions().get(ply)) else { return String::new() };
    format!("{} {}: {}", before.turn(), MoveNotation::AbaPro.format(before, m), before.explain(m))
}

/// How the game ended; nothing before that.
pub(super) fn ended(view: &GameView, game: &Game) -> String {
    let words = match (view.status, view.why.as_deref(), view.reason.as_deref()) {
        (Status::Open | Status::Playing, ..) => "",
        (Status::Aborted, Some("declined"), Some(reason)) => {
            return format!("the challenge was declined: {}", decline_reason(reason));
        }
        (Status::Aborted, Some("declined"), None) => "the challenge was declined",
        (Status::Aborted, Some("no-first-move"), _) => "aborted: the first move did not come in time",
        (Status::Aborted, ..) => "the game was aborted",
        (Status::Over, ..) => match (game.outcome(), view.outcome.as_ref().and_then(|outcome| outcome.winner)) {
            (Some(outcome), _) => return outcome.to_string(),
            (None, Some(winner)) => return format!("{} won: {} left the game", Color::from(winner), !Color::from(winner)),
            (None, None) => "drawn: a player left the game",
        },
    };
    words.to_owned()
}

/// A reason for declining a challenge.
pub(crate) fn decline_reason(key: &str) -> &str {
    let known = REASONS.iter().find(|(other, _)| *other == key);
    known.map_or(key, |(_, words)| words)
}

/// The reasons for declining a challenge, in the order of a list to choose from.
pub(crate) const REASONS: [(&str, &str); 10] = [
    ("later", "later, please"),
    ("busy", "busy with other games"),
    ("too-fast", "the clock is too fast"),
    ("too-slow", "the clock is too slow"),
    ("other-clock", "a different clock, please"),
    ("other-layout", "a different layout, please"),
    ("casual-only", "casual games only"),
    ("rated-only", "rated games only"),
    ("no-bots", "no games with bots"),
    ("no-people", "games with bots only"),
];

/// What has happened, where the board and the notices do not show it.
pub(super) fn happened(state: &State, Happened { event, by, what }: &Happened) -> Option<String> {
    let by = by.map(Color::from);
    let own = state.remote_view().own_color();
    let who = match by {
        Some(by) if Some(by) == own => "you".to_owned(),
        Some(by) => by.to_string(),
        None => return None,
    };
    match (event.as_str(), what.as_deref()) {
        ("declined", Some("draw")) => Some(format!("{who} declined the draw")),
        ("declined", Some("takeback")) => Some(format!("{who} declined the takeback: the move stands")),
        ("declined", Some("rematch")) => Some(format!("{who} declined the rematch")),
        ("took-back", _) => Some(format!("{who} took a move back")),
        _ => None,
    }
}

/// The cause of a failure, without where it happened and what the system calls it.
fn short(trouble: &str) -> &str {
    let cause = trouble.rsplit(": ").next().unwrap_or(trouble);
    cause.split(" (os error").next().unwrap_or(cause)
}

/// Minutes and seconds, rounded up: nothing is left only when time is up.
fn countdown(left: Duration) -> String {
    let seconds = left.as_millis().div_ceil(1000);
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

impl Remote {
    /// Everything that the reader should know now, the most urgent first.
    pub(in crate::play) fn notices(&self) -> Vec<String> {
        let view = &self.view;
        let mut notices = Vec::new();
        if let Some(trouble) = &self.trouble {
            notices.push(format!("no connection, trying again ({})", short(trouble)));
        } else if self.silence >= SILENCE {
            notices.push(format!("nothing from the server for {} s", self.silence.as_secs()));
        }
        if let Some(sent) = self.sent.as_ref().filter(|_| self.trouble.is_some()) {
            notices.push(format!("{} is sent again when the server is back", sent.text));
        }
        match view.status {
            Status::Open => notices.extend(self.open_seat()),
            Status::Playing => self.while_playing(&mut notices),
            Status::Over | Status::Aborted => notices.extend(self.afterwards()),
        }
        if !view.plays() && view.status == Status::Playing {
            notices.push("you are watching".to_owned());
        }
        notices
    }

    fn open_seat(&self) -> Option<String> {
        let view = &self.view;
        match (view.plays(), &view.challenged) {
            (true, Some(_)) => None,
            (true, None) => Some(format!("the link for a friend: {}/game/{}", self.server, view.game)),
            (false, _) => Some("there is an open seat: j takes it".to_owned()),
        }
    }

    fn while_playing(&self, notices: &mut Vec<String>) {
        let view = &self.view;
        let own = view.own_color();
        if let (Some(at), Some(own)) = (view.aborts_at, own) {
            let left = countdown(Remote::until(at, view.clocks.now, self.age));
            let turn = Color::from(view.turn);
            let who = if turn == own { "make your first move".to_owned() } else { format!("{turn} has to move") };
            if !self.has_sent() {
                notices.push(format!("{who} within {left}, or the game is aborted"));
            }
        }
        for what in self.asked() {
            notices.push(match what {
                What::Draw => "your opponent offers a draw: = accepts, - declines".to_owned(),
                What::Takeback => "your opponent wants to take a move back: u accepts, - declines".to_owned(),
                What::Rematch => continue,
            });
        }
        for (what, words) in [(What::Draw, "you have offered a draw"), (What::Takeback, "you have asked to take a move back")] {
            if own.is_some() && view.offer(what.key()) == own {
                notices.push(words.to_owned());
            }
        }
        if let Some((color, Away { claimable_at })) = self.absence() {
            let now = self.presence.as_ref().map_or(0, |presence| presence.now);
            let left = claimable_at.map(|at| Remote::until(at, now, self.presence_age));
            notices.push(match left {
                None => format!("{color} is away"),
                Some(Duration::ZERO) => format!("{color} has left the game: c claims it"),
                Some(left) => format!("{color} is away; the game can be claimed in {}", countdown(left)),
            });
        }
        if self.ahead > 0 {
            let games = crate::plural::count(self.ahead, "game");
            notices.push(format!("the engine has {games} to think about first"));
        }
    }

    fn afterwards(&self) -> Option<String> {
        let view = &self.view;
        if self.going_to.is_some() {
            return Some("going on to the rematch".to_owned());
        }
        if let Some(next) = &view.next {
            return Some(format!("the rematch: {}/game/{next}", self.server));
        }
        if !view.plays() || view.kind == "same-screen" {
            return None;
        }
        let offer = view.offer(What::Rematch.key());
        let words = match offer {
            Some(by) if Some(by) == view.own_color() => "you have offered a rematch",
            Some(_) => "your opponent offers a rematch: n accepts, - declines",
            None if view.status == Status::Aborted => return None,
            None => "n offers a rematch",
        };
        Some(words.to_owned())
    }

    /// Whose turn it is, or how the game ended.
    pub(in crate::play) fn turn(&self) -> String {
        let view = &self.view;
        let turn = Color::from(view.turn);
        match view.status {
            Status::Open if view.challenged.is_some() => "waiting for an answer to the challenge".to_owned(),
            Status::Open => "waiting for an opponent".to_owned(),
            Status::Over | Status::Aborted => self.ending.clone(),
            Status::Playing if self.has_sent() => format!("{} to move", !turn),
            Status::Playing if view.own_color() == Some(turn) => format!("{turn} to move: your turn"),
            Status::Playing => format!("{turn} to move"),
        }
    }

    /// Why it is not the user's turn.
    pub(in crate::play) fn not_yet(&self) -> &'static str {
        match self.view.status {
            Status::Open => "the game begins when somebody takes the open seat",
            Status::Over | Status::Aborted => "the game is over",
            Status::Playing if !self.view.plays() => "you are watching: only the players move",
            Status::Playing if self.has_sent() => "your last move is on its way to the server",
            Status::Playing => "it is your opponent's turn",
        }
    }

    /// The game in a few words: clock, and what it counts for.
    pub(in crate::play) fn title(&self) -> String {
        let view = &self.view;
        let clock = if view.control == "none" { "no clock" } else { view.control.as_str() };
        let weight = if view.rated { "rated" } else { "casual" };
        format!("{clock}  {weight}  {}", self.server)
    }

    /// Who wrote a line of the chat.
    pub(in crate::play) fn writer(&self, user: &str) -> String {
        let sits = |color: Color| self.view.players.of(color).as_ref().is_some_and(|player| player.user.as_deref() == Some(user));
        match [Color::Black, Color::White].into_iter().find(|&color| sits(color)) {
            Some(color) if Some(color) == self.view.own_color() => "you".to_owned(),
            Some(color) => {
                let player = self.view.players.of(color).as_ref();
                player.and_then(|player| player.name.clone()).unwrap_or_else(|| color.to_string())
            }
            None => "somebody".to_owned(),
        }
    }
}
