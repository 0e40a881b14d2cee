//! What is named and not declared, and statements that do not agree: found by the rules of `check`.

use super::Case;
use crate::contracts::Edit::Replace;

pub const CASES: &[Case] = &[
    // What is named is declared
    (
        "unknown-record/creates",
        &[Replace("loans/lend_book.yaml", "creates: Loan", "creates: Lone")],
    ),
    (
        "unknown-record/lists",
        &[Replace("books/list_books.yaml", "lists: Book\n", "lists: Magazine\n")],
    ),
    ("unknown-record/path", &[Replace("books/get_book.yaml", "record: Book", "record: Bok")]),
    (
        "unknown-record/envelope",
        &[Replace("books/list_books.yaml", "books: [Book]", "books: [Boook]")],
    ),
    (
        "unknown-record/field",
        &[Replace("books/resource.yaml", "authors: { type: [string]", "authors: { type: [Author]")],
    ),
    (
        "unknown-record/fixture",
        &[Replace(
            "books/resource.yaml",
            "    record: Book\n    description: A book of another",
            "    record: Books\n    description: A book of another",
        )],
    ),
    (
        "unknown-record/transition",
        &[Replace("loans/return_loan.yaml", "record: Loan\n", "record: Laon\n")],
    ),
    (
        "unknown-record/condition",
        &[Replace("loans/return_loan.yaml", "not in state Loan open", "not in state Laon open")],
    ),
    (
        "unknown-record/placeholder",
        &[Replace("loans/return_loan.yaml", "member: [Loan.member]", "member: [Lown.member]")],
    ),
    (
        "unknown-member/placeholder",
        &[Replace("loans/return_loan.yaml", "member: [Loan.member]", "member: [Loan.membr]")],
    ),
    ("unknown-member/echo", &[Replace("books/add_book.yaml", "book.title: {", "book.titel: {")]),
    (
        "unknown-member/echo_of_no_record",
        &[Replace("books/add_book.yaml", "book.title: {", "shelf_marks.title: {")],
    ),
    (
        "unknown-member/shown_in",
        &[Replace("books/resource.yaml", "shown_in: state", "shown_in: status")],
    ),
    (
        "unknown-member/told_by",
        &[Replace(
            "loans/resource.yaml",
            "discriminated_by: { state: returned }",
            "discriminated_by: { stat: returned }",
        )],
    ),
    (
        "unknown-value/told_by",
        &[Replace(
            "loans/resource.yaml",
            "discriminated_by: { state: returned }",
            "discriminated_by: { state: returnd }",
        )],
    ),
    (
        "unknown-input/fact_of_a_filter",
        &[Replace(
            "books/resource.yaml",
            "cover: string",
            "cover: { type: string, passes: genres }",
        )],
    ),
    (
        "unknown-value/fact_of_an_expansion",
        &[Replace(
            "books/resource.yaml",
            "cover: string",
            "cover: { type: string, added_by: color }",
        )],
    ),
    (
        "unknown-order/fact_of_an_order",
        &[Replace(
            "loans/resource.yaml",
            "renewals: integer }",
            "renewals: { type: integer, sort_key: true } }",
        )],
    ),
    (
        "unknown-envelope-member/echo",
        &[Replace("books/add_book.yaml", "book.title: {", "bok.title: {")],
    ),
    (
        "unknown-envelope-member/body_not_shown",
        &[
            Replace(
                "books/add_book.yaml",
                "body: { book: Book, shelf_marks: [string] }\n  echoes:\n    book.isbn: { from: body.isbn }\n    book.title: { from: body.title }\n",
                "body: not_shown\n  echoes:\n",
            ),
            Replace("overlay.yaml", "complete: true", "complete: false"),
        ],
    ),
    (
        "unknown-envelope-member/empty_body",
        &[Replace(
            "books/remove_book.yaml",
            "success: { status: 204, body: none }",
            "success: { status: 204, body: none, echoes: { book.uuid: { from: path.book } } }",
        )],
    ),
    (
        "unknown-input/condition",
        &[Replace("books/add_book.yaml", "when: missing body.isbn", "when: missing body.isnb")],
    ),
    (
        "unknown-input/name_for_code",
        &[Replace("books/add_book.yaml", "when: blank body.title", "when: blank body.publisher")],
    ),
    (
        "unknown-input/placeholder",
        &[Replace(
            "books/get_book.yaml",
            "placeholders: { book: [path.book] }",
            "placeholders: { book: [path.bok] }",
        )],
    ),
    (
        "unknown-input/echo",
        &[Replace("books/add_book.yaml", "{ from: body.title }", "{ from: query.title }")],
    ),
    (
        "unknown-input/service",
        &[Replace("service.yaml", "when: key invalid", "when: malformed query.card")],
    ),
    (
        "undeclared-path-parameter/near",
        &[Replace("loans/return_loan.yaml", "/loans/{loan}/return", "/loans/{laon}/return")],
    ),
    (
        "undeclared-path-parameter/far",
        &[Replace(
            "loans/return_loan.yaml",
            "/loans/{loan}/return",
            "/branches/{branch}/loans/{loan}/return",
        )],
    ),
    (
        "unused-path-parameter/far",
        &[Replace(
            "loans/return_loan.yaml",
            "path:\n",
            "path:\n  branch: { identified_by: [uuid], record: Book }\n",
        )],
    ),
    (
        "repeated-path-parameter/twice",
        &[Replace("loans/return_loan.yaml", "/loans/{loan}/return", "/loans/{loan}/return/{loan}")],
    ),
    (
        "unbound-placeholder/near",
        &[Replace("loans/return_loan.yaml", "{member} was", "{membr} was")],
    ),
    (
        "unbound-placeholder/far",
        &[Replace("loans/return_loan.yaml", "was returned before", "was returned before {day}")],
    ),
    ("unused-binding/far", &[Replace("loans/return_loan.yaml", " of {member} was", " was")]),
    ("unknown-state/from", &[Replace("loans/return_loan.yaml", "from: open", "from: opened")]),
    ("unknown-state/to", &[Replace("loans/return_loan.yaml", "to: returned", "to: lost")]),
    ("unknown-state/initial", &[Replace("loans/resource.yaml", "initial: open", "initial: opne")]),
    (
        "unknown-state/condition",
        &[Replace("loans/return_loan.yaml", "not in state Loan open", "not in state Loan opn")],
    ),
    (
        "unknown-state/no_lifecycle",
        &[Replace("loans/reserve_book.yaml", "when: repeated", "when: in state Branch closed")],
    ),
    (
        "unknown-error-case/near",
        &[Replace(
            "loans/return_loan.yaml",
            "refused_with: already_returned",
            "refused_with: alredy_returned",
        )],
    ),
    (
        "unknown-error-case/far",
        &[Replace(
            "loans/return_loan.yaml",
            "refused_with: already_returned",
            "refused_with: lost",
        )],
    ),
    (
        "unknown-error-case/indistinct",
        &[Replace(
            "service.yaml",
            "indistinct_from: [reader_gone]",
            "indistinct_from: [reader_gon]",
        )],
    ),
    ("unknown-order/near", &[Replace("books/list_books.yaml", "by: title", "by: tilte")]),
    ("unknown-order/far", &[Replace("books/list_books.yaml", "by: title", "by: popularity")]),
    (
        "unknown-clause/near",
        &[Replace(
            "loans/lend_book.yaml",
            "key: { required: true }\n",
            "key: { required: true }\nuntestable: { create: Nothing shows loans. }\n",
        )],
    ),
    (
        "unknown-clause/gap",
        &[Replace(
            "loans/lend_book.yaml",
            "key: { required: true }\n",
            "key: { required: true }\nuntestable: { success.status: Not known. }\n",
        )],
    ),
    // Statements agree with each other
    ("unknown-default/near", &[Replace("books/list_books.yaml", "default: all", "default: al")]),
    (
        "unknown-default/far",
        &[Replace("books/list_books.yaml", "default: all", "default: leather")],
    ),
    (
        "taken-but-not-unique/body",
        &[Replace("books/add_book.yaml", "required: true, unique: true,", "required: true,")],
    ),
    (
        "taken-but-not-unique/path",
        &[Replace("books/get_book.yaml", "when: unknown path.book", "when: taken path.book")],
    ),
    (
        "case-with-two-messages/in_two_operations",
        &[Replace(
            "books/update_book.yaml",
            "Book {book} ({title}) is lent",
            "Book {book} ({title}) is on loan",
        )],
    ),
    (
        "case-with-two-messages/service_and_operation",
        &[Replace(
            "books/get_book.yaml",
            "errors:\n",
            "errors:\n  card_unknown: { source: Cards, when: key invalid, status: 401, message: No such card }\n",
        )],
    ),
    (
        "ambiguous-messages/literal",
        &[Replace(
            "loans/lend_book.yaml",
            "message: The member's address is invalid",
            "message: Who borrows the book?",
        )],
    ),
    (
        "ambiguous-messages/templates",
        &[Replace(
            "loans/return_loan.yaml",
            "\nopen_questions:",
            "  not_found:\n    source: Refusals\n    when: unknown path.loan\n    status: 404\n    message: \"Loan {loan} is lost\"\n    placeholders: { loan: [path.loan] }\n  lost:\n    source: Refusals\n    when: \"prose: the book is lost\"\n    status: 404\n    message: \"{loan} loan is lost\"\n    placeholders: { loan: [path.loan] }\n\nopen_questions:",
        )],
    ),
    (
        "ambiguous-messages/with_the_service",
        &[Replace(
            "books/add_book.yaml",
            "message: A book needs a title",
            "message: A library card is required",
        )],
    ),
];
