//! Every format of three reports: all clauses held, violations, and an incomplete run. The reports in JSON are files, which
//! `report` reads, and which a test opens in a browser.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use referral_conformance::level::Level;
use referral_conformance::report::content::Outcome;
use referral_conformance::report::{Content, FORMATS, content};
use referral_conformance::run::Transport;
use spec::Method;

use crate::committed_files::assert_valid;
use crate::library::{Broken, Library};
use crate::session::{Setup, changing, library, run_with};

/// Text of a server that is no text in HTML, Markdown, XML or a terminal.
const MARKUP: &str = "<script>alert(1)</script> </pre>`]]>&amp;|*\u{1b}[31m\u{0}\u{ffff}\u{202e}";

/// A run, with what no other run has replaced. The clauses that were not selected would be most of the files.
fn report(transport: impl Transport + 'static, only: &str, level: Level) -> Content {
    let started_at = "2026-01-02T03:04:05Z";
    let setup = Setup {
        only: Some(only.parse().unwrap()),
        level,
        // Scenarios send times that depend on it. Those of loans must be close to the current one.
        now: (level == Level::Full).then(|| started_at.parse().unwrap()),
        ..Setup::default()
    };
    let mut content = run_with(&library(), transport, &setup, |session, ended| {
        Content::from(&session.report(ended).unwrap())
    });
    content.run.started_at = started_at.to_owned();
    content.run.duration_ms = Some(1_234);
    content.run.profile = format!("only {only}");
    content.clauses.retain(|clause| clause.selected);
    let counts = Outcome::ALL.map(|verdict| (verdict.name().to_owned(), content.count(verdict)));
    content.summary = counts.into();
    content
}

fn held() -> Content {
    let only = "add_book.accepted,add_book.errors.*,get_book.errors.*";
    report(Library::new(Broken::Nothing), only, Level::Full)
}

/// A misspelt message with markup, a member of another type, a server error, a removal without effect.
fn violations() -> Content {
    let server = changing(Library::new(Broken::NotRemoved), |request, response| {
        let text = String::from_utf8_lossy(&response.body).into_owned();
        if request.target.contains("per_page=0") || request.target.contains("longer_than") {
            response.status = 500;
            response.body = format!("<h1>500</h1> {MARKUP}").into_bytes().into();
        } else if text.contains("is in the catalogue already") {
            let text = serde_json::json!({ "message": MARKUP }).to_string();
            response.body = text.into_bytes().into();
        } else if request.method == Method::Post && response.status == 201 {
            let text = text.replace("\"reference_only\":false", "\"reference_only\":\"<b>no</b>\"");
            response.body = text.into_bytes().into();
        }
    });
    let only = "add_book.errors.*,add_book.success.book.r*,list_books.accepted,list_books.query.*,\
                remove_book.removes";
    report(server, only, Level::Full)
}

fn incomplete() -> Content {
    let only = "lend_book.*,return_loan.*,list_loans.*";
    report(Library::new(Broken::Nothing), only, Level::Own)
}

fn runs() -> [(&'static str, Content); 3] {
    [("held", held()), ("violations", violations()), ("incomplete", incomplete())]
}

/// The file of a report in JSON.
pub fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/reports/{name}.json"))
}

fn render(format: &str, content: &Content) -> String {
    let (_, render) = FORMATS.into_iter().find(|(name, _)| *name == format).unwrap();
    render(content).unwrap()
}

/// A page without its style and script.
fn without_assets(page: &str) -> String {
    let mut page = page.to_owned();
    for (start, end) in [("<style>", "</style>"), ("<script>", "</script>")] {
        let from = page.find(start).unwrap() + start.len();
        let to = from + page[from..].find(end).unwrap();
        page.replace_range(from..to, "");
    }
    page
}

/// `UPDATE_FILES=1` writes the reports in JSON.
#[test]
fn formats_are_made_of_the_json_report() {
    for (name, made) in runs() {
        let json = render("json", &made);
        assert_valid("report", &serde_json::from_str(&json).unwrap());
        if env::var_os("UPDATE_FILES").is_some() {
            fs::write(file(name), &json).unwrap();
        }
        assert!(fs::read_to_string(file(name)).unwrap() == json, "{name}.json is out of date");
        let read = content::read(json.as_bytes()).unwrap();
        for (format, _) in FORMATS {
            let text = render(format, &read);
            assert!(text == render(format, &made), "{name} as {format}");
            // The schema has what HAR 1.2 requires.
            if format == "har" {
                assert_valid("har", &serde_json::from_str(&text).unwrap());
            }
            let text = if format == "html" { without_assets(&text) } else { text };
            if !["json", "har"].contains(&format) {
                insta::assert_snapshot!(format!("{name}_{format}"), text);
            }
        }
    }
}

#[test]
fn runs_end_as_their_names_say() {
    let codes = runs().map(|(name, content)| (name, content.exit.code()));
    assert_eq!(codes, [("held", 0), ("violations", 1), ("incomplete", 3)]);
}

#[test]
fn failures_have_the_calls_that_lead_to_them() {
    let content = violations();
    let failure = |id: &str| {
        let clause = content.clauses.iter().find(|clause| clause.id == id).unwrap();
        clause.failures.first().unwrap_or_else(|| panic!("{id} did not fail"))
    };
    let taken = failure("add_book.errors.isbn_taken.message");
    let roles: Vec<_> = taken.steps.iter().map(|step| step.role.words()).collect();
    assert_eq!(roles, ["compare", "failed"]);
    let first = content.step(&taken.scenario, taken.steps[0].step).unwrap();
    assert_eq!(first.exchanges[0].response.as_ref().unwrap().status, 201);
    let exchange = content.exchange(taken).unwrap();
    assert_eq!(exchange.number, taken.exchange);
    assert!(exchange.request.body.as_ref().unwrap().text.contains("isbn"));
    assert_eq!(taken.pointer, "/message");
    let kept = failure("remove_book.removes");
    assert!(kept.steps.iter().any(|step| step.role.words() == "before"), "{:?}", kept.steps);
    // The body of a server error is in the report for people.
    let human = render("human", &content);
    assert!(human.contains("response  500 <h1>500</h1> <script>"), "{human}");
}

#[test]
fn markup_of_a_server_is_text_in_every_format() {
    let content = violations();
    let page = render("html", &content);
    assert_eq!(page.matches("<script>").count(), 1);
    for text in [&page, &render("junit", &content), &render("human", &content)] {
        let hostile = |c: char| matches!(c, '\u{1b}' | '\u{0}' | '\u{ffff}' | '\u{202e}');
        assert!(!text.contains(hostile));
    }
    // A long body is cut, and says so.
    let long = changing(Library::new(Broken::Nothing), |request, response| {
        if request.method == Method::Get && request.target.starts_with("/books/") {
            response.status = 500;
            response.body = "é".repeat(50_000).into_bytes().into();
        }
    });
    let content = report(long, "get_book.*", Level::Full);
    let exchanges = content.scenarios.iter().flat_map(|it| &it.steps).flat_map(|it| &it.exchanges);
    let errors = exchanges.filter_map(|exchange| exchange.response.as_ref());
    let errors = errors.filter(|response| response.status == 500);
    let bodies: Vec<_> = errors.filter_map(|response| response.body.as_ref()).collect();
    assert!(!bodies.is_empty());
    for body in bodies {
        assert_eq!((body.bytes, body.cut, body.text.chars().count()), (100_000, true, 4_000));
    }
}

/// The largest page that a contract of 400 clauses can have.
#[test]
fn page_of_many_failures_stays_small() {
    let mut content = violations();
    let all = content.clauses.clone();
    let failed: Vec<_> = all.iter().filter(|clause| clause.verdict.is_breach()).collect();
    let body = "{\"a\":\"<b>\"},".repeat(300);
    for step in content.scenarios.iter_mut().flat_map(|scenario| &mut scenario.steps) {
        for exchange in &mut step.exchanges {
            if let Some(body_of) = exchange.response.as_mut().and_then(|it| it.body.as_mut()) {
                body_of.text.clone_from(&body);
            }
        }
    }
    let copy = |number: usize| {
        let mut clause = (*failed[number % failed.len()]).clone();
        clause.id = format!("{}.{number}", clause.id);
        clause
    };
    content.clauses = (0..400).map(copy).collect();
    let page = render("html", &content);
    assert!(page.len() < 2_000_000, "{}", page.len());
    assert_eq!(page.matches("<article ").count(), 400);
}
