//! `sumito serve`: the site, in the browser.

use std::io::{self, IsTerminal, Write};
use std::net::{IpAddr, SocketAddr};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::available_parallelism;
use std::{env, fs};

use clap::Parser;
use sumito_server::Config;
use tokio::net::TcpListener;
use tokio::runtime::Runtime;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

use crate::cli::{Cli, Verb};
use crate::error::Error;

/// Play and analyse in the browser
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The address to listen on; port 0 takes any that is free
    #[arg(long, value_name = "ADDR", env = "SUMITO_LISTEN", default_value = "127.0.0.1:8061")]
    listen: SocketAddr,
    #[command(flatten)]
    place: Place,
    /// The address that people type, if a proxy stands before the server, such as `https://example.org`
    #[arg(long, value_name = "URL", env = "SUMITO_ORIGIN")]
    origin: Option<String>,
    /// The address of a proxy on another machine, which is believed where a request comes from; one on this machine always is
    #[arg(long = "proxy", value_name = "IP", env = "SUMITO_PROXIES", value_delimiter = ',')]
    proxies: Vec<IpAddr>,
    /// How the log is written: text, or json with an object a line
    #[arg(long, value_name = "FORM", env = "SUMITO_LOG_FORM", default_value = "text", hide_possible_values = true)]
    log: LogForm,
    /// Threads that think for the engine's seats [default: half of the cores]
    #[arg(long, value_name = "N", env = "SUMITO_ENGINE_THREADS", value_parser = clap::value_parser!(u16).range(1..=1024))]
    engine_threads: Option<u16>,
    /// Do not open the browser
    #[arg(long)]
    quiet: bool,
}

/// How the log is written.
#[derive(Copy, Clone, Debug, PartialEq, Eq, clap::ValueEnum)]
enum LogForm {
    Text,
    Json,
}

/// Where the database is
#[derive(Debug, clap::Args)]
pub(crate) struct Place {
    /// The folder of the embedded database [default: the user's data folder]
    #[arg(long, value_name = "DIR", env = "SUMITO_DATA")]
    data: Option<PathBuf>,
    /// Another database: postgres://USER:PASSWORD@HOST/NAME, or sqlite://FILE
    #[arg(long, value_name = "URL", env = "SUMITO_DATABASE", conflicts_with = "data", hide_env_values = true)]
    database: Option<String>,
}

impl Place {
    /// The address of the database. The folder of an embedded one is made if need be.
    fn made(&self) -> Result<String, Error> {
        if let Some(url) = &self.database {
            return Ok(url.clone());
        }
        let folder = self.folder()?;
        fs::create_dir_all(&folder).map_err(|error| Error::File(folder.display().to_string(), error))?;
        Ok(sqlite(&folder.join("sumito.db"), "mode=rwc"))
    }

    /// The address of a database that is there already.
    pub(crate) fn existing(&self) -> Result<String, Error> {
        if let Some(url) = &self.database {
            return Ok(url.clone());
        }
        let file = self.folder()?.join("sumito.db");
        fs::metadata(&file).map_err(|error| Error::File(file.display().to_string(), error))?;
        Ok(sqlite(&file, "mode=rw"))
    }

    fn folder(&self) -> Result<PathBuf, Error> {
        let folder = self.data.clone().or_else(user_data);
        folder.ok_or_else(|| Error::Usage("there is no folder for the user's data, name one with --data".to_owned()))
    }
}

/// The address of a database file.
pub(crate) fn sqlite(file: &Path, options: &str) -> String {
    // In an address these would mean something else.
    let file = file.display().to_string().replace('%', "%25").replace('?', "%3F").replace('#', "%23");
    format!("sqlite://{file}?{options}")
}

impl Default for Args {
    /// What the environment says, and no options.
    fn default() -> Args {
        match Cli::parse_from(["sumito", "serve"]).verb {
            Some(Verb::Serve(args)) => args,
            _ => unreachable!("the verb was given"),
        }
    }
}

const EXAMPLES: &str = "\
Examples:
  sumito serve
  sumito serve --listen 0.0.0.0:8000 --data /var/lib/sumito
  sumito serve --database postgres://sumito@localhost/sumito --origin https://example.org

SUMITO_LOG says what is logged: error, warn, info (the default), debug, or per part, as in warn,sumito=debug.";

pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<(), Error> {
    log_to_stderr(args.log);
    let database = args.place.made()?;
    let threads = available_parallelism().map_or(1, |cores| cores.get().div_ceil(2));
    let engine_threads = args.engine_threads.map_or(threads, usize::from);
    let origin = args.origin.as_deref().map(|origin| origin.trim_end_matches('/').to_owned());
    let config = Config { database, origin, proxies: args.proxies.clone(), engine_threads };

    Runtime::new().map_err(|error| Error::Other(error.to_string()))?.block_on(async {
        let listener = TcpListener::bind(args.listen).await;
        let listener = listener.map_err(|error| {
            let advice = "choose another address with --listen, such as --listen 127.0.0.1:0 for any free port";
            Error::Other(format!("cannot listen on {}: {error}; {advice}", args.listen))
        })?;
        let address = listener.local_addr().map_err(|error| Error::Other(error.to_string()))?;
        let server = sumito_server::start(&config).await.map_err(|error| Error::Other(format!("cannot start: {error}")))?;
        let page = config.origin.clone().unwrap_or_else(|| format!("http://{address}"));
        writeln!(out, "Sumito is at {page}/\nStop it with Ctrl-C.")?;
        out.flush()?;
        // Only for a person, and only where a page can be shown.
        if !args.quiet && io::stdout().is_terminal() && io::stdin().is_terminal() && address.ip().is_loopback() {
            open_browser(&page);
        }
        server.serve(listener, told_to_end()).await;
        Ok(())
    })
}

/// Where the system wants programs to keep their data.
fn user_data() -> Option<PathBuf> {
    let folder = |name: &str| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let data = if cfg!(windows) {
        folder("LOCALAPPDATA")
    } else if cfg!(target_os = "macos") {
        folder("HOME").map(|home| home.join("Library/Application Support"))
    } else {
        folder("XDG_DATA_HOME").or_else(|| folder("HOME").map(|home| home.join(".local/share")))
    };
    data.map(|data| data.join("sumito"))
}

fn log_to_stderr(form: LogForm) {
    let wanted = env::var("SUMITO_LOG").ok().and_then(|text| text.parse().ok());
    let targets: Targets = wanted.unwrap_or_else(|| Targets::new().with_default(tracing::Level::INFO));
    let lines = tracing_subscriber::fmt::layer().with_writer(io::stderr).with_ansi(io::stderr().is_terminal());
    // Somebody who set up the log before us knows better.
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
    // The address is printed: a person can open it without us.
    let _ = command.spawn();
}

/// Waits for Ctrl+C, or for what a service manager sends.
async fn told_to_end() {
    let interrupted = async {
        // Without a way to be told, the server runs until it is killed.
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
