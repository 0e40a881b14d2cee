//! `routes.rs`: the routes of the service with their settings. Each operation's file adds the method that mounts it.

use proc_macro2::TokenStream;
use quote::quote;

use crate::doc::Doc;
use crate::emit::shared;
use crate::imports::Imports;
use crate::names::Ident;
use crate::plan::{OperationPlan, Plan};
use crate::print::verbatim;

/// Methods of the routes that are not named after operations.
const TAKEN: [&str; 7] =
    ["any_content_type", "new", "on_refusal", "body_limit", "time_limit", "whole", "into_router"];

/// The name of the method that mounts an operation.
pub fn mount_method(operation: &OperationPlan<'_>) -> Ident {
    shared::method(operation, &TAKEN)
}

pub fn tokens(plan: &Plan<'_>) -> TokenStream {
    let mut imports = Imports::of_models(&plan.packages.models.library);
    let head =
        Doc::new("The routes of the service: every operation of the contract has one.").inner();
    let routes = routes(plan, &mut imports);
    let service = service(plan);
    let imports = imports.tokens();
    quote! {
        #head
        #imports
        #routes
        #service
    }
}

fn routes(plan: &Plan<'_>, imports: &mut Imports) -> TokenStream {
    for name in ["KeyCheck", "Refusal", "RouteTable"] {
        imports.from("contract_runtime_server", name);
    }
    for (path, name) in [
        ("std::sync", "Arc"),
        ("std::time", "Duration"),
        ("axum", "Router"),
        ("axum::body", "Body"),
        ("http", "Response"),
    ] {
        imports.from(path, name);
    }
    imports.model_named("Api");
    let requests: Vec<_> =
        plan.operations().map(|operation| imports.model(&operation.request)).collect();
    if !requests.is_empty() {
        imports.model_named("Request");
    }
    let mounts = plan.operations().map(mount_method);
    let methods = verbatim(include_str!("routes_methods.rs.in"));
    // A service without operations has no method that takes it.
    let unused = requests.is_empty().then(|| quote!(drop(service);));
    quote! {
        /// The routes of the service.
        ///
        /// Every operation of the contract has a route; one without a handler responds with 501.
        /// `HEAD` is served where there is a `GET`, and `OPTIONS` lists the methods of the path.
        /// Refusals have the service's error envelope: see [`Reason`](crate::Reason).
        pub struct Routes<K> {
            pub(crate) table: RouteTable<K>,
        }

        impl<K: KeyCheck<Api>> Routes<K> {
            #methods

            /// Mounts every operation of the contract. A handler that the service lacks is a compile error.
            #[must_use]
            pub fn whole<S: Service<K::Caller>>(self, service: Arc<S>) -> Self {
                #unused
                self #(.#mounts(Arc::clone(&service)))*
            }

            /// The router, to be served or nested.
            pub fn into_router(self) -> Router {
                let operations = [#(#requests::INFO),*];
                self.table.into_router(&operations)
            }
        }

        /// The response of a refusal in the service's error envelope. A hook may log the refusal and then call this.
        #[must_use]
        pub fn envelope(refusal: &Refusal) -> Response<Body> {
            contract_runtime_server::envelope::<Api>(refusal)
        }
    }
}

/// The bound that an implementation of all operations meets. Handlers are named by their modules, as a handler may have
/// the name of a type of the models.
fn service(plan: &Plan<'_>) -> TokenStream {
    let mut handlers = Vec::new();
    for resource in &plan.resources {
        let module = &resource.module;
        let names = resource.operations.iter().map(|operation| &operation.handler);
        handlers.extend(names.map(|handler| quote!(crate::#module::#handler)));
    }
    quote! {
        /// The whole service: an implementation of every operation.
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

/// An example of `whole`. Two examples differ only in the bound of the service, so that only it can be the reason why one of
/// them does not compile.
pub fn mounted(plan: &Plan<'_>, service: &str) -> String {
    let library = &plan.packages.server.library;
    format!(
        r#"use std::sync::Arc;
use {library}::models::Api;
use {library}::{{KeyCheck, Routes, Service}};

fn mount<K: KeyCheck<Api>, S: {service}>(
    routes: Routes<K>,
    service: S,
) -> Routes<K> {{
    routes.whole(Arc::new(service))
}}
"#
    )
}
