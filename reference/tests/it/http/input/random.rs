//! Random requests to every operation.

use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

use crate::http::input::raw::{Raw, answered};
use crate::http::operations;
use crate::http::service::TestServer;

const CASES: u32 = 400;

/// Text for a path or a query, mostly percent-encoded.
fn piece() -> impl Strategy<Value = String> {
    let coded = any::<u8>().prop_map(|byte| format!("%{byte:02X}"));
    let plain = "[a-zA-Z0-9@.,:;=&+*!'()_~$%-]{0,12}";
    let known =
        prop::sample::select(vec!["olga@example.com", "sub_00000000a001", "page=", "expand="]);
    let part = prop_oneof![coded, plain, known.prop_map(str::to_owned)];
    prop::collection::vec(part, 0..6).prop_map(|parts| parts.concat())
}

/// JSON with known and unknown members.
fn json() -> impl Strategy<Value = String> {
    let text = prop_oneof![
        any::<String>().prop_map(|text| serde_json::Value::from(text).to_string()),
        prop::sample::select(vec![r#""\ud800""#, r#""\u0000""#, r#""olga@example.com""#, r#""""#])
            .prop_map(str::to_owned),
    ];
    let number =
        prop::sample::select(vec!["-1", "0", "1e300", "-0.0", "99999999999999999999", "1e-9"]);
    let leaf = prop_oneof![text.clone(), number.prop_map(str::to_owned), "(null|true|false)"];
    let name = prop::sample::select(vec![
        "email",
        "name",
        "status",
        "value",
        "descripton",
        "subscriber_uuid",
        "subscriber_email",
        "recommendations",
        "auto_pilot",
        "reason_for_recommending",
        "created_at",
        "country_code",
    ]);
    let name = prop_oneof![name.prop_map(|name| format!("{name:?}")), text];
    leaf.prop_recursive(3, 12, 4, move |inner| {
        let members = prop::collection::vec((name.clone(), inner.clone()), 0..4);
        let object = members.prop_map(|them| {
            let them: Vec<_> = them.iter().map(|(name, them)| format!("{name}:{them}")).collect();
            format!("{{{}}}", them.join(","))
        });
        let list =
            prop::collection::vec(inner, 0..4).prop_map(|items| format!("[{}]", items.join(",")));
        prop_oneof![3 => object, 1 => list]
    })
}

fn body() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![
        3 => json().prop_map(String::into_bytes),
        1 => prop::collection::vec(any::<u8>(), 0..200),
        1 => any::<String>().prop_map(String::into_bytes),
    ]
}

#[test]
fn random_requests_are_answered_in_the_envelope() {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    let service = runtime.block_on(TestServer::start());
    let calls = operations::calls();
    let strategy = (0..calls.len(), piece(), prop::option::of(piece()), body());
    let config = Config { cases: CASES, failure_persistence: None, ..Config::default() };
    let done = TestRunner::new(config).run(&strategy, |(index, piece, query, body)| {
        let call = &calls[index];
        let query = query.map(|query| format!("?{query}")).unwrap_or_default();
        let path = operations::at(call, &piece) + &query;
        let raw = Raw::of(call).path(path).body(body);
        runtime.block_on(answered(&service, &raw));
        Ok(())
    });
    done.unwrap();
}
