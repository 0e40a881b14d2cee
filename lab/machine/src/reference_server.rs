//! The reference, served by this process on a copy of a seeded database.
//!
//! Identifiers come from a seed and times from the number of requests, so that two runs of the suite get the same
//! responses.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, anyhow};
use mutation::server::{DATABASE, TestData, copy_database, read_keys};
use referral_conformance::suite::Suite;
use referral_conformance::target::BaseUrl;
use referral_reference::ids::IdGenerator;
use referral_reference::operations::{self, BODY_LIMIT, Service};
use referral_reference::seed;
use referral_reference::server::{self, ConnectionLimit};
use referral_reference::store::{StatementHook, Store};
use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio::runtime::{Builder, Handle, Runtime};
use tokio::sync::watch;

use crate::sequence::{CurrentRequest, start_time};

/// Longer than any request of a run takes.
const REQUEST_TIME: Duration = Duration::from_secs(10);

const LIMITS: server::Limits =
    server::Limits { header_time: REQUEST_TIME, idle_time: REQUEST_TIME };

const CONNECTIONS: usize = 64;

/// A folder with a seeded database, its target file and its keys, and the reference to serve it.
pub struct SeededReference {
    folder: PathBuf,
    test_data: TestData,
    /// Text that the identifiers of each server are generated from.
    id_seed: String,
    hook: StatementHook,
}

impl SeededReference {
    /// Seeds a database in an empty folder, with a hook on the migrations and the statements of the seed.
    ///
    /// # Errors
    /// When a file cannot be written, or a statement fails.
    pub async fn seed(suite: &Suite, folder: &Path, hook: StatementHook) -> anyhow::Result<Self> {
        let mut data = seed::read(seed::DEMO)?;
        seed::add_fixtures(&mut data, 1);
        let store = Store::open_hooked(&database_url(folder), REQUEST_TIME, hook).await?;
        let mut transaction = store.begin_write().await?;
        let keys = seed::insert(&data, &mut transaction, start_time().into()).await?;
        transaction.commit().await?;
        store.close().await;
        // The base URL of a server is known when it starts.
        seed::target::write(&target_file(folder), "http://127.0.0.1:1", &data, &keys)?;
        Self::open(suite, folder)
    }

    /// Uses a folder that [`seed`](Self::seed) has filled.
    ///
    /// # Errors
    /// When a file cannot be read.
    pub fn open(suite: &Suite, folder: &Path) -> anyhow::Result<Self> {
        let target =
            suite.target(&target_file(folder)).map_err(|errors| anyhow!("{}", errors.0))?;
        let keys = read_keys(&target, folder)?;
        let test_data = TestData { target, keys };
        let hook = StatementHook::default();
        Ok(Self { folder: folder.to_owned(), test_data, id_seed: "baseline".to_owned(), hook })
    }

    /// The same seeded database, served with a hook on the statements.
    #[must_use]
    pub fn hooked(&self, hook: StatementHook) -> Self {
        let Self { folder, test_data, id_seed, .. } = self;
        let (folder, test_data) = (folder.clone(), test_data.clone());
        Self { folder, test_data, id_seed: id_seed.clone(), hook }
    }

    /// Generates identifiers from another text and returns the previous one.
    pub fn replace_id_seed(&mut self, id_seed: String) -> String {
        std::mem::replace(&mut self.id_seed, id_seed)
    }

    /// The fixtures and keys.
    #[must_use]
    pub fn test_data(&self) -> &TestData {
        &self.test_data
    }

    /// Starts the reference on a copy of the database.
    ///
    /// # Errors
    /// When the database cannot be copied or opened.
    pub(crate) async fn serve(&self, clock: CurrentRequest) -> anyhow::Result<RunningReference> {
        let folder = tempfile::tempdir()?;
        copy_database(&self.folder, folder.path())?;
        let runtime = ServerRuntime::new()?;
        let database = database_url(folder.path());
        let starting = start(database, clock, self.id_seed.clone(), self.hook.clone());
        let started = runtime.handle()?.spawn(starting);
        let (base_url, stop) = started.await??;
        Ok(RunningReference { base_url, _stop: stop, _runtime: runtime, _folder: folder })
    }
}

/// The reference; it stops when dropped.
pub(crate) struct RunningReference {
    pub(crate) base_url: BaseUrl,
    _stop: watch::Sender<bool>,
    _runtime: ServerRuntime,
    _folder: TempDir,
}

/// Starts the reference in the current runtime. It stops when the sender is dropped.
async fn start(
    database: String,
    clock: CurrentRequest,
    id_seed: String,
    hook: StatementHook,
) -> anyhow::Result<(BaseUrl, watch::Sender<bool>)> {
    let store = Store::open_hooked(&database, REQUEST_TIME, hook).await?;
    let service = Service::new(store, clock, IdGenerator::from_seed(&id_seed));
    let limits = operations::Limits {
        body_bytes: BODY_LIMIT,
        body_memory: operations::BODY_MEMORY,
        request_time: Some(REQUEST_TIME),
        requests_per_second: None,
    };
    let router = operations::router_within(limits, &[], service);
    let listener = TcpListener::bind("127.0.0.1:0").await.context("cannot listen")?;
    let base_url = format!("http://{}", listener.local_addr()?).parse()?;
    let (stop, stopping) = watch::channel(false);
    let connections = ConnectionLimit::new(CONNECTIONS);
    tokio::spawn(server::serve(listener, router, LIMITS, connections, stopping));
    Ok((base_url, stop))
}

fn database_url(folder: &Path) -> String {
    format!("sqlite://{}", folder.join(DATABASE).display())
}

fn target_file(folder: &Path) -> PathBuf {
    folder.join("target.yaml")
}

/// The runtime of a server.
struct ServerRuntime(Option<Runtime>);

impl ServerRuntime {
    fn new() -> anyhow::Result<Self> {
        let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
        Ok(Self(Some(runtime)))
    }

    fn handle(&self) -> anyhow::Result<&Handle> {
        self.0.as_ref().map(Runtime::handle).context("the server has stopped")
    }
}

/// Does not wait for the threads: a mutant may be in an endless loop.
impl Drop for ServerRuntime {
    fn drop(&mut self) {
        if let Some(runtime) = self.0.take() {
            runtime.shutdown_background();
        }
    }
}
