//! Paging of a list with unknown contents: evidence from its pages, and its limits.

use std::sync::{Arc, Mutex};

use http::HeaderMap;
use referral_conformance::exchange::{Request, Response};
use referral_conformance::run::{ResponseFuture, Transport};
use referral_conformance::suite::{self, Suite};
use spec::ContractFile;

use crate::session::{alone, library_contract, run};

const SCENARIO: &str = "
scenario: 1
title: Pages of one book each
steps:
  - call: list_books
  - call: list_books
    query: { per_page: 1 }
    pages: all
";

/// A list with one item on each of two pages.
struct Pages([&'static str; 2]);

impl Transport for Pages {
    fn send<'a>(&'a self, request: &'a Request) -> ResponseFuture<'a> {
        let number = if request.target.contains("page=2") { 2 } else { 1 };
        let item = self.0[number - 1];
        let body = format!(
            r#"{{"books":[{item}],"page_info":{{"page":{number},"per_page":1,"total_pages":2,"total_books":2}}}}"#
        );
        Box::pin(async move {
            Ok(Response { status: 200, headers: HeaderMap::new(), body: body.into_bytes().into() })
        })
    }
}

/// Books of one page each; a concurrent client adds one in front and removes the last.
struct ConcurrentlyChanged {
    books: Mutex<Vec<String>>,
    /// Page requests so far, and those after which the list changes.
    page_requests: Arc<Mutex<usize>>,
    moves: &'static [usize],
    /// Whether pages after the last repeat the last.
    clamps: bool,
}

impl Transport for ConcurrentlyChanged {
    fn send<'a>(&'a self, request: &'a Request) -> ResponseFuture<'a> {
        let (mut books, mut page_requests) =
            (self.books.lock().unwrap(), self.page_requests.lock().unwrap());
        let page = request.target.split_once("?page=");
        let page = page.and_then(|(_, page)| page.split('&').next()?.parse::<usize>().ok());
        let last = books.len();
        let wanted = page.unwrap_or(1);
        let page_shown = if self.clamps { wanted.min(last) } else { wanted };
        let book = books.get(page_shown - 1).cloned();
        let book = book.map_or(String::new(), |uuid| format!(r#"{{"uuid":"{uuid}"}}"#));
        *page_requests += usize::from(page.is_some());
        if page.is_some() && self.moves.contains(&page_requests) {
            books.insert(0, format!("new-{page_requests}"));
            books.truncate(last);
        }
        let body = format!(
            r#"{{"books":[{book}],"page_info":{{"page":{wanted},"per_page":1,"total_pages":{last},"total_books":{last}}}}}"#
        );
        Box::pin(async move {
            Ok(Response { status: 200, headers: HeaderMap::new(), body: body.into_bytes().into() })
        })
    }
}

fn verdict(pages: [&'static str; 2]) -> String {
    verdict_of(Pages(pages))
}

fn verdict_of(transport: impl Transport + 'static) -> String {
    verdict_of_scenario(SCENARIO, transport)
}

fn verdict_of_scenario(text: &str, transport: impl Transport + 'static) -> String {
    run(&suite_of(text), transport).verdicts.remove("list_books.paging.page").unwrap()
}

fn suite_of(text: &str) -> Suite {
    load(&library_contract(), text)
}

fn load(contract: &[ContractFile], text: &str) -> Suite {
    let file = ContractFile {
        address: "books/list_books/paging.yaml".to_owned(),
        path: "paging.yaml".to_owned(),
        text: text.to_owned(),
    };
    let suite = Suite::load(contract, None, &[file]);
    suite.unwrap_or_else(|suite::LoadErrors(text)| panic!("{text}"))
}

#[test]
fn items_with_identifiers_show_whether_pages_differ() {
    assert_eq!(verdict([r#"{"uuid":"b1"}"#, r#"{"uuid":"b2"}"#]), "held");
    assert_eq!(verdict([r#"{"uuid":"b1"}"#, r#"{"uuid":"b1"}"#]), "violated");
}

#[test]
fn items_without_identifiers_show_nothing() {
    let open = "not_exercised unobservable";
    assert_eq!(verdict([r#"{"uuid":null}"#, r#"{"uuid":null}"#]), open);
    assert_eq!(verdict([r#"{"uuid":"b1"}"#, r#"{"uuid":null}"#]), open);
}

/// One book is added and one removed between two pages: an item repeats, and the total is unchanged.
#[test]
fn concurrently_changed_list_is_not_a_violation() {
    let busy = |moves, clamps| {
        verdict_of(ConcurrentlyChanged {
            books: Mutex::new(vec!["b1".to_owned(), "b0".to_owned()]),
            page_requests: Arc::default(),
            moves,
            clamps,
        })
    };
    for clamps in [false, true] {
        assert_eq!(busy(&[], clamps), "held");
        // The second reading sees no concurrent change.
        assert_eq!(busy(&[1], clamps), "held");
    }
}

/// A list with more pages than are read is read once more, because it is ordered, and not twice, because nothing is wrong.
#[test]
fn long_list_is_no_reason_to_doubt() {
    let page_requests = Arc::<Mutex<usize>>::default();
    let books = (0..30).map(|number| format!("b{number}")).collect();
    let requests = Arc::clone(&page_requests);
    let transport =
        ConcurrentlyChanged { books: Mutex::new(books), page_requests, moves: &[], clamps: false };
    alone(&suite_of(SCENARIO), transport);
    assert_eq!(*requests.lock().unwrap(), 40);
}

const KNOWN: &str = "
scenario: 1
title: A book that the target knows is on one of the pages
needs: { known: book_of_the_stacks }
steps:
  - call: list_books
    pages: all
  - call: list_books
    query: { per_page: 1 }
    pages: all
    shows: [\"{known.id}\"]
";

/// Three books on a page each, the known one first.
struct CountedPages {
    /// Number of the first page, and the lowest number that is accepted.
    first: usize,
    lowest: usize,
    /// Reported number of books.
    total: usize,
}

impl Transport for CountedPages {
    fn send<'a>(&'a self, request: &'a Request) -> ResponseFuture<'a> {
        let sized = request.target.contains("per_page=1");
        let page = request.target.split_once("?page=");
        let page = page.and_then(|(_, page)| page.split('&').next()?.parse::<usize>().ok());
        let wanted = page.unwrap_or(self.lowest).max(self.lowest);
        let books = ["stacks", "b1", "b0"].map(|uuid| format!(r#"{{"uuid":"{uuid}"}}"#));
        let book = wanted.checked_sub(self.first).and_then(|at| books.get(at));
        let book = book.filter(|_| sized).cloned().unwrap_or_default();
        let total = self.total;
        let body = format!(
            r#"{{"books":[{book}],"page_info":{{"page":{wanted},"per_page":1,"total_pages":3,"total_books":{total}}}}}"#
        );
        Box::pin(async move {
            Ok(Response { status: 200, headers: HeaderMap::new(), body: body.into_bytes().into() })
        })
    }
}

#[test]
fn pages_may_start_at_0_or_1_but_must_be_complete() {
    let counted = |first, lowest, total| {
        let list = CountedPages { first, lowest, total };
        verdict_of_scenario(KNOWN, list)
    };
    assert_eq!(counted(1, 1, 3), "held");
    assert_eq!(counted(0, 0, 3), "held", "first page is 0");
    assert_eq!(counted(0, 1, 3), "violated", "the first is left out");
    let open = "not_exercised unobservable";
    assert_eq!(counted(0, 1, 2), open, "the total omits the third");
}

const WITH_AND_WITHOUT_NUMBER: &str = "
scenario: 1
title: Pages of the usual size
steps:
  - call: list_books
  - call: list_books
    pages: all
";

/// One page with one book. Its number is refused unless it is accepted here.
struct OnlyPage {
    accepted: Option<&'static str>,
}

impl Transport for OnlyPage {
    fn send<'a>(&'a self, request: &'a Request) -> ResponseFuture<'a> {
        let mut query = request.target.split(['?', '&']);
        let number = query.find_map(|pair| pair.strip_prefix("page="));
        let (status, body) = if number.is_none() || number == self.accepted {
            let info = r#"{"page":0,"per_page":50,"total_pages":1,"total_books":1}"#;
            (200, format!(r#"{{"books":[{{"uuid":"b1"}}],"page_info":{info}}}"#))
        } else {
            (404, r#"{"message":"no such page"}"#.to_owned())
        };
        Box::pin(async move {
            Ok(Response { status, headers: HeaderMap::new(), body: body.into_bytes().into() })
        })
    }
}

#[test]
fn documented_page_number_that_is_always_refused_is_a_violation() {
    let verdict = |accepted| verdict_of_scenario(WITH_AND_WITHOUT_NUMBER, OnlyPage { accepted });
    assert_eq!(verdict(None), "violated");
    // Where the first page has the number 0, there is no page 1.
    assert_eq!(verdict(Some("0")), "not_exercised too_few_items");
    assert_eq!(verdict(Some("1")), "not_exercised too_few_items");
}

const FIRST_PAGE: &str = "
scenario: 1
title: The first page, with and without a number
steps:
  - call: list_books
  - call: list_books
    query: { per_page: 2 }
  - call: list_books
    query: { per_page: 2 }
    pages: all
  - call: list_books
    query: { per_page: 2 }
    pages: all
    observes_gap: service.open.opening_hours
";

/// Five books, on pages of 50 if no size is requested.
struct NumberedPages {
    /// The number of the first page, and that of the page without a requested number.
    first: usize,
    default: usize,
    /// Subtracted from the number in the metadata.
    shown_from: usize,
}

impl Transport for NumberedPages {
    fn send<'a>(&'a self, request: &'a Request) -> ResponseFuture<'a> {
        let query = |name| {
            let mut pairs = request.target.split(['?', '&']);
            let value = pairs.find_map(|pair| pair.strip_prefix(name)?.strip_prefix('='));
            value.map(|value| value.parse::<usize>().unwrap())
        };
        let (number, size) =
            (query("page").unwrap_or(self.default), query("per_page").unwrap_or(50));
        let books: Vec<_> = (0..5).map(|book| format!(r#"{{"uuid":"b{book}"}}"#)).collect();
        let page = number.checked_sub(self.first).and_then(|page| books.chunks(size).nth(page));
        let shown = number.saturating_sub(self.shown_from);
        let info = format!(
            r#"{{"page":{shown},"per_page":{size},"total_pages":{},"total_books":5}}"#,
            5_usize.div_ceil(size)
        );
        let books = page.unwrap_or_default().join(",");
        let body = format!(r#"{{"books":[{books}],"page_info":{info}}}"#).into_bytes();
        Box::pin(async move {
            Ok(Response { status: 200, headers: HeaderMap::new(), body: body.into() })
        })
    }
}

/// The library without a required parameter: what the total of a partial list counts is not documented.
fn suite_of_whole_lists(text: &str) -> Suite {
    let mut contract = library_contract();
    let list = contract.iter_mut().find(|file| file.address == "books/list_books.yaml").unwrap();
    let (before, _) = list.text.split_once("errors:").unwrap();
    list.text = before.replacen("    required: true\n", "", 1);
    assert!(!list.text.contains("required"));
    load(&contract, text)
}

/// The verdicts of page number and total, and the observed number of the first page.
fn first_page(first: usize, default: usize, shown_from: usize) -> [String; 3] {
    let transport = NumberedPages { first, default, shown_from };
    let mut outcome = alone(&suite_of_whole_lists(FIRST_PAGE), transport);
    let report: serde_json::Value = serde_json::from_str(&outcome.json).unwrap();
    let seen = report["observations"].as_array().unwrap().iter();
    let seen = seen.filter(|seen| seen["gap"] == "service.open.opening_hours");
    let seen: Vec<_> = seen.map(|seen| seen["value"].as_str().unwrap()).collect();
    let total = "list_books.success.page_info.total_books";
    let [page, total] = ["list_books.paging.page", total].map(|id| outcome.verdicts.remove(id));
    [page.unwrap(), total.unwrap(), seen.join(", ")]
}

#[test]
fn list_without_page_number_shows_its_first_page() {
    assert_eq!(first_page(1, 1, 0), ["held", "held", "1"]);
    assert_eq!(first_page(0, 0, 0), ["held", "held", "0"]);
    assert_eq!(first_page(1, 1, 1), ["held", "held", "1"], "only the metadata counts from 0");
    // Without a number, the second page is shown.
    assert_eq!(first_page(0, 1, 0), ["violated", "violated", "0"]);
    assert_eq!(first_page(1, 2, 0), ["violated", "violated", "1"]);
}

const PAGES_OF_TWO: &str = "
scenario: 1
title: Pages of two books each
steps:
  - call: list_books
    query: { per_page: 2 }
    pages: all
";

/// Three books on two pages, and a fourth at the second of every few requests.
struct ComesAndGoes {
    period: usize,
    /// The requested page numbers.
    requested: Arc<Mutex<Vec<u32>>>,
}

impl Transport for ComesAndGoes {
    fn send<'a>(&'a self, request: &'a Request) -> ResponseFuture<'a> {
        let mut query = request.target.split(['?', '&']);
        let page = query.find_map(|pair| pair.strip_prefix("page="));
        let mut requested = self.requested.lock().unwrap();
        requested.push(page.unwrap().parse().unwrap());
        let has_fourth = requested.len() % self.period == 2 % self.period;
        let (page, books) = match (page, has_fourth) {
            (Some("2"), true) => (2, r#"{"uuid":"b1"},{"uuid":"b0"}"#),
            (Some("2"), false) => (2, r#"{"uuid":"b1"}"#),
            _ => (1, r#"{"uuid":"b3"},{"uuid":"b2"}"#),
        };
        let total = if has_fourth { 4 } else { 3 };
        let info =
            format!(r#"{{"page":{page},"per_page":2,"total_pages":2,"total_books":{total}}}"#);
        let body = format!(r#"{{"books":[{books}],"page_info":{info}}}"#).into_bytes();
        Box::pin(async move {
            Ok(Response { status: 200, headers: HeaderMap::new(), body: body.into() })
        })
    }
}

/// A list that changes in step with the requests would show the same if it was read again forwards, or only once.
#[test]
fn doubtful_pages_are_read_again_backwards_and_until_they_differ() {
    for (period, pages) in [(3, vec![1, 2, 0, 2]), (2, vec![1, 2, 0, 2, 2])] {
        let requested = Arc::default();
        let transport = ComesAndGoes { period, requested: Arc::clone(&requested) };
        alone(&suite_of(PAGES_OF_TWO), transport);
        assert_eq!(*requested.lock().unwrap(), pages);
    }
}
