//! What is done to one thing is done to its neighbours as well, as far as answers show it.

use referral_conformance::exchange::Response;
use referral_conformance::json::Json;
use spec::{Condition, Contract, InputPart, Operation};

use super::transition::is_asked_for;
use crate::history::{Outcome, PastExchange};
use crate::intercept::{Intercept, InterceptContext, UpstreamResponses};
use crate::{answer, json};

/// The last accepted call of an operation.
fn last<'s>(
    context: &InterceptContext<'s>,
    operation: &str,
    asks: impl Fn(&PastExchange) -> bool,
) -> Option<&'s PastExchange> {
    let mut calls = context.history.all();
    calls
        .find(|past| past.operation == operation && past.outcome == Outcome::Accepted && asks(past))
}

/// Whether an object is of the thing that a call named.
fn is_of(members: &[(String, Json)], past: &PastExchange) -> bool {
    let mut texts = members.iter().filter_map(|(_, value)| value.text());
    texts.any(|text| past.path.iter().any(|name| name == text))
}

/// All things show the value of a member that one of them was given last.
pub(super) struct Value {
    pub(super) operation: String,
    pub(super) field: String,
}

impl Intercept for Value {
    fn on_response(&self, context: &InterceptContext<'_>, upstream: UpstreamResponses) -> Response {
        let sent = |past: &PastExchange| past.sent.get(&body(&self.field)).cloned();
        let changed = last(context, &self.operation, |past| sent(past).is_some());
        let Some(changed) = changed.filter(|_| context.call.operation.method.is_safe()) else {
            return upstream.main;
        };
        let value = sent(changed).unwrap_or(Json::Null);
        answer::edited(upstream.main, |body| {
            json::each_object(body, &mut |members| {
                if members.iter().any(|(name, _)| *name == self.field) && !is_of(members, changed) {
                    json::set(members, &self.field, value.clone());
                }
            });
        })
    }
}

fn body(field: &str) -> spec::InputRef {
    spec::InputRef {
        part: InputPart::Body,
        name: field.to_owned(),
    }
}

/// Once one thing was moved, no other is in the state that it was in.
pub(super) struct Move {
    operation: String,
    transition: Option<String>,
    record: String,
    shown_in: Option<String>,
}

/// A state that no contract knows.
const ELSEWHERE: &str = "moved";

impl Move {
    /// Where a refusal tells the state, it is given; else the member that shows it has another value.
    pub(super) fn of(
        contract: &Contract,
        operation: &Operation,
        name: Option<&str>,
    ) -> Option<Self> {
        let transition = operation.transition(name)?;
        let refuses =
            |it: &spec::Transition| it.record == transition.record && it.refused_with.is_some();
        let mut all = contract
            .operations()
            .flat_map(|operation| &operation.transitions);
        let is_refused = all.any(refuses);
        let lifecycle = contract.record(&transition.record)?.lifecycle.as_ref()?;
        let shown_in = lifecycle.shown_in.stated().filter(|_| !is_refused);
        (is_refused || shown_in.is_some()).then(|| Self {
            operation: operation.id.clone(),
            transition: name.map(str::to_owned),
            record: transition.record.clone(),
            shown_in: shown_in.cloned(),
        })
    }

    fn is_move(&self, context: &InterceptContext<'_>, past: &PastExchange) -> bool {
        let operation = context.contract.operation(&self.operation);
        let transition = operation.and_then(|it| it.transition(self.transition.as_deref()));
        past.operation == self.operation
            && past.outcome == Outcome::Accepted
            && transition.is_some_and(|transition| is_asked_for(transition, &past.sent))
    }

    /// Whether the call is about a thing that was known before another one was moved.
    fn is_spilled_on(&self, context: &InterceptContext<'_>) -> bool {
        let path = context.call.path();
        let is_named = |past: &&PastExchange| {
            let operation = context.contract.operation(&past.operation);
            let creates = operation.is_some_and(|operation| operation.creates.is_some());
            let shown = Json::parse(&past.response.body).filter(|_| creates);
            past.path == path
                || shown.is_some_and(|shown| path.iter().any(|name| shown.holds_text(name)))
        };
        let is_other = |past: &&PastExchange| past.path != path && self.is_move(context, past);
        let calls: Vec<_> = context.history.all().collect();
        let first_named = calls.iter().rposition(is_named);
        let last_moved = calls.iter().position(is_other);
        // The last comes first.
        matches!((first_named, last_moved), (Some(named), Some(moved)) if named > moved)
    }
}

impl Intercept for Move {
    fn on_response(&self, context: &InterceptContext<'_>, upstream: UpstreamResponses) -> Response {
        if let Some(shown_in) = &self.shown_in {
            let mut calls = context.history.all();
            let Some(moved) = calls.find(|past| self.is_move(context, past)) else {
                return upstream.main;
            };
            return answer::edited(upstream.main, |body| {
                json::each_object(body, &mut |members| {
                    let shows = members.iter().any(|(name, _)| name == shown_in);
                    if shows && !is_of(members, moved) {
                        json::set(members, shown_in, Json::Text(ELSEWHERE.to_owned()));
                    }
                });
            });
        }
        let operation = context.call.operation;
        let mut transitions = operation.transitions.iter();
        let refused = transitions.find(|it| {
            it.record == self.record
                && it.refused_with.is_some()
                && is_asked_for(it, &context.call.sent)
        });
        let case = refused.and_then(|it| {
            context
                .contract
                .error_case(operation, it.refused_with.as_deref()?)
        });
        match case.filter(|_| context.accepts(&upstream.main) && self.is_spilled_on(context)) {
            Some(case) => answer::refusal(context, case),
            None => upstream.main,
        }
    }
}

/// Once one thing was removed, the others are gone as well.
pub(super) struct Removal {
    pub(super) operation: String,
    pub(super) record: String,
}

/// A thing was there that often: it was made, and made again in vain.
const MADE: usize = 2;

impl Removal {
    /// How often the thing that a call makes was to be made before the last removal.
    fn made_before(&self, context: &InterceptContext<'_>) -> usize {
        let fields = context.call.operation.body.iter();
        let telling = fields.filter(|field| field.unique || field.record.is_some());
        let telling: Vec<_> = telling.map(|field| body(&field.wire)).collect();
        let same = |past: &&PastExchange| {
            let told = |at| past.sent.get(at) == context.call.sent.get(at);
            past.operation == context.call.operation.id && telling.iter().all(told)
        };
        let calls = context.history.all();
        let removes = |past: &&PastExchange| {
            past.operation == self.operation && past.outcome == Outcome::Accepted
        };
        calls.skip_while(|past| !removes(past)).filter(same).count()
    }
}

impl Intercept for Removal {
    /// What cannot be made because it is there can be made; what is looked for is not found.
    fn on_response(&self, context: &InterceptContext<'_>, upstream: UpstreamResponses) -> Response {
        let Some(removed) = last(context, &self.operation, |_| true) else {
            return upstream.main;
        };
        let operation = context.call.operation;
        let case = answer::case_of(context.contract, operation, &upstream.main);
        let there = |when: &Condition| matches!(when, Condition::Repeated | Condition::Taken(_));
        let creates = operation.creates.as_ref() == Some(&self.record);
        if creates && case.is_some_and(|case| case.when.value().is_some_and(there)) {
            return match self.made_before(context) < MADE {
                true => upstream.main,
                false => answer::acceptance(context),
            };
        }
        let is_other = context.call.path() != removed.path;
        let shows = operation
            .path_parameters
            .iter()
            .any(|it| it.record == self.record);
        let unknown = |when: &Condition| matches!(when, Condition::Unknown(_));
        let unknown = answer::case_when(context.contract, Some(operation), unknown);
        match unknown.filter(|_| shows && is_other && context.accepts(&upstream.main)) {
            Some(case) if operation.method.is_safe() => answer::refusal(context, case),
            _ => upstream.main,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{FakeServer, request, response};

    #[test]
    fn update_shows_in_all_records() {
        let mut server = FakeServer::new();
        let intercept = Value {
            operation: "update_book".to_owned(),
            field: "title".to_owned(),
        };
        let list = request("GET", "/books", None);
        let shown = || {
            response(
                200,
                r#"{"books":[{"uuid":"b-1","title":"a"},{"uuid":"b-2","title":"b"}]}"#,
            )
        };
        assert_eq!(server.response(&intercept, &list, shown()), shown());
        let change = request("PATCH", "/books/b-1", Some(r#"{"title":"c"}"#));
        server.keep(&change, &response(200, "{}"));
        let all = response(
            200,
            r#"{"books":[{"uuid":"b-1","title":"a"},{"uuid":"b-2","title":"c"}]}"#,
        );
        assert_eq!(server.response(&intercept, &list, shown()), all);
    }

    #[test]
    fn transition_applies_to_all_records() {
        let mut server = FakeServer::new();
        let operation = server.contract.operation("return_loan").unwrap();
        let intercept = Move::of(&server.contract, operation, None).unwrap();
        let sent = |loan: &str| request("PATCH", &format!("/loans/{loan}/return"), None);
        let done = || response(200, r#"{"loan":{"uuid":"l-1"}}"#);
        let lent = request(
            "POST",
            "/books/b-2/loans",
            Some(r#"{"member":"ann@x.example"}"#),
        );
        server.keep(&lent, &response(201, r#"{"loan":{"uuid":"l-2"}}"#));
        server.keep(&sent("l-1"), &done());
        assert_eq!(server.response(&intercept, &sent("l-3"), done()), done());
        assert_eq!(server.response(&intercept, &sent("l-1"), done()), done());
        let other = server.response(&intercept, &sent("l-2"), done());
        assert!(!answer::is_accepted(&server.contract, &other));
    }

    #[test]
    fn removal_applies_to_all_records() {
        let mut server = FakeServer::new();
        let intercept = Removal {
            operation: "remove_book".to_owned(),
            record: "Book".to_owned(),
        };
        let get = request("GET", "/books/b-2", None);
        let book = || response(200, r#"{"book":{"uuid":"b-2"}}"#);
        assert_eq!(server.response(&intercept, &get, book()), book());
        server.keep(&request("DELETE", "/books/b-1", None), &response(204, ""));
        let gone = server.response(&intercept, &get, book());
        assert!(!answer::is_accepted(&server.contract, &gone));
    }
}
