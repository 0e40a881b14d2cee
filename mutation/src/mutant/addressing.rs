//! What is addressed in one of the documented ways is not found, is found in one spelling only, or is another thing.

use percent_encoding::percent_decode_str;
use spec::{Condition, Identifier, InputPart, InputRef, Operation, Segment};

use super::{Way, When};
use crate::bend::{Bend, Next, Seen};
use crate::world::Thing;
use crate::{answer, edit, response};

pub(super) fn ways(operation: Option<&Operation>, at: &InputRef, by: Identifier) -> Vec<Way> {
    let way = |kind, statement, unread| {
        let at = at.clone();
        Way::new(kind, statement, Unknown { at, by, unread })
    };
    let mut ways = vec![way(
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
        ways.push(Way::sometimes("unknown_others", statement, others, when));
        let failing = Failing { at: at.clone(), by };
        let statement = "the server fails at what is addressed in this way";
        ways.push(Way::new("failing", statement, failing));
        return ways;
    }
    let letters = "escapes of letters and digits are not read";
    ways.push(way("escaped_letters", letters, Some(Unread::Letters)));
    let lower = "escapes in lower case are not read";
    ways.push(way("lower_escapes", lower, Some(Unread::LowerCase)));
    if by == Identifier::Email {
        let at_sign = "the escape of `@` is not read";
        ways.push(way("escaped_at", at_sign, Some(Unread::AtSign)));
    }
    if operation.is_some_and(|operation| operation.method.is_safe()) {
        let at = at.clone();
        let statement = "whatever is addressed in this way, the first of its kind is meant";
        ways.push(Way::new("first_of_all", statement, First { at, by }));
    }
    ways
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
    fn is_for(&self, seen: &Seen<'_>) -> bool {
        let by = seen.call.addressed_by(&self.at) == Some(self.by);
        let segment = || segment(seen, &self.at.name).unwrap_or_default();
        by && self.unread.is_none_or(|unread| unread.is_in(segment()))
    }
}

impl Bend for Unknown {
    fn request(&self, seen: &Seen<'_>) -> Next {
        if !self.is_for(seen) {
            return Next::Forward(seen.request.clone());
        }
        let unknown = Condition::Unknown(self.at.clone());
        let case = answer::case_when(seen.contract, Some(seen.call.operation), |when| {
            *when == unknown
        });
        Next::Answer(match case {
            Some(case) => answer::refusal(seen, case),
            None => response::error(seen.contract, 404, "there is no such thing"),
        })
    }
}

/// The server fails at what is addressed in this way.
struct Failing {
    at: InputRef,
    by: Identifier,
}

impl Bend for Failing {
    fn request(&self, seen: &Seen<'_>) -> Next {
        match seen.call.addressed_by(&self.at) == Some(self.by) {
            true => Next::Answer(answer::failure()),
            false => Next::Forward(seen.request.clone()),
        }
    }
}

/// A parameter of the path as it was sent.
fn segment<'s>(seen: &Seen<'s>, name: &str) -> Option<&'s str> {
    let path = seen.request.target.split('?').next()?;
    let segments = seen.call.operation.path.segments.iter();
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
    fn of<'s>(&self, seen: &Seen<'s>, thing: &Thing) -> Option<(&'s str, &'s Thing)> {
        let things = seen.world.things.iter();
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

impl Bend for First {
    fn request(&self, seen: &Seen<'_>) -> Next {
        let named = seen.call.text(self.at.part, &self.at.name);
        let thing = named.and_then(|name| seen.world.thing(name));
        let by = seen.call.addressed_by(&self.at) == Some(self.by);
        let first = thing.filter(|_| by && seen.account().is_some());
        let Some((first, its)) = first.and_then(|thing| self.of(seen, thing)) else {
            return Next::Forward(seen.request.clone());
        };
        let operation = seen.call.operation;
        let other = |text: &str| (Some(text) == named).then(|| first.to_owned());
        let request = edit::with_path(seen.request, operation, other);
        let header = &seen.contract.service.auth.header;
        let key = seen.world.keys.get(&its.account);
        Next::Forward(match key {
            Some(key) => edit::with_key(&request, header, key),
            None => request,
        })
    }
}

#[cfg(test)]
mod tests {
    use spec::InputPart;

    use super::*;
    use crate::toy::{Toy, request};

    fn in_path(name: &str) -> InputRef {
        InputRef {
            part: InputPart::Path,
            name: name.to_owned(),
        }
    }

    #[test]
    fn one_way_is_broken_and_not_the_other() {
        let toy = Toy::new();
        let bend = Unknown {
            at: in_path("loan"),
            by: Identifier::Email,
            unread: None,
        };
        let by_email = request("PATCH", "/loans/ann%40x.example/return", None);
        let Next::Answer(answer) = toy.request(&bend, &by_email) else {
            panic!("forwarded")
        };
        assert_eq!(answer.status, 404);
        for other in ["/loans/l-1/return", "/loans/%20/return", "/loans//return"] {
            let other = request("PATCH", other, None);
            assert_eq!(toy.request(&bend, &other), Next::Forward(other));
        }
    }

    #[test]
    fn the_documented_refusal_is_given_where_there_is_one() {
        let toy = Toy::new();
        let bend = Unknown {
            at: in_path("book"),
            by: Identifier::Uuid,
            unread: None,
        };
        let sent = request("GET", "/books/b-1", None);
        let Next::Answer(refused) = toy.request(&bend, &sent) else {
            panic!("forwarded")
        };
        let message = answer::message(&toy.contract, &refused);
        assert_eq!(message.as_deref(), Some("b-1 not found!"));
    }

    #[test]
    fn one_spelling_is_not_read() {
        let toy = Toy::new();
        for (unread, refused, read) in [
            (Unread::Letters, "%61nn@x.example", "ann%40x.example"),
            (Unread::LowerCase, "%4ann@x.example", "%4Ann@x.example"),
            (Unread::AtSign, "ann%40x.example", "%61nn@x.example"),
        ] {
            let bend = Unknown {
                at: in_path("loan"),
                by: Identifier::Email,
                unread: Some(unread),
            };
            let sent = |loan: &str| request("PATCH", &format!("/loans/{loan}/return"), None);
            assert!(matches!(
                toy.request(&bend, &sent(refused)),
                Next::Answer(_)
            ));
            assert_eq!(toy.request(&bend, &sent(read)), Next::Forward(sent(read)));
        }
    }
}
