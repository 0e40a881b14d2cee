//! Fixture discovery from documented lists: drafts of target files, and runs without a target file.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use http::HeaderMap;
use referral_conformance::discover::{find_fixtures, fixtures, lookups, source};
use referral_conformance::exchange::{Request, Response};
use referral_conformance::run::ProbeResponse;
use referral_conformance::suite::Suite;
use referral_conformance::target::TargetFixture;
use spec::Method;

use crate::library::{Broken, Library};
use crate::program::{clause, code, stderr, unfolded};
use crate::server::{serve_library, serve_responses};
use crate::session::{answered, library_contract};

/// A fixture kind that a list shows, and a similar one that is hidden.
const KIND: &str = "
  book_on_the_shelf:
    record: Book
    description: A book of the branch. Its id is the UUID.
    setup: Create one with `add_book`.
    facts: { title: string, pages: integer, condition: string }
    clauses: [\"list_books.success.books.*\", get_book.accepted]
";

const SCENARIO: &str = "scenario: 1
title: A book is shown
needs: { book: book_on_the_shelf, lent: returned_loan }
steps:
  - call: get_book
    path: { book: \"{book.id}\" }
    shows: [\"{book.title}\"]
  - call: return_loan
    path: { loan: \"{lent.id}\" }
    no_expectation: true
";

/// The library's contract with additional fixture kinds.
pub fn files(folder: &Path) {
    let contract = Path::new(env!("CARGO_MANIFEST_DIR")).join("../spec/tests/library/contract");
    copy(&contract, &folder.join("contract"));
    let resource = folder.join("contract/books/resource.yaml");
    let text = fs::read_to_string(&resource).unwrap();
    fs::write(resource, text + KIND).unwrap();
    fs::create_dir_all(folder.join("scenarios/books/get_book")).unwrap();
    let scenario = |name: &str, text: &str| {
        let path = format!("scenarios/books/get_book/{name}.yaml");
        fs::write(folder.join(path), text).unwrap();
    };
    scenario("both", SCENARIO);
    let (one, _) = SCENARIO.split_once("  - call: return_loan").unwrap();
    scenario("one", &one.replace(", lent: returned_loan", ""));
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let to = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &to);
        } else {
            fs::copy(entry.path(), to).unwrap();
        }
    }
}

pub fn run_program(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_referral-conformance"));
    command.args(["--contract", "contract", "--scenarios", "scenarios"]);
    command.args(arguments).current_dir(folder).env_clear();
    command.env("HOME", folder).env("LIBRARY_API_KEY", "card-main");
    command.output().unwrap()
}

/// A library with a few books, one of which must not appear in the draft.
fn serve() -> String {
    let library = Library::new(Broken::Nothing);
    for (isbn, body) in
        [("1", r#""title": "Emma", "pages": 474"#), ("2", r#""title": "Two \u001b[31m lines""#)]
    {
        library.answer(&Request {
            method: Method::Post,
            target: "/books".to_owned(),
            headers: vec![("Library-Card".to_owned(), "card-main".to_owned())],
            body: Some(format!("{{ \"isbn\": \"{isbn}\", {body} }}")),
        });
    }
    serve_library(library).base_url()
}

#[test]
fn discovered_fixtures_are_drafted_and_missing_kinds_listed() {
    let folder = tempfile::tempdir().unwrap();
    let (folder, base_url) = (folder.path(), serve());
    files(folder);
    let aim = ["discover", "--base-url", &base_url];
    let output = run_program(folder, &aim);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let draft = String::from_utf8(output.stdout).unwrap();
    insta::assert_snapshot!(draft.replace(&base_url, "BASE"));

    // The draft is a valid target file, and an existing file is not overwritten.
    let to_file: Vec<_> = aim.iter().chain(&["--target-out", "t.yaml"]).copied().collect();
    assert_eq!(code(&run_program(folder, &to_file)), 0);
    let again = run_program(folder, &to_file);
    assert_eq!(code(&again), 2);
    assert!(stderr(&again).contains("already exists"), "{}", stderr(&again));
    assert_eq!(fs::read_to_string(folder.join("t.yaml")).unwrap(), draft);

    // The schema that it names is written beside it, and an existing one is kept.
    let schema = folder.join("target.schema.json");
    let printed = run_program(folder, &["schema", "target"]).stdout;
    assert_eq!(fs::read(&schema).unwrap(), printed);
    fs::write(&schema, "{}").unwrap();
    let other = [aim.as_slice(), &["--target-out", "other.yaml"]].concat();
    assert_eq!(code(&run_program(folder, &other)), 0);
    assert_eq!(fs::read_to_string(&schema).unwrap(), "{}");

    let nowhere = ["--target-out", "nowhere/t.yaml"];
    let unwritten = run_program(folder, &[aim.as_slice(), &nowhere].concat());
    assert_eq!(code(&unwritten), 2, "{}", stderr(&unwritten));
    let run = run_program(folder, &["run", "--target", "t.yaml", "--report", "json=-"]);
    assert_eq!(verdict(&run), "held", "{}", stderr(&run));
}

#[test]
fn run_without_a_target_file_discovers_fixtures() {
    let folder = tempfile::tempdir().unwrap();
    let (folder, base_url) = (folder.path(), serve());
    files(folder);
    let run = run_program(folder, &["run", "--base-url", &base_url, "--report", "json=-"]);
    assert_eq!(verdict(&run), "held", "{}", stderr(&run));
    let found = "found book_on_the_shelf in list_books: 1 fixture";
    assert!(stderr(&run).contains(found), "{}", stderr(&run));

    // Fixture kinds that no selected scenario needs are not searched.
    let only = ["run", "--base-url", &base_url, "--only", "get_branch.*"];
    let run = run_program(folder, &only);
    assert!(!stderr(&run).contains("found"), "{}", stderr(&run));
}

#[test]
fn discover_fails_if_the_server_is_unreachable() {
    let folder = tempfile::tempdir().unwrap();
    files(folder.path());
    let output = run_program(folder.path(), &["discover", "--base-url", "http://127.0.0.1:1"]);
    assert_eq!(code(&output), 6);
    let stderr = stderr(&output);
    assert!(stderr.contains("found no book_on_the_shelf: list_books did not answer"), "{stderr}");
}

#[test]
fn discover_reports_a_key_that_every_list_refuses() {
    let folder = tempfile::tempdir().unwrap();
    let base_url = serve();
    files(folder.path());
    fs::write(folder.path().join("unknown.key"), "card-unknown").unwrap();
    let output = run_program(
        folder.path(),
        &["discover", "--base-url", &base_url, "--api-key-file", "unknown.key"],
    );
    assert_eq!(code(&output), 6, "{}", stderr(&output));
    let words = unfolded(&stderr(&output));
    let why = "could not test: the key `main` was refused in all calls: `This library card is not known`; check the key in `";
    assert!(words.contains(why) && words.ends_with("unknown.key`"), "{words}");
    let found = "found no book_on_the_shelf: list_books refused the key `main`: `This library card is not known`";
    assert!(words.contains(found), "{words}");
}

#[test]
fn discover_reports_lists_that_are_not_implemented() {
    let folder = tempfile::tempdir().unwrap();
    files(folder.path());
    let server = serve_responses(|_| answered(501, r#"{"message":"Not implemented"}"#));
    let base_url = server.base_url();
    let output = run_program(folder.path(), &["discover", "--base-url", &base_url]);
    assert_eq!(code(&output), 6, "{}", stderr(&output));
    let words = unfolded(&stderr(&output));
    let found = "found no book_on_the_shelf: list_books is not implemented (501)";
    assert!(words.contains(found), "{words}");
    let why = "could not test: no list could be read: every call was answered 501 with `Not implemented`; \
               implement at least one of the called operations";
    assert!(words.ends_with(why), "{words}");
}

/// The library's contract with more in the resource of the books.
fn suite_with_kinds(kinds: &str) -> Suite {
    let mut contract = library_contract();
    let mut files = contract.iter_mut();
    let books = files.find(|file| file.address == "books/resource.yaml").unwrap();
    books.text.push_str(kinds);
    Suite::load(&contract, None, &[]).unwrap()
}

/// The response of the list of books to an account.
fn probe_response(account: &str, status: u16, body: &str) -> ProbeResponse {
    ProbeResponse {
        list: "list_books".to_owned(),
        account: account.to_owned(),
        record: None,
        outcome: Ok(Response { status, headers: HeaderMap::new(), body: body.into() }),
    }
}

/// A list that, by the contract, contains only records of the account.
#[test]
fn record_shown_to_two_accounts_is_not_drafted_as_owned() {
    let suite = suite_with_kinds(KIND);
    let probe_response = |account: &str, ids: &[&str]| {
        let books = ids.iter().map(|id| serde_json::json!({ "uuid": id }));
        let books = serde_json::json!({ "books": books.collect::<Vec<_>>() });
        probe_response(account, 200, &books.to_string())
    };
    let found = |theirs: &[&str]| {
        let responses =
            [probe_response("main", &["a", "b"]), probe_response("other_branch", theirs)];
        let seen = fixtures(&find_fixtures(&suite, &responses));
        let found = seen["book_on_the_shelf"].iter();
        let found = found.map(|one| format!("{} of {}", one.id, one.account));
        found.collect::<Vec<_>>()
    };
    assert_eq!(found(&["a", "c"]), ["a of main", "c of other_branch"]);
    assert_eq!(found(&["b", "a"]), ["a of main"]);
    // Hidden records, records of other accounts and used-up fixtures are not searched.
    let kinds = suite.contract.service.fixtures.iter();
    let sought = kinds.filter(|kind| source(&suite, kind).is_ok());
    let sought: Vec<_> = sought.map(|kind| kind.kind.as_str()).collect();
    assert_eq!(sought, ["book_on_the_shelf"]);
}

#[test]
fn reason_for_a_refused_list_is_printed() {
    let suite = suite_with_kinds(KIND);
    let reason = |status: u16, body: &str| {
        let seen = find_fixtures(&suite, &[probe_response("main", status, body)]);
        let reasons = seen.into_iter().filter_map(|kind| kind.reason);
        reasons.collect::<Vec<_>>().join("; ")
    };
    let refused = r#"{"message":"This library card is not known"}"#;
    let why = "list_books refused the key `main`: `This library card is not known`";
    assert_eq!([reason(401, refused), reason(200, refused)], [why; 2]);
    assert_eq!(reason(403, ""), "list_books refused the key `main` (403)");
    assert_eq!(reason(501, refused), "list_books is not implemented (501)");
    assert_eq!(reason(400, r#"{"message":"No branch"}"#), "list_books answered 400: `No branch`");
    assert_eq!(reason(502, "<html>"), "list_books answered 502");
    assert_eq!(reason(200, "{}"), "the response of list_books has no list");
}

/// Fixture kinds of one record that differ only in a stated member.
fn kinds_told_by(shelf: &str, desk: &str) -> Result<Vec<(String, Vec<String>)>, String> {
    let kind = |kind: &str, told_by: &str| {
        let fixture = KIND.replace("record: Book", &format!("record: Book\n    {told_by}"));
        fixture.replace("book_on_the_shelf", kind)
    };
    let kinds = kind("book_on_the_shelf", shelf) + &kind("book_at_the_desk", desk);
    let suite = suite_with_kinds(&kinds);
    let books = serde_json::json!({ "books": [
        { "uuid": "a", "reference_only": true },
        { "uuid": "b", "reference_only": false },
        { "uuid": "c", "reference_only": "no" },
        { "uuid": "d" },
    ] });
    let probe_response = probe_response("main", 200, &books.to_string());
    let mut wanted = suite.contract.service.fixtures.iter();
    let shelf = wanted.find(|kind| kind.kind == "book_on_the_shelf");
    if let Err(why) = source(&suite, shelf.unwrap()) {
        return Err(why.to_string());
    }
    let ids = |found: &Vec<TargetFixture>| found.iter().map(|one| one.id.clone()).collect();
    let found = fixtures(&find_fixtures(&suite, &[probe_response]));
    let found = found.iter().map(|(kind, found)| (kind.clone(), ids(found)));
    Ok(found.collect())
}

#[test]
fn fixture_kinds_are_discriminated_by_stated_members() {
    let found = kinds_told_by(
        "discriminated_by: { reference_only: false }",
        "discriminated_by: { reference_only: true }",
    );
    let one = |kind: &str, id: &str| (kind.to_owned(), vec![id.to_owned()]);
    let apart = vec![one("book_at_the_desk", "a"), one("book_on_the_shelf", "b")];
    assert_eq!(found, Ok(apart));

    let alike = Err(
        "no documented field distinguishes it from `book_at_the_desk` in list_books".to_owned()
    );
    let (no, yes) = ("discriminated_by: { reference_only: false }", "");
    assert_eq!(kinds_told_by(no, yes), alike);
    assert_eq!(kinds_told_by(no, "discriminated_by: { binding: paperback }"), alike);
    // An optional member does not discriminate.
    let untold = Err("no documented field distinguishes it from others in list_books".to_owned());
    let desk = "discriminated_by: { publsher: other }";
    assert_eq!(kinds_told_by("discriminated_by: { publsher: some }", desk), untold);
}

fn verdict(run: &Output) -> String {
    let report: serde_json::Value = serde_json::from_slice(&run.stdout).unwrap();
    clause(&report, "get_book.accepted")["verdict"].as_str().unwrap().to_owned()
}

/// A list with an undocumented body: possible identifiers in it are used to get the records.
#[test]
fn members_missing_in_a_list_are_fetched_from_the_record() {
    let mut contract = library_contract();
    for file in &mut contract {
        match file.address.as_str() {
            "books/resource.yaml" => file
                .text
                .push_str(&KIND.replace("list_books.success.books.*", "get_book.success.*")),
            "books/list_books.yaml" => {
                let stated = "body: { books: [Book] }";
                assert!(file.text.contains(stated));
                file.text = file.text.replace(stated, "body: { not_shown: What is answered. }");
            }
            _ => {}
        }
    }
    let suite = Suite::load(&contract, None, &[]).unwrap_or_else(|mistakes| panic!("{mistakes}"));
    let listed = serde_json::json!({ "rows": [
        { "uuid": "a", "shelf": { "uuid": "s" } }, { "uuid": "b" }, { "uuid": "a" }, { "id": "c" }, { "uuid": 5 },
    ] });
    let list = probe_response("main", 200, &listed.to_string());
    let asked: Vec<_> = lookups(&suite, std::slice::from_ref(&list), |_| true)
        .into_iter()
        .map(|probe| (probe.operation.id.as_str(), probe.record.unwrap().1))
        .collect();
    let wanted = ["s", "a", "b"].map(|id| ("get_book", id.to_owned()));
    assert_eq!(asked, wanted);

    let response = |id: &str, status, body: &str| ProbeResponse {
        record: Some(id.to_owned()),
        ..probe_response("main", status, body)
    };
    let responses = [
        list,
        response("a", 200, r#"{ "book": { "uuid": "a", "title": "Emma" } }"#),
        response("s", 404, r#"{ "message": "s not found!" }"#),
        // Not the requested book.
        response("b", 200, r#"{ "book": { "uuid": "d", "title": "Dune" } }"#),
    ];
    let found = fixtures(&find_fixtures(&suite, &responses));
    let found: Vec<_> = found["book_on_the_shelf"]
        .iter()
        .map(|one| (one.id.as_str(), one.facts["title"].as_str()))
        .collect();
    assert_eq!(found, [("a", "Emma")]);

    // Without a result, the reason is that of the operation which was requested.
    let [list, ..] = responses;
    let responses = [list, response("a", 501, "")];
    let kinds = find_fixtures(&suite, &responses).into_iter();
    let reasons: Vec<_> = kinds.filter_map(|kind| kind.reason).collect();
    assert_eq!(reasons, ["get_book is not implemented (501)"]);
}
