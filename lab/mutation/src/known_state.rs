//! Keys, accounts and records of the deployment behind a proxy.

use std::collections::{BTreeMap, BTreeSet};

/// Keys and records that are known to exist.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KnownState {
    /// Keys by kind.
    pub keys: BTreeMap<String, String>,
    /// Kinds of keys whose accounts own records, the main account first.
    pub accounts: Vec<String>,
    /// Records by identifier.
    pub records: BTreeMap<String, KnownRecord>,
}

/// A record that is known to exist.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KnownRecord {
    /// The fixture kinds it is listed under.
    pub kinds: BTreeSet<String>,
    /// The account that owns it, by kind of key.
    pub account: String,
    /// The facts of its fixtures, by name.
    pub facts: BTreeMap<String, String>,
}

impl KnownState {
    /// The key of the main account.
    pub fn main_key(&self) -> Option<&str> {
        self.accounts.iter().find_map(|kind| self.keys.get(kind)).map(String::as_str)
    }

    /// The record with this identifier or e-mail address.
    pub fn record(&self, name: &str) -> Option<&KnownRecord> {
        let has_address = |thing: &&KnownRecord| {
            name.contains('@') && thing.facts.values().any(|fact| fact == name)
        };
        let by_id = self.records.get(name);
        by_id.or_else(|| self.records.values().find(has_address))
    }

    /// The account of a key, by kind of key.
    pub fn account_for_key(&self, key: &str) -> Option<&str> {
        let mut accounts = self.accounts.iter();
        accounts
            .find(|kind| self.keys.get(*kind).is_some_and(|known| known == key))
            .map(String::as_str)
    }

    /// The key of another account; `None` if this key has no account.
    pub fn key_of_other_account(&self, key: &str) -> Option<&str> {
        let own = self.account_for_key(key)?;
        let mut others = self.accounts.iter().filter(|kind| *kind != own);
        others.find_map(|kind| self.keys.get(kind)).map(String::as_str)
    }
}
