//! Names that stand twice: found by the rules of `check` on names and ids.

use super::Case;
use crate::contracts::Edit::{Add, Replace};

const GET_BOOK_AGAIN: &str = "\
operation: get_book
http: GET /loans/{loan}/book
path:
  loan: { identified_by: [uuid], record: Loan }
success: { status: 200, body: { book: Book } }
";

pub const CASES: &[Case] = &[
    (
        "duplicate-operation/in_two_resources",
        &[
            Add("loans/get_book.yaml", GET_BOOK_AGAIN),
            Replace("overlay.yaml", "complete: true", "complete: false"),
        ],
    ),
    (
        "duplicate-record/in_two_resources",
        &[Replace(
            "loans/resource.yaml",
            "\nfixtures:",
            "\n  Book:\n    further_members: false\n    fields: {}\n\nfixtures:",
        )],
    ),
    (
        "duplicate-fixture/in_two_resources",
        &[Replace("loans/resource.yaml", "  returned_loan:", "  book_elsewhere:")],
    ),
    (
        "clashing-routes/other_parameter",
        &[
            Replace(
                "books/remove_book.yaml",
                "http: DELETE /books/{book}",
                "http: GET /books/{copy}",
            ),
            Replace("books/remove_book.yaml", "path:\n  book: {", "path:\n  copy: {"),
            Replace(
                "books/remove_book.yaml",
                "    when: unknown path.book\n    status: 404\n    message: \"{book} not found!\"\n    placeholders: { book: [path.book] }",
                "    when: unknown path.copy\n    status: 404\n    message: \"{book} not found!\"\n    placeholders: { book: [path.copy] }",
            ),
            Replace(
                "books/remove_book.yaml",
                "book: [path.book], title",
                "book: [path.copy], title",
            ),
        ],
    ),
    (
        "clashing-names/path_and_body",
        &[Replace(
            "loans/lend_book.yaml",
            "  renewable: { type: boolean }",
            "  book: { wire_name: volume, type: boolean }",
        )],
    ),
    (
        "clashing-names/query_and_page",
        &[Replace("books/list_books.yaml", "  longer_than: {", "  page: {")],
    ),
    (
        "clashing-names/added_by_an_overlay",
        &[Replace("overlay.yaml", "      due_at: {", "      lent_at: {")],
    ),
    (
        "clashing-wire-names/body",
        &[Replace("books/add_book.yaml", "wire_name: publsher", "wire_name: title")],
    ),
    (
        "clashing-wire-names/record",
        &[Replace("books/resource.yaml", "wire_name: publsher", "wire_name: title")],
    ),
    (
        "clashing-ids/envelope_member",
        &[Replace(
            "books/get_book.yaml",
            "body: { book: Book }",
            "body: { book: Book, status: string }",
        )],
    ),
    (
        "clashing-ids/query_value",
        &[Replace(
            "books/list_books.yaml",
            "      hardback: bound in boards",
            "      default: as the publisher likes",
        )],
    ),
    (
        "clashing-ids/gap",
        &[Replace(
            "loans/lend_book.yaml",
            "body: { loan: Loan }",
            "body: { loan: Loan, status: string }",
        )],
    ),
    // Records that only an overlay knows
    (
        "unknown-resource/of_an_overlay_record",
        &[Replace(
            "overlay.yaml",
            "complete: true\n",
            "complete: true\n\nrecords:\n  Librarian:\n    resource: brunch\n    fields: { name: { type: string, present: true, nullable: false } }\n",
        )],
    ),
];
