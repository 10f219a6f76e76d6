//! `sumito duel`: matches between engines.

use std::fmt::Write as _;
use std::fs::{self, File, OpenOptions};
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering::Relaxed;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use sumito_engine::duel::{Contestant, Duel, Ending, PlayedPair, Standings};
use sumito_engine::stats::{EloModel, Sprt, Verdict};
use sumito_rules::{Color, record};

use crate::error::Error;
use crate::interrupt::stop_on_interrupt;

pub(crate) mod conditions;
mod party;

use conditions::{Conditions, contestant};

/// Play a match between two engines
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The engine under test: 'sumito', settings for it, or a program
    #[arg(value_name = "ENGINE", required_unless_present = "party")]
    first: Option<String>,
    /// The opponent
    #[arg(value_name = "ENGINE", required_unless_present = "party")]
    second: Option<String>,
    /// Play a layout for three to six, or 'all' of them: the first engine has each team in turn, the second all others [default engines: level=5 greedy]
    #[arg(long, value_name = "LAYOUT", conflicts_with_all = ["pace", "sprt", "layouts", "save"])]
    party: Option<String>,
    /// The most games to play; each opening is played twice
    #[arg(short, long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(2..))]
    games: u64,
    /// Stop when a sequential test decides between these two Elo differences
    #[arg(long, value_names = ["ELO0", "ELO1"], num_args = 2, allow_negative_numbers = true, help_heading = "Test")]
    sprt: Option<Vec<f64>>,
    /// The probability of accepting ELO1 when ELO0 is true
    #[arg(long, value_name = "P", default_value_t = 0.05, help_heading = "Test")]
    alpha: f64,
    /// The probability of accepting ELO0 when ELO1 is true
    #[arg(long, value_name = "P", default_value_t = 0.05, help_heading = "Test")]
    beta: f64,
    /// The Elo model of the test: normalized or logistic
    #[arg(long, value_name = "MODEL", default_value = "normalized", value_parser = ["normalized", "logistic"], hide_possible_values = true, help_heading = "Test")]
    model: String,
    #[command(flatten)]
    conditions: Conditions,
    /// Save the games to this file
    #[arg(short, long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Resume the match saved with --save
    #[arg(long, requires = "save")]
    resume: bool,
    /// If the output is not a terminal, print the standings every N games
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..))]
    report: u64,
}

const EXAMPLES: &str = "\
Examples:
  sumito duel sumito evaluation=handmade --movetime 100 --games 100
  sumito duel network=new.bin sumito --nodes 2000 --sprt 0 5 --games 20000 --save match.apgn
  sumito duel 'sumito movetime=100' 'plain=true depth=6' --layouts standard
  sumito duel level=2 greedy
  sumito duel singular_margin=3 sumito --clock 8+0.08 --concurrency 4
  sumito duel sumito 'Hash=64 cmd=./other --ugi' --movetime 100
  sumito duel --party three --games 20
  sumito duel --party all 'level=4 method=max-n' level=4 --games 10

An engine is a list of words: settings for this engine (protocol options, network, search parameters), or options of another
program followed by cmd= and its command line; it must speak UGI. 'greedy' is a player that looks at its own move only, for a marble
and then for the center. name= sets its name; movetime=, nodes=, depth= or clock= limits only this engine. Each opening is played
twice with colors swapped. An engine that crashes, plays an illegal move or thinks too long loses the game. Ctrl-C ends the match
and keeps the games played so far.

With --party an engine is 'greedy', or level=1 to 5, nodes=N and method=paranoid, best-reply, max-n or shortsighted. Every team plays --games games,
each after a random ply by every seat.";

pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<(), Error> {
    if let Some(layout) = &args.party {
        let (first, others) = (args.first.as_deref().unwrap_or("level=5"), args.second.as_deref().unwrap_or("greedy"));
        let (games, seed, concurrency) = (args.games, args.conditions.seed, args.conditions.concurrency);
        return party::run(&party::Match { layout, first, others, games, seed, concurrency }, out);
    }
    let duel = args.duel()?;
    let (standings, mut file) = args.open(&duel)?;
    duel.check().map_err(|error| Error::Other(error.to_string()))?;
    let stop = stop_on_interrupt()?;
    let mut screen =
        Screen { live: io::stdout().is_terminal(), drawn: 0, reported: 0, report: args.report, start: Instant::now() };
    let finished = thread::scope(|scope| {
        let (sender, receiver) = channel();
        let (duel, stop) = (&duel, &*stop);
        let start = standings.clone();
        let playing =
            scope.spawn(move || duel.run(start, stop, |pair, now| sender.send((pair.clone(), now.clone())).map_err(drop)));
        let mut standings = standings;
        let mut follow = || loop {
            match receiver.recv_timeout(Duration::from_secs(1)) {
                Ok((pair, now)) => {
                    if let Some((path, file)) = &mut file {
                        file.write_all(pair.text().as_bytes()).map_err(|error| Error::File(path.display().to_string(), error))?;
                    }
                    standings = now;
                    screen.faults(duel, &pair, out)?;
                    screen.show(duel, &standings, out)?;
                }
                Err(RecvTimeoutError::Timeout) => screen.wait(duel, &standings, out)?,
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
            }
        };
        let followed: Result<(), Error> = follow();
        stop.store(true, Relaxed);
        drop(receiver);
        let finished = playing.join();
        followed.map(|()| finished.ok().and_then(Result::ok).unwrap_or(standings))
    })?;
    screen.erase(out)?;
    write!(out, "{}", table(&duel, &finished))?;
    if duel.pairs > finished.pairs.count() && duel.verdict(&finished) == Verdict::Open {
        let hint = if args.save.is_some() { "; add --resume to the same command to continue" } else { "" };
        writeln!(out, "interrupted{hint}")?;
    }
    Ok(())
}

/// A file of games and its name.
type Save<'a> = (&'a Path, File);

impl Args {
    fn duel(&self) -> Result<Duel, Error> {
        let read = |text: &Option<String>| contestant(text.as_deref().unwrap_or_default());
        let mut contestants = [read(&self.first)?, read(&self.second)?];
        if contestants[0].name == contestants[1].name {
            contestants[1].name += " (2)";
        }
        Ok(Duel {
            contestants,
            pace: self.conditions.pace()?,
            openings: self.conditions.openings()?,
            referee: self.conditions.referee()?,
            pairs: self.games.div_ceil(2),
            sprt: self.sprt()?,
            concurrency: self.conditions.concurrency(),
        })
    }

    fn sprt(&self) -> Result<Option<Sprt>, Error> {
        let Some([elo0, elo1]) = self.sprt.as_deref() else { return Ok(None) };
        let (elo0, elo1) = (*elo0, *elo1);
        let is_chance = |p: f64| p > 0.0 && p < 0.5;
        let most = Sprt::MOST_ELO;
        if !(-most <= elo0 && elo0 < elo1 && elo1 <= most && is_chance(self.alpha) && is_chance(self.beta)) {
            let needs = format!("ELO0 below ELO1, both from -{most} to {most}, and alpha and beta between 0 and 0.5");
            return Err(Error::Usage(format!("a test needs {needs}")));
        }
        let model = if self.model == "logistic" { EloModel::Logistic } else { EloModel::Normalized };
        Ok(Some(Sprt { elo0, elo1, alpha: self.alpha, beta: self.beta, model }))
    }

    /// The file for the games, and the standings from those it already contains.
    fn open(&self, duel: &Duel) -> Result<(Standings, Option<Save<'_>>), Error> {
        let Some(path) = self.save.as_deref() else { return Ok((Standings::default(), None)) };
        let failed = |error| Error::File(path.display().to_string(), error);
        let text = match fs::read(path) {
            Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            Err(error) => return Err(failed(error)),
        };
        if !self.resume && !text.is_empty() {
            return Err(Error::Other(format!("{} exists; --resume continues it", path.display())));
        }
        let (standings, counted) = duel.resume(&text).map_err(|error| Error::Other(format!("{}: {error}", path.display())))?;
        let file = OpenOptions::new().create(true).append(true).open(path).map_err(failed)?;
        // An incomplete pair is played again.
        file.set_len(counted as u64).map_err(failed)?;
        Ok((standings, Some((path, file))))
    }
}

/// Shows the standings: a table that is redrawn on a terminal, otherwise a line now and then.
struct Screen {
    live: bool,
    /// Lines of the table that is shown.
    drawn: usize,
    /// Games at the last report.
    reported: u64,
    report: u64,
    start: Instant,
}

impl Screen {
    fn show(&mut self, duel: &Duel, standings: &Standings, out: &mut impl Write) -> Result<(), Error> {
        if !self.live {
            if standings.count() / self.report > self.reported / self.report {
                writeln!(out, "{}", line(duel, standings))?;
            }
            self.reported = standings.count();
            return Ok(out.flush()?);
        }
        self.erase(out)?;
        let mut shown = table(duel, standings);
        let _ = writeln!(shown, "time    {:.0} s", self.start.elapsed().as_secs_f64());
        self.drawn = shown.lines().count();
        write!(out, "{shown}")?;
        Ok(out.flush()?)
    }

    /// Updates only the time.
    fn wait(&mut self, duel: &Duel, standings: &Standings, out: &mut impl Write) -> Result<(), Error> {
        if self.live { self.show(duel, standings, out) } else { Ok(()) }
    }

    fn faults(&mut self, duel: &Duel, pair: &PlayedPair, out: &mut impl Write) -> Result<(), Error> {
        for (n, bout) in pair.games.iter().enumerate() {
            let Some(fault) = &bout.fault else { continue };
            let black_lost = bout.record.result == record::GameResult::Won(Color::White);
            let name = &duel.contestants[usize::from(black_lost == (n == 1))].name;
            self.erase(out)?;
            writeln!(out, "pair {}, game {}: {name} {fault}", pair.number + 1, n + 1)?;
        }
        Ok(())
    }

    fn erase(&mut self, out: &mut impl Write) -> Result<(), Error> {
        if self.drawn > 0 {
            write!(out, "\x1b[{}A\x1b[J", self.drawn)?;
            self.drawn = 0;
        }
        Ok(())
    }
}

/// The standings in a line.
fn line(duel: &Duel, standings: &Standings) -> String {
    let [won, drawn, lost] = standings.games;
    let percent = 100.0 * standings.pairs.score();
    let mut line = format!("games {} W{won} D{drawn} L{lost} {percent:.1} % Elo {}", standings.count(), standings.pairs.elo());
    if let Some(sprt) = duel.sprt {
        let _ = write!(line, " ratio {:.2}", sprt.ratio(&standings.pairs));
    }
    line
}

/// The standings as a table.
fn table(duel: &Duel, standings: &Standings) -> String {
    let [won, drawn, lost] = standings.games;
    let [black, nobody, white] = standings.colors;
    let pairs = &standings.pairs;
    let paced = |n: usize| {
        let contestant: &Contestant = &duel.contestants[n];
        format!("{} {}", contestant.name, contestant.pace.unwrap_or(duel.pace))
    };
    let [none, half, one, more, two] = pairs.0;
    let mut text = format!("first   {}\nsecond  {}\n", paced(0), paced(1));
    let _ = writeln!(
        text,
        "games   {} of {}: W{won} D{drawn} L{lost}, {:.1} %",
        standings.count(),
        2 * duel.pairs,
        100.0 * pairs.score()
    );
    let _ = writeln!(
        text,
        "Elo     {}, normalized {:+.0}, superior {:.1} %",
        pairs.elo(),
        pairs.normalized_elo().value,
        100.0 * pairs.superiority()
    );
    let _ = writeln!(text, "pairs   0: {none}, ½: {half}, 1: {one}, 1½: {more}, 2: {two}");
    if let Some(sprt) = duel.sprt {
        let (low, high) = sprt.bounds();
        let verdict = match duel.verdict(standings) {
            Verdict::Open => "open",
            Verdict::Refused => "refused",
            Verdict::Accepted => "accepted",
        };
        let (elo0, elo1, ratio) = (sprt.elo0, sprt.elo1, sprt.ratio(pairs));
        let _ = writeln!(text, "test    [{elo0}, {elo1}]: {verdict}, ratio {ratio:.2} of ({low:.2}, {high:.2})");
    }
    let endings: Vec<String> =
        standings.endings.iter().map(|(ending, count)| format!("{} {count}", Ending::text(*ending))).collect();
    let plies = standings.plies / standings.count().max(1);
    let _ = writeln!(text, "colors  Black {black}, nobody {nobody}, White {white}; {plies} plies a game");
    let _ = writeln!(text, "ended   {}", if endings.is_empty() { "none yet".to_owned() } else { endings.join(", ") });
    if standings.faults != [0, 0] {
        let [first, second] = standings.faults;
        let _ = writeln!(text, "faults  {first} of the first, {second} of the second");
    }
    text
}
