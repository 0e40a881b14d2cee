use std::fmt::Write as _;

use codegen::{Options, Outputs, RuntimeSource};
use openapi_import::Draft;
use spec::ContractFile;

use crate::{BAKERY, GARAGE, draft};

/// All files of a draft, and the list of what it leaves out.
fn shown(draft: &Draft) -> String {
    let mut out = String::new();
    for (address, text) in &draft.contract {
        let (_, text) = text.split_once('\n').unwrap();
        _ = writeln!(out, "== {address}\n{text}");
    }
    out.push_str("== left out\n");
    for found in &draft.left_out {
        _ = writeln!(out, "{} {}: {}", found.reason.key(), found.at, found.what);
    }
    out
}

#[test]
fn every_construct_of_the_bakery_is_drafted_or_left_out() {
    let draft = draft(BAKERY);
    assert_eq!(draft.base_url, "https://bakery.example/api");
    assert_eq!(draft.path_values, ["shop"]);
    assert_eq!(draft.operations, (6, 10));
    insta::assert_snapshot!(shown(&draft));
}

#[test]
fn the_garage_has_no_key_and_the_nulls_of_openapi_3_0() {
    let draft = draft(GARAGE);
    assert!(!draft.has_key);
    assert_eq!(draft.base_url, "http://127.0.0.1:8080/garage");
    insta::assert_snapshot!(shown(&draft));
}

#[test]
fn drafts_are_generated() {
    for text in [BAKERY, GARAGE] {
        let files = draft(text).contract.into_iter().map(|(address, text)| ContractFile {
            path: address.clone(),
            address,
            text,
        });
        let contract = spec::load(&files.collect::<Vec<_>>(), None).contract.unwrap();
        let options = Options {
            outputs: Outputs::ALL,
            command: "make".to_owned(),
            contract: "contract".to_owned(),
            overlay: None,
            license: None,
            publish: false,
            runtime: RuntimeSource::Version("0.1".to_owned()),
        };
        assert!(codegen::generate(&contract, &options).is_ok());
    }
}
