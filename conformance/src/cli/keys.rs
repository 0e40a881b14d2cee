//! Sources of keys: a file or standard input, the target file, the environment. Never the command
//! line, which other users can read.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Read;
use std::path::Path;
use std::{env, fs, io};

use anyhow::{Context, bail};

use super::list::counted;
use super::output::print_message;
use crate::contract::key_variable;
use crate::digest::fingerprint;
use crate::redact::Redactor;
use crate::suite::Suite;
use crate::target::{KeySource, Target};

/// The keys of a run, by kind.
pub(super) struct Keys(pub(super) BTreeMap<String, String>);

impl Keys {
    pub(super) fn kinds(&self) -> BTreeSet<String> {
        self.0.keys().cloned().collect()
    }

    /// Fingerprints by kind: they identify a key without revealing it.
    pub(super) fn fingerprints(&self) -> BTreeMap<String, String> {
        let kinds = self.0.iter();
        let kinds = kinds.map(|(kind, key)| (kind.clone(), fingerprint(key)));
        kinds.collect()
    }

    /// The keys whose fingerprints are given, which are those of an earlier run.
    pub(super) fn known_by(
        &self,
        fingerprints: &BTreeMap<String, String>,
    ) -> BTreeMap<String, String> {
        let is_known =
            |(kind, key): &(&String, &String)| fingerprints.get(*kind) == Some(&fingerprint(key));
        let known = self.0.iter().filter(is_known);
        known.map(|(kind, key)| (kind.clone(), key.clone())).collect()
    }

    /// For each key, by its name in redacted text, the environment variable to use in a command.
    pub(super) fn names(&self, suite: &Suite, redactor: &Redactor) -> BTreeMap<String, String> {
        let names = self.0.iter().filter_map(|(kind, key)| {
            Some((redactor.name_of(key)?, key_variable(&suite.contract, kind)))
        });
        names.collect()
    }
}

/// Collects all available keys. A missing key is an error if the target file names it, and
/// otherwise left out.
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
        match key.map(|key| key.trim().to_owned()).filter(|key| !key.is_empty()) {
            Some(key) => {
                warn_of_short(&kind.name, &key);
                keys.insert(kind.name.clone(), key)
            }
            None if first => {
                let variable = key_variable(&suite.contract, &kind.name);
                bail!("no API key: set `{variable}`, or give `--api-key-file PATH`");
            }
            None => None,
        };
    }
    Ok(Keys(keys))
}

/// A shorter key can be guessed, and other text may be equal to it.
const MIN_SAFE_LENGTH: usize = 16;

fn warn_of_short(kind: &str, key: &str) {
    let length = key.chars().count();
    if length < MIN_SAFE_LENGTH {
        let length = counted(length, "character");
        print_message(&format!(
            "warning: the key `{kind}` is {length} long; a key shorter than {MIN_SAFE_LENGTH} is easy to guess, and hiding it in reports may hide other text\n"
        ));
    }
}

fn from_source(source: &KeySource, folder: &Path) -> anyhow::Result<String> {
    match source {
        KeySource::Env(name) => env::var(name)
            .with_context(|| format!("the target file needs the environment variable `{name}`")),
        KeySource::File(path) => from_file(&folder.join(path)),
    }
}

fn from_file(path: &Path) -> anyhow::Result<String> {
    if path == Path::new("-") {
        let mut key = String::new();
        io::stdin().read_to_string(&mut key).context("cannot read a key from standard input")?;
        return Ok(key);
    }
    fs::read_to_string(path).with_context(|| format!("cannot read a key from `{}`", path.display()))
}
