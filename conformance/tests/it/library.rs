//! A lending library in memory, with one thing broken if asked: a transport without a socket.

use std::sync::Mutex;

use referral_conformance::exchange::{Fault, Request, Response};
use referral_conformance::run::{Reply, Transport};
use serde_json::{Value, json};
use spec::Method;

/// What is broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Broken {
    Nothing,
    /// Another letter in a message.
    Message,
    /// Another status of a refusal.
    RefusalStatus,
    /// A refusal as bare text.
    ErrorBody,
    /// A stated member is missing.
    MissingMember,
    /// A stated member is of another type.
    MemberType,
    /// A price loses a digit.
    Price,
    /// The number is taken twice.
    Uniqueness,
    /// Acknowledged and not done.
    NotAdded,
    /// Highest title first.
    Order,
    /// Books of other branches in the list.
    Scope,
    /// The page size has no effect.
    PageSize,
    /// Always the first page.
    PageNumber,
    /// A key of the page is misspelt.
    PageKey,
    /// Open loans are refused, returned ones not.
    GuardReversed,
    /// A return that is acknowledged and not done.
    NotReturned,
    /// No card is asked for.
    NoCard,
    /// Members that need not be sent are refused.
    OptionalMember,
    /// The list is not offered.
    NotImplemented,
    /// Everything is too much.
    TooMany,
}

pub struct Library {
    broken: Broken,
    shelves: Mutex<Shelves>,
}

struct Shelves {
    books: Vec<Value>,
    loans: Vec<Value>,
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
            books: vec![book("elsewhere", &json!({ "isbn": "x", "title": "c" }))],
            loans: vec![loan("loan-open", "open"), loan("loan-returned", "returned")],
            next: 1,
        };
        Self {
            broken,
            shelves: Mutex::new(shelves),
        }
    }

    fn is(&self, broken: Broken) -> bool {
        self.broken == broken
    }

    pub fn answer(&self, request: &Request) -> Response {
        if self.is(Broken::TooMany) {
            let headers = vec![("retry-after".to_owned(), "0".to_owned())];
            return Response {
                status: 429,
                headers,
                body: Vec::new(),
            };
        }
        match self.card(request).and_then(|()| self.route(request)) {
            Ok((status, body)) => response(status, body.to_string()),
            Err((404, message)) if self.is(Broken::ErrorBody) => response(404, message),
            Err((status, message)) => {
                let message = if self.is(Broken::Message) {
                    message.replace("ISBN", "Isbn")
                } else {
                    message
                };
                let status = if self.is(Broken::RefusalStatus) && status == 409 {
                    400
                } else {
                    status
                };
                response(status, json!({ "message": message }).to_string())
            }
        }
    }

    fn card(&self, request: &Request) -> Result<(), Refused> {
        let card = request
            .headers
            .iter()
            .find(|(name, _)| name == "Library-Card");
        match card.map(|(_, card)| card.as_str()) {
            _ if self.is(Broken::NoCard) => Ok(()),
            Some("card-main") => Ok(()),
            Some(_) => refused(401, "This library card is not known"),
            None => refused(401, "A library card is required"),
        }
    }

    fn route(&self, request: &Request) -> Result<(u16, Value), Refused> {
        let (path, query) = request
            .target
            .split_once('?')
            .unwrap_or((&request.target, ""));
        let segments: Vec<&str> = path.split('/').skip(1).collect();
        let body: Value = request.body.as_deref().map_or(Value::Null, |body| {
            serde_json::from_str(body).unwrap_or(Value::Null)
        });
        let mut shelves = self.shelves.lock().unwrap();
        match (request.method, segments.as_slice()) {
            (Method::Post, ["books"]) => self.add(&mut shelves, &body),
            (Method::Get, ["books"]) => self.list(&shelves, query),
            (Method::Get, ["books", id]) => {
                let book = shelves.books.iter().find(|book| book["uuid"] == **id);
                book.map(|book| (200, json!({ "book": book })))
                    .ok_or_else(|| not_found(id))
            }
            (Method::Delete, ["books", id]) => {
                let before = shelves.books.len();
                shelves.books.retain(|book| book["uuid"] != **id);
                if shelves.books.len() < before {
                    Ok((204, Value::Null))
                } else {
                    Err(not_found(id))
                }
            }
            (Method::Post, ["books", id, "loans"]) => lend(&mut shelves, id, &body),
            (Method::Patch, ["loans", id, "return"]) => self.give_back(&mut shelves, id),
            _ => refused(404, "no such place"),
        }
    }

    fn add(&self, shelves: &mut Shelves, body: &Value) -> Result<(u16, Value), Refused> {
        let Some(isbn) = body["isbn"].as_str() else {
            return refused(422, "A book needs an ISBN");
        };
        if body["title"] == "" {
            return refused(422, "A book needs a title");
        }
        let taken = shelves.books.iter().any(|book| book["isbn"] == isbn);
        if taken && !self.is(Broken::Uniqueness) {
            return refused(409, &format!("ISBN {isbn} is in the catalogue already"));
        }
        let more = body
            .as_object()
            .is_some_and(|body| body.contains_key("pages"));
        if more && self.is(Broken::OptionalMember) {
            return refused(422, "too much");
        }
        shelves.next += 1;
        let mut added = book(&format!("book-{}", shelves.next), body);
        if !self.is(Broken::NotAdded) {
            shelves.books.push(added.clone());
        }
        if self.is(Broken::MissingMember) {
            added.as_object_mut().unwrap().remove("state");
        }
        if self.is(Broken::MemberType) {
            added["reference_only"] = json!("no");
        }
        let mut text = json!({ "book": added, "shelf_marks": [] });
        if self.is(Broken::Price) && body["replacement_cost"].is_number() {
            text["book"]["replacement_cost"] = json!(12_345_678_901_234.5_f64);
        }
        Ok((201, text))
    }

    fn list(&self, shelves: &Shelves, query: &str) -> Result<(u16, Value), Refused> {
        if self.is(Broken::NotImplemented) {
            return refused(501, "not here");
        }
        let given = |name: &str| {
            let mut pairs = query.split('&').filter_map(|pair| pair.split_once('='));
            pairs
                .find(|(known, _)| *known == name)
                .map(|(_, value)| value)
        };
        if given("room").is_none() {
            return refused(400, "Which room?");
        }
        let number = |name: &str, usual: usize| {
            given(name)
                .and_then(|text| text.parse().ok())
                .unwrap_or(usual)
        };
        let page = if self.is(Broken::PageNumber) {
            1
        } else {
            number("page", 1)
        };
        let per_page = if self.is(Broken::PageSize) {
            50
        } else {
            number("per_page", 50)
        };
        let mut books: Vec<&Value> = shelves
            .books
            .iter()
            .filter(|book| self.is(Broken::Scope) || book["uuid"] != "elsewhere")
            .collect();
        books.sort_by_key(|book| book["title"].to_string());
        if self.is(Broken::Order) {
            books.reverse();
        }
        let total = books.len();
        let shown: Vec<_> = books
            .into_iter()
            .skip((page - 1) * per_page)
            .take(per_page)
            .collect();
        let total_key = if self.is(Broken::PageKey) {
            "total_bokks"
        } else {
            "total_books"
        };
        let info = json!({
            "page": page, "per_page": per_page, "total_pages": total.div_ceil(per_page),
            total_key: total,
        });
        Ok((200, json!({ "books": shown, "page_info": info })))
    }

    fn give_back(&self, shelves: &mut Shelves, id: &str) -> Result<(u16, Value), Refused> {
        let found = shelves.loans.iter_mut().find(|loan| loan["uuid"] == id);
        let loan = found.ok_or_else(|| not_found(id))?;
        if (loan["state"] == "open") == self.is(Broken::GuardReversed) {
            let message = format!("Loan {id} of ann@example.com was returned before");
            return refused(409, &message);
        }
        if !self.is(Broken::NotReturned) {
            loan["state"] = json!("returned");
        }
        Ok((200, json!({ "loan": loan })))
    }
}

fn lend(shelves: &mut Shelves, id: &str, body: &Value) -> Result<(u16, Value), Refused> {
    let Some(member) = body["member"].as_str() else {
        return refused(422, "Who borrows the book?");
    };
    let found = shelves.books.iter_mut().find(|book| book["uuid"] == id);
    let book = found.ok_or_else(|| not_found(id))?;
    if book["state"] == "lent" {
        let title = book["title"].as_str().unwrap_or_default();
        return refused(409, &format!("Book {id} ({title}) is lent"));
    }
    book["state"] = json!("lent");
    shelves.next += 1;
    let loan = json!({
        "uuid": format!("loan-{}", shelves.next), "book_uuid": id, "member": member, "renewals": 0,
        "lent_at": "2026-01-02T03:04:05Z", "returned_at": null, "state": "open",
    });
    Ok((201, json!({ "loan": loan })))
}

type Refused = (u16, String);

fn refused<T>(status: u16, message: &str) -> Result<T, Refused> {
    Err((status, message.to_owned()))
}

fn not_found(id: &str) -> Refused {
    (404, format!("{id} not found!"))
}

fn book(id: &str, body: &Value) -> Value {
    let given = |name: &str, usual: Value| body.get(name).cloned().unwrap_or(usual);
    json!({
        "uuid": id,
        "isbn": body["isbn"],
        "title": body["title"],
        "subtitle": null,
        "authors": given("authors", json!([])),
        "pages": given("pages", Value::Null),
        "binding": null,
        "reference_only": false,
        "replacement_cost": given("replacement_cost", json!(1)),
        "acquired_at": given("acquired_at", json!("2026-01-02T03:04:05Z")),
        "state": "available",
    })
}

fn response(status: u16, body: String) -> Response {
    let body = if status == 204 {
        Vec::new()
    } else {
        body.into_bytes()
    };
    Response {
        status,
        headers: Vec::new(),
        body,
    }
}

impl Transport for Library {
    fn send(&self, request: Request) -> Reply<'_> {
        let answer = self.answer(&request);
        Box::pin(async move { Ok(answer) })
    }
}

/// A server that answers alike to everything.
pub struct Always(pub Result<(u16, &'static str), Fault>);

impl Transport for Always {
    fn send(&self, _request: Request) -> Reply<'_> {
        let outcome = self
            .0
            .clone()
            .map(|(status, body)| response(status, body.to_owned()));
        Box::pin(async move { outcome })
    }
}
