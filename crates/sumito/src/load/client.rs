//! The client side: requests over one persistent connection, and a player's socket.

use std::net::SocketAddr;

use futures_util::{SinkExt, StreamExt};
use serde::Deserialize;
use serde_json::Value;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

/// A persistent HTTP connection.
pub(super) struct Http {
    stream: BufReader<TcpStream>,
    address: SocketAddr,
}

/// The response to a request.
pub(super) struct Response {
    pub(super) status: u16,
    /// The new session, as the cookie to send.
    pub(super) cookie: String,
    pub(super) body: Vec<u8>,
}

impl Response {
    pub(super) fn json(&self) -> Result<Value, String> {
        if self.status != 200 {
            return Err(format!("status {}: {}", self.status, String::from_utf8_lossy(&self.body).trim()));
        }
        serde_json::from_slice(&self.body).map_err(|error| error.to_string())
    }
}

impl Http {
    pub(super) async fn connect(address: SocketAddr) -> Result<Http, String> {
        Ok(Http { stream: BufReader::new(connect(address).await?), address })
    }

    pub(super) async fn get(&mut self, path: &str) -> Result<Response, String> {
        self.request("GET", path, "").await.map_err(|error| error.to_string())
    }

    pub(super) async fn post(&mut self, path: &str, body: &str) -> Result<Response, String> {
        self.request("POST", path, body).await.map_err(|error| error.to_string())
    }

    async fn request(&mut self, method: &str, path: &str, body: &str) -> std::io::Result<Response> {
        let head = format!("{method} {path} HTTP/1.1\r\nHost: {}\r\nContent-Length: {}\r\n\r\n", self.address, body.len());
        self.stream.write_all((head + body).as_bytes()).await?;
        let mut line = String::new();
        self.stream.read_line(&mut line).await?;
        let status = line.split(' ').nth(1).and_then(|status| status.parse().ok());
        let status = status.ok_or_else(|| std::io::Error::other(format!("not an HTTP response: {line:?}")))?;
        let (mut cookie, mut length, mut in_chunks) = (String::new(), 0, false);
        loop {
            line.clear();
            self.stream.read_line(&mut line).await?;
            let Some((name, value)) = line.trim_end().split_once(": ") else { break };
            match name {
                "content-length" => length = value.parse().map_err(std::io::Error::other)?,
                "transfer-encoding" => in_chunks = true,
                "set-cookie" => value.split(';').next().unwrap_or_default().clone_into(&mut cookie),
                _ => {}
            }
        }
        let mut body = Vec::new();
        if in_chunks {
            while self.read_chunk(&mut body).await? {}
        } else {
            self.read_exactly(length, &mut body).await?;
        }
        Ok(Response { status, cookie, body })
    }

    /// Reads the next chunk of a chunked response; `false` after the last one.
    async fn read_chunk(&mut self, body: &mut Vec<u8>) -> std::io::Result<bool> {
        let mut line = String::new();
        self.stream.read_line(&mut line).await?;
        let length = usize::from_str_radix(line.trim_end(), 16).map_err(std::io::Error::other)?;
        self.read_exactly(length, body).await?;
        self.stream.read_line(&mut line).await?;
        Ok(length > 0)
    }

    async fn read_exactly(&mut self, length: usize, body: &mut Vec<u8>) -> std::io::Result<()> {
        let known = body.len();
        body.resize(known + length, 0);
        self.stream.read_exact(&mut body[known..]).await.map(|_| ())
    }
}

/// A player's socket.
pub(super) struct PlayerSocket(WebSocketStream<TcpStream>);

/// The parts of a message that matter here.
#[derive(Deserialize)]
pub(super) struct ServerMessage {
    #[serde(rename = "type")]
    pub(super) kind: String,
    pub(super) version: Option<u32>,
    pub(super) key: Option<String>,
}

impl PlayerSocket {
    /// Opens the socket of a game and waits for its state.
    pub(super) async fn open(address: SocketAddr, game: &str, cookie: &str) -> Result<PlayerSocket, String> {
        let url = format!("ws://{address}/api/games/{game}/socket");
        let mut request = url.into_client_request().map_err(|error| error.to_string())?;
        let cookie = cookie.parse().map_err(|_| "the cookie is not a valid header".to_owned())?;
        request.headers_mut().insert("cookie", cookie);
        let stream = connect(address).await?;
        let small = WebSocketConfig::default().read_buffer_size(2048).write_buffer_size(0);
        let opened = client_async_with_config(request, stream, Some(small)).await;
        let mut socket = PlayerSocket(opened.map_err(|error| error.to_string())?.0);
        while socket.receive().await?.kind != "state" {}
        Ok(socket)
    }

    pub(super) async fn send(&mut self, text: &str) -> Result<(), String> {
        self.0.send(Message::text(text)).await.map_err(|error| error.to_string())
    }

    pub(super) async fn receive(&mut self) -> Result<ServerMessage, String> {
        loop {
            match self.0.next().await {
                Some(Ok(Message::Text(text))) => return serde_json::from_str(&text).map_err(|error| error.to_string()),
                Some(Ok(Message::Close(_))) | None => return Err("the server closed the connection".to_owned()),
                // Pings are answered by the library.
                Some(Ok(_)) => {}
                Some(Err(error)) => return Err(error.to_string()),
            }
        }
    }
}

async fn connect(address: SocketAddr) -> Result<TcpStream, String> {
    let stream = TcpStream::connect(address).await.map_err(|error| format!("{address}: {error}"))?;
    // Do not delay a move to send it together with the next message.
    stream.set_nodelay(true).map_err(|error| error.to_string())?;
    Ok(stream)
}
