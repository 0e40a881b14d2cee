//! Arguments shared by the commands: the service, the state folder, and the target of a run.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::Args;

use super::keys::{self, Keys};
use super::{filter, state};
use crate::contract;
use crate::level::Level;
use crate::plan::{Glob, Plan, PlanInputs};
use crate::suite::Suite;
use crate::target::{BaseUrl, KeySource, Target};
use crate::text::shell_word;

pub(super) const AIM: &str = "Target";

/// Arguments for the service and its keys.
#[derive(Args)]
pub(super) struct ServiceArgs {
    /// Base URL of the service, such as `https://staging.example/api`
    #[arg(long, value_name = "URL", help_heading = AIM)]
    base_url: Option<BaseUrl>,
    /// Target file with base URL, level, sources of keys, and fixtures
    #[arg(long, value_name = "FILE", help_heading = AIM)]
    target: Option<PathBuf>,
    /// File with the API key, or `-` for standard input [default: an environment variable, see below]
    #[arg(long, value_name = "PATH", help_heading = AIM)]
    api_key_file: Option<PathBuf>,
}

/// Argument for the state folder.
#[derive(Args)]
pub(super) struct StateDirArgs {
    /// Folder for journals and the list of consumed fixtures [default: below the user's state folder]
    #[arg(long, value_name = "DIR", help_heading = AIM)]
    state_dir: Option<PathBuf>,
}

/// Arguments for the target of a run.
#[derive(Args)]
pub(super) struct TargetArgs {
    #[command(flatten)]
    place: ServiceArgs,
    /// How much a run may change: `read` only reads, `own` also creates records, `full` also changes existing ones
    /// [default: full on loopback, required elsewhere]
    #[arg(long, value_name = "LEVEL", help_heading = AIM)]
    level: Option<Level>,
    /// Select clauses or scenarios by id, or all clauses of an operation or resource by its name; `*` matches any text,
    /// `,` separates patterns. Only selected clauses affect the exit code
    #[arg(long, value_name = "GLOB", help_heading = AIM)]
    only: Option<Glob>,
    #[command(flatten)]
    state: StateDirArgs,
}

/// The service with its keys and target file.
pub(super) struct ResolvedService {
    pub(super) base_url: BaseUrl,
    pub(super) keys: Keys,
    pub(super) target: Target,
}

/// A validated target of a run.
pub(super) struct ResolvedTarget {
    pub(super) base_url: BaseUrl,
    pub(super) level: Level,
    pub(super) keys: Keys,
    pub(super) target: Target,
    pub(super) only: Option<Glob>,
    pub(super) profile: String,
}

impl ServiceArgs {
    /// The flags for the same service as text for a command line.
    fn flags(&self) -> String {
        let target = self.target.iter();
        let target = target.map(|path| format!("--target {}", path_word(path)));
        let base_url = self.base_url.iter();
        let base_url = base_url.map(|url| format!("--base-url {}", shell_word(&url.to_string())));
        let key = self.api_key_file.iter();
        let key = key.map(|path| format!("--api-key-file {}", path_word(path)));
        let flags: Vec<_> = target.chain(base_url).chain(key).collect();
        flags.join(" ")
    }

    /// The source of each key, for a target file.
    pub(super) fn sources(
        &self,
        suite: &Suite,
        found: &ResolvedService,
    ) -> BTreeMap<String, KeySource> {
        let usual = contract::usual_key(&suite.contract);
        let source = |kind: &String| {
            let given = self.api_key_file.as_ref();
            let given =
                given.filter(|path| Some(kind.as_str()) == usual && *path != Path::new("-"));
            match (given, found.target.keys.get(kind)) {
                (Some(path), _) => KeySource::File(absolute(path)),
                (None, Some(KeySource::File(path))) => {
                    KeySource::File(absolute(&self.folder().join(path)))
                }
                (None, Some(source)) => source.clone(),
                (None, None) => KeySource::Env(contract::key_variable(&suite.contract, kind)),
            }
        };
        let kinds = found.keys.0.keys();
        kinds.map(|kind| (kind.clone(), source(kind))).collect()
    }

    /// The folder that paths in the target file are relative to.
    fn folder(&self) -> &Path {
        let target = self.target.as_deref();
        target.and_then(Path::parent).unwrap_or(Path::new(""))
    }

    pub(super) fn find(&self, suite: &Suite) -> anyhow::Result<ResolvedService> {
        let (base_url, target) = self.address(suite)?;
        Ok(ResolvedService { base_url, keys: self.keys(suite, &target)?, target })
    }

    fn address(&self, suite: &Suite) -> anyhow::Result<(BaseUrl, Target)> {
        let target = match &self.target {
            Some(path) => suite.target(path)?,
            None => Target::default(),
        };
        let base_url = self.base_url.clone().or_else(|| target.base_url.clone());
        let base_url = base_url.with_context(|| match self.target {
            Some(_) => "the target file has no `base_url`; give `--base-url URL`",
            None => "no service given; use `--base-url URL`, or `--target FILE` with a `base_url`",
        })?;
        Ok((base_url, target))
    }

    fn keys(&self, suite: &Suite, target: &Target) -> anyhow::Result<Keys> {
        keys::collect(suite, target, self.folder(), self.api_key_file.as_deref())
    }
}

impl StateDirArgs {
    /// The flag for the same folder as text for a command line.
    fn flag(&self) -> String {
        let folder = self.state_dir.iter();
        let flag = folder.map(|folder| format!(" --state-dir {}", path_word(folder)));
        flag.collect()
    }

    /// The state folder.
    pub(super) fn folder(&self) -> anyhow::Result<PathBuf> {
        state::folder(self.state_dir.clone())
    }
}

impl TargetArgs {
    /// The flags for the same service and state folder as text for a command line.
    pub(super) fn flags(&self) -> String {
        format!("{}{}", self.place.flags(), self.state.flag())
    }

    /// Whether a target file is given. Without one, fixtures are discovered.
    pub(super) fn has_target(&self) -> bool {
        self.place.target.is_some()
    }

    /// The state folder.
    pub(super) fn state_folder(&self) -> anyhow::Result<PathBuf> {
        self.state.folder()
    }

    pub(super) fn check(&self, suite: &Suite) -> anyhow::Result<ResolvedTarget> {
        let only = self.only.as_ref();
        let only = only.map(|only| filter::expand(suite, only)).transpose()?;
        let (base_url, target) = self.place.address(suite)?;
        let level = self.level.or(target.level);
        let Some(level) = level.or(base_url.is_loopback().then_some(Level::Full)) else {
            bail!(
                "{base_url} is not on this machine: choose how much to change with `--level read|own|full`"
            );
        };
        let keys = self.place.keys(suite, &target)?;
        let asked = self.only.as_ref();
        let profile = asked.map_or("everything".to_owned(), |only| format!("only {only}"));
        Ok(ResolvedTarget { base_url, level, keys, target, only, profile })
    }
}

/// Quotes a path for a shell.
pub(super) fn path_word(path: &Path) -> String {
    shell_word(&path.display().to_string())
}

/// The absolute path, or the path itself if that fails.
fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}

impl ResolvedTarget {
    /// The plan for a target.
    pub(super) fn plan(&self, suite: &Suite, target: &Target) -> Plan {
        let allowance = PlanInputs {
            level: self.level,
            keys: self.keys.kinds(),
            fixtures: &target.fixtures,
            only: self.only.clone(),
        };
        suite.plan(&allowance)
    }
}
