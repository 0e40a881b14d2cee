//! Refusals with a success status: the body decides whether a write had an effect.

use referral_conformance::exchange::Exchange;
use referral_conformance::write_outcome::WriteOutcome;
use spec::Method;

use crate::library::{Broken, Library};
use crate::session::{alone, answered, card_request, changing, library};

#[test]
fn refused_writes_leave_no_leftovers() {
    let refuses_with_200 = changing(Library::new(Broken::Nothing), |_, response| {
        if response.status >= 400 {
            response.status = 200;
        }
    });
    let with_200 = alone(&library(), refuses_with_200).report()["leftovers"].clone();
    let conforming = alone(&library(), Library::new(Broken::Nothing)).report();
    assert_eq!(with_200, conforming["leftovers"]);
}

#[test]
fn documented_message_takes_precedence_over_the_status() {
    use WriteOutcome::{Accepted, Failed, KeyRefused, NotFound, Refused};

    let contract = library().contract;
    let operation = contract.operation("remove_book").unwrap();
    let received = |status: u16, body: &str| {
        let exchange = Exchange {
            number: 1,
            request: card_request(Method::Delete, "/books/a", None).into(),
            outcome: Ok(answered(status, body)),
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
