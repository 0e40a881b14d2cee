//! A lending library with two branches, on a socket, as fresh for each run as the first.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use referral_conformance::suite::{self, Suite};
use referral_conformance::target::{Supplied, Target};
use serde_json::{Value, json};
use strength::bench::{Bench, Server, Starting, Stock};
use strength::trial::Settled;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

const CARDS: [(&str, &str); 3] = [
    ("main", "card-main"),
    ("other_branch", "card-other"),
    ("expired", "card-expired"),
];

/// The library's contract with its scenarios.
pub fn suite() -> Suite {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let contract = suite::read_contract(&root.join("spec/tests/library/contract")).unwrap();
    let scenarios = root.join("conformance/tests/library/scenarios");
    let scenarios = suite::read_scenarios(&scenarios).unwrap();
    Suite::load(&contract, None, &scenarios).unwrap_or_else(|mistakes| panic!("{mistakes}"))
}

pub fn settled() -> Settled {
    Settled {
        clock: || "2026-03-01T12:00:00Z".parse().unwrap(),
        seed: 7,
    }
}

/// Starts libraries.
pub struct Libraries(Stock);

impl Libraries {
    pub fn new() -> Self {
        let supplied = |id: &str, account: &str, fact: (&str, &str)| {
            let facts = [(fact.0.to_owned(), fact.1.to_owned())].into();
            vec![Supplied {
                id: id.to_owned(),
                account: account.to_owned(),
                facts,
            }]
        };
        let member = ("member", "ann@example.com");
        let fixtures = [
            (
                "book_elsewhere",
                supplied("elsewhere", "other_branch", ("title", "b")),
            ),
            ("open_loan", supplied("loan-open", "main", member)),
            ("returned_loan", supplied("loan-returned", "main", member)),
        ];
        let fixtures = fixtures
            .map(|(kind, supplied)| (kind.to_owned(), supplied))
            .into();
        let keys = CARDS.map(|(kind, card)| (kind.to_owned(), card.to_owned()));
        let target = Target {
            fixtures,
            ..Target::default()
        };
        Self(Stock {
            target,
            keys: BTreeMap::from(keys),
        })
    }
}

impl Bench for Libraries {
    fn stock(&self) -> &Stock {
        &self.0
    }

    fn start(&self) -> Starting<'_> {
        Box::pin(async {
            let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
            let base_url = format!("http://{}", listener.local_addr().unwrap());
            let router = Router::new()
                .fallback(answer)
                .with_state(Arc::new(Shelves::stocked()));
            let serving = tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
            Ok(Server {
                base_url: base_url.parse().unwrap(),
                keep: Box::new(Serving(serving)),
            })
        })
    }
}

struct Serving(JoinHandle<()>);

impl Drop for Serving {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// Books with the card of their branch, and loans.
struct Shelves {
    books: Mutex<Vec<(String, Value)>>,
    loans: Mutex<Vec<Value>>,
    added: AtomicUsize,
}

type Answer = Result<(u16, Value), (u16, String)>;

async fn answer(
    State(shelves): State<Arc<Shelves>>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let (status, body) = match shelves.answer(&method, &uri, &headers, &body) {
        Ok(answer) => answer,
        Err((status, message)) => (status, json!({ "message": message })),
    };
    let status = StatusCode::from_u16(status).unwrap();
    match body {
        Value::Null => status.into_response(),
        body => (
            status,
            [(header::CONTENT_TYPE, "application/json")],
            body.to_string(),
        )
            .into_response(),
    }
}

impl Shelves {
    fn stocked() -> Self {
        let elsewhere = book("elsewhere", &json!({ "isbn": "x", "title": "b" }));
        Self {
            books: Mutex::new(vec![("card-other".to_owned(), elsewhere)]),
            loans: Mutex::new(vec![
                loan("loan-open", "book-0", "open"),
                loan("loan-returned", "book-0", "returned"),
            ]),
            added: AtomicUsize::new(0),
        }
    }

    fn answer(&self, method: &Method, uri: &Uri, headers: &HeaderMap, body: &[u8]) -> Answer {
        let card = match headers
            .get("library-card")
            .and_then(|card| card.to_str().ok())
        {
            Some("card-expired") => return refused(403, "Reader not found!"),
            Some(card) if CARDS.iter().any(|(_, known)| *known == card) => card,
            Some(_) => return refused(401, "This library card is not known"),
            None => return refused(401, "A library card is required"),
        };
        let body: Value = serde_json::from_slice(body).unwrap_or(Value::Null);
        let segments: Vec<&str> = uri.path().split('/').skip(1).collect();
        match (method.as_str(), segments.as_slice()) {
            ("POST", ["books"]) => self.add(card, &body),
            ("GET", ["books"]) => self.list(card, uri.query().unwrap_or_default()),
            ("GET", ["books", id]) => {
                let books = self.books.lock().unwrap();
                let at = find(&books, id)?;
                Ok((200, json!({ "book": books[at].1 })))
            }
            ("DELETE", ["books", id]) => {
                let mut books = self.books.lock().unwrap();
                let at = find(&books, id)?;
                is_available(&books[at].1)?;
                books.remove(at);
                Ok((204, Value::Null))
            }
            ("POST", ["books", id, "loans"]) => self.lend(id, &body),
            ("PATCH", ["loans", id, "return"]) => self.give_back(id),
            _ => refused(404, "no such place"),
        }
    }

    fn add(&self, card: &str, body: &Value) -> Answer {
        let Some(isbn) = body["isbn"].as_str() else {
            return refused(422, "A book needs an ISBN");
        };
        if body["title"]
            .as_str()
            .is_none_or(|title| title.trim().is_empty())
        {
            return refused(422, "A book needs a title");
        }
        let mut books = self.books.lock().unwrap();
        if books.iter().any(|(_, book)| book["isbn"] == isbn) {
            return refused(409, &format!("ISBN {isbn} is in the catalogue already"));
        }
        let number = self.added.fetch_add(1, Ordering::SeqCst);
        let added = book(&format!("book-{number}"), body);
        books.push((card.to_owned(), added.clone()));
        Ok((201, json!({ "book": added, "shelf_marks": [] })))
    }

    fn list(&self, card: &str, query: &str) -> Answer {
        let pairs: BTreeMap<&str, &str> = query
            .split('&')
            .filter_map(|pair| pair.split_once('='))
            .collect();
        if !pairs.contains_key("room") {
            return refused(400, "Which room?");
        }
        let number = |name, usual| {
            pairs
                .get(name)
                .and_then(|text| text.parse::<usize>().ok())
                .unwrap_or(usual)
        };
        let (page, per_page) = (number("page", 1), number("per_page", 50));
        let books = self.books.lock().unwrap();
        let mut books: Vec<&Value> = books
            .iter()
            .filter(|(owner, _)| owner == card)
            .map(|(_, book)| book)
            .collect();
        books.sort_by_key(|book| book["title"].to_string());
        let total = books.len();
        let shown: Vec<_> = books
            .into_iter()
            .skip((page - 1) * per_page)
            .take(per_page)
            .collect();
        let info = json!({
            "page": page, "per_page": per_page,
            "total_pages": total.div_ceil(per_page), "total_books": total,
        });
        Ok((200, json!({ "books": shown, "page_info": info })))
    }

    fn lend(&self, id: &str, body: &Value) -> Answer {
        let Some(member) = body["member"].as_str() else {
            return refused(422, "Who borrows the book?");
        };
        if !member.contains('@') {
            return refused(422, "The member's address is invalid");
        }
        let mut books = self.books.lock().unwrap();
        let at = find(&books, id)?;
        is_available(&books[at].1)?;
        books[at].1["state"] = json!("lent");
        let mut loans = self.loans.lock().unwrap();
        let mut lent = loan(&format!("loan-{}", loans.len()), id, "open");
        lent["member"] = json!(member);
        loans.push(lent.clone());
        Ok((201, json!({ "loan": lent })))
    }

    fn give_back(&self, id: &str) -> Answer {
        let mut loans = self.loans.lock().unwrap();
        let id = id.replace("%40", "@");
        let named = |loan: &&mut Value| loan["uuid"] == *id || loan["member"] == *id;
        let loan = loans.iter_mut().find(named).ok_or_else(|| gone(&id))?;
        if loan["state"] != "open" {
            let member = loan["member"].as_str().unwrap();
            return refused(409, &format!("Loan {id} of {member} was returned before"));
        }
        loan["state"] = json!("returned");
        loan["returned_at"] = json!("2026-03-01T12:00:00Z");
        Ok((200, json!({ "loan": loan })))
    }
}

fn refused(status: u16, message: &str) -> Answer {
    Err((status, message.to_owned()))
}

/// Where a book stands.
fn find(books: &[(String, Value)], id: &str) -> Result<usize, (u16, String)> {
    books
        .iter()
        .position(|(_, book)| book["uuid"] == id)
        .ok_or_else(|| gone(id))
}

fn is_available(book: &Value) -> Result<(), (u16, String)> {
    let text = |name: &str| book[name].as_str().unwrap_or_default();
    match book["state"] == "available" {
        true => Ok(()),
        false => Err((
            409,
            format!("Book {} ({}) is lent", text("uuid"), text("title")),
        )),
    }
}

fn gone(id: &str) -> (u16, String) {
    (404, format!("{id} not found!"))
}

fn loan(id: &str, book: &str, state: &str) -> Value {
    json!({
        "uuid": id, "book_uuid": book, "member": "ann@example.com", "renewals": 0,
        "lent_at": "2026-01-02T03:04:05Z", "returned_at": null, "state": state,
    })
}

fn book(id: &str, body: &Value) -> Value {
    let given = |name: &str, usual: Value| body.get(name).cloned().unwrap_or(usual);
    json!({
        "uuid": id,
        "isbn": body["isbn"],
        "title": body["title"],
        "subtitle": given("subtitle", Value::Null),
        "authors": given("authors", json!([])),
        "pages": given("pages", Value::Null),
        "binding": given("binding", Value::Null),
        "reference_only": given("reference_only", json!(false)),
        "replacement_cost": given("replacement_cost", json!(1)),
        "acquired_at": given("acquired_at", json!("2026-01-02T03:04:05Z")),
        "state": "available",
    })
}
