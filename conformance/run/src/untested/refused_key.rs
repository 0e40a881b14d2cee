//! A key that was refused, and how the report says so.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use spec::Contract;

use super::responses::{AlikeResponses, ResponseKind};
use crate::contract;
use crate::redact::{Quote, Redactor};
use crate::text::escape;

/// A key that was refused, while no call with it was accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefusedKey {
    /// Kind of the key.
    pub kind: String,
    /// Where it came from: the name of a variable or a file.
    pub source: String,
    /// The first refusal.
    pub said: Quote,
    /// Number of calls whose response refused it.
    pub refused: usize,
    /// Number of calls that should have been accepted.
    pub calls: usize,
    /// The statuses of the other responses, which do not say whether the key is good.
    pub others: BTreeSet<u16>,
}

impl fmt::Display for RefusedKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { kind, source, refused, calls, .. } = self;
        let said = escape(&self.said);
        write!(f, "the key `{kind}` was refused in ")?;
        if self.others.is_empty() {
            write!(f, "all calls: {said}")?;
        } else {
            let others: Vec<_> = self.others.iter().map(u16::to_string).collect();
            let others = others.join(" or ");
            write!(f, "{refused} of {calls} calls: {said}; the others were answered {others}")?;
        }
        write!(f, "; check the key in {source}")
    }
}

/// The responses to calls with one key that should have been accepted.
#[derive(Clone, Debug, Default)]
pub struct KeyResponses {
    /// Whether a call was accepted.
    pub(super) accepted: bool,
    refused: usize,
    /// The first refusal of the key.
    refusal: Option<Quote>,
    pub(super) others: BTreeMap<ResponseKind, AlikeResponses>,
}

impl KeyResponses {
    /// Counts a refusal of the key.
    pub fn add_refusal(&mut self, said: Quote) {
        self.refused += 1;
        self.refusal.get_or_insert(said);
    }

    /// Counts responses that do not refuse the key.
    pub fn add(&mut self, alike: &AlikeResponses) {
        match self.others.get_mut(&alike.kind) {
            Some(known) => {
                known.calls += alike.calls;
                known.statuses.extend(&alike.statuses);
            }
            None => drop(self.others.insert(alike.kind, alike.clone())),
        }
    }

    pub(super) fn merge(&mut self, other: &Self) {
        self.accepted |= other.accepted;
        self.refused += other.refused;
        if self.refusal.is_none() {
            self.refusal.clone_from(&other.refusal);
        }
        other.others.values().for_each(|alike| self.add(alike));
    }

    pub(crate) fn has_refusal(&self) -> bool {
        self.refusal.is_some()
    }

    /// The key, if it was refused, and no response shows that it is good. `sources` says where each key came from.
    pub fn refused_key(
        &self,
        contract: &Contract,
        kind: &str,
        sources: &BTreeMap<String, String>,
    ) -> Option<RefusedKey> {
        let shows_good = |kind: &ResponseKind| !kind.may_precede_key_check();
        if self.accepted || self.others.keys().any(shows_good) {
            return None;
        }
        let variable = || format!("`{}`", contract::key_variable(contract, kind));
        let others = self.others.values();
        Some(RefusedKey {
            kind: kind.to_owned(),
            source: sources.get(kind).cloned().unwrap_or_else(variable),
            said: self.refusal.clone()?,
            refused: self.refused,
            calls: self.refused + others.clone().map(|alike| alike.calls).sum::<usize>(),
            others: others.flat_map(|alike| alike.statuses.clone()).collect(),
        })
    }

    /// The responses, if they are all of one kind.
    pub fn alike(&self) -> Option<&AlikeResponses> {
        let is_only = !self.accepted && self.refused == 0 && self.others.len() == 1;
        self.others.values().next().filter(|_| is_only)
    }
}

/// The text of a refusal: its message, or else its status.
pub fn describe_refusal(status: u16, message: Option<&str>, redactor: &Redactor) -> Quote {
    match message {
        Some(message) => redactor.quote(format!("`{message}`")),
        None => redactor.quote(format!("status {status}")),
    }
}
