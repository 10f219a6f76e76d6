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
    /// Moves cannot be taken back in a rated game (R9), nor in the engine room.
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
    /// A moderator has muted the user.
    Muted,
    /// A moderator has banned the user from rated games.
    RatedBan,
    TooManyFollowed,
    TooManyBlocked,
    /// An account becomes a bot only before its first game.
    HasPlayed,
    /// Only bots play in the engine room.
    BotsOnly,
    /// A bot that is not connected would not hear of its games.
    NoStream,
    /// The bot did not play its last game in the engine room.
    RoomPause,
    RoomFull,
    /// The bot has too many entries in the list of the engine room.
    TooManyVersions,
    /// The player is no longer in the game, which goes on.
    LeftTheGame,
    /// Only the person who waits for others may start or cancel the game.
    NotHost,
    /// The game has begun, so a seat cannot be given up.
    AlreadyStarted,
    /// Nobody can resign with the player.
    NoPartner,
    /// Players do not talk while partners play.
    PartnersPlay,
    /// Only a game for more than two has that.
    OnlyParties,
    /// In a game for more than two, a claim names the absent player.
    NameTheSeat,
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
            Refusal::Muted => "muted",
            Refusal::RatedBan => "rated-ban",
            Refusal::TooManyFollowed => "too-many-followed",
            Refusal::TooManyBlocked => "too-many-blocked",
            Refusal::HasPlayed => "has-played",
            Refusal::BotsOnly => "bots-only",
            Refusal::NoStream => "no-stream",
            Refusal::RoomPause => "room-pause",
            Refusal::RoomFull => "room-full",
            Refusal::TooManyVersions => "too-many-versions",
            Refusal::LeftTheGame => "left-the-game",
            Refusal::NotHost => "not-host",
            Refusal::AlreadyStarted => "already-started",
            Refusal::NoPartner => "no-partner",
            Refusal::PartnersPlay => "partners-play",
            Refusal::OnlyParties => "only-parties",
            Refusal::NameTheSeat => "name-the-seat",
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
            Refusal::MoveStands => "a move once made stands in a rated game and in the engine room",
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
            Refusal::Muted => "a moderator has muted your account, you cannot write in chats",
            Refusal::RatedBan => "a moderator has banned your account from rated games and tournaments, play casual ones",
            Refusal::TooManyFollowed => "you follow too many players, unfollow somebody first",
            Refusal::TooManyBlocked => "you have blocked too many players, unblock somebody first",
            Refusal::HasPlayed => "this account has played, only a new one can become a bot",
            Refusal::BotsOnly => "only bots play in the engine room, make the account a bot before its first game",
            Refusal::NoStream => "open the stream of events first, so that you hear of your games",
            Refusal::RoomPause => "you did not play your last game in the engine room, try again in five minutes",
            Refusal::RoomFull => "the engine room is full, try again later",
            Refusal::TooManyVersions => "this bot has too many versions in the list, go on with one of them",
            Refusal::LeftTheGame => "you are out of this game, the others play on",
            Refusal::NotHost => "only the host may do that, wait for them",
            Refusal::AlreadyStarted => "the game has begun, you can resign",
            Refusal::NoPartner => "you have no partner in the game, resign alone",
            Refusal::PartnersPlay => "players do not chat while partners play, wait until the game is over",
            Refusal::OnlyParties => "that is for games of more than two players",
            Refusal::NameTheSeat => "in a game of more than two players, name the seat of the absent player",
        })
    }
}
