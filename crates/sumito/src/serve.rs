//! `sumito serve`: the web server.

use std::env;
use std::io::{self, IsTerminal, Write};
use std::net::{IpAddr, SocketAddr};
use std::process::{Command, Stdio};
use std::thread::available_parallelism;
use std::time::Duration;

use clap::Parser;
use sumito_server::Config;
use tokio::net::TcpListener;
use tokio::runtime::Runtime;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

use crate::cli::{Cli, Verb};
use crate::database::DatabaseArgs;
use crate::error::Error;

/// Play and analyze in the browser
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The address to listen on; port 0 picks a free port
    #[arg(long, value_name = "ADDR", env = "SUMITO_LISTEN", default_value = "127.0.0.1:8061")]
    listen: SocketAddr,
    #[command(flatten)]
    database: DatabaseArgs,
    /// The public address of the site behind a proxy, such as `https://example.org`
    #[arg(long, value_name = "URL", env = "SUMITO_ORIGIN")]
    origin: Option<String>,
    /// Trust X-Forwarded-For from a proxy at this address; proxies on this machine are always trusted
    #[arg(long = "proxy", value_name = "IP", env = "SUMITO_PROXIES", value_delimiter = ',')]
    proxies: Vec<IpAddr>,
    /// How servers that share a PostgreSQL database hear from each other: `nats://...` [default: the database]
    #[arg(long, value_name = "URL", env = "SUMITO_BUS")]
    bus: Option<String>,
    /// Seconds to go on after SIGTERM while clients move to other servers [default: 6 with PostgreSQL, else 0]
    #[arg(long, value_name = "SECONDS", env = "SUMITO_DRAIN", value_parser = clap::value_parser!(u16).range(0..=600))]
    drain: Option<u16>,
    /// The log format: text, or json (one object per line)
    #[arg(long, value_name = "FORM", env = "SUMITO_LOG_FORM", default_value = "text", hide_possible_values = true)]
    log: LogForm,
    /// Threads for the engine's moves; with 0, workers on other machines think [default: half the cores]
    #[arg(long, value_name = "N", env = "SUMITO_ENGINE_THREADS", value_parser = clap::value_parser!(u16).range(0..=1024))]
    engine_threads: Option<u16>,
    /// The clock of the engine room, where bots play for a rating list: seconds, such as 60+1
    #[arg(long, value_name = "CLOCK", env = "SUMITO_ROOM_CLOCK", default_value = "60+1")]
    room_clock: String,
    /// Do not open the browser
    #[arg(long)]
    quiet: bool,
}

/// The log format.
#[derive(Copy, Clone, Debug, PartialEq, Eq, clap::ValueEnum)]
enum LogForm {
    Text,
    Json,
}

impl Default for Args {
    /// No options: environment variables and defaults apply.
    fn default() -> Args {
        match Cli::parse_from(["sumito", "serve"]).verb {
            Some(Verb::Serve(args)) => args,
            _ => unreachable!("the verb is given above"),
        }
    }
}

const EXAMPLES: &str = "\
Examples:
  sumito serve
  sumito serve --listen 0.0.0.0:8000 --data /var/lib/sumito
  sumito serve --database postgres://sumito@localhost/sumito --origin https://example.org

SUMITO_LOG sets the log level: error, warn, info (the default) or debug, optionally per module, as in warn,sumito=debug.";

pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<(), Error> {
    log_to_stderr(args.log);
    let database = args.database.url_to_create()?;
    let threads = available_parallelism().map_or(1, |cores| cores.get().div_ceil(2));
    let engine_threads = args.engine_threads.map_or(threads, usize::from);
    let origin = args.origin.as_deref().map(|origin| origin.trim_end_matches('/').to_owned());
    let drain = args.drain.unwrap_or(if database.starts_with("postgres") { 6 } else { 0 });
    let drain = Duration::from_secs(drain.into());
    let config = Config {
        database,
        origin,
        proxies: args.proxies.clone(),
        engine_threads,
        bus: args.bus.clone(),
        drain,
        shares_database: false,
        room_clock: args.room_clock.clone(),
    };

    Runtime::new().map_err(|error| Error::Other(error.to_string()))?.block_on(async {
        let listener = TcpListener::bind(args.listen).await;
        let listener = listener.map_err(|error| {
            let advice = "choose another address with --listen; --listen 127.0.0.1:0 picks a free port";
            Error::Other(format!("cannot listen on {}: {error}; {advice}", args.listen))
        })?;
        let address = listener.local_addr().map_err(|error| Error::Other(error.to_string()))?;
        let server = sumito_server::start(&config).await.map_err(|error| Error::Other(format!("cannot start: {error}")))?;
        let page = config.origin.clone().unwrap_or_else(|| format!("http://{address}"));
        writeln!(out, "Sumito is running at {page}/\nPress Ctrl-C to stop it.")?;
        out.flush()?;
        // Only for a person at this machine.
        if !args.quiet && io::stdout().is_terminal() && io::stdin().is_terminal() && address.ip().is_loopback() {
            open_browser(&page);
        }
        server.serve(listener, shutdown_signal()).await;
        Ok(())
    })
}

fn log_to_stderr(form: LogForm) {
    let wanted = env::var("SUMITO_LOG").ok().and_then(|text| text.parse().ok());
    let targets: Targets = wanted.unwrap_or_else(|| Targets::new().with_default(tracing::Level::INFO));
    let lines = tracing_subscriber::fmt::layer().with_writer(io::stderr).with_ansi(io::stderr().is_terminal());
    // A log that is already set up takes precedence.
    let _ = match form {
        LogForm::Text => tracing_subscriber::registry().with(lines).with(targets).try_init(),
        LogForm::Json => tracing_subscriber::registry().with(lines.json()).with(targets).try_init(),
    };
}

fn open_browser(page: &str) {
    let (program, arguments): (_, &[&str]) = match env::consts::OS {
        "macos" => ("open", &[]),
        "windows" => ("cmd", &["/C", "start", ""]),
        _ => ("xdg-open", &[]),
    };
    let mut command = Command::new(program);
    command.args(arguments).arg(page).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    // If this fails, the user can still open the printed address.
    let _ = command.spawn();
}

/// Waits for Ctrl-C, or for SIGTERM from a service manager.
async fn shutdown_signal() {
    let interrupted = async {
        // If Ctrl-C cannot be caught, the server runs until it is killed.
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    };
    #[cfg(unix)]
    let terminated = async {
        match tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
            Ok(mut signal) => _ = signal.recv().await,
            Err(_) => std::future::pending().await,
        }
    };
    #[cfg(not(unix))]
    let terminated = std::future::pending::<()>();
    tokio::select! {
        () = interrupted => {}
        () = terminated => {}
    }
}
