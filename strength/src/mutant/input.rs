//! An optional member of the body is refused.

use spec::InputPart;

use super::Way;
use crate::answer;
use crate::bend::{Bend, Next, Seen};

pub(super) fn ways(field: &str) -> Vec<Way> {
    let field = field.to_owned();
    vec![Way::new(
        "refused",
        "a request with the member is refused",
        Refused { field },
    )]
}

struct Refused {
    field: String,
}

impl Bend for Refused {
    fn request(&self, seen: &Seen<'_>) -> Next {
        match seen.call.input(InputPart::Body, &self.field) {
            Some(_) => Next::Answer(answer::undocumented_refusal(seen.contract)),
            None => Next::Forward(seen.request.clone()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy::{Toy, request};

    #[test]
    fn requests_without_the_member_pass() {
        let toy = Toy::new();
        let bend = Refused {
            field: "pages".to_owned(),
        };
        let with = request("POST", "/books", Some(r#"{"isbn":"1","pages":3}"#));
        assert!(matches!(toy.request(&bend, &with), Next::Answer(_)));
        let without = request("POST", "/books", Some(r#"{"isbn":"1"}"#));
        assert_eq!(toy.request(&bend, &without), Next::Forward(without));
    }
}
