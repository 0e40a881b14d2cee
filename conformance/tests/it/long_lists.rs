//! Lists that are longer than the requested page: evidence from the first page.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use percent_encoding::percent_decode_str;
use serde_json::{Value, json};

use crate::session::{answered, answering, run, suite_of};

const SCENARIO: &str = "
scenario: 1
title: The top of a long list
steps:
  - call: list_books
  - call: list_books
    as: dearest
    query: { sort: price }
  - call: list_books
    query: { longer_than: \"{dearest.response.books[last].pages}\" }
  - call: list_books
    query: { longer_than: \"{dearest.response.books[last].pages}\", sort: price }
  - call: list_books
    query: { sort: price }
  - call: list_books
    query: { longer_than: \"{dearest.response.books[last].pages}\" }
  - call: list_books
";

/// Defect of the list.
#[derive(Clone, Copy, PartialEq)]
enum Broken {
    Nothing,
    /// The list is sorted after it is split into pages.
    SortedLate,
    /// The bound is inclusive.
    Inclusive,
    /// The first matching item is omitted.
    FirstLost,
    /// `meta` has a wrong page number.
    Number,
    /// The page size in `meta` is smaller than the number of items.
    Size,
    /// The total is less than the number of items on the page.
    Total,
}

/// Sixty books, ten per page; the price grows with the length; by default the shortest come first.
struct LongList(Broken);

impl LongList {
    fn answer(&self, target: &str) -> Value {
        let target = percent_decode_str(target).decode_utf8_lossy();
        let parameter = |name: &str| {
            let (_, query) = target.split_once('?')?;
            let mut pairs = query.split('&').filter_map(|pair| pair.split_once('='));
            pairs.find(|(known, _)| *known == name).map(|(_, value)| value)
        };
        let bound = parameter("longer_than").and_then(|bound| bound.parse::<u64>().ok());
        let keeps = |pages: &u64| match bound {
            Some(bound) if self.0 == Broken::Inclusive => *pages >= bound,
            Some(bound) => *pages > bound,
            None => true,
        };
        let mut books: Vec<u64> = (101..=160).filter(keeps).collect();
        let sorted = parameter("sort").is_some();
        if sorted && self.0 != Broken::SortedLate {
            books.sort_by_key(|pages| Reverse(*pages));
        }
        if bound.is_some() && self.0 == Broken::FirstLost {
            books.remove(0);
        }
        let total = books.len();
        books.truncate(10);
        if sorted {
            books.sort_by_key(|pages| Reverse(*pages));
        }
        let value_or =
            |broken, wrong: usize, right: usize| if self.0 == broken { wrong } else { right };
        let info = json!({
            "page": value_or(Broken::Number, 2, 1),
            "per_page": value_or(Broken::Size, 5, 10),
            "total_pages": total.div_ceil(10),
            "total_books": value_or(Broken::Total, 3, total),
        });
        let books = books.iter().map(|pages| {
            json!({ "uuid": format!("b{pages}"), "pages": pages, "replacement_cost": pages })
        });
        json!({ "books": books.collect::<Vec<_>>(), "page_info": info })
    }
}

fn verdicts(broken: Broken) -> BTreeMap<String, String> {
    let list = LongList(broken);
    let server = answering(move |it| Ok(answered(200, list.answer(&it.target).to_string())));
    let suite = suite_of(&[("books/list_books/long", SCENARIO)]);
    run(&suite, server).verdicts
}

#[test]
fn first_page_of_a_long_list_shows_filters_orders_and_page_numbers() {
    let filter = "list_books.query.longer_than.filter";
    let whole = verdicts(Broken::Nothing);
    for (broken, clause) in [
        (Broken::Inclusive, filter),
        (Broken::FirstLost, filter),
        (Broken::SortedLate, "list_books.query.sort.price.order"),
        (Broken::Number, "list_books.success.page_info.page"),
        (Broken::Size, "list_books.success.page_info.per_page"),
        (Broken::Total, "list_books.success.page_info.total_books"),
    ] {
        assert_eq!(whole[clause], "held", "{clause}");
        assert_eq!(verdicts(broken)[clause], "violated", "{clause}");
    }
}
