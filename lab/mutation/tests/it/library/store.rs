//! Books, loans and reservations of a library with two branches.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::{Value, json};

use super::outside::outside;

pub(super) type Outcome = Result<(u16, Value), (u16, String)>;

const LOANS_PER_PAGE: usize = 3;

/// The records of the library.
pub(super) struct Store {
    books: Mutex<Vec<Book>>,
    loans: Mutex<Vec<Loan>>,
    reserved: Mutex<BTreeSet<String>>,
    added: AtomicUsize,
}

/// A loan, and the card of its branch.
struct Loan {
    card: String,
    shown: Value,
}

/// A book, and its data that is not returned.
struct Book {
    card: String,
    genres: String,
    is_closed: bool,
    shown: Value,
}

impl Store {
    pub(super) fn seeded() -> Self {
        let elsewhere = Book::new("elsewhere", "card-other", &json!({ "isbn": "x", "title": "c" }));
        let stacks = Book {
            is_closed: true,
            ..Book::new("stacks", "card-main", &json!({ "isbn": "y", "title": "d" }))
        };
        let to_lend = Book::new("to-lend", "card-main", &json!({ "isbn": "z", "title": "e" }));
        Self {
            books: Mutex::new(vec![elsewhere, stacks, to_lend]),
            loans: Mutex::new(vec![
                Loan::new("loan-open", "card-main", "book-0", "open"),
                Loan::new("loan-returned", "card-main", "book-0", "returned"),
                Loan::new("loan-elsewhere", "card-other", "elsewhere", "open"),
            ]),
            reserved: Mutex::default(),
            added: AtomicUsize::new(0),
        }
    }

    pub(super) fn add(&self, card: &str, body: &Value) -> Outcome {
        let Some(isbn) = body["isbn"].as_str() else {
            return refused(422, "A book needs an ISBN");
        };
        if is_blank(&body["title"]) {
            return refused(422, "A book needs a title");
        }
        if let Some(message) = outside(body) {
            return refused(422, &message);
        }
        let mut books = self.books.lock().unwrap();
        if books.iter().any(|book| book.shown["isbn"] == isbn) {
            return refused(409, &format!("ISBN {isbn} is in the catalogue already"));
        }
        let number = self.added.fetch_add(1, Ordering::SeqCst);
        let added = Book::new(&format!("book-{number}"), card, body);
        let shown = added.shown.clone();
        books.push(added);
        Ok((201, json!({ "book": shown, "shelf_marks": [] })))
    }

    pub(super) fn list(&self, card: &str, query: &BTreeMap<String, String>) -> Outcome {
        if !query.contains_key("room") {
            return refused(400, "Which room?");
        }
        if query.get("longer_than").is_some_and(|text| text.starts_with('-')) {
            return refused(400, "No book has less than no pages");
        }
        let number = |name, usual| {
            let text = query.get(name);
            text.and_then(|text| text.parse::<usize>().ok()).unwrap_or(usual)
        };
        let (page, per_page) = (number("page", 1), number("per_page", 50));
        let books = self.books.lock().unwrap();
        let own = books.iter().filter(|book| book.card == card && !book.is_closed);
        let mut books: Vec<&Value> =
            own.filter(|book| book.passes(query)).map(|book| &book.shown).collect();
        books.sort_by_key(|book| book["title"].to_string());
        if query.get("sort").is_some_and(|sort| sort == "price") {
            let price = |book: &Value| book["replacement_cost"].as_f64().unwrap();
            books.sort_by(|one, other| price(other).total_cmp(&price(one)));
        }
        let total = books.len();
        let in_colour = query.get("cover").is_some_and(|cover| cover == "colour");
        let shown = |book: &Value| {
            let mut book = book.clone();
            if in_colour {
                book["cover"] = json!("blue");
            }
            book
        };
        let shown: Vec<_> = books
            .into_iter()
            .skip((page.max(1) - 1) * per_page)
            .take(per_page)
            .map(shown)
            .collect();
        let info = json!({
            "page": page, "per_page": per_page,
            "total_pages": total.div_ceil(per_page), "total_books": total,
        });
        Ok((200, json!({ "books": shown, "page_info": info })))
    }

    pub(super) fn get(&self, card: &str, id: &str) -> Outcome {
        let books = self.books.lock().unwrap();
        let book = &books[find(&books, id)?];
        if book.card == card && !book.is_closed {
            Ok((200, json!({ "book": book.shown })))
        } else {
            Err(not_found(id))
        }
    }

    /// Keeps the state of a reference-only book that should be withdrawn.
    pub(super) fn update(&self, id: &str, body: &Value) -> Outcome {
        let mut books = self.books.lock().unwrap();
        let at = find(&books, id)?;
        let book = &mut books[at].shown;
        match body["state"].as_str() {
            Some("withdrawn") if book["reference_only"] == true => {}
            Some("withdrawn") => {
                check_not_lent(book)?;
                book["state"] = json!("withdrawn");
            }
            Some(state) => book["state"] = json!(state),
            None => {}
        }
        if !is_blank(&body["title"]) {
            book["title"] = body["title"].clone();
        }
        Ok((200, json!({ "book": book })))
    }

    pub(super) fn remove(&self, id: &str) -> Outcome {
        let mut books = self.books.lock().unwrap();
        let at = find(&books, id)?;
        check_not_lent(&books[at].shown)?;
        books.remove(at);
        Ok((204, Value::Null))
    }

    pub(super) fn lend(&self, id: &str, body: &Value) -> Outcome {
        let Some(member) = body["member"].as_str() else {
            return refused(422, "Who borrows the book?");
        };
        if !is_address(member) {
            return refused(422, "The member's address is invalid");
        }
        let mut books = self.books.lock().unwrap();
        let at = find(&books, id)?;
        if books[at].shown["state"] != "available" {
            return Err(lent(&books[at].shown));
        }
        books[at].shown["state"] = json!("lent");
        let mut loans = self.loans.lock().unwrap();
        let id_of_loan = format!("loan-{}", loans.len());
        let mut lent = Loan::new(&id_of_loan, &books[at].card, id, "open");
        lent.shown["member"] = json!(member);
        let shown = lent.shown.clone();
        loans.push(lent);
        Ok((201, json!({ "loan": shown })))
    }

    pub(super) fn give_back(&self, id: &str) -> Outcome {
        let mut loans = self.loans.lock().unwrap();
        let mut loans = loans.iter_mut().map(|loan| &mut loan.shown);
        let loan = loans.find(|loan| has_identifier(loan, id)).ok_or_else(|| not_found(id))?;
        if loan["state"] != "open" {
            let member = loan["member"].as_str().unwrap();
            return refused(409, &format!("Loan {id} of {member} was returned before"));
        }
        loan["state"] = json!("returned");
        loan["returned_at"] = json!("2026-03-01T12:00:00Z");
        Ok((200, json!({ "loan": loan })))
    }

    /// The loans of the branch, oldest first.
    pub(super) fn list_loans(&self, card: &str, query: &BTreeMap<String, String>) -> Outcome {
        let page = query.get("page").and_then(|page| page.parse().ok());
        let page: usize = page.unwrap_or(1);
        let loans = self.loans.lock().unwrap();
        let own = loans.iter().filter(|loan| loan.card == card);
        let own: Vec<_> = own.map(|loan| &loan.shown).collect();
        let shown = own.chunks(LOANS_PER_PAGE).nth(page.max(1) - 1);
        let info = json!({
            "page": page, "per_page": LOANS_PER_PAGE,
            "total_pages": own.len().div_ceil(LOANS_PER_PAGE), "total_loans": own.len(),
        });
        Ok((200, json!({ "loans": shown.unwrap_or_default(), "page_info": info })))
    }

    pub(super) fn reserve(&self, body: &Value) -> Outcome {
        let Some(id) = body["loan"].as_str() else {
            return refused(422, "Of which loan?");
        };
        let loans = self.loans.lock().unwrap();
        let mut shown = loans.iter().map(|loan| &loan.shown);
        let loan = shown.find(|loan| has_identifier(loan, id));
        let loan = loan.ok_or_else(|| not_found(id))?["uuid"].to_string();
        if self.reserved.lock().unwrap().insert(loan) {
            Ok((201, Value::Null))
        } else {
            refused(409, "You are the next already")
        }
    }
}

impl Book {
    fn new(id: &str, card: &str, body: &Value) -> Self {
        let given = |name: &str, usual: Value| body.get(name).cloned().unwrap_or(usual);
        let shown = json!({
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
        });
        Self {
            card: card.to_owned(),
            genres: body["genres"].as_str().unwrap_or_default().to_owned(),
            is_closed: false,
            shown,
        }
    }

    fn passes(&self, query: &BTreeMap<String, String>) -> bool {
        let asked = |name: &str| query.get(name).map(String::as_str);
        let is_available = self.shown["state"] == "available";
        let pages = self.shown["pages"].as_f64();
        let longer = asked("longer_than").and_then(|bound| bound.parse::<f64>().ok());
        asked("available").is_none_or(|asked| (asked == "true") == is_available)
            && longer.is_none_or(|bound| pages.is_some_and(|pages| pages > bound))
            && asked("genre").is_none_or(|asked| {
                let mut asked = asked.split(',');
                asked.any(|genre| self.genres.split(',').any(|own| own == genre))
            })
    }
}

pub(super) fn refused(status: u16, message: &str) -> Outcome {
    Err((status, message.to_owned()))
}

/// The index of a book.
fn find(books: &[Book], id: &str) -> Result<usize, (u16, String)> {
    let mut books = books.iter();
    books.position(|book| book.shown["uuid"] == id).ok_or_else(|| not_found(id))
}

fn is_blank(text: &Value) -> bool {
    text.as_str().is_none_or(|text| text.trim().is_empty())
}

fn has_identifier(loan: &Value, id: &str) -> bool {
    loan["uuid"] == id || loan["member"] == id
}

fn check_not_lent(book: &Value) -> Result<(), (u16, String)> {
    if book["state"] == "lent" { Err(lent(book)) } else { Ok(()) }
}

fn lent(book: &Value) -> (u16, String) {
    let text = |name: &str| book[name].as_str().unwrap_or_default();
    let message = format!("Book {} ({}) is lent", text("uuid"), text("title"));
    (409, message)
}

fn not_found(id: &str) -> (u16, String) {
    (404, format!("{id} not found!"))
}

impl Loan {
    fn new(id: &str, card: &str, book: &str, state: &str) -> Self {
        let shown = json!({
            "uuid": id, "book_uuid": book, "member": "ann@example.com", "renewals": 0,
            "lent_at": "2026-03-01T12:00:00Z", "returned_at": null, "state": state,
        });
        Self { card: card.to_owned(), shown }
    }
}

/// Whether it has one at sign, no blanks or commas, and a domain of labels.
fn is_address(text: &str) -> bool {
    let is_plain = |part: &str| !part.is_empty() && !part.contains(['@', ' ', ',', '\n']);
    text.split_once('@').is_some_and(|(local, domain)| {
        let has_labels = domain.split('.').all(|label| !label.is_empty());
        is_plain(local) && is_plain(domain) && has_labels
    })
}
