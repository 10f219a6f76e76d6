//! People who only have a page open: sockets in the lobby.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use futures_util::StreamExt;
use tokio::net::{TcpSocket, TcpStream};
use tokio::sync::Semaphore;
use tokio::task::JoinSet;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

/// Open sockets in the lobby, closed when it is dropped.
pub(super) struct Idle {
    _tasks: JoinSet<()>,
    heard: Arc<Heard>,
}

/// What all of them have received.
#[derive(Default)]
struct Heard {
    messages: AtomicU64,
    bytes: AtomicU64,
    lost: AtomicU64,
}

/// The number of sockets opened at the same time.
const OPENING: usize = 32;
/// The number of connections from one address: ports are limited.
const PER_ADDRESS: u32 = 20_000;

impl Idle {
    /// Opens this many, in turn at each server.
    pub(super) async fn open(addresses: &[SocketAddr], count: u32) -> Result<Idle, String> {
        let (turns, heard) = (Arc::new(Semaphore::new(OPENING)), Arc::<Heard>::default());
        let mut opening = JoinSet::new();
        for n in 0..count {
            let address = addresses[n as usize % addresses.len()];
            let turns = Arc::clone(&turns);
            opening.spawn(async move {
                let _turn = turns.acquire().await.map_err(|error| error.to_string())?;
                connect(address, n / PER_ADDRESS).await
            });
        }
        let mut tasks = JoinSet::new();
        while let Some(opened) = opening.join_next().await {
            let socket = opened.map_err(|error| error.to_string())??;
            tasks.spawn(listen(socket, Arc::clone(&heard)));
        }
        Ok(Idle { _tasks: tasks, heard })
    }

    /// How many messages and bytes they have received, and how many connections were lost.
    pub(super) fn heard(&self) -> [u64; 3] {
        let Heard { messages, bytes, lost } = &*self.heard;
        [messages, bytes, lost].map(|count| count.load(Relaxed))
    }
}

async fn connect(address: SocketAddr, group: u32) -> Result<WebSocketStream<TcpStream>, String> {
    let failed = |error: std::io::Error| format!("{address}: {error}");
    let stream = if address.ip() == IpAddr::V4(Ipv4Addr::LOCALHOST) {
        // The whole network 127.0.0.0/8 is this machine.
        let socket = TcpSocket::new_v4().map_err(failed)?;
        let from = Ipv4Addr::new(127, 0, 1, group as u8 + 1);
        socket.bind(SocketAddr::from((from, 0))).map_err(failed)?;
        socket.connect(address).await.map_err(failed)?
    } else {
        TcpStream::connect(address).await.map_err(failed)?
    };
    let small = WebSocketConfig::default().read_buffer_size(1024).write_buffer_size(0);
    let opened = client_async_with_config(format!("ws://{address}/api/lobby/socket"), stream, Some(small)).await;
    opened.map(|(socket, _)| socket).map_err(|error| error.to_string())
}

async fn listen(mut socket: WebSocketStream<TcpStream>, heard: Arc<Heard>) {
    while let Some(Ok(message)) = socket.next().await {
        if let Message::Text(text) = message {
            heard.messages.fetch_add(1, Relaxed);
            heard.bytes.fetch_add(text.len() as u64, Relaxed);
        }
    }
    heard.lost.fetch_add(1, Relaxed);
}
