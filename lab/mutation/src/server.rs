//! Conforming servers, started anew for each run.

mod mock;
mod program;

use std::any::Any;
use std::collections::BTreeMap;
use std::pin::Pin;

use referral_conformance::target::{BaseUrl, Target};

pub use mock::MockServers;
pub use program::{DATABASE, ServerProgram, copy_database, read_keys};

/// Starts conforming servers with the same data.
pub trait ServerFactory: Send + Sync {
    /// The data of every server.
    fn test_data(&self) -> &TestData;

    /// Starts a server.
    fn start(&self) -> StartFuture<'_>;
}

/// The start of a server.
pub type StartFuture<'a> = Pin<Box<dyn Future<Output = anyhow::Result<Server>> + Send + 'a>>;

/// The fixtures and keys of a server.
#[derive(Clone, Debug, Default)]
pub struct TestData {
    /// The target file. Its base URL is not used.
    pub target: Target,
    /// The keys by kind.
    pub keys: BTreeMap<String, String>,
}

/// A running server; it stops when dropped.
pub struct Server {
    /// Its base URL.
    pub base_url: BaseUrl,
    /// Stops the server when dropped.
    pub guard: Box<dyn Any + Send + Sync>,
}
