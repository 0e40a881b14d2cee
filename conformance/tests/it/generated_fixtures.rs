//! A run with generated fixtures for every scenario of a suite, for servers without any records.

use std::collections::BTreeMap;
use std::sync::Arc;

use jiff::Timestamp;
use referral_conformance::depth::Depth;
use referral_conformance::level::Level;
use referral_conformance::report::RunInfo;
use referral_conformance::run::Settings;
use referral_conformance::suite::Suite;
use referral_conformance::target::{EmailDomain, TargetFixture};
use spec::Type;

/// Fixtures of each kind for each key.
const OF_EACH: usize = 8;

/// One key for all key kinds.
pub fn keys(suite: &Suite, key: &str) -> BTreeMap<String, String> {
    let kinds = suite.contract.service.keys.iter();
    kinds.map(|kind| (kind.name.clone(), key.to_owned())).collect()
}

/// Settings of a full run with exclusive access.
pub fn settings(keys: BTreeMap<String, String>, jobs: usize, now: Timestamp) -> Settings {
    Settings {
        run_id: "1".to_owned(),
        email_domain: EmailDomain::default(),
        now,
        jobs,
        keys,
        fresh_fixtures: true,
        fresh_names: true,
        exclusive: true,
        skip_retry_pauses: true,
        judge_each: false,
        fail_fast: None,
    }
}

/// The run information for the report.
pub fn info(base_url: String, now: Timestamp) -> RunInfo {
    RunInfo {
        base_url,
        level: Level::Full,
        depth: Depth::Thorough,
        profile: "everything".to_owned(),
        allowed: Vec::new(),
        waivers: BTreeMap::new(),
        seed: 1,
        started_at: now.to_string(),
        journal: None,
        curl_arguments: BTreeMap::new(),
        key_sources: BTreeMap::new(),
    }
}

/// By kind.
pub fn fixtures(suite: &Suite) -> BTreeMap<String, Vec<TargetFixture>> {
    let keys = &suite.contract.service.keys;
    let of = |kind: &spec::Fixture| {
        let accounts = keys.iter().map(|key| &key.name);
        let supplied =
            accounts.flat_map(|account| (0..OF_EACH).map(move |n| one(kind, account, n)));
        (kind.kind.clone(), supplied.collect())
    };
    suite.contract.service.fixtures.iter().map(of).collect()
}

fn one(kind: &spec::Fixture, account: &str, n: usize) -> TargetFixture {
    let facts = kind.facts.iter();
    let facts = facts.map(|declared| (declared.name.clone(), fact(&declared.ty, n)));
    TargetFixture {
        id: format!("{}-{account}-{n}", kind.kind),
        account: account.to_owned(),
        facts: Arc::new(facts.collect()),
    }
}

fn fact(ty: &Type, n: usize) -> String {
    match ty {
        Type::Boolean => n.is_multiple_of(2).to_string(),
        Type::Integer | Type::Number | Type::UnixTime => n.to_string(),
        Type::Timestamp(_) => format!("2026-01-0{}T00:00:00Z", n + 1),
        _ => format!("{n}@x.example"),
    }
}
