//! A lending library in memory as a transport without a socket, with an optional defect.

mod books;
mod loans;
mod outside;

use std::sync::Mutex;

use http::HeaderMap;
use http::header::{HeaderValue, RETRY_AFTER};
use referral_conformance::exchange::{Fault, Request, Response};
use referral_conformance::run::{ResponseFuture, Transport};
use serde_json::{Value, json};
use spec::Method;

/// The defect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Broken {
    Nothing,
    /// A message with a changed letter.
    Message,
    /// A refusal with another status.
    RefusalStatus,
    /// A refusal as plain text.
    ErrorBody,
    /// A stated member is missing.
    MissingMember,
    /// A stated member is of another type.
    MemberType,
    /// A price loses a digit.
    Price,
    /// The price in the response to an addition is null.
    PriceNull,
    /// Duplicate ISBNs are accepted.
    Uniqueness,
    /// The check for duplicate ISBNs is not atomic with the addition.
    TakenAtOnce,
    /// An addition without effect.
    NotAdded,
    /// Descending titles.
    Order,
    /// Lists include books of other branches.
    Scope,
    /// The page size has no effect.
    PageSize,
    /// Blank titles are accepted.
    BlankTitle,
    /// Always the first page.
    PageNumber,
    /// A key of the page is misspelt.
    PageKey,
    /// Open loans are refused, returned ones not.
    GuardReversed,
    /// A return without effect.
    NotReturned,
    /// Requests without a card are accepted.
    NoCard,
    /// Optional members are refused.
    OptionalMember,
    /// Values outside of their constraints are accepted.
    Outside,
    /// The list is not implemented.
    NotImplemented,
    /// Every request is throttled.
    TooMany,
    /// Every ISBN is in the catalogue already.
    AlwaysTaken,
    /// An update without effect.
    NotCorrected,
    /// A withdrawal without effect.
    NotWithdrawn,
    /// Books of the reading room are withdrawn as well.
    GuardIgnored,
    /// The reverse transition has no effect.
    NotPutBack,
    /// One of two documented states is not accepted.
    StateRefused,
    /// A removal without effect.
    NotRemoved,
    /// Hidden books are listed.
    StacksListed,
    /// Hidden books are returned by id.
    StacksShown,
    /// Books of other branches are returned by id.
    ForeignShown,
    /// An unknown id is answered with the newest book.
    UnknownShown,
    /// The bound is inclusive.
    FilterInclusive,
    /// The bound has no effect.
    FilterIgnored,
    /// The bound excludes every book.
    FilterGreedy,
    /// The genre filter has no effect.
    GenreIgnored,
    /// The order of prices is reversed.
    SortReversed,
    /// Prices are sorted as text.
    SortAsText,
    /// A reservation without a loan is accepted.
    NothingRequired,
    /// Loans are not found by their member.
    MemberUnknown,
    /// Several values with commas are not split.
    CommaRefused,
    /// A second reservation is accepted.
    ReservedTwice,
    /// The time of the return has an unusual name.
    ReturnedOn,
    /// The last page of the loans lacks an item.
    LoanLost,
    /// Every page of the loans is the first one.
    LoansNotPaged,
}

pub struct Library {
    broken: Broken,
    /// Whether books that are lent cannot be removed, as the contract says. Most scenarios remove them.
    keeps_lent: bool,
    shelves: Mutex<Shelves>,
}

struct Shelves {
    books: Vec<Value>,
    loans: Vec<Value>,
    reserved: Vec<String>,
    next: u32,
}

impl Library {
    pub fn new(broken: Broken) -> Self {
        let loan = |id: &str, state: &str| {
            json!({
                "uuid": id, "book_uuid": "book-0", "member": "ann@example.com", "renewals": 0,
                "lent_at": "2026-01-02T03:04:05Z", "returned_at": null, "state": state,
            })
        };
        let shelves = Shelves {
            books: vec![
                books::book("elsewhere", &json!({ "isbn": "x", "title": "c" })),
                books::book("stacks", &json!({ "isbn": "y", "title": "d" })),
            ],
            reserved: Vec::new(),
            loans: vec![loan("loan-open", "open"), loan("loan-returned", "returned")],
            next: 1,
        };
        Self { broken, keeps_lent: false, shelves: Mutex::new(shelves) }
    }

    /// A library that removes no book that is lent.
    pub fn strict(broken: Broken) -> Self {
        Self { keeps_lent: true, ..Self::new(broken) }
    }

    fn is(&self, broken: Broken) -> bool {
        self.broken == broken
    }

    pub fn answer(&self, request: &Request) -> Response {
        self.response_later(request, false)
    }

    /// The response, given an earlier check for a duplicate ISBN.
    fn response_later(&self, request: &Request, was_free: bool) -> Response {
        if self.is(Broken::TooMany) {
            let wait = (RETRY_AFTER, HeaderValue::from_static("0"));
            return Response {
                status: 429,
                headers: HeaderMap::from_iter([wait]),
                body: "".into(),
            };
        }
        match self.card(request).and_then(|()| self.route(request, was_free)) {
            Ok((status, body)) => response(status, body.to_string()),
            Err((404, message)) if self.is(Broken::ErrorBody) => response(404, message),
            Err((status, message)) => {
                let message = if self.is(Broken::Message) {
                    message.replace("ISBN", "Isbn")
                } else {
                    message
                };
                let status =
                    if self.is(Broken::RefusalStatus) && status == 409 { 400 } else { status };
                response(status, json!({ "message": message }).to_string())
            }
        }
    }

    fn is_free(&self, request: &Request) -> bool {
        let shelves = self.shelves.lock().unwrap();
        let isbn = &body(request)["isbn"];
        !shelves.books.iter().any(|book| book["isbn"] == *isbn)
    }

    fn card(&self, request: &Request) -> Result<(), Refused> {
        let card = request.headers.iter().find(|(name, _)| name == "Library-Card");
        match card.map(|(_, card)| card.as_str()) {
            _ if self.is(Broken::NoCard) => Ok(()),
            Some("card-main") => Ok(()),
            Some(_) => refused(401, "This library card is not known"),
            None => refused(401, "A library card is required"),
        }
    }

    fn route(&self, request: &Request, was_free: bool) -> Result<(u16, Value), Refused> {
        let (path, query) = request.target.split_once('?').unwrap_or((&request.target, ""));
        let path = percent_encoding::percent_decode_str(path).decode_utf8_lossy();
        let segments: Vec<&str> = path.split('/').skip(1).collect();
        let body = body(request);
        let mut shelves = self.shelves.lock().unwrap();
        match (request.method, segments.as_slice()) {
            (Method::Post, ["books"]) => self.add(&mut shelves, &body, was_free),
            (Method::Get, ["books"]) => self.list(&shelves, query),
            (Method::Get, ["books", id]) => self.show(&shelves, id),
            (Method::Patch, ["books", id]) => self.update(&mut shelves, id, &body),
            (Method::Delete, ["books", id]) => self.remove(&mut shelves, id),
            (Method::Post, ["books", id, "loans"]) => loans::lend(&mut shelves, id, &body),
            (Method::Get, ["loans"]) => self.list_loans(&shelves, query),
            (Method::Patch, ["loans", id, "return"]) => self.give_back(&mut shelves, id),
            (Method::Post, ["reservations"]) => self.reserve(&mut shelves, &body),
            (Method::Get, ["branch"]) => Ok((200, json!({ "branch": { "name": "Main" } }))),
            _ => refused(404, "no such place"),
        }
    }
}

type Refused = (u16, String);

fn refused<T>(status: u16, message: &str) -> Result<T, Refused> {
    Err((status, message.to_owned()))
}

fn not_found(id: &str) -> Refused {
    (404, format!("{id} not found!"))
}

fn response(status: u16, body: String) -> Response {
    let body = if body == "null" { Vec::new() } else { body.into_bytes() };
    Response { status, headers: HeaderMap::new(), body: body.into() }
}

fn body(request: &Request) -> Value {
    let body = request.body.as_deref();
    body.map_or(Value::Null, |body| serde_json::from_str(body).unwrap_or(Value::Null))
}

impl Transport for Library {
    fn send<'a>(&'a self, request: &'a Request) -> ResponseFuture<'a> {
        if self.is(Broken::TakenAtOnce) {
            let was_free = self.is_free(request);
            return Box::pin(async move {
                tokio::task::yield_now().await;
                Ok(self.response_later(request, was_free))
            });
        }
        let response = self.answer(request);
        Box::pin(async move { Ok(response) })
    }
}

/// A server with one response for every request.
pub struct FixedResponse(pub Result<(u16, &'static str), Fault>);

impl Transport for FixedResponse {
    fn send<'a>(&'a self, _request: &'a Request) -> ResponseFuture<'a> {
        let outcome = self.0.clone().map(|(status, body)| response(status, body.to_owned()));
        Box::pin(async move { outcome })
    }
}
