//! Arguments shared by the commands: the service, the state folder, and the target of a run.

use std::collections::BTreeMap;
use std::env;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::Args;

use super::output::print_message;
use super::{filter, keys};
use crate::contract;
use crate::depth::Depth;
use crate::level::Level;
use crate::plan::{Glob, Plan, PlanInputs};
use crate::profiles;
use crate::redact::Redactor;
use crate::report::CurlArgument;
use crate::state::FixtureLedger;
use crate::suite::Suite;
use crate::target::{BaseUrl, Fixtures, KeySource, Target};
use crate::text::counted;

pub(super) const TARGET: &str = "Target";

/// Arguments for the service and its keys.
#[derive(Args)]
pub(super) struct ServiceArgs {
    /// Base URL of the service, such as `https://staging.example/api`
    #[arg(long, value_name = "URL", help_heading = TARGET)]
    base_url: Option<String>,
    /// Target file with base URL, level, sources of keys, and fixtures
    #[arg(long, value_name = "FILE", help_heading = TARGET)]
    target: Option<PathBuf>,
    /// File with the API key, or `-` for standard input [default: an environment variable, see below]
    #[arg(long, value_name = "PATH", help_heading = TARGET)]
    api_key_file: Option<PathBuf>,
}

/// Argument for the state folder.
#[derive(Args)]
pub(super) struct StateDirArgs {
    /// Folder for journals and the list of consumed fixtures [default: below the user's state folder]
    #[arg(long, value_name = "DIR", help_heading = TARGET)]
    state_dir: Option<PathBuf>,
}

/// Argument for the depth.
#[derive(Args)]
pub(super) struct DepthArgs {
    /// Which scenarios to replay: `quick` only hand-written ones, `standard` also generated ones, `thorough` also those
    /// that take long or write much
    #[arg(long, value_name = "DEPTH", default_value_t, help_heading = TARGET)]
    pub(super) depth: Depth,
}

/// Arguments for the target of a run.
#[derive(Args)]
pub(super) struct TargetArgs {
    #[command(flatten)]
    pub(super) service: ServiceArgs,
    /// How much a run may change: `read` only reads, `own` also creates records, `full` also changes existing ones
    /// [default: full on loopback, required elsewhere]
    #[arg(long, value_name = "LEVEL", help_heading = TARGET)]
    level: Option<Level>,
    /// Select clauses or scenarios by id, or all clauses of an operation or resource by its name; `*` matches any text,
    /// `,` separates patterns. Only selected clauses affect the exit code
    #[arg(long, value_name = "GLOB", help_heading = TARGET)]
    only: Option<Glob>,
    /// Select the clauses that did not hold in an earlier report, which `--report json=PATH` wrote
    #[arg(long, value_name = "FILE.json", help_heading = TARGET, conflicts_with = "only")]
    failed_from: Option<PathBuf>,
    /// Select the clauses of a profile, a named set of clauses in a file, which `profile` drafts
    #[arg(long, value_name = "FILE", help_heading = TARGET, conflicts_with_all = ["only", "failed_from"])]
    profile: Option<PathBuf>,
    #[command(flatten)]
    pub(super) state: StateDirArgs,
}

/// The service with its keys, by kind, and its target file.
pub(super) struct Service {
    pub(super) base_url: BaseUrl,
    pub(super) keys: BTreeMap<String, String>,
    pub(super) target: Target,
}

pub(super) struct RunTarget {
    pub(super) service: Service,
    /// Where each key came from, by kind.
    pub(super) key_sources: BTreeMap<String, String>,
    pub(super) level: Level,
    pub(super) depth: Depth,
    pub(super) only: Option<Glob>,
    /// Which clauses are checked, for reports.
    pub(super) profile: String,
}

impl ServiceArgs {
    pub(super) fn resolve(&self, suite: &Suite) -> anyhow::Result<Service> {
        let (base_url, target) = self.load_target(suite)?;
        Ok(Service { base_url, keys: self.keys(suite, &target)?, target })
    }

    /// The suite with the target's values of path parameters.
    pub(super) fn suite(&self, suite: &Suite) -> anyhow::Result<Suite> {
        let target = self.target.as_deref().map(|path| suite.target(path)).transpose()?;
        Ok(suite.for_target(&target.unwrap_or_default()))
    }

    fn load_target(&self, suite: &Suite) -> anyhow::Result<(BaseUrl, Target)> {
        let target = self.target.as_deref().map(|path| suite.target(path)).transpose()?;
        let has_file = target.is_some();
        let target = target.unwrap_or_default();
        // Parsed here, because an error of the argument parser would repeat a password in the URL.
        let given = self.base_url.as_deref().map(str::parse::<BaseUrl>).transpose();
        let base_url = given.context("invalid `--base-url`")?.or_else(|| target.base_url.clone());
        let base_url = base_url.with_context(|| {
            if has_file {
                "the target file has no `base_url`; give `--base-url URL`"
            } else {
                "no service given; use `--base-url URL`, or `--target FILE` with a `base_url`"
            }
        })?;
        Ok((base_url, target))
    }

    fn keys(&self, suite: &Suite, target: &Target) -> anyhow::Result<BTreeMap<String, String>> {
        keys::collect(suite, target, self.folder(), self.api_key_file.as_deref())
    }

    /// The folder that paths in the target file are relative to.
    fn folder(&self) -> &Path {
        self.target.as_deref().and_then(Path::parent).unwrap_or(Path::new(""))
    }

    /// The source of each key, for a target file.
    pub(super) fn key_sources(
        &self,
        suite: &Suite,
        service: &Service,
    ) -> BTreeMap<String, KeySource> {
        let usual = contract::usual_key(&suite.contract);
        let variable = |kind: &str| KeySource::Env(contract::key_variable(&suite.contract, kind));
        let source = |kind: &String| match (&self.api_key_file, service.target.keys.get(kind)) {
            // What standard input had cannot be read again.
            (Some(path), _) if Some(kind.as_str()) == usual && is_stdin(path) => variable(kind),
            (Some(path), _) if Some(kind.as_str()) == usual => KeySource::File(absolute(path)),
            (_, Some(KeySource::File(path))) => {
                KeySource::File(absolute(&self.folder().join(path)))
            }
            (_, Some(source)) => source.clone(),
            (_, None) => variable(kind),
        };
        service.keys.keys().map(|kind| (kind.clone(), source(kind))).collect()
    }

    /// The source of each key, for messages.
    pub(super) fn shown_key_sources(
        &self,
        suite: &Suite,
        service: &Service,
    ) -> BTreeMap<String, String> {
        let usual = contract::usual_key(&suite.contract);
        let is_stdin = self.api_key_file.as_deref().is_some_and(is_stdin);
        let shown = |(kind, source): (String, KeySource)| {
            let text = match source {
                _ if is_stdin && Some(kind.as_str()) == usual => "standard input".to_owned(),
                KeySource::Env(name) => format!("`{name}`"),
                KeySource::File(path) => format!("`{}`", path.display()),
            };
            (kind, text)
        };
        self.key_sources(suite, service).into_iter().map(shown).collect()
    }
}

impl StateDirArgs {
    pub(super) fn folder(&self) -> anyhow::Result<PathBuf> {
        self.state_dir.clone().map_or_else(default_state_folder, Ok)
    }

    /// The folder, which must exist if it was given: a mistyped one would look as if nothing was left.
    pub(super) fn existing_folder(&self) -> anyhow::Result<PathBuf> {
        if let Some(folder) = self.state_dir.as_ref().filter(|folder| !folder.exists()) {
            bail!("there is no folder `--state-dir {}`; check the path", folder.display());
        }
        self.folder()
    }
}

impl TargetArgs {
    /// Whether a target file is given. Without one, fixtures are discovered.
    pub(super) fn has_file(&self) -> bool {
        self.service.target.is_some()
    }

    /// The files that a run reads: the target file, those with keys, an earlier report, and a profile.
    pub(super) fn inputs(&self, service: &Service) -> Vec<PathBuf> {
        let ServiceArgs { target, api_key_file, .. } = &self.service;
        let files = service.target.keys.values().filter_map(|source| match source {
            KeySource::File(path) => Some(self.service.folder().join(path)),
            KeySource::Env(_) => None,
        });
        let named = target.iter().chain(api_key_file).chain(&self.failed_from).chain(&self.profile);
        named.cloned().chain(files).collect()
    }

    /// The keys of the service, for `curl` commands.
    pub(super) fn curl_keys(
        &self,
        suite: &Suite,
        service: &Service,
        redactor: &Redactor,
    ) -> BTreeMap<String, CurlArgument> {
        let sources = self.service.key_sources(suite, service).into_iter();
        let named = sources.filter_map(|(kind, source)| {
            let key = service.keys.get(&kind)?;
            Some((redactor.name_of(key)?, CurlArgument::Key(source)))
        });
        named.collect()
    }

    /// The selected clauses and scenarios, and the same for reports.
    fn selection(&self, suite: &Suite) -> anyhow::Result<(Option<Glob>, String)> {
        if let Some(only) = &self.only {
            return Ok((Some(filter::expand(suite, only)?), format!("only {only}")));
        }
        if let Some(path) = &self.failed_from {
            let only = filter::open_clauses(suite, path)?;
            return Ok((Some(only), format!("only what did not hold in {}", path.display())));
        }
        let Some(path) = &self.profile else { return Ok((None, "everything".to_owned())) };
        let profile = profiles::load(path, suite)?;
        let shown = format!("{}, {}", profile.name, counted(profile.clauses.len(), "clause"));
        Ok((Some(profile.clauses.iter().map(String::as_str).collect()), shown))
    }

    pub(super) fn resolve(&self, suite: &Suite, depth: Depth) -> anyhow::Result<RunTarget> {
        let (only, profile) = self.selection(suite)?;
        let (base_url, target) = self.service.load_target(suite)?;
        let default = base_url.is_loopback().then_some(Level::Full);
        let Some(level) = self.level.or(target.level).or(default) else {
            bail!(
                "{base_url} is not on this machine: choose how much to change with `--level read|own|full`"
            );
        };
        let keys = self.service.keys(suite, &target)?;
        let service = Service { base_url, keys, target };
        let key_sources = self.service.shown_key_sources(suite, &service);
        Ok(RunTarget { service, key_sources, level, depth, only, profile })
    }
}

fn is_stdin(path: &Path) -> bool {
    path == Path::new("-")
}

/// The absolute path, or the path itself if that fails.
fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}

impl RunTarget {
    pub(super) fn plan(&self, suite: &Suite, fixtures: &Fixtures) -> Plan {
        self.plan_at(self.depth, suite, fixtures)
    }

    /// The plan at another depth.
    pub(super) fn plan_at(&self, depth: Depth, suite: &Suite, fixtures: &Fixtures) -> Plan {
        suite.plan(&PlanInputs {
            level: self.level,
            depth,
            keys: self.service.keys.keys().cloned().collect(),
            fixtures,
            only: self.only.clone(),
        })
    }
}

/// The default folder, below the user's state folder.
fn default_state_folder() -> anyhow::Result<PathBuf> {
    let state = env::var_os("XDG_STATE_HOME").map(PathBuf::from);
    let home = || Some(PathBuf::from(env::var_os("HOME")?).join(".local/state"));
    let folder =
        state.or_else(home).context("no folder for the journal; give `--state-dir DIR`")?;
    Ok(folder.join(env!("CARGO_PKG_NAME")))
}

/// The fixtures that no earlier run consumed; prints how many those were.
pub(super) fn unused_fixtures(ledger: &FixtureLedger<'_>, fixtures: &Fixtures) -> Fixtures {
    let (unused, consumed) = ledger.unused(fixtures);
    if consumed > 0 {
        let (count, path) = (counted(consumed, "fixture"), ledger.path().display());
        print_message(&format!("note: earlier runs consumed {count}, see {path}\n"));
    }
    unused
}
