//! What is new for one account: challenges, their answers, and games that begin and end. Sockets and streams of lines carry the same messages.

use std::collections::{HashMap, HashSet};

use crate::app::App;
use crate::db::User;
use crate::failure::Failure;
use crate::http::socket::{Outlet, send_json};
use crate::http::wire;
use crate::id::{GameId, UserId};
use crate::lobby::Bell;
use crate::play::live::{AbortReason, Status};
use crate::time::now;

/// How much a connection wants to know.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Wanted {
    /// The challenges that wait for an answer, which pages show.
    Challenges,
    /// Everything, for programs.
    Everything,
}

/// Something that a bell has announced.
pub(super) enum News {
    Challenges,
    Games,
}

/// What a connection knows about the account of its user; nothing without one.
///
/// A newcomer gets what is there, so that nothing is lost while it was away.
pub(super) struct AccountEvents {
    user: Option<UserId>,
    challenges: Bell,
    /// For those who want everything. Boxed, because there are many connections and few of these.
    more: Option<Box<More>>,
}

struct More {
    games: Bell,
    /// The games that were announced and are not over.
    playing: HashSet<GameId>,
    /// The user's own challenges that were announced, and whom they are for.
    challenged: HashMap<GameId, User>,
    /// Those of them that no longer wait for an answer, as long as the answer is not known.
    answered: Vec<(GameId, User)>,
    /// Something about the games could not be read yet.
    is_behind: bool,
}

impl AccountEvents {
    pub(super) fn listen(app: &App, user: Option<UserId>, wanted: Wanted) -> AccountEvents {
        let lobby = &app.games.lobby;
        let more = (wanted == Wanted::Everything).then(|| {
            Box::new(More {
                games: lobby.game_bells.listen(user),
                playing: HashSet::new(),
                challenged: HashMap::new(),
                answered: Vec::new(),
                is_behind: false,
            })
        });
        AccountEvents { user, challenges: lobby.bells.listen(user), more }
    }

    /// Sends what is there, also if nothing is: a client may remember challenges that were answered before it connected.
    pub(super) async fn begin(&mut self, app: &App, out: &mut impl Outlet) -> Option<()> {
        self.send_challenges(app, out).await?;
        self.send_games(app, out).await
    }

    /// Waits until there is something new.
    pub(super) async fn news(&mut self) -> News {
        match &mut self.more {
            None => self.challenges.rung().await,
            Some(more) => tokio::select! {
                () = self.challenges.rung() => {}
                () = more.games.rung() => return News::Games,
            },
        }
        News::Challenges
    }

    pub(super) async fn send(&mut self, app: &App, out: &mut impl Outlet, news: News) -> Option<()> {
        match news {
            News::Challenges => self.send_challenges(app, out).await,
            News::Games => self.send_games(app, out).await,
        }
    }

    /// Sends what could not be read before. Called now and then.
    pub(super) async fn catch_up(&mut self, app: &App, out: &mut impl Outlet) -> Option<()> {
        match &mut self.more {
            Some(more) if more.is_behind || !more.answered.is_empty() => {
                more.send_answers(app, out).await?;
                self.send_games(app, out).await
            }
            _ => Some(()),
        }
    }

    async fn send_challenges(&mut self, app: &App, out: &mut impl Outlet) -> Option<()> {
        let Some(user) = self.user else { return Some(()) };
        let challenges = match app.people.challenges(user).await {
            Ok(challenges) => challenges,
            Err(failure) => {
                // The client asks again when it connects the next time.
                failure.log();
                return Some(());
            }
        };
        let is_online = |user| app.people.is_online(user);
        send_json(out, &wire::challenges(&challenges, user, is_online)).await?;
        let Some(more) = &mut self.more else { return Some(()) };
        let own = challenges.into_iter().filter(|challenge| challenge.by.id == user);
        let before = std::mem::replace(&mut more.challenged, own.map(|challenge| (challenge.game, challenge.to)).collect());
        more.answered.extend(before.into_iter().filter(|(game, _)| !more.challenged.contains_key(game)));
        more.send_answers(app, out).await
    }

    async fn send_games(&mut self, app: &App, out: &mut impl Outlet) -> Option<()> {
        match (self.user, &mut self.more) {
            (Some(user), Some(more)) => more.send_games(app, user, out).await,
            _ => Some(()),
        }
    }
}

impl More {
    /// Sends that challenges were declined, and why. Those that were accepted are announced as games.
    async fn send_answers(&mut self, app: &App, out: &mut impl Outlet) -> Option<()> {
        for (game, user) in std::mem::take(&mut self.answered) {
            match app.games.read(game, |loaded| (loaded.live.status(), loaded.live.abort_reason())).await {
                Ok((_, Some(AbortReason::Declined(reason)))) => {
                    send_json(out, &wire::challenge_declined(game, &user, reason)).await?;
                }
                // Another server knows the answer, and this one does not yet.
                Ok((Status::Open, _)) => self.answered.push((game, user)),
                Ok(_) => {}
                Err(failure) => {
                    failure.log();
                    self.answered.push((game, user));
                }
            }
        }
        Some(())
    }

    /// Sends the games that have begun or ended since.
    async fn send_games(&mut self, app: &App, user: UserId, out: &mut impl Outlet) -> Option<()> {
        let unfinished = match app.games.db().unfinished_games(user).await {
            Ok(unfinished) => unfinished,
            Err(error) => {
                Failure::from(error).log();
                self.is_behind = true;
                return Some(());
            }
        };
        let ended = self.playing.iter().filter(|game| !unfinished.contains(game)).copied();
        let begun = unfinished.iter().filter(|game| !self.playing.contains(game)).copied();
        let changed: Vec<GameId> = ended.chain(begun).collect();
        let listed = app.games.list(&changed, now()).await;
        self.is_behind = listed.is_err();
        for game in listed.inspect_err(Failure::log).unwrap_or_default() {
            let was_known = self.playing.contains(&game.id);
            match game.status {
                Status::Playing if !was_known => _ = self.playing.insert(game.id),
                Status::Over(_) | Status::Aborted if was_known => _ = self.playing.remove(&game.id),
                // Another server has ended it, and this one does not know yet.
                Status::Playing => {
                    self.is_behind = true;
                    continue;
                }
                _ => continue,
            }
            send_json(out, &wire::game_message(&game)).await?;
        }
        Some(())
    }
}
