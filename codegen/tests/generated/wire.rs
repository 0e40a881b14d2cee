//! Server and client of the library compile without a warning and interoperate: `wire/` is a program that is built
//! against the generated crates.

use crate::support::Library;
use crate::workspace::Workspace;

const DEPENDENCIES: &str = r#"axum = { version = "0.8", default-features = false }
bytes = "1"
http = "1"
library-client = { path = "../generated/client", default-features = false }
library-server = { path = "../generated/server" }
tokio = { version = "1", features = ["macros", "rt"] }
tower-service = "0.3"
"#;

#[test]
fn client_and_server_interoperate() {
    let mut workspace = Workspace::new("wire");
    let statuses = [
        (
            "loans/reserve_book.yaml",
            "card_missing: { status: 401 }",
            "card_missing: { status: 402 }",
        ),
        // Some services refuse with a success status.
        ("books/get_book.yaml", "status: 404", "status: 200"),
    ];
    workspace.generated("generated", Library::changed(&statuses).generate().iter());
    let sources = [
        ("main.rs", include_str!("wire/conversation.rs")),
        ("library.rs", include_str!("wire/library.rs")),
    ];
    workspace.package("conversation", DEPENDENCIES, &sources);
    let (passed, output) = workspace.cargo(&["test", "--package", "conversation"]);
    assert!(passed, "{output}");
}
