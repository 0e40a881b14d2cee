//! HTTP/1.1 connections of a listener, limited in number and time, with a graceful shutdown.
//!
//! hyper serves a connection; its [`Activity`] decides when it is closed: it sends no complete head in time, or it
//! waits while others have no room. `TimeoutStream` closes those that do not read their answer, `GracefulShutdown`
//! those that wait when the server drains. The duration of a request is limited by the routes. What is not HTTP is
//! answered by hyper with a bare status (400, 414 or 431).

mod activity;
mod connection_limit;

use std::io::ErrorKind;
use std::net::SocketAddr;
use std::time::Duration;

use axum::Router;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service as _, service_fn};
use hyper_util::rt::TokioIo;
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio_io_timeout::TimeoutStream;

pub use activity::Activity;
pub use connection_limit::ConnectionLimit;

/// Pause after the system refused to accept a connection, for example because there are too many open files.
const ACCEPT_RETRY_DELAY: Duration = Duration::from_millis(200);

/// Time limits of a connection.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// From when a connection is ready for a request until the request's head is complete, before a key was accepted.
    pub header_time: Duration,
    /// The same after a key was accepted, and without progress while an answer is written.
    pub idle_time: Duration,
}

/// Serves until `drain` becomes true, then accepts nothing more and returns after the last answer. Aborts all
/// connections when dropped.
pub async fn serve(
    listener: TcpListener,
    router: Router,
    limits: Limits,
    connection_limit: ConnectionLimit,
    mut drain: watch::Receiver<bool>,
) {
    let router = TowerToHyperService::new(router);
    let mut builder = http1::Builder::new();
    // `half_close` answers clients that shut down their side after the request.
    builder.half_close(true);
    let open = GracefulShutdown::new();
    let mut tasks = JoinSet::new();
    loop {
        let (stream, peer) = tokio::select! {
            // Once the server drains, a connection that waits is not accepted.
            biased;
            // A dropped sender also ends the service.
            _ = drain.wait_for(|draining| *draining) => break,
            accepted = accept(&listener) => accepted,
        };
        let connection = tokio::select! {
            biased;
            _ = drain.wait_for(|draining| *draining) => break,
            admitted = connection_limit.admit(peer.ip()) => admitted,
        };
        let Some(connection) = connection else {
            continue;
        };
        while tasks.try_join_next().is_some() {}
        let (router, activity) = (router.clone(), connection.activity.clone());
        let service = service_fn(move |request| respond(router.clone(), activity.clone(), request));
        let serving = open.watch(builder.serve_connection(io(stream, limits), service));
        tasks.spawn(async move {
            tokio::select! {
                ended = serving => if let Err(error) = ended {
                    tracing::debug!(cause = %error, "a connection failed");
                },
                () = connection.activity.closed(limits) => {}
            }
        });
    }
    drop(listener);
    open.shutdown().await;
    while tasks.join_next().await.is_some() {}
}

/// Responds to a request, which carries the activity of its connection.
async fn respond(
    router: TowerToHyperService<Router>,
    activity: Activity,
    mut request: hyper::Request<Incoming>,
) -> Result<axum::response::Response, std::convert::Infallible> {
    activity.handling();
    request.extensions_mut().insert(activity.clone());
    let response = router.call(request).await;
    activity.waiting();
    response
}

type Io = TokioIo<std::pin::Pin<Box<TimeoutStream<TcpStream>>>>;

fn io(stream: TcpStream, limits: Limits) -> Io {
    // Answers are written whole, so waiting for more data to send would only delay them.
    let _ = stream.set_nodelay(true);
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(limits.idle_time));
    TokioIo::new(Box::pin(stream))
}

async fn accept(listener: &TcpListener) -> (TcpStream, SocketAddr) {
    use ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};

    loop {
        match listener.accept().await {
            Ok(accepted) => return accepted,
            // The client is gone already.
            Err(error)
                if matches!(
                    error.kind(),
                    ConnectionAborted | ConnectionRefused | ConnectionReset
                ) => {}
            Err(error) => {
                tracing::error!(cause = %error, "cannot accept connections");
                tokio::time::sleep(ACCEPT_RETRY_DELAY).await;
            }
        }
    }
}
