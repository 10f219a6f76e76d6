//! Accepts connections, limits their time, and lets them finish when the server shuts down.

use std::future::Future;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::ConnectInfo;
use axum::http::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1::Builder;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::io::AsyncWriteExt;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, mpsc, watch};
use tokio::time::timeout;
use tokio_io_timeout::TimeoutStream;
use tower::ServiceExt;

use crate::failure::Failure;
use crate::http::wire;

/// How long a client may take to send a request, including the pause before it.
const HEADERS: Duration = Duration::from_secs(30);
/// How long a client may read nothing of what is sent to it.
pub(crate) const READING: Duration = Duration::from_secs(20);
/// The largest request head; ours are much smaller.
const LARGEST_HEAD: usize = 16 * 1024;
/// How long requests may take to finish during shutdown.
const GOODBYE: Duration = Duration::from_secs(10);

/// How many clients at a time get a response that they have too many connections; all others are just disconnected.
const MOST_REFUSED: usize = 64;
/// How long such a client may take to read it.
const REFUSAL: Duration = Duration::from_secs(2);

/// Serves until `end`, then lets running requests finish. `enter` admits an address, unless it has too many connections; its
/// result is kept until the connection is closed or has become a socket. A client that reads nothing for `reading` is disconnected.
pub(crate) async fn listen<T: Send + 'static>(
    listener: TcpListener,
    router: Router,
    enter: impl Fn(IpAddr) -> Option<T>,
    reading: Duration,
    end: impl Future<Output = ()>,
) {
    let refusals = Arc::new(Semaphore::new(MOST_REFUSED));
    let mut builder = Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(HEADERS).max_buf_size(LARGEST_HEAD);
    // Every connection watches the first channel and keeps the second open.
    let (ended, ending) = watch::channel(());
    let (open, mut all_closed) = mpsc::channel::<()>(1);
    let mut end = pin!(end);
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = &mut end => break,
        };
        let (stream, peer) = match accepted {
            Ok(accepted) => accepted,
            Err(error) => {
                // No file descriptor is left, or the client is gone. Others may close.
                tracing::warn!(%error, "a connection was not accepted");
                tokio::time::sleep(Duration::from_millis(100)).await;
                continue;
            }
        };
        let Some(entered) = enter(peer.ip().to_canonical()) else {
            if let Ok(turn) = Arc::clone(&refusals).try_acquire_owned() {
                tokio::spawn(async move {
                    // A client that does not read is dropped.
                    let _ = timeout(REFUSAL, refuse(stream)).await;
                    drop(turn);
                });
            }
            continue;
        };
        // Messages are short and should not wait for more.
        if stream.set_nodelay(true).is_err() {
            continue;
        }
        let mut stream = TimeoutStream::new(stream);
        stream.set_write_timeout(Some(reading));
        let stream = Box::pin(stream);
        let service = router.clone().map_request(move |mut request: Request<Incoming>| {
            request.extensions_mut().insert::<ConnectInfo<SocketAddr>>(ConnectInfo(peer));
            request
        });
        let connection = builder.serve_connection(TokioIo::new(stream), TowerToHyperService::new(service)).with_upgrades();
        let (mut ending, open) = (ending.clone(), open.clone());
        tokio::spawn(async move {
            let mut connection = pin!(connection);
            let result = tokio::select! {
                result = connection.as_mut() => result,
                _ = ending.changed() => {
                    connection.as_mut().graceful_shutdown();
                    connection.await
                }
            };
            if let Err(error) = result {
                tracing::debug!(%error, "a connection broke off");
            }
            drop((open, entered));
        });
    }
    drop((listener, ended, open));
    if timeout(GOODBYE, all_closed.recv()).await.is_err() {
        tracing::warn!("some requests did not finish");
    }
}

/// Answers "too many requests", whatever the request is.
async fn refuse(mut stream: TcpStream) -> io::Result<()> {
    let body = wire::refused(&Failure::TooMany, None).to_string();
    let head = format!(
        "HTTP/1.1 429 Too Many Requests\r\ncontent-type: application/json\r\ncontent-length: {}\r\nretry-after: 10\r\n\
         connection: close\r\n\r\n",
        body.len()
    );
    stream.write_all(format!("{head}{body}").as_bytes()).await?;
    stream.shutdown().await?;
    // Read and discard the request; otherwise the system discards the response.
    tokio::io::copy(&mut stream, &mut tokio::io::sink()).await.map(|_| ())
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

    use axum::routing::get;
    use tokio::io::AsyncReadExt;

    use super::*;

    const ASKED: &[u8] = b"GET / HTTP/1.1\r\nhost: here\r\n\r\n";

    async fn ask(stream: &mut TcpStream) -> String {
        stream.write_all(ASKED).await.unwrap();
        let mut answer = vec![0; 1000];
        let read = stream.read(&mut answer).await.unwrap();
        String::from_utf8(answer[..read].to_vec()).unwrap()
    }

    /// Counts down when it is dropped.
    struct Entered(Arc<AtomicUsize>);

    impl Drop for Entered {
        fn drop(&mut self) {
            self.0.fetch_sub(1, Relaxed);
        }
    }

    #[tokio::test]
    async fn whoever_never_reads_is_left() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let inside = Arc::new(AtomicUsize::new(0));
        let count = Arc::clone(&inside);
        let enter = move |_| {
            count.fetch_add(1, Relaxed);
            Some(Entered(Arc::clone(&count)))
        };
        // More than the buffers of the system take.
        let router = Router::new().route("/", get(async || vec![b'x'; 64 << 20]));
        tokio::spawn(listen(listener, router, enter, Duration::from_millis(300), std::future::pending()));
        let mut deaf = TcpStream::connect(address).await.unwrap();
        deaf.write_all(ASKED).await.unwrap();
        while inside.load(Relaxed) == 0 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        let left = async {
            while inside.load(Relaxed) > 0 {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        timeout(Duration::from_secs(30), left).await.expect("the connection ends");
        // Somebody who reads gets everything, however long it takes.
        let mut slow = TcpStream::connect(address).await.unwrap();
        slow.write_all(ASKED).await.unwrap();
        let (mut total, mut piece) = (0, vec![0; 8 << 20]);
        while total < 64 << 20 {
            tokio::time::sleep(Duration::from_millis(20)).await;
            total += slow.read(&mut piece).await.unwrap();
        }
    }

    #[tokio::test]
    async fn who_has_too_much_open_is_told_so() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let inside = Arc::new(AtomicUsize::new(0));
        let count = Arc::clone(&inside);
        let enter = move |peer: IpAddr| {
            assert!(peer.is_loopback());
            let entered = (count.fetch_add(1, Relaxed) < 2).then(|| Entered(Arc::clone(&count)));
            entered.or_else(|| {
                count.fetch_sub(1, Relaxed);
                None
            })
        };
        let router = Router::new().route("/", get(async || "welcome"));
        tokio::spawn(listen(listener, router, enter, READING, std::future::pending()));
        let mut first = TcpStream::connect(address).await.unwrap();
        let mut second = TcpStream::connect(address).await.unwrap();
        for stream in [&mut first, &mut second] {
            assert!(ask(stream).await.ends_with("welcome"));
        }
        let mut third = TcpStream::connect(address).await.unwrap();
        let refused = ask(&mut third).await;
        assert!(refused.starts_with("HTTP/1.1 429 ") && refused.contains("\"key\":\"too-many\""), "{refused}");
        // There is room again.
        drop(first);
        while inside.load(Relaxed) > 1 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        assert!(ask(&mut TcpStream::connect(address).await.unwrap()).await.ends_with("welcome"));
    }
}
