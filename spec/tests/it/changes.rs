//! The changes between the library's contract and edited copies of it, in both directions.

use spec::changes::{Comparison, Effect, compare};

use crate::contracts::{Edit, Files, assert_snapshot, block, clean};

fn edited(edits: &[Edit<'_>]) -> spec::Contract {
    let mut files = Files::of_library();
    for edit in edits {
        files.edit(edit);
    }
    clean(files.load_without_overlay())
}

fn report(comparison: &Comparison) -> String {
    let lines = comparison
        .changes
        .iter()
        .map(|change| format!("{}: {}: {}\n", change.effect.name(), change.address, change.text));
    lines.collect()
}

#[test]
fn each_change_has_its_effect_in_both_directions() {
    let edits: Vec<[String; 3]> = serde_yaml::from_str(include_str!("changes.yaml")).unwrap();
    let library = edited(&[]);
    let mut texts = String::new();
    for [file, from, to] in &edits {
        let changed = edited(&[Edit::Replace(file, from, to)]);
        let both = report(&compare(&library, &changed)) + &report(&compare(&changed, &library));
        texts += &block(&format!("{file}: {from:?} becomes {to:?}"), &both);
    }
    assert_snapshot("library", "changes", &texts);
}

#[test]
fn equal_contracts_have_no_changes() {
    let comment =
        Edit::Replace("books/add_book.yaml", "creates: Book", "# Books.\ncreates:   Book");
    let comparison = compare(&edited(&[]), &edited(&[comment]));
    assert_eq!(comparison, Comparison::default());
    assert_eq!(comparison.strongest(), None);
}

#[test]
fn an_operation_is_added_and_removed_as_a_whole() {
    let (all, without) =
        (edited(&[]), edited(&[Edit::Remove("loans/list_loans.yaml"), no_clauses()]));
    let removed = compare(&all, &without);
    let of_operation = |change: &&spec::changes::Change| change.address.contains("list_loans");
    assert_eq!(removed.changes.iter().filter(of_operation).count(), 1, "{}", report(&removed));
    assert_eq!(removed.strongest(), Some(Effect::Breaking));
    assert!(removed.removed_ids.contains("list_loans.accepted"), "{:?}", removed.removed_ids);
    assert!(removed.added_ids.is_empty());
    let added = compare(&without, &all);
    let text = "compatible: loans/list_loans: added: the operation GET /loans\n";
    assert!(report(&added).contains(text), "{}", report(&added));
    assert_eq!(added.strongest(), Some(Effect::Compatible));
}

/// The fixture that only `list_loans` needs.
fn no_clauses() -> Edit<'static> {
    Edit::Replace("loans/resource.yaml", "    clauses: [list_loans.scope]\n", "")
}

#[test]
fn an_operation_with_another_name_is_the_same_operation() {
    let name = Edit::Replace("books/add_book.yaml", "operation: add_book", "operation: buy_book");
    let mut files = Files::of_library();
    files.edit(&name);
    let file = files.contract.iter_mut().find(|file| file.address == "books/add_book.yaml");
    file.unwrap().address = "books/buy_book.yaml".to_owned();
    for file in &mut files.contract {
        file.text = file.text.replace("`add_book`", "`buy_book`");
    }
    let renamed = clean(files.load_without_overlay());
    let comparison = compare(&edited(&[]), &renamed);
    let operations = comparison.changes.iter().filter(|change| change.address.contains("books/"));
    let operations: Vec<_> = operations.collect();
    assert_eq!(operations.len(), 1, "{}", report(&comparison));
    assert_eq!(
        (operations[0].address.as_str(), operations[0].effect),
        ("books/buy_book", Effect::Compatible)
    );
    assert!(comparison.removed_ids.contains("add_book.accepted"));
    assert!(comparison.added_ids.contains("buy_book.accepted"));
}

#[test]
fn a_member_of_an_open_record_is_compatible() {
    let member = Edit::Replace(
        "loans/resource.yaml",
        "      renewals:",
        "      note: { type: string, present: false, nullable: false }\n      renewals:",
    );
    let comparison = compare(&edited(&[]), &edited(&[member]));
    assert_eq!(report(&comparison), "compatible: Loan.note: added: the member (a string)\n");
}

#[test]
fn a_value_more_in_a_complete_list_is_breaking() {
    let edit = |to| Edit::Replace("books/resource.yaml", "values: [hardback, paperback],", to);
    let old = edited(&[edit("values: [hardback, paperback], complete: true,")]);
    let new = edited(&[edit("values: [hardback, paperback, coil], complete: true,")]);
    assert_eq!(compare(&old, &new).strongest(), Some(Effect::Breaking));
}

#[test]
fn the_order_of_states_before_a_transition_is_no_change() {
    let edit = |to| Edit::Replace("books/update_book.yaml", "from: any", to);
    let old = edited(&[edit("from: [withdrawn, lent]")]);
    let new = edited(&[edit("from: [lent, withdrawn]")]);
    assert_eq!(compare(&old, &new).strongest(), Some(Effect::Wording));
}

/// The donor of a book as an object of the request, with a list of objects in it.
const DONOR: &str = "donor: { type: object, members: { name: { type: string }, gifts: { type: [object], members: { year: { type: integer, required: true } } } } }";

#[test]
fn members_of_objects_in_a_request_are_sent() {
    let donor = |from: &str, to: &str| {
        assert!(DONOR.contains(from), "{from}");
        edited(&[Edit::Replace(
            "books/add_book.yaml",
            "donor: { type: Donor }",
            &DONOR.replace(from, to),
        )])
    };
    let old = donor("", "");
    let mut texts = String::new();
    for (from, to) in [
        ("name: { type: string }", "name: { type: string }, town: { type: string }"),
        (
            "name: { type: string }",
            "name: { type: string }, town: { type: string, required: true }",
        ),
        ("name: { type: string }", "name: { type: string, nullable: true }"),
        ("name: { type: string }", "name: { type: string, max_length: 9 }"),
        ("name: { type: string }", "name: { type: string, default: Ann }"),
        ("year: { type: integer,", "year: { type: number,"),
        (
            "year: { type: integer,",
            "month: { type: integer, required: true }, year: { type: integer,",
        ),
        ("gifts: { type: [object], members", "gifts: { type: object, members"),
    ] {
        let new = donor(from, to);
        let both = report(&compare(&old, &new)) + &report(&compare(&new, &old));
        texts += &block(&format!("{from:?} becomes {to:?}"), &both);
    }
    assert_snapshot("library", "changes_of_objects", &texts);
    let without = edited(&[Edit::Replace("books/add_book.yaml", "  donor: { type: Donor }\n", "")]);
    assert_eq!(
        report(&compare(&without, &old)),
        "compatible: books/add_book: added: the optional input `body.donor` (an object)\n"
    );
}

#[test]
fn the_letter_case_of_a_header_is_no_change() {
    let with = |shelf: &str, key: &str, again: &str| {
        let text = format!(
            "idempotency: {{ header: {key}, replayed: {{ header: {again}, value: 'true' }} }}\nsuccess:\n  headers: {{ {shelf}: {{ present: true, values: [a], description: Where it stands. }} }}\n"
        );
        let case = format!("when: malformed header.{key}");
        edited(&[
            Edit::Replace("books/add_book.yaml", "success:\n", &text),
            Edit::Replace("books/add_book.yaml", "when: blank body.title", &case),
        ])
    };
    let (old, new) = (with("Shelf", "Slip", "Again"), with("SHELF", "slip", "again"));
    let comparison = compare(&old, &new);
    assert_eq!(comparison.strongest(), Some(Effect::Wording), "{}", report(&comparison));
}

#[test]
fn a_value_more_in_a_complete_list_of_a_header_is_breaking() {
    let with = |values: &str| {
        let text = format!("success:\n  headers: {{ Shelf: {{ present: true, {values} }} }}\n");
        edited(&[Edit::Replace("books/add_book.yaml", "success:\n", &text)])
    };
    let open = compare(&with("values: [a, b]"), &with("values: [a, b, c]"));
    assert_eq!(open.strongest(), Some(Effect::Compatible));
    let closed = compare(
        &with("values: [a, b], complete: true"),
        &with("values: [a, b, c], complete: true"),
    );
    assert_eq!(closed.strongest(), Some(Effect::Breaking));
}
