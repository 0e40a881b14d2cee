//! What is addressed in one of the documented ways is not found.

use spec::{Condition, Identifier, InputRef};

use super::Way;
use crate::bend::{Bend, Next, Seen};
use crate::{answer, response};

pub(super) fn ways(at: &InputRef, by: Identifier) -> Vec<Way> {
    let at = at.clone();
    let statement = "what is addressed in this way is not found";
    vec![Way::new("unknown", statement, Unknown { at, by })]
}

struct Unknown {
    at: InputRef,
    by: Identifier,
}

impl Bend for Unknown {
    fn request(&self, seen: &Seen<'_>) -> Next {
        if seen.call.addressed_by(&self.at) != Some(self.by) {
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
        };
        let sent = request("GET", "/books/b-1", None);
        let Next::Answer(refused) = toy.request(&bend, &sent) else {
            panic!("forwarded")
        };
        let message = answer::message(&toy.contract, &refused);
        assert_eq!(message.as_deref(), Some("b-1 not found!"));
    }
}
