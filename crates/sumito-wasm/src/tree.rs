//! Records with their variations as lines: `tree` reads one, `compose` writes one.

use sumito_rules::notation::{MoveNotation, ParseMoveError, position_or_layout};
use sumito_rules::party::{self, Action, LeaveError};
use sumito_rules::record::party::{self as records, AnyRecord, GameResult, ReplayError};
use sumito_rules::record::{self, Glyph, Line, Ply, Record};
use sumito_rules::{Game, Move, ParseError, Position, Rules};

use crate::game::{AnyGame, lower};
use crate::line::{OutputLine, joined};
use crate::rules::Answer;
use crate::words::Words;

/// The deepest nesting of variations that is written, the same as when reading.
const MAX_DEPTH: usize = 100;

pub(crate) fn tree(mut words: Words<'_>) -> Answer {
    let number: usize = words.parse("the number of a game", |word| word.parse().ok().filter(|&number| number > 0))?;
    let text = words.text("the text of a game file")?;
    let Some(record) = records::read(text.lines()).nth(number - 1) else {
        return Err(words.missing(&format!("a file of {number} games")));
    };
    let record = record.map_err(|error| refusal(&error))?;
    // Some servers did not end games by repetition, and an editor ends none: such games are replayed without these limits.
    let known = match &record {
        AnyRecord::Two(record) => record.rules(),
        AnyRecord::Party(record) => record.rules(),
    };
    let rules = known.unwrap_or(Rules::STANDARD.with_repetition(None));
    let endless = rules.with_repetition(None).with_quiet_limit(None).with_ply_limit(None);
    let plies = walk(&record, rules).or_else(|_| walk(&record, endless));
    plies.map_err(|reason| match reason {
        ReplayError::Move(reason) => OutputLine::error(0, reason).with("key", reason.key()),
        _ => OutputLine::error(0, reason),
    })
}

/// A line that describes a game of a file, without its moves.
pub(crate) fn head(record: &AnyRecord) -> OutputLine {
    let line = OutputLine::new("game");
    match record {
        AnyRecord::Two(record) => {
            let line = line.with_some("layout", record.layout().map(|layout| layout.id)).with("start", record.start());
            let line = line.with_some("rules", record.rules()).with("result", record.result);
            record.tags().fold(line, with_tag)
        }
        AnyRecord::Party(record) => {
            let seating = record.start().seating();
            let line = line.with_some("layout", record.layout().map(|layout| layout.id)).with("teams", seating);
            let line = line.with("start", record.start()).with_some("rules", record.rules());
            record.tags().fold(line.with("result", record.result.text(seating)), with_tag)
        }
    }
}

fn with_tag(line: OutputLine, (name, value): (&str, &str)) -> OutputLine {
    line.with(&format!("tag-{name}"), value)
}

/// Everything that was done in a game of more than two players.
pub(crate) fn words_of(record: &records::Record) -> String {
    let mut position = *record.start();
    // Files have no word for an agreed draw: the result says it.
    let agreed = record.to_game().ok().and_then(|game| game.actions().last().copied()).filter(|last| *last == Action::AgreeDraw);
    joined(record.actions().chain(agreed).map(|action| {
        let word = action.text(&position);
        match action {
            Action::Play(m) => position.play_unchecked(m),
            // What was read replays.
            departure => _ = departure.depart(&mut position),
        }
        word
    }))
}

/// A line that says where and why a game of a file is refused, with keys for translations.
pub(crate) fn refusal(error: &records::Error) -> OutputLine {
    let line =
        OutputLine::error(error.at, error).with("game", error.game).with("line", error.line).with("problem", error.problem.key());
    let line = match error.turn {
        Some((number, seat)) => line.with("number", number).with("color", lower(seat)),
        None => line,
    };
    match &error.problem {
        record::Problem::Move { text, error: ParseMoveError::Illegal(reason) } => {
            line.with("text", text).with("key", reason.key()).with_some("cell", reason.cell())
        }
        record::Problem::Move { text, .. } => line.with("text", text),
        record::Problem::Departure { text, error } => line.with("text", text).with("key", error.key()),
        record::Problem::Tag { name, error } => line.with("text", name).with("expected", error.subject.key()),
        record::Problem::NoTag(error) | record::Problem::Code(error) | record::Problem::Start(error) => {
            line.with("expected", error.subject.key())
        }
        _ => line,
    }
}

fn walk(record: &AnyRecord, rules: Rules) -> Result<Vec<OutputLine>, ReplayError> {
    let mut game = match record {
        AnyRecord::Two(record) => AnyGame::Two(match record.layout() {
            Some(layout) => Game::new(layout, rules),
            None => Game::from_position(*record.start(), rules),
        }),
        AnyRecord::Party(record) => AnyGame::Party(match record.layout() {
            Some(layout) => party::Game::new(layout, rules),
            None => party::Game::from_position(*record.start(), rules),
        }),
    };
    let departures: &[(usize, Action)] = match record {
        AnyRecord::Two(_) => &[],
        AnyRecord::Party(record) => record.departures(),
    };
    let by = match &game {
        AnyGame::Two(game) => game.rules(),
        AnyGame::Party(game) => game.rules(),
    };
    let line = record.line();
    let first = head(record).with("by", by).with("comment", escaped(&line.comment));
    let left = depart(&mut game, 0, departures)?;
    let mut walk = Walk { lines: vec![first.with("left", left), game.of_position()], plies: 0 };
    walk.plies_of(line, game, 0, departures)?;
    Ok(walk.lines)
}

/// The lines so far, and how many plies they have.
struct Walk {
    lines: Vec<OutputLine>,
    plies: usize,
}

impl Walk {
    /// Adds the plies of a line, each followed by its alternatives. `of` is the ply that the line follows.
    fn plies_of(
        &mut self,
        line: &Line,
        mut game: AnyGame,
        mut of: usize,
        departures: &[(usize, Action)],
    ) -> Result<(), ReplayError> {
        let mut before = if of == 0 && self.plies == 0 { "" } else { line.comment.as_str() };
        for (n, ply) in line.plies.iter().enumerate() {
            self.plies += 1;
            let id = self.plies;
            let output = OutputLine::new("ply").with("id", id).with("of", of).with_some("glyph", ply.glyph.map(Glyph::suffix));
            let output = output.with_some("eval", ply.eval).with_some("clock", ply.clock.map(|clock| clock.as_millis()));
            let output = output.with("before", escaped(before)).with("comment", escaped(&ply.comment));
            before = "";
            let here = (!ply.variations.is_empty()).then(|| game.clone());
            let moved = game.of_move(ply.m, MoveNotation::AbaPro);
            game.play(ply.m)?;
            let left = depart(&mut game, n + 1, departures)?;
            self.lines.extend([output.with("left", left), moved, game.of_position()]);
            for variation in &ply.variations {
                if let Some(game) = &here {
                    self.plies_of(variation, game.clone(), of, &[])?;
                }
            }
            of = id;
        }
        Ok(())
    }
}

/// Lets those leave who did so after a number of moves; returns the words for it.
fn depart(game: &mut AnyGame, plies: usize, departures: &[(usize, Action)]) -> Result<String, LeaveError> {
    let mut words = Vec::new();
    for &(_, action) in departures.iter().filter(|(n, _)| *n == plies) {
        if let AnyGame::Party(game) = game {
            words.push(action.text(game.position()));
        }
        game.act(action)?;
    }
    Ok(words.join(" "))
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

    pub(crate) fn write(&self, record: &AnyRecord) -> Answer {
        let text = match (self, record) {
            (Form::Record(format), AnyRecord::Two(record)) => record.format(*format),
            (Form::Code, AnyRecord::Two(record)) => record.to_code().ok_or_else(|| {
                OutputLine::error(0, "a code is for games from a layout that it has a name for").with("problem", "no-code")
            })?,
            (Form::Record(record::Format::Apgn(MoveNotation::AbaPro)), AnyRecord::Party(record)) => record.format(),
            (_, AnyRecord::Party(_)) => {
                return Err(OutputLine::error(0, "games of more than two players are always written as apgn, in aba-pro"));
            }
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
    let mut plies: Vec<(Fields<'_>, Vec<usize>)> = vec![(head, Vec::new())];
    for line in lines {
        let of = line.get("of").and_then(|of| of.parse::<usize>().ok()).filter(|&of| of < plies.len());
        let of = of.filter(|_| line.is("ply")).ok_or_else(|| wrong("expected lines 'ply' that follow others"))?;
        let id = plies.len();
        plies[of].1.push(id);
        plies.push((line, Vec::new()));
    }
    let start = head.get("start").unwrap_or_default();
    let is_party = party::names_teams(start) || party::Layout::find(start).is_some();
    let record = if is_party { compose_party(start, &plies) } else { compose_two(start, &plies) };
    form.write(&record.map_err(|message| wrong(&message))?)
}

/// Lines with the numbers of those that follow each.
type Plies<'a> = [(Fields<'a>, Vec<usize>)];

fn compose_two(start: &str, plies: &Plies<'_>) -> Result<AnyRecord, String> {
    let (head, message) = (plies[0].0, |error: ParseError| error.message());
    let mut record = Record::new(position_or_layout(start).map_err(message)?);
    if let Some(rules) = head.get("rules") {
        record = record.with_rules(rules.parse().map_err(message)?);
    }
    if let Some(result) = head.get("result") {
        record.result = result.parse().map_err(message)?;
    }
    head.tags().try_for_each(|(name, value)| record.set_tag(name, value)).map_err(message)?;
    record.line = line_from(plies, 0, Board::Two(*record.start()), MAX_DEPTH)?.0;
    record.line.comment = unescaped(head.get("comment").unwrap_or_default());
    Ok(AnyRecord::Two(Box::new(record)))
}

fn compose_party(start: &str, plies: &Plies<'_>) -> Result<AnyRecord, String> {
    let (head, message) = (plies[0].0, |error: ParseError| error.message());
    let start = match party::Layout::find(start) {
        Some(layout) => layout.position(),
        None => start.parse().map_err(message)?,
    };
    let mut record = records::Record::new(start);
    if let Some(rules) = head.get("rules") {
        record = record.with_rules(rules.parse().map_err(message)?);
    }
    if let Some(result) = head.get("result") {
        let wrong = || format!("expected a number for each team of {}, found '{result}'", start.seating());
        record.result = GameResult::parse(result, start.seating()).ok_or_else(wrong)?;
    }
    head.tags().try_for_each(|(name, value)| record.set_tag(name, value)).map_err(message)?;
    let (line, departures) = line_from(plies, 0, Board::Party(*record.start()), MAX_DEPTH)?;
    record.line = line;
    record.line.comment = unescaped(head.get("comment").unwrap_or_default());
    record.set_departures(departures);
    Ok(AnyRecord::Party(Box::new(record)))
}

/// A position of a record that is being composed.
#[derive(Copy, Clone)]
enum Board {
    Two(Position),
    Party(party::Position),
}

impl Board {
    fn parse_move(&self, text: &str) -> Result<Move, ParseMoveError> {
        match self {
            Board::Two(position) => position.parse_move(text),
            Board::Party(position) => position.parse_move(text),
        }
    }

    fn play(&mut self, m: Move) {
        match self {
            Board::Two(position) => _ = position.play_unchecked(m),
            Board::Party(position) => position.play_unchecked(m),
        }
    }

    /// Lets those leave who did so after a line, and returns what they did.
    fn depart(&mut self, after: Fields<'_>) -> Result<Vec<Action>, String> {
        let Board::Party(position) = self else { return Ok(Vec::new()) };
        let words = after.get("left").unwrap_or_default().split_whitespace();
        let depart = |word: &str| {
            let action = Action::parse_departure(word, position);
            let action = action.ok_or_else(|| format!("expected a departure, such as White:flag, found '{word}'"))?;
            action.depart(position).map_err(|error| format!("'{word}': {error}"))?;
            Ok(action)
        };
        words.map(depart).collect()
    }
}

/// The departures of a line, each with the number of moves before it.
type Departures = Vec<(usize, Action)>;

/// The line of first children that follows a ply, with its other children as variations.
fn line_from(plies: &Plies<'_>, of: usize, mut board: Board, depth: usize) -> Result<(Line, Departures), String> {
    let (mut line, mut departures) = (Line::default(), Departures::new());
    let mut at = of;
    loop {
        let left = board.depart(plies[at].0)?;
        departures.extend(left.into_iter().map(|action| (line.plies.len(), action)));
        let [first, others @ ..] = plies[at].1.as_slice() else { return Ok((line, departures)) };
        let mut ply = ply_from(&plies[*first].0, &board)?;
        for &other in others {
            let depth = depth.checked_sub(1).ok_or("variations are nested too deep")?;
            let head = ply_from(&plies[other].0, &board)?;
            let mut after = board;
            after.play(head.m);
            let (mut variation, _) = line_from(plies, other, after, depth)?;
            variation.plies.insert(0, head);
            variation.comment = unescaped(plies[other].0.get("before").unwrap_or_default());
            ply.variations.push(variation);
        }
        board.play(ply.m);
        line.plies.push(ply);
        at = *first;
    }
}

fn ply_from(fields: &Fields<'_>, board: &Board) -> Result<Ply, String> {
    let text = fields.get("text").unwrap_or_default();
    let m = board.parse_move(text).map_err(|error| format!("'{text}': {error}"))?;
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

    /// The tags of a record.
    fn tags(self) -> impl Iterator<Item = (&'a str, &'a str)> {
        self.all().filter_map(|(key, value)| Some((key.strip_prefix("tag-")?, value)))
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
