//! Writes a target file for a conformance run, with a file for each key.
//!
//! The target file contains three keys and the fixtures of their accounts; it leaves out all other accounts and keys.

mod growth;
mod people;

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use crate::seed::{GeneratedKey, Seed, SeedAccount};

/// The names of the keys in a target file.
const KNOWN: [&str; 3] = ["main", "other_account", "userless"];

/// Writes the target file and the key files, accessible to their owner only.
pub fn write(path: &Path, base_url: &str, seed: &Seed, keys: &[GeneratedKey]) -> io::Result<()> {
    for generated in keys {
        let file = path.with_file_name(key_file(path, &generated.label));
        write_private(&file, &format!("{}\n", generated.key.reveal()))?;
    }
    write_private(path, &text(path, base_url, seed, keys))
}

/// The first of the files of [`write()`] that exists.
pub fn find_existing(path: &Path, keys: &[GeneratedKey]) -> Option<PathBuf> {
    let key_files =
        keys.iter().map(|generated| path.with_file_name(key_file(path, &generated.label)));
    std::iter::once(path.to_owned()).chain(key_files).find(|file| file.exists())
}

/// The schema of the file, for editors, and the command that writes it.
const SCHEMA: &str = "\
# yaml-language-server: $schema=target.schema.json
# To write this schema: referral-conformance schema target > target.schema.json
";

/// The text of the target file.
pub fn text(path: &Path, base_url: &str, seed: &Seed, keys: &[GeneratedKey]) -> String {
    let mut text = format!("{SCHEMA}target: 1\nbase_url: {}\n", quoted(base_url));
    let known = |key: &&GeneratedKey| KNOWN.contains(&key.label.as_str());
    let mut keys = keys.iter().filter(known).peekable();
    if keys.peek().is_some() {
        text += "keys:\n";
    }
    for generated in keys {
        let file = key_file(path, &generated.label);
        let file = quoted(&file.display().to_string());
        text += &format!("  {}: {{ file: {file} }}\n", generated.label);
    }
    let mut kinds = fixtures(seed);
    kinds.retain(|(_, fixtures)| !fixtures.is_empty());
    if !kinds.is_empty() {
        text += "fixtures:\n";
    }
    for (kind, fixtures) in kinds {
        text += &format!("  {kind}:\n");
        for Fixture { account, id, facts } in fixtures {
            text += &format!("    - {{ id: {}, account: {account}", quoted(&id));
            let facts = facts.iter().map(|(name, value)| format!("{name}: {}", quoted(value)));
            let facts = facts.collect::<Vec<_>>().join(", ");
            text += &if facts.is_empty() {
                " }\n".to_owned()
            } else {
                format!(", facts: {{ {facts} }} }}\n")
            };
        }
    }
    text
}

/// A fact of a fixture: name and value.
type Fact = (&'static str, String);

/// A fixture of the target.
struct Fixture {
    account: String,
    id: String,
    facts: Vec<Fact>,
}

/// The fixtures of one kind, which the contract declares.
type Kind = (&'static str, Vec<Fixture>);

/// All fixtures by kind, in the order of the seed.
fn fixtures(seed: &Seed) -> Vec<Kind> {
    let mut kinds = vec![
        (
            "account",
            each(seed, |account| {
                let mut facts = vec![("name", account.account.name.clone())];
                // The owner is always part of the answer.
                let others = account.users.iter().find(|user| !user.is_owner);
                facts.extend(others.map(|user| ("team_member", user.name.clone())));
                std::iter::once((account.account.uuid.to_string(), facts))
            }),
        ),
        (
            "campaign",
            each(seed, |account| {
                account.campaign.iter().map(|campaign| {
                    let uuid = campaign.uuid.to_string();
                    // A run changes the name.
                    let facts =
                        vec![("name", campaign.name.clone()), ("referral_program", uuid.clone())];
                    (uuid, facts)
                })
            }),
        ),
        (
            "upscribe",
            each(seed, |account| {
                account.upscribes.iter().map(|upscribe| (upscribe.uuid.to_string(), vec![]))
            }),
        ),
        (
            "publication",
            each(seed, |account| {
                let created = |time: &dyn ToString| vec![("created_at", time.to_string())];
                account.publications.iter().map(move |publication| {
                    (publication.uuid.to_string(), created(&publication.created_at))
                })
            }),
        ),
    ];
    kinds.extend(people::fixtures(seed));
    kinds.extend(growth::fixtures(seed));
    kinds
}

/// The fixtures of one kind, over all accounts of the target file.
fn each<'s, I>(seed: &'s Seed, things: impl Fn(&'s SeedAccount) -> I) -> Vec<Fixture>
where
    I: Iterator<Item = (String, Vec<Fact>)> + 's,
{
    let mut fixtures = Vec::new();
    let known = |account: &&SeedAccount| KNOWN.contains(&account.label.as_str());
    for account in seed.accounts.iter().filter(known) {
        fixtures.extend(things(account).map(|(id, facts)| Fixture {
            account: account.label.clone(),
            id,
            facts,
        }));
    }
    fixtures
}

/// `target.yaml` and `main` give `target.main.key`.
fn key_file(target: &Path, label: &str) -> PathBuf {
    let stem = target.file_stem().unwrap_or_default().to_string_lossy();
    PathBuf::from(format!("{stem}.{label}.key"))
}

/// A JSON string is a double-quoted scalar of YAML.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
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
