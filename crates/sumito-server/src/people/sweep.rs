//! Forgets sessions that have run out, and guests who never played.

use std::sync::Weak;
use std::time::Duration;

use crate::db::Db;
use crate::failure::Failure;
use crate::people::{People, names};
use crate::play::clock::Millis;
use crate::time::{DAY, now};

/// How often.
const PAUSE: Duration = Duration::from_hours(1);
/// How long a guest is remembered who has not played.
const GUESTS: Millis = 30 * DAY;

/// Sweeps when the server starts and from time to time.
pub(crate) async fn run(people: Weak<People>) {
    if let Some(db) = people.upgrade().map(|people| people.db.clone())
        && let Err(failure) = index_names(&db).await
    {
        failure.log();
    }
    loop {
        let Some(db) = people.upgrade().map(|people| people.db.clone()) else { return };
        if let Err(failure) = sweep(&db, now()).await {
            failure.log();
        }
        drop(db);
        tokio::time::sleep(PAUSE).await;
    }
}

/// Lets accounts be found by their names that were there before names were searched.
async fn index_names(db: &Db) -> Result<(), Failure> {
    loop {
        let names = db.unindexed_names().await?;
        if names.is_empty() {
            return Ok(());
        }
        for (user, name) in names {
            db.index_name(user, &names::letters(&name)).await?;
        }
    }
}

async fn sweep(db: &Db, now: Millis) -> Result<(), Failure> {
    db.sweep_sessions(now).await?;
    // A few at a time, so that nobody waits for the writer.
    while db.sweep_guests(now - GUESTS).await? > 0 {}
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::db::Access;
    use crate::id::{GameId, UserId};
    use crate::people::sessions::{self, LIFETIME};
    use crate::play::event::Setup;

    #[tokio::test]
    async fn only_guests_who_left_nothing_behind_are_forgotten() {
        let folder = std::env::temp_dir().join(format!("sumito-{}", GameId::random()));
        std::fs::create_dir_all(&folder).unwrap();
        let db = Db::open(&Db::fresh(&folder).await, Access::Shared).await.unwrap();
        let start: Millis = 1_000;
        let guest = async || sessions::start_for_guest(&db, start).await.unwrap().user.id;
        let [idle, player, learner, member] = [guest().await, guest().await, guest().await, guest().await];
        db.save_settings(learner, [("theme", "dark")].into_iter()).await.unwrap();
        let name = format!("ada-{}", GameId::random());
        assert!(db.register(member, &name, [&name, "digest"], "hash", "hash").await.unwrap());
        let line = format!("created\tstandard\twin=6\tnone\tcasual\tprivate\tuser:{player}\tengine:1");
        save(&db, Setup::parse(&line).unwrap(), start).await;

        let there = async || {
            let mut there = Vec::new();
            for user in [idle, player, learner, member] {
                there.push(db.user(user).await.unwrap().is_some());
            }
            there
        };
        sweep(&db, start + GUESTS).await.unwrap();
        assert_eq!(there().await, [true; 4], "not yet");
        sweep(&db, start + GUESTS + 1).await.unwrap();
        assert_eq!(there().await, [false, true, true, true]);
        assert!(db.sessions(idle, start).await.unwrap().is_empty());
        // Nobody can act for a guest whose session has run out.
        sweep(&db, start + LIFETIME.as_millis() as Millis).await.unwrap();
        assert_eq!(there().await, [false, true, false, true]);
        db.close().await;
        let _ = std::fs::remove_dir_all(&folder);
    }

    async fn save(db: &Db, setup: Setup, at: Millis) {
        let live = crate::play::live::LiveGame::new(setup.clone(), at).unwrap();
        let lines = vec![(at, setup.to_string())];
        db.append(vec![crate::db::Append::new(GameId::random(), &live, lines)]).await.unwrap();
    }

    #[test]
    fn ids_of_users_are_written_as_seats() {
        // The statement puts them together.
        let user = UserId::random();
        assert_eq!(crate::play::event::Player::User(user).to_string(), format!("user:{user}"));
    }
}
