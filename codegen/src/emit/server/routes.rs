//! `routes.rs`: a table of where implementations are mounted; the runtime's macro makes methods of it.

use proc_macro2::TokenStream;
use quote::quote;

use crate::doc::Doc;
use crate::emit::shared;
use crate::imports::Imports;
use crate::plan::{OperationPlan, Plan, ResourcePlan};
use crate::print::verbatim;

/// Methods that the routes have beside those named after operations.
pub const TAKEN: [&str; 7] = [
    "any_content_type",
    "new",
    "on_refusal",
    "body_limit",
    "time_limit",
    "whole",
    "into_router",
];

/// From how many characters on a row takes two lines.
const WIDE: usize = 90;

/// The whole file.
pub fn tokens(plan: &Plan<'_>) -> TokenStream {
    let mut imports = Imports::of_models(&plan.packages.models.library);
    let routes = imports.from("crate::runtime", "routes");
    let rows: String = operations(plan)
        .map(|(resource, operation)| row(resource, operation, &mut imports))
        .collect();
    let head =
        Doc::new("The routes of the service: every operation of the contract has one.").inner();
    let imports = imports.tokens();
    let table = verbatim(&format!("{routes}! {{\n{rows}}}\n"));
    quote! {
        #head
        #imports
        #table
    }
}

/// All operations, each with its resource: handlers are named by way of it, for a handler may be
/// called like a type of the models.
fn operations<'p, 'c>(
    plan: &'p Plan<'c>,
) -> impl Iterator<Item = (&'p ResourcePlan<'c>, &'p OperationPlan<'c>)> {
    plan.resources.iter().flat_map(|resource| {
        let operations = resource.operations.iter();
        operations.map(move |operation| (resource, operation))
    })
}

/// `lend_book: books::LendBook::lend_book(LendBookRequest);`
fn row(
    resource: &ResourcePlan<'_>,
    operation: &OperationPlan<'_>,
    imports: &mut Imports,
) -> String {
    let (method, path) = (operation.operation.method, &operation.operation.path);
    let mount = shared::method(operation, &TAKEN);
    let (module, handler) = (&resource.module, &operation.handler);
    let answer = super::operation::method(operation);
    let request = imports.model(&operation.request);
    let row = format!("{module}::{handler}::{answer}({request});");
    let apart = match mount.to_string().len() + row.len() > WIDE {
        true => "\n        ",
        false => " ",
    };
    format!("    /// Mounts `{method} {path}`.\n    {mount}:{apart}{row}\n")
}

/// Mounting a service with `whole`: the two that are shown differ in nothing but what is known of
/// the service, so only that can be why one of them does not compile.
pub fn mounted(plan: &Plan<'_>, service: &str) -> String {
    let library = &plan.packages.server.library;
    format!(
        r#"use std::sync::Arc;
use {library}::{{KeyCheck, Routes, Service}};

fn mount<K: KeyCheck, S: {service}>(
    routes: Routes<K>,
    service: S,
) -> Routes<K> {{
    routes.whole(Arc::new(service))
}}
"#
    )
}
