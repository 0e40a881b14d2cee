//! `lib.rs` of the server crate.

use proc_macro2::TokenStream;
use quote::quote;

use super::routes::mounted;
use crate::doc::Doc;
use crate::emit::shared;
use crate::names;
use crate::plan::Plan;

/// The whole file.
pub fn tokens(plan: &Plan<'_>) -> TokenStream {
    let title = &plan.contract.service.title;
    let head = Doc::new(format!("Server of the {title}.")).inner();
    let doc = Doc::default().linked(
        "[`Routes`] takes any subset of the handlers; [`Service`] is the bound of an implementation of all of them.",
    );
    let doc = doc.text("Handler traits by resource:");
    let mut doc = shared::with_operations(plan).fold(doc, |doc, resource| {
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
        .linked("[`Routes::whole`] mounts a service that has all of them:")
        .code("", &mounted(plan, "Service<K::Caller>"));
    // Without operations there is nothing to implement.
    if plan.operations().next().is_some() {
        doc = doc
            .text("It does not compile if the service may lack one of them:")
            .code("compile_fail", &mounted(plan, "Send + Sync + 'static"));
    }
    let doc = doc.inner();
    let models: names::Ident = names::exact(&plan.packages.models.library);
    let modules = shared::with_operations(plan).map(|resource| &resource.module);
    quote! {
        #head
        #![doc = include_str!("../README.md")]
        #doc
        #(pub mod #modules;)*
        mod routes;

        pub use contract_runtime_server::{
            BoxError, Fault, HandlerResult, KeyCheck, Reason, Refusal, RefusalHook, Reply,
        };
        pub use routes::{Routes, Service, envelope};

        /// The types of requests and responses.
        // A renamed crate would appear in compiler messages under a name that cannot be written.
        pub mod models {
            pub use #models::*;
        }
    }
}
