//! Behaviour of the models of a contract whose gaps an overlay answers: runs inside the generated crate.

use library_town_branch_models::{LendBookRequest, Loan, Request};

#[test]
fn overlay_answers_make_members_required() {
    let text = r#"{"uuid":"l1","book_uuid":"b1","member":"ann@example.org","renewals":2,"lent_at":"2026-01-31T12:00:00Z",
        "returned_at":null,"state":"open","fine":0.50,"due_at":"2026-02-28T12:00:00Z"}"#;
    let loan: Loan = serde_json::from_str(text).unwrap();
    assert_eq!(
        (loan.renewals, loan.due_at.as_str()),
        (2, "2026-02-28T12:00:00Z")
    );
    assert_eq!(loan.fine.as_ref().map(|fine| fine.as_str()), Some("0.50"));
    let other = text.replace("2,", "\"twice\",");
    assert!(serde_json::from_str::<Loan>(&other).is_err());
}

#[test]
fn overlay_answers_name_statuses() {
    assert_eq!(
        LendBookRequest::INFO.success_status,
        Some(http::StatusCode::CREATED)
    );
    assert_eq!(LendBookRequest::INFO.key_required, Some(true));
}
