//! A server that is broken in some calls only: after others, for some things, beside other inputs.

use std::sync::Arc;
use std::time::Duration;

use referral_conformance::exchange::Response;
use referral_conformance::json::Json;
use spec::{InputPart, InputRef};

use crate::bend::{Answers, Bend, Next, Seen};
use crate::memory::{Outcome, Past};

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
pub(super) struct Sometimes {
    bend: Arc<dyn Bend>,
    when: When,
}

impl Sometimes {
    pub(super) fn new(bend: impl Bend + 'static, when: When) -> Self {
        Self::of(Arc::new(bend), when)
    }

    pub(super) fn of(bend: Arc<dyn Bend>, when: When) -> Self {
        Self { bend, when }
    }

    fn is_now(&self, seen: &Seen<'_>) -> bool {
        let accepted = |is: &dyn Fn(&Past) -> bool| {
            let mut calls = seen.memory.all();
            calls.any(|past| {
                past.operation == seen.call.operation.id
                    && past.outcome == Outcome::Accepted
                    && is(past)
            })
        };
        match &self.when {
            When::Again => accepted(&|_| true),
            When::AnotherThing => {
                let names = seen.call.names();
                accepted(&|past| names.iter().any(|name| !says(past, name)))
            }
            When::SameThing => {
                let path = seen.call.path();
                let mut calls = seen.memory.all();
                calls.any(|past| past.operation == seen.call.operation.id && past.path == path)
            }
            When::Several => {
                let sent = seen.call.sent.iter().map(|(input, _)| input);
                sent.filter(|input| !is_required(seen, input)).count() > 1
            }
        }
    }
}

fn says(past: &Past, name: &str) -> bool {
    let mut values = past.sent.iter().filter_map(|(_, value)| Json::text(value));
    values.any(|text| text == name)
}

fn is_required(seen: &Seen<'_>, input: &InputRef) -> bool {
    let operation = seen.call.operation;
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

impl Bend for Sometimes {
    fn request(&self, seen: &Seen<'_>) -> Next {
        match self.is_now(seen) {
            true => self.bend.request(seen),
            false => Next::Forward(seen.request.clone()),
        }
    }

    fn response(&self, seen: &Seen<'_>, answers: Answers) -> Response {
        match self.is_now(seen) {
            true => self.bend.response(seen, answers),
            false => answers.main,
        }
    }

    fn wait(&self, seen: &Seen<'_>) -> Duration {
        match self.is_now(seen) {
            true => self.bend.wait(seen),
            false => Duration::ZERO,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer;
    use crate::toy::{Toy, request, response};

    /// Refuses every call.
    struct Refused;

    impl Bend for Refused {
        fn response(&self, seen: &Seen<'_>, _: Answers) -> Response {
            answer::undocumented_refusal(seen.contract)
        }
    }

    fn refuses(toy: &Toy, when: &When, target: &str) -> bool {
        let bend = Sometimes::new(Refused, when.clone());
        let answer = toy.response(&bend, &request("GET", target, None), response(200, "{}"));
        !answer::is_accepted(&toy.contract, &answer)
    }

    #[test]
    fn only_some_calls_are_broken() {
        let mut toy = Toy::new();
        let (first, other) = ("/books/b1", "/books/b2");
        for when in [When::Again, When::AnotherThing, When::SameThing] {
            assert!(!refuses(&toy, &when, first));
        }
        toy.keep(&request("GET", first, None), &response(200, "{}"));
        assert!(refuses(&toy, &When::Again, first));
        assert!(!refuses(&toy, &When::AnotherThing, first));
        assert!(refuses(&toy, &When::AnotherThing, other));
        assert!(refuses(&toy, &When::SameThing, first));
        assert!(!refuses(&toy, &When::SameThing, other));
        let list = "/books?room=lending&longer_than=9";
        assert!(!refuses(&toy, &When::Several, list));
        let both = format!("{list}&genre=a");
        assert!(refuses(&toy, &When::Several, &both));
    }
}
