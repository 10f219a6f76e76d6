//! The way in: connections that are accepted, timed, and let finish when the server ends.

use std::future::Future;
use std::net::SocketAddr;
use std::pin::pin;
use std::time::Duration;

use axum::Router;
use axum::extract::ConnectInfo;
use axum::http::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1::Builder;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tokio::sync::{mpsc, watch};
use tower::ServiceExt;

/// How long somebody may take to say what they want, the pause before it included.
const HEADERS: Duration = Duration::from_secs(30);
/// The largest head of a request; ours are much smaller.
const LARGEST_HEAD: usize = 16 * 1024;
/// How long requests may finish when the server ends.
const GOODBYE: Duration = Duration::from_secs(10);

/// Answers until `end` comes; then lets the requests finish that have begun.
pub(super) async fn listen(listener: TcpListener, router: Router, end: impl Future<Output = ()>) {
    let mut builder = Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(HEADERS).max_buf_size(LARGEST_HEAD);
    // Every connection watches the first channel and holds on to the second.
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
                // No file is left, or the caller has gone. Others may go too.
                tracing::warn!(%error, "a connection was not accepted");
                tokio::time::sleep(Duration::from_millis(100)).await;
                continue;
            }
        };
        // What is said at a socket is short, and should not wait for more.
        if stream.set_nodelay(true).is_err() {
            continue;
        }
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
            drop(open);
        });
    }
    drop((listener, ended, open));
    if tokio::time::timeout(GOODBYE, all_closed.recv()).await.is_err() {
        tracing::warn!("some requests did not finish");
    }
}
