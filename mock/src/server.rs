//! The service on a socket.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::State;
use http::{Request, Response, StatusCode};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

use crate::service::Mock;

/// The most bytes of a body.
const MAX_BODY: usize = 1 << 20;

/// A running server on the loopback address; it accepts no further connections when dropped.
pub struct Server {
    /// Its address.
    pub address: SocketAddr,
    task: JoinHandle<()>,
}

impl Server {
    /// Starts a server on a port, or on a free one if it is 0. Fails when it cannot listen.
    pub async fn start(mock: Arc<Mock>, port: u16) -> io::Result<Self> {
        let listener = TcpListener::bind(("127.0.0.1", port)).await?;
        let address = listener.local_addr()?;
        let router = Router::new().fallback(handle).with_state(mock);
        let task = tokio::spawn(async move {
            // It never ends by itself.
            let _ = axum::serve(listener, router).await;
        });
        Ok(Self { address, task })
    }

    /// The base URL.
    pub fn base_url(&self) -> String {
        format!("http://{}", self.address)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn handle(State(mock): State<Arc<Mock>>, request: Request<Body>) -> Response<String> {
    let (head, body) = request.into_parts();
    match to_bytes(body, MAX_BODY).await {
        Ok(body) => mock.answer(&Request::from_parts(head, body.to_vec())),
        Err(_) => {
            let mut response = Response::new(String::new());
            *response.status_mut() = StatusCode::PAYLOAD_TOO_LARGE;
            response
        }
    }
}
