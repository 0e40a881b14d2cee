//! As many things to play with as the scenarios of a suite could want, told by nobody: for servers that know nothing.

use std::collections::BTreeMap;

use referral_conformance::suite::Suite;
use referral_conformance::target::Supplied;
use spec::Type;

/// Of each kind eight for each key.
const OF_EACH: usize = 8;

/// By kind.
pub fn fixtures(suite: &Suite) -> BTreeMap<String, Vec<Supplied>> {
    let keys = &suite.contract.service.keys;
    let of = |kind: &spec::Fixture| {
        let accounts = keys.iter().map(|key| &key.name);
        let supplied =
            accounts.flat_map(|account| (0..OF_EACH).map(move |n| one(kind, account, n)));
        (kind.kind.clone(), supplied.collect())
    };
    suite.contract.service.fixtures.iter().map(of).collect()
}

fn one(kind: &spec::Fixture, account: &str, n: usize) -> Supplied {
    let facts = kind.facts.iter();
    let facts = facts.map(|declared| (declared.name.clone(), fact(&declared.ty, n)));
    Supplied {
        id: format!("{}-{account}-{n}", kind.kind),
        account: account.to_owned(),
        facts: facts.collect(),
    }
}

fn fact(ty: &Type, n: usize) -> String {
    match ty {
        Type::Boolean => n.is_multiple_of(2).to_string(),
        Type::Integer | Type::Number => n.to_string(),
        Type::Timestamp(_) => format!("2026-01-0{}T00:00:00Z", n + 1),
        _ => format!("{n}@x.example"),
    }
}
