//! `routes.rs`: where implementations are mounted, and the bound that is the whole service.

use proc_macro2::TokenStream;
use quote::quote;

use crate::doc::Doc;
use crate::emit::shared;
use crate::imports::Imports;
use crate::names::Ident;
use crate::plan::{OperationPlan, Plan, ResourcePlan};

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

/// The whole file.
pub fn tokens(plan: &Plan<'_>) -> TokenStream {
    let mut imports = Imports::of_models(&plan.packages.models.library);
    imports.from("std::sync", "Arc");
    imports.from("std::time", "Duration");
    imports.from("axum", "Router");
    imports.from("axum::body", "Body");
    imports.from("http", "Response");
    for name in ["Entry", "KeyCheck", "Mounts", "Refusal"] {
        imports.from("crate::runtime", name);
    }
    let service = service(plan);
    let fixed = fixed();
    let mounts: Vec<_> = operations(plan)
        .map(|(resource, operation)| mount(resource, operation, &mut imports))
        .collect();
    let whole = whole(plan);
    let into_router = into_router(plan, &mut imports);
    for resource in shared::with_operations(plan) {
        imports.from("crate", &shared::file_name(&resource.module));
    }
    let head =
        Doc::new("The routes of the service: every operation of the contract has one.").inner();
    let imports = imports.tokens();
    let doc = Doc::new("The routes of the service.")
        .text(
            "Every operation of the contract has a route; one without an implementation answers \
             501. `HEAD` is answered where there is a `GET`, and `OPTIONS` with the methods of the \
             path. Whatever is refused is told in the service's error envelope: see `Reason`.",
        )
        .outer();
    quote! {
        #head
        #imports
        #doc
        pub struct Routes<K> {
            mounts: Mounts<K>,
        }
        impl<K: KeyCheck> Routes<K> {
            #fixed
            #(#mounts)*
            #whole
            #into_router
        }
        #service
    }
}

fn fixed() -> TokenStream {
    let new = Doc::new("Routes without any implementation yet, behind this check of keys.").outer();
    let hook =
        Doc::new("Sets what is done with every refusal on its way out: log it, then answer.")
            .text(
                "The default is `envelope`. Whatever the framework itself refuses passes here too.",
            )
            .outer();
    let limit =
        Doc::new("Sets how many bytes of a body are read at most; 2 MB unless set.").outer();
    let time = Doc::new(
        "Sets how long a request may take in all, reading its body included; no limit unless set.",
    )
    .text(
        "A body that is not there in time is refused with 408, an answer that is not \
                 ready with 503.",
    )
    .outer();
    let any_content_type = Doc::new(
        "Reads a body as JSON whatever its `Content-Type` says; else another one is refused.",
    )
    .outer();
    quote! {
        #new
        pub fn new(key_check: K) -> Self {
            Self { mounts: Mounts::new(key_check) }
        }

        #hook
        #[must_use]
        pub fn on_refusal(
            mut self,
            hook: impl Fn(&Refusal) -> Response<Body> + Send + Sync + 'static
        ) -> Self {
            self.mounts.on_refusal(Arc::new(hook));
            self
        }

        #limit
        #[must_use]
        pub fn body_limit(mut self, bytes: usize) -> Self {
            self.mounts.body_limit(bytes);
            self
        }

        #any_content_type
        #[must_use]
        pub fn any_content_type(mut self) -> Self {
            self.mounts.any_content_type();
            self
        }

        #time
        #[must_use]
        pub fn time_limit(mut self, limit: Duration) -> Self {
            self.mounts.time_limit(limit);
            self
        }
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

fn mount(
    resource: &ResourcePlan<'_>,
    operation: &OperationPlan<'_>,
    imports: &mut Imports,
) -> TokenStream {
    let contract = operation.operation;
    let doc = Doc::new(format!("Mounts `{} {}`.", contract.method, contract.path)).outer();
    let mount = shared::method(operation, &TAKEN);
    let method = super::operation::method(operation);
    let (module, handler) = (&resource.module, &operation.handler);
    let request = imports.model(&operation.request);
    quote! {
        #doc
        #[must_use]
        pub fn #mount<H: #module::#handler<K::Caller>>(mut self, handler: Arc<H>) -> Self {
            self.mounts.mount(move |caller, request: #request| {
                let handler = Arc::clone(&handler);
                async move { H::#method(&handler, caller, request).await }
            });
            self
        }
    }
}

fn whole(plan: &Plan<'_>) -> TokenStream {
    let doc = Doc::new("Mounts every operation of the contract.")
        .code("", &mounted(plan, "Service<K::Caller>"));
    // A service of no operations lacks none.
    let doc = match plan.operations().next() {
        Some(_) => doc
            .text("It does not compile while the service may lack one of them:")
            .code("compile_fail", &mounted(plan, "Send + Sync + 'static")),
        None => doc,
    };
    let doc = doc.outer();
    let mounts: Vec<Ident> = plan
        .operations()
        .map(|operation| shared::method(operation, &TAKEN))
        .collect();
    let whole = match mounts.as_slice() {
        [] => quote!(self),
        _ => quote!(mut self),
    };
    // A statement each: as a chain, a thousand operations would be too deep for printer and compiler.
    quote! {
        #doc
        #[must_use]
        pub fn whole<S: Service<K::Caller>>(#whole, service: Arc<S>) -> Self {
            #(self = self.#mounts(Arc::clone(&service));)*
            self
        }
    }
}

/// Mounting a service with `whole`: the two that are shown differ in nothing but what is known of
/// the service, so only that can be why one of them does not compile.
fn mounted(plan: &Plan<'_>, service: &str) -> String {
    let library = &plan.packages.server.library;
    format!(
        r#"use std::sync::Arc;
use {library}::{{KeyCheck, Routes, Service}};

fn mount<K: KeyCheck, S: {service}>(routes: Routes<K>, service: S) -> Routes<K> {{
    routes.whole(Arc::new(service))
}}
"#
    )
}

fn into_router(plan: &Plan<'_>, imports: &mut Imports) -> TokenStream {
    let doc = Doc::new("The router, to be served or nested.").outer();
    let requests = plan
        .operations()
        .map(|operation| imports.model(&operation.request));
    let requests: Vec<_> = requests.collect();
    quote! {
        #doc
        pub fn into_router(self) -> Router {
            let entries = [#(Entry::of::<#requests>()),*];
            self.mounts.into_router(&entries)
        }
    }
}

fn service(plan: &Plan<'_>) -> TokenStream {
    let doc = Doc::new("The whole service: an implementation of every operation.").outer();
    let (modules, handlers): (Vec<_>, Vec<_>) = operations(plan)
        .map(|(resource, operation)| (&resource.module, &operation.handler))
        .unzip();
    // One bound a line: the printer breaks a long list of supertraits beyond recognition.
    quote! {
        #doc
        pub trait Service<C>
        where
            #(Self: #modules::#handlers<C>,)*
        {}

        impl<C, S> Service<C> for S
        where
            #(S: #modules::#handlers<C>,)*
        {}
    }
}
