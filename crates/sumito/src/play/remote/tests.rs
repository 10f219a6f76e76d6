use std::time::Duration;

use ratatui::crossterm::event::{Event as Input, KeyCode, MouseButton, MouseEvent, MouseEventKind};
use serde_json::{Value, json};
use sumito_rules::{Cell, Color};

use super::super::state::{Effect, Event, State};
use super::super::tests::{ASCII, COLOR, PLAIN, click, keys, press, screen, shows};
use super::*;
use crate::site::game::tests::{merged, state};

/// The game of [`state`] with changes, as Black sees it.
fn view(changes: Value) -> GameView {
    GameView::read(&state(changes)).unwrap()
}

fn open(changes: Value) -> State {
    State::remote(view(changes), "http://here".to_owned(), false, PLAIN, (80, 24)).unwrap()
}

/// The server describes the game again.
fn hear(remote: &mut State, changes: Value) -> Vec<Effect> {
    remote.update(Event::Heard(Heard::Game(Box::new(view(changes)), None)))
}

fn asked(version: u32, action: Action) -> Effect {
    Effect::Ask(Request::Act { game: "abcdefghij".to_owned(), version, action })
}

fn tick(remote: &mut State, seconds: u64) {
    remote.update(Event::Tick(Duration::from_secs(seconds)));
}

fn hides(remote: &State, text: &str) {
    let lines = screen(remote, 80, 24);
    assert!(lines.iter().all(|line| !line.contains(text)), "{text:?} in\n{}", lines.join("\n"));
}

fn running(color: &str, black: u64, white: u64) -> Value {
    let clock = |main: u64| json!({"free": 0, "main": main * 1000, "period": 0, "periods": 0});
    json!({"now": 1_000_000, "running": color, "left": {"black": clock(black), "white": clock(white)}})
}

/// A game in which both have moved, and it is Black's turn.
fn begun() -> Value {
    json!({"version": 4, "moves": ["a1b2", "i5h5"], "clocks": running("black", 60, 55)})
}

#[test]
fn a_game_is_shown_as_the_server_describes_it() {
    let mut remote = open(begun());
    for text in ["Standard  60+2  casual  http://here", "● Black: ada 1512? (you)", "White: Guest", "1. a1b2    i5h5"] {
        shows(&remote, text);
    }
    shows(&remote, "Black to move: your turn");
    tick(&mut remote, 5);
    shows(&remote, "0:55  ejected 0 of 6");
    tick(&mut remote, 60);
    shows(&remote, "0:00.0  ejected 0 of 6");
    let white = open(merged(begun(), json!({"you": ["white"]})));
    assert!(white.flipped);
    shows(&white, "Black to move");
    hides(&white, "your turn");
}

#[test]
fn a_move_is_shown_at_once_and_sent_for_its_version() {
    let mut remote = open(begun());
    tick(&mut remote, 3);
    assert_eq!(keys(&mut remote, "\nb2c3\n"), [asked(4, Action::Play("b2c3".to_owned()))]);
    shows(&remote, "2. b2c3");
    shows(&remote, "White to move");
    // The clock has stopped for us, and nothing else can be moved.
    tick(&mut remote, 9);
    shows(&remote, "0:57  ejected 0 of 6");
    assert_eq!(keys(&mut remote, "\na2b3\n"), []);
    shows(&remote, "your last move is on its way to the server");
    hear(
        &mut remote,
        json!({"version": 5, "moves": ["a1b2", "i5h5", "b2c3"], "turn": "white", "clocks": running("white", 59, 55)}),
    );
    shows(&remote, "Black b2c3: 3 in line north-east");
    shows(&remote, "0:59  ejected 0 of 6");
    keys(&mut remote, " ");
    shows(&remote, "it is your opponent's turn");
    let reply = json!({"version": 6, "moves": ["a1b2", "i5h5", "b2c3", "i6h6"], "clocks": running("black", 59, 50)});
    hear(&mut remote, reply);
    shows(&remote, "White i6h6");
    assert_eq!(remote.person(), Some(Color::Black));
    // By mouse as well.
    click(&mut remote, Cell::C3);
    assert_eq!(click(&mut remote, Cell::D3), [asked(6, Action::Play("c3d3".to_owned()))]);
}

#[test]
fn a_move_that_the_server_refuses_is_undone() {
    let mut remote = open(begun());
    keys(&mut remote, "\nb2c3\n");
    let request = Request::Act { game: "abcdefghij".to_owned(), version: 4, action: Action::Play("b2c3".to_owned()) };
    remote.update(Event::Heard(Heard::Refused(request, "the position has changed".to_owned())));
    shows(&remote, "the position has changed");
    assert_eq!((remote.game.ply(), remote.person()), (2, Some(Color::Black)));
}

#[test]
fn a_lost_connection_loses_no_move() {
    let mut remote = open(begun());
    keys(&mut remote, "\nb2c3\n");
    let why = "cannot reach http://here: io: Connection refused (os error 111)".to_owned();
    remote.update(Event::Heard(Heard::Lost(why)));
    shows(&remote, "no connection, trying again");
    shows(&remote, "b2c3 is sent again when the server is");
    // It is back, and has not received the move: that is still being sent, and our clock has run on.
    tick(&mut remote, 9);
    hear(&mut remote, merged(begun(), json!({"clocks": running("black", 51, 55)})));
    hides(&remote, "no connection");
    shows(&remote, "0:51  ejected 0 of 6");
    assert_eq!(remote.game.ply(), 3);
    // It has received it. What is older than that changes nothing.
    hear(&mut remote, json!({"version": 5, "moves": ["a1b2", "i5h5", "b2c3"], "turn": "white"}));
    hear(&mut remote, json!({"version": 3, "moves": ["a1b2"], "turn": "white"}));
    assert!(!remote.remote.as_ref().unwrap().has_sent());
    assert_eq!(remote.game.ply(), 3);

    // The game went on without it: a takeback was agreed on in another window.
    let mut other = open(begun());
    keys(&mut other, "\nb2c3\n");
    hear(&mut other, json!({"version": 6, "moves": []}));
    shows(&other, "the game went on before your move arrived");
    assert_eq!(other.game.ply(), 0);
    // A server that says nothing at all.
    tick(&mut other, 15);
    shows(&other, "nothing from the server for 15 s");
    other.update(Event::Heard(Heard::Alive));
    hides(&other, "nothing from the server");
}

#[test]
fn draws_and_takebacks_are_offered_accepted_and_declined() {
    let offered = |what: &str, by: &str| merged(begun(), json!({"version": 5, "offers": [{"what": what, "by": by}]}));
    let mut remote = open(begun());
    assert_eq!(keys(&mut remote, "="), []);
    shows(&remote, "Offer a draw? y/n");
    assert_eq!(keys(&mut remote, "y"), [asked(4, Action::Offer(What::Draw))]);
    hear(&mut remote, offered("draw", "black"));
    shows(&remote, "you have offered a draw");
    assert_eq!(keys(&mut remote, "="), []);
    shows(&remote, "you have offered that already");
    assert_eq!(keys(&mut remote, "-"), []);
    shows(&remote, "nothing was offered to you");
    let declined =
        Happened { event: "declined".to_owned(), by: Some(crate::site::game::Side::White), what: Some("draw".to_owned()) };
    remote.update(Event::Heard(Heard::Game(Box::new(view(merged(begun(), json!({"version": 6})))), Some(declined))));
    shows(&remote, "White declined the draw");

    for (what, key, words) in
        [(What::Draw, "=", "your opponent offers a draw"), (What::Takeback, "u", "your opponent wants to take a move")]
    {
        let mut remote = open(offered(what.key(), "white"));
        shows(&remote, words);
        assert_eq!(keys(&mut remote, "-"), [asked(5, Action::Decline(what))]);
        let answer = if what == What::Draw { format!("{key}y") } else { key.to_owned() };
        assert_eq!(keys(&mut remote, &answer), [asked(5, Action::Accept(what))]);
    }
    let mut remote = open(begun());
    assert_eq!(keys(&mut remote, "u"), [asked(4, Action::Offer(What::Takeback))]);
    hear(&mut remote, offered("takeback", "black"));
    shows(&remote, "you have asked to take a move back");
    assert_eq!(keys(&mut remote, "n"), []);
    shows(&remote, "a rematch is possible after the game");
}

#[test]
fn games_are_aborted_resigned_withdrawn_and_claimed() {
    let first = json!({"abortsAt": 1_030_000});
    let mut remote = open(first.clone());
    shows(&remote, "make your first move within 0:30, or");
    tick(&mut remote, 8);
    shows(&remote, "make your first move within 0:22, or");
    shows(&open(merged(first, json!({"turn": "white", "moves": ["a1b2"]}))), "White has to move within 0:30, or the");
    keys(&mut remote, "r");
    shows(&remote, "Abort the game? y/n");
    assert_eq!(keys(&mut remote, "y"), [asked(2, Action::Abort)]);

    let mut remote = open(begun());
    keys(&mut remote, "r");
    shows(&remote, "Resign? y/n");
    assert_eq!(keys(&mut remote, "y"), [asked(4, Action::Resign)]);
    assert_eq!(keys(&mut remote, "c"), []);
    shows(&remote, "a game can be claimed when the opponent has left it");
    let away = |claimable_at| Presence { now: 2_000_000, away: ByColor::new(None, Some(Away { claimable_at })), watchers: 0 };
    remote.update(Event::Heard(Heard::Present(away(Some(2_060_000)))));
    shows(&remote, "White is away; the game can be claimed");
    shows(&remote, "in 1:00");
    tick(&mut remote, 60);
    shows(&remote, "White has left the game: c claims it");
    keys(&mut remote, "c");
    shows(&remote, "Claim y the win, d a draw, n neither");
    assert_eq!(keys(&mut remote, "d"), [asked(4, Action::Claim { win: false })]);
    assert_eq!(keys(&mut remote, "cy"), [asked(4, Action::Claim { win: true })]);
    assert_eq!(keys(&mut remote, "cn"), []);
    remote.update(Event::Heard(Heard::Present(away(None))));
    shows(&remote, "White is away");

    let open_seat = json!({"status": "open", "players": {"black": {"user": "u1", "name": "ada"}, "white": null}});
    let mut remote = open(open_seat.clone());
    shows(&remote, "waiting for an opponent");
    shows(&remote, "http://here/game/abcdefghij");
    keys(&mut remote, " ");
    shows(&remote, "the game begins when somebody takes");
    keys(&mut remote, "r");
    shows(&remote, "Withdraw the open seat? y/n");
    assert_eq!(keys(&mut remote, "y"), [asked(2, Action::Abort)]);
    // Somebody comes, and gets the attention of whoever waited.
    assert_eq!(hear(&mut remote, json!({"version": 3})), [Effect::Bell]);
    let mut challenge = open(merged(open_seat, json!({"challenged": "u2"})));
    shows(&challenge, "waiting for an answer to the challenge");
    hear(&mut challenge, json!({"version": 3, "status": "aborted", "why": "declined", "reason": "too-fast"}));
    shows(&challenge, "declined: the clock is too fast");
}

#[test]
fn how_a_game_ended_is_said() {
    let ended = |key: &str, winner: Value| {
        let outcome = json!({"key": key, "winner": winner, "winners": [], "result": "?"});
        open(merged(begun(), json!({"status": "over", "outcome": outcome})))
    };
    for (key, winner, words) in [
        ("won-by-resignation", json!("white"), "White won: Black resigned"),
        ("won-on-time", json!("black"), "Black won on time"),
        ("won-by-absence", json!("black"), "Black won: White left the game"),
        ("drawn-by-absence", Value::Null, "drawn: a player left the game"),
        ("drawn-by-agreement", Value::Null, "drawn by agreement"),
    ] {
        shows(&ended(key, winner), words);
    }
    for (why, reason, words) in [
        (json!("no-first-move"), Value::Null, "aborted: the first move did not come"),
        (json!("declined"), Value::Null, "the challenge was declined"),
        (json!("declined"), json!("unheard-of"), "declined: unheard-of"),
        (Value::Null, Value::Null, "the game was aborted"),
    ] {
        shows(&open(json!({"status": "aborted", "why": why, "reason": reason})), words);
    }
}

#[test]
fn after_the_end_there_is_a_rematch_and_time_to_look_back() {
    let outcome = json!({"key": "won-by-resignation", "winner": "black", "winners": ["black"], "result": "1-0"});
    let over = merged(begun(), json!({"version": 5, "status": "over", "outcome": outcome}));
    let mut remote = open(begun());
    hear(&mut remote, over.clone());
    shows(&remote, "Black won: White resigned");
    shows(&remote, "n offers a rematch");
    press(&mut remote, KeyCode::Home);
    assert_eq!(remote.game.ply(), 0);
    shows(&remote, "ply 0");
    // What comes meanwhile does not disturb.
    hear(&mut remote, over.clone());
    assert_eq!(remote.game.ply(), 0);
    press(&mut remote, KeyCode::End);
    shows(&remote, "Black won: White resigned");
    assert_eq!(keys(&mut remote, "p"), [], "there is nothing to play on");
    assert_eq!(keys(&mut remote, "n"), [asked(5, Action::Offer(What::Rematch))]);
    hear(&mut remote, merged(over.clone(), json!({"version": 6, "offers": [{"what": "rematch", "by": "black"}]})));
    shows(&remote, "you have offered a rematch");
    let effects = hear(&mut remote, merged(over.clone(), json!({"version": 7, "next": "klmnopqrst"})));
    assert_eq!(effects, [Effect::Watch(Some("klmnopqrst".to_owned()))]);
    shows(&remote, "going on to the rematch");
    assert_eq!(hear(&mut remote, merged(over.clone(), json!({"version": 7, "next": "klmnopqrst"}))), [], "once");
    hear(&mut remote, json!({"game": "klmnopqrst", "you": ["white"]}));
    shows(&remote, "the rematch begins");
    assert!(remote.flipped && remote.game.ply() == 0);
    // Whoever opens the old game later stays there.
    let with_next = merged(over.clone(), json!({"version": 7, "next": "klmnopqrst"}));
    let mut later = open(with_next.clone());
    assert_eq!(hear(&mut later, with_next), []);
    shows(&later, "the rematch:");
    shows(&later, "http://here/game/klmnopqrst");
    // A message about the old game is no longer of interest.
    hear(&mut remote, over);
    assert_eq!(remote.remote_view().game, "klmnopqrst");
}

#[test]
fn whoever_watches_may_look_and_take_an_open_seat() {
    let mut watcher = open(merged(begun(), json!({"you": []})));
    shows(&watcher, "you are watching");
    for (key, words) in [
        (" ", "you are watching: only the players move"),
        ("r", "you are watching: only the players can do that"),
        ("=", "you are watching: only the players can do that"),
        ("t", "only the players can write"),
        ("h", "hints are not allowed in this game"),
        ("j", "there is no open seat"),
    ] {
        assert_eq!(keys(&mut watcher, key), []);
        shows(&watcher, words);
    }
    assert_eq!(keys(&mut watcher, "q"), [Effect::Quit], "nobody waits for a watcher");

    let seat = json!({"status": "open", "you": [], "players": {"black": null, "white": {"user": "u2", "name": null}}});
    let mut guest = open(seat);
    shows(&guest, "there is an open seat: j takes it");
    assert_eq!(keys(&mut guest, "j"), [Effect::Ask(Request::Open { game: "abcdefghij".to_owned(), join: true })]);
    // The server now knows who is listening.
    let effects = guest.update(Event::Heard(Heard::Opened(Box::new(view(json!({"version": 3}))))));
    assert_eq!(effects, [Effect::Bell, Effect::Watch(Some("abcdefghij".to_owned()))]);
    shows(&guest, "Black to move: your turn");
    // A token that was revoked.
    hear(&mut guest, json!({"version": 3, "you": []}));
    shows(&guest, "the server no longer knows you");
}

#[test]
fn hints_are_for_games_that_allow_them() {
    let mut remote = open(merged(begun(), json!({"help": true})));
    let effects = keys(&mut remote, "h");
    let [Effect::Think { request, .. }] = effects.as_slice() else { panic!("{effects:?}") };
    let m = remote.game.position().parse_move("b2c3").unwrap();
    remote.update(Event::Found { request: *request, m: Some(m) });
    shows(&remote, "hint: b2c3");
    assert_eq!(remote.game.ply(), 2, "it is not played");
}

#[test]
fn the_chat_has_its_place() {
    let mut remote = open(begun());
    let line = |user: &str, text: &str| ChatLine { user: user.to_owned(), text: text.to_owned() };
    remote.update(Event::Heard(Heard::Chat(vec![line("u2", "hello"), line("u1", "good luck")])));
    remote.update(Event::Heard(Heard::Said(line("u2", "you too, and a message that needs two lines"))));
    for text in ["White: hello", "you: good luck", "White: you too, and a message that", "needs two lines"] {
        shows(&remote, text);
    }
    assert_eq!(keys(&mut remote, "thi there\n"), [asked(4, Action::Chat("hi there".to_owned()))]);
    assert_eq!(keys(&mut remote, "t\n"), [], "nothing was said");
    // The moves keep their place, however much is said.
    for n in 0..100 {
        remote.update(Event::Heard(Heard::Said(line("u2", &format!("line {n}")))));
    }
    shows(&remote, "1. a1b2    i5h5");
    shows(&remote, "White: line 99");
    remote.look = ASCII;
    remote.update(Event::Heard(Heard::Said(line("u2", "smörgås \u{1f600}\u{1b}[31m"))));
    assert!(screen(&remote, 80, 24).iter().all(|line| line.is_ascii()));
    let mut engine = open(merged(begun(), json!({"kind": "engine"})));
    assert_eq!(keys(&mut engine, "t"), []);
    shows(&engine, "there is nobody to talk to");
}

#[test]
fn a_game_is_saved_with_the_times_of_the_server_or_without_them() {
    let mut remote = open(begun());
    let path = "sumito-abcdefghij.apgn".to_owned();
    assert_eq!(keys(&mut remote, "s\n"), [Effect::Ask(Request::Record { game: "abcdefghij".to_owned(), path: path.clone() })]);
    let effects = remote.update(Event::Heard(Heard::Record { path: path.clone(), text: Ok("the file".to_owned()) }));
    assert_eq!(effects, [Effect::Save { path: path.clone(), text: "the file".to_owned() }]);
    remote.update(Event::Saved(path.clone(), Ok(())));
    shows(&remote, "saved as sumito-abcdefghij.apgn");
    let effects = remote.update(Event::Heard(Heard::Record { path: path.clone(), text: Err("no connection".to_owned()) }));
    let [Effect::Save { text, .. }] = effects.as_slice() else { panic!("{effects:?}") };
    assert!(text.contains("1. a1b2 i5h5") && text.contains("[Black \"ada 1512?\"]"), "{text}");
    remote.update(Event::Saved(path, Ok(())));
    shows(&remote, "without the times: no connection");
}

#[test]
fn whoever_is_awaited_is_asked_before_leaving() {
    let mut remote = open(begun());
    assert_eq!(keys(&mut remote, "q"), []);
    shows(&remote, "The game goes on without you. Leave it? y/n");
    assert_eq!(keys(&mut remote, "n"), []);
    assert_eq!(keys(&mut remote, "qy"), [Effect::Quit]);
    let mut engine = open(merged(begun(), json!({"kind": "engine", "control": "none"})));
    assert_eq!(keys(&mut engine, "q"), [Effect::Quit], "the engine waits");
    let mut from_lobby = open(begun());
    from_lobby.remote.as_mut().unwrap().has_lobby = true;
    assert_eq!(keys(&mut from_lobby, "qy"), [Effect::Leave]);
}

#[test]
fn every_size_can_be_drawn() {
    let mut remote = open(merged(begun(), json!({"offers": [{"what": "draw", "by": "white"}], "abortsAt": 1_020_000})));
    remote.update(Event::Heard(Heard::Lost("cannot reach a server with a very long name: no route to host".to_owned())));
    remote.update(Event::Heard(Heard::Said(ChatLine { user: "u2".to_owned(), text: "word ".repeat(50) })));
    remote.update(Event::Heard(Heard::Ahead(3)));
    for look in [PLAIN, ASCII, COLOR] {
        remote.look = look;
        for mode in ["", "?", "tsome words", "r"] {
            keys(&mut remote, mode);
            for (columns, lines) in [(0, 0), (1, 1), (10, 3), (41, 14), (60, 20), (72, 15), (80, 24), (120, 40), (200, 60)] {
                remote.update(Event::Input(Input::Resize(columns, lines)));
                screen(&remote, columns, lines);
                let click = MouseEvent {
                    kind: MouseEventKind::Down(MouseButton::Left),
                    column: columns / 3,
                    row: lines / 2,
                    modifiers: ratatui::crossterm::event::KeyModifiers::NONE,
                };
                remote.update(Event::Input(Input::Mouse(click)));
            }
            press(&mut remote, KeyCode::Esc);
        }
    }
    // The most urgent is there in the smallest terminal.
    let mut remote = open(begun());
    remote.update(Event::Heard(Heard::Lost("cannot reach the server".to_owned())));
    let small = screen(&remote, 41, 14);
    assert!(small[0].starts_with("● 0 1:00  ○ 0 0:55  Black to move"), "{}", small[0]);
    assert!(small[11].starts_with("no connection, trying again"), "{small:?}");
}

/// The screen in the documentation is one that this program draws.
#[test]
fn the_documentation_shows_the_screen() {
    let players = json!({"black": {"user": "u1", "name": "ada", "rating": 1512, "provisional": false}, "white": {"user": "u2", "name": "bob"}});
    let changes = json!({"start": "ww1bb/wwwbbb/1ww1bb1/8/9/8/1bb1ww1/bbbwww/bb1ww b 0 0 0 1", "players": players, "control": "300+3",
                         "clocks": running("black", 284, 297), "offers": [{"what": "draw", "by": "white"}]});
    let game = GameView::read(&state(merged(begun(), changes))).unwrap();
    let mut remote = State::remote(game, "https://example.org".to_owned(), false, PLAIN, (80, 24)).unwrap();
    let line = |user: &str, text: &str| ChatLine { user: user.to_owned(), text: text.to_owned() };
    remote.update(Event::Heard(Heard::Chat(vec![line("u2", "good luck"), line("u1", "thanks, you too")])));
    let shown = screen(&remote, 80, 24).join("\n");
    let document = include_str!("../../../../../docs/terminal.md");
    assert!(document.contains(shown.trim_end()), "docs/terminal.md should have this screen:\n{shown}");
}

#[test]
fn what_cannot_be_read_is_refused() {
    for changes in [json!({"start": "nonsense"}), json!({"rules": "win=a lot"}), json!({"moves": ["a1a9"]})] {
        let refused = State::remote(view(changes.clone()), String::new(), false, PLAIN, (80, 24));
        assert!(refused.is_err_and(|why| why.contains("in an unknown way")), "{changes}");
    }
    let mut remote = open(begun());
    hear(&mut remote, merged(begun(), json!({"version": 5, "moves": ["a1a9"]})));
    shows(&remote, "the server describes the moves of the game in an unknown way");
    assert_eq!(remote.game.ply(), 2);
}
