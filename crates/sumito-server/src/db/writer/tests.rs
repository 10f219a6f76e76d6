use std::path::PathBuf;

use sqlx::query;
use sumito_rules::party::Seat;

use super::*;
use crate::db::faults::Fault;
use crate::db::{Access, ChatMessage};
use crate::id::{GameId, UserId};
use crate::play::event::{Event, EventKind};
use crate::play::live::LiveGame;
use crate::play::ratings::Rating;

/// A new database, deleted with its folder.
struct Fresh {
    db: Db,
    folder: PathBuf,
}

impl Fresh {
    async fn open() -> Fresh {
        let folder = std::env::temp_dir().join(format!("sumito-{}", GameId::random()));
        std::fs::create_dir_all(&folder).unwrap();
        let db = Db::open(&Db::fresh(&folder).await, Access::Alone).await.unwrap();
        Fresh { db, folder }
    }
}

impl Drop for Fresh {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

const CREATED: &str = "created\tstandard\twin=6 repetition=3 quiet=off no-move=loses\tnone\tcasual\tpublic\tengine:1\tengine:2";

/// A new game, with the first append of its log.
fn created(game: GameId) -> Append {
    let (live, _) = LiveGame::replay([(1, CREATED)]).unwrap();
    Append::new(game, &live, vec![(1, CREATED.to_owned())])
}

/// An append of a meaningless line, as that version of the log.
fn line(game: GameId, version: u32, text: &str) -> Append {
    let (mut live, _) = LiveGame::replay([(1, CREATED)]).unwrap();
    let row = created(game).row();
    for _ in 1..version {
        live.fold(&Event { at: 1, kind: EventKind::Offered(crate::play::event::Offer::Draw, Seat::Black) }).unwrap();
    }
    Append::new(game, &live, vec![(1, text.to_owned())]).skip_row_if_current(row.as_ref())
}

async fn lines(db: &Db, game: GameId) -> Vec<String> {
    db.log(game).await.unwrap().into_iter().map(|(_, line)| line).collect()
}

#[tokio::test]
async fn of_many_who_append_at_once_one_for_each_version_is_saved() {
    let Fresh { db, .. } = &Fresh::open().await;
    let games: Vec<GameId> = (0..40).map(|_| GameId::random()).collect();
    for version in 1..=3 {
        let append = |game, who: &str| if version == 1 { created(game) } else { line(game, version, who) };
        let appends = games.iter().flat_map(|&game| [append(game, "one"), append(game, "other")]);
        let tasks: Vec<_> = appends
            .map(|append| {
                let db = db.clone();
                tokio::spawn(async move { db.append(vec![append]).await.unwrap() })
            })
            .collect();
        let mut saved = 0;
        for task in tasks {
            saved += usize::from(task.await.unwrap() == Appended::Saved);
        }
        assert_eq!(saved, games.len());
    }
    for game in &games {
        assert_eq!(lines(db, *game).await.len(), 3);
    }
    assert_eq!(db.public_games("playing", 99).await.unwrap().len(), games.len());
}

#[tokio::test]
async fn a_commit_that_fails_is_tried_again_and_one_whose_answer_is_lost_is_recognized() {
    use Fault::{AnswerIsLost, CommitFails};
    let Fresh { db, .. } = &Fresh::open().await;
    let user = UserId::random();
    db.add_user(user, 1).await.unwrap();
    let game = GameId::random();
    db.append(vec![created(game)]).await.unwrap();
    let mut version = 1;
    for faults in [
        vec![CommitFails],
        vec![AnswerIsLost],
        vec![CommitFails, AnswerIsLost],
        vec![CommitFails, CommitFails, CommitFails],
        vec![],
    ] {
        version += 1;
        let said = ChatMessage { at: 1, user, text: format!("line {version}"), watchers: false };
        let puzzle: &'static str = format!("puzzle {version}").leak();
        let attempt = Attempt { user, puzzle, solved: true, at: 1, estimate: Rating::new(1) };
        // One at a time, and all together.
        db.faults.spoil_commits(faults.clone());
        assert_eq!(db.append(vec![line(game, version, "alone")]).await.unwrap(), Appended::Saved, "{faults:?}");
        db.faults.spoil_commits(faults.clone());
        version += 1;
        let (appended, said, tried) =
            tokio::join!(db.append(vec![line(game, version, "together")]), db.add_chat(game, &said), db.attempt(attempt));
        assert_eq!(appended.unwrap(), Appended::Saved, "{faults:?}");
        assert!(said.unwrap() && tried.unwrap(), "{faults:?}");
        // Each line is there once, and conflicts with others.
        assert_eq!(lines(db, game).await.len(), version as usize, "{faults:?}");
        assert_eq!(db.append(vec![line(game, version, "late")]).await.unwrap(), Appended::Conflict, "{faults:?}");
    }
    assert_eq!(db.chat(game).await.unwrap().len(), 5);
    assert_eq!(db.tried(user).await.unwrap().len(), 5);
    assert_eq!(db.puzzle_rating("puzzle 2").await.unwrap().unwrap().tries, 1);
}

#[tokio::test]
async fn when_nothing_can_be_saved_that_is_said_soon_and_ends_soon() {
    let Fresh { db, .. } = &Fresh::open().await;
    let game = GameId::random();
    db.append(vec![created(game)]).await.unwrap();
    db.faults.spoil_commits([Fault::CommitFails; 1_000]);
    let begun = Instant::now();
    let refused = db.append(vec![line(game, 2, "not saved")]).await;
    assert!(matches!(refused, Err(DbError::CannotSave(_))), "{refused:?}");
    assert!(begun.elapsed() < Duration::from_secs(5), "{:?}", begun.elapsed());
    assert!(db.check_saving().await.is_err());
    db.faults.heal();
    assert_eq!(db.append(vec![line(game, 2, "saved")]).await.unwrap(), Appended::Saved);
    assert_eq!(lines(db, game).await[1..], ["saved"]);
}

#[tokio::test]
async fn what_is_in_doubt_for_long_is_called_so_and_decided_later() {
    for (fault, saved) in [(Fault::AnswerIsLost, true), (Fault::CommitFails, false)] {
        let Fresh { db, .. } = &Fresh::open().await;
        let game = GameId::random();
        db.append(vec![created(game)]).await.unwrap();
        db.faults.spoil_commits([fault]);
        db.faults.cut_off_after_commit();
        let answer = db.append(vec![line(game, 2, "in doubt")]).await;
        assert!(matches!(answer, Err(DbError::InDoubt(_))), "{answer:?}");
        // Nothing else is saved before that is decided.
        let refused = db.settle().await;
        assert!(matches!(refused, Err(DbError::CannotSave(_))), "{refused:?}");
        db.faults.heal();
        db.settle().await.unwrap();
        assert_eq!(lines(db, game).await.len() == 2, saved, "{fault:?}");
    }
}

#[tokio::test]
async fn a_full_disk_loses_nothing_and_is_noticed_when_there_is_room_again() {
    let Fresh { db, .. } = &Fresh::open().await;
    let games: Vec<GameId> = (0..8).map(|_| GameId::random()).collect();
    for &game in &games {
        db.append(vec![created(game)]).await.unwrap();
    }
    assert!(db.check_saving().await.is_ok());
    for _ in 0..2 {
        db.faults.fill_disk(true);
        let fill = async |game: GameId| {
            let mut version = lines(db, game).await.len() as u32;
            // Long lines, so that the next page is needed soon.
            while let Ok(appended) = db.append(vec![line(game, version + 1, &"x".repeat(3_000))]).await {
                assert_eq!(appended, Appended::Saved);
                version += 1;
            }
            assert_eq!(lines(db, game).await.len(), version as usize);
        };
        tokio::join!(fill(games[0]), fill(games[1]), fill(games[2]), fill(games[3]));
        // Four together may have been refused although there was room for one.
        fill(games[4]).await;
        tokio::time::sleep(CHECK_LASTS).await;
        let begun = Instant::now();
        let ill = db.check_saving().await.unwrap_err();
        assert_eq!(ill.reason(), "the disk is full");
        assert!(begun.elapsed() < Duration::from_secs(1), "{:?}", begun.elapsed());

        db.faults.fill_disk(false);
        let begun = Instant::now();
        for &game in &games {
            let version = lines(db, game).await.len() as u32 + 1;
            assert_eq!(db.append(vec![line(game, version, "saved again")]).await.unwrap(), Appended::Saved);
        }
        assert!(begun.elapsed() < Duration::from_secs(2), "{:?}", begun.elapsed());
        tokio::time::sleep(CHECK_LASTS).await;
        assert!(db.check_saving().await.is_ok());
    }
}

#[tokio::test]
async fn events_of_several_games_are_saved_together_or_not_at_all() {
    let Fresh { db, .. } = &Fresh::open().await;
    let [first, second, third] = [(); 3].map(|()| GameId::random());
    db.append(vec![created(first)]).await.unwrap();
    assert_eq!(db.append(vec![line(first, 2, "with"), created(second)]).await.unwrap(), Appended::Saved);
    // The last one conflicts; the others are saved.
    let together = db.append(vec![line(first, 3, "without"), created(third), line(second, 1, "late")]);
    let (together, beside) = tokio::join!(together, db.append(vec![line(second, 2, "beside")]));
    assert_eq!((together.unwrap(), beside.unwrap()), (Appended::Conflict, Appended::Saved));
    assert_eq!(lines(db, first).await[1..], ["with"]);
    assert_eq!(lines(db, second).await[1..], ["beside"]);
    assert!(lines(db, third).await.is_empty());
    db.faults.spoil_commits([Fault::AnswerIsLost]);
    assert_eq!(db.append(vec![line(first, 3, "with"), created(third)]).await.unwrap(), Appended::Saved);
    assert_eq!(lines(db, third).await.len(), 1);
}

#[tokio::test]
async fn work_that_fails_or_panics_does_not_harm_the_work_beside_it() {
    let Fresh { db, .. } = &Fresh::open().await;
    let (game, user) = (GameId::random(), UserId::random());
    db.append(vec![created(game)]).await.unwrap();
    db.add_user(user, 1).await.unwrap();
    let twice = db.write(move || vec![query("insert into users (id, created_at) values ($1, 1)").bind(user.to_string())]);
    let broken = db.write(|| vec![query("insert into nowhere values (1)")]);
    let panicking = db.write(|| panic!("for the test"));
    let others = async |n: u32| db.append(vec![line(game, 2 + n, "beside")]).await;
    let (first, twice, second, broken, third, panicking, fourth) =
        tokio::join!(others(0), twice, others(1), broken, others(2), panicking, others(3));
    for saved in [first, second, third, fourth] {
        assert_eq!(saved.unwrap(), Appended::Saved);
    }
    assert!(twice.is_err_and(|error| error.is_unique_violation()));
    assert!(matches!(broken, Err(DbError::Failed(_))), "{broken:?}");
    assert!(matches!(panicking, Err(DbError::Failed(_))), "{panicking:?}");
    assert_eq!(lines(db, game).await.len(), 5);
}

/// Many append with faults at random: what was acknowledged is there, what was refused is not, and nothing is there twice.
#[tokio::test]
async fn through_random_faults_the_answers_are_true() {
    let Fresh { db, .. } = &Fresh::open().await;
    let games: Vec<GameId> = (0..6).map(|_| GameId::random()).collect();
    for &game in &games {
        db.append(vec![created(game)]).await.unwrap();
    }
    let random = |mut seed: u64| {
        move || {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            seed >> 33
        }
    };
    let play = async |game: GameId| {
        let mut expected = vec![CREATED.to_owned()];
        for n in 0..60 {
            let text = format!("line {n}");
            match db.append(vec![line(game, expected.len() as u32 + 1, &text)]).await {
                Ok(appended) => {
                    assert_eq!(appended, Appended::Saved);
                    expected.push(text);
                }
                Err(DbError::CannotSave(_)) => {}
                Err(error) => panic!("{error:?}"),
            }
        }
        assert_eq!(lines(db, game).await, expected);
    };
    let disturb = async {
        let mut next = random(7);
        for _ in 0..200 {
            let fault = if next() % 2 == 0 { Fault::AnswerIsLost } else { Fault::CommitFails };
            db.faults.spoil_commits([fault]);
            tokio::time::sleep(Duration::from_millis(next() % 10)).await;
        }
        db.faults.heal();
    };
    tokio::join!(disturb, play(games[0]), play(games[1]), play(games[2]), play(games[3]), play(games[4]), play(games[5]));
}
