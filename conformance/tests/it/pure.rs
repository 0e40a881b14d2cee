//! Judging is a pure function of exchanges: it never panics, its counts add up, and the order of the traces does not
//! matter.

use http::HeaderMap;
use proptest::prelude::*;
use referral_conformance::depth::Depth;
use referral_conformance::exchange::{
    AttemptTrace, Exchange, ExpectedValues, Fault, Request, Response, ScenarioTrace, StepTrace,
};
use referral_conformance::field_location::FieldLocation;
use referral_conformance::json::Json;
use referral_conformance::judge::judge;
use referral_conformance::level::Level;
use referral_conformance::plan::PlanInputs;
use referral_conformance::suite::Suite;
use referral_conformance::verdict::{counts, verdicts};
use spec::Method;

use crate::session::{fixtures, library};

fn body() -> impl Strategy<Value = String> {
    let known = [
        "",
        "{}",
        "null",
        "[]",
        "<html>",
        r#"{"message":"A library card is required"}"#,
        r#"{"message":7}"#,
        r#"{"books":[],"page_info":{}}"#,
        r#"{"books":[{"uuid":"v1"},{"uuid":"v0"}]}"#,
        r#"{"book":{"uuid":1,"replacement_cost":1e400},"shelf_marks":[]}"#,
        r#"{"loan":{}}"#,
        r#"{"books":[null,3],"page_info":{"page":"1","per_page":null}}"#,
    ];
    prop_oneof![proptest::sample::select(known.to_vec()).prop_map(str::to_owned), ".{0,20}"]
}

fn exchange() -> impl Strategy<Value = Exchange> {
    let status =
        proptest::sample::select(vec![200_u16, 201, 204, 302, 400, 404, 409, 429, 500, 501]);
    let response = (status, body()).prop_map(|(status, body)| {
        Ok(Response { status, headers: HeaderMap::new(), body: body.into_bytes().into() })
    });
    let outcome = prop_oneof![9 => response, 1 => Just(Err(Fault::Timeout))];
    let target = proptest::sample::select(vec![
        "/books",
        "/books/v1",
        "//",
        "",
        "/books?room=x&per_page=1",
        "/loans/%ff/return",
    ]);
    (outcome, target, proptest::option::of(body())).prop_map(|(outcome, target, body)| Exchange {
        number: 1,
        request: Request {
            method: Method::Post,
            target: target.to_owned(),
            headers: Vec::new(),
            body,
        }
        .into(),
        outcome,
    })
}

fn step() -> impl Strategy<Value = StepTrace> {
    let exchanges = || proptest::collection::vec(exchange(), 0..3);
    let way = (exchanges(), exchanges(), any::<bool>());
    let way =
        way.prop_map(|(exchanges, reread, complete)| AttemptTrace { exchanges, reread, complete });
    let value = || proptest::sample::select(vec!["v0".to_owned(), "v1".to_owned()]);
    let spot = proptest::option::of(value()).prop_map(|item| FieldLocation {
        member: if item.is_some() { "books" } else { "book" }.to_owned(),
        item,
        field: "uuid".to_owned(),
    });
    let compared = || proptest::collection::vec((spot.clone(), value().prop_map(Json::Text)), 0..3);
    let order = proptest::collection::vec((value(), value()), 0..3);
    let values = (order, compared(), compared());
    let values = values.prop_map(|(order, equals, differs)| ExpectedValues {
        shows: order.iter().map(|(value, _)| value.clone()).collect(),
        hides: order.iter().map(|(_, value)| value.clone()).collect(),
        order,
        equals,
        differs,
        ..ExpectedValues::default()
    });
    (proptest::collection::vec(way, 0..3), values)
        .prop_map(|(attempts, values)| StepTrace { attempts, values })
}

fn traces(suite: &Suite) -> impl Strategy<Value = Vec<ScenarioTrace>> + use<> {
    let traces: Vec<_> = suite
        .scenarios
        .iter()
        .map(|scenario| {
            let id = scenario.id.clone();
            proptest::collection::vec(step(), 0..=scenario.steps.len()).prop_map(move |steps| {
                ScenarioTrace {
                    scenario: id.clone(),
                    fresh_fixtures: true,
                    steps,
                    ..ScenarioTrace::default()
                }
            })
        })
        .collect();
    traces
}

#[test]
fn any_exchanges_can_be_judged() {
    let suite = library();
    let fixtures = fixtures();
    let keys = ["main".to_owned()].into();
    let allowance = PlanInputs {
        level: Level::Full,
        depth: Depth::Thorough,
        keys,
        fixtures: &fixtures,
        only: None,
    };
    let plan = suite.plan(&allowance);
    let mut runner = proptest::test_runner::TestRunner::new(ProptestConfig::with_cases(64));
    let checked = runner.run(&traces(&suite), |mut traces| {
        let result = judge(&suite.contract, &suite.clauses, &suite.scenarios, &traces);
        let found = verdicts(&suite.clauses, &plan, &result.findings).unwrap();
        prop_assert_eq!(counts(&found).values().sum::<usize>(), suite.clauses.iter().count());
        traces.reverse();
        let again = judge(&suite.contract, &suite.clauses, &suite.scenarios, &traces);
        prop_assert_eq!(result.findings, again.findings);
        prop_assert_eq!(result.observations, again.observations);
        Ok(())
    });
    checked.unwrap();
}
