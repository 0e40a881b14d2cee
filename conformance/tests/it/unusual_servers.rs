//! Conforming servers with unusual behaviour: no violation is reported.

use std::sync::atomic::{AtomicBool, Ordering};

use referral_conformance::exchange::{Request, Response};
use serde_json::{Value, json};
use spec::Method;

use crate::library::{Broken, Library};
use crate::session::{changing, library, run};

/// Runs with changed responses, asserts that nothing is violated, and returns the verdict of a clause.
fn verdict(
    clause: &str,
    change: impl Fn(&Request, &mut Response) + Send + Sync + 'static,
) -> String {
    let mut outcome = run(&library(), changing(Library::new(Broken::Nothing), change));
    assert!(outcome.with("violated").is_empty(), "{}", outcome.human);
    outcome.verdicts.remove(clause).unwrap()
}

fn edit(response: &mut Response, edit: impl FnOnce(&mut Value)) {
    let mut body: Value = serde_json::from_slice(&response.body).unwrap();
    edit(&mut body);
    response.body = body.to_string().into_bytes().into();
}

fn lists(request: &Request) -> bool {
    request.method == Method::Get && request.target.starts_with("/books?")
}

#[test]
fn forbidden_access_may_be_refused_with_any_message() {
    for (status, body) in [(410, ""), (403, "<html>"), (302, ""), (404, r#"{"message":"No."}"#)] {
        let change = move |request: &Request, response: &mut Response| {
            if request.target == "/books/stacks" || request.target == "/books/elsewhere" {
                (response.status, response.body) = (status, body.into());
            }
        };
        assert_eq!(verdict("get_book.scope", change), "held", "{status}");
        assert_eq!(verdict("get_book.hides.closed_stacks", change), "held", "{status}");
    }
}

#[test]
fn uninformative_response_is_not_a_violation() {
    let change = |request: &Request, response: &mut Response| {
        if request.target == "/books/elsewhere" {
            (response.status, response.body) = (200, r#"{"book":null}"#.into());
        }
    };
    assert_eq!(verdict("get_book.scope", change), "inconclusive other_outcome");
    let fails = |request: &Request, response: &mut Response| {
        if request.target == "/books/elsewhere" {
            (response.status, response.body) = (500, "".into());
        }
    };
    assert_eq!(verdict("get_book.scope", fails), "inconclusive server_error");
}

#[test]
fn concurrent_changes_between_two_lists_are_not_violations() {
    // One long book is removed when the filtered list is requested.
    let gone = AtomicBool::new(false);
    let change = move |request: &Request, response: &mut Response| {
        gone.fetch_or(request.target.contains("longer_than"), Ordering::SeqCst);
        if request.target == "/books?page=1&room=lending" && !gone.load(Ordering::SeqCst) {
            edit(response, |body| {
                let books = body["books"].as_array_mut().unwrap();
                if let Some(mut passing) = books.first().cloned() {
                    passing["uuid"] = json!("passing");
                    passing["pages"] = json!(5000);
                    books.push(passing);
                    let total = books.len();
                    body["page_info"]["total_books"] = json!(total);
                }
            });
        }
    };
    assert_eq!(verdict("list_books.query.longer_than.filter", change), "held");
}

#[test]
fn list_with_former_titles_is_not_a_violation() {
    let change = |request: &Request, response: &mut Response| {
        if lists(request) && response.status == 200 {
            edit(response, |body| {
                for book in body["books"].as_array_mut().unwrap() {
                    let title = book["title"].as_str().unwrap_or_default();
                    book["former"] = json!(title.replace("New", "Old").replace("-2", "-1"));
                }
            });
        }
    };
    assert_eq!(verdict("update_book.updates.title", change), "held");
}

#[test]
fn guarded_transition_may_be_refused() {
    let change = |request: &Request, response: &mut Response| {
        let withdraws = request.body.as_deref() == Some(r#"{"state":"withdrawn"}"#);
        let kept = String::from_utf8_lossy(&response.body).contains(r#""reference_only":true"#);
        if withdraws && kept {
            (response.status, response.body) = (409, r#"{"message":"It stays."}"#.into());
        }
    };
    let clause = "update_book.transition.withdraw.except";
    assert_eq!(verdict(clause, change), "held");
    // If every withdrawal is refused, the refusal does not prove the guard.
    let never = |request: &Request, response: &mut Response| {
        if request.body.as_deref() == Some(r#"{"state":"withdrawn"}"#) {
            (response.status, response.body) = (501, "".into());
        }
    };
    assert_eq!(verdict(clause, never), "not_exercised not_implemented");
}

#[test]
fn equal_or_missing_prices_have_no_order() {
    let alike = |request: &Request, response: &mut Response| {
        if lists(request) && response.status == 200 {
            edit(response, |body| {
                for book in body["books"].as_array_mut().unwrap() {
                    book["replacement_cost"] = json!(1.0);
                }
            });
        }
    };
    let clause = "list_books.query.sort.price.order";
    assert_eq!(verdict(clause, alike), "not_exercised too_few_items");
}

/// Either refusal is documented: the refusal clause holds, and the status of one does not decide that of the other.
#[test]
fn either_of_two_indistinct_refusals_is_accepted() {
    let gone = |_: &Request, response: &mut Response| {
        if *response.body == *br#"{"message":"This library card is not known"}"# {
            (response.status, response.body) = (403, r#"{"message":"Reader not found!"}"#.into());
        }
    };
    for (part, wanted) in
        [("refused", "held"), ("message", "held"), ("status", "inconclusive other_outcome")]
    {
        let clause = format!("service.errors.card_unknown.{part}");
        assert_eq!(verdict(&clause, gone), wanted, "{part}");
    }
}
