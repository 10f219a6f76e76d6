//! What players and directors ask for, from JSON or from the forms of pages.

use std::sync::Arc;

use serde::Deserialize;
use sumito_tournament::{Event as Paper, csv, trf};

use super::Directing;
use super::entrants::{code, person, person_name};
use super::new_tournament::NewTournament;
use crate::db::{Profile, Scope, User};
use crate::failure::{Failure, Field};
use crate::id::{GameId, TournamentId};
use crate::people::caller::Caller;
use crate::people::limits::Limit;
use crate::time::now;
use crate::tournament::board::Claim;
use crate::tournament::settings::Secret;
use crate::tournament::{Action, Actor, BadFile, BoardResult, Refusal, Tournament};

/// A request in the terms of the API. Players are named by their places in the list of players, from zero; rounds count from 1.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields, expecting = "an object")]
pub(crate) struct TournamentRequest {
    #[serde(rename = "do")]
    pub(crate) act: String,
    pub(crate) player: Option<usize>,
    pub(crate) round: Option<usize>,
    /// The password, or the key of the link.
    pub(crate) password: Option<String>,
    /// Of somebody without an account, over the board.
    pub(crate) code: Option<String>,
    pub(crate) board: Option<String>,
    pub(crate) result: Option<String>,
    /// Marbles ejected by Black and by White.
    pub(crate) marbles: Option<[u8; 2]>,
    /// Without a second player, a bye.
    pub(crate) pairs: Vec<(usize, Option<usize>)>,
    pub(crate) players: Option<[usize; 2]>,
    /// Of an account or, over the board, of anybody.
    pub(crate) name: Option<String>,
    pub(crate) rating: Option<u16>,
    /// Players, and perhaps rounds, as a table.
    pub(crate) csv: Option<String>,
    /// The same as a TRF file.
    pub(crate) trf: Option<String>,
    pub(crate) settings: Option<NewTournament>,
}

/// What can be asked for.
const ACTIONS: &str = "enter, withdraw, return, bye, cancel-bye, claim, berserk, start, pair, unpair, result, add, import, add-director, \
                       remove-director, forbid, allow, stop, resume, finish or change";
/// The longest file, in bytes.
pub(crate) const LONGEST_FILE: usize = 400_000;

impl Directing {
    /// Makes a tournament for a caller.
    pub(crate) async fn set_up(self: &Arc<Directing>, caller: &Caller, wanted: NewTournament) -> Result<TournamentId, Failure> {
        self.people.limit(Limit::Create, caller)?;
        let user = self.people.account_with(caller, Scope::Play).await?;
        self.create(user.id, wanted.settings(now())?).await
    }

    /// Does what a caller asks for.
    pub(crate) async fn request(
        self: &Arc<Directing>,
        caller: &Caller,
        id: TournamentId,
        request: TournamentRequest,
    ) -> Result<Arc<Tournament>, Failure> {
        if let ("claim", Some(code)) = (request.act.as_str(), request.code.as_deref()) {
            // Nobody tries all codes.
            self.people.limit(Limit::Password, caller)?;
            let code = code.trim().to_uppercase();
            let player = self.read(id).await?.player_with(&code).ok_or(Refusal::WrongCode)?;
            return self.act(id, Actor::Player(player), request.claim()?).await;
        }
        let user = self.people.account_with(caller, Scope::Play).await?;
        match request.act.as_str() {
            "enter" => {
                let state = self.read(id).await?;
                if matches!(state.settings.admission.secret, Secret::Password(_)) {
                    self.people.limit(Limit::Password, caller)?;
                }
                let profile = self.people.profile(user.name.as_deref().unwrap_or_default()).await?;
                self.enter(id, &profile, request.password.as_deref()).await
            }
            "berserk" => {
                self.berserk(id, user.id).await?;
                self.read(id).await
            }
            "return" => {
                let state = self.read(id).await?;
                let player = request.player.or_else(|| state.player_of(user.id));
                if let Some(returning) = player.and_then(|player| state.players.get(player)?.user) {
                    self.check_ban(returning, &state.settings).await?;
                }
                self.act(id, self.actor(caller, &user, &state).await?, Action::Return(request.player)).await
            }
            _ => {
                let state = self.read(id).await?;
                let actor = self.actor(caller, &user, &state).await?;
                let action = self.action(&state, actor, request).await?;
                self.act(id, actor, action).await
            }
        }
    }

    /// Moderators may do what directors may do, in person.
    async fn actor(&self, caller: &Caller, user: &User, state: &Tournament) -> Result<Actor, Failure> {
        let plays_or_directs = state.is_director(user.id) || state.player_of(user.id).is_some();
        if plays_or_directs || self.people.user_and_scope(caller).await?.1 < Scope::Full {
            return Ok(Actor::User(user.id));
        }
        Ok(if self.db.is_moderator(user.id).await? { Actor::Moderator(user.id) } else { Actor::User(user.id) })
    }

    async fn action(&self, state: &Tournament, actor: Actor, request: TournamentRequest) -> Result<Action, Failure> {
        let bad = |field: Field, why: &str| Failure::BadField(field, why.to_owned());
        let pair = || request.players.ok_or_else(|| bad(Field::Players, "expected two players, such as [0, 3]"));
        let round = || {
            let round = request.round.and_then(|round| round.checked_sub(1));
            round.ok_or_else(|| bad(Field::Round, "expected a number from 1"))
        };
        let name = request.name.as_deref().unwrap_or_default();
        Ok(match request.act.as_str() {
            // What costs something is done for directors only.
            "import" | "add" if matches!(actor, Actor::User(user) if !state.is_director(user)) => {
                return Err(Refusal::NotDirector.into());
            }
            "import" => {
                let read = tokio::task::spawn_blocking(move || read_file(&request)).await;
                let paper = read.map_err(|_| Failure::Panicked)?.map_err(Refusal::from)?;
                let codes = paper.players.iter().map(|_| code()).collect();
                Action::Import(Box::new(paper), codes)
            }
            "withdraw" => Action::Withdraw(request.player),
            "bye" => Action::RequestBye(request.player, round()?),
            "cancel-bye" => Action::CancelBye(request.player, round()?),
            "claim" => request.claim()?,
            "result" => Action::SetResult { game: request.board()?, result: request.result()?, marbles: request.marbles },
            "start" => Action::Start,
            "pair" => Action::Pair(request.pairs.clone(), request.round.and_then(|round| round.checked_sub(1))),
            "unpair" => Action::Unpair(request.round.and_then(|round| round.checked_sub(1))),
            "add" => {
                let missing = || bad(Field::Player, "expected the name of a player");
                if state.settings.over_the_board {
                    Action::Add(person(name, request.rating.unwrap_or(0)).ok_or_else(missing)?)
                } else {
                    Action::Add(self.account(&self.named(name).await?, &state.settings).await?)
                }
            }
            "add-director" => Action::AddDirector(self.named(name).await?.id),
            "remove-director" => Action::RemoveDirector(self.named(name).await?.id),
            "forbid" => pair().map(|[one, other]| Action::Forbid(one, other))?,
            "allow" => pair().map(|[one, other]| Action::Allow(one, other))?,
            "stop" => Action::Stop,
            "resume" => Action::Resume,
            "finish" => Action::Finish,
            "change" => {
                let wanted = request.settings.clone().unwrap_or_default();
                let settings = wanted.change(state.settings.clone(), now()).map_err(Refusal::from)?;
                Action::Change(Box::new(settings))
            }
            other => return Err(Failure::Bad(format!("do: '{other}' is unknown: expected {ACTIONS}"))),
        })
    }

    async fn named(&self, name: &str) -> Result<Profile, Failure> {
        match self.people.profile(name).await {
            Err(Failure::NotFound) => Err(Failure::NoSuchPlayer),
            found => found,
        }
    }
}

impl TournamentRequest {
    fn board(&self) -> Result<GameId, Failure> {
        let board = self.board.as_deref().and_then(|board| board.parse::<GameId>().ok());
        board.ok_or(Failure::from(Refusal::NoSuchBoard))
    }

    fn result(&self) -> Result<BoardResult, Failure> {
        let names = BoardResult::ALL.map(BoardResult::name).join(", ");
        let result = self.result.as_deref().and_then(|result| result.parse::<BoardResult>().ok());
        result.ok_or_else(|| Failure::BadField(Field::Result, format!("expected one of {names}")))
    }

    fn claim(&self) -> Result<Action, Failure> {
        Ok(Action::Claim(self.board()?, Claim { result: self.result()?, marbles: self.marbles }))
    }
}

/// The players and rounds of a file. Mistakes are found with line and column.
fn read_file(request: &TournamentRequest) -> Result<Paper, BadFile> {
    let text = request.trf.as_deref().or(request.csv.as_deref()).unwrap_or_default();
    if text.len() > LONGEST_FILE {
        return Err(BadFile::TooLong(LONGEST_FILE));
    }
    // Whatever a director pastes: TRF files begin with three digits or letters, tables do not.
    let is_trf = request.trf.is_some() || text.lines().any(|line| line.starts_with("001 "));
    let mut paper = if is_trf {
        trf::read(text).map_err(|trf::TrfError { line, column, problem, .. }| BadFile::Unreadable { line, column, problem })?
    } else {
        // A list of names is a table with one column.
        let has_head = text.lines().next().is_some_and(|line| line.to_lowercase().contains("name"));
        let table = if has_head { text.to_owned() } else { format!("name\n{text}") };
        let shift = usize::from(!has_head);
        csv::read(&table).map_err(|csv::CsvError { line, column, problem }| BadFile::Unreadable {
            line: line.saturating_sub(shift).max(1),
            column,
            problem,
        })?
    };
    for player in &mut paper.players {
        player.name = person_name(&player.name);
    }
    if let Some(player) = paper.players.iter().find(|player| player.name.is_empty()) {
        return Err(BadFile::NamelessPlayer(player.number));
    }
    Ok(paper)
}
