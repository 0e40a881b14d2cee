//! Values of other runs of the suite, which show that another client changed a record during an attempt.

use std::collections::BTreeSet;

use crate::exchange::{Exchange, ScenarioTrace};

/// The fewest digits of a run's id by which its values are recognized. Ids of runs have 16 digits unless `--seed` is short.
const RUN_DIGITS: usize = 8;

/// Digits after the run's id and a dot.
const SCENARIO_DIGITS: usize = 6;

/// Numbers of the exchanges that read a value of another run which an earlier read of the same address did not show.
///
/// Without an earlier read, the other run may have ended long ago and left the value.
pub(super) fn changed_by_another_run(trace: &ScenarioTrace) -> BTreeSet<u32> {
    let own_run = trace.mark.as_deref().and_then(|mark| mark.split_once('.'));
    let Some((own_run, _)) = own_run else {
        return BTreeSet::new();
    };
    let steps = trace.steps.iter().flat_map(|step| &step.attempts);
    let reads: Vec<_> = steps
        .flat_map(|attempt| &attempt.exchanges)
        .filter(|exchange| exchange.request.method.is_safe())
        .filter_map(|exchange| Some((exchange, body(exchange)?)))
        .collect();
    let mut changed = BTreeSet::new();
    for (index, (exchange, body)) in reads.iter().enumerate() {
        let earlier = reads[..index].iter();
        let earlier: Vec<_> = earlier
            .filter(|(earlier, _)| earlier.request.target == exchange.request.target)
            .collect();
        let is_known = |mark: &str| earlier.iter().any(|(_, body)| body.contains(mark));
        let mut others = marks(body).filter(|mark| !mark.starts_with(own_run));
        if !earlier.is_empty() && others.any(|mark| !is_known(mark)) {
            changed.insert(exchange.number);
        }
    }
    changed
}

fn body(exchange: &Exchange) -> Option<&str> {
    let response = exchange.outcome.as_ref().ok().filter(|response| response.is_success())?;
    std::str::from_utf8(&response.body).ok()
}

/// The marks of runs in a text: the run's id, a dot, and six digits of the scenario.
fn marks(text: &str) -> impl Iterator<Item = &str> {
    let is_digit = |byte: &u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(byte);
    text.match_indices('.').filter_map(move |(dot, _)| {
        let (before, after) = (&text.as_bytes()[..dot], &text.as_bytes()[dot + 1..]);
        let run = before.iter().rev().take_while(|byte| is_digit(byte)).count();
        let scenario = after.iter().take_while(|byte| is_digit(byte)).count();
        let is_mark = run >= RUN_DIGITS && scenario == SCENARIO_DIGITS;
        is_mark.then(|| text.get(dot - run..dot + 1 + scenario)).flatten()
    })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use http::HeaderMap;
    use spec::Method;

    use super::*;
    use crate::exchange::{AttemptTrace, Request, Response, StepTrace};

    #[test]
    fn marks_of_runs_are_recognized() {
        let of = |text| marks(text).collect::<Vec<_>>();
        assert_eq!(of("New 52f1c09a7be4d380.0b12cd.2"), ["52f1c09a7be4d380.0b12cd"]);
        assert_eq!(of(r#"{"a":"52f1c09a.0b12cd@x.example"}"#), ["52f1c09a.0b12cd"]);
        for text in ["7.0b12cd", "52f1c09a.0b12cde", "52f1c09a.0b12", "3.141592", "é.", ".."] {
            assert_eq!(of(text), [""; 0], "{text}");
        }
    }

    fn trace(exchanges: &[(Method, &str, &str)]) -> ScenarioTrace {
        let exchange = |(number, (method, target, body)): (u32, &(Method, &str, &str))| Exchange {
            number,
            request: Arc::new(Request {
                method: *method,
                target: (*target).to_owned(),
                headers: Vec::new(),
                body: None,
            }),
            outcome: Ok(Response { status: 200, headers: HeaderMap::new(), body: (*body).into() }),
        };
        let exchanges = (1..).zip(exchanges).map(exchange).collect();
        let attempts = vec![AttemptTrace { exchanges, ..AttemptTrace::default() }];
        let steps = vec![StepTrace { attempts, ..StepTrace::default() }];
        let mark = Some("11111111.bbbbbb".to_owned());
        ScenarioTrace { mark, steps, ..ScenarioTrace::default() }
    }

    #[test]
    fn only_new_values_of_other_runs_show_another_client() {
        let (own, other) = ("11111111.aaaaaa.1", "22222222.aaaaaa.1");
        let changed = |first: (Method, &str, &str), second| {
            let trace = trace(&[first, (Method::Get, "/books/1", second)]);
            changed_by_another_run(&trace).into_iter().collect::<Vec<_>>()
        };
        assert_eq!(changed((Method::Get, "/books/1", "Emma"), other), [2]);
        assert_eq!(changed((Method::Get, "/books/1", "Emma"), own), [0; 0]);
        assert_eq!(changed((Method::Get, "/books/1", other), other), [0; 0]);
        assert_eq!(changed((Method::Get, "/books/2", "Emma"), other), [0; 0]);
        assert_eq!(changed((Method::Patch, "/books/1", "Emma"), other), [0; 0]);
    }
}
