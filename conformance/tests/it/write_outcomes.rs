//! Refusals with a success status: the body decides whether a write had an effect.

use http::HeaderMap;
use referral_conformance::exchange::{Exchange, Request, Response};
use referral_conformance::run::{ResponseFuture, Transport};
use referral_conformance::write_outcome::WriteOutcome;
use spec::Method;

use crate::library::{Broken, Library};
use crate::session::{alone, library};

/// A library that refuses with 200 and the error body.
struct RefusesWith200(Library);

impl Transport for RefusesWith200 {
    fn send<'a>(&'a self, request: &'a Request) -> ResponseFuture<'a> {
        let mut answer = self.0.answer(request);
        if answer.status >= 400 {
            answer.status = 200;
        }
        Box::pin(async move { Ok(answer) })
    }
}

#[test]
fn refused_writes_leave_no_residue() {
    let left = |transport: RefusesWith200| {
        let outcome = alone(&library(), transport);
        let report: serde_json::Value = serde_json::from_str(&outcome.json).unwrap();
        report["residue"].clone()
    };
    let with_200 = left(RefusesWith200(Library::new(Broken::Nothing)));
    let conforming = alone(&library(), Library::new(Broken::Nothing));
    let conforming: serde_json::Value = serde_json::from_str(&conforming.json).unwrap();
    assert_eq!(with_200, conforming["residue"]);
}

#[test]
fn documented_message_takes_precedence_over_the_status() {
    use WriteOutcome::{Accepted, Failed, KeyRefused, NotFound, Refused};

    let contract = library().contract;
    let operation = contract.operation("remove_book").unwrap();
    let received = |status: u16, body: &str| {
        let exchange = Exchange {
            number: 1,
            request: Request {
                method: Method::Delete,
                target: "/books/a".to_owned(),
                headers: Vec::new(),
                body: None,
            }
            .into(),
            outcome: Ok(Response { status, headers: HeaderMap::new(), body: body.into() }),
        };
        WriteOutcome::classify(&contract, operation, &exchange).unwrap()
    };
    let unknown_card = r#"{"message":"This library card is not known"}"#;
    let unknown_book = r#"{"message":"a not found!"}"#;
    let lent = r#"{"message":"Book a (Emma) is lent"}"#;
    for status in [200, 401, 422, 500] {
        assert_eq!(received(status, unknown_card), KeyRefused, "{status}");
        assert_eq!(received(status, unknown_book), NotFound, "{status}");
        assert_eq!(received(status, lent), Refused, "{status}");
    }
    let other = r#"{"message":"no"}"#;
    for (status, expected) in [
        (200, Refused),
        (302, Failed),
        (401, KeyRefused),
        (403, KeyRefused),
        (404, NotFound),
        (409, Refused),
        (410, NotFound),
        (429, Failed),
        (503, Failed),
    ] {
        assert_eq!(received(status, other), expected, "{status}");
    }
    assert_eq!(received(204, ""), Accepted);
}
