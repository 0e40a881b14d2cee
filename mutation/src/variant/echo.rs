//! A member that repeats the request only when that was given in one way: otherwise, what was sent.

use referral_conformance::exchange::Response;
use spec::Echo;

use crate::bend::{Answers, Bend, Seen};
use crate::{answer, json};

pub(super) struct AsSent(pub(super) Echo);

impl Bend for AsSent {
    fn response(&self, seen: &Seen<'_>, answers: Answers) -> Response {
        let Self(echo) = self;
        let by = seen.call.addressed_by(&echo.from);
        let Some(sent) = seen.call.sent.get(&echo.from).filter(|_| by != echo.when) else {
            return answers.main;
        };
        answer::edited(answers.main, |body| {
            for record in json::records(body, &echo.member) {
                json::set(record, &echo.field, sent.clone());
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy::{Toy, request, response};

    #[test]
    fn an_address_comes_back_as_an_address() {
        let toy = Toy::new();
        let operation = toy.contract.operation("return_loan").unwrap();
        let echo = operation
            .success
            .echoes
            .iter()
            .find(|echo| echo.field == "uuid")
            .unwrap();
        let bend = AsSent(echo.clone());
        let returned = response(200, r#"{"loan":{"uuid":"l-1"}}"#);
        let by_email = request("PATCH", "/loans/ann%40x.example/return", None);
        let answer = toy.response(&bend, &by_email, returned.clone());
        assert_eq!(
            answer,
            response(200, r#"{"loan":{"uuid":"ann@x.example"}}"#)
        );
        let by_uuid = request("PATCH", "/loans/l-1/return", None);
        assert_eq!(toy.response(&bend, &by_uuid, returned.clone()), returned);
    }
}
