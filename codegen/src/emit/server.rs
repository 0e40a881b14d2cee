//! The server crate: a handler trait for each operation, and the routes that lead to them.

mod endpoint;
mod operation;
mod readme;
mod root;
mod routes;

use quote::quote;

use super::shared;
use crate::doc::Doc;
use crate::file_set::FileSet;
use crate::manifest::Manifest;
use crate::plan::{Plan, ResourcePlan};

/// The hand-written part: path below `src/`, text.
const RUNTIME: [(&str, &str); 11] = [
    ("runtime.rs", include_str!("../../runtime/server.rs")),
    (
        "runtime/body.rs",
        include_str!("../../runtime/server/body.rs"),
    ),
    (
        "runtime/endpoint.rs",
        include_str!("../../runtime/server/endpoint.rs"),
    ),
    (
        "runtime/key.rs",
        include_str!("../../runtime/server/key.rs"),
    ),
    (
        "runtime/mount.rs",
        include_str!("../../runtime/server/mount.rs"),
    ),
    (
        "runtime/outcome.rs",
        include_str!("../../runtime/server/outcome.rs"),
    ),
    (
        "runtime/overlap.rs",
        include_str!("../../runtime/server/overlap.rs"),
    ),
    (
        "runtime/refusal.rs",
        include_str!("../../runtime/server/refusal.rs"),
    ),
    (
        "runtime/routes.rs",
        include_str!("../../runtime/server/routes.rs"),
    ),
    (
        "runtime/serve.rs",
        include_str!("../../runtime/server/serve.rs"),
    ),
    (
        "runtime/template.rs",
        include_str!("../../runtime/server/template.rs"),
    ),
];

/// Adds the crate.
pub fn emit(plan: &Plan<'_>, files: &mut FileSet) {
    files.text("server/Cargo.toml", "", "#", &manifest(plan));
    files.markdown("server/README.md", "", &readme::text(plan));
    files.rust("server/src/lib.rs", "", root::tokens(plan));
    files.rust("server/src/routes.rs", "", routes::tokens(plan));
    shared::sources(plan, files, "server", &RUNTIME, modules, |operation| {
        operation::tokens(plan, operation)
    });
}

fn manifest(plan: &Plan<'_>) -> String {
    let models = &plan.packages.models.name;
    let manifest = Manifest {
        package: &plan.packages.server,
        description: format!("Server half of {}", plan.contract.service.title),
        dependencies: &format!(
            r#"{models} = {{ path = "../models" }}
axum = {{ version = "0.8.9", default-features = false }}
http = "1.5"
serde = "1"
serde_json = "1.0.154"
tokio = {{ version = "1.54", features = ["time"] }}
"#
        ),
        sections: r#"[dev-dependencies]
axum = { version = "0.8.9", default-features = false, features = ["http1", "tokio"] }
tokio = { version = "1.54", features = ["macros", "net", "rt-multi-thread"] }
"#,
    };
    manifest.text()
}

fn modules(resource: &ResourcePlan<'_>) -> proc_macro2::TokenStream {
    let title = &resource.resource.title;
    let doc = Doc::new(format!("{title}: a handler trait for each operation.")).inner();
    let modules = resource
        .operations
        .iter()
        .map(|operation| shared::module(resource, &operation.module));
    let exports = resource.operations.iter().map(|operation| {
        let (module, handler) = (&operation.module, &operation.handler);
        quote!(pub use self::#module::#handler;)
    });
    quote! {
        #doc
        #(#modules)*
        #(#exports)*
    }
}
