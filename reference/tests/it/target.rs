//! The demo's target file compared with the contract: a fixture of every kind, with all its facts.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use reader::{Diagnostics, Node, Sources, Style, Value};
use referral_reference::domain::country::Country;
use referral_reference::domain::dollars::Dollars;
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
    members(node).into_iter().find_map(|(name, value)| (name == key).then_some(value))
}

fn members(node: &Node) -> Vec<(&str, &Node)> {
    let Value::Map(entries) = &node.value else { panic!("{} is not a map", node.describe()) };
    let members = entries.iter().map(|text| (text.key.value.as_str(), &text.value));
    members.collect()
}

fn text(node: &Node) -> &str {
    match &node.value {
        Value::Scalar(scalar) => &scalar.text,
        _ => panic!("{} is no text", node.describe()),
    }
}

/// A declared kind of fixture.
struct Declared {
    /// Whether a run consumes it.
    consumed: bool,
    /// The names of its facts.
    facts: BTreeSet<String>,
}

/// The kinds of fixtures that the contract declares.
fn declared() -> BTreeMap<String, Declared> {
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
            let declared = Declared {
                consumed: get(fixture, "consumed").is_some_and(|node| text(node) == "true"),
                facts: facts.collect(),
            };
            kinds.insert(kind.to_owned(), declared);
        }
    }
    kinds
}

/// A fixture of the target: account, id, facts.
type Fixture = (String, String, BTreeMap<String, String>);

fn supplied() -> BTreeMap<String, Vec<Fixture>> {
    let path = Path::new("demo.yaml");
    let target = parse(path, target::text(path, "http://127.0.0.1:1", &demo(), &[]));
    let fixture = |node: &Node| {
        let named = |key| text(get(node, key).unwrap()).to_owned();
        let facts = get(node, "facts").map(members).unwrap_or_default();
        let facts =
            facts.into_iter().map(|(name, value)| (name.to_owned(), text(value).to_owned()));
        (named("account"), named("id"), facts.collect())
    };
    let kinds = members(get(&target, "fixtures").unwrap()).into_iter();
    kinds
        .map(|(kind, list)| {
            let Value::List(list) = &list.value else { panic!("{kind} is no list") };
            (kind.to_owned(), list.iter().map(fixture).collect())
        })
        .collect()
}

/// Number of fixtures of a kind in the account.
fn count(supplied: &BTreeMap<String, Vec<Fixture>>, kind: &str, label: &str) -> usize {
    let fixtures = supplied.get(kind).map_or(&[][..], Vec::as_slice);
    let own = fixtures.iter().filter(|(account, ..)| account == label);
    own.count()
}

#[test]
fn the_demo_supplies_every_kind_of_fixture_with_all_its_facts() {
    let (declared, supplied) = (declared(), supplied());
    assert!(declared.len() > 15);
    for (kind, declared) in &declared {
        let wanted = if declared.consumed { 6 } else { 1 };
        let of_main = count(&supplied, kind, "main");
        assert!(of_main >= wanted, "{of_main} of {kind}");
        // Some facts apply to some records only: not every payout has details.
        let known = supplied[kind].iter().flat_map(|(_, _, known)| known.keys());
        let known: BTreeSet<_> = known.cloned().collect();
        assert_eq!(known, declared.facts, "{kind}");
    }
    assert!(supplied.keys().all(|key| declared.contains_key(key)));
}

/// Scenarios that need two fixtures of a kind in one account have them; an account is single, and has one campaign.
#[test]
fn both_accounts_have_two_fixtures_of_each_kind() {
    let supplied = supplied();
    for kind in supplied.keys().filter(|kind| !["account", "campaign"].contains(&kind.as_str())) {
        for label in ["main", "other_account"] {
            assert!(count(&supplied, kind, label) >= 2, "{kind} of {label}");
        }
    }
}

#[test]
fn plain_subscribers_are_not_in_the_campaign() {
    let demo = demo();
    let members: Vec<_> = demo
        .accounts
        .iter()
        .flat_map(|account| &account.memberships)
        .map(|membership| membership.subscriber.as_str())
        .collect();
    assert!(!members.is_empty());
    for (_, id, _) in &supplied()["subscriber"] {
        assert!(!members.contains(&id.as_str()), "{id}");
    }
}

#[test]
fn publications_of_both_accounts_show_order_and_scope() {
    let fixtures = &supplied()["publication"];
    let times = |label: &str| {
        let own = fixtures.iter().filter(|(account, ..)| account == label);
        let mut times: Vec<_> = own.map(|(_, _, facts)| facts["created_at"].clone()).collect();
        let all = times.len();
        times.sort();
        times.dedup();
        assert_eq!(times.len(), all, "two are of one moment");
        all
    };
    assert!(times("main") >= 3 && times("other_account") >= 1);
}

#[test]
fn referrer_fixtures_have_valid_codes() {
    let demo = demo();
    for (account, id, facts) in &supplied()["referrer"] {
        let account = demo.accounts.iter().find(|candidate| candidate.label == *account).unwrap();
        let found =
            account.subscribers.iter().find(|subscriber| subscriber.uuid.as_str() == id).unwrap();
        assert_eq!(found.ref_code.as_str(), facts["ref_code"]);
    }
}

#[test]
fn facts_of_partner_programs_match_the_seed() {
    let accounts = demo().accounts.into_iter();
    let programs: Vec<_> = accounts.flat_map(|account| account.partner_programs).collect();
    let fixtures = &supplied()["partner_program"];
    assert!(fixtures.len() > 20);
    for (_, id, facts) in fixtures {
        let program = programs.iter().find(|program| program.uuid.as_str() == id).unwrap();
        let accepted = |fact| program.geo.accept(&Country::parse(&facts[fact]).unwrap());
        let channels: Vec<_> = program.channels.iter().map(|channel| channel.as_ref()).collect();
        let has = |fact| channels.contains(&facts[fact].as_str());
        assert!(accepted("accepted_country") && !accepted("refused_country"), "{id}");
        assert!(has("channel") && !has("other_channel"), "{id}");
        let applied_for = facts["requires_application"] == "true";
        assert_eq!(applied_for, program.requires_approval, "{id}");
        for (fact, amount) in [("cpa", program.cpa), ("max_payout", program.max_payout)] {
            assert_eq!(Dollars::whole(facts[fact].parse().unwrap()), amount, "{id}");
        }
    }
    let highest = programs.iter().map(|program| program.cpa).max();
    assert!(programs.iter().any(|program| Some(program.cpa) < highest));
}

#[test]
fn programs_to_join_are_of_both_kinds_and_were_not_joined() {
    let demo = demo();
    let fixtures = &supplied()["partner_program_to_join"];
    for label in ["true", "false"] {
        let of_main = fixtures.iter().filter(|(account, _, facts)| {
            account == "main" && facts["requires_application"] == label
        });
        assert!(of_main.count() >= 6, "requires_application: {label}");
    }
    for (account, id, _) in fixtures {
        let account = demo.accounts.iter().find(|candidate| candidate.label == *account).unwrap();
        let mut joined =
            account.recommendations.iter().map(|recommendation| &recommendation.partner_program);
        assert!(joined.all(|joined| joined.as_str() != id), "{id}");
    }
}
