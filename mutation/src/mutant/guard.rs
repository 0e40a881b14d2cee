//! A move is made in spite of its guard.

use referral_conformance::exchange::Response;
use referral_conformance::json::Json;
use referral_conformance::parsed::SentInputs;
use spec::{Contract, Operation, Record, Type};

use super::Mutation;
use super::transition::is_asked_for;
use crate::history::{Outcome, PastExchange};
use crate::intercept::{Intercept, InterceptContext, UpstreamResponses};
use crate::{answer, json};

/// There is no way where no member is known to show the state.
pub(super) fn mutations(
    contract: &Contract,
    operation: Option<&Operation>,
    transition: Option<&str>,
) -> Vec<Mutation> {
    let intercept = operation.and_then(|operation| Moved::of(contract, operation, transition));
    let Some(intercept) = intercept else {
        return Vec::new();
    };
    let refused = Moved {
        refuses: true,
        ..intercept.clone()
    };
    let later = Moved {
        later: true,
        ..intercept.clone()
    };
    let statement = "the guard is forgotten once another thing was moved";
    let mutations = [
        ("done", "the move is made in spite of its guard", intercept),
        ("refused_and_done", "the move is refused, and made", refused),
        ("done_after_another", statement, later),
    ];
    let mutation = |(kind, statement, intercept)| {
        Mutation::new(kind, statement, intercept).for_all_operations()
    };
    mutations.map(mutation).into()
}

/// From a call that came to nothing for its guard on, the thing is shown in the new state.
///
/// A guard has no documented answer: the call was refused in a way that the contract knows nothing
/// of, or accepted, which is of no account where the new state is not known.
#[derive(Clone)]
struct Moved {
    operation: String,
    transition: Option<String>,
    /// The member that shows the state.
    shown_in: String,
    /// The new state, if that is known.
    to: Option<String>,
    /// Whether the call is still refused.
    refuses: bool,
    /// Whether the guard is dropped once another thing has changed state.
    later: bool,
}

/// A state that no contract knows, for where the new one is not known.
const ELSEWHERE: &str = "moved";

impl Moved {
    fn of(contract: &Contract, operation: &Operation, name: Option<&str>) -> Option<Self> {
        let transition = operation.transition(name)?;
        let record = contract.record(&transition.record)?;
        let lifecycle = record.lifecycle.as_ref();
        let shown_in = lifecycle.and_then(|lifecycle| lifecycle.shown_in.value().cloned());
        Some(Self {
            operation: operation.id.clone(),
            transition: transition.name.clone(),
            shown_in: shown_in.or_else(|| enumeration(record))?,
            to: transition.to.value().cloned(),
            refuses: false,
            later: false,
        })
    }

    /// Whether a call of the operation asked for the move, and was not refused for a documented reason.
    fn moves(&self, operation: &Operation, sent: &SentInputs, outcome: Outcome) -> bool {
        let transition = operation.transition(self.transition.as_deref());
        let asked_for = transition.is_some_and(|transition| is_asked_for(transition, sent));
        let counts = match outcome {
            Outcome::Accepted => self.to.is_some(),
            Outcome::Refused => false,
            Outcome::RefusedOtherwise => true,
        };
        operation.id == self.operation && asked_for && counts
    }

    /// Whether this was the last move that the thing was asked to make.
    fn has_moved(&self, context: &InterceptContext<'_>, name: &str) -> bool {
        let asks = |past: &&PastExchange| {
            let operation = context.contract.operation(&past.operation);
            let mut transitions = operation.into_iter().flat_map(|it| &it.transitions);
            past.outcome != Outcome::Refused
                && past.path.iter().any(|text| text == name)
                && transitions.any(|transition| is_asked_for(transition, &past.sent))
        };
        let mut calls = context.history.all();
        let last = calls.find(asks);
        let operation = last.and_then(|past| context.contract.operation(&past.operation));
        last.zip(operation).is_some_and(|(past, operation)| {
            self.moves(operation, &past.sent, past.outcome)
                && self.is_open(context, &past.path, calls)
        })
    }

    /// Whether the guard is forgotten after these calls for a thing of this name.
    fn is_open<'p>(
        &self,
        context: &InterceptContext<'_>,
        path: &[String],
        mut earlier: impl Iterator<Item = &'p PastExchange>,
    ) -> bool {
        let operation = context.contract.operation(&self.operation);
        let transition = operation.and_then(|it| it.transition(self.transition.as_deref()));
        let moved = |past: &PastExchange| {
            past.operation == self.operation
                && past.outcome == Outcome::Accepted
                && past.path != path
                && transition.is_some_and(|transition| is_asked_for(transition, &past.sent))
        };
        !self.later || earlier.any(moved)
    }
}

/// A member whose values are words of a list: the likeliest one to show a state.
fn enumeration(record: &Record) -> Option<String> {
    let mut fields = record.fields.iter();
    let field = fields.find(|field| matches!(field.ty, Type::Enumeration(_)));
    field.map(|field| field.wire.clone())
}

impl Intercept for Moved {
    fn on_response(&self, context: &InterceptContext<'_>, upstream: UpstreamResponses) -> Response {
        let (operation, sent) = (context.call.operation, &context.call.sent);
        let outcome = answer::outcome(context.contract, operation, &upstream.main);
        let path = context.call.path();
        let now = context.is_about_known_things()
            && self.moves(operation, sent, outcome)
            && self.is_open(context, &path, context.history.all());
        let answer = match now && outcome == Outcome::RefusedOtherwise && !self.refuses {
            true => answer::acceptance_without_effect(context),
            false => upstream.main,
        };
        let to = self.to.as_deref().unwrap_or(ELSEWHERE);
        answer::edited(answer, |body| {
            json::each_object(body, &mut |members| {
                if !members.iter().any(|(name, _)| *name == self.shown_in) {
                    return;
                }
                let mut texts = members.iter().filter_map(|(_, value)| value.text());
                let moved = texts.any(|text| {
                    (now && path.iter().any(|name| name == text)) || self.has_moved(context, text)
                });
                if moved {
                    json::set(members, &self.shown_in, Json::Text(to.to_owned()));
                }
            });
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{FakeServer, request, response};

    fn intercept(server: &FakeServer) -> Moved {
        let operation = server.contract.operation("update_book").unwrap();
        Moved::of(&server.contract, operation, Some("withdraw")).unwrap()
    }

    fn book(state: &str) -> Response {
        let book = format!(r#"{{"book":{{"uuid":"b-1","state":"{state}"}}}}"#);
        response(200, &book)
    }

    #[test]
    fn guarded_record_is_shown_in_the_new_state() {
        let mut server = FakeServer::new();
        let intercept = intercept(&server);
        let get = request("GET", "/books/b-1", None);
        let update = |state: &str| {
            let body = format!(r#"{{"state":"{state}"}}"#);
            request("PATCH", "/books/b-1", Some(&body))
        };
        let available = || book("available");
        assert_eq!(server.response(&intercept, &get, available()), available());
        let withdraw = update("withdrawn");
        let shown = server.response(&intercept, &withdraw, available());
        assert_eq!(shown, book("withdrawn"));
        server.keep(&withdraw, &available());
        assert_eq!(
            server.response(&intercept, &get, available()),
            book("withdrawn")
        );
        server.keep(&update("available"), &available());
        assert_eq!(server.response(&intercept, &get, available()), available());
    }

    #[test]
    fn guard_is_dropped_after_another_transition() {
        let mut server = FakeServer::new();
        let intercept = Moved {
            later: true,
            ..intercept(&server)
        };
        server.keep(&request("GET", "/books/b-1", None), &book("available"));
        let withdraw = |book: &str| {
            let target = format!("/books/{book}");
            request("PATCH", &target, Some(r#"{"state":"withdrawn"}"#))
        };
        let guarded = || server.response(&intercept, &withdraw("b-1"), book("available"));
        assert_eq!(guarded(), book("available"));
        server.keep(&withdraw("b-2"), &response(200, "{}"));
        let shown = server.response(&intercept, &withdraw("b-1"), book("available"));
        assert_eq!(shown, book("withdrawn"));
    }

    #[test]
    fn only_undocumented_refusals_are_replaced() {
        let mut server = FakeServer::new();
        let intercept = intercept(&server);
        let sent = request("PATCH", "/books/b-1", Some(r#"{"state":"withdrawn"}"#));
        server.keep(&request("GET", "/books/b-1", None), &book("available"));
        let lent = response(409, r#"{"message":"Book b-1 (Emma) is lent"}"#);
        assert_eq!(server.response(&intercept, &sent, lent.clone()), lent);
        let guarded = response(409, r#"{"message":"It stays in the reading room"}"#);
        let shown = server.response(&intercept, &sent, guarded);
        assert_eq!(shown, book("withdrawn"));
    }
}
