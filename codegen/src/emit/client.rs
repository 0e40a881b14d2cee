//! The client crate: a method for each operation.

mod clients;
mod operation;
mod readme;
mod root;

use quote::quote;

use super::shared;
use crate::Options;
use crate::doc::Doc;
use crate::file_set::FileSet;
use crate::manifest::Manifest;
use crate::plan::{Plan, ResourcePlan};

/// Adds the crate.
pub fn emit(plan: &Plan<'_>, options: &Options, files: &mut FileSet) {
    files.text("client/Cargo.toml", "", "#", &manifest(plan, options));
    files.markdown("client/README.md", "", &readme::text(plan));
    files.rust("client/src/lib.rs", "", root::tokens(plan));
    files.rust("client/src/client.rs", "", clients::client(plan));
    let blocking = clients::blocking_client(plan);
    files.rust("client/src/blocking_client.rs", "", blocking);
    shared::sources(plan, files, "client", modules, |operation| operation::tokens(plan, operation));
}

fn manifest(plan: &Plan<'_>, options: &Options) -> String {
    let models = &plan.packages.models.name;
    let features = ", default-features = false";
    let runtime = options.runtime.dependency("contract-runtime-client", "client", features);
    let manifest = Manifest {
        package: &plan.packages.client,
        description: format!("Client of {}", plan.contract.service.title),
        dependencies: format!(
            r#"{models} = {{ path = "../models" }}
{runtime}
bytes = "1.12"
http = "1.5"
"#
        ),
        sections: r#"[dev-dependencies]
tokio = { version = "1.54", features = ["macros", "rt-multi-thread"] }

[features]
default = ["reqwest"]
# The transport over reqwest and rustls; without it, give one to the builder.
reqwest = ["contract-runtime-client/reqwest"]
# A client for programs without async.
blocking = ["contract-runtime-client/blocking"]
"#,
    };
    manifest.text()
}

fn modules(resource: &ResourcePlan<'_>) -> proc_macro2::TokenStream {
    let title = &resource.resource.title;
    let doc = Doc::new(format!("{title}: a method of the client for each operation.")).inner();
    let modules =
        resource.operations.iter().map(|operation| shared::module(resource, &operation.module));
    quote! {
        #doc
        #(#modules)*
    }
}
