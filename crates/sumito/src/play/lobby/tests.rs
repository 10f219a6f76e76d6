use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::MouseEvent;
use serde_json::{Value, json};

use super::super::session::Session;
use super::super::tests::{ASCII, COLOR, PLAIN};
use super::*;
use crate::site::game::GameView;
use crate::site::game::tests::{merged, state};

fn listed(game: &str, changes: Value) -> Value {
    let listed = json!({
        "game": game, "kind": "online", "rated": false, "layout": "belgian-daisy", "control": "300+3", "turn": "black", "status": "playing",
        "players": {"black": {"user": "u1", "name": "ada", "rating": 1500, "provisional": false}, "white": {"user": "u2", "name": null}},
        "position": "S b 0 0 0 12",
    });
    merged(listed, changes)
}

fn lists() -> Lists {
    let me = json!({"user": "u1", "name": "ada"});
    let open = json!({"status": "open", "players": {"black": {"user": "u3", "name": "eve"}, "white": null}});
    let own = json!({"status": "open", "players": {"black": {"user": "u1", "name": "ada"}, "white": null}});
    let lobby = json!({
        "online": 3,
        "openSeats": [listed("open", open), listed("waiting", own.clone()), listed("party", json!({"seats": ["black", "white", "blue"]}))],
        "games": [listed("watched", json!({"rated": true, "players": {"black": {"user": "u4", "name": "robo", "bot": true}, "white": {"engine": 3}}})),
                  listed("mine", json!({}))],
    });
    let mine = json!({"games": [listed("mine", json!({})), listed("waiting", own), listed("sent", json!({"status": "open"})),
                                listed("over", json!({"status": "over"}))]});
    let challenge = |game: &str| {
        json!({"game": game, "by": {"user": "u5", "name": "bob"}, "to": {"user": "u6", "name": "kim"}, "rated": false, "layout": "star",
               "control": "60", "color": "white"})
    };
    let challenges = json!({"incoming": [challenge("asked")], "outgoing": [challenge("sent")]});
    Lists::read(&me, &lobby, &mine, &challenges)
}

fn lobby() -> Lobby {
    let (mut lobby, effects) = Lobby::new("http://here".to_owned(), Terms::default(), PLAIN, (80, 24));
    assert_eq!(effects, [Effect::Ask(Request::Lists)]);
    lobby.update(Event::Heard(Heard::Lists(Box::new(lists()))));
    lobby
}

fn press(lobby: &mut Lobby, code: KeyCode) -> Vec<Effect> {
    lobby.update(Event::Input(Input::Key(KeyEvent::new(code, KeyModifiers::NONE))))
}

fn keys(lobby: &mut Lobby, text: &str) -> Vec<Effect> {
    let code = |c| if c == '\n' { KeyCode::Enter } else { KeyCode::Char(c) };
    text.chars().map(code).flat_map(|code| press(lobby, code)).collect()
}

fn screen(lobby: &Lobby, columns: u16, lines: u16) -> Vec<String> {
    let mut terminal = Terminal::new(TestBackend::new(columns, lines)).unwrap();
    terminal.draw(|frame| draw(lobby, frame.area(), frame.buffer_mut())).unwrap();
    let buffer = terminal.backend().buffer().clone();
    let line = |y| (0..columns).map(|x| buffer[(x, y)].symbol().to_owned()).collect::<String>().trim_end().to_owned();
    (0..lines).map(line).collect()
}

#[test]
fn everything_that_can_be_opened_is_listed_once() {
    let expected = [
        "sumito  http://here  you are ada  3 players here",
        "",
        "Your games",
        "> against Guest  300+3  casual  Belgian Daisy  your turn",
        "  300+3  casual  Belgian Daisy  waits for an opponent",
        "  300+3  casual  Belgian Daisy  waits for kim",
        "",
        "Challenges to you",
        "  bob  60  casual  Star  you play White",
        "",
        "Open seats",
        "  eve  300+3  casual  Belgian Daisy  you play White",
        "",
        "Games to watch",
        "  robo [bot] - sumito level 3  300+3  rated  Belgian Daisy  move 12",
    ];
    let shown = screen(&lobby(), 80, 24);
    assert_eq!(shown[..expected.len()], expected);
    assert!(shown[23].starts_with("enter open"));
}

#[test]
fn lines_are_chosen_and_opened_by_keys_and_mouse() {
    let mut lobby = lobby();
    let opens = |game: &str, join| [Effect::Ask(Request::Open { game: game.to_owned(), join })];
    assert_eq!(keys(&mut lobby, "\n"), opens("mine", false));
    press(&mut lobby, KeyCode::End);
    assert_eq!(keys(&mut lobby, "\n"), opens("watched", false));
    press(&mut lobby, KeyCode::Up);
    assert_eq!(keys(&mut lobby, " "), opens("open", true));
    let mut click = |row| {
        let kind = MouseEventKind::Down(MouseButton::Left);
        lobby.update(Event::Input(Input::Mouse(MouseEvent { kind, column: 5, row, modifiers: KeyModifiers::NONE })))
    };
    assert_eq!(click(8), [], "the first click chooses");
    assert_eq!(click(8), opens("asked", true));
    assert_eq!(click(7), [], "a title is nothing to open");
    assert_eq!((click(0), click(23)), (vec![], vec![]));
    // The choice stays when others come and go.
    let mut fewer = lists();
    fewer.entries.remove(0);
    lobby.update(Event::Heard(Heard::Lists(Box::new(fewer.clone()))));
    assert_eq!(lobby.chosen.as_deref(), Some("asked"));
    fewer.entries.retain(|entry| entry.game != "asked");
    lobby.update(Event::Heard(Heard::Lists(Box::new(fewer))));
    assert_eq!(lobby.chosen.as_deref(), Some("waiting"));
    lobby.update(Event::Heard(Heard::Lists(Box::default())));
    assert_eq!(keys(&mut lobby, "\n"), []);
    assert!(screen(&lobby, 80, 24)[2].starts_with("Nobody is waiting"));
}

#[test]
fn a_challenge_is_declined_with_or_without_a_reason() {
    let declined = |reason| {
        let action = Action::DeclineChallenge(reason);
        [Effect::Ask(Request::Act { game: "asked".to_owned(), version: 0, action }), Effect::Ask(Request::Lists)]
    };
    for (key, reason) in [("\n", None), ("1", Some("later")), ("3", Some("too-fast")), ("0", Some("no-people"))] {
        let mut lobby = lobby();
        assert_eq!(keys(&mut lobby, "d"), [], "not a challenge");
        assert!(screen(&lobby, 80, 24)[21].contains("choose a challenge to you"));
        lobby.chosen = Some("asked".to_owned());
        keys(&mut lobby, "d");
        let shown = screen(&lobby, 80, 24);
        assert_eq!((shown[2].as_str(), shown[4].as_str()), ("Why do you decline the challenge?", "      1  later, please"));
        assert_eq!(keys(&mut lobby, "x"), [], "another key means nothing");
        assert_eq!(keys(&mut lobby, key), declined(reason));
    }
    let mut lobby = lobby();
    lobby.chosen = Some("asked".to_owned());
    keys(&mut lobby, "d");
    assert_eq!(press(&mut lobby, KeyCode::Esc), []);
    assert!(screen(&lobby, 80, 24)[2] == "Your games");
}

#[test]
fn games_are_set_up_by_what_is_typed() {
    let created = |game: Value| [Effect::Ask(Request::Create(game))];
    let mut lobby = lobby();
    keys(&mut lobby, "s");
    assert!(screen(&lobby, 80, 24)[23].starts_with("seek an opponent; clock: 600_"));
    let seek = created(json!({"against": "online", "control": "600", "public": true, "rated": false}));
    assert_eq!(keys(&mut lobby, "\n"), seek);
    keys(&mut lobby, "i");
    for _ in 0..3 {
        press(&mut lobby, KeyCode::Backspace);
    }
    let invite = created(json!({"against": "online", "control": "3d", "public": false, "rated": false}));
    assert_eq!(keys(&mut lobby, "3d\n"), invite);
    let challenge =
        |clock: &str| created(json!({"against": "online", "opponent": "bob", "control": clock, "rated": false, "bots": false}));
    assert_eq!(keys(&mut lobby, "cbob\n"), challenge("600"));
    assert_eq!(keys(&mut lobby, "cbob 60+1\n"), challenge("60+1"));
    assert_eq!(keys(&mut lobby, "e3\n"), created(json!({"against": "engine", "level": 3, "control": "none"})));
    assert_eq!(keys(&mut lobby, "e11\n"), []);
    assert!(screen(&lobby, 80, 24)[21].contains("expected a level from 1 to 10, found '11'"));
    assert_eq!(keys(&mut lobby, "c\n"), []);
    lobby.update(Event::Heard(Heard::Refused(Request::Create(Value::Null), "no player has that name".to_owned())));
    assert!(screen(&lobby, 80, 24)[21].contains("no player has that name"));
}

#[test]
fn the_lists_are_renewed_and_a_lost_server_is_mentioned() {
    let mut lobby = lobby();
    let second = Event::Tick(Duration::from_secs(1));
    assert_eq!(lobby.update(second.clone()), []);
    assert_eq!(lobby.update(second.clone()), []);
    assert_eq!(lobby.update(second.clone()), [Effect::Ask(Request::Lists)]);
    for _ in 0..9 {
        assert_eq!(lobby.update(second.clone()), [], "one answer after the other");
    }
    lobby.update(Event::Heard(Heard::Refused(Request::Lists, "cannot reach it".to_owned())));
    assert!(screen(&lobby, 80, 24)[21].contains("no connection: cannot reach it"));
    assert_eq!(lobby.update(second), [Effect::Ask(Request::Lists)]);
    lobby.update(Event::Heard(Heard::Lists(Box::new(lists()))));
    assert_eq!(screen(&lobby, 80, 24)[21], "");
    assert_eq!(keys(&mut lobby, "q"), [Effect::Quit]);
}

#[test]
fn a_game_is_opened_from_the_lobby_and_left_to_it() {
    let view = GameView::read(&state(json!({}))).unwrap();
    let mut session = Session::lobby(lobby());
    let effects = session.update(Event::Heard(Heard::Opened(Box::new(view.clone()))));
    assert_eq!(effects, [Effect::Watch(Some("abcdefghij".to_owned()))]);
    let mut key = |c| session.update(Event::Input(Input::Key(KeyEvent::new(KeyCode::Char(c), KeyModifiers::NONE))));
    assert_eq!(key('q'), []);
    assert_eq!(key('y'), [Effect::Watch(None), Effect::Ask(Request::Lists)]);
    // Back in the lobby, a late message about the game opens nothing.
    assert_eq!(session.update(Event::Heard(Heard::Game(Box::new(view), None))), []);
    let mut key = |c| session.update(Event::Input(Input::Key(KeyEvent::new(KeyCode::Char(c), KeyModifiers::NONE))));
    assert_eq!(key('q'), [Effect::Quit]);
}

#[test]
fn long_lists_scroll_and_every_size_can_be_drawn() {
    let mut lobby = lobby();
    let mut many = lists();
    let entry =
        |n: usize| Entry { game: format!("g{n}"), kind: Kind::Watch, words: format!("game {n} with a name that is quite long") };
    many.entries.extend((0..200).map(entry));
    lobby.update(Event::Heard(Heard::Lists(Box::new(many))));
    press(&mut lobby, KeyCode::End);
    assert!(screen(&lobby, 80, 24).iter().any(|line| line.starts_with("> game 199")));
    press(&mut lobby, KeyCode::PageUp);
    assert!(screen(&lobby, 80, 24).iter().any(|line| line.starts_with("> game 189")));
    for look in [PLAIN, ASCII, COLOR] {
        lobby.look = look;
        for mode in ["", "?", "ssome words", "d"] {
            keys(&mut lobby, mode);
            for (columns, lines) in [(0, 0), (1, 1), (10, 3), (41, 14), (80, 24), (200, 60)] {
                lobby.update(Event::Input(Input::Resize(columns, lines)));
                screen(&lobby, columns, lines);
                for row in [0, lines / 2, lines, u16::MAX] {
                    let kind = MouseEventKind::Down(MouseButton::Left);
                    lobby.update(Event::Input(Input::Mouse(MouseEvent { kind, column: 0, row, modifiers: KeyModifiers::NONE })));
                }
            }
            press(&mut lobby, KeyCode::Esc);
        }
    }
}
