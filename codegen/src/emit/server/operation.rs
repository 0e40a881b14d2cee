//! The file of one operation: its handler trait and the method that mounts it.

use proc_macro2::TokenStream;
use quote::quote;

use super::routes::mount_method;
use crate::doc::Doc;
use crate::emit::shared;
use crate::imports::Imports;
use crate::names::Ident;
use crate::plan::{OperationPlan, Plan};

/// The name of the handler's method: clippy rejects a `new` that does not return `Self`.
pub fn method(operation: &OperationPlan<'_>) -> Ident {
    shared::method(operation, &["new"])
}

pub fn tokens(plan: &Plan<'_>, operation: &OperationPlan<'_>) -> TokenStream {
    let mut imports = Imports::of_models(&plan.packages.models.library);
    let handler_trait = handler_trait(operation, &mut imports);
    let mount = mount(operation, &mut imports);
    let contract = operation.operation;
    let head = Doc::new(format!("`{} {}`", contract.method, contract.path)).inner();
    let imports = imports.tokens();
    quote! {
        #head
        #imports
        #handler_trait
        #mount
    }
}

/// The method of the routes that mounts a handler.
fn mount(operation: &OperationPlan<'_>, imports: &mut Imports) -> TokenStream {
    imports.from("std::sync", "Arc");
    imports.from("crate", "Routes");
    imports.from("contract_runtime_server", "KeyCheck");
    imports.model_named("Api");
    let request = imports.model(&operation.request);
    let (handler, method) = (&operation.handler, method(operation));
    let name = mount_method(operation);
    let contract = operation.operation;
    let doc = Doc::new(format!("Mounts `{} {}`.", contract.method, contract.path)).outer();
    quote! {
        impl<K: KeyCheck<Api>> Routes<K> {
            #doc
            #[must_use]
            pub fn #name<H: #handler<K::Caller>>(mut self, handler: Arc<H>) -> Self {
                self.table = self.table.mount(move |caller, request: #request| {
                    let handler = Arc::clone(&handler);
                    async move { H::#method(&handler, caller, request).await }
                });
                self
            }
        }
    }
}

fn handler_trait(operation: &OperationPlan<'_>, imports: &mut Imports) -> TokenStream {
    let doc = operation.doc_with_link("crate::models").outer();
    let (name, method) = (&operation.handler, method(operation));
    let request = imports.model(&operation.request);
    let success = imports.model(&operation.success.name);
    let error = imports.model(&operation.error);
    let outcome = imports.from("contract_runtime_server", "HandlerResult");
    let method_doc = method_doc(operation).outer();
    let id = &operation.operation.id;
    let expect = (id.starts_with("into_") || id.starts_with("from_")).then(|| {
        let reason = "the operation is called so in the contract";
        quote!(#[expect(clippy::wrong_self_convention, reason = #reason)])
    });
    quote! {
        #doc
        pub trait #name<C>: Send + Sync + 'static {
            #method_doc
            #expect
            fn #method(
                &self,
                caller: C,
                request: #request
            ) -> impl Future<Output = #outcome<#success, #error>> + Send;
        }
    }
}

fn method_doc(operation: &OperationPlan<'_>) -> Doc {
    let doc = Doc::new("Handles a request of `caller`.");
    if operation.cases.is_empty() {
        return doc;
    }
    shared::refusals(operation, doc.text("Documented refusals:"))
}
