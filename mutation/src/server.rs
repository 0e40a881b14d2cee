//! Conforming servers, started anew for each run.

mod program;

use std::any::Any;
use std::collections::BTreeMap;
use std::io;
use std::path::PathBuf;
use std::pin::Pin;

use referral_conformance::target::{BaseUrl, Target};

pub use program::ServerProgram;

/// Starts conforming servers with the same data.
pub trait ServerFactory: Send + Sync {
    /// The data of every server.
    fn test_data(&self) -> &TestData;

    /// Starts a server.
    fn start(&self) -> StartFuture<'_>;
}

/// The start of a server.
pub type StartFuture<'a> = Pin<Box<dyn Future<Output = Result<Server, StartError>> + Send + 'a>>;

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

/// Why a server could not be started.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The program could not be executed.
    #[error("cannot run the server `{program}`: {cause}")]
    Spawn {
        /// Path of the program.
        program: String,
        /// The system's error.
        cause: io::Error,
    },
    /// The program exited with an error.
    #[error("`{command}` failed: {stderr}")]
    Failed {
        /// The command line.
        command: String,
        /// Its output on stderr.
        stderr: String,
    },
    /// The program did not print its address.
    #[error("expected `listening on http://HOST:PORT` from the server, got `{0}`")]
    NoAddress(String),
    /// The seeded data could not be read or copied.
    #[error("cannot use the server data at `{}`: {cause}", path.display())]
    File {
        /// Path of the file.
        path: PathBuf,
        /// The system's error.
        cause: io::Error,
    },
    /// The seeded target file is invalid.
    #[error("cannot use the server's target file: {0}")]
    Target(String),
}
