//! A documented value of a query parameter is refused.

use spec::InputPart;

use super::Way;
use super::rejection::Rejection;
use crate::bend::{Bend, Next, Seen};

pub(super) fn ways(parameter: &str, value: &str) -> Vec<Way> {
    Rejection::ways("a request with the value is turned away", |rejection| {
        Refused {
            parameter: parameter.to_owned(),
            value: value.to_owned(),
            rejection,
        }
    })
}

struct Refused {
    parameter: String,
    value: String,
    rejection: Rejection,
}

impl Bend for Refused {
    fn request(&self, seen: &Seen<'_>) -> Next {
        if seen.call.text(InputPart::Query, &self.parameter) == Some(self.value.as_str()) {
            return Next::Answer(self.rejection.answer(seen));
        }
        Next::Forward(seen.request.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy::{Toy, request};

    #[test]
    fn other_values_pass() {
        let toy = Toy::new();
        let (parameter, value) = ("binding".to_owned(), "hardback".to_owned());
        let rejection = Rejection::Undocumented;
        let bend = Refused {
            parameter,
            value,
            rejection,
        };
        let with = request("GET", "/books?binding=hardback", None);
        assert!(matches!(toy.request(&bend, &with), Next::Answer(_)));
        let other = request("GET", "/books?binding=all", None);
        assert_eq!(toy.request(&bend, &other), Next::Forward(other));
    }
}
