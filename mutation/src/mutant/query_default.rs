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
        first_only: false,
    };
    let first_lost = Empty {
        first_only: true,
        ..empty(false)
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
        Way::new(
            "first_lost",
            "without the parameter the first is left out",
            first_lost,
        ),
    ]
}

struct Empty {
    parameter: String,
    /// Whether it is empty with the parameter, and not without it.
    sent: bool,
    /// Whether only the first is left out.
    first_only: bool,
}

impl Bend for Empty {
    fn response(&self, seen: &Seen<'_>, answers: Answers) -> Response {
        if seen.call.input(InputPart::Query, &self.parameter).is_some() != self.sent {
            return answers.main;
        }
        answer::edited(answers.main, |body| {
            json::each_list(body, &mut |items| match self.first_only {
                true => drop(items.drain(..items.len().min(1))),
                false => items.clear(),
            });
        })
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
            first_only: false,
        };
        let listed = response(200, r#"{"books":[{"n":1}]}"#);
        let without = request("GET", "/books?room=lending", None);
        let empty = response(200, r#"{"books":[]}"#);
        assert_eq!(toy.response(&bend, &without, listed.clone()), empty);
        let with = request("GET", "/books?binding=all", None);
        assert_eq!(toy.response(&bend, &with, listed.clone()), listed);
    }
}
