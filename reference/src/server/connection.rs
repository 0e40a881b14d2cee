//! One connection, from its first byte to its end.

use std::pin::pin;
use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use axum::http::{Response, StatusCode};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service as _, service_fn};
use hyper_util::rt::TokioIo;
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpStream;
use tokio::sync::watch;
use tokio::time::{Instant, sleep_until};

use crate::server::Limits;
use crate::server::pulse::Pulse;
use crate::server::watched::Watched;

/// Serves the requests of a connection, as long as it moves and nobody says to stop.
pub(super) async fn serve(
    stream: TcpStream,
    service: TowerToHyperService<Router>,
    unreadable: impl Fn(StatusCode) -> Response<Vec<u8>> + Unpin,
    limits: Limits,
    mut drain: watch::Receiver<bool>,
) {
    let pulse = Arc::new(Pulse::new(Instant::now()));
    let stream = TokioIo::new(Watched::new(stream, Arc::clone(&pulse), unreadable));
    let answering = Arc::clone(&pulse);
    let service = service_fn(move |request: hyper::Request<Incoming>| {
        let beat = answering.begin_request();
        let answer = service.call(Request::map(request, Body::new));
        async move {
            let answer = answer.await;
            drop(beat);
            answer
        }
    });
    // Without a timer its own time-out, which takes waiting between requests for a slow head, is
    // not in force. Who has nothing more to say may still listen.
    let connection = http1::Builder::new()
        .half_close(true)
        .serve_connection(stream, service);
    let mut connection = pin!(connection);
    let mut told = false;
    loop {
        tokio::select! {
            ended = connection.as_mut() => {
                if let Err(error) = ended {
                    tracing::debug!(cause = %error, "a connection broke");
                }
                return;
            }
            _ = drain.wait_for(|it| *it), if !told => {
                told = true;
                if pulse.is_untouched() {
                    return;
                }
                connection.as_mut().graceful_shutdown();
            }
            () = sleep_until(pulse.look_again(Instant::now(), &limits)) => {
                if pulse.is_overdue(Instant::now(), &limits) {
                    tracing::debug!("a connection took too long");
                    return;
                }
            }
        }
    }
}
