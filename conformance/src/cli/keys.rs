//! Where keys come from: a file or standard input, the sources of the target file, the environment.
//! Never the command line, which others can read.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Read;
use std::path::Path;
use std::{env, fs, io};

use anyhow::{Context, bail};
use sha2::{Digest, Sha256};

use super::list::counted;
use super::output::tell;
use crate::contract::key_variable;
use crate::redact::Redactor;
use crate::suite::Suite;
use crate::target::{KeySource, Target};

/// The keys of a run, by kind.
pub(super) struct Keys(pub(super) BTreeMap<String, String>);

impl Keys {
    pub(super) fn kinds(&self) -> BTreeSet<String> {
        self.0.keys().cloned().collect()
    }

    /// What tells these keys from others without telling them.
    pub(super) fn fingerprints(&self) -> BTreeMap<String, String> {
        let kinds = self.0.iter();
        let kinds = kinds.map(|(kind, key)| (kind.clone(), fingerprint(key)));
        kinds.collect()
    }

    /// Those that a run had, of which the fingerprints are given.
    pub(super) fn known_by(
        &self,
        fingerprints: &BTreeMap<String, String>,
    ) -> BTreeMap<String, String> {
        let is_known =
            |(kind, key): &(&String, &String)| fingerprints.get(*kind) == Some(&fingerprint(key));
        let known = self.0.iter().filter(is_known);
        known
            .map(|(kind, key)| (kind.clone(), key.clone()))
            .collect()
    }

    /// For each key, as the redactor names it, the variable that stands for it in a command.
    pub(super) fn names(&self, suite: &Suite, redactor: &Redactor) -> BTreeMap<String, String> {
        let names = self.0.iter().filter_map(|(kind, key)| {
            Some((redactor.name_of(key)?, key_variable(&suite.contract, kind)))
        });
        names.collect()
    }
}

/// Enough of a SHA-256 to tell keys apart, and too little to be one.
pub(super) fn fingerprint(key: &str) -> String {
    let digest = Sha256::digest(key.as_bytes());
    digest
        .iter()
        .take(8)
        .map(|byte| format!("{byte:02x}"))
        .collect()
}

/// Collects all keys that can be had. A kind that the target names but that is not there is an error;
/// one that nobody names is simply not given.
pub(super) fn collect(
    suite: &Suite,
    target: &Target,
    folder: &Path,
    file: Option<&Path>,
) -> anyhow::Result<Keys> {
    let mut keys = BTreeMap::new();
    for (index, kind) in suite.contract.service.keys.iter().enumerate() {
        let first = index == 0;
        let key = match (file.filter(|_| first), target.keys.get(&kind.name)) {
            (Some(path), _) => Some(from_file(path)?),
            (None, Some(source)) => Some(from_source(source, folder)?),
            (None, None) => env::var(key_variable(&suite.contract, &kind.name)).ok(),
        };
        match key
            .map(|key| key.trim().to_owned())
            .filter(|key| !key.is_empty())
        {
            Some(key) => {
                warn_of_short(&kind.name, &key);
                keys.insert(kind.name.clone(), key)
            }
            None if first => {
                let variable = key_variable(&suite.contract, &kind.name);
                bail!("there is no key: set `{variable}`, or give `--api-key-file PATH`");
            }
            None => None,
        };
    }
    Ok(Keys(keys))
}

/// A key of fewer characters can be guessed, and other texts may be equal to it.
const SHORTEST_SAFE: usize = 16;

fn warn_of_short(kind: &str, key: &str) {
    let length = key.chars().count();
    if length < SHORTEST_SAFE {
        let length = counted(length, "character");
        tell(&format!(
            "warning: the key `{kind}` is {length} long; one shorter than {SHORTEST_SAFE} is easily guessed, and to hide it in reports may hide other text\n"
        ));
    }
}

fn from_source(source: &KeySource, folder: &Path) -> anyhow::Result<String> {
    match source {
        KeySource::Env(name) => {
            env::var(name).with_context(|| format!("the target file wants the variable `{name}`"))
        }
        KeySource::File(path) => from_file(&folder.join(path)),
    }
}

fn from_file(path: &Path) -> anyhow::Result<String> {
    if path == Path::new("-") {
        let mut key = String::new();
        io::stdin()
            .read_to_string(&mut key)
            .context("cannot read a key from standard input")?;
        return Ok(key);
    }
    fs::read_to_string(path).with_context(|| format!("cannot read a key from `{}`", path.display()))
}
