//! What the server crate of a small contract looks like.

use crate::support::Library;

#[test]
fn every_operation_has_a_trait_and_a_route() {
    let files = Library::plain().generate();
    for path in [
        "server/Cargo.toml",
        "server/src/lib.rs",
        "server/src/routes.rs",
        "server/src/books.rs",
        "server/src/books/add_book.rs",
        "server/src/loans/lend_book.rs",
    ] {
        insta::assert_snapshot!(path.replace('/', "-"), files.get(path).unwrap());
    }
}

#[test]
fn a_blank_parameter_whose_refusal_is_documented_has_a_path() {
    let refusal = "  loan_blank:\n    source: Refusals\n    when: blank path.loan\n    status: 400\n    \
                   message: Which loan?\n  already_returned:\n";
    let changes = [("loans/return_loan.yaml", "  already_returned:\n", refusal)];
    let files = Library::changed(&changes).generate();
    let text = files.get("server/src/loans/return_loan.rs").unwrap();
    assert!(
        text.contains(r#"BLANK_PATHS: &'static [&'static str] = &["/loans//return"]"#),
        "{text}"
    );
    assert!(text.contains("Some(ReturnLoanError::LoanBlank)"), "{text}");
}
