//! Reasons that are certain on small boards, for both colors, and whole games with forced results.

use sumito_rules::diagram::Theme;
use sumito_rules::game::Draw;
use sumito_rules::notation::MoveNotation;
use sumito_rules::record::{self, Eval, Record};
use sumito_rules::{Color, Game, Move, Outcome, Position, Rules};

use super::*;
use crate::engine::Options;

/// Plays moves written in Aba-Pro, and gives them.
fn line(position: &Position, text: &str) -> Vec<Move> {
    let mut position = *position;
    let play = |word: &str| {
        let m = position.parse_move(word).unwrap_or_else(|error| panic!("{word} on {position}: {error}"));
        position.play_unchecked(m);
        m
    };
    text.split_whitespace().map(play).collect()
}

/// Black plays a move where the first of `best` was better, and White answers as in `answer`; then the same with the colors
/// exchanged.
fn check(board: &str, played: &str, best: &str, answer: &str, expected: &[&str]) {
    let black = Position::draw(board, Color::Black);
    for position in [black, black.swap_colors()] {
        let m = line(&position, played)[0];
        let after = position.after_unchecked(m);
        let lines = [line(&position, best), line(&after, answer)];
        let judged = judged(position, m, 0, -100, None);
        let reasons: Vec<String> = reason::find(&judged, &lines[0], &lines[1]).iter().map(ToString::to_string).collect();
        // The line of a pac runs from Black's row to White's.
        let turned = |text: &&str| if position == black { (*text).to_owned() } else { text.replace("h8-c3", "c3-h8") };
        assert_eq!(reasons, expected.iter().map(turned).collect::<Vec<_>>(), "{position} {played}");
    }
}

fn judged(position: Position, m: Move, before: i32, after: i32, outcome: Option<Outcome>) -> JudgedMove {
    JudgedMove {
        m,
        position,
        before: Score(before),
        after: Score(after),
        lines: Vec::new(),
        answer: Vec::new(),
        outcome,
        loss: 0.2,
        judgment: Judgment::Blunder,
        book: false,
        reasons: Vec::new(),
    }
}

#[test]
fn a_sumito_is_let_through_where_a_pac_or_a_lance_was() {
    let board = "
            . . . . .
           . . . . b .
          . . . . b . .
         . . . . b . . .
        . . . . w . . . .
         . . . w . . . .
          . . w . . . .
           . . . . . .
            . . . b b";
    check(board, "h8h9", "a4b4", "c3d4", &["lets a 3-2 sumito through on c3-g7", "walks out of the 3-3 pac on h8-c3"]);
    let board = "
            . . . . .
           . . . . b .
          . . . . b . .
         . . . . b . . .
        . . . . w . . . .
         . . . w . . . .
          . . . . . . .
           . . . . . .
            . . . b b";
    check(board, "g7h8g6", "a4b4", "d4e5", &["lets a 2-1 sumito through on d4-f6", "breaks the lance f6-h8"]);
}

#[test]
fn a_marble_walks_into_a_sumito() {
    let board = "
            . . . . .
           . . . . . .
          . . . . . . .
         . . . . . . . .
        . w w . . . . . .
         b . . . . . . .
          b . . . . . .
           . . . . . .
            . . . . .";
    check(board, "d1e1", "c1c2", "e3e2", &["walks into a 2-1 sumito on e3-e1, ejecting e1"]);
}

#[test]
fn marbles_in_danger_are_saved_or_not() {
    let board = "
            . . . . .
           . . . . . .
          . . . . . . .
         . . . . . . . .
        . . . . . . . . .
         . . . . . . . .
          . . b . . . .
           w w b . . .
            b w w . .";
    // The pair beats the attacker from where it stands, and nothing else helps.
    check(board, "b3c3b4", "c3b3", "a3a2", &["does not save the marble on a1", "overlooks an ejection on a3"]);
    check(board, "b3c3b4", "b3b4", "b2b3", &["leaves the marble on a1 det"]);
}

#[test]
fn gains_and_losses_are_seen_ahead() {
    let board = "
            . . . . .
           . . . . . .
          . . . . . . .
         . . . . . . . .
        b . w w . . . . .
         . . . . . . . .
          . . . . . . .
           . . . . . .
            b b . . w";
    check(board, "a1b2", "e1f2 e4e3", "e4e3 a2b3 e3e2", &["loses a marble on e1 in 2"]);
    let board = "
            . . . . .
           . . . . . .
          . . . . . . .
         . . . . . . . .
        w . b b . . . . .
         . . . . . . . .
          . . . . . . .
           . . . . . .
            b b . . w";
    check(board, "a1b2", "e4e3 a5b5 e3e2", "e1f2", &["overlooks how to eject a marble on e1 in 2"]);
}

#[test]
fn pushes_are_seen_ahead() {
    let board = "
            . . . . .
           . . . . . .
          . . . . . . .
         . . . . . . . .
        . . w . b b . . .
         . . . . . . . .
          . . . . . . .
           . . . . . .
            b b . . w";
    check(board, "a1b2", "e6e5 a5b5 e5e4", "e3f4", &["overlooks a 2-1 sumito on e5-e3 in 2"]);
    let board = "
            . . . . .
           . . . . . .
          . . . . . . .
         . . . . . . . .
        . . b . w w . . .
         . . . . . . . .
          . . . . . . .
           . . . . . .
            b b . . w";
    check(board, "a1b2", "e3f3", "e6e5 a2b3 e5e4", &["allows a 2-1 sumito on e5-e3 in 2"]);
    check(&board.replace(". . b . w w", ". . w b b ."), "a1b2", "e5e4", "e3f4", &["overlooks the 2-1 sumito on e5-e3"]);
}

#[test]
fn shapes_fall_apart() {
    let board = "
            . . . . .
           . . . . . .
          . . . . . . .
         . . . b b b . .
        . . . b b b . . .
         . . . b b b . .
          . . . . . . .
           . . . . . .
            . . . b w";
    check(board, "a4b4", "a4b5", "a5b6", &[]);
    check(board, "f7g8", "a4b4", "a5b6", &["breaks the block on d4 d5 d6 e5 e6 f5 f6 f7", "leaves the marble on g8 alone"]);
}

#[test]
fn wins_and_draws_are_named() {
    let position: Position = "5/6/7/8/6bb1/8/7/6/b3w b".parse().unwrap();
    let win = |plies: i32| Score::WIN - plies;
    for position in [position, position.swap_colors()] {
        let m = line(&position, "a1b2")[0];
        let drawn = Some(Outcome::Drawn(Draw::Repetition));
        let other = !position.turn();
        for (before, after, outcome, expected) in [
            (win(5), 200, None, vec!["overlooks a win in 3".to_owned()]),
            (win(5), win(8), None, vec![]),
            (0, -win(4), None, vec![format!("lets {other} win in 2")]),
            (win(1), -win(2), None, vec!["overlooks a win in 1".to_owned(), format!("lets {other} win in 1")]),
            (-win(8), -win(4), None, vec![]),
            (150, 0, drawn, vec!["leaves the game drawn by repetition".to_owned()]),
        ] {
            let judged = judged(position, m, before, after, outcome);
            let reasons: Vec<String> = reason::find(&judged, &[m], &[]).iter().map(ToString::to_string).collect();
            assert_eq!(reasons, expected, "{before} {after}");
        }
    }
}

/// Each side can win at once: Black overlooks it, White does too, Black wins. Whatever the evaluation, every score is forced.
fn game(swap: bool) -> Game {
    let position: Position = "5/6/4w2/8/bww3bbw/8/2b4/6/5 b 5 5".parse().unwrap();
    let position = if swap { position.swap_colors() } else { position };
    let mut game = Game::from_position(position, Rules::default());
    for m in line(&position, "c3c4 g7g8 e7e8") {
        game.play(m).unwrap();
    }
    game
}

fn analyzed(game: &Game) -> Analysis {
    let limits = Limits::nodes(5000);
    let mut progress = Vec::new();
    let mut engine = Engine::new(Options::default().with_hash(1));
    let analysis = analyze(&mut engine, game, &limits, &Control::new(), |done, all| progress.push((done, all))).unwrap();
    assert_eq!(progress, (1..=game.ply() + 1).map(|n| (n, game.ply() + 1)).collect::<Vec<_>>());
    assert_eq!(*engine.options(), Options::default().with_hash(1));
    analysis
}

#[test]
fn a_game_with_forced_results_is_judged_for_both_colors() {
    for swap in [false, true] {
        let game = game(swap);
        let analysis = analyzed(&game);
        let (first, second) = if swap { (Color::White, Color::Black) } else { (Color::Black, Color::White) };
        let win = |winner| Eval::Win { winner, moves: 1 };
        let [missed, allowed, won] = analysis.moves.as_slice() else { panic!("three moves") };
        for (judged, mover, marble, target) in [(missed, first, "e1", "e9"), (allowed, second, "e9", "e1")] {
            assert_eq!((judged.mover(), judged.judgment), (mover, Judgment::Blunder));
            assert_eq!((judged.eval_before(), judged.eval_after()), (win(mover), win(!mover)));
            let expected = format!(
                "Blunder: overlooks a win in 1; lets {} win in 1; does not save the marble on {marble}; \
                 overlooks an ejection on {target}.",
                !mover
            );
            assert_eq!(judged.words(), expected);
            assert!(judged.loss > 0.99 && judged.better_lines().count() == 1);
            let win = if mover == first { "e3e2" } else { "e7e8" };
            assert_eq!(judged.answer, [line(&judged.position.with_turn(!mover), win)[0]]);
        }
        assert_eq!((won.judgment, won.loss), (Judgment::Best, 0.0));
        assert_eq!(won.outcome.and_then(Outcome::winner), Some(first));
        assert!(analysis.end_lines.is_empty());

        let summary = analysis.summary();
        assert_eq!((summary[first].moves, summary[second].moves), (2, 1));
        assert_eq!(summary[second].judgments, [0, 0, 0, 0, 1]);
        assert!((summary[first].accuracy - 0.5).abs() < 0.01 && summary[second].accuracy < 0.01);
        assert_eq!(analysis.decisive(), [0, 1]);
    }
}

/// The moves that decide a game, from the mover's score before and after each.
#[test]
fn a_game_is_decided_by_what_turned_it() {
    let position: Position = "5/6/7/8/6bb1/8/7/6/b3w b".parse().unwrap();
    let lost = -Score::WIN + 6;
    for (scores, expected) in [
        (&[][..], &[][..]),
        // Nobody gave much away.
        (&[(10, 10), (0, -20), (30, 10)], &[]),
        // The three largest in the order of the game, of equal ones the later.
        (&[(0, -100), (100, 0), (0, -100), (200, -200), (0, -100)], &[2, 3, 4]),
        // What was lost before, and what is won all the same, decides nothing.
        (&[(-450, lost), (-400, lost), (900, 450), (-lost, 400), (-lost, 500)], &[1, 3]),
    ] {
        for position in [position, position.swap_colors()] {
            let m = line(&position, "a1b2")[0];
            let moves = scores.iter().map(|&(before, after)| {
                let mut judged = judged(position, m, before, after, None);
                judged.judge();
                judged
            });
            let analysis = Analysis { moves: moves.collect(), end: position, end_lines: Vec::new(), end_score: Score(0) };
            assert_eq!(analysis.decisive(), expected, "{scores:?}");
        }
    }
}

#[test]
fn a_stopped_analysis_gives_nothing() {
    let control = Control::new();
    control.stop();
    assert!(analyze(&mut Engine::new(Options::default()), &game(false), &Limits::default(), &control, |_, _| {}).is_none());
}

#[test]
fn annotations_are_written_once_and_read_back() {
    let game = game(false);
    let analysis = analyzed(&game);
    let mut record = Record::from(&game);
    analysis.annotate(&mut record);
    let once = record.clone();
    analysis.annotate(&mut record);
    assert_eq!(record, once);

    let text = record.format(record::Format::Apgn(MoveNotation::AbaPro));
    let read = record::read(text.lines()).next().unwrap().unwrap();
    assert_eq!(read.line, record.line, "{text}");
    let [missed, allowed, won] = read.line.plies.as_slice() else { panic!("three plies") };
    let win = |winner| Some(Eval::Win { winner, moves: 1 });
    assert_eq!((missed.glyph, missed.eval), (Some(Glyph::Blunder), win(Color::White)));
    assert_eq!(missed.variations[0].plies[0].eval, win(Color::Black));
    assert_eq!((allowed.glyph, allowed.eval), (Some(Glyph::Blunder), win(Color::Black)));
    assert_eq!((won.glyph, won.eval, won.comment.as_str()), (None, None, ""));
}

#[test]
fn charts_are_well_formed() {
    let position: Position = "5/6/7/8/4b4/8/7/6/w4 b".parse().unwrap();
    let empty = analyzed(&Game::from_position(position, Rules::default()));
    let full = analyzed(&game(true));
    for theme in Theme::ALL {
        for (analysis, blunders) in [(&empty, 0), (&full, 2)] {
            let text = analysis.chart(theme);
            let svg = roxmltree::Document::parse(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
            let named = |name: &'static str| {
                svg.descendants().filter(move |node| node.has_tag_name(("http://www.w3.org/2000/svg", name)))
            };
            assert_eq!(svg.descendants().filter(|node| node.attribute("class") == Some("sumito-blunder")).count(), blunders);
            assert!(named("desc").next().unwrap().text().unwrap().starts_with("Black's winning chances over"));
            // A title for the picture and one for each mark.
            assert_eq!(named("title").count(), 1 + blunders);
        }
    }
}
