//! What is addressed in one of the documented ways is not found, is found in one spelling only, or is another thing.

use percent_encoding::percent_decode_str;
use spec::{Condition, Identifier, InputPart, InputRef, Operation, Segment};

use super::{Mutation, When};
use crate::intercept::{Intercept, InterceptContext, RequestAction};
use crate::known_state::KnownRecord;
use crate::{answer, edit, response};

pub(super) fn mutations(
    operation: Option<&Operation>,
    at: &InputRef,
    by: Identifier,
) -> Vec<Mutation> {
    let mutation = |kind, statement, unread| {
        let at = at.clone();
        Mutation::new(kind, statement, Unknown { at, by, unread })
    };
    let mut mutations = vec![mutation(
        "unknown",
        "what is addressed in this way is not found",
        None,
    )];
    let others = Unknown {
        at: at.clone(),
        by,
        unread: None,
    };
    if at.part != InputPart::Path {
        let statement = "of what is addressed in this way, only the first is found";
        let when = When::AnotherThing;
        mutations.push(Mutation::sometimes(
            "unknown_others",
            statement,
            others,
            when,
        ));
        let failing = Failing { at: at.clone(), by };
        let statement = "the server fails at what is addressed in this way";
        mutations.push(Mutation::new("failing", statement, failing));
        return mutations;
    }
    let letters = "escapes of letters and digits are not read";
    mutations.push(mutation("escaped_letters", letters, Some(Unread::Letters)));
    let lower = "escapes in lower case are not read";
    mutations.push(mutation("lower_escapes", lower, Some(Unread::LowerCase)));
    if by == Identifier::Email {
        let at_sign = "the escape of `@` is not read";
        mutations.push(mutation("escaped_at", at_sign, Some(Unread::AtSign)));
    }
    if operation.is_some_and(|operation| operation.method.is_safe()) {
        let at = at.clone();
        let statement = "whatever is addressed in this way, the first of its kind is meant";
        mutations.push(Mutation::new("first_of_all", statement, First { at, by }));
    }
    mutations
}

/// Escapes in a path that are not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Unread {
    Letters,
    LowerCase,
    AtSign,
}

impl Unread {
    fn is_in(self, segment: &str) -> bool {
        let mut escapes = segment
            .match_indices('%')
            .filter_map(|(at, _)| segment.get(at..at + 3));
        escapes.any(|escape| match self {
            Self::Letters => {
                let mut bytes = percent_decode_str(escape);
                bytes.any(|byte| byte.is_ascii_alphanumeric())
            }
            Self::LowerCase => escape.bytes().any(|byte| byte.is_ascii_lowercase()),
            Self::AtSign => escape == "%40",
        })
    }
}

struct Unknown {
    at: InputRef,
    by: Identifier,
    /// The escapes for which it is not found; `None` if it never is.
    unread: Option<Unread>,
}

impl Unknown {
    fn is_for(&self, context: &InterceptContext<'_>) -> bool {
        let by = context.call.addressed_by(&self.at) == Some(self.by);
        let segment = || segment(context, &self.at.name).unwrap_or_default();
        by && self.unread.is_none_or(|unread| unread.is_in(segment()))
    }
}

impl Intercept for Unknown {
    fn on_request(&self, context: &InterceptContext<'_>) -> RequestAction {
        if !self.is_for(context) {
            return RequestAction::Forward(context.request.clone());
        }
        let unknown = Condition::Unknown(self.at.clone());
        let case = answer::case_when(context.contract, Some(context.call.operation), |when| {
            *when == unknown
        });
        RequestAction::Respond(match case {
            Some(case) => answer::refusal(context, case),
            None => response::error(context.contract, 404, "there is no such thing"),
        })
    }
}

/// The server fails at what is addressed in this way.
struct Failing {
    at: InputRef,
    by: Identifier,
}

impl Intercept for Failing {
    fn on_request(&self, context: &InterceptContext<'_>) -> RequestAction {
        match context.call.addressed_by(&self.at) == Some(self.by) {
            true => RequestAction::Respond(answer::server_error()),
            false => RequestAction::Forward(context.request.clone()),
        }
    }
}

/// A parameter of the path as it was sent.
fn segment<'s>(context: &InterceptContext<'s>, name: &str) -> Option<&'s str> {
    let path = context.request.target.split('?').next()?;
    let segments = context.call.operation.path.segments.iter();
    let mut pairs = segments.zip(path.split('/').skip(1));
    let found =
        pairs.find(|(known, _)| matches!(known, Segment::Parameter(known) if known == name));
    found.map(|(_, segment)| segment)
}

/// Known things are all taken for the first of their kind, whosever they are.
struct First {
    at: InputRef,
    by: Identifier,
}

impl First {
    /// The first thing that is of the same kinds as this one, and can be named in this way.
    fn of<'s>(
        &self,
        context: &InterceptContext<'s>,
        thing: &KnownRecord,
    ) -> Option<(&'s str, &'s KnownRecord)> {
        let things = context.known_state.things.iter();
        let mut alike = things.filter(|(_, other)| other.kinds == thing.kinds);
        alike.find_map(|(id, other)| {
            let name = match self.by {
                Identifier::Uuid => Some(id),
                Identifier::Email => other.facts.get(self.by.name()),
            };
            Some((name?.as_str(), other))
        })
    }
}

impl Intercept for First {
    fn on_request(&self, context: &InterceptContext<'_>) -> RequestAction {
        let named = context.call.text(self.at.part, &self.at.name);
        let thing = named.and_then(|name| context.known_state.thing(name));
        let by = context.call.addressed_by(&self.at) == Some(self.by);
        let first = thing.filter(|_| by && context.account().is_some());
        let Some((first, its)) = first.and_then(|thing| self.of(context, thing)) else {
            return RequestAction::Forward(context.request.clone());
        };
        let operation = context.call.operation;
        let other = |text: &str| (Some(text) == named).then(|| first.to_owned());
        let request = edit::with_path(context.request, operation, other);
        let header = &context.contract.service.auth.header;
        let key = context.known_state.keys.get(&its.account);
        RequestAction::Forward(match key {
            Some(key) => edit::with_key(&request, header, key),
            None => request,
        })
    }
}

#[cfg(test)]
mod tests {
    use spec::InputPart;

    use super::*;
    use crate::testing::{FakeServer, request};

    fn in_path(name: &str) -> InputRef {
        InputRef {
            part: InputPart::Path,
            name: name.to_owned(),
        }
    }

    #[test]
    fn only_the_given_identifier_kind_is_rejected() {
        let server = FakeServer::new();
        let intercept = Unknown {
            at: in_path("loan"),
            by: Identifier::Email,
            unread: None,
        };
        let by_email = request("PATCH", "/loans/ann%40x.example/return", None);
        let RequestAction::Respond(answer) = server.request(&intercept, &by_email) else {
            panic!("forwarded")
        };
        assert_eq!(answer.status, 404);
        for other in ["/loans/l-1/return", "/loans/%20/return", "/loans//return"] {
            let other = request("PATCH", other, None);
            assert_eq!(
                server.request(&intercept, &other),
                RequestAction::Forward(other)
            );
        }
    }

    #[test]
    fn documented_refusal_is_used_if_it_exists() {
        let server = FakeServer::new();
        let intercept = Unknown {
            at: in_path("book"),
            by: Identifier::Uuid,
            unread: None,
        };
        let sent = request("GET", "/books/b-1", None);
        let RequestAction::Respond(refused) = server.request(&intercept, &sent) else {
            panic!("forwarded")
        };
        let message = answer::message(&server.contract, &refused);
        assert_eq!(message.as_deref(), Some("b-1 not found!"));
    }

    #[test]
    fn selected_percent_encoding_is_rejected() {
        let server = FakeServer::new();
        for (unread, refused, read) in [
            (Unread::Letters, "%61nn@x.example", "ann%40x.example"),
            (Unread::LowerCase, "%4ann@x.example", "%4Ann@x.example"),
            (Unread::AtSign, "ann%40x.example", "%61nn@x.example"),
        ] {
            let intercept = Unknown {
                at: in_path("loan"),
                by: Identifier::Email,
                unread: Some(unread),
            };
            let sent = |loan: &str| request("PATCH", &format!("/loans/{loan}/return"), None);
            assert!(matches!(
                server.request(&intercept, &sent(refused)),
                RequestAction::Respond(_)
            ));
            assert_eq!(
                server.request(&intercept, &sent(read)),
                RequestAction::Forward(sent(read))
            );
        }
    }
}
