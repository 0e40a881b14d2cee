//! Reads `needs`: kind, account and facts of the required fixtures.

use std::collections::BTreeSet;

use reader::{Entry, Node, Value as Written};

use super::load::ScenarioReader;
use super::{Need, keys};
use crate::{contract, fact};

impl ScenarioReader<'_> {
    pub(super) fn needs(&mut self, node: Option<&Node>) -> Vec<Need> {
        let entries = self.entries(node, "a map of needs").iter();
        entries.filter_map(|entry| self.need(entry)).collect()
    }

    fn need(&mut self, Entry { key: name, value: node, .. }: &Entry) -> Option<Need> {
        let reader = &mut self.reader;
        let (kind, account, facts, optional) = match &node.value {
            Written::Map(_) => {
                let need = reader.table(node, &keys::NEED)?;
                let optional = need.get("optional").and_then(|node| reader.boolean(node));
                let optional = optional.is_some_and(|flag| flag.value);
                (need.get("kind")?, need.get("account"), need.get("facts"), optional)
            }
            _ => (node, None, None, false),
        };
        let kinds = contract::fixture_kinds(self.contract);
        let kind = reader.word(kind, "kind of fixture", &kinds)?;
        let account = fact::account(account, self.contract, reader)?;
        let declared = contract::fixture(self.contract, kind.value)?;
        let given = facts.map(|node| fact::parse_facts(node, declared, reader));
        Some(Need {
            name: name.value.clone(),
            kind: kind.value.to_owned(),
            account: account.to_owned(),
            optional,
            facts: BTreeSet::new(),
            given: given.unwrap_or_default(),
        })
    }
}
