//! A cable between a server and NATS that can be cut: everything between them passes through here.

use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::time::timeout;

/// The state of a cable.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum State {
    Whole,
    /// Nothing gets through, and neither side notices.
    Silent,
    /// Connections break, and new ones are refused.
    Broken,
}

pub(crate) struct Cable {
    pub(crate) port: u16,
    state: watch::Sender<State>,
}

impl Cable {
    /// A cable from a port of its own to this one.
    pub(crate) async fn lay(to: u16) -> Cable {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let port = listener.local_addr().expect("an address").port();
        let (state, seen) = watch::channel(State::Whole);
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                if *seen.borrow() != State::Broken {
                    tokio::spawn(connect(client, to, seen.clone()));
                }
            }
        });
        Cable { port, state }
    }

    pub(crate) fn set(&self, state: State) {
        self.state.send_replace(state);
    }
}

async fn connect(client: TcpStream, to: u16, state: watch::Receiver<State>) {
    let Ok(Ok(server)) = timeout(Duration::from_secs(1), TcpStream::connect(("127.0.0.1", to))).await else { return };
    let ((from_client, to_client), (from_server, to_server)) = (client.into_split(), server.into_split());
    let mut breaks = state.clone();
    tokio::select! {
        () = forward(from_client, to_server, state.clone()) => {}
        () = forward(from_server, to_client, state) => {}
        _ = breaks.wait_for(|state| *state == State::Broken) => {}
    }
}

/// Forwards in one direction until a side closes. What comes while the cable is silent is late, as in a network that repeats lost packets.
async fn forward(mut from: OwnedReadHalf, mut to: OwnedWriteHalf, mut state: watch::Receiver<State>) {
    let mut bytes = vec![0; 65_536];
    while let Ok(count @ 1..) = from.read(&mut bytes).await {
        if state.wait_for(|state| *state == State::Whole).await.is_err() || to.write_all(&bytes[..count]).await.is_err() {
            return;
        }
    }
}
