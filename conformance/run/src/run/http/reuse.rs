//! Decides which requests may be sent on a connection that was used before.
//!
//! A server may close a connection after any response, without a word. Until that arrives here, the connection looks like
//! an open one, and a request on it is lost. A lost read is sent again; a lost write may have been processed. So writes
//! are sent on new connections until the server was seen to keep connections open, and after the first break nothing is
//! sent on a used one.

use std::collections::BTreeSet;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};

use hyper_util::client::legacy::connect::HttpInfo;
use spec::Method;

/// Consecutive responses on used connections that show that the server keeps them open.
const PROOF: u32 = 16;

/// What the responses so far say of the connections.
#[derive(Default)]
pub(super) struct ConnectionReuse {
    /// Whether a connection that may have been used before broke.
    broken: AtomicBool,
    /// Consecutive responses on used connections, up to [`PROOF`].
    responses: AtomicU32,
    /// The local addresses of all connections, until there are enough responses.
    known: Mutex<BTreeSet<SocketAddr>>,
}

impl ConnectionReuse {
    /// Whether a request may be sent on a used connection.
    pub(super) fn allows(&self, method: Method) -> bool {
        let is_proven = || self.responses.load(Ordering::Relaxed) >= PROOF;
        !self.broken.load(Ordering::Relaxed) && (method.is_safe() || is_proven())
    }

    /// Records the response to a request that could be sent on a used connection.
    pub(super) fn record(&self, response: &reqwest::Response) {
        if self.responses.load(Ordering::Relaxed) >= PROOF {
            return;
        }
        let Some(connection) = response.extensions().get::<HttpInfo>() else {
            return;
        };
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        // A new connection may have the address of an earlier one, but not that often in a row.
        if known.insert(connection.local_addr()) {
            self.responses.store(0, Ordering::Relaxed);
        } else if self.responses.fetch_add(1, Ordering::Relaxed) + 1 >= PROOF {
            known.clear();
        }
    }

    /// Forbids it from now on, because a connection broke.
    pub(super) fn stop(&self) {
        self.broken.store(true, Ordering::Relaxed);
    }
}
