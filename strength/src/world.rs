//! What is known of the deployment behind a proxy: its keys, its accounts, the things in it.

use std::collections::BTreeMap;

/// Keys and things that are known to be there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct World {
    /// Keys by kind; never shown.
    pub keys: BTreeMap<String, String>,
    /// Kinds of keys whose accounts own things, the main one first.
    pub accounts: Vec<String>,
    /// What is known of the things that are there, by identifier and then by fact.
    pub things: BTreeMap<String, BTreeMap<String, String>>,
}

impl World {
    /// The key of the account that a run works in.
    #[must_use]
    pub fn main_key(&self) -> Option<&str> {
        self.accounts
            .iter()
            .find_map(|kind| self.keys.get(kind))
            .map(String::as_str)
    }

    /// The key of an account other than the one of this key; `None` if this key is of no account.
    #[must_use]
    pub fn key_of_another(&self, key: &str) -> Option<&str> {
        let keys: Vec<&String> = self
            .accounts
            .iter()
            .filter_map(|kind| self.keys.get(kind))
            .collect();
        let known = keys.iter().any(|known| *known == key);
        keys.into_iter()
            .find(|other| known && *other != key)
            .map(String::as_str)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accounts_are_told_apart_by_their_keys() {
        let keys = [("main", "m"), ("branch", "b"), ("expired", "x")];
        let world = World {
            keys: keys
                .map(|(kind, key)| (kind.to_owned(), key.to_owned()))
                .into(),
            accounts: vec!["main".to_owned(), "branch".to_owned()],
            things: BTreeMap::new(),
        };
        assert_eq!(world.main_key(), Some("m"));
        assert_eq!(world.key_of_another("m"), Some("b"));
        assert_eq!(world.key_of_another("b"), Some("m"));
        assert_eq!(world.key_of_another("x"), None);
    }
}
