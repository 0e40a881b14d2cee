//! Behaviour of the models of a contract alone: runs inside the generated crate.

use http::{Method, StatusCode};
use library_models::{
    AddBookError, AddBookRequest, AddBookSuccess, Book, BookBinding, BookUuid, FromResponse, RequestError, ToResponse,
    ErrorBody, ErrorKind, GetBookError, GetBookRequest, InputPart, InputProblem, KeyError,
    LendBookError, LendBookRequest, ListBooksRequest, ListBooksRoom, ListBooksSuccess, Loan,
    LoanRef, LoanState, LoanUuid, Number, RawJson, Refusal, RemoveBookError, RemoveBookRequest,
    Request, ReserveBookRequest, ReturnLoanCondition, ReturnLoanRequest, Timestamp,
    RawResponse, UpdateBookRequest, UpdateBookState,
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
fn amounts_keep_every_digit() {
    for amount in ["0.1", "12345678901234567.89", "1e2", "12.50"] {
        let text = book().to_string().replace(
            "\"replacement_cost\":12",
            &format!("\"replacement_cost\":{amount}"),
        );
        let book: Book = read(&text).unwrap();
        assert_eq!(book.replacement_cost.as_str(), amount);
        let written = serde_json::to_string(&book).unwrap();
        assert!(
            written.contains(&format!("\"replacement_cost\":{amount}")),
            "{written}"
        );
        assert_eq!(read::<Book>(&written).unwrap(), book);
    }
}

#[test]
fn undescribed_members_round_trip() {
    let loan: Loan = read(&loan(r#","shelf":{"room":[1.10]},"returned_at":null"#)).unwrap();
    assert_eq!(loan.extra.get("shelf"), Some(r#"{"room":[1.10]}"#));
    assert_eq!(loan.lent_at.as_str(), "yesterday");
    let written = serde_json::to_string(&loan).unwrap();
    assert!(written.contains(r#""shelf":{"room":[1.10]}"#), "{written}");
    assert!(written.contains(r#""returned_at":null"#), "{written}");
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
fn undescribed_enumeration_values_round_trip() {
    let lost = LoanState::from("lost");
    assert_eq!((lost.as_str(), lost == LoanState::Open), ("lost", false));
    assert_eq!(serde_json::to_string(&lost).unwrap(), "\"lost\"");
    assert_eq!(
        read::<LoanState>("\"returned\"").unwrap(),
        LoanState::Returned
    );
    assert_eq!(BookBinding::Paperback.to_string(), "paperback");
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

#[test]
fn several_values_are_joined_with_commas() {
    let list = |items: &[&str]| {
        items
            .iter()
            .map(|&item| item.to_owned())
            .collect::<Vec<_>>()
    };
    let genres = list(&["novel", "old & new"]);
    let request = AddBookRequest::new("978", "Emma").genres(genres.clone());
    let http = request.to_http().unwrap();
    let body = std::str::from_utf8(http.body()).unwrap();
    assert!(body.contains(r#""genres":"novel,old & new""#), "{body}");
    assert_eq!(
        AddBookRequest::from_http(&[], None, http.body()).unwrap(),
        request
    );

    let request = ListBooksRequest::new(ListBooksRoom::Reading).genre(genres);
    let http = request.to_http().unwrap();
    assert_eq!(
        http.uri(),
        "/books?room=reading&genre=novel,old%20%26%20new"
    );
    let read = |query: &str| ListBooksRequest::from_http(&[], Some(query), b"").unwrap();
    assert_eq!(read(http.uri().query().unwrap()), request);
    assert_eq!(
        read("room=reading&genre=a%2C+b,,").genre,
        Some(list(&["a", "b"]))
    );
    assert_eq!(read("room=reading&genre=").genre, Some(vec![]));
}

#[test]
fn body_member_addresses_a_record() {
    let request = ReserveBookRequest::new("ann@example.org");
    assert_eq!(request.loan, LoanRef::Email("ann@example.org".to_owned()));
    let http = request.to_http().unwrap();
    assert_eq!(http.body().as_ref(), br#"{"loan":"ann@example.org"}"#);
    let read = |body: &[u8]| ReserveBookRequest::from_http(&[], None, body);
    assert_eq!(read(http.body()).unwrap(), request);
    assert_eq!(
        read(br#"{"loan":"l1"}"#).unwrap().loan,
        LoanRef::Uuid(LoanUuid::from("l1"))
    );
    assert_eq!(read(b"{}").unwrap_err().to_string(), "body.loan is missing");
}

#[test]
fn enumerated_body_values_are_an_open_enum() {
    let read = |body: &[u8]| {
        let path = [("book", "b1")];
        UpdateBookRequest::from_http(&path, None, body)
            .unwrap()
            .state
    };
    assert_eq!(
        read(br#"{"state":"withdrawn"}"#),
        Some(UpdateBookState::Withdrawn)
    );
    assert_eq!(
        read(br#"{"state":"eaten"}"#),
        Some(UpdateBookState::from("eaten"))
    );
    assert_eq!(read(b"{}"), None);
}

#[test]
fn reference_is_an_email_or_an_identifier() {
    assert_eq!(LoanRef::from("a@b"), LoanRef::Email("a@b".to_owned()));
    assert_eq!(LoanRef::from("l1"), LoanRef::Uuid(LoanUuid::from("l1")));
    assert_eq!(LoanRef::from(LoanUuid::from("x@y")).as_str(), "x@y");
}

#[test]
fn dot_segment_is_never_sent() {
    let error = RemoveBookRequest::new("..").to_http().unwrap_err();
    assert!(matches!(
        error,
        RequestError::DotSegment { parameter: "book" }
    ));
}

#[test]
fn invalid_input_is_reported_with_name_and_reason() {
    let error = GetBookRequest::from_http(&[("book", "")], None, b"").unwrap_err();
    assert_eq!(
        (error.part, error.name, error.problem),
        (InputPart::Path, "book", InputProblem::Blank)
    );

    let missing = |body: &[u8]| AddBookRequest::from_http(&[], None, body).unwrap_err();
    assert_eq!(missing(b"").to_string(), "body.isbn is missing");
    assert_eq!(
        missing(br#"{"isbn":null,"title":"x"}"#).to_string(),
        "body.isbn is missing"
    );
    assert_eq!(
        missing(br#"{"isbn":"1","title":""}"#).to_string(),
        "body.title is blank"
    );
    assert_eq!(
        missing(br#"{"isbn":1,"title":"x"}"#).to_string(),
        "body.isbn: expected a string, got a number"
    );
    assert_eq!(
        missing(br#"{"isbn":"1","title":"x","authors":["a",2]}"#).to_string(),
        "body.authors: /1: expected a string, got a number"
    );
    assert!(matches!(
        missing(b"{").problem,
        InputProblem::NotJson { .. }
    ));

    let error = ListBooksRequest::from_http(&[], Some("binding=all"), b"").unwrap_err();
    assert_eq!(error.to_string(), "query.room is missing");
    let error = ListBooksRequest::from_http(&[], Some("room=x&longer_than=much"), b"").unwrap_err();
    assert_eq!(error.to_string(), "query.longer_than is not a whole number");
    let path = [("book", "b1")];
    let request =
        LendBookRequest::from_http(&path, None, br#"{"member":"a@b","colour":1}"#).unwrap();
    assert_eq!(
        (request.book, request.renewable),
        (BookUuid::from("b1"), None)
    );
}

#[test]
fn refusals_round_trip() {
    let lent = RemoveBookError::BookLent {
        book: "b (1)".to_owned(),
        title: "Emma".to_owned(),
    };
    assert_eq!(lent.message(), "Book b (1) (Emma) is lent");
    let lent = LendBookError::BookLent {
        book: "b1".to_owned(),
        title: "Emma (1815)".to_owned(),
    };
    assert_eq!(lent.to_string(), "Book b1 (Emma (1815)) is lent");
    assert_eq!(LendBookError::parse(&lent.message()), Some(lent.clone()));
    assert_eq!(
        (lent.id(), lent.status()),
        ("book_lent", Some(StatusCode::CONFLICT))
    );
    assert_eq!(ErrorKind::from(lent.clone()).message(), lent.message());

    let missing = GetBookError::BookNotFound {
        book: "b1".to_owned(),
    };
    assert_eq!(GetBookError::parse("b1 not found!"), Some(missing));
    assert_eq!(GetBookError::parse(" is not there"), None);
    assert_eq!(
        AddBookError::parse("A book needs a title"),
        Some(AddBookError::TitleBlank)
    );
    assert_eq!(
        KeyError::parse("Reader not found!"),
        Some(KeyError::ReaderGone)
    );
}

#[test]
fn successes_round_trip() {
    let book: Book = serde_json::from_value(book()).unwrap();
    let success = AddBookSuccess::new(book, vec!["A 3".to_owned()]);
    let response = RawResponse::from(success.to_http(AddBookRequest::INFO));
    assert_eq!(response.status, StatusCode::CREATED);
    assert_eq!(response.headers["content-type"], "application/json");
    assert_eq!(AddBookSuccess::from_http(&response).unwrap(), success);
    let body = serde_json::to_string(&ErrorBody::new("Which room?")).unwrap();
    assert_eq!(body, r#"{"message":"Which room?"}"#);
}
