//! Server and client of the library compile without a warning and understand each other: `wire/`
//! holds the conversation, a program that is built against the generated crates.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::support::Library;

const MANIFEST: &str = r#"[package]
name = "conversation"
version = "0.0.0"
edition = "2024"

[dependencies]
axum = { version = "0.8", default-features = false }
bytes = "1"
http = "1"
library-client = { path = "../client", default-features = false }
library-server = { path = "../server" }
tokio = { version = "1", features = ["macros", "rt"] }
tower-service = "0.3"
"#;

const WORKSPACE: &str = r#"[workspace]
resolver = "3"
members = ["models", "server", "client", "conversation"]
"#;

#[test]
fn client_and_server_understand_each_other() {
    let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join("wire");
    for folder in ["models", "server", "client", "conversation"] {
        let folder = root.join(folder);
        if folder.exists() {
            fs::remove_dir_all(folder).unwrap();
        }
    }
    let write = |path: &str, text: &str| {
        let path = root.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    };
    let status = (
        "loans/reserve_book.yaml",
        "card_missing: { status: 401 }",
        "card_missing: { status: 402 }",
    );
    for (path, text) in Library::changed(&[status]).generate().iter() {
        write(path, text);
    }
    write("Cargo.toml", WORKSPACE);
    write("conversation/Cargo.toml", MANIFEST);
    write(
        "conversation/src/main.rs",
        include_str!("wire/conversation.rs"),
    );
    write(
        "conversation/src/library.rs",
        include_str!("wire/library.rs"),
    );
    // The versions that this workspace is locked to are at hand without a network.
    write("Cargo.lock", include_str!("../../../Cargo.lock"));
    let output = Command::new(env!("CARGO"))
        .args(["test", "--offline", "--quiet", "--package", "conversation"])
        .current_dir(&root)
        .env("CARGO_TARGET_DIR", root.join("target"))
        .env("RUSTFLAGS", "-D warnings")
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{text}");
}
