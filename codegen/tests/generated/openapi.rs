//! What the OpenAPI document of a small contract looks like.

use serde_yaml::Value;

use crate::support::Library;

const PATH: &str = "openapi/openapi.yaml";

#[test]
fn it_says_what_is_known_and_what_is_not() {
    let files = Library::plain().generate();
    insta::assert_snapshot!("openapi.yaml", files.get(PATH).unwrap());
}

#[test]
fn answers_of_an_overlay_stand_beside_their_gaps() {
    let files = Library::with_overlay().generate();
    let document: Value = serde_yaml::from_str(files.get(PATH).unwrap()).unwrap();
    let lend_book = &document["paths"]["/books/{book}/loans"]["post"];
    assert!(lend_book["responses"].get("201").is_some(), "{lend_book:?}");
    let gaps = lend_book["x-gaps"].as_sequence().unwrap();
    let status = gaps
        .iter()
        .find(|gap| gap["id"] == "lend_book.success.status")
        .unwrap();
    assert_eq!(status["answer"], "201");
    assert_eq!(status["because"], "something is made");
}

#[test]
fn every_gap_of_the_contract_is_in_it_once_or_more() {
    let library = Library::plain();
    let text = library.generate();
    let text = text.get(PATH).unwrap();
    assert!(library.contract().gaps.len() > 5);
    for gap in &library.contract().gaps {
        assert!(
            text.contains(&format!("id: {}\n", gap.id)),
            "{} is not in it",
            gap.id
        );
    }
}
