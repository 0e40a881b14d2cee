//! What counts as blank in a path: only an empty segment, or only white space.

use spec::{Condition, InputPart};

use crate::bend::{Bend, Next, Seen};
use crate::{answer, response};
use referral_conformance::exchange::Response;

/// One of the readings is the right one; what the other one takes for blank is something else.
pub(super) struct Reading {
    pub(super) parameter: String,
    pub(super) empty_is_blank: bool,
}

impl Bend for Reading {
    fn request(&self, seen: &Seen<'_>) -> Next {
        let Some(value) = seen.call.text(InputPart::Path, &self.parameter) else {
            return Next::Forward(seen.request.clone());
        };
        let (is_empty, is_space) = (
            value.is_empty(),
            !value.is_empty() && value.trim().is_empty(),
        );
        match (is_empty, is_space, self.empty_is_blank) {
            // A router that knows no such path says so in its own words.
            (true, _, false) => Next::Answer(Response {
                status: 404,
                headers: response::content_type("text/plain"),
                body: b"Not Found".to_vec(),
            }),
            (_, true, true) => Next::Answer(self.unknown(seen)),
            _ => Next::Forward(seen.request.clone()),
        }
    }
}

impl Reading {
    /// White space is a name that nothing has.
    fn unknown(&self, seen: &Seen<'_>) -> Response {
        let unknown = |when: &Condition| {
            matches!(when, Condition::Unknown(input)
                if input.part == InputPart::Path && input.name == self.parameter)
        };
        match answer::case_when(seen.contract, Some(seen.call.operation), unknown) {
            Some(case) => answer::refusal(seen, case),
            None => response::error(seen.contract, 404, "there is no such thing"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy::{Toy, request};

    #[test]
    fn only_one_reading_is_blank() {
        let toy = Toy::new();
        let empty = request("GET", "/books/", None);
        let space = request("GET", "/books/%20", None);
        let reading = |empty_is_blank| Reading {
            parameter: "book".to_owned(),
            empty_is_blank,
        };
        assert_eq!(
            toy.request(&reading(true), &empty),
            Next::Forward(empty.clone())
        );
        assert!(matches!(
            toy.request(&reading(true), &space),
            Next::Answer(_)
        ));
        assert_eq!(toy.request(&reading(false), &space), Next::Forward(space));
        assert!(matches!(
            toy.request(&reading(false), &empty),
            Next::Answer(_)
        ));
    }
}
