//! `import openapi`: the files, the reports, and documents without a draft.

use std::fs;
use std::path::Path;
use std::process::Output;

use openapi_import::Reason;
use serde_json::Value;

use crate::support::{assert_code, root, stderr, stdout, xtask, xtask_in};

fn import(folder: &Path, file: &str, flags: &[&str]) -> Output {
    xtask_in(folder, &[&["import", "openapi", file, "--out", "draft"], flags].concat())
}

fn bakery() -> String {
    root().join("import/tests/it/documents/bakery.yaml").display().to_string()
}

#[test]
fn a_draft_is_listed_and_generated() {
    let folder = tempfile::tempdir().unwrap();
    let printed = stdout(&import(folder.path(), &bakery(), &[]));
    assert!(printed.starts_with("Drafted 6 of 10 operations with "), "{printed}");
    let row = printed.lines().find(|line| line.starts_with("method ")).unwrap();
    assert!(row.ends_with(Reason::Method.text()), "{row}");
    assert!(printed.contains("`--verbose` lists each place."), "{printed}");
    let target = fs::read_to_string(folder.path().join("draft/target.yaml")).unwrap();
    assert!(target.contains("base_url: https://bakery.example/api\n"), "{target}");
    assert!(target.contains("main: { env: BAKERY_ORDERS_API_KEY }"), "{target}");
    let at = |path: &str| folder.path().join(path).display().to_string();
    let contract = at("draft/contract");
    let first =
        fs::read_to_string(folder.path().join("draft/contract/orders/get_order.yaml")).unwrap();
    let (_, schema) = first.lines().next().unwrap().split_once("$schema=").unwrap();
    assert!(folder.path().join("draft/contract/orders").join(schema).exists(), "{schema}");
    assert_code(&xtask(&["clauses", "--contract", &contract]), 0);
    assert_code(&xtask(&["gen", "--contract", &contract, "--out", &at("draft/generated")]), 0);

    let again = import(folder.path(), &bakery(), &[]);
    assert_code(&again, 2);
    assert!(stderr(&again).contains("the folder `draft` is not empty"), "{}", stderr(&again));
}

#[test]
fn each_place_is_listed_for_people_and_programs() {
    let folder = tempfile::tempdir().unwrap();
    let printed = stdout(&import(folder.path(), &bakery(), &["--verbose"]));
    assert!(printed.contains("/paths/~1v1~1orders~1{orderId}/head"), "{printed}");
    fs::remove_dir_all(folder.path().join("draft")).unwrap();
    let printed = stdout(&import(folder.path(), &bakery(), &["--format", "json"]));
    let report: Value = serde_json::from_str(&printed).unwrap();
    assert_eq!(report["operations"]["all"], 10);
    let counted = report["reasons"].as_array().unwrap().iter();
    let counted: u64 = counted.map(|reason| reason["count"].as_u64().unwrap()).sum();
    assert_eq!(report["left_out"].as_array().unwrap().len() as u64, counted);
    let first = &report["left_out"][0];
    assert_eq!(first["reason"], "method");
    assert_eq!(first["what"], "HEAD /v1/orders/{orderId}");
}

#[test]
fn documents_without_a_draft_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    for (text, message) in [
        ("swagger: '2.0'", " --> document.yaml#/swagger\n = help: convert it to OpenAPI 3 first"),
        ("openapi: 3.0.0\npaths: { /a: { $ref: a.yaml } }", "help: put the document into one file"),
        ("a: [", "at line 2 column 1"),
    ] {
        fs::write(folder.path().join("document.yaml"), text).unwrap();
        let output = import(folder.path(), "document.yaml", &[]);
        assert_code(&output, 2);
        assert!(stderr(&output).contains(message), "{}", stderr(&output));
        assert!(!folder.path().join("draft").exists());
    }
    let missing = import(folder.path(), "gone.yaml", &[]);
    assert_code(&missing, 2);
    assert!(stderr(&missing).contains("cannot read `gone.yaml`"), "{}", stderr(&missing));
}
