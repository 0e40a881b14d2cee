//! What lists, updates, transitions and fixtures say and cannot mean.

use super::Case;
use crate::contracts::Edit::Replace;

pub const CASES: &[Case] = &[
    // Filters and sorts
    (
        "rule-without-list/filter",
        &[Replace(
            "books/get_book.yaml",
            "scope: {",
            "query:\n  longer_than: { type: integer, filter: { above: pages } }\n\nscope: {",
        )],
    ),
    (
        "rule-without-list/sorts",
        &[Replace(
            "branch/get_branch.yaml",
            "scope: account",
            "query: { sort: { type: string, values: { age: { meaning: by age, sorts: { by: age, direction: ascending } } } } }\nscope: account",
        )],
    ),
    ("unknown-member/filter", &[Replace("books/list_books.yaml", "above: pages", "above: page")]),
    (
        "unknown-member/sorts",
        &[Replace("books/list_books.yaml", "by: replacement_cost", "by: price")],
    ),
    (
        "not-comparable/filter",
        &[Replace("books/list_books.yaml", "above: pages", "above: acquired_at")],
    ),
    (
        "not-comparable/sorts",
        &[Replace("books/list_books.yaml", "by: replacement_cost", "by: reference_only")],
    ),
    (
        "not-comparable/value_sent",
        &[Replace(
            "books/list_books.yaml",
            "longer_than: { type: integer,",
            "longer_than: { type: string,",
        )],
    ),
    (
        "bad-filter/neither",
        &[Replace("books/list_books.yaml", "filter: { above: pages }", "filter: {}")],
    ),
    (
        "bad-filter/both",
        &[Replace("books/list_books.yaml", "above: pages", "above: pages, meaning: longer books")],
    ),
    // Updates, removals, addresses
    (
        "unknown-record/updates",
        &[Replace("books/update_book.yaml", "updates: Book", "updates: Boook")],
    ),
    (
        "unknown-record/removes",
        &[Replace("books/remove_book.yaml", "removes: Book", "removes: Shelf")],
    ),
    ("unknown-record/body", &[Replace("loans/reserve_book.yaml", "record: Loan", "record: Laon")]),
    (
        "unknown-record/in_state",
        &[Replace("books/remove_book.yaml", "in state Book lent", "in state Bok lent")],
    ),
    (
        "unknown-member/updates",
        &[Replace(
            "books/update_book.yaml",
            "  title: { type: string }",
            "  titel: { type: string }",
        )],
    ),
    (
        "unknown-member/updates_by_wire_name",
        &[Replace(
            "books/update_book.yaml",
            "  title: { type: string }",
            "  title: { wire_name: shelf, type: string }",
        )],
    ),
    ("half-an-address/is", &[Replace("loans/reserve_book.yaml", " record: Loan,", "")]),
    (
        "half-an-address/of",
        &[Replace("loans/reserve_book.yaml", " identified_by: [uuid, email],", "")],
    ),
    (
        "repeated-value/member",
        &[Replace(
            "books/resource.yaml",
            "values: [available, lent, withdrawn]",
            "values: [available, lent, withdrawn, lent]",
        )],
    ),
    (
        "repeated-value/body",
        &[Replace(
            "loans/return_loan.yaml",
            "values: [good, worn, damaged]",
            "values: [good, good, damaged]",
        )],
    ),
    (
        "misplaced-several/body",
        &[Replace(
            "books/add_book.yaml",
            "pages: { type: integer }",
            "pages: { type: integer, separated_by: commas }",
        )],
    ),
    (
        "misplaced-several/query",
        &[Replace(
            "books/list_books.yaml",
            "longer_than: { type: integer,",
            "longer_than: { type: integer, separated_by: commas,",
        )],
    ),
    (
        "unknown-word/several",
        &[Replace("books/list_books.yaml", "separated_by: commas", "separated_by: comma")],
    ),
    // Transitions
    (
        "unknown-input/given",
        &[Replace(
            "books/update_book.yaml",
            "triggered_by: { input: body.state, equals: available }",
            "triggered_by: { input: body.stat, equals: available }",
        )],
    ),
    (
        "unknown-value/given",
        &[Replace(
            "books/update_book.yaml",
            "triggered_by: { input: body.state, equals: available }",
            "triggered_by: { input: body.state, equals: availble }",
        )],
    ),
    (
        "unknown-value/given_far",
        &[Replace(
            "books/update_book.yaml",
            "triggered_by: { input: body.state, equals: available }",
            "triggered_by: { input: body.state, equals: lost }",
        )],
    ),
    (
        "indistinct-transitions/same_value",
        &[Replace(
            "books/update_book.yaml",
            "triggered_by: { input: body.state, equals: available }",
            "triggered_by: { input: body.state, equals: withdrawn }",
        )],
    ),
    (
        "indistinct-transitions/not_given",
        &[Replace(
            "books/update_book.yaml",
            "    triggered_by: { input: body.state, equals: available }\n",
            "",
        )],
    ),
    (
        "duplicate-key/of_transitions",
        &[Replace("books/update_book.yaml", "  put_back:", "  withdraw:")],
    ),
    (
        "unknown-state/of_a_named_transition",
        &[Replace("books/update_book.yaml", "    to: available", "    to: returned")],
    ),
    (
        "unknown-state/in_state",
        &[Replace("books/remove_book.yaml", "in state Book lent", "in state Book lnet")],
    ),
    (
        "unknown-state/move",
        &[Replace("loans/resource.yaml", "from: returned, to: open", "from: returned, to: opened")],
    ),
    (
        "missing-key/of_a_move",
        &[Replace("loans/resource.yaml", "from: returned, to: open", "from: returned")],
    ),
    (
        "clashing-ids/value_of_a_member",
        &[Replace(
            "books/add_book.yaml",
            "genres: { type: string, separated_by: commas }",
            "genres: { type: string, separated_by: commas, values: [one, several] }",
        )],
    ),
    (
        "ambiguous-messages/with_a_case_left_to_the_service",
        &[Replace(
            "loans/reserve_book.yaml",
            "message: You are the next already",
            "message: A library card is required",
        )],
    ),
    // What is said of error cases, limits and fixtures
    (
        "unknown-key/after_a_comma",
        &[Replace(
            "loans/resource.yaml",
            "untestable: No run can lend that many books.",
            "untestable: No run can lend that many books, or would.",
        )],
    ),
    (
        "unknown-key/without_a_value",
        &[Replace("loans/resource.yaml", "resource: loans\n", "resource: loans\nshelves:\n")],
    ),
    (
        "half-an-error-case/no_message",
        &[Replace("loans/reserve_book.yaml", "    message: You are the next already\n", "")],
    ),
    (
        "half-an-error-case/no_namesake",
        &[Replace("loans/reserve_book.yaml", "  card_missing:", "  card_mising:")],
    ),
    ("bad-limit/zero", &[Replace("loans/resource.yaml", "per_account: 10000", "per_account: 0")]),
    (
        "unknown-resource/of_a_record",
        &[Replace(
            "overlay.yaml",
            "answers:\n",
            "records:\n  Shelf: { resource: boks, fields: { row: { type: integer, present: true, nullable: false } } }\n\nanswers:\n",
        )],
    ),
    (
        "unknown-resource/far",
        &[Replace(
            "overlay.yaml",
            "answers:\n",
            "records:\n  Shelf: { resource: furniture, fields: { row: { type: integer, present: true, nullable: false } } }\n\nanswers:\n",
        )],
    ),
    (
        "unknown-clause/of_a_fixture",
        &[Replace("books/resource.yaml", "[get_book.scope]", "[get_book.scop]")],
    ),
    (
        "unknown-clause/glob_of_a_fixture",
        &[Replace(
            "loans/resource.yaml",
            "[return_loan.errors.already_returned.*]",
            "[retrun_loan.errors.already_returned.*]",
        )],
    ),
    (
        "unknown-clause/far_glob_of_a_fixture",
        &[Replace(
            "loans/resource.yaml",
            "[return_loan.errors.already_returned.*]",
            "[return_loan.shelf.*]",
        )],
    ),
    // Versions
    (
        "missing-version/near",
        &[
            Replace(
                "service.yaml",
                "\nkey:\n",
                "\nversions: { prefixes: [branch, loans, books, reservations] }\nkey:\n",
            ),
            Replace("books/get_book.yaml", "http: GET /books", "http: GET /book"),
        ],
    ),
    (
        "unused-version/one",
        &[Replace(
            "service.yaml",
            "\nkey:\n",
            "\nversions: { prefixes: [branch, loans, books, reservations, v9] }\nkey:\n",
        )],
    ),
    // What could not be sent or shown
    (
        "body-without-place/no_content",
        &[Replace("books/get_book.yaml", "status: 200", "status: 204")],
    ),
    ("body-without-place/refusal", &[Replace("books/get_book.yaml", "status: 404", "status: 304")]),
    (
        "body-without-place/refusal_of_the_service",
        &[Replace("service.yaml", "status: 403", "status: 204")],
    ),
    (
        "bad-header/with_a_blank",
        &[Replace("service.yaml", "header: Library-Card", "header: Library Card")],
    ),
    (
        "bad-header/of_the_transport",
        &[Replace("service.yaml", "header: Library-Card", "header: Content-length")],
    ),
    (
        "endless-record/itself",
        &[Replace(
            "loans/resource.yaml",
            "      state: { type: string, values: [open, returned], present: true, nullable: false }\n",
            "      state: { type: string, values: [open, returned], present: true, nullable: false }\n      renewed_from: { type: Loan, present: true, nullable: false }\n",
        )],
    ),
];
