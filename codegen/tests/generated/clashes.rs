//! What cannot be generated is told at the place of the contract, and all of it at once.

use crate::support::Library;

#[test]
fn names_that_are_one_in_rust_are_all_told() {
    let record = "  AddBookRequest:\n    about: A wish.\n    further_members: no\n    fields:\n      \
                  note: { type: string, present: yes, nullable: no }\n\n  Loan:\n";
    let library = Library::changed(&[
        (
            "books/resource.yaml",
            "values: [hardback, paperback]",
            "values: [soft cover, soft_cover]",
        ),
        ("loans/resource.yaml", "  Loan:\n", record),
    ]);
    let findings = library.try_generate().unwrap_err();
    let messages: Vec<_> = findings
        .iter()
        .map(|found| found.message.as_str())
        .collect();
    assert_eq!(
        messages,
        [
            "value `soft_cover` and value `soft cover` would both be `SoftCover` among the values of BookBinding",
            "the request of add_book and record AddBookRequest would both be `AddBookRequest` among the types of the models",
        ]
    );
    assert!(
        findings
            .iter()
            .all(|found| found.code == "name-clash" && found.place().is_some())
    );
}

#[test]
fn hard_names_are_made_legal() {
    let files = Library::hard().generate();
    let book = files.get("models/src/books/book.rs").unwrap();
    for field in [
        "pub r#type:",
        "pub self_:",
        "pub new_:",
        "pub extra_:",
        "pub isbn:",
    ] {
        assert!(book.contains(field), "{field}\n{book}");
    }
    assert!(
        book.contains(r#"extra_: members.optional("extra")?"#),
        "{book}"
    );
    let option = files.get("models/src/loans/option.rs").unwrap();
    assert!(option.contains("pub struct Option_ {"), "{option}");
    let values = files.get("models/src/books/add_book_binding.rs").unwrap();
    for (name, wire) in [
        ("Self_", "self"),
        ("_3d", "3d"),
        ("Value2b", "+"),
        ("Other_", "other"),
    ] {
        assert!(
            values.contains(&format!("Self::{name} => {wire:?}")),
            "{name}\n{values}"
        );
    }
}
