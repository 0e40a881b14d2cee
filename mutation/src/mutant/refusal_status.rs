//! Refusal status: a refusal has another status.

use referral_conformance::exchange::Response;

use super::Mutation;
use crate::answer;
use crate::intercept::{Intercept, on_response};

pub(super) fn mutations(case: &str, status: u16) -> Vec<Mutation> {
    let others = [("other", 422), ("bad_request", 400), ("server_error", 500), ("success", 200)];
    others
        .into_iter()
        .filter(|(_, other)| *other != status)
        .map(|(name, other)| {
            let intercept = set_status(case, other);
            Mutation::new(name, "the refusal has another status", intercept)
        })
        .collect()
}

fn set_status(case: &str, status: u16) -> impl Intercept + use<> {
    let case = case.to_owned();
    on_response(move |cx, response| {
        let found = answer::matching_case(cx.contract, cx.call.operation, &response);
        if found.is_some_and(|found| found.id == case) {
            Response { status, ..response }
        } else {
            response
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{FakeServer, request, response};

    #[test]
    fn only_the_status_changes() {
        let server = FakeServer::new();
        let sent = request("GET", "/books/b1", None);
        let intercept = set_status("book_not_found", 422);
        let gone = |status| response(status, r#"{"message":"b1 not found!"}"#);
        assert_eq!(server.response(&intercept, &sent, gone(404)), gone(422));
        let other = response(403, r#"{"message":"Reader not found!"}"#);
        assert_eq!(server.response(&intercept, &sent, other.clone()), other);
    }
}
