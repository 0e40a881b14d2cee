//! The target file of a server, with a file for each key beside it.

use std::fmt::Write as _;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use conformance_model::contract::usual_key;
use conformance_model::target::TargetFixture;
use serde_json::Value;

use crate::service::Mock;

/// The first line of a target file of this program.
const MARK: &str = "# Written by contract-mock";

/// Writes the target file, and each key to a file beside it, which only its owner can read. Fails when a file cannot be
/// written, or the target file exists and is not one of this program.
pub fn write(mock: &Mock, base_url: &str, path: &Path) -> anyhow::Result<()> {
    match fs::read(path) {
        Ok(bytes) if !bytes.starts_with(format!("{MARK}\n").as_bytes()) => {
            bail!("`{}` is not replaced: it does not begin with `{MARK}`", path.display());
        }
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            return Err(error).with_context(|| format!("failed to read `{}`", path.display()));
        }
        _ => {}
    }
    for (kind, key) in mock.keys() {
        let file = path.with_file_name(key_file(path, kind));
        let written = write_private(&file, &format!("{key}\n"));
        written.with_context(|| format!("failed to write `{}`", file.display()))?;
    }
    let written = fs::write(path, text(mock, base_url, path));
    written.with_context(|| format!("failed to write `{}`", path.display()))
}

/// Replaces an existing file, because it might have wider permissions.
fn write_private(path: &Path, text: &str) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let mut options = fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)?.write_all(text.as_bytes())
}

fn key_file(path: &Path, kind: &str) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    PathBuf::from(format!("{stem}.{kind}.key"))
}

/// The text of the target file.
fn text(mock: &Mock, base_url: &str, path: &Path) -> String {
    let mut text = format!("{MARK}\ntarget: 1\nbase_url: {}\nlevel: full\n", quoted(base_url));
    section(
        &mut text,
        "keys",
        mock.keys().keys().map(|kind| {
            let file = key_file(path, kind).display().to_string();
            format!("  {kind}: {{ file: {} }}\n", quoted(&file))
        }),
    );
    let parameters = mock.parameters().iter();
    section(
        &mut text,
        "parameters",
        parameters.map(|(name, value)| format!("  {name}: {}\n", quoted(value))),
    );
    section(
        &mut text,
        "fixtures",
        mock.fixtures().iter().map(|(kind, fixtures)| {
            let entries =
                fixtures.iter().map(|fixture| format!("    - {}\n", entry(mock, fixture)));
            format!("  {kind}:\n{}", entries.collect::<String>())
        }),
    );
    text
}

fn section(text: &mut String, name: &str, entries: impl Iterator<Item = String>) {
    let entries: String = entries.collect();
    if !entries.is_empty() {
        let _ = write!(text, "{name}:\n{entries}");
    }
}

fn entry(mock: &Mock, fixture: &TargetFixture) -> String {
    let mut parts = vec![format!("id: {}", quoted(&fixture.id))];
    if Some(fixture.account.as_str()) != usual_key(mock.contract()) {
        parts.push(format!("account: {}", fixture.account));
    }
    let facts = fixture.facts.iter();
    let facts: Vec<_> = facts.map(|(name, fact)| format!("{name}: {}", quoted(fact))).collect();
    if !facts.is_empty() {
        parts.push(format!("facts: {{ {} }}", facts.join(", ")));
    }
    format!("{{ {} }}", parts.join(", "))
}

/// A double-quoted string, which YAML and JSON have in common.
fn quoted(text: &str) -> String {
    Value::from(text).to_string()
}
