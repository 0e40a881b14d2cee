//! The client crate: a method for each operation, over one generic way to send and to read.

mod operation;
mod root;

use quote::quote;

use super::shared;
use crate::doc::Doc;
use crate::file_set::FileSet;
use crate::manifest::Manifest;
use crate::plan::{Plan, ResourcePlan};

/// The hand-written part: path below `src/`, text.
const RUNTIME: [(&str, &str); 10] = [
    ("runtime.rs", include_str!("../../runtime/client.rs")),
    (
        "runtime/answer.rs",
        include_str!("../../runtime/client/answer.rs"),
    ),
    (
        "runtime/base_url.rs",
        include_str!("../../runtime/client/base_url.rs"),
    ),
    (
        "runtime/builder.rs",
        include_str!("../../runtime/client/builder.rs"),
    ),
    (
        "runtime/client.rs",
        include_str!("../../runtime/client/client.rs"),
    ),
    (
        "runtime/error.rs",
        include_str!("../../runtime/client/error.rs"),
    ),
    (
        "runtime/pages.rs",
        include_str!("../../runtime/client/pages.rs"),
    ),
    (
        "runtime/reqwest_transport.rs",
        include_str!("../../runtime/client/reqwest_transport.rs"),
    ),
    (
        "runtime/retry.rs",
        include_str!("../../runtime/client/retry.rs"),
    ),
    (
        "runtime/transport.rs",
        include_str!("../../runtime/client/transport.rs"),
    ),
];

/// Adds the crate.
pub fn emit(plan: &Plan<'_>, files: &mut FileSet) {
    files.text("client/Cargo.toml", "", "#", &manifest(plan));
    files.rust("client/src/lib.rs", "", root::tokens(plan));
    shared::sources(plan, files, "client", &RUNTIME, modules, |operation| {
        operation::tokens(plan, operation)
    });
}

fn manifest(plan: &Plan<'_>) -> String {
    let models = &plan.packages.models.name;
    let manifest = Manifest {
        package: &plan.packages.client,
        description: format!("Client of {}", plan.contract.service.title),
        dependencies: &format!(
            r#"{models} = {{ path = "../models" }}
bytes = "1.12"
http = "1.5"
reqwest = {{ version = "0.13.5", default-features = false, features = [
    "http2",
    "rustls-no-provider",
    "system-proxy",
], optional = true }}
rustls = {{ version = "0.23", default-features = false, features = [
    "ring",
    "std",
    "tls12",
], optional = true }}
tokio = {{ version = "1.54", features = ["time"] }}
"#
        ),
        sections: r#"[dev-dependencies]
tokio = { version = "1.54", features = ["macros", "rt", "test-util"] }

[features]
default = ["reqwest"]
# The transport that comes with the crate; without it, one must be given.
reqwest = ["dep:reqwest", "dep:rustls"]
"#,
    };
    manifest.text()
}

fn modules(resource: &ResourcePlan<'_>) -> proc_macro2::TokenStream {
    let title = &resource.resource.title;
    let doc = Doc::new(format!(
        "{title}: a method of the client for each operation."
    ))
    .inner();
    let modules = resource
        .operations
        .iter()
        .map(|operation| &operation.module);
    quote! {
        #doc
        #(mod #modules;)*
    }
}
