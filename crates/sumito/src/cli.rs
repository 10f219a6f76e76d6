//! What may be said on the command line.

use std::io::IsTerminal;

use clap::{ColorChoice, Parser, Subcommand};
use clap_complete::Shell;

use crate::{convert, layouts, moves, perft, render, show};

/// Abalone: look at positions and games, convert and draw them, count moves.
#[derive(Debug, Parser)]
#[command(version, propagate_version = true, max_term_width = 100, after_help = EXIT_CODES)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) verb: Option<Verb>,
    /// Whether to write in color; 'auto' does so on a terminal, unless NO_COLOR is set
    #[arg(long, global = true, value_name = "WHEN", default_value_t)]
    color: ColorChoice,
}

impl Cli {
    /// Whether to write in color to this stream.
    pub(crate) fn color_on(&self, stream: &impl IsTerminal) -> bool {
        match self.color {
            ColorChoice::Always => true,
            ColorChoice::Never => false,
            ColorChoice::Auto => stream.is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty()),
        }
    }
}

const EXIT_CODES: &str = "\
Exit codes: 0 all is well, 1 the input does not hold (it does not read, or breaks a rule), 2 the command was not understood.";

#[derive(Debug, Subcommand)]
pub(crate) enum Verb {
    Show(show::Args),
    Moves(moves::Args),
    Convert(convert::Args),
    Render(render::Args),
    Layouts(layouts::Args),
    Perft(perft::Args),
    /// Write a shell's completion script
    #[command(after_help = COMPLETIONS)]
    Completions {
        /// The shell to complete for
        shell: Shell,
    },
}

const COMPLETIONS: &str = "\
Examples:
  sumito completions bash > ~/.local/share/bash-completion/completions/sumito
  sumito completions zsh > ~/.zfunc/_sumito
  sumito completions fish > ~/.config/fish/completions/sumito.fish";

#[test]
fn the_command_line_is_well_formed() {
    use clap::CommandFactory;
    Cli::command().debug_assert();
}
