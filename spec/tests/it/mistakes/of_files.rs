//! Mistakes that show in one file (or overlay) alone: found while lowering.

use super::Case;
use crate::contracts::Edit::{Add, Remove, Replace};

pub const CASES: &[Case] = &[
    ("missing-service/removed", &[Remove("service.yaml")]),
    (
        "stray-file/folder_without_resource",
        &[Add("shelves/list_shelves.yaml", "operation: list_shelves\n")],
    ),
    ("stray-file/too_deep", &[Add("books/old/get_old_book.yaml", "operation: get_old_book\n")]),
    ("stray-file/beside_service", &[Add("notes.yaml", "remember: the milk\n")]),
    // Names and addresses
    (
        "wrong-address/operation",
        &[Replace("books/get_book.yaml", "operation: get_book", "operation: get_books")],
    ),
    (
        "wrong-address/resource",
        &[Replace("loans/resource.yaml", "resource: loans", "resource: lendings")],
    ),
    ("bad-name/member", &[Replace("books/add_book.yaml", "  authors:", "  Authors:")]),
    (
        "bad-name/record",
        &[Replace(
            "loans/resource.yaml",
            "  Loan:\n",
            "  book_loan: { further_members: false, fields: {} }\n  Loan:\n",
        )],
    ),
    (
        "bad-name/operation",
        &[Replace("books/get_book.yaml", "operation: get_book", "operation: Get-Book")],
    ),
    // Facts and silence
    (
        "unsaid/key_of_an_operation",
        &[
            Replace(
                "service.yaml",
                "  key.required:\n    source: Cards\n    note: Whether a card is needed to look at the catalogue.\n    interpretations: [needed, not needed]\n",
                "",
            ),
            Replace(
                "books/list_books.yaml",
                "lists: Book\n",
                "lists: Book\nkey: { required: true }\n",
            ),
            Replace(
                "overlay.yaml",
                "  get_book.key.required: { answer: false, reason: the catalogue is public }\n  list_books.key.required: { answer: true, reason: the card identifies the branch }\n",
                "",
            ),
        ],
    ),
    (
        "unsaid/nullable_of_a_member",
        &[Replace(
            "books/resource.yaml",
            "title: { type: string, present: true, nullable: false }\n      sub",
            "title: { type: string, present: true }\n      sub",
        )],
    ),
    (
        "unsaid/paging_of_a_list",
        &[Replace(
            "books/list_books.yaml",
            "paging:\n  meta: page_info\n  members: [page, per_page, total_pages]\n  total: total_books\n  integers: true\n  select: { page: page, per_page: per_page }\n",
            "",
        )],
    ),
    (
        "unknown-slot/near",
        &[Replace(
            "service.yaml",
            "not_shown:\n",
            "not_shown:\n  error.status: { note: Which status. }\n",
        )],
    ),
    (
        "unknown-slot/far",
        &[Replace(
            "service.yaml",
            "not_shown:\n",
            "not_shown:\n  weather: { note: Whether it rains. }\n",
        )],
    ),
    (
        "empty-source/of_an_operation",
        &[Replace("books/get_book.yaml", "source: Catalogue 3", "source: \"\"")],
    ),
    // Types
    (
        "bad-type/near",
        &[Replace("books/add_book.yaml", "pages: { type: integer }", "pages: { type: intger }")],
    ),
    (
        "bad-type/far",
        &[Replace("books/add_book.yaml", "pages: { type: integer }", "pages: { type: paper }")],
    ),
    (
        "bad-type/list_of_two",
        &[Replace(
            "books/add_book.yaml",
            "success:\n  status: 201\n  body: { book: Book, shelf_marks: [string] }",
            "success:\n  status: 201\n  body: { book: Book, shelf_marks: [string, integer] }",
        )],
    ),
    (
        "misplaced-refinement/format",
        &[Replace(
            "books/add_book.yaml",
            "pages: { type: integer }",
            "pages: { type: integer, format: email }",
        )],
    ),
    (
        "misplaced-refinement/forms",
        &[Replace(
            "books/add_book.yaml",
            "title: { type: string, required: true }",
            "title: { type: string, required: true, forms: [utc] }",
        )],
    ),
    ("bad-status/out_of_range", &[Replace("books/get_book.yaml", "status: 200", "status: 20")]),
    ("bad-status/of_a_redirect", &[Replace("books/get_book.yaml", "status: 200", "status: 303")]),
    ("bad-status/of_no_answer", &[Replace("books/get_book.yaml", "status: 404", "status: 102")]),
    // Requests
    (
        "bad-route/method_in_lower_case",
        &[Replace("books/get_book.yaml", "http: GET /", "http: get /")],
    ),
    ("bad-route/unknown_method", &[Replace("books/get_book.yaml", "http: GET /", "http: FETCH /")]),
    ("bad-route/no_method", &[Replace("books/get_book.yaml", "http: GET /", "http: /")]),
    ("bad-route/no_slash", &[Replace("books/get_book.yaml", "http: GET /", "http: GET ")]),
    (
        "bad-route/half_a_segment",
        &[Replace("books/get_book.yaml", "http: GET /books/{book}", "http: GET /books/no-{book}")],
    ),
    (
        "bad-route/dots",
        &[Replace("books/get_book.yaml", "http: GET /books/{book}", "http: GET /../books/{book}")],
    ),
    (
        "bad-route/empty_segment",
        &[Replace("books/get_book.yaml", "http: GET /books/{book}", "http: GET /books//{book}")],
    ),
    (
        "rule-without-list/order",
        &[Replace(
            "books/get_book.yaml",
            "path:\n",
            "order: { by: title, direction: ascending }\npath:\n",
        )],
    ),
    // Answers
    ("bad-echo/no_field", &[Replace("books/add_book.yaml", "book.title: {", "title: {")]),
    (
        "bad-condition/near",
        &[Replace("books/add_book.yaml", "when: missing body.isbn", "when: mising body.isbn")],
    ),
    (
        "bad-condition/far",
        &[Replace("books/add_book.yaml", "when: missing body.isbn", "when: the ISBN is not there")],
    ),
    (
        "bad-condition/half",
        &[Replace(
            "loans/return_loan.yaml",
            "when: not in state Loan open",
            "when: not in state open",
        )],
    ),
    (
        "bad-input-reference/unknown_part",
        &[Replace("books/add_book.yaml", "when: missing body.isbn", "when: missing bdy.isbn")],
    ),
    (
        "bad-input-reference/no_part",
        &[Replace("books/add_book.yaml", "{ isbn: [body.isbn, Book.isbn] }", "{ isbn: [isbn] }")],
    ),
    ("bad-template/unclosed", &[Replace("books/add_book.yaml", "ISBN {isbn} is", "ISBN {isbn is")]),
    (
        "bad-template/bad_name",
        &[Replace("books/add_book.yaml", "ISBN {isbn} is", "ISBN {the isbn} is")],
    ),
    (
        "bad-template/side_by_side",
        &[Replace("books/add_book.yaml", "ISBN {isbn} is", "ISBN {isbn}{title} is")],
    ),
    (
        "no-source/empty_list",
        &[Replace(
            "books/get_book.yaml",
            "placeholders: { book: [path.book] }",
            "placeholders: { book: [] }",
        )],
    ),
    // Overlays
    (
        "answer-to-stated-fact/status",
        &[Replace(
            "overlay.yaml",
            "answers:\n",
            "answers:\n  get_book.success.status: { answer: 203, reason: we like it }\n",
        )],
    ),
    (
        "unknown-gap/near",
        &[Replace("overlay.yaml", "lend_book.success.status", "lend_book.succes.status")],
    ),
    (
        "unknown-gap/far",
        &[Replace(
            "overlay.yaml",
            "answers:\n",
            "answers:\n  weather: { answer: sunny, reason: it is }\n",
        )],
    ),
    (
        "open-gap/one",
        &[Replace(
            "overlay.yaml",
            "  lend_book.success.status: { answer: 201, reason: a loan is created }\n",
            "",
        )],
    ),
    (
        "open-gap/several",
        &[
            Replace(
                "overlay.yaml",
                "  lend_book.success.status: { answer: 201, reason: a loan is created }\n",
                "",
            ),
            Replace(
                "overlay.yaml",
                "  loans.Loan.fine.type: { answer: number, reason: amounts are numbers elsewhere }\n",
                "",
            ),
            Replace(
                "overlay.yaml",
                "  list_books.key.required: { answer: true, reason: the card identifies the branch }\n",
                "",
            ),
            Replace(
                "overlay.yaml",
                "  service.open.opening_hours: { answer: \"yes\", reason: the service runs at night }\n",
                "",
            ),
        ],
    ),
    (
        "silent-answer/not_shown",
        &[Replace(
            "overlay.yaml",
            "lend_book.success.status: { answer: 201,",
            "lend_book.success.status: { answer: not_shown,",
        )],
    ),
    (
        "answer-not-a-reading/open_question",
        &[Replace(
            "overlay.yaml",
            "{ answer: accepted, reason: the fine follows later }",
            "{ answer: perhaps, reason: the fine follows later }",
        )],
    ),
    // What the reader says of any file
    (
        "yaml-syntax/of_a_resource",
        &[Replace("loans/resource.yaml", "states: [open, returned]", "states: [open, returned")],
    ),
    (
        "yaml-syntax/of_the_service",
        &[Replace("service.yaml", "  member: message", "  member: \"message")],
    ),
    ("yaml-syntax/of_an_overlay", &[Replace("overlay.yaml", "complete: true", "complete: [yes")]),
    (
        "unknown-key/of_an_operation",
        &[Replace("loans/lend_book.yaml", "creates: Loan", "creats: Loan")],
    ),
    ("missing-key/of_a_transition", &[Replace("loans/return_loan.yaml", "  to: returned\n", "")]),
    (
        "missing-key/of_the_service",
        &[Replace(
            "service.yaml",
            "error_body:\n  source: Refusals\n  member: message\n  further_members: false\n",
            "",
        )],
    ),
    (
        "wrong-value/boolean",
        &[Replace(
            "books/resource.yaml",
            "    further_members: false\n",
            "    further_members: off\n",
        )],
    ),
    ("unknown-word/scope", &[Replace("books/list_books.yaml", "scope: account", "scope: acount")]),
];
