//! A status that the document shows is another one.

use referral_conformance::exchange::Response;

use super::Way;
use crate::answer;
use crate::bend::{Answers, Bend, Seen};

pub(super) fn ways_of_success(status: u16) -> Vec<Way> {
    let others = [
        ("other", 200),
        ("created", 201),
        ("accepted", 202),
        ("partial", 206),
    ];
    let others = others.into_iter().filter(|(_, other)| *other != status);
    let way = |(kind, other)| Way::new(kind, "the success has another status", Success { other });
    others.map(way).collect()
}

pub(super) fn ways_of_refusal(case: &str, status: u16) -> Vec<Way> {
    let others = [
        ("other", 422),
        ("bad_request", 400),
        ("server_error", 500),
        ("success", 200),
    ];
    let others = others.into_iter().filter(|(_, other)| *other != status);
    let way = |(kind, other)| {
        let case = case.to_owned();
        Way::new(
            kind,
            "the refusal has another status",
            Refusal { case, other },
        )
    };
    others.map(way).collect()
}

struct Success {
    other: u16,
}

impl Bend for Success {
    fn response(&self, seen: &Seen<'_>, answers: Answers) -> Response {
        if answer::is_accepted(seen.contract, &answers.main) {
            return Response {
                status: self.other,
                ..answers.main
            };
        }
        answers.main
    }
}

struct Refusal {
    case: String,
    other: u16,
}

impl Bend for Refusal {
    fn response(&self, seen: &Seen<'_>, answers: Answers) -> Response {
        let case = answer::case_of(seen.contract, seen.call.operation, &answers.main);
        if case.is_some_and(|case| case.id == self.case) {
            return Response {
                status: self.other,
                ..answers.main
            };
        }
        answers.main
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy::{Toy, request, response};

    #[test]
    fn only_the_status_is_another() {
        let toy = Toy::new();
        let sent = request("GET", "/books/b1", None);
        let success = Success { other: 201 };
        assert_eq!(
            toy.response(&success, &sent, response(200, "{}")),
            response(201, "{}")
        );
        let gone = |status| response(status, r#"{"message":"b1 not found!"}"#);
        assert_eq!(toy.response(&success, &sent, gone(404)), gone(404));
        let refusal = Refusal {
            case: "book_not_found".to_owned(),
            other: 422,
        };
        assert_eq!(toy.response(&refusal, &sent, gone(404)), gone(422));
    }
}
