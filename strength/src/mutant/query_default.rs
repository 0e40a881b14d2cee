//! Leaving a query parameter out is not the same as sending its default.

use referral_conformance::exchange::Response;
use spec::InputPart;

use super::Way;
use crate::bend::{Answers, Bend, Seen};
use crate::{answer, json};

pub(super) fn ways(parameter: &str) -> Vec<Way> {
    let empty = |sent| Empty {
        parameter: parameter.to_owned(),
        sent,
    };
    vec![
        Way::new(
            "empty",
            "without the parameter the list is empty",
            empty(false),
        ),
        Way::new(
            "empty_when_sent",
            "with the parameter the list is empty",
            empty(true),
        ),
    ]
}

struct Empty {
    parameter: String,
    /// Whether it is empty with the parameter, and not without it.
    sent: bool,
}

impl Bend for Empty {
    fn response(&self, seen: &Seen<'_>, answers: Answers) -> Response {
        if seen.call.input(InputPart::Query, &self.parameter).is_some() != self.sent {
            return answers.main;
        }
        answer::edited(answers.main, |body| json::each_list(body, &mut Vec::clear))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy::{Toy, request, response};

    #[test]
    fn the_list_is_empty_only_without_the_parameter() {
        let toy = Toy::new();
        let bend = Empty {
            parameter: "binding".to_owned(),
            sent: false,
        };
        let listed = response(200, r#"{"books":[{"n":1}]}"#);
        let without = request("GET", "/books?room=lending", None);
        let empty = response(200, r#"{"books":[]}"#);
        assert_eq!(toy.response(&bend, &without, listed.clone()), empty);
        let with = request("GET", "/books?binding=all", None);
        assert_eq!(toy.response(&bend, &with, listed.clone()), listed);
    }
}
