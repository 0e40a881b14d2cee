//! Every type, input and refusal of three contracts round-trips: random tables, checked inside the generated crates.
//!
//! `tables/check.rs` contains the assertions, this file the generation, which is deterministic.

mod draw;

use std::path::Path;

use codegen::{Options, Outputs};
use heck::ToUpperCamelCase;
use spec::{Body, Contract, ErrorCase, Operation};

use crate::support::{Library, runtime};
use crate::workspace::Workspace;
use draw::Draw;

/// Number of random values of each type.
const DRAWS: usize = 48;

#[test]
fn every_type_and_refusal_round_trips() {
    let mut workspace = Workspace::new("tables");
    let overlay = Some("spec/overlays/reference.yaml");
    let library = Library::plain();
    add(&mut workspace, "library", library.contract());
    add(&mut workspace, "document", &ours(None));
    add(&mut workspace, "overlaid", &ours(overlay));
    let (succeeded, output) = workspace.cargo(&[
        "test",
        "--lib",
        "--package=library-checks",
        "--package=document-checks",
        "--package=overlaid-checks",
    ]);
    assert!(succeeded, "{output}");
    // Every record, operation and documented answer has its own test.
    let count = output.matches("test result: ok").count();
    assert_eq!(count, 3, "{output}");
}

/// The contract of this repository, with an optional overlay.
fn ours(overlay: Option<&str>) -> Contract {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let (files, findings) = spec::read_folder(&root.join("spec/contract"));
    assert!(findings.is_empty(), "{findings:?}");
    let overlay = overlay.and_then(|path| spec::read_overlay(&root.join(path)).0);
    let loaded = spec::load(&files, overlay.as_ref());
    loaded.contract.expect("the contract is whole")
}

/// Adds the crates of a contract and a package that checks them.
fn add(workspace: &mut Workspace, name: &str, contract: &Contract) {
    let options = Options {
        outputs: Outputs::ALL,
        command: "cargo xtask gen".to_owned(),
        contract: name.to_owned(),
        overlay: contract.overlay.as_ref().map(|_| "overlay.yaml".to_owned()),
        license: None,
        publish: false,
        runtime: runtime(),
    };
    let files = codegen::generate(contract, &options).expect("the contract has no clashes");
    let package = files.get("client/Cargo.toml").and_then(|text| {
        let (_, rest) = text.split_once("name = \"")?;
        rest.split('"').next()
    });
    let package = package.expect("the client has a name");
    workspace.generated(name, files.iter());
    let dependencies = format!(
        "client = {{ package = \"{package}\", path = \"../{name}/client\", default-features = false }}\n\
         bytes = \"1\"\nhttp = \"1\"\npercent-encoding = \"2\"\nserde = \"1\"\n\
         serde_json = {{ version = \"1\", features = [\"raw_value\"] }}\n"
    );
    let (lib, samples) = tables(contract);
    let mut sources = vec![("lib.rs", lib.as_str()), ("check.rs", include_str!("tables/check.rs"))];
    sources.extend(samples.iter().map(|(path, text)| (path.as_str(), text.as_str())));
    workspace.package(&format!("{name}-checks"), &dependencies, &sources);
}

/// The file with a test for each item of the contract, and the files of samples.
fn tables(contract: &Contract) -> (String, Vec<(String, String)>) {
    let mut draw = Draw::new(contract);
    let mut samples = Vec::new();
    let mut lib =
        "//! Tests made of a contract.\n#![cfg(test)]\nmod check;\nuse client::models::*;\n"
            .to_owned();
    let mut test = |name: &str, check: &str, rest: &str, texts: Vec<String>| {
        lib.push_str(&format!(
            "#[test]\nfn {name}() {{\n    check::{check}(include_str!(\"{name}.jsonl\"){rest});\n}}\n"
        ));
        samples.push((format!("{name}.jsonl"), texts.join("\n")));
    };
    for record in contract.records() {
        let (name, ty) = (format!("record_{}", record.name), &record.name);
        let texts = draw.many(DRAWS, |draw| draw.record(record, 0));
        test(&name.to_lowercase(), &format!("value::<{ty}>"), "", texts);
    }
    for operation in contract.operations() {
        let (id, ty) = (&operation.id, operation.id.to_upper_camel_case());
        let texts = draw.many(DRAWS, |draw| draw.request(operation));
        let refusals = format!(", &[{}]", refusals(contract, operation));
        test(id, &format!("operation::<{ty}Request>"), &refusals, texts);
        let body = operation.success.body.value().filter(|body| **body != Body::Empty);
        if let Some(body) = body {
            let texts = draw.many(DRAWS, |draw| draw.body(operation, body));
            test(&format!("{id}_success"), &format!("value::<{ty}Success>"), "", texts);
        }
    }
    (lib, samples)
}

/// Rows of a table: whether the client gets it as a key error, id, status if known, rendered message.
fn refusals(contract: &Contract, operation: &Operation) -> String {
    let of_key = |case: &&ErrorCase| contract.service.errors.iter().any(|key| key.id == case.id);
    let own = operation.errors.iter().filter(|case| !of_key(case)).map(|case| (false, case));
    let listed = operation.errors.iter().filter(of_key);
    let rest = contract.service.errors.iter();
    let rest = rest.filter(|key| operation.errors.iter().all(|case| case.id != key.id));
    let keys = listed.chain(rest).map(|case| (true, case));
    own.chain(keys)
        .filter_map(|(of_key, case)| {
            let message = case.text()?.render(|hole| format!("the {hole} (ü) of 5"));
            let status = case.status.value();
            Some(format!("({of_key}, {:?}, {status:?}, {message:?}),", case.id))
        })
        .collect()
}
