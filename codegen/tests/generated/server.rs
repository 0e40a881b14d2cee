//! The server crate of a small contract.

use crate::support::{Library, joined};
use crate::workspace::Workspace;

const DEPENDENCIES: &str = r#"axum = { version = "0.8", default-features = false, features = ["http1", "tokio"] }
http = "1"
library-server = { path = "../generated/server" }
tokio = { version = "1", features = ["io-util", "macros", "net", "rt"] }
"#;

#[test]
fn every_request_over_a_socket_is_answered() {
    let mut workspace = Workspace::new("socket");
    workspace.generated("generated", Library::plain().generate().iter());
    let library = include_str!("wire/library.rs");
    let sources = [("main.rs", include_str!("server/socket.rs")), ("library.rs", library)];
    workspace.package("socket", DEPENDENCIES, &sources);
    // A second library with a handler for another caller type.
    let lacking = library.replace("impl ReturnLoan<Reader> for", "impl ReturnLoan<()> for");
    let lacking = lacking.replace(
        "_: Reader,\n        request: ReturnLoanRequest",
        "_: (),\n        request: ReturnLoanRequest",
    );
    assert_ne!(lacking, library);
    let sources = [("main.rs", include_str!("server/lacking.rs")), ("library.rs", &lacking)];
    workspace.package("lacking", DEPENDENCIES, &sources);

    let (passed, output) =
        workspace.cargo(&["test", "--package", "socket", "--package", "library-server"]);
    assert!(passed, "{output}");
    let (passed, output) = workspace.cargo(&["build", "--package", "lacking"]);
    assert!(!passed, "a service that lacks an operation was mounted");
    let missing = "the trait `ReturnLoan<Reader>` is not implemented for `Library`";
    assert!(output.contains(missing), "{output}");
    assert_eq!(output.matches("error[").count(), 1, "{output}");
}

#[test]
fn every_operation_has_a_trait_and_a_route() {
    let files = Library::plain().generate();
    let paths = [
        "server/Cargo.toml",
        "server/README.md",
        "server/src/lib.rs",
        "server/src/routes.rs",
        "server/src/books.rs",
        "server/src/books/add_book.rs",
        "server/src/books/update_book.rs",
        "server/src/loans/lend_book.rs",
    ];
    insta::assert_snapshot!(joined(&files, &paths));
}

#[test]
fn blank_parameter_with_a_documented_refusal_has_a_route() {
    let refusal = "  loan_blank:\n    source: Refusals\n    when: blank path.loan\n    status: 400\n    \
                   message: Which loan?\n  already_returned:\n";
    let changes = [("loans/return_loan.yaml", "  already_returned:\n", refusal)];
    let files = Library::changed(&changes).generate();
    let text = files.get("models/src/loans/return_loan.rs").unwrap();
    assert!(text.contains(r#".blank_paths(&["/loans//return"])"#), "{text}");
    assert!(text.contains("Some(ReturnLoanError::LoanBlank)"), "{text}");
}
