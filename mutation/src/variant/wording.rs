//! A message names a thing in another of the ways that the contract allows.

use referral_conformance::exchange::Response;
use referral_conformance::json::Json;
use spec::ErrorCase;

use crate::bend::{Answers, Bend, Seen};
use crate::{answer, json};

/// The placeholders of a message are filled from the source of this number.
pub(super) struct FromSource {
    pub(super) case: String,
    pub(super) number: usize,
}

/// How many ways there are to fill the placeholders of a case.
pub(super) fn ways(case: &ErrorCase) -> usize {
    let sources = case.placeholders.iter().map(|hole| hole.sources.len());
    sources.max().unwrap_or_default()
}

impl Bend for FromSource {
    fn response(&self, seen: &Seen<'_>, answers: Answers) -> Response {
        let case = answer::case_of(seen.contract, seen.call.operation, &answers.main);
        let Some(case) = case.filter(|case| case.id == self.case) else {
            return answers.main;
        };
        let message = answer::worded_from(seen, case, self.number);
        answer::edited(answers.main, |body| {
            if let Some(value) = json::member(body, &seen.contract.service.error_body.member) {
                *value = Json::Text(message);
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy::{Toy, request, response};

    #[test]
    fn a_thing_is_named_as_it_was_or_as_it_is() {
        let mut toy = Toy::new();
        let lend = request(
            "POST",
            "/books/b1/loans",
            Some(r#"{"member":"ann@x.example"}"#),
        );
        let loan = r#"{"loan":{"uuid":"l-1","member":"ann@x.example"}}"#;
        toy.keep(&lend, &response(201, loan));
        let sent = request("PATCH", "/loans/ann%40x.example/return", None);
        let worded = |loan: &str| {
            let message = format!("Loan {loan} of ann@x.example was returned before");
            response(409, &format!(r#"{{"message":"{message}"}}"#))
        };
        for (number, named) in [(0, "ann@x.example"), (1, "l-1")] {
            let case = "already_returned".to_owned();
            let bend = FromSource { case, number };
            let answer = toy.response(&bend, &sent, worded("ann@x.example"));
            assert_eq!(answer, worded(named));
        }
    }
}
