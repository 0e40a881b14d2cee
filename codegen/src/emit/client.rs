//! The client crate: a method for each operation.

mod operation;
mod readme;

use quote::quote;

use super::shared;
use crate::Options;
use crate::doc::Doc;
use crate::file_set::FileSet;
use crate::manifest::{self, About};
use crate::plan::{Plan, ResourcePlan};
use crate::template::fill;

pub fn emit(plan: &Plan<'_>, options: &Options, files: &mut FileSet) {
    let (manifest, readme) = (manifest(plan, options), readme::text(plan, options));
    shared::package("client", &manifest, &readme, options, files);
    let doc = Doc::new(format!("Client of the {}.", plan.contract.service.title));
    let declarations =
        shared::with_operations(plan).map(|resource| format!("mod {};", resource.module));
    let values = [
        ("DOC", doc.text_behind("//!")),
        ("MODULES", declarations.collect::<Vec<_>>().join("\n")),
        ("MODELS", plan.packages.models.library.clone()),
    ];
    for (file, template) in [
        ("lib.rs", include_str!("client/lib.rs.in")),
        ("client.rs", include_str!("client/client.rs.in")),
        ("blocking_client.rs", include_str!("client/blocking_client.rs.in")),
    ] {
        files.text(format!("client/src/{file}"), "", "//", &fill(template, &values));
    }
    shared::sources(plan, files, "client", modules, |operation| operation::tokens(plan, operation));
}

fn manifest(plan: &Plan<'_>, options: &Options) -> String {
    let models = &plan.packages.models.name;
    let version = manifest::VERSION;
    let features = ", default-features = false";
    let runtime = options.runtime.dependency("contract-runtime-client", "client", features);
    let dependencies = format!(
        r#"{models} = {{ path = "../models", version = "{version}" }}
{runtime}
bytes = "1.12"
http = "1.5"

[dev-dependencies]
tokio = {{ version = "1.54", features = ["macros", "rt-multi-thread"] }}

[features]
default = ["reqwest"]
# The transport over reqwest and rustls; without it, give one to the builder.
reqwest = ["contract-runtime-client/reqwest"]
# A client for programs without async.
blocking = ["contract-runtime-client/blocking"]
"#
    );
    let about = About {
        description: format!("Client of the {}", plan.contract.service.title),
        keyword: "client",
        category: "web-programming::http-client",
    };
    manifest::manifest(&plan.packages.client, &about, options, &dependencies)
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
