//! The command-line interface.

use std::io::IsTerminal;

use clap::{ColorChoice, Parser, Subcommand};
use clap_complete::Shell;

use crate::{
    analyze, backup, bench, bot, convert, datagen, duel, engine, gauntlet, keys, layouts, load, migrate, moderate, moves, pair,
    password, perft, play, puzzles, rank, render, rules, serve, show, solve, standings, worker,
};

/// Abalone: play and analyze in the browser (the default), or show, convert, draw and analyze positions and games on the command line.
#[derive(Debug, Parser)]
#[command(version, max_term_width = 100, after_help = EXIT_CODES)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) verb: Option<Verb>,
    /// When to use color: always, never, or auto (on a terminal, unless NO_COLOR is set)
    #[arg(long, global = true, value_name = "WHEN", default_value_t, hide_possible_values = true, display_order = 900)]
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
Exit codes: 0 success, 1 invalid input (it cannot be read, or it breaks a rule), 2 invalid command line.";

#[derive(Debug, Subcommand)]
pub(crate) enum Verb {
    Serve(serve::Args),
    Backup(backup::Args),
    Migrate(migrate::Args),
    Worker(worker::Args),
    Bot(bot::Args),
    Keys(keys::Args),
    Password(password::Args),
    Moderate(moderate::Args),
    Play(play::Args),
    Show(show::Args),
    Moves(moves::Args),
    #[command(alias = "analyse")]
    Analyze(analyze::Args),
    Convert(convert::Args),
    Render(render::Args),
    Layouts(layouts::Args),
    Rules(rules::Args),
    Perft(perft::Args),
    Solve(solve::Args),
    Puzzles(puzzles::Args),
    Pair(pair::Args),
    Standings(standings::Args),
    Rank(rank::Args),
    Bench(bench::Args),
    Engine(engine::Args),
    Duel(duel::Args),
    Gauntlet(gauntlet::Args),
    Datagen(datagen::Args),
    Load(load::Args),
    /// Write a completion script for a shell
    #[command(after_help = COMPLETIONS)]
    Completions {
        /// The shell
        shell: Shell,
    },
}

const COMPLETIONS: &str = "\
Examples:
  sumito completions bash > ~/.local/share/bash-completion/completions/sumito
  sumito completions zsh > ~/.zfunc/_sumito
  sumito completions fish > ~/.config/fish/completions/sumito.fish";

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_command_line_is_well_formed() {
        Cli::command().debug_assert();
    }

    #[test]
    fn the_readme_names_every_verb() {
        let readme = include_str!("../../../README.md");
        for verb in Cli::command().get_subcommands() {
            let row = format!("| `{}` |", verb.get_name());
            assert!(readme.contains(&row), "the verb table in README.md has no row {row}");
        }
    }

    #[test]
    fn the_examples_of_the_help_are_understood() {
        for verb in Cli::command().get_subcommands() {
            let help = verb.get_after_help().map(ToString::to_string).unwrap_or_default();
            let examples: Vec<&str> = help.lines().filter_map(|line| line.split_once("sumito ").map(|(_, rest)| rest)).collect();
            assert!(!examples.is_empty(), "{} has no examples", verb.get_name());
            for example in examples {
                let command = example.split(['|', '<', '>']).next().unwrap_or_default();
                // Words are separated by spaces, except within quotes.
                let words = command.split('\'').enumerate().flat_map(|(n, part)| match n % 2 {
                    0 => part.split_whitespace().collect(),
                    _ => vec![part],
                });
                let parsed = Cli::try_parse_from(std::iter::once("sumito").chain(words));
                assert!(parsed.is_ok(), "{example}: {}", parsed.unwrap_err());
            }
        }
    }
}
