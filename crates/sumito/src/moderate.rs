//! `sumito moderate`: reports, measures against accounts, and their log, for the server operator.

mod agreement;
mod baseline;
mod show;

use std::future::Future;
use std::io::Write;

use sumito_server::{ModerationAction, Operator};
use tokio::runtime::Runtime;

use crate::database::DatabaseArgs;
use crate::error::Error;

/// Handle reports, mute, ban or close accounts, and name moderators
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    database: DatabaseArgs,
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, clap::Subcommand)]
enum What {
    /// List the reports that wait for an answer
    List {
        /// Those that have one as well
        #[arg(long)]
        all: bool,
    },
    /// Show an account: measures, reports, log, refunds, agreement with the engine
    Show {
        /// The name of the account
        name: String,
    },
    /// Keep an account from writing in chats
    Mute(Decision),
    /// Keep an account from rated games and tournaments; opponents get back the rating points they lost to it
    Ban(Decision),
    /// Close an account: it is signed out everywhere, and its games are resigned
    Close(Decision),
    /// Undo a measure
    Undo {
        /// The measure
        #[arg(value_enum)]
        measure: Measure,
        #[command(flatten)]
        decision: Decision,
    },
    /// Close a report
    Answer {
        /// The id of the report, from the list
        report: String,
        /// What was done about it
        #[arg(long, value_name = "TEXT")]
        reason: String,
        /// Open it again instead
        #[arg(long)]
        reopen: bool,
    },
    /// Show what was done, the latest first
    Log,
    /// Make an account a moderator's
    Grant(Decision),
    /// Take that back
    Revoke(Decision),
    /// Measure how far an account's moves agree with the engine's choices, and show the result to moderators
    Agreement(agreement::Args),
    /// Measure how often players of game files agree with the engine, by their strength
    Baseline(baseline::Args),
}

#[derive(Debug, clap::Args)]
struct Decision {
    /// The name of the account
    name: String,
    /// Why; the log keeps it
    #[arg(long, value_name = "TEXT")]
    reason: String,
}

#[derive(Copy, Clone, Debug, clap::ValueEnum)]
enum Measure {
    Mute,
    Ban,
    Close,
}

const EXAMPLES: &str = "\
Examples:
  sumito moderate list
  sumito moderate show mallory
  sumito moderate mute mallory --reason 'insults in three games'
  sumito moderate ban mallory --reason 'plays with a program, see report'
  sumito moderate undo ban mallory --reason 'it was another account'
  sumito moderate grant ada --reason 'trusted since 2024'
  sumito moderate agreement mallory --games 30

This works while servers are running: they carry a decision out within a second. Moderators do the same at /moderation. docs/moderation.md explains the measures.";

pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<(), Error> {
    if let What::Baseline(args) = &args.what {
        return baseline::run(args, out);
    }
    let database = args.database.url_of_existing()?;
    let runtime = Runtime::new().map_err(|error| Error::Other(error.to_string()))?;
    let operator = runtime.block_on(Operator::open(&database)).map_err(|error| failed(&error))?;
    let done = act(&args.what, &runtime, &operator, out);
    runtime.block_on(operator.close());
    done
}

fn act(what: &What, runtime: &Runtime, operator: &Operator, out: &mut impl Write) -> Result<(), Error> {
    let mut decide = |Decision { name, reason }: &Decision, action, done: &str| {
        wait(runtime, operator.act(name, action, reason))?;
        Ok(writeln!(out, "{name}: {done}")?)
    };
    match what {
        What::Mute(decision) => decide(decision, ModerationAction::Mute, "muted"),
        What::Ban(decision) => decide(decision, ModerationAction::Ban, "banned from rated play"),
        What::Close(decision) => decide(decision, ModerationAction::Close, "closed"),
        What::Undo { measure, decision } => match measure {
            Measure::Mute => decide(decision, ModerationAction::Unmute, "no longer muted"),
            Measure::Ban => decide(decision, ModerationAction::Unban, "no longer banned from rated play"),
            Measure::Close => decide(decision, ModerationAction::Reopen, "open again"),
        },
        What::Grant(decision) => decide(decision, ModerationAction::Grant, "moderator"),
        What::Revoke(decision) => decide(decision, ModerationAction::Revoke, "no longer a moderator"),
        What::Answer { report, reason, reopen: false } => {
            wait(runtime, operator.close_report(report, reason))?;
            Ok(writeln!(out, "report {report}: closed")?)
        }
        What::Answer { report, reason, reopen: true } => {
            wait(runtime, operator.reopen_report(report, reason))?;
            Ok(writeln!(out, "report {report}: open again")?)
        }
        What::List { all } => {
            let [open, closed] = wait(runtime, operator.reports())?;
            show::reports(&open, "no open reports", out)?;
            if *all {
                writeln!(out)?;
                show::reports(&closed, "no closed reports", out)?;
            }
            Ok(())
        }
        What::Show { name } => show::account(&wait(runtime, operator.account(name))?, out),
        What::Log => show::log(&wait(runtime, operator.log())?, out),
        What::Agreement(args) => agreement::run(args, runtime, operator, out),
        What::Baseline(args) => baseline::run(args, out),
    }
}

fn wait<T>(runtime: &Runtime, task: impl Future<Output = Result<T, sumito_server::Error>>) -> Result<T, Error> {
    runtime.block_on(task).map_err(|error| failed(&error))
}

fn failed(error: &sumito_server::Error) -> Error {
    Error::Other(error.to_string())
}
