//! Statuses that are not shown: of a success any 2xx, of a refusal any status with the error body.

use http::HeaderMap;
use referral_conformance::exchange::Response;

use crate::answer;
use crate::bend::{Answers, Bend, Seen};

/// Another success; without a body where the status leaves no room for one.
pub(super) struct Success(pub(super) u16);

/// A success that has no body.
pub(super) const NO_CONTENT: u16 = 204;

impl Bend for Success {
    fn response(&self, seen: &Seen<'_>, answers: Answers) -> Response {
        let Self(status) = *self;
        if !answer::is_accepted(seen.contract, &answers.main) {
            return answers.main;
        }
        match status {
            NO_CONTENT => Response {
                status,
                headers: HeaderMap::new(),
                body: Vec::new(),
            },
            _ => Response {
                status,
                ..answers.main
            },
        }
    }

    fn looks_back(&self) -> bool {
        false
    }
}

/// Another status of one case.
pub(super) struct Refusal {
    pub(super) case: String,
    pub(super) status: u16,
}

impl Bend for Refusal {
    fn response(&self, seen: &Seen<'_>, answers: Answers) -> Response {
        let case = answer::case_of(seen.contract, seen.call.operation, &answers.main);
        if case.is_some_and(|case| case.id == self.case) {
            return Response {
                status: self.status,
                ..answers.main
            };
        }
        answers.main
    }

    fn looks_back(&self) -> bool {
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy::{Toy, request, response};

    #[test]
    fn statuses_change_and_messages_stay() {
        let toy = Toy::new();
        let sent = request("POST", "/books/b1/loans", None);
        let lent = response(201, r#"{"loan":{}}"#);
        assert_eq!(toy.response(&Success(202), &sent, lent.clone()).status, 202);
        assert!(
            toy.response(&Success(NO_CONTENT), &sent, lent)
                .body
                .is_empty()
        );
        let refused = |status| response(status, r#"{"message":"Who borrows the book?"}"#);
        let bend = Refusal {
            case: "member_missing".to_owned(),
            status: 200,
        };
        assert_eq!(toy.response(&bend, &sent, refused(422)), refused(200));
        assert_eq!(
            toy.response(&Success(202), &sent, refused(200)),
            refused(200)
        );
    }
}
