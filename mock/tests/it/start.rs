//! What is there at the start, and what is done in gaps.

use contract_mock::prose::not_carried_out;
use serde_json::json;

use crate::service::{Service, folder};

#[test]
fn fixtures_are_what_the_contract_says_of_them() {
    let service = Service::of("library");
    let fixtures = service.mock.fixtures();
    let first = |kind: &str| fixtures[kind][0].clone();
    let list = "GET /books?room=lending&per_page=1000";
    let listed = |id: &str| service.accepted(list, "").to_string().contains(id);
    let elsewhere = first("book_elsewhere");
    assert_eq!(elsewhere.account, "other_branch");
    assert!(!listed(&elsewhere.id) && !listed(&first("book_of_the_stacks").id));
    let open = format!("GET /books/{}", first("book_of_the_stacks").id);
    assert_eq!(service.send(&open, "").status, 404);
    assert!(listed(&first("book_to_lend").id));
    assert!(fixtures["book_to_lend"].len() > 10, "a run uses one in each scenario");

    let returned = first("returned_loan");
    let member = returned.fact("member").unwrap();
    let message = format!("Loan {} of {member} was returned before", returned.id);
    let again = format!("PATCH /loans/{}/return", returned.id);
    // The contract does not show the status.
    service.assert(&again, "{}", 409, json!({ "message": message }));
}

#[test]
fn the_same_seed_makes_the_same_service() {
    let [one, other] = [Service::of("library"), Service::of("library")];
    assert_eq!(one.mock.keys(), other.mock.keys());
    assert_eq!(one.mock.fixtures(), other.mock.fixtures());
}

#[test]
fn an_overlay_answers_gaps() {
    let path = folder("library").join("../overlay.yaml");
    let (overlay, _) = spec::read_overlay(&path);
    let mut service = Service::with("library", overlay.as_ref());
    let branch = service.accepted("GET /branch", "");
    assert!(branch["branch"]["name"].is_string(), "{branch}");
    assert_eq!(service.accepted("GET /branch", ""), branch);
    service.kind = "nobody";
    assert_eq!(service.send("GET /books?room=lending", "").status, 401, "a card is needed");
    service.kind = "main";
    let loans = service.accepted("GET /loans?per_page=1", "");
    assert_eq!(loans["loans"].as_array().unwrap().len(), 1);
    assert_eq!(loans["loans"][0]["fine"], json!(null), "it can be absent");
    assert!(loans["loans"][0]["due_at"].is_string());
}

#[test]
fn what_is_in_prose_is_listed() {
    let service = Service::of("library");
    insta::assert_snapshot!(not_carried_out(service.mock.contract()).join("\n"), @"
    get_book: it hides books of the closed stacks only if they are fixtures
    list_books: the filter `available`: books that are not borrowed
    list_books: the filter `genre`: books of one of the genres
    list_books: it hides books of the closed stacks only if they are fixtures
    update_book: no transition when the book stays in the reading room
    reserve_book: the refusal `reader_blocked`, whose condition is not shown
    reserve_book: `loan` is required only when the book is lent
    Loan: at most 10000 of an account
    Loan: the transition `reopened`, which no operation makes
    ");
}
