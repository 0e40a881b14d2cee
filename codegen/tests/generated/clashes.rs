//! Errors of contracts that cannot be generated: all of them are reported, each at its location.

use crate::support::Library;

#[test]
fn clashing_rust_names_are_all_reported() {
    let field = "{ type: string, present: true, nullable: false }";
    let fields = format!("shelf_mark: {field}\n      shelf__mark: {field}\n      isbn:");
    let message = "message: ISBN {isbn} is in the catalogue already, {isbn_}\n    placeholders: { isbn_: [body.isbn],";
    let record = "  AddBookRequest:\n    description: A wish.\n    further_members: false\n    fields:\n      \
                  note: { type: string, present: true, nullable: false }\n\n  Loan:\n";
    let library = Library::changed(&[
        ("books/resource.yaml", "isbn:", &fields),
        (
            "books/add_book.yaml",
            "message: ISBN {isbn} is in the catalogue already\n    placeholders: {",
            message,
        ),
        ("loans/resource.yaml", "  Loan:\n", record),
    ]);
    let findings = library.try_generate().unwrap_err();
    let messages: Vec<_> = findings.iter().map(|found| found.message.as_str()).collect();
    assert_eq!(
        messages,
        [
            "field shelf__mark of Book and field shelf_mark of Book would both be `shelf_mark` among the fields of Book",
            "the request of add_book and record AddBookRequest would both be `AddBookRequest` among the types of the models",
            "placeholder isbn_ and placeholder isbn would both be `isbn` among the placeholders of isbn_taken",
        ]
    );
    assert!(findings.iter().all(|found| found.code == "name-clash" && found.place().is_some()));
}

#[test]
fn clashing_enumeration_values_are_numbered() {
    let values = (
        "books/resource.yaml",
        "values: [hardback, paperback]",
        "values: [soft cover, soft_cover, Soft-Cover]",
    );
    let files = Library::changed(&[values]).generate();
    let values = files.get("models/src/books/book_binding.rs").unwrap();
    for (name, wire) in
        [("SoftCover", "soft cover"), ("SoftCover2", "soft_cover"), ("SoftCover3", "Soft-Cover")]
    {
        let row = format!("Self::{name} => {wire:?},\n");
        assert!(values.contains(&row), "{row}\n{values}");
    }
}
