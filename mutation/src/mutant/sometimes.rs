//! A server that is broken in some calls only: after others, for some things, beside other inputs.

use std::sync::Arc;
use std::time::Duration;

use referral_conformance::exchange::Response;
use referral_conformance::json::Json;
use spec::{InputPart, InputRef};

use crate::history::{Outcome, PastExchange};
use crate::intercept::{Intercept, InterceptContext, RequestAction, UpstreamResponses};

/// The calls in which a server is broken.
#[derive(Clone)]
pub(super) enum When {
    /// Once a call of the operation was accepted.
    Again,
    /// Once a call of the operation was accepted that is about another thing.
    AnotherThing,
    /// Once the operation was called for the same thing, whatever was answered.
    SameThing,
    /// Where several optional inputs are sent.
    Several,
}

/// A change to some calls of an operation; the others are left as they are.
pub(super) struct Conditional {
    intercept: Arc<dyn Intercept>,
    when: When,
}

impl Conditional {
    pub(super) fn new(intercept: impl Intercept + 'static, when: When) -> Self {
        Self::of(Arc::new(intercept), when)
    }

    pub(super) fn of(intercept: Arc<dyn Intercept>, when: When) -> Self {
        Self { intercept, when }
    }

    fn is_now(&self, context: &InterceptContext<'_>) -> bool {
        let accepted = |is: &dyn Fn(&PastExchange) -> bool| {
            let mut calls = context.history.all();
            calls.any(|past| {
                past.operation == context.call.operation.id
                    && past.outcome == Outcome::Accepted
                    && is(past)
            })
        };
        match &self.when {
            When::Again => accepted(&|_| true),
            When::AnotherThing => {
                let names = context.call.names();
                accepted(&|past| names.iter().any(|name| !says(past, name)))
            }
            When::SameThing => {
                let path = context.call.path();
                let mut calls = context.history.all();
                calls.any(|past| past.operation == context.call.operation.id && past.path == path)
            }
            When::Several => {
                let sent = context.call.sent.iter().map(|(input, _)| input);
                sent.filter(|input| !is_required(context, input)).count() > 1
            }
        }
    }
}

fn says(past: &PastExchange, name: &str) -> bool {
    let mut values = past.sent.iter().filter_map(|(_, value)| Json::text(value));
    values.any(|text| text == name)
}

fn is_required(context: &InterceptContext<'_>, input: &InputRef) -> bool {
    let operation = context.call.operation;
    let query = operation.query.iter();
    let mut query = query.filter(|query| query.required);
    let body = operation.body.iter();
    let mut body = body.filter(|field| field.required);
    match input.part {
        InputPart::Path => true,
        InputPart::Query => query.any(|query| query.name == input.name),
        InputPart::Body => body.any(|field| field.wire == input.name),
    }
}

impl Intercept for Conditional {
    fn on_request(&self, context: &InterceptContext<'_>) -> RequestAction {
        match self.is_now(context) {
            true => self.intercept.on_request(context),
            false => RequestAction::Forward(context.request.clone()),
        }
    }

    fn on_response(&self, context: &InterceptContext<'_>, upstream: UpstreamResponses) -> Response {
        match self.is_now(context) {
            true => self.intercept.on_response(context, upstream),
            false => upstream.main,
        }
    }

    fn delay(&self, context: &InterceptContext<'_>) -> Duration {
        match self.is_now(context) {
            true => self.intercept.delay(context),
            false => Duration::ZERO,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer;
    use crate::testing::{FakeServer, request, response};

    /// Refuses every call.
    struct Refused;

    impl Intercept for Refused {
        fn on_response(&self, context: &InterceptContext<'_>, _: UpstreamResponses) -> Response {
            answer::undocumented_refusal(context.contract)
        }
    }

    fn refuses(server: &FakeServer, when: &When, target: &str) -> bool {
        let intercept = Conditional::new(Refused, when.clone());
        let answer = server.response(
            &intercept,
            &request("GET", target, None),
            response(200, "{}"),
        );
        !answer::is_accepted(&server.contract, &answer)
    }

    #[test]
    fn only_calls_that_match_the_condition_change() {
        let mut server = FakeServer::new();
        let (first, other) = ("/books/b1", "/books/b2");
        for when in [When::Again, When::AnotherThing, When::SameThing] {
            assert!(!refuses(&server, &when, first));
        }
        server.keep(&request("GET", first, None), &response(200, "{}"));
        assert!(refuses(&server, &When::Again, first));
        assert!(!refuses(&server, &When::AnotherThing, first));
        assert!(refuses(&server, &When::AnotherThing, other));
        assert!(refuses(&server, &When::SameThing, first));
        assert!(!refuses(&server, &When::SameThing, other));
        let list = "/books?room=lending&longer_than=9";
        assert!(!refuses(&server, &When::Several, list));
        let both = format!("{list}&genre=a");
        assert!(refuses(&server, &When::Several, &both));
    }
}
