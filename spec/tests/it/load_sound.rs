//! Contracts without diagnostics: that of the real service, with and without its overlay, and the seeds of fuzzing.

use std::path::Path;

use spec::ContractFile;

use crate::contracts::{Files, assert_sound, clean};

#[test]
fn loads_without_diagnostics() {
    let files = Files::of_ours();
    assert_sound(&clean(files.load_without_overlay()));
    assert_sound(&clean(files.load()));
}

#[test]
fn overlay_changes_no_clause() {
    let files = Files::of_ours();
    let without = clean(files.load_without_overlay());
    let with = clean(files.load());
    assert_eq!(with.clauses(), without.clauses());
    assert_eq!(with.gaps, without.gaps);
    assert_eq!(with.canonical, without.canonical);
}

/// The small contracts that whole runs use.
#[test]
fn small_contracts_load_without_diagnostics() {
    for name in ["workshop", "stockroom", "payments"] {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(name);
        let (files, found) = spec::read_folder(&root.join("contract"));
        assert!(found.is_empty(), "{found:?}");
        assert_sound(&clean(spec::load(&files, None)));
    }
}

#[test]
fn members_of_objects_are_inputs() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/stockroom/contract");
    let contract = clean(spec::load(&spec::read_folder(&folder).0, None));
    let add = contract.operation("add_item").unwrap();
    let id = add.body_field("supplier.id").unwrap();
    assert_eq!((id.own_name(), id.record.as_deref()), ("id", Some("Supplier")));
    assert!(id.required && !add.always_has(id), "only the object needs it");
    let supplier = add.body_field("supplier").unwrap();
    assert!(supplier.is_object() && id.is_within(supplier) && !supplier.is_within(id));
    let names: Vec<_> = add.body_fields().map(|field| field.wire.as_str()).collect();
    let members = ["supplier", "supplier.id", "supplier.part_number", "note"];
    assert_eq!(names[4..], members);
    let record = contract.record("AddItemSupplier").unwrap();
    let required: Vec<_> = record.fields.iter().map(|field| field.present.stated()).collect();
    assert_eq!(required, [Some(&true), Some(&false)]);
    let shown = contract.member("Item", "supplier.part_number").unwrap();
    assert_eq!(shown.nullable.stated(), Some(&true));
    assert!(contract.member("Item", "sku.part_number").is_none());
}

/// So that mutations of them reach all checks.
#[test]
fn seeds_load_without_diagnostics() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../lab/fuzz/seeds/load.txt");
    let seeds = std::fs::read_to_string(path).unwrap();
    assert!(seeds.starts_with("--- "));
    for seed in seeds.split("--- ").skip(1) {
        let mut files: Vec<_> = seed.split("\n=== ").skip(1).map(file).collect();
        let overlay = files.iter().position(|file| file.address == "overlay.yaml");
        let overlay = overlay.map(|place| files.remove(place));
        assert_sound(&clean(spec::load(&files, overlay.as_ref())));
    }
}

fn file(text: &str) -> ContractFile {
    let (address, text) = text.split_once('\n').unwrap();
    ContractFile { path: address.to_owned(), address: address.to_owned(), text: text.to_owned() }
}

#[test]
fn a_filter_says_which_values_keep_all_records() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tracker/contract");
    let contract = clean(spec::load(&spec::read_folder(&folder).0, None));
    let clauses = contract.clauses();
    let filter = clauses.iter().find(|clause| clause.id == "list_issues.query.state.filter");
    let statement = &filter.unwrap().statement;
    assert!(statement.starts_with("With `state` other than `all`, "), "{statement}");
}
