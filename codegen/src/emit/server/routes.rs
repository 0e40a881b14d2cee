//! `routes.rs`: where implementations are mounted, and the bound that is the whole service.

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::operation::handler;
use crate::doc::Doc;
use crate::emit::shared;
use crate::imports::Imports;
use crate::plan::{OperationPlan, Plan};

/// Methods that the routes have beside those named after operations.
pub const TAKEN: [&str; 5] = ["new", "on_refusal", "body_limit", "whole", "into_router"];

/// The whole file.
pub fn tokens(plan: &Plan<'_>) -> TokenStream {
    let mut imports = Imports::of_models(&plan.packages.models.library);
    imports.from("std::sync", "Arc");
    imports.from("axum", "Router");
    imports.from("axum::body", "Body");
    imports.from("http", "Response");
    for name in ["Entry", "KeyCheck", "Mounts", "Refusal"] {
        imports.from("crate::runtime", name);
    }
    let service = service(plan);
    let fixed = fixed();
    let mounts: Vec<_> = plan
        .operations()
        .map(|operation| mount(operation, &mut imports))
        .collect();
    let whole = whole(plan);
    let into_router = into_router(plan, &mut imports);
    for resource in shared::with_operations(plan) {
        let module = format!("crate::{}", shared::file_name(&resource.module));
        for operation in &resource.operations {
            imports.from(&module, &handler(operation).to_string());
        }
    }
    let head =
        Doc::new("The routes of the service: every operation of the contract has one.").inner();
    let imports = imports.tokens();
    let doc = Doc::new("The routes of the service.")
        .text(
            "Every operation of the contract has a route; one without an implementation answers \
             501. An unknown path answers 404, a method that no operation has at a path 405. All of \
             this is told in the service's error envelope.",
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
    quote! {
        #new
        pub fn new(key_check: K) -> Self {
            Self { mounts: Mounts::new(key_check) }
        }

        #hook
        #[must_use]
        pub fn on_refusal(
            mut self,
            hook: impl Fn(&Refusal) -> Response<Body> + Send + Sync + 'static,
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
    }
}

fn mount(operation: &OperationPlan<'_>, imports: &mut Imports) -> TokenStream {
    let contract = operation.operation;
    let doc = Doc::new(format!("Mounts `{} {}`.", contract.method, contract.path)).outer();
    let (mount, method) = (shared::method(operation, &TAKEN), &operation.module);
    let handler = handler(operation);
    let request = imports.model(&operation.request);
    quote! {
        #doc
        #[must_use]
        pub fn #mount<H: #handler<K::Caller>>(mut self, handler: Arc<H>) -> Self {
            self.mounts.mount(move |caller, request: #request| {
                let handler = Arc::clone(&handler);
                async move { handler.#method(caller, request).await }
            });
            self
        }
    }
}

fn whole(plan: &Plan<'_>) -> TokenStream {
    let doc = Doc::new("Mounts every operation of the contract.")
        .text("It does not compile while the service lacks one of them.")
        .outer();
    let mounts: Vec<Ident> = plan
        .operations()
        .map(|operation| shared::method(operation, &TAKEN))
        .collect();
    quote! {
        #doc
        #[must_use]
        pub fn whole<S: Service<K::Caller>>(self, service: Arc<S>) -> Self {
            self #(.#mounts(Arc::clone(&service)))*
        }
    }
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
    let handlers: Vec<_> = plan.operations().map(handler).collect();
    // One bound a line: the printer breaks a long list of supertraits beyond recognition.
    quote! {
        #doc
        pub trait Service<C>
        where
            #(Self: #handlers<C>,)*
        {}

        impl<C, S> Service<C> for S
        where
            #(S: #handlers<C>,)*
        {}
    }
}
