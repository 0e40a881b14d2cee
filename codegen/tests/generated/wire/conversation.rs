//! The generated client calls the generated server in one process.

#![cfg(test)]

mod library;

use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::{Body, to_bytes};
use bytes::Bytes;
use http::{Request, Response, StatusCode};
use library_client::models::*;
use library_client::{Client, Error, Retries, ResponseFuture, Transport};
use library_server::{Reason, Routes, envelope};
use tower_service::Service;

use library::{Cards, Library};

/// A transport that passes requests to a router.
#[derive(Clone)]
struct Wire(Router);

impl Transport for Wire {
    fn send(&self, request: Request<Bytes>) -> ResponseFuture<'_> {
        let mut router = self.0.clone();
        Box::pin(async move {
            let answer = router.call(request.map(Body::from)).await.unwrap();
            let (parts, body) = answer.into_parts();
            let body = to_bytes(body, usize::MAX).await.unwrap();
            Ok(Response::from_parts(parts, body))
        })
    }
}

fn whole() -> Router {
    Router::new().nest(
        "/api",
        Routes::new(Cards)
            .whole(Arc::new(Library::default()))
            .into_router(),
    )
}

fn client(router: Router, key: Option<&str>) -> Client {
    let builder = Client::builder("http://library/api/").retries(Retries::never());
    let builder = match key {
        Some(key) => builder.key(key),
        None => builder,
    };
    builder.transport(Wire(router)).build().unwrap()
}

fn ann() -> Client {
    client(whole(), Some("ann's card"))
}

#[tokio::test]
async fn successes_arrive_unchanged() {
    let client = ann();
    for (isbn, cost) in [("1", "0.10"), ("2", "12345678901234567.89"), ("3", "1e2")] {
        let request =
            AddBookRequest::new(isbn, "Emma").replacement_cost(cost.parse::<Number>().unwrap());
        let answer = client.add_book(request).await.unwrap();
        assert_eq!(answer.status(), 201);
        assert_eq!(answer.book.replacement_cost.as_str(), cost);
        assert_eq!(answer.shelf_marks, ["S 1"]);
    }
    assert_eq!(
        client
            .get_book(GetBookRequest::new("b-2"))
            .await
            .unwrap()
            .book
            .isbn,
        "2"
    );
    assert_eq!(
        client
            .remove_book(RemoveBookRequest::new("b-2"))
            .await
            .unwrap()
            .status(),
        204
    );
    let loan = client
        .lend_book(LendBookRequest::new("b-1", "a+b@c.d"))
        .await
        .unwrap();
    assert_eq!(
        (loan.status(), loan.loan.member.as_str()),
        (StatusCode::ACCEPTED, "a+b@c.d")
    );
}

#[tokio::test]
async fn pages_are_fetched_in_sequence() {
    let client = ann();
    for isbn in ["1", "2", "3"] {
        client
            .add_book(AddBookRequest::new(isbn, "Emma"))
            .await
            .unwrap();
    }
    let mut pages = client.list_books_pages(ListBooksRequest::new("lending"));
    let mut found = Vec::new();
    while let Some(page) = pages.next_page().await.unwrap() {
        found.push(
            page.books
                .iter()
                .map(|book| book.isbn.clone())
                .collect::<Vec<_>>(),
        );
    }
    assert_eq!(found, [vec!["1", "2"], vec!["3"]]);
}

#[tokio::test]
async fn several_values_are_split() {
    let client = ann();
    for (isbn, genres) in [("1", "novel"), ("2", "tragedy"), ("3", "old comedy")] {
        let genres = vec!["play".to_owned(), genres.to_owned()];
        let request = AddBookRequest::new(isbn, "Emma").genres(genres);
        client.add_book(request).await.unwrap();
    }
    let genres = vec!["novel".to_owned(), "old comedy".to_owned()];
    let request = ListBooksRequest::new("lending").genre(genres);
    let answer = client.list_books(request).await.unwrap();
    let found: Vec<_> = answer.books.iter().map(|book| book.isbn.as_str()).collect();
    assert_eq!(found, ["1", "3"]);
    let torn = ListBooksRequest::new("lending").genre(vec!["a,b".to_owned()]);
    match client.list_books(torn).await {
        Err(Error::Request(RequestError::NotOneItem { input })) => assert_eq!(input, "genre"),
        other => panic!("it must not be sent, and came to {other:?}"),
    }
}

#[tokio::test]
async fn body_members_address_records_and_select_values() {
    let client = ann();
    let reserve = async |loan: &str| client.reserve_book(ReserveBookRequest::new(loan)).await;
    assert_eq!(reserve("l-1").await.unwrap().status(), 201);
    assert_eq!(
        reserve("l-2").await.unwrap_err().refusal(),
        Some(&ReserveBookError::AlreadyReserved)
    );
    assert_eq!(
        reserve("a@b.c").await.unwrap_err().refusal(),
        Some(&ReserveBookError::ReaderBlocked)
    );

    let book = AddBookRequest::new("1", "Emma");
    client.add_book(book).await.unwrap();
    let request = UpdateBookRequest::new("b-1").title("Persuasion");
    let request = request.state(UpdateBookState::Withdrawn);
    let book = client.update_book(request).await.unwrap().book.clone();
    assert_eq!(
        (book.title.as_str(), book.state),
        ("Persuasion", BookState::Withdrawn)
    );
    let odd = UpdateBookRequest::new("b-1").state("eaten");
    let odd = client.update_book(odd).await.unwrap_err();
    assert_eq!(odd.raw().unwrap().text().unwrap(), r#"{"message":"eaten"}"#);
}

#[tokio::test]
async fn record_without_documented_members_has_only_extra_members() {
    let answer = ann().get_branch(GetBranchRequest::new()).await.unwrap();
    assert_eq!(answer.branch.extra.get("reader"), Some("\"ann\""));
}

#[tokio::test]
async fn documented_refusals_arrive_as_values() {
    let client = ann();
    client
        .add_book(AddBookRequest::new("1", "Emma"))
        .await
        .unwrap();
    let taken = client
        .add_book(AddBookRequest::new("1", "Emma"))
        .await
        .unwrap_err();
    assert_eq!(
        taken.refusal(),
        Some(&AddBookError::IsbnTaken {
            isbn: "1".to_owned()
        })
    );
    assert_eq!(taken.status(), Some(StatusCode::CONFLICT));
    let blank = client
        .add_book(AddBookRequest::new("2", ""))
        .await
        .unwrap_err();
    assert_eq!(blank.refusal(), Some(&AddBookError::TitleBlank));
    let odd = "a b/c+d%e?ü#";
    let unknown = client.get_book(GetBookRequest::new(odd)).await.unwrap_err();
    assert_eq!(
        unknown.refusal(),
        Some(&GetBookError::BookNotFound {
            book: odd.to_owned()
        })
    );
    assert_eq!(unknown.status(), Some(StatusCode::OK));
    let returned = client
        .return_loan(ReturnLoanRequest::new("a+b@c.d"))
        .await
        .unwrap_err();
    assert_eq!(
        returned.raw().unwrap().text().unwrap(),
        r#"{"message":"Loan l-1 of a+b@c.d was returned before"}"#
    );
    assert_eq!(returned.status(), Some(StatusCode::BAD_REQUEST));
}

#[tokio::test]
async fn key_refusals_are_distinguished_from_operation_refusals() {
    for (key, expected, status) in [
        (None, KeyError::CardMissing, 401),
        (Some("a stranger's card"), KeyError::CardUnknown, 401),
        // Its message also matches a template of the operation.
        (Some("late bob's card"), KeyError::ReaderGone, 403),
    ] {
        let client = client(whole(), key);
        match client.remove_book(RemoveBookRequest::new("b-1")).await {
            Err(Error::Key { error, raw }) => {
                assert_eq!((error, raw.status.as_u16()), (expected, status));
            }
            other => panic!("{expected:?} was expected, not {other:?}"),
        }
    }
    // An operation may list one of them with another status.
    let client = client(whole(), None);
    match client.reserve_book(ReserveBookRequest::new("l-1")).await {
        Err(Error::Key { error, raw }) => {
            assert_eq!((error, raw.status.as_u16()), (KeyError::CardMissing, 402));
        }
        other => panic!("a missing card was expected, not {other:?}"),
    }
}

#[tokio::test]
async fn internal_errors_are_disclosed_only_to_the_hook() {
    let refusals = Arc::new(Mutex::new(Vec::new()));
    let sink = Arc::clone(&refusals);
    let routes = Routes::new(Cards)
        .whole(Arc::new(Library::default()))
        .on_refusal(move |refusal| {
            let cause = refusal.cause.as_ref().map(ToString::to_string);
            sink.lock().unwrap().push((refusal.reason, cause));
            envelope(refusal)
        });
    let client = client(
        Router::new().nest("/api", routes.into_router()),
        Some("ann's card"),
    );
    for title in ["A panic", "A fault"] {
        match client.add_book(AddBookRequest::new("1", title)).await {
            Err(Error::Undocumented(raw)) => {
                assert_eq!(raw.status, StatusCode::INTERNAL_SERVER_ERROR);
                assert_eq!(raw.text(), Some(r#"{"message":"internal error"}"#));
            }
            other => panic!("a fault was expected, not {other:?}"),
        }
    }
    let glued = client
        .remove_book(RemoveBookRequest::new("glued"))
        .await
        .unwrap_err();
    assert_eq!(glued.status(), Some(StatusCode::LOCKED));
    let refusals = refusals.lock().unwrap();
    let expected = [
        (Reason::Panic, Some("the shelf fell over".to_owned())),
        (
            Reason::Internal,
            Some("the shelf at /secret is full".to_owned()),
        ),
        (Reason::Undocumented, None),
    ];
    assert_eq!(refusals.as_slice(), expected);
}
