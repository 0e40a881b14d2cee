//! Intercepts that apply only to some calls of an operation.

use std::time::Duration;

use referral_conformance::exchange::Response;
use spec::{InputPart, InputRef};

use crate::intercept::{Intercept, InterceptContext, RequestAction, UpstreamResponses};

/// The calls to which an intercept applies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::mutant) enum Trigger {
    /// Calls after the operation was accepted.
    AfterAccepted,
    /// Calls after the operation was accepted for another record.
    OtherRecord,
    /// Calls after the operation was called for the same record, with any outcome.
    SameRecord,
    /// Calls with several optional inputs.
    SeveralInputs,
}

/// An intercept that applies only to the calls of a [`Trigger`].
pub(in crate::mutant) struct Conditional<I> {
    intercept: I,
    trigger: Trigger,
}

impl<I: Intercept> Conditional<I> {
    pub(in crate::mutant) fn new(intercept: I, trigger: Trigger) -> Self {
        Self { intercept, trigger }
    }

    fn applies(&self, cx: &InterceptContext<'_>) -> bool {
        let operation = &cx.call.operation.id;
        match self.trigger {
            Trigger::AfterAccepted => cx.history.last_accepted(cx.call).is_some(),
            Trigger::OtherRecord => {
                let identifiers = cx.call.identifiers();
                cx.history
                    .accepted_calls(operation)
                    .any(|past| identifiers.iter().any(|id| !past.sends_text(id)))
            }
            Trigger::SameRecord => {
                let path = cx.call.path_values();
                cx.history
                    .newest_first()
                    .any(|past| past.operation == *operation && past.path == path)
            }
            Trigger::SeveralInputs => {
                let inputs = cx.call.sent.iter().map(|(input, _)| input);
                inputs.filter(|input| !is_required(cx, input)).count() > 1
            }
        }
    }
}

fn is_required(cx: &InterceptContext<'_>, input: &InputRef) -> bool {
    let operation = cx.call.operation;
    match input.part {
        InputPart::Path => true,
        InputPart::Query => {
            operation.query.iter().any(|query| query.required && query.name == input.name)
        }
        InputPart::Body => {
            operation.body.iter().any(|field| field.required && field.wire == input.name)
        }
    }
}

impl<I: Intercept> Intercept for Conditional<I> {
    fn on_request(&self, cx: &InterceptContext<'_>) -> RequestAction {
        if self.applies(cx) { self.intercept.on_request(cx) } else { cx.forward() }
    }

    fn on_response(&self, cx: &InterceptContext<'_>, upstream: UpstreamResponses) -> Response {
        if self.applies(cx) { self.intercept.on_response(cx, upstream) } else { upstream.main }
    }

    fn delay(&self, cx: &InterceptContext<'_>) -> Duration {
        if self.applies(cx) { self.intercept.delay(cx) } else { Duration::ZERO }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer;
    use crate::intercept::on_response;
    use crate::testing::{FakeServer, request, response};

    fn refuses(server: &FakeServer, trigger: Trigger, target: &str) -> bool {
        let refuse = on_response(|cx, _| answer::undocumented_refusal(cx.contract));
        let intercept = Conditional::new(refuse, trigger);
        let sent = request("GET", target, None);
        let answer = server.response(&intercept, &sent, response(200, "{}"));
        !answer::is_accepted(&server.contract, &answer)
    }

    #[test]
    fn only_calls_of_the_trigger_change() {
        let mut server = FakeServer::new();
        let (first, other) = ("/books/b1", "/books/b2");
        for trigger in [Trigger::AfterAccepted, Trigger::OtherRecord, Trigger::SameRecord] {
            assert!(!refuses(&server, trigger, first));
        }
        server.record(&request("GET", first, None), &response(200, "{}"));
        assert!(refuses(&server, Trigger::AfterAccepted, first));
        assert!(!refuses(&server, Trigger::OtherRecord, first));
        assert!(refuses(&server, Trigger::OtherRecord, other));
        assert!(refuses(&server, Trigger::SameRecord, first));
        assert!(!refuses(&server, Trigger::SameRecord, other));
        let list = "/books?room=lending&longer_than=9";
        assert!(!refuses(&server, Trigger::SeveralInputs, list));
        let both = format!("{list}&genre=a");
        assert!(refuses(&server, Trigger::SeveralInputs, &both));
    }
}
