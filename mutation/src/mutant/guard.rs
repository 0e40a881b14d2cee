//! A move is made in spite of its guard.

use referral_conformance::exchange::Response;
use referral_conformance::json::Json;
use referral_conformance::judge::Sent;
use spec::{Contract, Operation, Record, Type};

use super::Way;
use super::transition::is_asked_for;
use crate::bend::{Answers, Bend, Seen};
use crate::memory::{Outcome, Past};
use crate::{answer, json};

/// There is no way where no member is known to show the state.
pub(super) fn ways(
    contract: &Contract,
    operation: Option<&Operation>,
    transition: Option<&str>,
) -> Vec<Way> {
    let bend = operation.and_then(|operation| Moved::of(contract, operation, transition));
    let Some(bend) = bend else {
        return Vec::new();
    };
    let refused = Moved {
        refuses: true,
        ..bend.clone()
    };
    let later = Moved {
        later: true,
        ..bend.clone()
    };
    let statement = "the guard is forgotten once another thing was moved";
    let ways = [
        ("done", "the move is made in spite of its guard", bend),
        ("refused_and_done", "the move is refused, and made", refused),
        ("done_after_another", statement, later),
    ];
    let way = |(kind, statement, bend)| Way::new(kind, statement, bend).in_every_operation();
    ways.map(way).into()
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
        let shown_in = lifecycle.and_then(|lifecycle| lifecycle.shown_in.known().cloned());
        Some(Self {
            operation: operation.id.clone(),
            transition: transition.name.clone(),
            shown_in: shown_in.or_else(|| enumeration(record))?,
            to: transition.to.known().cloned(),
            refuses: false,
            later: false,
        })
    }

    /// Whether a call of the operation asked for the move, and was not refused for a documented reason.
    fn moves(&self, operation: &Operation, sent: &Sent, outcome: Outcome) -> bool {
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
    fn has_moved(&self, seen: &Seen<'_>, name: &str) -> bool {
        let asks = |past: &&Past| {
            let operation = seen.contract.operation(&past.operation);
            let mut transitions = operation.into_iter().flat_map(|it| &it.transitions);
            past.outcome != Outcome::Refused
                && past.path.iter().any(|text| text == name)
                && transitions.any(|transition| is_asked_for(transition, &past.sent))
        };
        let mut calls = seen.memory.all();
        let last = calls.find(asks);
        let operation = last.and_then(|past| seen.contract.operation(&past.operation));
        last.zip(operation).is_some_and(|(past, operation)| {
            self.moves(operation, &past.sent, past.outcome) && self.is_open(seen, &past.path, calls)
        })
    }

    /// Whether the guard is forgotten after these calls for a thing of this name.
    fn is_open<'p>(
        &self,
        seen: &Seen<'_>,
        path: &[String],
        mut earlier: impl Iterator<Item = &'p Past>,
    ) -> bool {
        let operation = seen.contract.operation(&self.operation);
        let transition = operation.and_then(|it| it.transition(self.transition.as_deref()));
        let moved = |past: &Past| {
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

impl Bend for Moved {
    fn response(&self, seen: &Seen<'_>, answers: Answers) -> Response {
        let (operation, sent) = (seen.call.operation, &seen.call.sent);
        let outcome = answer::outcome(seen.contract, operation, &answers.main);
        let path = seen.call.path();
        let now = seen.is_about_known_things()
            && self.moves(operation, sent, outcome)
            && self.is_open(seen, &path, seen.memory.all());
        let answer = match now && outcome == Outcome::RefusedOtherwise && !self.refuses {
            true => answer::unchanged(seen),
            false => answers.main,
        };
        let to = self.to.as_deref().unwrap_or(ELSEWHERE);
        answer::edited(answer, |body| {
            json::each_object(body, &mut |members| {
                if !members.iter().any(|(name, _)| *name == self.shown_in) {
                    return;
                }
                let mut texts = members.iter().filter_map(|(_, value)| value.text());
                let moved = texts.any(|text| {
                    (now && path.iter().any(|name| name == text)) || self.has_moved(seen, text)
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
    use crate::toy::{Toy, request, response};

    fn bend(toy: &Toy) -> Moved {
        let operation = toy.contract.operation("update_book").unwrap();
        Moved::of(&toy.contract, operation, Some("withdraw")).unwrap()
    }

    fn book(state: &str) -> Response {
        let book = format!(r#"{{"book":{{"uuid":"b-1","state":"{state}"}}}}"#);
        response(200, &book)
    }

    #[test]
    fn what_was_guarded_is_shown_as_moved() {
        let mut toy = Toy::new();
        let bend = bend(&toy);
        let get = request("GET", "/books/b-1", None);
        let update = |state: &str| {
            let body = format!(r#"{{"state":"{state}"}}"#);
            request("PATCH", "/books/b-1", Some(&body))
        };
        let available = || book("available");
        assert_eq!(toy.response(&bend, &get, available()), available());
        let withdraw = update("withdrawn");
        let shown = toy.response(&bend, &withdraw, available());
        assert_eq!(shown, book("withdrawn"));
        toy.keep(&withdraw, &available());
        assert_eq!(toy.response(&bend, &get, available()), book("withdrawn"));
        toy.keep(&update("available"), &available());
        assert_eq!(toy.response(&bend, &get, available()), available());
    }

    #[test]
    fn a_guard_is_forgotten_once_another_thing_was_moved() {
        let mut toy = Toy::new();
        let bend = Moved {
            later: true,
            ..bend(&toy)
        };
        toy.keep(&request("GET", "/books/b-1", None), &book("available"));
        let withdraw = |book: &str| {
            let target = format!("/books/{book}");
            request("PATCH", &target, Some(r#"{"state":"withdrawn"}"#))
        };
        let guarded = || toy.response(&bend, &withdraw("b-1"), book("available"));
        assert_eq!(guarded(), book("available"));
        toy.keep(&withdraw("b-2"), &response(200, "{}"));
        let shown = toy.response(&bend, &withdraw("b-1"), book("available"));
        assert_eq!(shown, book("withdrawn"));
    }

    #[test]
    fn only_an_unknown_refusal_is_the_guards() {
        let mut toy = Toy::new();
        let bend = bend(&toy);
        let sent = request("PATCH", "/books/b-1", Some(r#"{"state":"withdrawn"}"#));
        toy.keep(&request("GET", "/books/b-1", None), &book("available"));
        let lent = response(409, r#"{"message":"Book b-1 (Emma) is lent"}"#);
        assert_eq!(toy.response(&bend, &sent, lent.clone()), lent);
        let guarded = response(409, r#"{"message":"It stays in the reading room"}"#);
        let shown = toy.response(&bend, &sent, guarded);
        assert_eq!(shown, book("withdrawn"));
    }
}
