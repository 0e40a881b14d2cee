//! The connections that are open, limited in number.

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::Notify;

use crate::server::Activity;

/// How often a new connection looks for one that may give way, while none may.
const RETRY: Duration = Duration::from_millis(100);

/// The number of connections that may be open at once, in all and per address of a client.
#[derive(Debug, Clone)]
pub struct ConnectionLimit {
    connections: usize,
    per_address: usize,
    open: Arc<Mutex<Open>>,
    freed: Arc<Notify>,
}

#[derive(Debug, Default)]
struct Open {
    next: u64,
    connections: BTreeMap<u64, (IpAddr, Activity)>,
}

/// An open connection, which counts until it is dropped.
pub(super) struct OpenConnection {
    number: u64,
    pub(super) activity: Activity,
    limit: ConnectionLimit,
}

impl ConnectionLimit {
    /// Allows `connections` at once.
    pub fn new(connections: usize) -> ConnectionLimit {
        ConnectionLimit {
            connections,
            per_address: usize::MAX,
            open: Arc::default(),
            freed: Arc::default(),
        }
    }

    /// Allows `connections` of one address at once.
    #[must_use]
    pub fn per_address(mut self, connections: usize) -> ConnectionLimit {
        self.per_address = connections;
        self
    }

    /// Whether no further connection is allowed now: the limit is reached, and no connection may be closed for another.
    pub fn is_reached(&self) -> bool {
        let open = self.open();
        open.connections.len() >= self.connections && open.closable(|_| true).is_none()
    }

    /// How many connections are open.
    pub fn open_connections(&self) -> usize {
        self.open().connections.len()
    }

    /// Counts a new connection. At the limit the connection is closed that waited longest for its client; where none
    /// waits, this one waits. `None` when its address has too many connections that do not wait.
    pub(super) async fn admit(&self, address: IpAddr) -> Option<OpenConnection> {
        if self.open().count(address) >= self.per_address {
            self.open().close(|other| *other == address)?;
        }
        loop {
            {
                let mut open = self.open();
                if open.connections.len() < self.connections {
                    let activity = Activity::new();
                    let number = open.next;
                    open.next += 1;
                    open.connections.insert(number, (address, activity.clone()));
                    return Some(OpenConnection { number, activity, limit: self.clone() });
                }
                open.close(|_| true);
            }
            // The connection that was closed, or one that ended.
            let _ = tokio::time::timeout(RETRY, self.freed.notified()).await;
        }
    }

    fn open(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Open {
    fn count(&self, address: IpAddr) -> usize {
        self.connections.values().filter(|(other, _)| *other == address).count()
    }

    /// The connection that gives way first, of the addresses that match.
    fn closable(&self, matches: impl Fn(&IpAddr) -> bool) -> Option<u64> {
        let connections = self.connections.iter().filter(|(_, (address, _))| matches(address));
        connections
            .filter_map(|(number, (_, activity))| Some((activity.precedence()?, *number)))
            .min()
            .map(|(_, number)| number)
    }

    /// Closes that connection, which no longer counts.
    fn close(&mut self, matches: impl Fn(&IpAddr) -> bool) -> Option<()> {
        let (_, activity) = self.connections.remove(&self.closable(matches)?)?;
        activity.close();
        Some(())
    }
}

impl Drop for OpenConnection {
    fn drop(&mut self) {
        self.limit.open().connections.remove(&self.number);
        self.limit.freed.notify_one();
    }
}
