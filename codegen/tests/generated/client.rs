//! The client crate of a small contract.

use crate::support::{Library, joined};

#[test]
fn every_operation_has_a_method_and_paged_lists_a_stream() {
    let files = Library::plain().generate();
    let paths = [
        "client/Cargo.toml",
        "client/README.md",
        "client/src/lib.rs",
        "client/src/books/list_books.rs",
        "client/src/loans/return_loan.rs",
    ];
    insta::assert_snapshot!(joined(&files, &paths));
}

#[test]
fn list_without_page_selection_documents_the_missing_stream() {
    let select = (
        "books/list_books.yaml",
        "select: { page: page, per_page: per_page }",
        "select: { not_shown: The parameters. }",
    );
    let files = Library::changed(&[select]).generate();
    let text = files.get("client/src/books/list_books.rs").unwrap();
    assert!(
        text.contains("/// No `Pages`: it is not documented how a page is requested."),
        "{text}"
    );
    assert!(!text.contains("list_books_pages"), "{text}");
    let readme = files.get("client/README.md").unwrap();
    assert!(!readme.contains("## Pages"), "{readme}");
    let models = files.get("models/src/books/list_books.rs").unwrap();
    assert!(models.contains("pub struct ListBooksPageInfo"), "{models}");
}

#[test]
fn undocumented_body_is_returned_unchanged() {
    let body = ("loans/return_loan.yaml", "body: { loan: Loan }", "body: { not_shown: The body. }");
    let echoes = (
        "loans/return_loan.yaml",
        "  echoes:\n    loan.uuid: { from: path.loan, when: uuid }\n    loan.member: { from: path.loan, when: email }\n",
        "",
    );
    let files = Library::changed(&[body, echoes]).generate();
    let text = files.get("client/src/loans/return_loan.rs").unwrap();
    assert!(text.contains("Result<Response<ReturnLoanSuccess>, Error<ReturnLoanError>>"), "{text}");
    let models = files.get("models/src/loans/return_loan.rs").unwrap();
    assert!(models.contains("pub type ReturnLoanSuccess = RawResponse;"), "{models}");
}
