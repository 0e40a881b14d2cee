//! `report`: other formats of a report in JSON, and comparisons.

use std::fs;

use serde_json::Value;

use crate::program::{Folder, code, stderr, stdout};
use crate::report_formats::file;

/// A folder with the committed reports.
fn folder() -> Folder {
    let folder = Folder::new();
    for name in ["held", "violations", "incomplete"] {
        folder.write(&format!("{name}.json"), fs::read(file(name)).unwrap());
    }
    folder
}

#[test]
fn report_is_printed_in_each_format() {
    let folder = folder();
    for (format, start) in [
        ("human", "Lending Library at http://library.test\n"),
        ("html", "<!doctype html>\n"),
        ("markdown", "## Lending Library: "),
        ("junit", "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites "),
        ("json", "{\n  \"schema\": 2,"),
    ] {
        let output = folder.call(&["report", "violations.json", "--format", format]);
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        assert!(stdout(&output).starts_with(start), "{format}: {}", stdout(&output));
    }
    let brief = stdout(&folder.call(&["report", "held.json"]));
    let verbose = stdout(&folder.call(&["report", "held.json", "--verbose"]));
    assert!(verbose.len() > brief.len());
}

#[test]
fn comparison_says_what_got_worse() {
    let folder = folder();
    let compare = |old: &str, new: &str| {
        let output = folder.call(&["report", old, new]);
        assert_eq!(stderr(&output), "");
        (code(&output), stdout(&output))
    };
    for same in ["held.json", "violations.json", "incomplete.json"] {
        let (code, text) = compare(same, same);
        assert_eq!(code, 0, "{text}");
        assert!(text.ends_with("\nnothing got worse\n"), "{text}");
    }
    let (worse, text) = compare("held.json", "violations.json");
    assert_eq!(worse, 1, "{text}");
    insta::assert_snapshot!(text);
    let (worse, text) = compare("violations.json", "held.json");
    assert_eq!(worse, 0, "{text}");
    assert!(text.contains("\nfixed (1)\n  add_book.errors.isbn_taken.message\n"), "{text}");
    assert!(text.contains("\nnot in the contract any more ("), "{text}");
}

/// A report with a change to its clause.
fn changed(folder: &Folder, clause: &str, change: impl Fn(&mut Value)) -> Value {
    let mut report: Value = serde_json::from_str(&folder.read("held.json")).unwrap();
    let clauses = report["clauses"].as_array_mut().unwrap();
    change(clauses.iter_mut().find(|known| known["id"] == clause).unwrap());
    report
}

#[test]
fn lost_classes_and_improvements_are_told_apart() {
    let folder = folder();
    let input = "add_book.accepted";
    let class = |seen: Value| serde_json::json!({ "input": "body.isbn", "seen": seen, "missing": [], "failed": [] });
    let with =
        |seen: Value| changed(&folder, input, |clause| clause["classes"] = class(seen.clone()));
    folder.write("all.json", with(serde_json::json!(["apostrophe", "emoji"])).to_string());
    folder.write("fewer.json", with(serde_json::json!(["emoji"])).to_string());
    let fewer = folder.call(&["report", "all.json", "fewer.json"]);
    assert_eq!(code(&fewer), 1);
    let line = format!("(1)\n  {input}: body.isbn: apostrophe\n");
    assert!(stdout(&fewer).contains(&line), "{}", stdout(&fewer));
    let more = folder.call(&["report", "fewer.json", "all.json"]);
    assert_eq!(code(&more), 0, "{}", stdout(&more));
    let open = changed(&folder, input, |clause| {
        clause["verdict"] = "not_exercised".into();
        clause["reason"] = "no_fixture".into();
    });
    folder.write("open.json", open.to_string());
    let open = folder.call(&["report", "held.json", "open.json"]);
    assert_eq!(code(&open), 1);
    let line = format!("(1)\n  {input}: was held, is not exercised: no_fixture\n");
    assert!(stdout(&open).contains(&line), "{}", stdout(&open));
}

#[test]
fn bad_files_are_explained() {
    let folder = folder();
    let whole = folder.read("held.json");
    folder.write("cut.json", &whole[..whole.len() / 2]);
    folder.write("old.json", whole.replacen("\"schema\": 2", "\"schema\": 1", 1));
    folder.write("part.json", "{ \"schema\": 2, \"service\": \"a\" }");
    folder.write("other.json", "{ \"name\": \"a\" }");
    folder.write("page.json", "<!doctype html>");
    folder.write("word.json", whole.replacen("\"verdict\": \"held\"", "\"verdict\": \"fine\"", 1));
    folder.write("empty.json", "");
    let errors: Vec<_> = ["cut", "old", "part", "other", "page", "word", "empty", "absent"]
        .iter()
        .map(|name| {
            let name = format!("{name}.json");
            let outputs = [
                folder.call(&["report", &name]),
                folder.call(&["report", "held.json", &name]),
                folder.call(&["report", &name, "held.json"]),
            ];
            for output in &outputs {
                assert_eq!((code(output), stdout(output).as_str()), (2, ""), "{name}");
                assert_eq!(stderr(output), stderr(&outputs[0]));
            }
            stderr(&outputs[0])
        })
        .collect();
    insta::assert_snapshot!(errors.concat());
}
