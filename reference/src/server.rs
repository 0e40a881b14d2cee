//! HTTP/1.1 connections of a listener, limited in number and time, with a graceful shutdown.
//!
//! hyper and its helpers do the work: `header_read_timeout` closes connections that send no complete head in time,
//! `TimeoutStream` those that do not read their answer, `GracefulShutdown` those that wait for a next request when the
//! server drains or has no room. The duration of a request is limited by the routes. What is not HTTP is answered by
//! hyper with a bare status (400, 414 or 431).

use std::io::ErrorKind;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::task::JoinSet;
use tokio_io_timeout::TimeoutStream;

/// Pause after the system refused to accept a connection, for example because there are too many open files.
const ACCEPT_RETRY_DELAY: Duration = Duration::from_millis(200);

/// Time limits of a connection.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// From when a connection is ready for a request until the request's head is complete.
    pub header_time: Duration,
    /// Without a request, and without progress while an answer is written.
    pub idle_time: Duration,
}

/// The number of connections that may be open at once.
#[derive(Debug, Clone)]
pub struct ConnectionLimit {
    permits: Arc<Semaphore>,
}

impl ConnectionLimit {
    /// Allows `connections` at once.
    pub fn new(connections: usize) -> ConnectionLimit {
        let permits = Arc::new(Semaphore::new(connections.min(Semaphore::MAX_PERMITS)));
        ConnectionLimit { permits }
    }

    /// Whether no further connection is allowed now.
    pub fn is_reached(&self) -> bool {
        self.permits.available_permits() == 0
    }
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
    let service = TowerToHyperService::new(router);
    let mut builder = http1::Builder::new();
    // The timer runs from the end of the previous answer, so the shorter limit also closes idle connections.
    // `half_close` answers clients that shut down their side after the request.
    builder
        .timer(TokioTimer::new())
        .header_read_timeout(limits.header_time.min(limits.idle_time))
        .half_close(true);
    let mut open = GracefulShutdown::new();
    let mut tasks = JoinSet::new();
    loop {
        let (stream, permit) = tokio::select! {
            // A dropped sender also ends the service.
            _ = drain.wait_for(|draining| *draining) => break,
            accepted = accept(&listener, &connection_limit, &mut open, &mut tasks) => accepted,
        };
        while tasks.try_join_next().is_some() {}
        let connection = builder.serve_connection(io(stream, limits), service.clone());
        let connection = open.watch(connection);
        tasks.spawn(async move {
            if let Err(error) = connection.await {
                tracing::debug!(cause = %error, "a connection failed");
            }
            drop(permit);
        });
    }
    drop(listener);
    open.shutdown().await;
    while tasks.join_next().await.is_some() {}
}

type Io = TokioIo<std::pin::Pin<Box<TimeoutStream<TcpStream>>>>;

fn io(stream: TcpStream, limits: Limits) -> Io {
    // Answers are written whole, so waiting for more data to send would only delay them.
    let _ = stream.set_nodelay(true);
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(limits.idle_time));
    TokioIo::new(Box::pin(stream))
}

/// Accepts a connection and waits until the limit allows it.
///
/// At the limit all open connections get a graceful shutdown: hyper closes those without a request at once and the
/// others after their answer. Silent connections therefore cannot keep new ones out.
async fn accept(
    listener: &TcpListener,
    limit: &ConnectionLimit,
    open: &mut GracefulShutdown,
    tasks: &mut JoinSet<()>,
) -> (TcpStream, Option<OwnedSemaphorePermit>) {
    let stream = accept_stream(listener).await;
    let permits = || Arc::clone(&limit.permits);
    if let Ok(permit) = permits().try_acquire_owned() {
        return (stream, Some(permit));
    }
    tasks.spawn(std::mem::take(open).shutdown());
    // The semaphore is never closed.
    (stream, permits().acquire_owned().await.ok())
}

async fn accept_stream(listener: &TcpListener) -> TcpStream {
    use ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};

    loop {
        match listener.accept().await {
            Ok((stream, _)) => return stream,
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
