//! The changes between the library's contract and edited copies of it, in both directions.

use spec::changes::{Comparison, Effect, compare};

use crate::contracts::{Edit, Files, assert_snapshot, block, clean};

/// By file: a text that stands there once, and what takes its place.
const EDITS: &[(&str, &[(&str, &str)])] = &[
    (
        "books/add_book.yaml",
        &[
            ("  subtitle: { type: string }\n", ""),
            ("{ type: [string] }", "{ type: [string], required: true }"),
            ("pages: { type: integer }", "pages: { type: number }"),
            ("values: [hardback, paperback]", "values: [hardback, paperback, coil]"),
            ("forms: [utc, offset_ahead]", "forms: [utc]"),
            ("genres: { type: string, separated_by: commas }", "genres: { type: string }"),
            (
                "title: { type: string, required: true }",
                "title: { type: string, required: true, unique: true }",
            ),
            ("status: 201", "status: 200"),
            ("{ book: Book, shelf_marks: [string] }", "{ book: Book }"),
            ("    book.title: { from: body.title }\n", ""),
            ("A book needs a title", "A book needs its title"),
            ("    status: 409\n", "    status: 422\n"),
            ("when: blank body.title", "when: missing body.title"),
            ("Add a book to the branch.", "Add a new book to the branch."),
        ],
    ),
    (
        "books/list_books.yaml",
        &[
            ("    default: all\n", ""),
            (
                "filter: { meaning: books that are not borrowed }",
                "filter: { meaning: books in the shelf }",
            ),
            ("other: { not_shown: What counts as other. }", "other: bound otherwise"),
            ("direction: descending", "direction: ascending"),
            ("    evidence: exampled\n", ""),
            ("errors:\n  room_missing:", "errors:\n  room_unsaid:"),
            ("order: { by: title, direction: ascending }", "order: { not_shown: The order. }"),
            ("members: [page, per_page, total_pages]", "members: [page, per_page]"),
            ("  total: total_books", "  total: total"),
            ("scope: account", "scope: service"),
        ],
    ),
    ("loans/reserve_book.yaml", &[("[uuid, email]", "[uuid]")]),
    (
        "loans/lend_book.yaml",
        &[
            ("status: { not_shown: The status of a new loan. }", "status: 201"),
            ("  set_to_call_time: [loan.lent_at]\n", ""),
        ],
    ),
    (
        "books/resource.yaml",
        &[
            (
                "{ type: string, present: true, nullable: true }",
                "{ type: string, present: true, nullable: false }",
            ),
            ("{ type: integer, present: true,", "{ type: integer, present: false,"),
            ("{ type: number, present: true,", "{ type: integer, present: true,"),
            ("present: { not_shown: Whether it is always there. }", "present: true"),
            ("      acquired_at: { type: timestamp, present: true, nullable: false }\n", ""),
            ("further_members: false", "further_members: { not_shown: Other members. }"),
            ("description: One copy of a book.", "description: A copy of a book."),
            ("    facts: { title: string, cover: string }", "    facts: { title: string }"),
        ],
    ),
    (
        "loans/resource.yaml",
        &[
            ("fine: { type: not_shown,", "fine: { type: number,"),
            ("evidence: exampled, ", ""),
            ("per_account: 10000", "per_account: 9"),
            ("      complete: { not_shown: Whether a loan can be lost. }", "      complete: true"),
        ],
    ),
    (
        "loans/return_loan.yaml",
        &[
            ("status: { not_shown: The status of a second return. }", "status: 409"),
            (
                "Whether a damaged book can be returned at all.",
                "Whether a damaged book can be returned.",
            ),
            (
                "\nopen_questions:\n  damage:\n    note: Whether a damaged book can be returned at all.\n    interpretations: [accepted, refused]\n",
                "",
            ),
        ],
    ),
    (
        "books/update_book.yaml",
        &[
            ("    except: { source: Stacks, when: the book stays in the reading room }\n", ""),
            ("    from: any\n", "    from: withdrawn\n"),
            ("key: { required: true }\n", ""),
            ("PATCH /books", "PUT /books"),
        ],
    ),
    (
        "service.yaml",
        &[
            ("header: Library-Card", "header: Card"),
            ("member: message", "member: error"),
            ("status: 403", "status: 401"),
            ("indistinct_from: [reader_gone]", "indistinct_from: []"),
            (
                "case_insensitive: { not_shown: Whether the case of the header's name matters. }",
                "case_insensitive: true",
            ),
            ("  expired: A card whose reader has left the library.\n", ""),
        ],
    ),
];

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
    let library = edited(&[]);
    let mut texts = String::new();
    for (file, edits) in EDITS {
        for (from, to) in *edits {
            let changed = edited(&[Edit::Replace(file, from, to)]);
            let both = report(&compare(&library, &changed)) + &report(&compare(&changed, &library));
            texts += &block(&format!("{file}: {from:?} becomes {to:?}"), &both);
        }
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
