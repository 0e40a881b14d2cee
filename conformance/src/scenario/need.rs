//! Reads `needs`: kind, account and facts of the required fixtures.

use std::collections::{BTreeMap, BTreeSet};

use reader::Value as Written;
use reader::{Fields, Node, Reader, Scalar, Spanned};
use spec::{Contract, Fixture};

use super::{Need, keys};
use crate::{contract, fact};

pub(super) fn read(fields: &Fields<'_>, contract: &Contract, reader: &mut Reader<'_>) -> Vec<Need> {
    let Some(node) = fields.get("needs") else {
        return Vec::new();
    };
    let entries = reader.entries(node, "a map of needs").iter();
    let needs = entries.filter_map(|entry| need(&entry.key, &entry.value, contract, reader));
    needs.collect()
}

fn need(
    name: &Spanned<String>,
    node: &Node,
    contract: &Contract,
    reader: &mut Reader<'_>,
) -> Option<Need> {
    let (kind, account, facts, optional) = match &node.value {
        Written::Map(_) => {
            let need = reader.table(node, &keys::NEED)?;
            let optional = need.get("optional").and_then(|node| reader.boolean(node));
            let optional = optional.is_some_and(|flag| flag.value);
            (need.get("kind")?, need.get("account"), need.get("facts"), optional)
        }
        _ => (node, None, None, false),
    };
    let kind = reader.word(kind, "kind of fixture", &contract::fixture_kinds(contract))?;
    let accounts = contract.service.keys.iter().map(|key| key.name.as_str());
    let accounts: Vec<&str> = accounts.collect();
    let account = match account {
        Some(node) => reader.word(node, "kind of key", &accounts)?.value,
        None => accounts.first()?,
    };
    let declared = contract::fixture(contract, kind.value)?;
    let given = facts.map(|node| given(node, declared, reader));
    Some(Need {
        name: name.value.clone(),
        kind: kind.value.to_owned(),
        account: account.to_owned(),
        optional,
        facts: BTreeSet::new(),
        given: given.unwrap_or_default(),
    })
}

fn given(node: &Node, kind: &Fixture, reader: &mut Reader<'_>) -> BTreeMap<String, String> {
    let known: Vec<&str> = kind.facts.iter().map(|fact| fact.name.as_str()).collect();
    let mut given = BTreeMap::new();
    for entry in reader.entries(node, "a map of facts") {
        let name = word(&entry.key);
        let Some(name) = reader.word(&name, "fact", &known) else {
            continue;
        };
        let declared = kind.facts.iter().find(|fact| fact.name == name.value);
        if let Some(fact) =
            declared.and_then(|declared| fact::parse_fact(&entry.value, declared, reader))
        {
            given.insert(name.value.to_owned(), fact);
        }
    }
    given
}

/// A map key as a node, so that it can be read like a value.
fn word(key: &Spanned<String>) -> Node {
    Node { span: key.span, value: Written::Scalar(Scalar { text: key.value.clone(), plain: true }) }
}
