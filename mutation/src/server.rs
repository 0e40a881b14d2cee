//! Where conforming servers come from: each as fresh as the first, since a run uses things up.

mod program;

use std::any::Any;
use std::collections::BTreeMap;
use std::io;
use std::path::PathBuf;
use std::pin::Pin;

use referral_conformance::target::{BaseUrl, Target};

pub use program::ServerProgram;

/// Starts conforming servers.
pub trait ServerFactory: Send + Sync {
    /// What there is in each of them.
    fn test_data(&self) -> &TestData;

    /// Starts one more.
    fn start(&self) -> StartFuture<'_>;
}

/// A server that is being started.
pub type StartFuture<'a> = Pin<Box<dyn Future<Output = Result<Server, StartError>> + Send + 'a>>;

/// What there is in a server: the things of its target file, and the keys themselves.
#[derive(Clone, Debug, Default)]
pub struct TestData {
    /// The target file; its base URL is not the one of any server.
    pub target: Target,
    /// Keys by kind.
    pub keys: BTreeMap<String, String>,
}

/// A running server; it stops when this is dropped.
pub struct Server {
    /// Where it is.
    pub base_url: BaseUrl,
    /// What keeps it running.
    pub keep: Box<dyn Any + Send + Sync>,
}

/// A server could not be started.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The program could not be run.
    #[error("the server `{program}` cannot be started: {cause}")]
    Spawn {
        /// Its path.
        program: String,
        /// Why.
        cause: io::Error,
    },
    /// The program ended when it should not have.
    #[error("`{command}` failed: {said}")]
    Failed {
        /// What was run.
        command: String,
        /// The last it said.
        said: String,
    },
    /// The program did not say where it listens.
    #[error("the server said `{0}` where `listening on http://HOST:PORT` was expected")]
    NoAddress(String),
    /// The seeded data could not be read or copied.
    #[error("the data of the server at `{}` cannot be used: {cause}", path.display())]
    File {
        /// Which file.
        path: PathBuf,
        /// Why.
        cause: io::Error,
    },
    /// The seeded target file has mistakes.
    #[error("the target file of the server cannot be used: {0}")]
    Target(String),
}
