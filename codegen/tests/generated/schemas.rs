//! The JSON Schemas of a small contract's records, and what they accept, checked with an independent validator.

use boon::{Compiler, Schemas};
use codegen::FileSet;
use serde_json::{Value, json};

use crate::support::{Library, joined};

/// Generated files as a source of schemas for the validator.
struct Files(FileSet);

impl Files {
    fn of(library: &Library) -> Self {
        Self(library.generate())
    }

    fn schemas(&self) -> impl Iterator<Item = (&str, Value)> {
        self.0.iter().filter_map(|(path, text)| {
            let name = path.strip_prefix("schemas/")?;
            Some((name, serde_json::from_str(text).expect("it is JSON")))
        })
    }

    /// Validates a value with the schema of a record.
    fn accepts(&self, record: &str, value: &Value) -> Result<(), String> {
        let mut compiler = Compiler::new();
        compiler.enable_format_assertions();
        for (name, schema) in self.schemas() {
            let at = format!("file:///library/{name}");
            compiler.add_resource(&at, schema).expect("a new resource");
        }
        let mut schemas = Schemas::new();
        let at = format!("file:///library/{record}.schema.json");
        let index = compiler.compile(&at, &mut schemas);
        let index = index.map_err(|error| format!("{error:#}"))?;
        let valid = schemas.validate(value, index);
        valid.map_err(|error| format!("{error:#}"))
    }
}

fn book() -> Value {
    json!({
        "uuid": "b1", "isbn": "978", "title": "A", "subtitle": null, "authors": ["N"], "pages": 3,
        "binding": "hardback", "reference_only": false, "publsher": null, "replacement_cost": 12.50,
        "acquired_at": "2026-01-31T12:00:00Z", "state": "lent",
    })
}

fn loan() -> Value {
    json!({
        "uuid": "l1", "book_uuid": "b1", "member": "n@example.org", "lent_at": "2026-01-31T12:00:00Z",
        "returned_at": null, "state": "open",
    })
}

fn with(mut record: Value, member: &str, value: Value) -> Value {
    record[member] = value;
    record
}

fn without(mut record: Value, member: &str) -> Value {
    record.as_object_mut().expect("a record").remove(member);
    record
}

#[test]
fn each_record_has_a_file() {
    let files = Files::of(&Library::plain());
    let paths = ["schemas/Book.schema.json", "schemas/Loan.schema.json"];
    insta::assert_snapshot!(joined(&files.0, &paths));
    let names: Vec<_> = files.schemas().map(|(name, _)| name.to_owned()).collect();
    let expected =
        ["Book", "Branch", "Donor", "ErrorBody", "Loan"].map(|name| format!("{name}.schema.json"));
    assert_eq!(names, expected);
}

#[test]
fn stated_members_are_required_and_open_members_optional() {
    let files = Files::of(&Library::plain());
    let good = [
        ("Book", book()),
        // Its presence is not documented, and enumerations may grow.
        ("Book", without(book(), "publsher")),
        ("Book", with(book(), "binding", json!("leather"))),
        ("Loan", loan()),
        ("Loan", with(loan(), "shelf", json!(3))),
        ("Loan", with(loan(), "fine", json!("2 crowns"))),
        // Only an example shows its type.
        ("Loan", with(loan(), "renewals", json!(1))),
        ("Loan", with(loan(), "renewals", json!("one"))),
        ("Loan", with(loan(), "renewals", json!(null))),
        ("ErrorBody", json!({ "message": "Which book?" })),
    ];
    for (record, value) in good {
        assert_eq!(files.accepts(record, &value), Ok(()), "{record} {value}");
    }
    let bad = [
        ("Book", json!([])),
        ("Book", without(book(), "title")),
        ("Book", with(book(), "title", json!(null))),
        ("Book", with(book(), "authors", json!("N"))),
        ("Book", with(book(), "pages", json!(1.5))),
        // `Book` is a closed record.
        ("Book", with(book(), "shelf", json!(3))),
        ("Loan", with(loan(), "member", json!("no address"))),
        ("ErrorBody", json!({})),
    ];
    for (record, value) in bad {
        assert!(files.accepts(record, &value).is_err(), "{record} {value}");
    }
}

#[test]
fn overlay_answers_narrow_schemas() {
    let files = Files::of(&Library::with_overlay());
    let dated = with(loan(), "due_at", json!("2026-01-31T12:00:00Z"));
    assert!(files.accepts("Loan", &dated).is_err(), "`renewals` is always there");
    let answered = with(dated, "renewals", json!(1));
    assert_eq!(files.accepts("Loan", &answered), Ok(()));
    let undated = with(loan(), "renewals", json!(1));
    assert!(files.accepts("Loan", &undated).is_err(), "`due_at` is answered to be there");
    let renewals = with(answered.clone(), "renewals", json!("one"));
    assert!(files.accepts("Loan", &renewals).is_err(), "the overlay has answered it");
    let fine = with(answered, "fine", json!("2 crowns"));
    assert!(files.accepts("Loan", &fine).is_err(), "`fine` is answered to be a number");
}

#[test]
fn recursive_record_has_a_recursive_schema() {
    let files = Files::of(&Library::hard());
    let inner = json!({ "all": [] });
    let outer = json!({ "all": [inner.clone()], "other": inner });
    assert_eq!(files.accepts("Option", &outer), Ok(()));
    assert!(files.accepts("Option", &json!({ "all": [{}] })).is_err());
}
