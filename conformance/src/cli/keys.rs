//! Sources of keys: a file or standard input, the target file, the environment. Never the command
//! line, which other users can read.

use std::collections::BTreeMap;
use std::path::Path;
use std::{env, fs, io};

use anyhow::{Context, bail};

use super::output::print_message;
use crate::contract::{key_kinds, key_variable};
use crate::suite::Suite;
use crate::target::{KeySource, Target};
use crate::text::counted;

/// Collects all available keys, by kind. A missing key is an error if the target file names it, and
/// otherwise left out. `folder` is that of the target file, `file` the source of the first key.
pub(super) fn collect(
    suite: &Suite,
    target: &Target,
    folder: &Path,
    mut file: Option<&Path>,
) -> anyhow::Result<BTreeMap<String, String>> {
    let mut keys = BTreeMap::new();
    for (index, kind) in key_kinds(&suite.contract).into_iter().enumerate() {
        let key = match (file.take(), target.keys.get(kind)) {
            (Some(path), _) => Some(from_file(path)?),
            (None, Some(KeySource::Env(name))) => Some(env::var(name).with_context(|| {
                format!("the target file needs the environment variable `{name}`")
            })?),
            (None, Some(KeySource::File(path))) => Some(from_file(&folder.join(path))?),
            (None, None) => env::var(key_variable(&suite.contract, kind)).ok(),
        };
        match key.map(|key| key.trim().to_owned()).filter(|key| !key.is_empty()) {
            Some(key) => {
                warn_if_short(kind, &key);
                keys.insert(kind.to_owned(), key);
            }
            None if index == 0 => {
                let variable = key_variable(&suite.contract, kind);
                bail!("no API key: set `{variable}`, or give `--api-key-file PATH`");
            }
            None => {}
        }
    }
    Ok(keys)
}

/// A shorter key can be guessed, and other text may be equal to it.
const MIN_SAFE_LENGTH: usize = 16;

fn warn_if_short(kind: &str, key: &str) {
    let length = key.chars().count();
    if length < MIN_SAFE_LENGTH {
        let length = counted(length, "character");
        print_message(&format!(
            "warning: the key `{kind}` is {length} long; a key shorter than {MIN_SAFE_LENGTH} is easy to guess, and hiding it in reports may hide other text\n"
        ));
    }
}

fn from_file(path: &Path) -> anyhow::Result<String> {
    if path == Path::new("-") {
        return io::read_to_string(io::stdin()).context("cannot read a key from standard input");
    }
    fs::read_to_string(path).with_context(|| format!("cannot read a key from `{}`", path.display()))
}
