//! A required member of the body may be left out.

use referral_conformance::exchange::Response;
use spec::InputPart;

use super::{Way, When};
use crate::answer;
use crate::bend::{Answers, Bend, Seen};

pub(super) fn ways(field: &str) -> Vec<Way> {
    let accepted = |hollow| Accepted {
        field: field.to_owned(),
        hollow,
    };
    let statement = "a request without the member is accepted";
    vec![
        Way::new("accepted", statement, accepted(false)),
        Way::new(
            "hollow",
            "a request without the member is a success that says nothing",
            accepted(true),
        ),
        Way::sometimes(
            "accepted_again",
            "it is accepted once one with the member was",
            accepted(false),
            When::Again,
        ),
    ]
}

struct Accepted {
    field: String,
    /// Whether nothing is said of what was done.
    hollow: bool,
}

impl Bend for Accepted {
    fn response(&self, seen: &Seen<'_>, answers: Answers) -> Response {
        let left_out = seen.call.input(InputPart::Body, &self.field).is_none();
        // Without the key of an account it is the key that is refused.
        if left_out && seen.account().is_some() && !seen.accepts(&answers.main) {
            return match self.hollow {
                true => answer::hollow(),
                false => answer::acceptance(seen),
            };
        }
        answers.main
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::edit;
    use crate::toy::{Toy, request, response};

    #[test]
    fn only_what_lacks_the_member_is_accepted() {
        let toy = Toy::new();
        let bend = Accepted {
            field: "isbn".to_owned(),
            hollow: false,
        };
        let refused = response(422, r#"{"message":"A book needs an ISBN"}"#);
        let without = request("POST", "/books", Some(r#"{"title":"Emma"}"#));
        let accepted = toy.response(&bend, &without, refused.clone());
        assert!(answer::is_accepted(&toy.contract, &accepted));
        let with = request("POST", "/books", Some(r#"{"isbn":"1"}"#));
        assert_eq!(toy.response(&bend, &with, refused.clone()), refused);
        let unknown = edit::with_key(&without, "Library-Card", "card-9");
        assert_eq!(toy.response(&bend, &unknown, refused.clone()), refused);
    }
}
