//! `lib.rs` of the server crate.

use proc_macro2::TokenStream;
use quote::quote;

use super::routes::mounted;
use crate::doc::Doc;
use crate::emit::shared;
use crate::names;
use crate::plan::{OperationPlan, Plan, ResourcePlan};

/// The whole file.
pub fn tokens(plan: &Plan<'_>) -> TokenStream {
    let title = &plan.contract.service.title;
    let mut doc = Doc::new(format!("{title}: the half that serves."))
        .text(&plan.contract.service.about)
        .linked(
            "Each operation has a handler trait, in a module named after its resource. [`Routes`] takes any \
             subset of them and answers 501 for the rest; [`Service`] is the bound that holds for an \
             implementation of them all.",
        );
    if let Some((resource, operation)) = shared::example(plan) {
        doc = doc.code("no_run", &example(plan, resource, operation));
    }
    doc = doc.text("Handler traits by resource:");
    doc = shared::with_operations(plan).fold(doc, |doc, resource| {
        // A link to `r#type` would be one to the place `type` of a page.
        let module = names::plain(&resource.module);
        let handlers = resource.operations.iter();
        let handlers = handlers.map(|operation| {
            let handler = &operation.handler;
            format!("[`{handler}`]({module}::{handler})")
        });
        let handlers: Vec<_> = handlers.collect();
        doc.linked_item(format!("In [`{module}`]: {}", handlers.join(", ")))
    });
    doc = doc
        .linked("A service that has all of them is mounted at once, by [`Routes::whole`]:")
        .code("", &mounted(plan, "Service<K::Caller>"));
    // A service of no operations lacks none.
    if plan.operations().next().is_some() {
        doc = doc
            .text("It does not compile while the service may lack one of them:")
            .code("compile_fail", &mounted(plan, "Send + Sync + 'static"));
    }
    let doc = doc.inner();
    let models: names::Ident = names::exact(&plan.packages.models.library);
    let modules = shared::with_operations(plan).map(|resource| &resource.module);
    quote! {
        #doc
        #(pub mod #modules;)*
        mod routes;
        mod runtime;

        pub use routes::Service;
        pub use runtime::{
            BoxError, Fault, Hook, KeyCheck, Outcome, Reason, Refusal, Reply, Routes, envelope,
        };

        /// The types of what is sent and answered.
        // A renamed crate would stand in the messages of the compiler under a name that nobody can write.
        pub mod models {
            pub use #models::*;
        }
    }
}

fn example(plan: &Plan<'_>, resource: &ResourcePlan<'_>, operation: &OperationPlan<'_>) -> String {
    let library = &plan.packages.server.library;
    let (module, handler, method) = (
        &resource.module,
        &operation.handler,
        super::operation::method(operation),
    );
    let (request, success, error) = (
        &operation.request,
        &operation.success.name,
        &operation.error,
    );
    let literal = operation.cases.iter().find(|case| case.holes.is_empty());
    let body = match literal {
        Some(case) => format!("Err({error}::{}.into())", case.variant),
        None => r#"Err(Fault::internal("nothing here yet"))"#.to_owned(),
    };
    format!(
        r#"use std::sync::Arc;

use axum::http::request::Parts;
use {library}::models::*;
use {library}::{module}::{handler};
use {library}::{{Fault, KeyCheck, Outcome, Routes}};

struct Everyone;

impl KeyCheck for Everyone {{
    type Caller = ();

    async fn check(
        &self,
        _key: Option<&str>,
        _request: &Parts,
        _operation: &'static OperationInfo,
    ) -> Result<(), Fault<KeyError>> {{
        Ok(())
    }}
}}

struct Handlers;

impl {handler}<()> for Handlers {{
    async fn {method}(
        &self,
        _caller: (),
        _request: {request},
    ) -> Outcome<{success}, {error}> {{
        {body}
    }}
}}

# async fn serve() -> std::io::Result<()> {{
let routes = Routes::new(Everyone).{mount}(Arc::new(Handlers));
let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
axum::serve(listener, routes.into_router()).await
# }}
"#,
        mount = shared::method(operation, &super::routes::TAKEN),
    )
}
