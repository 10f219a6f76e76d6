//! `sumito serve`: the site, in the browser.

use std::io::{self, IsTerminal, Write};
use std::net::SocketAddr;

use crate::error::Error;
use crate::site;

/// Play and analyse in the browser
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Where to listen
    #[arg(long, value_name = "ADDRESS", env = "SUMITO_LISTEN", default_value = "127.0.0.1:8061")]
    listen: SocketAddr,
    /// Do not open the browser
    #[arg(long)]
    quiet: bool,
}

const EXAMPLES: &str = "\
Examples:
  sumito serve
  sumito serve --listen 127.0.0.1:9000 --quiet";

impl Default for Args {
    fn default() -> Args {
        Args { listen: SocketAddr::from(([127, 0, 0, 1], 8061)), quiet: false }
    }
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<(), Error> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let refused = |error: io::Error| {
            let advice = "choose another address with --listen, such as --listen 127.0.0.1:0 for any free port";
            Error::Other(format!("cannot listen on {}: {error}; {advice}", args.listen))
        };
        let listener = tokio::net::TcpListener::bind(args.listen).await.map_err(refused)?;
        let address = format!("http://{}/", listener.local_addr()?);
        writeln!(out, "Sumito is at {address}\nStop it with Ctrl-C.")?;
        out.flush()?;
        if !args.quiet && io::stdin().is_terminal() && io::stdout().is_terminal() {
            open_browser(&address);
        }
        let stopped = async {
            let _ = tokio::signal::ctrl_c().await;
        };
        axum::serve(listener, site::router()).with_graceful_shutdown(stopped).await?;
        Ok(())
    })
}

/// Asks the desktop to open an address. Where there is none, the printed address has to do.
fn open_browser(address: &str) {
    let opener = if cfg!(target_os = "macos") {
        "open"
    } else if cfg!(target_os = "windows") {
        "explorer"
    } else {
        "xdg-open"
    };
    let quiet = std::process::Stdio::null;
    let _ = std::process::Command::new(opener).arg(address).stdin(quiet()).stdout(quiet()).stderr(quiet()).spawn();
}
