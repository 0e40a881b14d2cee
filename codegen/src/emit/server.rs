//! The server crate: a handler trait for each operation, and the routes that lead to them.

mod operation;
mod readme;
mod root;
mod routes;

use quote::quote;

use super::shared;
use crate::Options;
use crate::doc::Doc;
use crate::file_set::FileSet;
use crate::manifest::{self, About};
use crate::plan::{Plan, ResourcePlan};

pub fn emit(plan: &Plan<'_>, options: &Options, files: &mut FileSet) {
    let (manifest, readme) = (manifest(plan, options), readme::text(plan, options));
    shared::package("server", &manifest, &readme, options, files);
    files.text("server/src/lib.rs", "", "//", &root::text(plan));
    files.rust("server/src/routes.rs", "", routes::tokens(plan));
    shared::sources(plan, files, "server", modules, |operation| operation::tokens(plan, operation));
}

fn manifest(plan: &Plan<'_>, options: &Options) -> String {
    let models = &plan.packages.models.name;
    let version = manifest::VERSION;
    let runtime = options.runtime.dependency("contract-runtime-server", "server", "");
    let dependencies = format!(
        r#"{models} = {{ path = "../models", version = "{version}" }}
{runtime}
axum = {{ version = "0.8.9", default-features = false }}
http = "1.5"

[dev-dependencies]
axum = {{ version = "0.8.9", default-features = false, features = ["http1", "tokio"] }}
tokio = {{ version = "1.54", features = ["macros", "net", "rt-multi-thread"] }}
"#
    );
    let about = About {
        description: format!("Server of the {}", plan.contract.service.title),
        keyword: "server",
        category: "web-programming::http-server",
    };
    manifest::manifest(&plan.packages.server, &about, options, &dependencies)
}

fn modules(resource: &ResourcePlan<'_>) -> proc_macro2::TokenStream {
    let title = &resource.resource.title;
    let doc = Doc::new(format!("{title}: a handler trait for each operation.")).inner();
    let modules =
        resource.operations.iter().map(|operation| shared::module(resource, &operation.module));
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
