//! One server per SQLite database, and broken connections between a server and PostgreSQL.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Instant;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::UnixStream;
use tokio::sync::Mutex;

use super::*;
use crate::db::{Access, ChatMessage};
use crate::id::{GameId, UserId};

#[tokio::test]
async fn a_second_server_on_sqlite_is_refused_until_the_first_is_gone() {
    let server = Server::start().await;
    if server.app.games.db().is_shared() {
        return;
    }
    let alone = Config { shares_database: false, ..server.config.clone() };
    let (first, _close) = App::start(&alone).await.unwrap();
    let begun = Instant::now();
    let refused = App::start(&alone).await.err().unwrap().to_string();
    assert!(begun.elapsed() < Duration::from_secs(2), "{:?}", begun.elapsed());
    assert!(refused.starts_with("another server") && refused.contains("stop it first"), "{refused}");
    // Commands that change something and exit are allowed.
    let beside = Db::open(&server.config.database, Access::Shared).await.unwrap();
    beside.add_user(UserId::random(), 1).await.unwrap();
    beside.close().await;
    first.games.db().settle().await.unwrap();

    first.games.db().close().await;
    drop(first);
    let (next, _close) = App::start(&alone).await.unwrap();
    next.games.db().settle().await.unwrap();
}

/// How the connection to PostgreSQL breaks at a commit.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Cut {
    /// The commit does not arrive, and PostgreSQL notices the broken connection.
    Before,
    /// The commit does not arrive, and PostgreSQL keeps waiting for it.
    BeforeUnnoticed,
    /// The commit arrives, and nobody waits for its reply.
    During,
    /// The commit is done, and its reply does not arrive.
    After,
    /// Nothing arrives any more, and neither side notices.
    Silence,
}

/// A proxy for PostgreSQL that breaks connections on demand.
struct Proxy {
    url: String,
    next: Arc<Mutex<Option<Cut>>>,
}

impl Proxy {
    /// Starts a proxy for this database, whose URL contains its user and the folder of its socket.
    async fn start(database: &str) -> Proxy {
        let (start, options) = database.split_once('?').unwrap();
        let name = start.rsplit('/').next().unwrap();
        let options: HashMap<&str, &str> = options.split('&').filter_map(|option| option.split_once('=')).collect();
        let socket = format!("{}/.s.PGSQL.{}", options["host"], options.get("port").unwrap_or(&"5432"));
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("postgres://{}@{}/{name}?sslmode=disable", options["user"], listener.local_addr().unwrap());
        let next = Arc::<Mutex<Option<Cut>>>::default();
        let cuts = Arc::clone(&next);
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                let database = UnixStream::connect(&socket).await.unwrap();
                tokio::spawn(forward(client, database, Arc::clone(&cuts)));
            }
        });
        Proxy { url, next }
    }
}

async fn forward(client: TcpStream, database: UnixStream, cuts: Arc<Mutex<Option<Cut>>>) {
    let (mut from_client, mut to_client) = client.into_split();
    let (mut from_database, mut to_database) = database.into_split();
    let replies = tokio::spawn(async move { tokio::io::copy(&mut from_database, &mut to_client).await });
    let mut buffer = [0; 16 * 1024];
    while let Ok(count @ 1..) = from_client.read(&mut buffer).await {
        let is_commit = buffer[..count].ends_with(b"commit\0");
        let cut = if is_commit { cuts.lock().await.take() } else { None };
        match cut {
            None => {
                if to_database.write_all(&buffer[..count]).await.is_err() {
                    return;
                }
            }
            Some(Cut::Before) => {
                replies.abort();
                return;
            }
            Some(Cut::BeforeUnnoticed) => {
                replies.abort();
                drop(from_client);
                tokio::time::sleep(Duration::from_mins(1)).await;
                drop(to_database);
                return;
            }
            Some(Cut::During) => {
                replies.abort();
                to_database.write_all(&buffer[..count]).await.unwrap();
                drop(from_client);
                tokio::time::sleep(Duration::from_millis(300)).await;
                return;
            }
            Some(Cut::After) => {
                replies.abort();
                to_database.write_all(&buffer[..count]).await.unwrap();
                // The commit is done after this; a client that is already cut off would not wait for it.
                tokio::time::sleep(Duration::from_millis(300)).await;
                return;
            }
            Some(Cut::Silence) => {
                tokio::time::sleep(Duration::from_mins(1)).await;
                return;
            }
        }
    }
}

/// Only if the tests run on PostgreSQL; the writer's own tests cover the same faults without a network.
#[tokio::test]
async fn a_commit_whose_line_to_postgresql_breaks_is_saved_once_and_told_so() {
    if std::env::var("SUMITO_TEST_DATABASE").is_err() {
        return;
    }
    let server = Server::start().await;
    let proxy = Proxy::start(&server.config.database).await;
    let config = Config { database: proxy.url.clone(), shares_database: false, ..server.config.clone() };
    let behind = Server::with(config, PathBuf::from("nowhere")).await;
    for cut in [Cut::Before, Cut::BeforeUnnoticed, Cut::During, Cut::After, Cut::Silence] {
        let (black, white, game) = behind.pair("none").await;
        let id: GameId = game.parse().unwrap();
        let mut version = 2;
        for (user, text) in [(&black, "a1b2"), (&white, "i5h5")] {
            *proxy.next.lock().await = Some(cut);
            let begun = Instant::now();
            let play = json!({"do": "play", "move": text, "version": version});
            let (mut status, mut done) = behind.act(user, &game, play.clone()).await;
            if cut == Cut::Silence {
                // By then, no request waits any more.
                assert_eq!(done["key"], "cannot-save");
                assert!(begun.elapsed() < Duration::from_secs(10), "{:?}", begun.elapsed());
                (status, done) = behind.act(user, &game, play).await;
            } else {
                assert!(begun.elapsed() < Duration::from_secs(4), "{cut:?}: {:?}", begun.elapsed());
            }
            version += 1;
            assert_eq!((status, &done["version"]), (StatusCode::OK, &json!(version)), "{cut:?}: {done}");
        }
        *proxy.next.lock().await = Some(cut).filter(|cut| *cut != Cut::Silence);
        let (status, _) = behind.act(&black, &game, json!({"do": "chat", "text": "once"})).await;
        assert_eq!(status, StatusCode::OK, "{cut:?}");
        assert!(proxy.next.lock().await.is_none(), "{cut:?}: no commit has come along");

        // Read the result over another connection.
        let db = server.app.games.db();
        let log: Vec<String> = db.log(id).await.unwrap().into_iter().map(|(_, line)| line).collect();
        assert_eq!(log[2..], ["moved\ta1b2", "moved\ti5h5"], "{cut:?}");
        let chat: Vec<ChatMessage> = db.chat(id).await.unwrap();
        assert_eq!(chat.iter().map(|message| message.text.as_str()).collect::<Vec<_>>(), ["once"], "{cut:?}");
        assert_eq!(behind.state(&game).await["moves"], json!(["a1b2", "i5h5"]), "{cut:?}");
    }
}
