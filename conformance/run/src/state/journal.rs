//! Format of a journal: the writes of one run, their results, and its `finally` calls.
//!
//! A run appends to it (see [`JournalWriter`](super::JournalWriter)); a sweep reads it after a run that could
//! not clean up. A line that cannot be parsed was cut off when the process ended.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{fs, io};

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use spec::Method;

use super::{LEDGER_FILE, read_regular};
use crate::digest::fingerprint;
use crate::exchange::Request;
use crate::target::BaseUrl;
use crate::write_outcome::WriteOutcome;

pub(crate) const FORM: u32 = 1;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub(crate) enum JournalEntry {
    /// The first line of a run.
    Began(JournalHeader),
    /// A `finally` call that will be sent when the scenario ends.
    #[serde(rename = "promised")]
    FinallyCall { scenario: String, write: WriteRequest },
    /// A write is about to be sent; `last` if it is a `finally` call.
    Intended { scenario: String, exchange: u32, write: WriteRequest, last: bool },
    /// A write was answered, or will not be.
    Completed {
        scenario: String,
        /// Number of the exchange within the scenario.
        exchange: u32,
        status: Option<u16>,
        /// Why there is no response.
        fault: Option<String>,
        /// Whether the service may have received the request.
        arrived: bool,
        /// How the write was received; `None` without a response, and in journals of older versions.
        received: Option<WriteOutcome>,
        /// Identifier of the created record in the response.
        made: Option<String>,
    },
    /// A step found a record that an earlier step created by another identifier.
    Found {
        scenario: String,
        /// Name of the record type.
        record: String,
        identifier: String,
        /// Unique values that the creation sent and the found record has.
        shows: Vec<String>,
    },
    /// The run ended; nothing is left to clean up.
    Ended,
    /// A sweep cleaned up after the run.
    Swept,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct JournalHeader {
    form: u32,
    pub(crate) base_url: String,
    pub(crate) started_at: String,
    /// Fingerprints of its keys, by kind.
    keys: BTreeMap<String, String>,
}

impl JournalHeader {
    /// The header of a run that starts now, with these keys.
    pub(crate) fn new(base_url: &BaseUrl, now: Timestamp, keys: &BTreeMap<String, String>) -> Self {
        let keys = keys.iter().map(|(kind, key)| (kind.clone(), fingerprint(key)));
        Self {
            form: FORM,
            base_url: base_url.to_string(),
            started_at: now.to_string(),
            keys: keys.collect(),
        }
    }

    /// Those of the given keys that the run had.
    pub(crate) fn keys_among(&self, keys: &BTreeMap<String, String>) -> BTreeMap<String, String> {
        let mut keys = keys.clone();
        keys.retain(|kind, key| self.keys.get(kind) == Some(&fingerprint(key)));
        keys
    }
}

/// A write request without its key.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WriteRequest {
    /// Id of the operation.
    pub operation: String,
    /// Kind of the key to send; `None` for no key or an invalid one.
    pub(crate) key: Option<String>,
    /// HTTP method.
    pub method: String,
    /// Path and query.
    pub target: String,
    pub(crate) body: Option<String>,
    /// Whether it is about a fixture that the scenario uses up.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) uses_up: bool,
}

impl WriteRequest {
    /// Copies the parts of a request that a journal keeps.
    pub(crate) fn new(operation: &str, key: Option<&str>, request: &Request) -> Self {
        Self {
            operation: operation.to_owned(),
            key: key.map(str::to_owned),
            method: request.method.as_str().to_owned(),
            target: request.target.clone(),
            body: request.body.clone(),
            uses_up: false,
        }
    }

    /// The request without a key, or with the name of one in the query; `None` if the method is unknown.
    pub(crate) fn request(&self) -> Option<Request> {
        let method = Method::ALL.into_iter().find(|known| known.as_str() == self.method)?;
        let (target, body) = (self.target.clone(), self.body.clone());
        Some(Request { method, target, headers: Vec::new(), body })
    }
}

/// The entries of a parsed journal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Journal {
    pub(crate) began: JournalHeader,
    /// All entries after the header.
    pub(crate) entries: Vec<JournalEntry>,
}

/// The files of a state folder that may be journals, oldest first.
pub(crate) fn journal_files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut paths = Vec::new();
    if folder.exists() {
        for entry in fs::read_dir(folder)? {
            paths.push(entry?.path());
        }
    }
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "jsonl"));
    paths.retain(|path| !path.ends_with(LEDGER_FILE));
    paths.sort();
    Ok(paths)
}

/// What is wrong in a file that should be a journal, with the line. A line that a crash has cut off is
/// not wrong: what it was about to record was not sent, or is open.
pub(crate) fn damage(path: &Path) -> Option<String> {
    let text = match read_regular(path) {
        Ok(text) => text,
        Err(error) => return Some(format!("line 1: the file cannot be read: {error}")),
    };
    if text.is_empty() {
        return None;
    }
    if Journal::read(&text).is_none() {
        return Some("line 1: it is not the first line of a journal of this version".to_owned());
    }
    let is_damaged = |line: &str| {
        let parsed = serde_json::from_str::<JournalEntry>(line);
        parsed.is_err_and(|error| !error.is_eof())
    };
    let line = text.lines().position(is_damaged)?;
    Some(format!("line {}: it is not an entry of a journal", line + 1))
}

impl Journal {
    /// Reads and parses a journal; `None` if it cannot be read, or as for [`read`](Self::read).
    pub fn open(path: &Path) -> Option<Self> {
        Self::read(&read_regular(path).ok()?)
    }

    /// Parses a journal; `None` if the file is not a journal or has another version.
    pub fn read(text: &str) -> Option<Self> {
        let mut entries = text.lines().filter_map(|line| serde_json::from_str(line).ok());
        match entries.next() {
            Some(JournalEntry::Began(began)) if began.form == FORM => {
                Some(Self { began, entries: entries.collect() })
            }
            _ => None,
        }
    }

    /// Whether the run ended by itself.
    pub(crate) fn has_ended(&self) -> bool {
        self.entries.contains(&JournalEntry::Ended)
    }

    /// Whether a sweep has cleaned up after it.
    pub(crate) fn is_swept(&self) -> bool {
        self.entries.contains(&JournalEntry::Swept)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn truncated_last_line_is_ignored() {
        let began = JournalEntry::Began(JournalHeader {
            form: FORM,
            base_url: "http://127.0.0.1:1".to_owned(),
            started_at: "2026-01-31T12:00:00Z".to_owned(),
            keys: BTreeMap::new(),
        });
        let began = serde_json::to_string(&began).unwrap();
        let text = format!("{began}\n{{\"event\":\"ended\"}}\n{{\"event\":\"comp");
        let journal = Journal::read(&text).unwrap();
        assert!(journal.has_ended() && !journal.is_swept());
        assert_eq!(journal.entries.len(), 1);
        for other in [
            String::new(),
            "{\"event\":\"ended\"}".to_owned(),
            began.replace("\"form\":1", "\"form\":2"),
        ] {
            assert_eq!(Journal::read(&other), None, "{other}");
        }
    }
}
