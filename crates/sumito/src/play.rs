//! `sumito play`: games at the terminal.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::ValueEnum;
use sumito_engine::Level;
use sumito_rules::record::Record;
use sumito_rules::{ByColor, Game, Layout, Rules};

use crate::error::Error;
use crate::games::{GameArgs, Games, for_two};
use crate::input::PositionArgs;
use crate::site::{is_address, not_an_address};

mod board;
mod clock;
mod help;
mod input;
mod lobby;
mod new_game;
mod online;
mod page;
mod panel;
mod recording;
mod remote;
mod save;
mod session;
mod state;
mod terminal;
#[cfg(test)]
mod tests;
mod typing;
mod view;

use clock::Clock;
use lobby::Lobby;
use new_game::Terms;
use online::Link;
use session::Session;
use state::{Effect, Look, Player, Setup, State};
use terminal::Tools;

/// Play in the terminal: against the engine, with two players at one keyboard, on a server, or through a recorded game
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES, mut_arg("file", |file| file.help(FILE)))]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    position: PositionArgs,
    /// Who you are: black, white, both (two players at one keyboard) or none (watch the engine) [default: black; random on a server]
    #[arg(long = "as", value_name = "SIDE", hide_possible_values = true)]
    side: Option<Side>,
    /// The strength of the engine, from 1 to 10; 10 thinks for a second, or by its clock [default: 5]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=10))]
    level: Option<u8>,
    /// Seconds for each side, and after + those added for each move: 600 or 300+3; other clocks on a server [default: no clock]
    #[arg(long, value_name = "CLOCK")]
    clock: Option<String>,
    /// The rules, such as 'win=6 repetition=3 quiet=100' [default: standard]
    #[arg(long, value_name = "RULES", conflicts_with = "file")]
    rules: Option<String>,
    /// Look through the game of FILE instead of playing on
    #[arg(long, requires = "file")]
    replay: bool,
    /// The file name that saving suggests
    #[arg(short, long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Draw the board with letters, for terminals without Unicode
    #[arg(long)]
    ascii: bool,
    /// The engine's random seed: lower levels play other games for other seeds
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    #[command(flatten)]
    server: ServerArgs,
}

/// Playing on a server.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "On a server")]
struct ServerArgs {
    /// Play on this server: in its lobby, in the game with the id FILE, or as the following options say; with --level, against its engine
    #[arg(long = "server", value_name = "URL", conflicts_with_all = ["replay", "ply", "seed"])]
    address: Option<String>,
    /// A file with the token of your account, from the page /account [default: play as a guest]
    #[arg(long, value_name = "FILE")]
    token_file: Option<PathBuf>,
    /// Take an open seat with this clock, or open one: 300+3, 600, 600/3x30, 3d or none
    #[arg(long, value_name = "CLOCK", requires = "address", conflicts_with_all = ["file", "clock", "level", "challenge"])]
    seek: Option<String>,
    /// With --seek: only whoever has the link of the game can take the seat
    #[arg(long, requires = "seek")]
    private: bool,
    /// Challenge a player, with the clock of --clock, or ten minutes
    #[arg(long, value_name = "NAME", requires = "address", conflicts_with_all = ["file", "level"])]
    challenge: Option<String>,
    /// The game counts for your rating
    #[arg(long, requires = "address", conflicts_with_all = ["file", "level"])]
    rated: bool,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
enum Side {
    Black,
    White,
    Both,
    None,
}

const FILE: &str =
    "A file of games: APGN, PlayStrategy or plain moves; - reads standard input. On a server, the id or the link of a game";

const EXAMPLES: &str = "\
Examples:
  sumito play
  sumito play --as white --level 3 --layout belgian-daisy
  sumito play --as both --clock 600
  sumito play --as none --level 8
  sumito play game.apgn
  sumito play games.apgn --game 3 --replay
  sumito play --server https://example.org
  sumito play --server https://example.org --seek 300+3
  sumito play --server https://example.org --token-file token --challenge ada --clock 600
  sumito play https://example.org/game/RMBFlUj1zG

Move with mouse or keyboard, or type moves; press ? in the game for the keys. Without --replay the game of a file is continued from its
end, or after --ply plies. --color never and --ascii are for terminals without color or Unicode.

On a server you are a guest unless you have a token. The session of a guest is kept in a file that only you can read, in $XDG_STATE_HOME/sumito
or ~/.local/state/sumito, so that you find your games again.";

/// How long a move takes at least if nobody plays, so that it can be followed.
const WATCHING: Duration = Duration::from_millis(700);

pub(crate) fn run(args: &Args, color: bool, out: &mut impl Write) -> Result<(), Error> {
    let look = Look { color, unicode: !args.ascii };
    if let Some((server, game)) = args.place()? {
        args.play_online(server, game, look)?;
    } else {
        let (setup, saver) = args.setup(look)?;
        let is_watched = [setup.players.black, setup.players.white].iter().all(|player| *player != Player::Person);
        let pause = if is_watched { WATCHING } else { Duration::ZERO };
        terminal::check()?;
        let (session, effects) = Session::local(setup);
        terminal::run(session, effects, Tools { seed: args.seed, pause, saver, link: None })?;
    }
    Ok(out.flush()?)
}

impl Args {
    /// The server, and the game if one is named; nothing without a server.
    fn place(&self) -> Result<Option<(&str, Option<&str>)>, Error> {
        let named = self.game.file.as_deref().and_then(Path::to_str);
        if let Some(server) = self.server.address.as_deref().filter(|server| !is_address(server)) {
            return Err(Error::Usage(not_an_address(server)));
        }
        let Some(server) = &self.server.address else {
            let Some(link) = named.filter(|named| is_address(named)) else {
                return match &self.server.token_file {
                    Some(_) => Err(Error::Usage("--token-file: say with --server where the token is for".to_owned())),
                    None => Ok(None),
                };
            };
            if self.replay || self.game.ply.is_some() {
                return Err(Error::Usage(
                    "--replay and --ply are for files; a finished game on a server can be looked through as it is".to_owned(),
                ));
            }
            return match online::read_link(link) {
                Some((server, game)) => Ok(Some((server, Some(game)))),
                None => Err(Error::Usage(format!(
                    "expected the link of a game, such as https://example.org/game/RMBFlUj1zG, found '{link}'"
                ))),
            };
        };
        match named {
            None => Ok(Some((server, None))),
            Some(game) if online::is_game(game) => Ok(Some((server, Some(game)))),
            Some(link) if let Some((_, game)) = online::read_link(link) => Ok(Some((server, Some(game)))),
            Some(other) => {
                Err(Error::Usage(format!("expected the id of a game, ten letters and digits, or its link, found '{other}'")))
            }
        }
    }

    /// Plays on a server: everything that can go wrong at the start goes wrong before the screen changes.
    fn play_online(&self, server: &str, game: Option<&str>, look: Look) -> Result<(), Error> {
        let color = match self.side {
            None => None,
            Some(Side::Black) => Some("black"),
            Some(Side::White) => Some("white"),
            Some(Side::Both | Side::None) => {
                return Err(Error::Usage("--as: expected black or white; on a server you play one side".to_owned()));
            }
        };
        let (layout, position) = self.position.named()?;
        let (rules, clock, rated) = (self.rules.clone(), self.clock.clone(), self.server.rated);
        let terms = Terms { color, layout, position, rules, clock, rated };
        terminal::check()?;
        let link = Link::connect(server, self.server.token_file.as_deref())?;
        let view = match (game, &self.server.seek, &self.server.challenge, self.level) {
            (Some(game), ..) => Some(link.game(game)?),
            (_, Some(clock), ..) => Some(link.seek(&terms, clock, !self.server.private)?),
            (_, _, Some(name), _) => Some(link.create(&terms.challenge(name, terms.clock()))?),
            (_, _, _, Some(level)) => Some(link.create(&terms.engine(level))?),
            _ => None,
        };
        let server = link.server().to_owned();
        let (session, effects) = match view {
            None => {
                let (lobby, effects) = Lobby::new(server, terms, look, (80, 24));
                (Session::lobby(lobby), effects)
            }
            Some(view) => {
                let watch = Effect::Watch(Some(view.game.clone()));
                let mut state = State::remote(view, server, false, look, (80, 24)).map_err(Error::Other)?;
                if let Some(file) = &self.save {
                    state.suggest(file.display().to_string());
                }
                (Session::game(state), vec![watch])
            }
        };
        let tools = Tools { seed: self.seed, pause: Duration::ZERO, saver: save::Saver::default(), link: Some(link) };
        terminal::run(session, effects, tools)
    }

    fn setup(&self, look: Look) -> Result<(Setup, save::Saver), Error> {
        let engine = Player::Engine(Level::new(self.level.unwrap_or(5)).expect("the parser allows only levels"));
        let side = self.side.unwrap_or(Side::Black);
        let players = match side {
            Side::Black => ByColor::new(Player::Person, engine),
            Side::White => ByColor::new(engine, Player::Person),
            Side::Both => ByColor::new(Player::Person, Player::Person),
            Side::None => ByColor::new(engine, engine),
        };
        let clock = self.clock.as_deref().map(Clock::parse).transpose();
        let clock = clock.map_err(|why| Error::Usage(format!("--clock: {why}")))?;
        let mut names = players.map(view::name);
        let mut saver = save::Saver::default();
        let mut origin = None;
        let game = match self.game.read()? {
            None => self.start()?,
            Some(record) => {
                let record = for_two(record)?;
                for (name, tag) in [(&mut names.black, "Black"), (&mut names.white, "White")] {
                    if let Some(known) = record.tag(tag).filter(|_| self.replay || side == Side::Both) {
                        known.clone_into(name);
                    }
                }
                if let Some(path) = self.game.file.as_deref().filter(|path| has_one_game(path)) {
                    saver = save::Saver::replacing(path);
                }
                let game = self.resumed(&record)?;
                origin = Some(record);
                game
            }
        };
        let file = self.save.as_ref().or(self.game.file.as_ref()).filter(|path| path.as_path() != Path::new("-"));
        let setup = Setup {
            game,
            players,
            names,
            clock,
            look,
            size: (80, 24),
            replay: self.replay,
            file: file.map(|path| path.display().to_string()),
            origin,
        };
        Ok((setup, saver))
    }

    fn start(&self) -> Result<Game, Error> {
        let rules = match &self.rules {
            None => Rules::default(),
            Some(text) => text.parse().map_err(|error| Error::text("--rules", text, &error))?,
        };
        let position = self.position.read()?;
        let layout = Layout::all().iter().find(|layout| layout.position() == position);
        Ok(layout.map_or_else(|| Game::from_position(position, rules), |layout| Game::new(layout, rules)))
    }

    /// The game of a record, up to `--ply`, and to be continued if it was not decided on the board.
    fn resumed(&self, record: &Record) -> Result<Game, Error> {
        let mut game = record.to_game().map_err(|error| Error::Other(error.to_string()))?;
        if let Some(ply) = self.game.ply {
            if ply > game.ply() {
                return Err(Error::Other(format!("the game has {} plies; there is no ply {ply}", game.ply())));
            }
            game.go_to(ply);
        }
        Ok(game)
    }
}

fn has_one_game(path: &Path) -> bool {
    path != Path::new("-") && Games::open(path).is_ok_and(|games| games.take(2).count() == 1)
}
