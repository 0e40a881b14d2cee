//! What a journal says: the writes of one run, what came of them, and what was to be put back.
//!
//! A run writes it as it goes (see [`JournalWriter`](super::JournalWriter)); a sweep reads it after a run that
//! could not send_cleanup up. A line that cannot be read was cut off by the end of the process.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::exchange::Request;
use crate::write_outcome::WriteOutcome;
use spec::Method;

/// The form of journals that this program writes and reads.
pub const FORM: u32 = 1;

/// One line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum JournalEntry {
    /// The first line.
    Began(JournalHeader),
    /// Will be sent when the scenario ends, to put back what it changes.
    Promised {
        /// Id of the scenario.
        scenario: String,
        /// What will be sent.
        write: WriteRequest,
    },
    /// Is about to be sent.
    Intended {
        /// Id of the scenario.
        scenario: String,
        /// Number of the exchange in its play.
        exchange: u32,
        /// What is sent.
        write: WriteRequest,
        /// Whether it puts something back.
        last: bool,
    },
    /// Was answered, or will never be.
    Completed {
        /// Id of the scenario.
        scenario: String,
        /// Number of the exchange in its play.
        exchange: u32,
        /// The status of the answer.
        status: Option<u16>,
        /// Why there is no answer.
        fault: Option<String>,
        /// Whether the service may have got the request.
        arrived: bool,
        /// How it was received; `None` without an answer, and in the journals of older programs.
        received: Option<WriteOutcome>,
        /// What the answer calls the thing that it says was made.
        made: Option<String>,
    },
    /// Nothing more is to be tidied up.
    Ended,
    /// As [`Ended`](Self::Ended), said by a sweep.
    Swept,
}

/// Which run this is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct JournalHeader {
    /// The form of the journal.
    pub form: u32,
    /// Where the service is.
    pub base_url: String,
    /// When the run began.
    pub started_at: String,
    /// Fingerprints of its keys, by kind.
    pub keys: BTreeMap<String, String>,
}

/// A writing call, without its key.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WriteRequest {
    /// Id of the operation.
    pub operation: String,
    /// Kind of the key that goes with it; `None` for none, or for one that is to be refused.
    pub key: Option<String>,
    /// Method.
    pub method: String,
    /// Path and query.
    pub target: String,
    /// Body.
    pub body: Option<String>,
}

impl WriteRequest {
    /// A request as it stands in a journal.
    #[must_use]
    pub fn new(operation: &str, key: Option<&str>, request: &Request) -> Self {
        Self {
            operation: operation.to_owned(),
            key: key.map(str::to_owned),
            method: request.method.as_str().to_owned(),
            target: request.target.clone(),
            body: request.body.clone(),
        }
    }

    /// The request again, with headers; `None` if no request has that method.
    #[must_use]
    pub fn request(&self, headers: Vec<(String, String)>) -> Option<Request> {
        let method = Method::ALL
            .into_iter()
            .find(|known| known.as_str() == self.method)?;
        Some(Request {
            method,
            target: self.target.clone(),
            headers,
            body: self.body.clone(),
        })
    }
}

/// A journal that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Journal {
    /// Which run it is of.
    pub began: JournalHeader,
    /// All that follows.
    pub entries: Vec<JournalEntry>,
}

impl Journal {
    /// Reads a journal; `None` for a file that is none, or is of another form.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        let mut entries = text
            .lines()
            .filter_map(|line| serde_json::from_str(line).ok());
        match entries.next() {
            Some(JournalEntry::Began(began)) if began.form == FORM => Some(Self {
                began,
                entries: entries.collect(),
            }),
            _ => None,
        }
    }

    /// Whether the run came to its own end.
    #[must_use]
    pub fn has_ended(&self) -> bool {
        self.entries.contains(&JournalEntry::Ended)
    }

    /// Whether a sweep has been through it.
    #[must_use]
    pub fn is_swept(&self) -> bool {
        self.entries.contains(&JournalEntry::Swept)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_cut_off_is_left_out() {
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
