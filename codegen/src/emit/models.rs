//! The models crate: records, requests, successes, refusals, and their conversions to and from HTTP.

mod api;
mod crate_root;
mod enumeration;
mod identifier;
mod members;
mod not_shown;
mod paged;
mod prelude;
mod readme;
mod refusals;
mod request;
mod served;
mod structs;
mod success;
mod variants;

use proc_macro2::TokenStream;
use quote::quote;
use spec::{Body, Operation, Type};

pub use paged::{has_items, is_open_ended, is_paged};
pub use request::answer;

use super::shared;
use crate::Options;
use crate::doc::Doc;
use crate::file_set::FileSet;
use crate::imports::Imports;
use crate::manifest::{About, manifest};
use crate::names;
use crate::plan::{OperationPlan, Plan, RecordPlan, ResourcePlan};

/// Adds the files of the crate.
pub fn emit(plan: &Plan<'_>, options: &Options, files: &mut FileSet) {
    let service = &plan.contract.service;
    let runtime = options.runtime.dependency("contract-runtime", "core", "");
    let about = About {
        description: format!("Types of the {}: records, requests, refusals", service.title),
        keyword: "models",
        category: "api-bindings",
    };
    let dependencies = format!("{runtime}\nbytes = \"1\"\nhttp = \"1\"");
    let manifest = manifest(&plan.packages.models, &about, options, &dependencies);
    shared::package("models", &manifest, &readme::text(plan, options), options, files);
    let not_shown = not_shown::tokens(plan);
    let root = crate_root::text(plan, not_shown.is_some());
    files.text("models/src/lib.rs", "", "//", &root);
    files.text("models/src/api.rs", "service.yaml", "//", &api::text(plan));
    files.rust("models/src/error_kind.rs", "", refusals::kinds(&plan.kinds));
    files.rust("models/src/key_error.rs", "service.yaml", refusals::key_errors(plan));
    if let Some(not_shown) = not_shown {
        files.rust("models/src/not_shown.rs", "", not_shown);
    }
    let error_body = file(Doc::new("The body of refusals."), |imports| {
        let bodies = plan.error_bodies.iter().chain(&plan.error_entry);
        for body in bodies.clone() {
            imports.declare(&body.name);
        }
        let bodies = bodies.map(|body| structs::tokens(body, imports));
        bodies.collect()
    });
    files.rust("models/src/error_body.rs", "service.yaml", error_body);
    if let Some(code) = &plan.error_code {
        files.rust("models/src/error_code.rs", &code.source, enumeration::tokens(code));
    }
    for resource in &plan.resources {
        emit_resource(plan, resource, files);
    }
}

fn emit_resource(plan: &Plan<'_>, resource: &ResourcePlan<'_>, files: &mut FileSet) {
    let folder = format!("models/src/{}", names::plain(&resource.module));
    let source = resource.source();
    let path = |module| format!("{folder}/{}.rs", names::plain(module));
    files.rust(format!("{folder}.rs"), &source, crate_root::resource(plan.contract, resource));
    for one in &resource.records {
        files.rust(path(&one.module), &source, record(plan, one));
    }
    for one in &resource.identifiers {
        files.text(path(&one.module), &source, "//", &identifier::text(one));
    }
    for one in &resource.enumerations {
        files.rust(path(&one.module), &one.source, enumeration::tokens(one));
    }
    for operation in &resource.operations {
        let tokens = operation_file(plan, operation);
        files.rust(path(&operation.module), &operation.source(), tokens);
    }
}

fn record(plan: &Plan<'_>, record: &RecordPlan<'_>) -> TokenStream {
    let doc = Doc::new(format!("The record `{}`.", record.record.name));
    let ty = Type::Record(record.record.name.clone());
    let is_body = |operation: &Operation| match operation.success.body.value() {
        Some(Body::Bare(body)) => body.ty == ty,
        _ => false,
    };
    let is_body = plan.contract.operations().any(is_body);
    file(doc, |imports| {
        let shape = structs::tokens(&record.shape, imports);
        let body = is_body.then(|| {
            let (json_body, name) = (imports.runtime("JsonBody"), &record.shape.name);
            quote!(impl #json_body for #name {})
        });
        quote!(#shape #body)
    })
}

/// The file of an operation: request, success and refusals.
fn operation_file(plan: &Plan<'_>, operation: &OperationPlan<'_>) -> TokenStream {
    let declared = operation.operation;
    let doc = Doc::new(format!("`{}`: `{} {}`.", declared.id, declared.method, declared.path));
    file(doc, |imports| {
        for name in [&operation.request, &operation.success.name, &operation.error] {
            imports.declare(name);
        }
        if let Some(headers) = &operation.success.headers {
            imports.declare(&operation.success.body);
            imports.declare(&headers.name);
        }
        let request = request::tokens(plan, operation, imports);
        let paged = paged::tokens(operation, imports);
        let success = success::tokens(operation, imports);
        let refusals = refusals::of_operation(operation, imports);
        quote!(#request #paged #success #refusals)
    })
}

/// A file: its comment, its imports, and its items.
fn file(doc: Doc, items: impl FnOnce(&mut Imports) -> TokenStream) -> TokenStream {
    let mut imports = Imports::in_models();
    let items = items(&mut imports);
    let (doc, imports) = (doc.inner(), imports.tokens());
    quote!(#doc #imports #items)
}
