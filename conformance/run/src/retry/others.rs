//! Values of other runs of the suite, which show that another client changed a record during an attempt.

use std::collections::BTreeSet;

use crate::exchange::{Exchange, ScenarioTrace};
use crate::run_mark::{marks, run_of};

/// Numbers of the exchanges that read a value of another run which an earlier read of the same address did not show.
///
/// Without an earlier read, the other run may have ended long ago and left the value.
pub(super) fn changed_by_another_run(trace: &ScenarioTrace) -> BTreeSet<u32> {
    let Some(own_run) = trace.mark.as_deref().map(run_of) else {
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
        let is_same =
            |earlier: &&(&Exchange, &str)| earlier.0.request.target == exchange.request.target;
        let earlier = || reads.iter().take(index).filter(is_same);
        let is_new = |mark: &str| earlier().all(|(_, body)| !body.contains(mark));
        let mut others = marks(body).filter(|mark| run_of(mark) != own_run);
        if earlier().next().is_some() && others.any(is_new) {
            changed.insert(exchange.number);
        }
    }
    changed
}

fn body(exchange: &Exchange) -> Option<&str> {
    let response = exchange.outcome.as_ref().ok().filter(|response| response.is_success())?;
    std::str::from_utf8(&response.body).ok()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use http::HeaderMap;
    use spec::Method;

    use super::*;
    use crate::exchange::{AttemptTrace, Request, Response, StepTrace};

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
