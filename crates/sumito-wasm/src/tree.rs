//! Records with their variations as lines: `tree` reads one, `compose` writes one.

use sumito_rules::notation::{MoveNotation, position_or_layout};
use sumito_rules::record::{self, Glyph, Line, Ply, Record};
use sumito_rules::{Game, IllegalMove, ParseError, Position, Rules};

use crate::line::{OutputLine, lower};
use crate::rules::Answer;
use crate::words::Words;

/// The deepest nesting of variations that is written, the same as when reading.
const MAX_DEPTH: usize = 100;

pub(crate) fn tree(mut words: Words<'_>) -> Answer {
    let number: usize = words.parse("the number of a game", |word| word.parse().ok().filter(|&number| number > 0))?;
    let text = words.text("the text of a game file")?;
    let Some(record) = record::read(text.lines()).nth(number - 1) else {
        return Err(words.missing(&format!("a file of {number} games")));
    };
    let record = record.map_err(|error| refusal(&error))?;
    // Some servers did not end games by repetition, and an editor ends none: such games are replayed without these limits.
    let rules = record.rules().unwrap_or(Rules::STANDARD.with_repetition(None));
    let endless = rules.with_repetition(None).with_quiet_limit(None).with_ply_limit(None);
    let plies = walk(&record, rules).or_else(|_| walk(&record, endless));
    plies.map_err(|reason| OutputLine::error(0, reason).with("key", reason.key()))
}

/// A line that describes a game of a file, without its moves.
pub(crate) fn head(record: &Record) -> OutputLine {
    let line = OutputLine::new("game").with_some("layout", record.layout().map(|layout| layout.id)).with("start", record.start());
    let line = line.with_some("rules", record.rules()).with("result", record.result);
    record.tags().fold(line, |line, (name, value)| line.with(&format!("tag-{name}"), value))
}

/// A line that says where and why a game of a file is refused, with keys for translations.
pub(crate) fn refusal(error: &record::Error) -> OutputLine {
    let line =
        OutputLine::error(error.at, error).with("game", error.game).with("line", error.line).with("problem", error.problem.key());
    let line = match error.turn {
        Some((number, color)) => line.with("number", number).with("color", lower(color)),
        None => line,
    };
    match &error.problem {
        record::Problem::Move { text, error: sumito_rules::notation::ParseMoveError::Illegal(reason) } => {
            line.with("text", text).with("key", reason.key()).with_some("cell", reason.cell())
        }
        record::Problem::Move { text, .. } => line.with("text", text),
        record::Problem::Tag { name, error } => line.with("text", name).with("expected", error.subject.key()),
        record::Problem::NoTag(error) | record::Problem::Code(error) | record::Problem::Start(error) => {
            line.with("expected", error.subject.key())
        }
        _ => line,
    }
}

fn walk(record: &Record, rules: Rules) -> Result<Vec<OutputLine>, IllegalMove> {
    let game = match record.layout() {
        Some(layout) => Game::new(layout, rules),
        None => Game::from_position(*record.start(), rules),
    };
    let first = head(record).with("by", game.rules()).with("comment", escaped(&record.line.comment));
    let mut lines = vec![first, OutputLine::of_game(&game)];
    let mut plies = 0;
    walk_line(&record.line, game, 0, &mut plies, &mut lines)?;
    Ok(lines)
}

/// Adds the plies of a line, each followed by its alternatives. `of` is the ply that the line follows.
fn walk_line(
    line: &Line,
    mut game: Game,
    mut of: usize,
    plies: &mut usize,
    lines: &mut Vec<OutputLine>,
) -> Result<(), IllegalMove> {
    let mut before = if of == 0 && *plies == 0 { "" } else { line.comment.as_str() };
    for ply in &line.plies {
        *plies += 1;
        let id = *plies;
        let output = OutputLine::new("ply").with("id", id).with("of", of).with_some("glyph", ply.glyph.map(Glyph::suffix));
        let output = output.with_some("eval", ply.eval).with_some("clock", ply.clock.map(|clock| clock.as_millis()));
        let output = output.with("before", escaped(before)).with("comment", escaped(&ply.comment));
        before = "";
        let here = (!ply.variations.is_empty()).then(|| game.clone());
        let position = *game.position();
        game.play(ply.m)?;
        lines.extend([output, OutputLine::of_move(&position, ply.m, MoveNotation::AbaPro), OutputLine::of_game(&game)]);
        for variation in &ply.variations {
            if let Some(game) = &here {
                walk_line(variation, game.clone(), of, plies, lines)?;
            }
        }
        of = id;
    }
    Ok(())
}

/// The format in which a record is written.
pub(crate) enum Form {
    Record(record::Format),
    Code,
}

impl Form {
    /// Reads `apgn`, `playstrategy`, `plain` or `code`, and the notation of moves if one follows.
    pub(crate) fn take(words: &mut Words<'_>) -> Result<Form, OutputLine> {
        let form = words.parse("apgn, playstrategy, plain or code", |word| match word.parse() {
            Ok(format) => Some(Form::Record(format)),
            Err(_) => word.eq_ignore_ascii_case("code").then_some(Form::Code),
        })?;
        let notation = words.notation();
        Ok(match form {
            Form::Record(record::Format::Apgn(_)) => Form::Record(record::Format::Apgn(notation)),
            Form::Record(record::Format::Plain(_)) => Form::Record(record::Format::Plain(notation)),
            other => other,
        })
    }

    pub(crate) fn write(&self, record: &Record) -> Answer {
        let text = match self {
            Form::Record(format) => record.format(*format),
            Form::Code => record.to_code().ok_or_else(|| {
                OutputLine::error(0, "a code is for games from a layout that it has a name for").with("problem", "no-code")
            })?,
        };
        Ok(text.trim_end().lines().map(|line| OutputLine::new("line").with("text", line)).collect())
    }
}

pub(crate) fn compose(mut words: Words<'_>) -> Answer {
    let form = Form::take(&mut words)?;
    let text = words.text("the lines of a record")?;
    let wrong = |message: &str| OutputLine::error(words.place(text), message);
    let mut lines = text.lines().filter(|line| !line.is_empty()).map(Fields);
    let head = lines.next().filter(|line| line.is("game")).ok_or_else(|| wrong("expected a line 'game'"))?;
    let start = head.get("start").unwrap_or_default();
    let start = position_or_layout(start).map_err(|error| wrong(&error.message()))?;
    let mut record = Record::new(start);
    if let Some(rules) = head.get("rules") {
        record = record.with_rules(rules.parse().map_err(|error: ParseError| wrong(&error.message()))?);
    }
    if let Some(result) = head.get("result") {
        record.result = result.parse().map_err(|error: ParseError| wrong(&error.message()))?;
    }
    for (name, value) in head.all().filter_map(|(key, value)| Some((key.strip_prefix("tag-")?, value))) {
        record.set_tag(name, value).map_err(|error| wrong(&error.message()))?;
    }
    let mut plies: Vec<(Fields<'_>, Vec<usize>)> = vec![(head, Vec::new())];
    for line in lines {
        let of = line.get("of").and_then(|of| of.parse::<usize>().ok()).filter(|&of| of < plies.len());
        let of = of.filter(|_| line.is("ply")).ok_or_else(|| wrong("expected lines 'ply' that follow others"))?;
        let id = plies.len();
        plies[of].1.push(id);
        plies.push((line, Vec::new()));
    }
    record.line = line_from(&plies, 0, *record.start(), MAX_DEPTH).map_err(|message| wrong(&message))?;
    record.line.comment = unescaped(head.get("comment").unwrap_or_default());
    form.write(&record)
}

/// The line of first children that follows a ply, with its other children as variations.
fn line_from(plies: &[(Fields<'_>, Vec<usize>)], of: usize, start: Position, depth: usize) -> Result<Line, String> {
    let mut line = Line::default();
    let (mut at, mut position) = (of, start);
    while let [first, others @ ..] = plies[at].1.as_slice() {
        let mut ply = ply_from(&plies[*first].0, &position)?;
        for &other in others {
            let depth = depth.checked_sub(1).ok_or("variations are nested too deep")?;
            let head = ply_from(&plies[other].0, &position)?;
            let after = position.after_unchecked(head.m);
            let mut variation = line_from(plies, other, after, depth)?;
            variation.plies.insert(0, head);
            variation.comment = unescaped(plies[other].0.get("before").unwrap_or_default());
            ply.variations.push(variation);
        }
        position.play_unchecked(ply.m);
        line.plies.push(ply);
        at = *first;
    }
    Ok(line)
}

fn ply_from(fields: &Fields<'_>, position: &Position) -> Result<Ply, String> {
    let text = fields.get("text").unwrap_or_default();
    let m = position.parse_move(text).map_err(|error| format!("'{text}': {error}"))?;
    let glyph = fields.get("glyph").and_then(|sign| Glyph::ALL.into_iter().find(|glyph| glyph.suffix() == sign));
    let clock = fields.get("clock").and_then(|clock| clock.parse().ok()).map(std::time::Duration::from_millis);
    let eval = fields.get("eval").and_then(|eval| eval.parse().ok());
    let comment = unescaped(fields.get("comment").unwrap_or_default());
    let mut ply = Ply::from(m);
    (ply.glyph, ply.clock, ply.eval, ply.comment) = (glyph, clock, eval, comment);
    Ok(ply)
}

/// The fields of an output line.
#[derive(Copy, Clone)]
struct Fields<'a>(&'a str);

impl<'a> Fields<'a> {
    fn is(self, word: &str) -> bool {
        self.0.split('\t').next() == Some(word)
    }

    fn all(self) -> impl Iterator<Item = (&'a str, &'a str)> {
        self.0.split('\t').skip(1).filter_map(|field| field.split_once('='))
    }

    fn get(self, key: &str) -> Option<&'a str> {
        self.all().find(|(other, _)| *other == key).map(|(_, value)| value)
    }
}

/// A comment on one line, with `\n` for line breaks.
fn escaped(comment: &str) -> String {
    comment.replace('\\', "\\\\").replace('\n', "\\n")
}

fn unescaped(text: &str) -> String {
    let mut out = String::new();
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match (c, chars.as_str().chars().next()) {
            ('\\', Some('n')) => out.push('\n'),
            ('\\', Some('\\')) => out.push('\\'),
            _ => {
                out.push(c);
                continue;
            }
        }
        chars.next();
    }
    out
}
