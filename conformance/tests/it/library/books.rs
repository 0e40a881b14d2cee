//! The books of the library: added, listed, shown, changed, removed.

use percent_encoding::percent_decode_str;
use serde_json::{Value, json};

use super::outside::outside;
use super::{Broken, Library, Refused, Shelves, not_found, refused};

impl Library {
    pub(super) fn add(
        &self,
        shelves: &mut Shelves,
        body: &Value,
        was_free: bool,
    ) -> Result<(u16, Value), Refused> {
        let Some(isbn) = body["isbn"].as_str() else {
            return refused(422, "A book needs an ISBN");
        };
        let is_blank = |title: &str| title.is_empty() && !self.is(Broken::BlankTitle);
        if body["title"].as_str().is_none_or(is_blank) {
            return refused(422, "A book needs a title");
        }
        if let Some(message) = outside(body).filter(|_| !self.is(Broken::Outside)) {
            return refused(422, &message);
        }
        let taken = shelves.books.iter().any(|book| book["isbn"] == isbn);
        let is_refused = taken && !was_free && !self.is(Broken::Uniqueness);
        if is_refused || self.is(Broken::AlwaysTaken) {
            return refused(409, &format!("ISBN {isbn} is in the catalogue already"));
        }
        let more = body.as_object().is_some_and(|body| body.contains_key("pages"));
        if more && self.is(Broken::OptionalMember) {
            return refused(422, "too much");
        }
        shelves.next += 1;
        let genres = body["genres"].as_str().unwrap_or_default();
        if genres.contains(',') && self.is(Broken::CommaRefused) {
            return refused(422, "one at a time");
        }
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
        let mut text = json!({ "book": response_form(&added), "shelf_marks": [] });
        if body["replacement_cost"].is_number() {
            let price = &mut text["book"]["replacement_cost"];
            match self.broken {
                Broken::Price => *price = json!(12_345_678_901_234.5_f64),
                Broken::PriceNull => *price = Value::Null,
                _ => {}
            }
        }
        Ok((201, text))
    }

    pub(super) fn list(&self, shelves: &Shelves, query: &str) -> Result<(u16, Value), Refused> {
        if self.is(Broken::NotImplemented) {
            return refused(501, "not here");
        }
        let decode = |text: &str| percent_decode_str(text).decode_utf8_lossy().into_owned();
        let pairs = query.split('&').filter_map(|pair| pair.split_once('='));
        let pairs: Vec<_> = pairs.map(|(name, value)| (decode(name), decode(value))).collect();
        let given = |name: &str| {
            pairs.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
        };
        if given("room").is_none() {
            return refused(400, "Which room?");
        }
        if given("longer_than").is_some_and(|text| text.starts_with('-')) {
            return refused(400, "No book has less than no pages");
        }
        let number = |name: &str, usual: usize| {
            given(name).and_then(|text| text.parse().ok()).unwrap_or(usual)
        };
        let page = if self.is(Broken::PageNumber) { 1 } else { number("page", 1) };
        let per_page = if self.is(Broken::PageSize) { 50 } else { number("per_page", 50) };
        let mut books: Vec<&Value> = shelves
            .books
            .iter()
            .filter(|book| self.is(Broken::Scope) || book["uuid"] != "elsewhere")
            .filter(|book| self.is(Broken::StacksListed) || book["uuid"] != "stacks")
            .filter(|book| self.is_wanted(book, &given))
            .collect();
        books.sort_by_key(|book| book["title"].to_string());
        if self.is(Broken::Order) {
            books.reverse();
        }
        if given("sort") == Some("price") {
            let price = |book: &Value| book["replacement_cost"].as_f64().unwrap();
            books.sort_by(|a, b| match self.broken {
                Broken::SortReversed => price(a).total_cmp(&price(b)),
                Broken::SortAsText => price(b).to_string().cmp(&price(a).to_string()),
                _ => price(b).total_cmp(&price(a)),
            });
        }
        let total = books.len();
        let items: Vec<_> = books
            .into_iter()
            .skip((page.max(1) - 1) * per_page)
            .take(per_page)
            .map(response_form)
            .collect();
        let total_key = if self.is(Broken::PageKey) { "total_bokks" } else { "total_books" };
        let info = json!({
            "page": page, "per_page": per_page, "total_pages": total.div_ceil(per_page),
            total_key: total,
        });
        Ok((200, json!({ "books": items, "page_info": info })))
    }

    /// Whether a book matches the query.
    fn is_wanted<'q>(&self, book: &Value, given: &impl Fn(&str) -> Option<&'q str>) -> bool {
        let pages = || book["pages"].as_f64().unwrap_or_default();
        let long = match given("longer_than").and_then(|text| text.parse::<f64>().ok()) {
            None => true,
            Some(_) if self.is(Broken::FilterIgnored) => true,
            Some(_) if self.is(Broken::FilterGreedy) => pages() == 3000.0,
            Some(bound) if self.is(Broken::FilterInclusive) => pages() >= bound,
            Some(bound) => pages() > bound,
        };
        let genre = given("genre").is_none_or(|wanted| {
            let genres = book["genres"].as_str().unwrap_or_default();
            let mut wanted = wanted.split(',');
            self.is(Broken::GenreIgnored) || wanted.any(|wanted| genres.contains(wanted))
        });
        let free = given("available") != Some("true") || book["state"] == "available";
        long && genre && free
    }

    pub(super) fn show(&self, shelves: &Shelves, id: &str) -> Result<(u16, Value), Refused> {
        let barred = match id {
            "elsewhere" => !self.is(Broken::ForeignShown),
            "stacks" => !self.is(Broken::StacksShown),
            _ => false,
        };
        let mut found = shelves.books.iter().find(|book| book["uuid"] == id);
        if self.is(Broken::UnknownShown) {
            found = found.or(shelves.books.last());
        }
        let found = found.filter(|_| !barred).ok_or_else(|| not_found(id))?;
        Ok((200, json!({ "book": response_form(found) })))
    }

    pub(super) fn update(
        &self,
        shelves: &mut Shelves,
        id: &str,
        body: &Value,
    ) -> Result<(u16, Value), Refused> {
        let found = shelves.books.iter_mut().find(|book| book["uuid"] == id);
        let book = found.ok_or_else(|| not_found(id))?;
        if let Some(title) = body["title"].as_str()
            && !self.is(Broken::NotCorrected)
        {
            book["title"] = json!(title);
        }
        let kept = book["reference_only"] == true && !self.is(Broken::GuardIgnored);
        match body["state"].as_str() {
            Some("withdrawn") if book["state"] == "lent" => {
                let title = book["title"].as_str().unwrap_or_default();
                return refused(409, &format!("Book {id} ({title}) is lent"));
            }
            Some("withdrawn") if kept || self.is(Broken::NotWithdrawn) => {}
            Some("withdrawn") => book["state"] = json!("withdrawn"),
            Some("available") if self.is(Broken::StateRefused) => return refused(422, "no"),
            Some("available") if self.is(Broken::NotPutBack) => {}
            Some("available") => book["state"] = json!("available"),
            _ => {}
        }
        Ok((200, json!({ "book": response_form(book) })))
    }

    pub(super) fn remove(&self, shelves: &mut Shelves, id: &str) -> Result<(u16, Value), Refused> {
        let place = shelves.books.iter().position(|book| book["uuid"] == id);
        let place = place.ok_or_else(|| not_found(id))?;
        if self.keeps_lent && shelves.books[place]["state"] == "lent" {
            let title = shelves.books[place]["title"].as_str().unwrap_or_default();
            return refused(409, &format!("Book {id} ({title}) is lent"));
        }
        if !self.is(Broken::NotRemoved) {
            shelves.books.remove(place);
        }
        Ok((204, Value::Null))
    }
}

/// The response form of a book, without its genres.
fn response_form(book: &Value) -> Value {
    let mut book = book.clone();
    if let Some(members) = book.as_object_mut() {
        members.remove("genres");
    }
    book
}

pub(super) fn book(id: &str, body: &Value) -> Value {
    let given = |name: &str, usual: Value| body.get(name).cloned().unwrap_or(usual);
    json!({
        "uuid": id,
        "isbn": body["isbn"],
        "title": body["title"],
        "subtitle": null,
        "authors": given("authors", json!([])),
        "pages": given("pages", Value::Null),
        "binding": null,
        "reference_only": given("reference_only", json!(false)),
        "genres": given("genres", json!("")),
        "replacement_cost": given("replacement_cost", json!(1)),
        "acquired_at": given("acquired_at", json!("2026-01-02T03:04:05Z")),
        "state": "available",
    })
}
