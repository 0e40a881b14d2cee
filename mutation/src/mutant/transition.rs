//! A move between states is refused where it is allowed, or acknowledged and not done.

use std::sync::Arc;

use referral_conformance::exchange::Response;
use referral_conformance::json::Json;
use referral_conformance::parsed::SentInputs;
use spec::{Contract, InputPart, Operation, Transition};

use super::rejection::Rejection;
use super::unsent::{MemberUnsent, Unsent};
use super::{Conditional, Mutation, When, spilled};
use crate::answer;
use crate::history::{Outcome, PastExchange};
use crate::intercept::{Intercept, InterceptContext, RequestAction, UpstreamResponses};

pub(super) fn ways_to_refuse(operation: Option<&Operation>, name: Option<&str>) -> Vec<Mutation> {
    let name = name.map(str::to_owned);
    let transition = operation.and_then(|operation| operation.transition(name.as_deref()));
    let case = transition.and_then(|transition| transition.refused_with.clone());
    let statement = "the move is refused from the state that it is allowed from";
    let refused = Refused {
        name: name.clone(),
        case,
        later: false,
        done: true,
    };
    let mut mutations = vec![Mutation::new("refused", statement, refused.clone())];
    // A documented refusal tells a move that is not allowed from a call that is not accepted.
    if refused.case.is_some() {
        let not_done = Refused {
            done: false,
            ..refused.clone()
        };
        let undone = "the move is refused, and not made";
        let other = "the move is refused for all things but the first";
        mutations.extend([
            Mutation::new("refused_and_not_done", undone, not_done),
            Mutation::sometimes("refused_for_others", other, refused, When::AnotherThing),
        ]);
    } else {
        let turned = |rejection| TurnedAway(name.clone(), rejection);
        let failing = "the server fails at the move";
        let misplaced = "the move is refused for another reason";
        mutations.extend([
            Mutation::new("failing", failing, turned(Rejection::Failure)),
            Mutation::new("misplaced_refusal", misplaced, turned(Rejection::Misplaced)),
        ]);
    }
    if transition.is_some_and(|transition| transition.from.is_none()) {
        let statement = "the move is refused for a thing that another call has moved";
        let later = Refused {
            name,
            case: None,
            later: true,
            done: true,
        };
        mutations.push(Mutation::new("refused_later", statement, later));
    }
    mutations
}

/// A member of the body that asks for the move is not looked at. Else, where a documented refusal
/// tells that the move was made, a server that forgot would not give it; or the server is not told.
pub(super) fn ways_to_forget(
    contract: &Contract,
    operation: Option<&Operation>,
    name: Option<&str>,
) -> Vec<Mutation> {
    let transition = operation.and_then(|operation| operation.transition(name));
    let given = transition.and_then(|transition| transition.trigger.as_ref());
    let statement = "the move is acknowledged, and not done";
    let spilled = operation.and_then(|operation| spilled::Move::of(contract, operation, name));
    let others = "others are moved as well";
    let spilled =
        spilled.map(|intercept| Mutation::new("spilled", others, intercept).for_all_operations());
    let first = "the move is done for the first thing only";
    let intercept: Arc<dyn Intercept> =
        match given.filter(|given| given.input.part == InputPart::Body) {
            Some(given) => Arc::new(MemberUnsent {
                member: given.input.name.clone(),
                value: Some(given.value.clone()),
            }),
            None if transition.is_some_and(|transition| transition.refused_with.is_none()) => {
                Arc::new(Unsent)
            }
            None => Arc::new(NotDone(name.map(str::to_owned))),
        };
    let others = Conditional::of(Arc::clone(&intercept), When::AnotherThing);
    let mut mutations = vec![
        Mutation::of("not_done", statement, intercept),
        Mutation::new("not_done_for_others", first, others),
    ];
    mutations.extend(spilled);
    mutations
}

/// The transition of that name, if it is what was asked for.
fn asked_for<'c>(
    operation: &'c Operation,
    sent: &SentInputs,
    name: Option<&str>,
) -> Option<&'c Transition> {
    let transition = operation.transition(name)?;
    is_asked_for(transition, sent).then_some(transition)
}

/// Whether what was sent asks for the transition.
pub(super) fn is_asked_for(transition: &Transition, sent: &SentInputs) -> bool {
    transition.trigger.as_ref().is_none_or(|given| {
        let sent = sent.get(&given.input).and_then(Json::text);
        sent == Some(given.value.as_str())
    })
}

/// The guard is the wrong way round: a thing in the right state is refused.
#[derive(Clone)]
struct Refused {
    /// The name of the transition.
    name: Option<String>,
    /// The documented refusal of a thing in another state, if there is one.
    case: Option<String>,
    /// Whether only a thing is refused that another call has moved before.
    later: bool,
    /// Whether the move is made all the same.
    done: bool,
}

impl Refused {
    fn is_due(&self, context: &InterceptContext<'_>) -> bool {
        let path = context.call.path();
        let moves = |past: &PastExchange| {
            let operation = context.contract.operation(&past.operation);
            let mut transitions = operation.into_iter().flat_map(|it| &it.transitions);
            past.outcome == Outcome::Accepted
                && past.path == path
                && transitions.any(|it| is_asked_for(it, &past.sent))
        };
        !self.later || context.history.all().any(moves)
    }

    fn answer(&self, context: &InterceptContext<'_>) -> Response {
        let case = self.case.as_deref();
        match case.and_then(|case| context.contract.error_case(context.call.operation, case)) {
            Some(case) => answer::refusal(context, case),
            None => answer::undocumented_refusal(context.contract),
        }
    }

    fn is_asked_for(&self, context: &InterceptContext<'_>) -> bool {
        asked_for(
            context.call.operation,
            &context.call.sent,
            self.name.as_deref(),
        )
        .is_some()
    }
}

impl Intercept for Refused {
    fn on_request(&self, context: &InterceptContext<'_>) -> RequestAction {
        let known = context.is_about_known_things() && context.call.has_required();
        match !self.done && known && self.is_asked_for(context) {
            true => RequestAction::Respond(self.answer(context)),
            false => RequestAction::Forward(context.request.clone()),
        }
    }

    fn on_response(&self, context: &InterceptContext<'_>, upstream: UpstreamResponses) -> Response {
        match self.is_asked_for(context) && context.accepts(&upstream.main) && self.is_due(context)
        {
            true => self.answer(context),
            false => upstream.main,
        }
    }
}

/// A move that is allowed is turned away.
struct TurnedAway(Option<String>, Rejection);

impl Intercept for TurnedAway {
    fn on_response(&self, context: &InterceptContext<'_>, upstream: UpstreamResponses) -> Response {
        let transition = asked_for(
            context.call.operation,
            &context.call.sent,
            self.0.as_deref(),
        );
        match transition.is_some() && context.accepts(&upstream.main) {
            true => self.1.answer(context),
            false => upstream.main,
        }
    }
}

/// To the caller the thing stays where it was: the move can be made again and again.
struct NotDone(Option<String>);

impl Intercept for NotDone {
    fn on_response(&self, context: &InterceptContext<'_>, upstream: UpstreamResponses) -> Response {
        let again = context.history.accepted_before(context.call);
        if !again || context.accepts(&upstream.main) {
            return upstream.main;
        }
        let transition = asked_for(
            context.call.operation,
            &context.call.sent,
            self.0.as_deref(),
        );
        let otherwise = transition.and_then(|transition| transition.refused_with.as_deref());
        let case = answer::case_of(context.contract, context.call.operation, &upstream.main);
        let moved = case.is_some_and(|case| otherwise == Some(case.id.as_str()));
        if moved {
            answer::acceptance(context)
        } else {
            upstream.main
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{FakeServer, request, response};

    const RETURNED: &str = r#"{"loan":{"uuid":"l-1","member":"ann@x.example"}}"#;
    const AGAIN: &str = r#"{"message":"Loan l-1 of ann@x.example was returned before"}"#;

    #[test]
    fn transition_is_refused_with_the_documented_message() {
        let mut server = FakeServer::new();
        let intercept = Refused {
            name: None,
            case: Some("already_returned".to_owned()),
            later: false,
            done: true,
        };
        let sent = request("PATCH", "/loans/l-1/return", None);
        let refused = server.response(&intercept, &sent, response(200, RETURNED));
        let operation = server.contract.operation("return_loan").unwrap();
        let case = answer::case_of(&server.contract, operation, &refused);
        let case = case.map(|case| case.id.clone());
        assert_eq!(case.as_deref(), Some("already_returned"));
        let refused = response(409, AGAIN);
        assert_eq!(server.response(&intercept, &sent, refused.clone()), refused);
        assert_eq!(
            server.request(&intercept, &sent),
            RequestAction::Forward(sent.clone())
        );
        let not_done = Refused {
            done: false,
            ..intercept
        };
        assert_eq!(
            server.request(&not_done, &sent),
            RequestAction::Forward(sent.clone())
        );
        server.keep(&sent, &response(200, RETURNED));
        assert!(matches!(
            server.request(&not_done, &sent),
            RequestAction::Respond(_)
        ));
    }

    #[test]
    fn transition_can_be_repeated_on_the_same_record() {
        let mut server = FakeServer::new();
        let (first, other) = (
            request("PATCH", "/loans/l-1/return", None),
            request("PATCH", "/loans/l-2/return", None),
        );
        let refused = response(409, AGAIN);
        let intercept = NotDone(None);
        assert_eq!(
            server.response(&intercept, &first, refused.clone()),
            refused
        );
        server.keep(&first, &response(200, RETURNED));
        assert_eq!(
            server.response(&intercept, &first, refused.clone()),
            response(200, RETURNED)
        );
        assert_eq!(
            server.response(&intercept, &other, refused.clone()),
            refused
        );
    }
}
