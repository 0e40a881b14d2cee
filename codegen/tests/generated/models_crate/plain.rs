//! Behaviour of the models of a contract alone: runs inside the generated crate.

use http::{Method, StatusCode};
use library_models::{
    AddBookRequest, Book, FromResponse, ListBooksRequest, ListBooksRoom, ListBooksSuccess, Loan,
    Number, RawJson, RawResponse, Request, ReturnLoanCondition, ReturnLoanRequest, Timestamp,
};
use serde_json::json;

fn book() -> serde_json::Value {
    json!({
        "uuid": "b1", "isbn": "978", "title": "Emma", "subtitle": null, "authors": ["Jane Austen"],
        "pages": 474, "binding": "paperback", "reference_only": false,
        "replacement_cost": 12, "acquired_at": "2026-01-31T12:00:00Z", "state": "available",
    })
}

fn loan(members: &str) -> String {
    format!(
        r#"{{"uuid":"l1","book_uuid":"b1","member":"ann@example.org","lent_at":"yesterday","state":"open"{members}}}"#
    )
}

fn read<T: serde::de::DeserializeOwned>(text: &str) -> Result<T, String> {
    serde_json::from_str(text).map_err(|error| error.to_string())
}

#[test]
fn closed_record_drops_undescribed_members() {
    let mut value = book();
    value["colour"] = json!("purple");
    let book: Book = serde_json::from_value(value).unwrap();
    assert!(!serde_json::to_string(&book).unwrap().contains("purple"));
    assert_eq!(book.publisher, None);
}

#[test]
fn exampled_members_may_differ() {
    assert_eq!(
        read::<Loan>(&loan(r#","renewals":2"#)).unwrap().renewals,
        Some(2)
    );
    let other: Loan = read(&loan(r#","renewals":"twice""#)).unwrap();
    assert_eq!(
        (other.renewals, other.extra.get("renewals")),
        (None, Some("\"twice\""))
    );
    assert!(
        serde_json::to_string(&other)
            .unwrap()
            .contains(r#""renewals":"twice""#)
    );
}

#[test]
fn member_of_unknown_type_is_kept_as_json() {
    let loan: Loan = read(&loan(r#","fine":{"cents":50}"#)).unwrap();
    assert_eq!(
        loan.fine.as_ref().map(RawJson::as_str),
        Some(r#"{"cents":50}"#)
    );
    assert!(
        serde_json::to_string(&loan)
            .unwrap()
            .contains(r#""fine":{"cents":50}"#)
    );
}

#[test]
fn decode_errors_contain_a_pointer() {
    let answer = RawResponse::new(StatusCode::OK, r#"{"books":[{"uuid":5}],"page_info":{}}"#);
    let error = ListBooksSuccess::from_http(&answer).unwrap_err();
    assert_eq!(error.pointer, "/books/0/uuid");
    assert_eq!(error.reason, "expected a string, got a number");
    let error = read::<Loan>("{}").unwrap_err();
    assert!(error.contains("/uuid: is missing"), "{error}");
}

#[test]
fn requests_round_trip() {
    let request = AddBookRequest::new("978", "Emma")
        .authors(vec!["Jane Austen".to_owned()])
        .binding("clay")
        .publisher("Murray")
        .replacement_cost("12345678901234567.89".parse::<Number>().unwrap())
        .acquired_at(Timestamp::new("2026-01-31T12:00:00+02:00").unwrap());
    let http = request.to_http().unwrap();
    assert_eq!(
        (http.method(), http.uri().to_string()),
        (&Method::POST, "/books".to_owned())
    );
    let body = std::str::from_utf8(http.body()).unwrap();
    assert!(body.contains(r#""publsher":"Murray""#), "{body}");
    assert!(
        body.contains(r#""replacement_cost":12345678901234567.89"#),
        "{body}"
    );
    assert_eq!(
        AddBookRequest::from_http(&[], None, http.body()).unwrap(),
        request
    );
}

#[test]
fn query_and_path_round_trip() {
    let request = ListBooksRequest::new(ListBooksRoom::Reading)
        .available(true)
        .binding("a b&c")
        .page(2);
    let http = request.to_http().unwrap();
    assert_eq!(
        http.uri(),
        "/books?room=reading&available=true&binding=a%20b%26c&page=2"
    );
    assert_eq!(
        ListBooksRequest::from_http(&[], http.uri().query(), b"").unwrap(),
        request
    );

    let request =
        ReturnLoanRequest::new("ann+books@example.org").condition(ReturnLoanCondition::Worn);
    let http = request.to_http().unwrap();
    assert_eq!(http.uri(), "/loans/ann%2Bbooks%40example.org/return");
    let path = [("loan", "ann+books@example.org")];
    assert_eq!(
        ReturnLoanRequest::from_http(&path, None, http.body()).unwrap(),
        request
    );
}
