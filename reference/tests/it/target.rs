//! The demo's target file against the contract: a fixture of every kind, with all its facts.

use std::collections::BTreeMap;
use std::path::Path;

use reader::{Diagnostics, Node, Sources, Style, Value};
use referral_reference::seed::target;

use crate::support::demo;

fn parse(path: &Path, text: String) -> Node {
    let (mut sources, mut found) = (Sources::new(), Diagnostics::new());
    let file = sources.add(path, text);
    let node = reader::parse(&sources, file, &mut found);
    node.unwrap_or_else(|| panic!("{}", reader::render(&sources, &found, Style::Plain)))
}

/// The value of a key, if the map has it.
fn get<'n>(node: &'n Node, key: &str) -> Option<&'n Node> {
    members(node)
        .into_iter()
        .find_map(|(name, value)| (name == key).then_some(value))
}

fn members(node: &Node) -> Vec<(&str, &Node)> {
    let Value::Map(entries) = &node.value else {
        panic!("{} is no map", node.describe())
    };
    let members = entries.iter().map(|it| (it.key.value.as_str(), &it.value));
    members.collect()
}

fn text(node: &Node) -> &str {
    match &node.value {
        Value::Scalar(scalar) => &scalar.text,
        _ => panic!("{} is no text", node.describe()),
    }
}

/// The names of the facts of each kind of fixture that the contract declares.
fn declared() -> BTreeMap<String, Vec<String>> {
    let contract = Path::new(env!("CARGO_MANIFEST_DIR")).join("../spec/contract");
    let mut kinds = BTreeMap::new();
    for folder in std::fs::read_dir(contract).unwrap() {
        let file = folder.unwrap().path().join("resource.yaml");
        let Ok(written) = std::fs::read_to_string(&file) else {
            continue;
        };
        let resource = parse(&file, written);
        for (kind, fixture) in get(&resource, "fixtures").map(members).unwrap_or_default() {
            let facts = get(fixture, "facts").map(members).unwrap_or_default();
            let facts = facts.into_iter().map(|(name, _)| name.to_owned());
            kinds.insert(kind.to_owned(), facts.collect());
        }
    }
    kinds
}

/// A fixture of the target: its account, its id, its facts.
type Fixture = (String, String, BTreeMap<String, String>);

fn supplied() -> BTreeMap<String, Vec<Fixture>> {
    let path = Path::new("demo.yaml");
    let target = parse(path, target::text(path, "http://127.0.0.1:1", &demo(), &[]));
    let fixture = |node: &Node| {
        let named = |key| text(get(node, key).unwrap()).to_owned();
        let facts = get(node, "facts").map(members).unwrap_or_default();
        let facts = facts
            .into_iter()
            .map(|(name, value)| (name.to_owned(), text(value).to_owned()));
        (named("account"), named("id"), facts.collect())
    };
    let kinds = members(get(&target, "fixtures").unwrap()).into_iter();
    kinds
        .map(|(kind, list)| {
            let Value::List(list) = &list.value else {
                panic!("{kind} is no list")
            };
            (kind.to_owned(), list.iter().map(fixture).collect())
        })
        .collect()
}

#[test]
fn the_demo_supplies_every_kind_of_fixture_with_all_its_facts() {
    let (declared, supplied) = (declared(), supplied());
    assert!(!declared.is_empty());
    for (kind, facts) in &declared {
        let fixtures = supplied
            .get(kind)
            .unwrap_or_else(|| panic!("there is no {kind}"));
        let of_main = fixtures
            .iter()
            .filter(|(account, ..)| account == "main")
            .count();
        // An account has one campaign.
        let wanted = if kind == "campaign" { 1 } else { 2 };
        assert!(of_main >= wanted, "{of_main} of {kind}");
        for (_, id, known) in fixtures {
            assert_eq!(
                known.keys().collect::<Vec<_>>(),
                facts.iter().collect::<Vec<_>>(),
                "{id}"
            );
        }
    }
    assert!(supplied.keys().all(|it| declared.contains_key(it)));
}

#[test]
fn publications_of_both_accounts_show_order_and_scope() {
    let fixtures = &supplied()["publication"];
    let times = |word: &str| {
        let own = fixtures.iter().filter(|(account, ..)| account == word);
        let mut times: Vec<_> = own
            .map(|(_, _, facts)| facts["created_at"].clone())
            .collect();
        let all = times.len();
        times.sort();
        times.dedup();
        assert_eq!(times.len(), all, "two are of one moment");
        all
    };
    assert!(times("main") >= 3 && times("other_account") >= 1);
}

#[test]
fn a_referrer_can_be_named_by_whoever_comes_next() {
    let demo = demo();
    for (account, id, facts) in &supplied()["referrer"] {
        let account = demo.accounts.iter().find(|it| it.word == *account).unwrap();
        let found = account
            .subscribers
            .iter()
            .find(|it| it.uuid.as_str() == id)
            .unwrap();
        assert_eq!(found.ref_code.as_str(), facts["ref_code"]);
    }
}
