//! `--waivers` and `waivers`: known failures do not change the exit code, and do not count as held.

use serde_json::Value;

use crate::library::{Broken, Library};
use crate::program::{Folder, code, output_text, stderr, stdout};
use crate::server::serve_library;

const CLAUSE: &str = "add_book.success.book.reference_only.type";

fn waivers(clause: &str, until: &str) -> String {
    format!(
        "waivers:\n  - clause: {clause}\n    reason: \"Mended in \\\"May\\\"\"\n    owner: ann\n    until: {until}\n"
    )
}

fn base_url(broken: Broken) -> String {
    serve_library(Library::new(broken)).base_url()
}

/// Flags of a run of one operation, which needs no fixtures.
const RUN: [&str; 4] = ["--only", "add_book.success.*", "--waivers", "waivers.yaml"];

#[test]
fn a_waived_violation_is_shown_and_does_not_change_the_exit_code() {
    let folder = Folder::new();
    folder.write("waivers.yaml", waivers(CLAUSE, "2999-12-31"));
    let reports =
        ["json=report.json", "junit=report.xml", "markdown=report.md", "html=report.html"];
    let reports: Vec<_> = reports.iter().flat_map(|report| ["--report", report]).collect();
    let output = folder.run(&base_url(Broken::MemberType), &[&RUN[..], &reports].concat());
    let text = output_text(&output);
    assert_eq!(code(&output), 0, "{text}");
    let waived = "waived until 2999-12-31 by ann: Mended in \"May\"";
    assert!(text.contains(&format!("WAIVED {CLAUSE}")), "{text}");
    assert!(text.contains(waived) && text.contains("1 violated (1 waived)"), "{text}");
    assert!(!text.contains("VIOLATED"), "{text}");

    let report: Value = serde_json::from_str(&folder.read("report.json")).unwrap();
    crate::committed_files::assert_valid("report", &report);
    let mut clauses = report["clauses"].as_array().unwrap().iter();
    let clause = clauses.find(|clause| clause["id"] == CLAUSE).unwrap();
    assert_eq!(
        (&clause["verdict"], &clause["waiver"]["owner"]),
        (&"violated".into(), &"ann".into())
    );
    let junit = folder.read("report.xml");
    assert!(
        junit.contains("failures=\"0\"") && junit.contains("violated: waived until"),
        "{junit}"
    );
    for file in ["report.md", "report.html"] {
        assert!(folder.read(file).to_lowercase().contains("waived until 2999"), "{file}");
    }
}

#[test]
fn a_waiver_that_is_not_needed_fails_the_run() {
    let folder = Folder::new();
    folder.write("waivers.yaml", waivers(CLAUSE, "2999-12-31"));
    let output = folder.run(&base_url(Broken::Nothing), &RUN);
    let text = output_text(&output);
    assert_eq!(code(&output), 7, "{text}");
    assert!(text.contains(&format!("waivers that are no longer needed\n  {CLAUSE}\n")), "{text}");
    assert!(text.contains("a waiver is no longer needed (exit 7)"), "{text}");
    // It waives no other clause.
    folder.write("waivers.yaml", waivers("add_book.accepted", "2999-12-31"));
    assert_eq!(code(&folder.run(&base_url(Broken::MemberType), &RUN)), 1);
}

#[test]
fn errors_in_a_file_of_waivers_are_found_before_anything_is_sent() {
    let folder = Folder::new();
    for (text, words) in [
        (
            waivers("add_book.succes.book", "2999-12-31"),
            "there is no clause `add_book.succes.book`",
        ),
        (waivers(CLAUSE, "2001-02-03"), "the waiver expired on 2001-02-03"),
        (waivers(CLAUSE, "soon"), "`soon` is not a date"),
        (
            waivers(CLAUSE, "2999-12-31").replace("owner: ann", "owner: ' '"),
            "`owner` of a waiver is empty",
        ),
        (waivers(CLAUSE, "2999-12-31").replace("    owner: ann\n", ""), "owner"),
        (waivers(CLAUSE, "2999-12-31").repeat(2).replacen("waivers:\n", "", 2), "waivers"),
        (
            format!(
                "{}{}",
                waivers(CLAUSE, "2999-12-31"),
                waivers(CLAUSE, "2999-12-31").replace("waivers:\n", "")
            ),
            "a second waiver of",
        ),
    ] {
        folder.write("waivers.yaml", &text);
        let output = folder.run("http://127.0.0.1:9", &RUN);
        assert_eq!(code(&output), 2, "{text}\n{}", output_text(&output));
        assert!(stderr(&output).contains(words), "{}", stderr(&output));
    }
}

#[test]
fn a_draft_has_the_violated_clauses_and_needs_reasons() {
    let folder = Folder::new();
    let only = ["--only", "add_book.success.*", "--report", "json=report.json"];
    assert_eq!(code(&folder.run(&base_url(Broken::MemberType), &only)), 1);
    let draft =
        |until| folder.call(&["waivers", "report.json", "--owner", "ann \"a\"", "--until", until]);
    let output = draft("2999-12-31");
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let text = stdout(&output);
    assert!(
        text.starts_with(&format!("waivers:\n  - clause: \"{CLAUSE}\"\n    reason: \"\"")),
        "{text}"
    );

    folder.write("waivers.yaml", &text);
    let output = folder.run("http://127.0.0.1:9", &RUN);
    assert!(stderr(&output).contains("the `reason` of a waiver is empty"), "{}", stderr(&output));
    folder.write("waivers.yaml", text.replace("reason: \"\"", "reason: known"));
    assert_eq!(code(&folder.run(&base_url(Broken::MemberType), &RUN)), 0);

    assert!(stderr(&draft("31.12.2999")).contains("`31.12.2999` is not a date"));
    assert_eq!(code(&folder.run(&base_url(Broken::Nothing), &only)), 0);
    assert!(stderr(&draft("2999-12-31")).contains("has no violated clause to waive"));
}
