//! An optional member of the body is refused, or one of its documented values.

use spec::InputPart;

use super::Way;
use super::rejection::Rejection;
use crate::bend::{Bend, Next, Seen};

pub(super) fn ways(field: &str) -> Vec<Way> {
    Rejection::ways("a request with the member is turned away", |rejection| {
        Refused {
            field: field.to_owned(),
            value: None,
            rejection,
        }
    })
}

pub(super) fn ways_of_value(field: &str, value: &str) -> Vec<Way> {
    Rejection::ways("a request with the value is turned away", |rejection| {
        Refused {
            field: field.to_owned(),
            value: Some(value.to_owned()),
            rejection,
        }
    })
}

struct Refused {
    field: String,
    /// The value that is refused; `None` for any.
    value: Option<String>,
    rejection: Rejection,
}

impl Bend for Refused {
    fn request(&self, seen: &Seen<'_>) -> Next {
        let sent = seen.call.input(InputPart::Body, &self.field);
        let value = self.value.as_deref();
        match sent.filter(|sent| value.is_none() || sent.text() == value) {
            Some(_) => Next::Answer(self.rejection.answer(seen)),
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
            rejection: Rejection::Undocumented,
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
            rejection: Rejection::Undocumented,
        };
        let with = request("POST", "/books", Some(r#"{"binding":"hardback"}"#));
        assert!(matches!(toy.request(&bend, &with), Next::Answer(_)));
        let other = request("POST", "/books", Some(r#"{"binding":"paperback"}"#));
        assert_eq!(toy.request(&bend, &other), Next::Forward(other));
    }
}
