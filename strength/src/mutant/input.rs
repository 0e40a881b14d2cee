//! An optional member of the body is refused, or one of its documented values.

use spec::InputPart;

use super::Way;
use crate::answer;
use crate::bend::{Bend, Next, Seen};

pub(super) fn ways(field: &str) -> Vec<Way> {
    let field = field.to_owned();
    vec![Way::new(
        "refused",
        "a request with the member is refused",
        Refused { field, value: None },
    )]
}

pub(super) fn ways_of_value(field: &str, value: &str) -> Vec<Way> {
    let bend = Refused {
        field: field.to_owned(),
        value: Some(value.to_owned()),
    };
    vec![Way::new(
        "refused",
        "a request with the value is refused",
        bend,
    )]
}

struct Refused {
    field: String,
    /// The value that is refused; `None` for any.
    value: Option<String>,
}

impl Bend for Refused {
    fn request(&self, seen: &Seen<'_>) -> Next {
        let sent = seen.call.input(InputPart::Body, &self.field);
        let value = self.value.as_deref();
        match sent.filter(|sent| value.is_none() || sent.text() == value) {
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
            value: None,
        };
        let with = request("POST", "/books", Some(r#"{"isbn":"1","pages":3}"#));
        assert!(matches!(toy.request(&bend, &with), Next::Answer(_)));
        let without = request("POST", "/books", Some(r#"{"isbn":"1"}"#));
        assert_eq!(toy.request(&bend, &without), Next::Forward(without));
    }

    #[test]
    fn requests_with_another_value_pass() {
        let toy = Toy::new();
        let bend = Refused {
            field: "binding".to_owned(),
            value: Some("hardback".to_owned()),
        };
        let with = request("POST", "/books", Some(r#"{"binding":"hardback"}"#));
        assert!(matches!(toy.request(&bend, &with), Next::Answer(_)));
        let other = request("POST", "/books", Some(r#"{"binding":"paperback"}"#));
        assert_eq!(toy.request(&bend, &other), Next::Forward(other));
    }
}
