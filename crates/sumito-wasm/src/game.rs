//! A game for two players or for more.

use sumito_rules::notation::{MoveNotation, ParseMoveError};
use sumito_rules::party::{Action, Departure, LeaveError, Seat};
use sumito_rules::record::party::GameResult;
use sumito_rules::{Cells, Color, Direction, Game, IllegalMove, Move, Moves, party};

use crate::line::{OutputLine, joined};
use crate::words::Words;

/// A game, as commands name it.
#[derive(Clone)]
pub enum AnyGame {
    /// For two players.
    Two(Game),
    /// For three to six.
    Party(party::Game),
}

impl AnyGame {
    /// Reads a GAME. The error says what is wrong.
    pub fn read(text: &str) -> Result<AnyGame, String> {
        let says = |line: OutputLine| {
            line.text().split('\t').find_map(|field| field.strip_prefix("says=")).unwrap_or_default().to_owned()
        };
        Words::new(text).game().map_err(says)
    }

    /// The game, if it is for two players.
    pub(crate) fn for_two(self) -> Result<Game, OutputLine> {
        match self {
            AnyGame::Two(game) => Ok(game),
            AnyGame::Party(_) => Err(OutputLine::error(0, "this command is for games of two players")),
        }
    }

    /// The game, if it is for more than two players.
    pub(crate) fn for_more(self) -> Result<party::Game, OutputLine> {
        match self {
            AnyGame::Two(_) => Err(OutputLine::error(0, "this command is for games of three to six players")),
            AnyGame::Party(game) => Ok(game),
        }
    }

    /// Moves of more than two players have only one notation.
    pub(crate) fn check_notation(&self, notation: MoveNotation) -> Result<(), OutputLine> {
        match self {
            AnyGame::Party(_) if notation != MoveNotation::AbaPro => {
                Err(OutputLine::error(0, "moves of more than two players are always written in aba-pro"))
            }
            _ => Ok(()),
        }
    }

    pub(crate) fn legal_moves(&self) -> Moves {
        match self {
            AnyGame::Two(game) => game.legal_moves(),
            AnyGame::Party(game) => game.legal_moves(),
        }
    }

    pub(crate) fn attempt(&self, cells: Cells, direction: Direction) -> Result<Move, IllegalMove> {
        match self {
            AnyGame::Two(game) if game.outcome().is_some() => Err(IllegalMove::GameOver),
            AnyGame::Party(game) if game.outcome().is_some() => Err(IllegalMove::GameOver),
            AnyGame::Two(game) => game.position().attempt(cells, direction),
            AnyGame::Party(game) => game.position().attempt(cells, direction),
        }
    }

    pub(crate) fn parse_move(&self, notation: MoveNotation, text: &str) -> Result<Move, ParseMoveError> {
        match self {
            AnyGame::Two(game) => notation.parse(game.position(), text),
            AnyGame::Party(game) => game.position().parse_move(text),
        }
    }

    pub(crate) fn play(&mut self, m: Move) -> Result<(), IllegalMove> {
        match self {
            AnyGame::Two(game) => game.play(m),
            AnyGame::Party(game) => game.play(m),
        }
    }

    /// A word that is not a move: `White:flag`, `Black+Blue:resigned` or `draw`.
    pub(crate) fn other_action(&self, word: &str) -> Option<Action> {
        match self {
            AnyGame::Two(_) => None,
            AnyGame::Party(_) if word == "draw" => Some(Action::AgreeDraw),
            AnyGame::Party(game) => Action::parse_departure(word, game.position()),
        }
    }

    /// Players leave, or agree to a draw.
    pub(crate) fn act(&mut self, action: Action) -> Result<(), LeaveError> {
        let AnyGame::Party(game) = self else { return Ok(()) };
        match action {
            Action::Leave(seat, departure) => game.leave(seat, departure),
            Action::ResignTeam(team) => game.resign_team(team),
            Action::AgreeDraw => game.agree_draw().map_err(LeaveError::from),
            _ => Ok(()),
        }
    }

    /// All about a legal move.
    pub(crate) fn of_move(&self, m: Move, notation: MoveNotation) -> OutputLine {
        match self {
            AnyGame::Two(game) => OutputLine::of_move(&game.position().explain(m), notation.format(game.position(), m)),
            AnyGame::Party(game) => of_party_move(game.position(), m),
        }
    }

    /// What was done in this position.
    pub(crate) fn of_action(&self, action: Action, notation: MoveNotation) -> OutputLine {
        let leave = |seats: String, why: Departure| OutputLine::new("leave").with("seats", seats).with("why", why.key());
        match (action, self) {
            (Action::Play(m), _) => self.of_move(m, notation),
            (Action::Leave(seat, why), _) => leave(lower(seat).to_owned(), why),
            (Action::ResignTeam(team), AnyGame::Party(game)) => {
                let position = game.position();
                let staying = position.seating().members(team).filter(|&seat| !position.has_left(seat));
                leave(joined(staying.map(lower)), Departure::Resigned)
            }
            _ => OutputLine::new("draw"),
        }
    }

    /// Goes back to the start and returns everything that was done.
    pub(crate) fn rewind(&mut self) -> Vec<Action> {
        match self {
            AnyGame::Two(game) => {
                let actions = game.moves().iter().copied().map(Action::Play).collect();
                game.go_to(0);
                actions
            }
            AnyGame::Party(game) => {
                let actions = game.actions().to_vec();
                game.go_to(0);
                actions
            }
        }
    }

    /// Does again what was done next.
    pub(crate) fn redo(&mut self) {
        match self {
            AnyGame::Two(game) => _ = game.redo(),
            AnyGame::Party(game) => _ = game.redo(),
        }
    }

    /// All about where the game stands.
    pub(crate) fn of_position(&self) -> OutputLine {
        match self {
            AnyGame::Two(game) => OutputLine::of_game(game),
            AnyGame::Party(game) => of_party(game),
        }
    }
}

/// A move, by whom, and whose marble it ejects.
fn of_party_move(position: &party::Position, m: Move) -> OutputLine {
    let what = position.explain(m);
    let victim = what.ejected.and_then(|cell| position.seat_at(cell));
    OutputLine::of_move(&what, m).with("by", lower(position.turn())).with_some("victim", victim.map(lower))
}

fn of_party(game: &party::Game) -> OutputLine {
    let position = game.position();
    let (seating, turn) = (position.seating(), position.turn());
    let staying = |seat: &Seat| !position.has_left(*seat);
    let next = seating.after(turn).filter(|&seat| seat != turn).filter(staying);
    let blocked = seating.seats().filter(staying).filter(|&seat| !position.can_move(seat));
    let scores: Vec<String> = seating.teams().map(|team| position.score(team).to_string()).collect();
    let mut line = OutputLine::new("position")
        .with("text", position)
        .with("turn", lower(turn))
        .with("next", joined(next.map(lower)))
        .with("blocked", joined(blocked.map(lower)))
        .with("teams", seating)
        .with("scores", scores.join(","))
        .with("to-win", position.marbles_to_win());
    let ejections = game.ejections();
    for seat in seating.seats() {
        let key = |what: &str| format!("{}-{what}", lower(seat));
        let victims = seating.seats().filter(|&owner| ejections[seat][owner] > 0);
        let took = joined(victims.map(|owner| format!("{}:{}", lower(owner), ejections[seat][owner])));
        let departure = game.departures().find(|(leaver, _)| *leaver == seat).map(|(_, departure)| departure.key());
        line = line
            .with(lower(seat), position.marbles(seat))
            .with(&key("ejected"), position.ejected_by(seat))
            .with(&key("took"), took)
            .with(&key("lost"), game.lost(seat))
            .with_some(&key("left"), departure.or(position.has_left(seat).then_some("out")));
    }
    let line = line
        .with("number", position.round())
        .with("quiet", position.plies_since_ejection())
        .with("occurrences", game.occurrences())
        .with("moves", game.legal_moves().len())
        .with("rules", game.rules());
    let Some(outcome) = game.outcome() else { return line };
    let winners = outcome.winner().map(|team| joined(seating.members(team).map(lower)));
    let result = GameResult::from(outcome).text(seating);
    line.with_some("winners", winners).with("result", result).with("outcome", outcome.key()).with("says", outcome)
}

/// The name of a seat as it stands in fields.
pub(crate) fn lower(seat: Seat) -> &'static str {
    match seat {
        Seat::Black => crate::line::lower(Color::Black),
        Seat::White => crate::line::lower(Color::White),
        Seat::Blue => "blue",
        Seat::Red => "red",
        Seat::Green => "green",
        Seat::Yellow => "yellow",
    }
}
