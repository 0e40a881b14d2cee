//! What is known of the deployment behind a proxy: its keys, its accounts, the things in it.

use std::collections::{BTreeMap, BTreeSet};

/// Keys and things that are known to be there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KnownState {
    /// Keys by kind; never shown.
    pub keys: BTreeMap<String, String>,
    /// Kinds of keys whose accounts own things, the main one first.
    pub accounts: Vec<String>,
    /// The things that are there, by identifier.
    pub things: BTreeMap<String, KnownRecord>,
}

/// A thing that is known to be there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KnownRecord {
    /// Kinds of fixtures that it is one of.
    pub kinds: BTreeSet<String>,
    /// Kind of key whose account it is of.
    pub account: String,
    /// What else is known of it.
    pub facts: BTreeMap<String, String>,
}

impl KnownState {
    /// The key of the account that a run works in.
    #[must_use]
    pub fn main_key(&self) -> Option<&str> {
        self.accounts
            .iter()
            .find_map(|kind| self.keys.get(kind))
            .map(String::as_str)
    }

    /// The thing of that identifier, or of that e-mail address.
    #[must_use]
    pub fn thing(&self, name: &str) -> Option<&KnownRecord> {
        let has_address = |thing: &&KnownRecord| {
            name.contains('@') && thing.facts.values().any(|fact| fact == name)
        };
        let by_id = self.things.get(name);
        by_id.or_else(|| self.things.values().find(has_address))
    }

    /// The account that a key is of, by kind of key.
    #[must_use]
    pub fn account_for_key(&self, key: &str) -> Option<&str> {
        let mut accounts = self.accounts.iter();
        accounts
            .find(|kind| self.keys.get(*kind).is_some_and(|known| known == key))
            .map(String::as_str)
    }

    /// The key of an account other than the one of this key; `None` if this key is of no account.
    #[must_use]
    pub fn key_of_other_account(&self, key: &str) -> Option<&str> {
        let own = self.account_for_key(key)?;
        let mut others = self.accounts.iter().filter(|kind| *kind != own);
        others
            .find_map(|kind| self.keys.get(kind))
            .map(String::as_str)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_are_found_by_identifier_and_email() {
        let facts = [("member", "ann@x.example"), ("title", "Emma")];
        let thing = KnownRecord {
            facts: facts
                .map(|(name, fact)| (name.to_owned(), fact.to_owned()))
                .into(),
            ..KnownRecord::default()
        };
        let known_state = KnownState {
            things: [("l-1".to_owned(), thing.clone())].into(),
            ..KnownState::default()
        };
        assert_eq!(known_state.thing("l-1"), Some(&thing));
        assert_eq!(known_state.thing("ann@x.example"), Some(&thing));
        assert_eq!(known_state.thing("Emma"), None);
    }

    #[test]
    fn keys_identify_accounts() {
        let keys = [("main", "m"), ("branch", "b"), ("expired", "x")];
        let known_state = KnownState {
            keys: keys
                .map(|(kind, key)| (kind.to_owned(), key.to_owned()))
                .into(),
            accounts: vec!["main".to_owned(), "branch".to_owned()],
            things: BTreeMap::new(),
        };
        assert_eq!(known_state.main_key(), Some("m"));
        assert_eq!(known_state.account_for_key("b"), Some("branch"));
        assert_eq!(known_state.key_of_other_account("m"), Some("b"));
        assert_eq!(known_state.key_of_other_account("b"), Some("m"));
        assert_eq!(known_state.key_of_other_account("x"), None);
    }
}
