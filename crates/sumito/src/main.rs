//! The program: its verbs on the command line.
//!
//! Exit codes: 0 success, 1 invalid input, 2 invalid command line.

mod analyze;
mod backup;
mod bench;
mod bot;
mod cli;
mod convert;
mod database;
mod datagen;
mod duel;
mod engine;
mod error;
mod games;
mod gauntlet;
mod input;
mod interrupt;
mod keys;
mod layouts;
mod load;
mod migrate;
mod moderate;
mod moves;
mod pair;
mod password;
mod perft;
mod play;
mod plural;
mod progress;
mod puzzles;
mod rank;
mod render;
mod rules;
mod serve;
mod show;
mod site;
mod solve;
mod standings;
mod tournament_file;
mod worker;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::{CommandFactory, Parser};

use cli::{Cli, Verb};
use error::Error;

fn main() -> ExitCode {
    let cli = Cli::parse();
    let error_color = cli.color_on(&io::stderr());
    let mut out = io::BufWriter::new(io::stdout());
    let result = run(cli, error_color, &mut out).and_then(|()| Ok(out.flush()?));
    result.map_or_else(
        |error| {
            error.report(error_color);
            error.exit_code()
        },
        |()| ExitCode::SUCCESS,
    )
}

fn run(cli: Cli, error_color: bool, out: &mut (impl Write + Send)) -> Result<(), Error> {
    let color = cli.color_on(&io::stdout());
    match cli.verb {
        None => serve::run(&serve::Args::default(), out),
        Some(Verb::Serve(args)) => serve::run(&args, out),
        Some(Verb::Perft(args)) => perft::run(&args, out),
        Some(Verb::Engine(engine::Args {})) => engine::run(out),
        Some(Verb::Moves(args)) => moves::run(&args, out),
        Some(Verb::Show(args)) => show::run(&args, color, out),
        Some(Verb::Analyze(args)) => analyze::run(&args, color, out),
        Some(Verb::Convert(args)) => convert::run(&args, error_color, out),
        Some(Verb::Render(args)) => render::run(&args, out),
        Some(Verb::Solve(args)) => solve::run(&args, out),
        Some(Verb::Pair(args)) => pair::run(&args, out),
        Some(Verb::Standings(args)) => standings::run(&args, out),
        Some(Verb::Rank(args)) => rank::run(&args, error_color, out),
        Some(Verb::Rules(args)) => rules::run(&args, color, out),
        Some(Verb::Layouts(args)) => layouts::run(&args, color, out),
        Some(Verb::Bench(args)) => bench::run(&args, out),
        Some(Verb::Datagen(args)) => datagen::run(&args, out),
        Some(Verb::Backup(args)) => backup::run(&args, out),
        Some(Verb::Migrate(args)) => migrate::run(&args, out),
        Some(Verb::Keys(args)) => keys::run(&args, out),
        Some(Verb::Worker(args)) => worker::run(&args, out),
        Some(Verb::Bot(args)) => bot::run(args, out),
        Some(Verb::Password(args)) => password::run(&args, out),
        Some(Verb::Moderate(args)) => moderate::run(&args, out),
        Some(Verb::Load(args)) => load::run(&args, out),
        Some(Verb::Puzzles(args)) => puzzles::run(&args, out),
        Some(Verb::Duel(args)) => duel::run(&args, out),
        Some(Verb::Gauntlet(args)) => gauntlet::run(&args, out),
        Some(Verb::Play(args)) => play::run(&args, color, out),
        Some(Verb::Completions { shell }) => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Cli::command(), "sumito", &mut script);
            Ok(out.write_all(&script)?)
        }
    }
}
