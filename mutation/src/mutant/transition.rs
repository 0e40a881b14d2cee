//! A move between states is refused where it is allowed, or acknowledged and not done.

use std::sync::Arc;

use referral_conformance::exchange::Response;
use referral_conformance::json::Json;
use referral_conformance::judge::Sent;
use spec::{Contract, InputPart, Operation, Transition};

use super::rejection::Rejection;
use super::unsent::{MemberUnsent, Unsent};
use super::{Sometimes, Way, When, spilled};
use crate::answer;
use crate::bend::{Answers, Bend, Next, Seen};
use crate::memory::{Outcome, Past};

pub(super) fn ways_to_refuse(operation: Option<&Operation>, name: Option<&str>) -> Vec<Way> {
    let name = name.map(str::to_owned);
    let transition = operation.and_then(|operation| operation.transition(name.as_deref()));
    let case = transition.and_then(|transition| transition.otherwise.clone());
    let statement = "the move is refused from the state that it is allowed from";
    let refused = Refused {
        name: name.clone(),
        case,
        later: false,
        done: true,
    };
    let mut ways = vec![Way::new("refused", statement, refused.clone())];
    // A documented refusal tells a move that is not allowed from a call that is not accepted.
    if refused.case.is_some() {
        let not_done = Refused {
            done: false,
            ..refused.clone()
        };
        let undone = "the move is refused, and not made";
        let other = "the move is refused for all things but the first";
        ways.extend([
            Way::new("refused_and_not_done", undone, not_done),
            Way::sometimes("refused_for_others", other, refused, When::AnotherThing),
        ]);
    } else {
        let turned = |rejection| TurnedAway(name.clone(), rejection);
        let failing = "the server fails at the move";
        let misplaced = "the move is refused for another reason";
        ways.extend([
            Way::new("failing", failing, turned(Rejection::Failure)),
            Way::new("misplaced_refusal", misplaced, turned(Rejection::Misplaced)),
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
        ways.push(Way::new("refused_later", statement, later));
    }
    ways
}

/// A member of the body that asks for the move is not looked at. Else, where a documented refusal
/// tells that the move was made, a server that forgot would not give it; or the server is not told.
pub(super) fn ways_to_forget(
    contract: &Contract,
    operation: Option<&Operation>,
    name: Option<&str>,
) -> Vec<Way> {
    let transition = operation.and_then(|operation| operation.transition(name));
    let given = transition.and_then(|transition| transition.given.as_ref());
    let statement = "the move is acknowledged, and not done";
    let spilled = operation.and_then(|operation| spilled::Move::of(contract, operation, name));
    let others = "others are moved as well";
    let spilled = spilled.map(|bend| Way::new("spilled", others, bend).in_every_operation());
    let first = "the move is done for the first thing only";
    let bend: Arc<dyn Bend> = match given.filter(|given| given.input.part == InputPart::Body) {
        Some(given) => Arc::new(MemberUnsent {
            member: given.input.name.clone(),
            value: Some(given.value.clone()),
        }),
        None if transition.is_some_and(|transition| transition.otherwise.is_none()) => {
            Arc::new(Unsent)
        }
        None => Arc::new(NotDone(name.map(str::to_owned))),
    };
    let others = Sometimes::of(Arc::clone(&bend), When::AnotherThing);
    let mut ways = vec![
        Way::of("not_done", statement, bend),
        Way::new("not_done_for_others", first, others),
    ];
    ways.extend(spilled);
    ways
}

/// The transition of that name, if it is what was asked for.
fn asked_for<'c>(
    operation: &'c Operation,
    sent: &Sent,
    name: Option<&str>,
) -> Option<&'c Transition> {
    let transition = operation.transition(name)?;
    is_asked_for(transition, sent).then_some(transition)
}

/// Whether what was sent asks for the transition.
pub(super) fn is_asked_for(transition: &Transition, sent: &Sent) -> bool {
    transition.given.as_ref().is_none_or(|given| {
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
    fn is_due(&self, seen: &Seen<'_>) -> bool {
        let path = seen.call.path();
        let moves = |past: &Past| {
            let operation = seen.contract.operation(&past.operation);
            let mut transitions = operation.into_iter().flat_map(|it| &it.transitions);
            past.outcome == Outcome::Accepted
                && past.path == path
                && transitions.any(|it| is_asked_for(it, &past.sent))
        };
        !self.later || seen.memory.all().any(moves)
    }

    fn answer(&self, seen: &Seen<'_>) -> Response {
        let case = self.case.as_deref();
        match case.and_then(|case| seen.contract.error_case(seen.call.operation, case)) {
            Some(case) => answer::refusal(seen, case),
            None => answer::undocumented_refusal(seen.contract),
        }
    }

    fn is_asked_for(&self, seen: &Seen<'_>) -> bool {
        asked_for(seen.call.operation, &seen.call.sent, self.name.as_deref()).is_some()
    }
}

impl Bend for Refused {
    fn request(&self, seen: &Seen<'_>) -> Next {
        let known = seen.is_about_known_things() && seen.call.has_required();
        match !self.done && known && self.is_asked_for(seen) {
            true => Next::Answer(self.answer(seen)),
            false => Next::Forward(seen.request.clone()),
        }
    }

    fn response(&self, seen: &Seen<'_>, answers: Answers) -> Response {
        match self.is_asked_for(seen) && seen.accepts(&answers.main) && self.is_due(seen) {
            true => self.answer(seen),
            false => answers.main,
        }
    }
}

/// A move that is allowed is turned away.
struct TurnedAway(Option<String>, Rejection);

impl Bend for TurnedAway {
    fn response(&self, seen: &Seen<'_>, answers: Answers) -> Response {
        let transition = asked_for(seen.call.operation, &seen.call.sent, self.0.as_deref());
        match transition.is_some() && seen.accepts(&answers.main) {
            true => self.1.answer(seen),
            false => answers.main,
        }
    }
}

/// To the caller the thing stays where it was: the move can be made again and again.
struct NotDone(Option<String>);

impl Bend for NotDone {
    fn response(&self, seen: &Seen<'_>, answers: Answers) -> Response {
        let again = seen.memory.was_done(seen.call);
        if !again || seen.accepts(&answers.main) {
            return answers.main;
        }
        let transition = asked_for(seen.call.operation, &seen.call.sent, self.0.as_deref());
        let otherwise = transition.and_then(|transition| transition.otherwise.as_deref());
        let case = answer::case_of(seen.contract, seen.call.operation, &answers.main);
        let moved = case.is_some_and(|case| otherwise == Some(case.id.as_str()));
        if moved {
            answer::acceptance(seen)
        } else {
            answers.main
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy::{Toy, request, response};

    const RETURNED: &str = r#"{"loan":{"uuid":"l-1","member":"ann@x.example"}}"#;
    const AGAIN: &str = r#"{"message":"Loan l-1 of ann@x.example was returned before"}"#;

    #[test]
    fn a_move_is_refused_with_the_documented_message() {
        let mut toy = Toy::new();
        let bend = Refused {
            name: None,
            case: Some("already_returned".to_owned()),
            later: false,
            done: true,
        };
        let sent = request("PATCH", "/loans/l-1/return", None);
        let refused = toy.response(&bend, &sent, response(200, RETURNED));
        let operation = toy.contract.operation("return_loan").unwrap();
        let case = answer::case_of(&toy.contract, operation, &refused);
        let case = case.map(|case| case.id.clone());
        assert_eq!(case.as_deref(), Some("already_returned"));
        let refused = response(409, AGAIN);
        assert_eq!(toy.response(&bend, &sent, refused.clone()), refused);
        assert_eq!(toy.request(&bend, &sent), Next::Forward(sent.clone()));
        let not_done = Refused {
            done: false,
            ..bend
        };
        assert_eq!(toy.request(&not_done, &sent), Next::Forward(sent.clone()));
        toy.keep(&sent, &response(200, RETURNED));
        assert!(matches!(toy.request(&not_done, &sent), Next::Answer(_)));
    }

    #[test]
    fn a_move_can_be_made_again_only_where_it_was_made() {
        let mut toy = Toy::new();
        let (first, other) = (
            request("PATCH", "/loans/l-1/return", None),
            request("PATCH", "/loans/l-2/return", None),
        );
        let refused = response(409, AGAIN);
        let bend = NotDone(None);
        assert_eq!(toy.response(&bend, &first, refused.clone()), refused);
        toy.keep(&first, &response(200, RETURNED));
        assert_eq!(
            toy.response(&bend, &first, refused.clone()),
            response(200, RETURNED)
        );
        assert_eq!(toy.response(&bend, &other, refused.clone()), refused);
    }
}
