//! What `run` and `explore` prepare before the first request.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use tokio::runtime::Runtime;

use super::connection::{Connection, ConnectionArgs};
use super::target_args::{RunTarget, TargetArgs};
use super::{clock, discover, interrupt};
use crate::allow::Allowed;
use crate::depth::Depth;
use crate::preflight::Preflight;
use crate::report::{CurlArgument, RunInfo};
use crate::run::{Settings, StopSignal, random_seed};
use crate::session::RunIo;
use crate::state::{JournalError, JournalWriter};
use crate::suite::Suite;
use crate::target::Fixtures;
use crate::waivers::Waivers;

/// Everything but reports and a journal.
pub(super) struct Prepared<'a> {
    pub(super) suite: &'a Suite,
    args: &'a TargetArgs,
    pub(super) target: RunTarget,
    pub(super) connection: Connection,
    /// Of the generated ids.
    pub(super) seed: u64,
    pub(super) settings: Settings,
    pub(super) folder: PathBuf,
    pub(super) runtime: Runtime,
    pub(super) stop: StopSignal,
    curl_arguments: BTreeMap<String, CurlArgument>,
}

impl<'a> Prepared<'a> {
    /// Without a seed, it is random.
    pub(super) fn new(
        suite: &'a Suite,
        (args, depth): (&'a TargetArgs, Depth),
        connection: &ConnectionArgs,
        (jobs, alone): (u16, bool),
        seed: Option<u64>,
    ) -> anyhow::Result<Self> {
        let target = args.resolve(suite, depth)?;
        let curl_headers = connection.curl_arguments();
        let connection = connection.connect(suite, &target.service)?;
        let mut curl_arguments = args.curl_keys(suite, &target.service, &connection.redactor);
        curl_arguments.extend(curl_headers);
        let now = clock::now()?;
        let seed = seed.map_or_else(|| random_seed(now), Ok)?;
        let settings = Settings {
            email_domain: target.service.target.email_domain.clone(),
            jobs: jobs.into(),
            keys: target.service.keys.clone(),
            exclusive: alone,
            ..Settings::new(format!("{seed:x}"), now)
        };
        let folder = args.state.folder()?;
        let (runtime, stop) = interrupt::runtime()?;
        Ok(Self {
            suite,
            args,
            target,
            connection,
            seed,
            settings,
            folder,
            runtime,
            stop,
            curl_arguments,
        })
    }

    /// Reads whether anything can be tested, and the fixtures, unless a target file has them.
    pub(super) fn first_reads(&self) -> (Preflight, Fixtures) {
        let Self { suite, target, connection, settings, runtime, stop, .. } = self;
        let preflight = connection.preflight(suite, settings, &target.key_sources, stop);
        let preflight = runtime.block_on(preflight);
        let fixtures = if self.args.has_file() || stop.reason().is_some() {
            target.service.target.fixtures.clone()
        } else {
            runtime.block_on(discover::for_run(suite, target, connection, settings, stop))
        };
        (preflight, fixtures)
    }

    pub(super) fn create_journal(&self) -> Result<JournalWriter, JournalError> {
        let (base_url, redactor) = (&self.target.service.base_url, &self.connection.redactor);
        self.settings.create_journal(&self.folder, base_url, redactor)
    }

    /// For the report.
    pub(super) fn info(
        &self,
        seed: u64,
        allowed: Vec<Allowed>,
        journal: &JournalWriter,
    ) -> RunInfo {
        RunInfo {
            base_url: self.target.service.base_url.to_string(),
            level: self.target.level,
            depth: self.target.depth,
            profile: self.target.profile.clone(),
            allowed,
            waivers: Waivers::new(),
            seed,
            started_at: self.settings.now.to_string(),
            journal: journal.path().map(|path| path.display().to_string()),
            curl_arguments: self.curl_arguments.clone(),
            key_sources: self.target.key_sources.clone(),
        }
    }

    /// Connections of a run whose retries get no other fixtures.
    pub(super) fn io(&self, journal: JournalWriter) -> RunIo<'_> {
        RunIo {
            transport: Arc::clone(&self.connection.transport),
            rate: self.connection.rate,
            stop: self.stop.clone(),
            journal,
            fixture_pool: None,
        }
    }
}
