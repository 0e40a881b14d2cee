//! HTTP/1.1 on a listener, with limits on connections and time, until it is told to stop.
//!
//! A connection has three clocks: a request's head must be there within a time from its first byte;
//! between requests, and while an answer waits to be read, something must move within another; how
//! long a request itself may take is the business of the routes. What overstays is closed without an
//! answer, since there is nobody to read one.

mod connection;
mod pulse;
mod unreadable;
mod watched;

use std::io::ErrorKind;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::http::{Response, StatusCode};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::task::JoinSet;

/// How long no connection is taken after the system could not give one, such as for want of files.
const BREATH: Duration = Duration::from_millis(200);

/// What connections may take.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// From the first byte of a request to the end of its head.
    pub header_time: Duration,
    /// Without a request, and without anything read or written.
    pub idle_time: Duration,
    /// How many there may be at once; others wait to be let in.
    pub connections: usize,
}

/// Serves until `drain` says so, then no new connection and no new request is taken, and it ends
/// with the last answer. Dropped, it cuts off what is under way.
///
/// What cannot be read as a request never comes to the routes: `unreadable` answers it, by the status that fits.
pub async fn run(
    listener: TcpListener,
    router: Router,
    unreadable: impl Fn(StatusCode) -> Response<Vec<u8>> + Clone + Send + Unpin + 'static,
    limits: Limits,
    mut drain: watch::Receiver<bool>,
) {
    let service = TowerToHyperService::new(router);
    let places = Arc::new(Semaphore::new(limits.connections));
    let mut connections = JoinSet::new();
    let told = drain.clone();
    loop {
        tokio::select! {
            // Whoever dropped the other end wants no service either.
            _ = drain.wait_for(|it| *it) => break,
            (stream, place) = accept(&listener, &places) => {
                let service = service.clone();
                let told = told.clone();
                let serving = connection::serve(stream, service, unreadable.clone(), limits, told);
                connections.spawn(async move {
                    serving.await;
                    drop(place);
                });
            }
            Some(_) = connections.join_next() => {}
        }
    }
    drop(listener);
    while connections.join_next().await.is_some() {}
}

/// The next connection that there is a place for.
async fn accept(
    listener: &TcpListener,
    places: &Arc<Semaphore>,
) -> (TcpStream, Option<OwnedSemaphorePermit>) {
    // Nobody closes the semaphore.
    let place = Arc::clone(places).acquire_owned().await.ok();
    loop {
        match listener.accept().await {
            Ok((stream, _)) => {
                // Answers are written whole; waiting for more of them would only delay.
                let _ = stream.set_nodelay(true);
                return (stream, place);
            }
            Err(error) if is_of_one_connection(error.kind()) => {}
            Err(error) => {
                tracing::error!(cause = %error, "cannot accept connections");
                tokio::time::sleep(BREATH).await;
            }
        }
    }
}

fn is_of_one_connection(kind: ErrorKind) -> bool {
    use ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};

    matches!(
        kind,
        ConnectionAborted | ConnectionRefused | ConnectionReset
    )
}
