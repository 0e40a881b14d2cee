//! The client crate: a method for each operation, over one generic way to send and to read.

mod operation;
mod readme;
mod root;

use quote::quote;

use super::shared;
use crate::doc::Doc;
use crate::file_set::FileSet;
use crate::manifest::Manifest;
use crate::plan::{Plan, ResourcePlan};

macro_rules! runtime {
    ($($name:literal),* $(,)?) => {
        [("runtime.rs", include_str!("../../runtime/client.rs")), $((
            concat!("runtime/", $name, ".rs"),
            include_str!(concat!("../../runtime/client/", $name, ".rs")),
        )),*]
    };
}

/// The hand-written part: path below `src/`, text.
const RUNTIME: [(&str, &str); 16] = runtime![
    "also_blocking",
    "answer",
    "base_url",
    "blocking",
    "builder",
    "client",
    "client/tests",
    "error",
    "http_date",
    "limits",
    "options",
    "pages",
    "reqwest_transport",
    "retry",
    "transport",
];

/// Adds the crate.
pub fn emit(plan: &Plan<'_>, files: &mut FileSet) {
    files.text("client/Cargo.toml", "", "#", &manifest(plan));
    files.markdown("client/README.md", "", &readme::text(plan));
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
futures-core = {{ version = "0.3", default-features = false }}
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
tracing = {{ version = "0.1", default-features = false, features = ["std"] }}
"#
        ),
        sections: r#"[dev-dependencies]
tokio = { version = "1.54", features = ["macros", "rt-multi-thread", "test-util"] }

[features]
default = ["reqwest"]
# The transport that comes with the crate; without it, one must be given.
reqwest = ["dep:reqwest", "dep:rustls"]
# A client for programs without async.
blocking = ["tokio/rt-multi-thread"]
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
        .map(|operation| shared::module(resource, &operation.module));
    quote! {
        #doc
        #(#modules)*
    }
}
