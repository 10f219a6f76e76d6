//! Why something is refused, as a stable key for programs and translations and as an English sentence.

use std::fmt;

use sumito_rules::notation::ParseMoveError;

/// Why an action is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Refusal {
    NotYourSeat,
    NotYourTurn,
    /// The position has changed since the version that the player saw.
    Stale,
    /// The text is not a move, or the rules forbid it.
    Move(ParseMoveError),
    SeatTaken,
    /// The open seat is for the user who was challenged.
    SeatReserved,
    NotStarted,
    GameOver,
    NotOver,
    NothingOffered,
    AlreadyOffered,
    /// The other side has already offered the same; accept or decline that.
    AnswerFirst,
    /// This draw was offered in this position before, and refused.
    RefusedBefore,
    /// This side has offered the same, or taken back moves, too often in this game.
    TooManyOffers,
    /// The engine plays on.
    EnginePlaysOn,
    /// Moves cannot be taken back in a rated game (R9).
    MoveStands,
    NothingToTakeBack,
    /// Too many moves have been made to abort.
    TooLateToAbort,
    TimeLeft,
    /// The other player is connected.
    OpponentHere,
    /// The other player may still come back.
    TooEarly,
    /// The game is already over in the starting position.
    StartIsOver,
    /// The user is already playing a timed game.
    AlreadyPlaying,
    TooManyGames,
    TooManySeats,
    TooManyEngineGames,
    /// Too many games of users without an account come from one address.
    CrowdedAddress,
    OwnChallenge,
    /// The user has challenged the same player, and waits for an answer.
    AlreadyChallenged,
    TooManyChallenges,
    /// The other player does not play with this user. It does not say why: blocks are private.
    NotAccepting,
    /// The user has blocked the other player.
    YouBlocked,
    /// The other player does not read what this user writes.
    ChatClosed,
    TooManyFollowed,
    TooManyBlocked,
}

impl Refusal {
    /// A stable key, for translations.
    pub(crate) fn key(&self) -> &'static str {
        match self {
            Refusal::NotYourSeat => "not-your-seat",
            Refusal::NotYourTurn => "not-your-turn",
            Refusal::Stale => "stale",
            Refusal::Move(ParseMoveError::Syntax(_)) => "not-a-move",
            Refusal::Move(ParseMoveError::Illegal(illegal)) => illegal.key(),
            Refusal::SeatTaken => "seat-taken",
            Refusal::SeatReserved => "seat-reserved",
            Refusal::NotStarted => "not-started",
            Refusal::GameOver => "game-over",
            Refusal::NotOver => "not-over",
            Refusal::NothingOffered => "nothing-offered",
            Refusal::AlreadyOffered => "already-offered",
            Refusal::AnswerFirst => "answer-first",
            Refusal::RefusedBefore => "refused-before",
            Refusal::TooManyOffers => "too-many-offers",
            Refusal::EnginePlaysOn => "engine-plays-on",
            Refusal::MoveStands => "move-stands",
            Refusal::NothingToTakeBack => "nothing-to-take-back",
            Refusal::TooLateToAbort => "too-late-to-abort",
            Refusal::TimeLeft => "time-left",
            Refusal::OpponentHere => "opponent-here",
            Refusal::TooEarly => "too-early",
            Refusal::StartIsOver => "start-is-over",
            Refusal::AlreadyPlaying => "already-playing",
            Refusal::TooManyGames => "too-many-games",
            Refusal::TooManySeats => "too-many-open-seats",
            Refusal::TooManyEngineGames => "too-many-engine-games",
            Refusal::CrowdedAddress => "crowded-address",
            Refusal::OwnChallenge => "own-challenge",
            Refusal::AlreadyChallenged => "already-challenged",
            Refusal::TooManyChallenges => "too-many-challenges",
            Refusal::NotAccepting => "not-accepting",
            Refusal::YouBlocked => "you-blocked",
            Refusal::ChatClosed => "chat-closed",
            Refusal::TooManyFollowed => "too-many-followed",
            Refusal::TooManyBlocked => "too-many-blocked",
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Refusal::Move(error) => return error.fmt(f),
            Refusal::NotYourSeat => "you do not play in this game",
            Refusal::NotYourTurn => "it is the other side's turn",
            Refusal::Stale => "the position has changed meanwhile, look at it again",
            Refusal::SeatTaken => "no seat is open",
            Refusal::SeatReserved => "the open seat is for the player who was challenged",
            Refusal::NotStarted => "the game waits for a second player",
            Refusal::GameOver => "the game is over",
            Refusal::NotOver => "the game is not over yet",
            Refusal::NothingOffered => "nothing was offered, or no longer is",
            Refusal::AlreadyOffered => "you have offered that already",
            Refusal::AnswerFirst => "the other side asks for the same, answer that first",
            Refusal::RefusedBefore => "a draw was offered in this position before and refused, wait for another one",
            Refusal::TooManyOffers => "that has been offered or taken back too often in this game",
            Refusal::EnginePlaysOn => "the engine plays on",
            Refusal::MoveStands => "a move once made stands in a rated game",
            Refusal::NothingToTakeBack => "you have no move to take back",
            Refusal::TooLateToAbort => "a game can be aborted only before the second move, you can resign",
            Refusal::TimeLeft => "there is time left on the clock",
            Refusal::OpponentHere => "your opponent is here",
            Refusal::TooEarly => "your opponent may still come back, wait a little longer",
            Refusal::StartIsOver => "the game would be over in this position, choose another start",
            Refusal::AlreadyPlaying => "you are playing a game on time, finish it first",
            Refusal::TooManyGames => "you have too many unfinished games, finish one of them first",
            Refusal::TooManySeats => "you have too many open seats, cancel one of them first",
            Refusal::TooManyEngineGames => {
                "you have too many unfinished games against the engine, finish or resign one of them first"
            }
            Refusal::CrowdedAddress => "too many guests play from your address, sign in or wait until one of their games is over",
            Refusal::OwnChallenge => "you cannot challenge yourself",
            Refusal::AlreadyChallenged => "you have challenged this player already, wait for an answer",
            Refusal::TooManyChallenges => "you have sent too many challenges, wait for answers or withdraw one",
            Refusal::NotAccepting => "this player is not accepting games right now",
            Refusal::YouBlocked => "you have blocked this player, unblock them first",
            Refusal::ChatClosed => "the other player does not receive messages",
            Refusal::TooManyFollowed => "you follow too many players, unfollow somebody first",
            Refusal::TooManyBlocked => "you have blocked too many players, unblock somebody first",
        })
    }
}
