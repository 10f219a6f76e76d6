//! What happens when messages are lost, a server is cut off from the bus, stops, or dies.

use super::*;

/// A position that is not in the opening book: at full strength, the engine needs a while for its move.
const UNKNOWN: &str = "wwww1/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb b 0 1";

#[tokio::test]
async fn what_the_bus_loses_is_found_in_the_database() {
    for nodes in Nodes::all().await {
        let Pair { game, mut at_a, mut at_b, .. } = nodes.pair("none").await;
        for (n, text) in MOVES.into_iter().enumerate() {
            let version = n as u32 + 3;
            let (here, mover, other) =
                if n % 2 == 0 { (&nodes.a, &mut at_a, &mut at_b) } else { (&nodes.b, &mut at_b, &mut at_a) };
            here.bus().lose_outgoing(1);
            let begun = std::time::Instant::now();
            assert_eq!(mover.ask(play(text, version - 1)).await, version);
            assert_eq!(other.event(version).await["move"], text);
            assert!(begun.elapsed() < Duration::from_secs(5), "{:?}", begun.elapsed());
        }
        nodes.a.bus().lose_outgoing(1);
        assert_eq!(at_a.ask(json!({"do": "chat", "text": "lost?"})).await, 6);
        assert_eq!(at_b.next_of("chat").await["text"], "lost?");
        assert_eq!(nodes.a.log(&game).await.len(), 6);
    }
}

#[tokio::test]
async fn a_server_that_was_cut_off_from_the_bus_catches_up() {
    for nodes in Nodes::all().await {
        let Pair { game, mut at_a, mut at_b, .. } = nodes.pair("none").await;
        let watcher = nodes.b.guest().await;
        nodes.b.bus().cut_off(true);
        assert_eq!(at_a.ask(play(MOVES[0], 2)).await, 3);
        // A server that hears nothing, not even itself, looks for itself.
        until(async || nodes.b.state(&game).await["version"] == 3).await;
        nodes.b.bus().cut_off(false);
        at_b.event(3).await;
        until(async || nodes.a.bus().others().contains(&nodes.b.bus().node())).await;
        assert_eq!(at_b.ask(play(MOVES[1], 3)).await, 4);
        at_a.event(4).await;
        let mut socket = nodes.b.socket(&game, &watcher, "").await;
        while socket.next_of("present").await["players"] != json!({"black": true, "white": true}) {}
    }
}

#[tokio::test]
async fn flags_and_engine_moves_of_a_dead_server_are_taken_over() {
    for nodes in Nodes::all().await {
        let (black, white) = (nodes.a.guest().await, nodes.a.guest().await);
        let setup = json!({"against": "online", "color": "black", "control": "8", "layout": "standard"});
        let timed = nodes.a.create(&black, setup).await;
        nodes.a.act(&white, &timed, json!({"do": "join"})).await;
        nodes.a.act(&black, &timed, play(MOVES[0], 2)).await;
        nodes.a.act(&white, &timed, play(MOVES[1], 3)).await;
        // A server that has not seen the game on time.
        let late = Server::with(nodes.a.config.clone(), PathBuf::from("nowhere")).await;
        let db = late.app.games.db();
        let setup = json!({"against": "engine", "level": 10, "color": "black", "control": "3600+60", "position": UNKNOWN});
        let engine = nodes.a.create(&black, setup).await;
        assert_eq!(nodes.a.act(&black, &engine, play(MOVES[0], 1)).await.0, StatusCode::OK);
        tokio::join!(nodes.a.die(), nodes.b.die());
        assert_eq!(late.log(&engine).await.len(), 2, "the engine has not moved yet");
        assert_eq!(db.engine_leases().await.unwrap(), [(engine.parse().unwrap(), nodes.a.bus().node().to_string())]);
        until(async || late.log(&timed).await.last().unwrap().starts_with("flag")).await;
        assert_eq!(late.log(&timed).await.len(), 5);
        until(async || late.log(&engine).await.len() == 3).await;
        assert!(late.log(&engine).await[2].starts_with("moved"));
        assert_eq!(db.engine_leases().await.unwrap(), []);
        let metrics = &late.app.games.metrics;
        assert_eq!((metrics.leases_taken.get(), metrics.forgotten_flags.get()), (1, 1));
    }
}

#[tokio::test]
async fn a_server_that_stops_hands_over_its_leases_and_its_clients() {
    for nodes in Nodes::all().await {
        let config = Config { drain: Duration::from_secs(1), ..nodes.a.config.clone() };
        let (app, phase) = App::start(&config).await.unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
        let served = crate::Server { app: app.clone(), phase, drain: config.drain };
        let served = tokio::spawn(served.serve(listener, async { _ = stopped.await }));
        let stopping = Server { app, address, config, folder: PathBuf::from("nowhere") };

        let user = stopping.guest().await;
        let setup = json!({"against": "engine", "level": 10, "color": "black", "position": UNKNOWN});
        let game = stopping.create(&user, setup).await;
        let mut sockets = Vec::new();
        for _ in 0..20 {
            let mut socket = stopping.socket(&game, &user, "").await;
            socket.next_of("state").await;
            sockets.push(socket);
        }
        assert_eq!(stopping.act(&user, &game, play(MOVES[0], 1)).await.0, StatusCode::OK);
        stop.send(()).unwrap();
        until(async || stopping.request("GET", "/health", &[], "").await.status() == StatusCode::SERVICE_UNAVAILABLE).await;
        let health = json_of(stopping.request("GET", "/health", &[], "").await).await;
        assert_eq!(health, "draining\n");
        let begun = std::time::Instant::now();
        let closed: Vec<_> = sockets
            .into_iter()
            .map(|mut socket| {
                tokio::spawn(async move {
                    let code = loop {
                        match futures_util::StreamExt::next(&mut socket.0).await {
                            Some(Ok(Message::Close(frame))) => break frame.map(|frame| u16::from(frame.code)),
                            Some(Ok(_)) => {}
                            // The answer to a ping may come too late.
                            _ => break None,
                        }
                    };
                    (code, begun.elapsed())
                })
            })
            .collect();
        let (mut codes, mut times) = (Vec::new(), Vec::new());
        for closed in closed {
            let (code, time) = closed.await.unwrap();
            codes.extend(code);
            times.push(time);
        }
        assert!(!codes.is_empty() && codes.iter().all(|code| *code == 1012), "{codes:?}");
        // They go one after another.
        let millis = |time: Option<&Duration>| time.unwrap().as_millis();
        assert!(millis(times.iter().max()) > millis(times.iter().min()) + 50, "{times:?}");
        served.await.unwrap();
        // Another server goes on at once.
        let mut socket = nodes.b.socket(&game, &user, "?since=2").await;
        loop {
            let message = socket.next().await.unwrap();
            if message["version"] == 3 && (message["type"] == "state" || message["type"] == "event") {
                break;
            }
        }
        until(async || nodes.b.bus().others() == [nodes.a.bus().node()]).await;
    }
}
