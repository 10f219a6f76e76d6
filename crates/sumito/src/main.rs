//! The program: its verbs on the command line.
//!
//! Exit codes: 0 all is well, 1 the input does not hold, 2 the command was not understood.

mod cli;
mod convert;
mod error;
mod input;
mod layouts;
mod moves;
mod perft;
#[cfg_attr(not(test), expect(dead_code, reason = "the verb that draws is not there yet"))]
mod render;
mod show;
mod welcome;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::{CommandFactory, Parser};

use cli::{Cli, Verb};
use error::Error;

fn main() -> ExitCode {
    let cli = Cli::parse();
    let color = cli.color_on(&io::stderr());
    let mut out = io::BufWriter::new(io::stdout().lock());
    let result = run(cli, &mut out).and_then(|()| Ok(out.flush()?));
    match result {
        Ok(()) => ExitCode::SUCCESS,
        // The reader has seen enough, as in `sumito moves | head -1`.
        Err(Error::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            error.report(color);
            ExitCode::FAILURE
        }
    }
}

fn run(cli: Cli, out: &mut impl Write) -> Result<(), Error> {
    let color = cli.color_on(&io::stdout());
    match cli.verb {
        None => welcome::run(color, out),
        Some(Verb::Perft(args)) => perft::run(&args, out),
        Some(Verb::Moves(args)) => moves::run(&args, out),
        Some(Verb::Show(args)) => show::run(&args, color, out),
        Some(Verb::Convert(args)) => convert::run(&args, out),
        Some(Verb::Layouts(args)) => layouts::run(&args, color, out),
        Some(Verb::Completions { shell }) => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Cli::command(), "sumito", &mut script);
            Ok(out.write_all(&script)?)
        }
    }
}
