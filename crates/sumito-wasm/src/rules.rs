//! The commands of the rules.

use sumito_rules::layout::Confidence;
use sumito_rules::notation::{MoveNotation, ParseMoveError, PositionNotation};
use sumito_rules::record::Record;
use sumito_rules::record::party::{self as records, AnyRecord};
use sumito_rules::shapes::{self, Sense};
use sumito_rules::{ByColor, Cell, Cells, Color, Direction, Game, Layout, Position, Rules, party};

use crate::game::AnyGame;
use crate::line::{OutputLine, joined, lower};
use crate::tree::{self, Form};
use crate::words::Words;

pub(crate) type Answer = Result<Vec<OutputLine>, OutputLine>;

pub(crate) fn layouts(mut words: Words<'_>) -> Answer {
    let yes = |is_so: bool| if is_so { "yes" } else { "no" };
    if words.skip("party") {
        words.end()?;
        let line = |layout: &party::Layout| {
            OutputLine::new("layout")
                .with("id", layout.id)
                .with("name", layout.name)
                .with("players", layout.seating.seats().count())
                .with("teams", layout.seating)
                .with("offered", yes(layout.is_offered()))
                .with("position", layout.position())
                .with("origin", layout.origin)
        };
        return Ok(party::Layout::all().iter().map(line).collect());
    }
    words.end()?;
    let line = |layout: &Layout| {
        OutputLine::new("layout")
            .with("id", layout.id)
            .with("name", layout.name)
            .with("aliases", layout.aliases.join(", "))
            .with_some("author", layout.author)
            .with("used-by", layout.used_by.join(", "))
            .with("sure", yes(layout.confidence == Confidence::High))
            .with("fair", yes(layout.is_balanced()))
            .with("position", layout.position())
            .with("note", layout.note)
    };
    Ok(Layout::all().iter().map(line).collect())
}

pub(crate) fn show(words: Words<'_>) -> Answer {
    Ok(vec![words.game()?.of_position()])
}

pub(crate) fn moves(mut words: Words<'_>) -> Answer {
    let notation = words.notation();
    let game = words.game()?;
    game.check_notation(notation)?;
    Ok(game.legal_moves().iter().map(|m| game.of_move(m, notation)).collect())
}

pub(crate) fn attempt(mut words: Words<'_>) -> Answer {
    let cells: Cells = words.parse("cells, such as a1,b2 or a1-c3", |word| word.parse().ok())?;
    let direction = words.parse("a direction, such as north-east", |word| {
        Direction::ALL.into_iter().find(|direction| direction.to_string() == word)
    })?;
    let game = words.game()?;
    let attempt = game.attempt(cells, direction);
    Ok(vec![attempt.map_or_else(OutputLine::illegal, |m| game.of_move(m, MoveNotation::AbaPro))])
}

pub(crate) fn play(mut words: Words<'_>) -> Answer {
    let notation = words.notation();
    let text = words.parse("a move, such as a1b2", Some)?;
    let at = words.place(text);
    let mut game = words.game()?;
    game.check_notation(notation)?;
    if let Some(action) = game.other_action(text) {
        game.act(action).map_err(|error| OutputLine::error(at, error).with("key", error.key()))?;
        return Ok(vec![game.of_position()]);
    }
    match play_text(&mut game, notation, text) {
        Ok(line) => Ok(vec![line, game.of_position()]),
        Err(ParseMoveError::Illegal(reason)) => Ok(vec![OutputLine::illegal(reason)]),
        Err(ParseMoveError::Syntax(error)) => Err(OutputLine::error(at + error.at, error.message())),
    }
}

fn play_text(game: &mut AnyGame, notation: MoveNotation, text: &str) -> Result<OutputLine, ParseMoveError> {
    let m = game.parse_move(notation, text)?;
    let line = game.of_move(m, notation);
    game.play(m)?;
    Ok(line)
}

pub(crate) fn replay(mut words: Words<'_>) -> Answer {
    let notation = words.notation();
    let mut game = words.game()?;
    game.check_notation(notation)?;
    let actions = game.rewind();
    let mut lines = vec![game.of_position()];
    for action in actions {
        lines.push(game.of_action(action, notation));
        game.redo();
        lines.push(game.of_position());
    }
    Ok(lines)
}

pub(crate) fn survey(words: Words<'_>) -> Answer {
    let game = words.game()?.for_two()?;
    let found = shapes::survey(game.position());
    let line = |word: &str, color: Color, key: &str| OutputLine::new(word).with("color", lower(color)).with("key", key);

    let mut lines = Vec::new();
    lines.extend(found.groups.iter().map(|group| line("group", group.color, group.kind.term().key()).with("cells", group.cells)));
    lines.extend(
        found.trinomials.iter().map(|three| line("three", three.color, three.form.term().key()).with("cells", three.cells)),
    );
    lines.extend(found.blocks.iter().map(|block| line("block", block.color, "block").with("cells", block.cells)));
    lines.extend(found.pacs.iter().map(|pac| {
        let line = OutputLine::new("pac").with("key", pac.key()).with("black", pac.rows.black).with("white", pac.rows.white);
        line.with("line", pac.line).with("says", pac)
    }));
    lines.extend(found.sumitos.iter().map(|sumito| {
        let line = line("sumito", sumito.color, sumito.key).with("move", sumito.push).with("cells", sumito.push.cells());
        let line = line.with("pushed", sumito.pushed).with_some("ejected", sumito.ejected);
        line.with("line", sumito.line()).with("says", sumito)
    }));
    lines.extend(found.blocked_sumitos.iter().map(|blocked| {
        let line = line("blocked", blocked.color, blocked.reason.key()).with("cells", blocked.push.cells());
        let line = line.with("pushed", blocked.pushed).with_some("taken", blocked.taken());
        line.with("line", blocked.line()).with("says", blocked)
    }));
    lines.extend(found.threats.iter().map(|threat| {
        let line = line("threat", threat.owner, if threat.is_det() { "det" } else { "threat" }).with("cell", threat.marble);
        line.with("by", joined(threat.by.iter().map(|sumito| sumito.push))).with("escapes", joined(threat.escapes.iter()))
    }));
    for sense in Sense::ALL {
        let marked = Color::ALL.map(|color| (color, found.marbles(sense, color)));
        let some = marked.into_iter().filter(|(_, cells)| !cells.is_empty());
        lines.extend(some.map(|(color, cells)| line("marbles", color, sense.key()).with("cells", cells)));
    }
    Ok(lines)
}

pub(crate) fn convert(mut words: Words<'_>) -> Answer {
    let names = "native, playstrategy, kaa, abalonline or apgn";
    let notation: PositionNotation = words.parse(names, |word| word.parse().ok())?;
    let text = match words.game()? {
        AnyGame::Two(game) => notation.format(game.position()),
        AnyGame::Party(game) if notation == PositionNotation::Native => game.position().to_string(),
        AnyGame::Party(_) => {
            return Err(OutputLine::error(0, "positions of more than two players have only the native notation"));
        }
    };
    Ok(vec![OutputLine::new("position").with("text", text)])
}

pub(crate) fn read(words: Words<'_>) -> Answer {
    let text = words.text("the text of a game file")?;
    let line = |record: AnyRecord| {
        let moves = match &record {
            AnyRecord::Two(record) => joined(record.moves()),
            AnyRecord::Party(record) => tree::words_of(record),
        };
        tree::head(&record).with("moves", moves)
    };
    Ok(records::read(text.lines()).map(|record| record.map_or_else(|error| tree::refusal(&error), line)).collect())
}

pub(crate) fn write(mut words: Words<'_>) -> Answer {
    let form = Form::take(&mut words)?;
    form.write(&match words.game()? {
        AnyGame::Two(game) => AnyRecord::Two(Box::new(Record::from(&game))),
        AnyGame::Party(game) => AnyRecord::Party(Box::new(records::Record::from(&game))),
    })
}

pub(crate) fn place(mut words: Words<'_>) -> Answer {
    let turn = words.parse("black or white", |word| Color::ALL.into_iter().find(|&color| lower(color) == word))?;
    let mut sides = ByColor::new((Cells::EMPTY, 0), (Cells::EMPTY, 0));
    for color in Color::ALL {
        let marbles = |word: &str| if word == "-" { Some(Cells::EMPTY) } else { word.parse().ok() };
        let marbles = words.parse("cells, such as a1,b2 or a1-c3, or - for none", marbles)?;
        let lost = words.parse("a number of marbles lost", |word| word.parse().ok().filter(|&lost| lost <= Cell::COUNT as u8))?;
        sides[color] = (marbles, lost);
    }
    words.end()?;
    let position = Position::new(sides.black.0, sides.white.0, turn);
    let position = position.ok_or_else(|| OutputLine::error(0, "a cell holds marbles of both colors"))?;
    let position = position.with_lost(sides.map(|(_, lost)| lost));
    Ok(vec![OutputLine::of_game(&Game::from_position(position, Rules::STANDARD))])
}
