use std::time::Duration;

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{Event as Input, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Rect;
use sumito_engine::Level;
use sumito_rules::{ByColor, Cell, Cells, Color, Game, Layout, Outcome, Rules};

use super::clock::Clock;
use super::state::{Effect, Event, Look, Player, Setup, State};
use super::view;

pub(in crate::play) const PLAIN: Look = Look { color: false, unicode: true };
pub(in crate::play) const ASCII: Look = Look { color: false, unicode: false };
pub(in crate::play) const COLOR: Look = Look { color: true, unicode: true };

fn engine() -> Player {
    Player::Engine(Level::new(1).unwrap())
}

fn setup(black: Player, white: Player) -> Setup {
    let players = ByColor::new(black, white);
    Setup {
        game: Game::new(&Layout::STANDARD, Rules::default()),
        players,
        names: players.map(view::name),
        clock: None,
        look: PLAIN,
        size: (80, 24),
        replay: false,
        file: None,
        origin: None,
    }
}

fn two_people() -> State {
    State::new(setup(Player::Person, Player::Person)).0
}

pub(in crate::play) fn press(state: &mut State, code: KeyCode) -> Vec<Effect> {
    state.update(Event::Input(Input::Key(KeyEvent::new(code, KeyModifiers::NONE))))
}

/// Types characters: a space chooses, and a line break is Enter.
pub(in crate::play) fn keys(state: &mut State, text: &str) -> Vec<Effect> {
    let code = |c| if c == '\n' { KeyCode::Enter } else { KeyCode::Char(c) };
    text.chars().map(code).flat_map(|code| press(state, code)).collect()
}

pub(in crate::play) fn click(state: &mut State, cell: Cell) -> Vec<Effect> {
    let area = Rect::new(0, 0, state.size.0, state.size.1);
    let place = view::Layout::new(area, state.flipped).unwrap().board.cell(cell);
    let (column, row) = (place.x + 1, place.y);
    let kind = MouseEventKind::Down(MouseButton::Left);
    state.update(Event::Input(Input::Mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE })))
}

/// What the terminal shows, without trailing blanks.
pub(in crate::play) fn screen(state: &State, columns: u16, lines: u16) -> Vec<String> {
    let mut terminal = Terminal::new(TestBackend::new(columns, lines)).unwrap();
    terminal.draw(|frame| view::draw(state, frame.area(), frame.buffer_mut())).unwrap();
    let buffer = terminal.backend().buffer().clone();
    let line = |y| (0..columns).map(|x| buffer[(x, y)].symbol().to_owned()).collect::<String>().trim_end().to_owned();
    (0..lines).map(line).collect()
}

pub(in crate::play) fn shows(state: &State, text: &str) {
    let lines = screen(state, 80, 24);
    assert!(lines.iter().any(|line| line.contains(text)), "no {text:?} in\n{}", lines.join("\n"));
}

#[test]
fn the_start_in_80_by_24() {
    let lines = screen(&two_people(), 80, 24);
    let expected = [
        "sumito  Standard",
        "         i  ○   ○   ○   ○   ○             > ● Black: Player",
        "                                            ejected 0 of 6",
        "       h  ○   ○   ○   ○   ○   ○             ○ White: Player",
    ];
    assert_eq!(lines[..4], expected);
    assert_eq!(lines[9], " e  ·   ·   ·   ·  [·]  ·   ·   ·   ·");
    assert_eq!(lines[18], "              1   2   3   4   5");
    assert!(lines[23].starts_with("space choose"));
}

#[test]
fn moves_by_keys_mouse_and_text() {
    let check = |mut state: State, play: &dyn Fn(&mut State) -> Vec<Effect>, text: &str| {
        play(&mut state);
        let expected = Layout::STANDARD.position().parse_move(text).unwrap();
        assert_eq!(state.game.moves(), [expected], "{:?}", state.message);
        assert!(state.chosen.is_empty());
        assert_eq!(state.game.position().turn(), Color::White);
    };
    // From e5 to c3 with direction keys, which move the cursor as long as nothing is chosen.
    check(two_people(), &|state| keys(state, "zz w"), "c3d3");
    check(two_people(), &|state| keys(state, "\na1b2\n"), "a1b2");
    // Nacre and PlayStrategy name the cell that the row arrives at.
    check(two_people(), &|state| keys(state, ":a1d4\n"), "a1b2");
    let by_mouse = |state: &mut State| {
        click(state, Cell::C3);
        click(state, Cell::C4);
        click(state, Cell::C5);
        assert_eq!(state.chosen.len(), 3);
        // d3 can be reached by one broadside only.
        click(state, Cell::D3)
    };
    check(two_people(), &by_mouse, "c3c5d3");
    // Of a row, the ends are enough.
    let ends = |state: &mut State| {
        click(state, Cell::C3);
        click(state, Cell::C5);
        click(state, Cell::D6)
    };
    check(two_people(), &ends, "c3c5d4");
    let arrows = |state: &mut State| {
        for code in [KeyCode::Down, KeyCode::Down, KeyCode::Left] {
            press(state, code);
        }
        assert_eq!(state.cursor, Cell::C4);
        keys(state, " e")
    };
    check(two_people(), &arrows, "c4d5");
}

#[test]
fn refusals_are_in_the_words_of_the_rules() {
    let mut state = two_people();
    keys(&mut state, " ");
    shows(&state, "there is no marble on e5");
    shows(&state, "!·!");
    click(&mut state, Cell::I5);
    shows(&state, "the marble on i5 is not yours");
    keys(&mut state, "\na1a2\n");
    shows(&state, "a1a2: at most three marbles move together");
    keys(&mut state, "\nz9\n");
    shows(&state, "z9: expected");
    click(&mut state, Cell::A1);
    keys(&mut state, "x");
    shows(&state, "your own marble on a1 would leave the board");
    press(&mut state, KeyCode::Esc);
    assert!(state.chosen.is_empty() && state.game.moves().is_empty());
    click(&mut state, Cell::C3);
    click(&mut state, Cell::E9);
    shows(&state, "e9 is not next to the chosen marbles");
}

#[test]
fn the_engine_answers_and_stale_answers_are_ignored() {
    let (mut state, effects) = State::new(setup(Player::Person, engine()));
    assert_eq!(effects, []);
    let effects = keys(&mut state, "\na1b2\n");
    let [Effect::Think { request, game, clock: None, .. }] = effects.as_slice() else { panic!("{effects:?}") };
    assert_eq!(game.moves().len(), 1);
    shows(&state, "White thinks");
    keys(&mut state, " ");
    shows(&state, "it is the engine's turn");
    let reply = game.position().parse_move("i5h5").unwrap();
    // Taken back while the engine was thinking: its answer comes too late.
    keys(&mut state, "u");
    state.update(Event::Found { request: *request, m: Some(reply) });
    assert_eq!(state.game.ply(), 0);
    let effects = keys(&mut state, "\na1b2\n");
    let [Effect::Think { request, .. }] = effects.as_slice() else { panic!("{effects:?}") };
    state.update(Event::Found { request: *request, m: Some(reply) });
    assert_eq!(state.game.ply(), 2);
    shows(&state, "  1. a1b2    i5h5");
    // One takeback undoes the engine's move and one's own.
    keys(&mut state, "u");
    assert_eq!(state.game.ply(), 0);
    keys(&mut state, "u");
    shows(&state, "there is no move to take back");
}

#[test]
fn the_engine_begins_as_black_and_the_board_is_turned() {
    let (state, effects) = State::new(setup(engine(), Player::Person));
    assert!(matches!(effects.as_slice(), [Effect::Think { .. }]) && state.flipped);
    assert!(screen(&state, 80, 24)[1].contains("a  ●"));
}

#[test]
fn hints_are_shown_and_not_played() {
    let mut state = two_people();
    let effects = keys(&mut state, "h");
    let [Effect::Think { request, level: Level::FULL, .. }] = effects.as_slice() else { panic!("{effects:?}") };
    let m = state.game.position().parse_move("a1b2").unwrap();
    state.update(Event::Found { request: *request, m: Some(m) });
    assert_eq!(state.game.ply(), 0);
    shows(&state, "hint: a1b2, 3 in line north-east");
    shows(&state, "?●?");
}

#[test]
fn the_clock_runs_from_the_first_move_and_decides() {
    let clock = Clock::parse("60+5").ok();
    let (mut state, _) = State::new(Setup { clock, ..setup(Player::Person, Player::Person) });
    state.update(Event::Tick(Duration::from_secs(40)));
    keys(&mut state, "\na1b2\n");
    state.update(Event::Tick(Duration::from_secs(21)));
    shows(&state, "1:05  ejected 0 of 6");
    shows(&state, "0:39  ejected 0 of 6");
    keys(&mut state, "\ni5h5\n");
    let record = state.record();
    let times: Vec<u64> = record.line.plies.iter().filter_map(|ply| ply.clock).map(|time| time.as_secs()).collect();
    assert_eq!((times, record.tag("TimeControl")), (vec![65, 44], Some("60+5")));
    state.update(Event::Tick(Duration::from_secs(65)));
    shows(&state, "White");
    assert_eq!(state.game.outcome().map(Outcome::key), Some("won-on-time"));
    keys(&mut state, " ");
    shows(&state, "the game is over");
}

#[test]
fn games_are_saved_resigned_drawn_and_begun_again() {
    let mut state = two_people();
    keys(&mut state, "\na1b2\n");
    assert_eq!(keys(&mut state, "q"), []);
    shows(&state, "The game is not saved. Quit anyway? y/n");
    assert_eq!(keys(&mut state, "n"), []);
    let effects = keys(&mut state, "s\n");
    let [Effect::Save { path, text }] = effects.as_slice() else { panic!("{effects:?}") };
    assert!(path == "game.apgn" && text.contains("1. a1b2") && text.contains("[Black \"Player\"]"), "{text}");
    state.update(Event::Saved(path.clone(), Err("the disk is full".to_owned())));
    shows(&state, "the disk is full");
    assert_eq!(keys(&mut state, "q"), []);
    keys(&mut state, "n");
    state.update(Event::Saved(path.clone(), Ok(())));
    assert_eq!(keys(&mut state, "q"), [Effect::Quit]);
    keys(&mut state, "ry");
    assert_eq!(state.game.outcome().and_then(Outcome::winner), Some(Color::Black));
    keys(&mut state, "u=y");
    shows(&state, "drawn by agreement");
    keys(&mut state, "ny");
    assert_eq!((state.game.ply(), state.game.outcome()), (0, None));
    let ctrl_c = KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL);
    assert_eq!(state.update(Event::Input(Input::Key(ctrl_c))), [Effect::Quit]);
}

#[test]
fn a_replay_goes_back_and_forth_and_can_be_played_on() {
    let mut game = Game::new(&Layout::STANDARD, Rules::default());
    for text in ["a1b2", "i5h5", "a2b3"] {
        game.play(game.position().parse_move(text).unwrap()).unwrap();
    }
    let (mut state, _) = State::new(Setup { game, replay: true, ..setup(Player::Person, Player::Person) });
    let mut at = |code: KeyCode| {
        press(&mut state, code);
        state.game.ply()
    };
    assert_eq!(at(KeyCode::Right), 1);
    assert_eq!(at(KeyCode::End), 3);
    assert_eq!(at(KeyCode::Right), 3);
    assert_eq!(at(KeyCode::PageUp), 0);
    assert_eq!(at(KeyCode::Left), 0);
    assert_eq!(at(KeyCode::PageDown), 3);
    assert_eq!(at(KeyCode::Up), 2);
    assert_eq!(keys(&mut state, "q"), [Effect::Quit]);
    keys(&mut state, "p\nc4d5\n");
    assert_eq!((state.game.ply(), state.replay), (3, false));
}

#[test]
fn every_size_can_be_drawn_and_clicked_in() {
    let mut state = two_people();
    keys(&mut state, "\na1b2\n");
    for look in [PLAIN, ASCII, COLOR] {
        state.look = look;
        for mode in ["", "?", "\nlong move text", "s"] {
            keys(&mut state, mode);
            for (columns, lines) in [(0, 0), (1, 1), (10, 3), (38, 14), (40, 13), (60, 20), (80, 24), (120, 40), (200, 60)] {
                state.update(Event::Input(Input::Resize(columns, lines)));
                screen(&state, columns, lines);
                // A frame can come before the event that reports the new size.
                screen(&state, columns / 2, lines + 3);
                for (column, row) in [(0, 0), (columns, lines), (columns / 2, lines / 2), (u16::MAX, u16::MAX)] {
                    let kind = MouseEventKind::Down(MouseButton::Left);
                    let click = MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE };
                    state.update(Event::Input(Input::Mouse(click)));
                }
            }
            press(&mut state, KeyCode::Esc);
        }
    }
}

#[test]
fn more_room_is_used_and_little_is_enough() {
    let mut state = two_people();
    assert_eq!(screen(&state, 20, 5)[0], "too small: needs 41x");
    let small = screen(&state, 41, 14);
    assert!(small[0].starts_with("Black 0  White 0  Black to move"), "{}", small[0]);
    assert_eq!(small.iter().filter(|line| line.contains('●')).count(), 3);
    let large = screen(&state, 120, 40);
    assert_eq!(large.iter().filter(|line| line.contains("▟██▙") || line.contains("▜██▛")).count(), 6);
    assert!(large[1].contains("Black: Player"));
    state.look = ASCII;
    assert!(screen(&state, 80, 24).iter().all(|line| line.is_ascii()));
    assert!(screen(&state, 120, 40).iter().all(|line| line.is_ascii()));
}

#[test]
fn the_help_fits_and_any_key_leaves_it() {
    let mut state = two_people();
    keys(&mut state, "?");
    let lines = screen(&state, 80, 24);
    assert!(lines[0].starts_with("How to play") && lines.iter().any(|line| line.contains("Six ejected marbles win.")));
    keys(&mut state, "q");
    shows(&state, "Black to move");
}

#[test]
fn marbles_are_chosen_in_lines() {
    let mut state = two_people();
    let mut chosen = |cell| {
        click(&mut state, cell);
        state.chosen
    };
    let set = |text: &str| text.parse::<Cells>().unwrap();
    assert_eq!(chosen(Cell::C3), set("c3"));
    assert_eq!(chosen(Cell::C4), set("c3 c4"));
    assert_eq!(chosen(Cell::C5), set("c3 c4 c5"));
    // Another marble begins another line; the middle one, if it is let go, leaves no line.
    assert_eq!(chosen(Cell::A1), set("a1"));
    assert_eq!(chosen(Cell::A3), set("a1 a2 a3"));
    assert_eq!(chosen(Cell::A2), Cells::EMPTY);
    assert_eq!(chosen(Cell::B2), set("b2"));
    assert_eq!(chosen(Cell::B2), Cells::EMPTY);
}

#[test]
fn a_record_that_is_played_on_keeps_its_tags_and_comments() {
    let text = "[Event \"Club\"]\n[Black \"Ada\"]\n[Termination \"unfinished\"]\n\n{begun} 1. a1b2 {good} i5h5 (1... i6h6) 2. a2b3 *\n\n";
    let origin = sumito_rules::record::read(text.lines()).next().unwrap().unwrap();
    let clock = Clock::parse("60").ok();
    let game = origin.to_game().unwrap();
    let (mut state, _) = State::new(Setup { game, origin: Some(origin), clock, ..setup(Player::Person, Player::Person) });
    keys(&mut state, "u\nc4d5\n\ni6h6\n");
    let record = state.record();
    let plies = &record.line.plies;
    assert_eq!((record.tag("Event"), record.tag("Termination"), record.line.comment.as_str()), (Some("Club"), None, "begun"));
    assert_eq!((plies.len(), plies[0].comment.as_str(), plies[1].variations.len()), (4, "good", 1));
    assert_eq!(plies.iter().map(|ply| ply.clock.is_some()).collect::<Vec<_>>(), [false, false, true, true]);
}
