//! The file of one operation: its method in both clients, and the one that fetches its pages.

use proc_macro2::TokenStream;
use quote::quote;

use crate::doc::Doc;
use crate::emit::models::{answer, is_open_ended, is_paged};
use crate::emit::{sample, shared};
use crate::imports::Imports;
use crate::names::{self, Ident};
use crate::plan::{OperationPlan, Plan, SuccessShape};
use crate::template::fill;

/// Methods of the client that are not named after operations.
const TAKEN: [&str; 7] = ["builder", "base_url", "clone", "send", "pages", "with", "new"];

/// The name of the operation's method.
pub fn method(operation: &OperationPlan<'_>) -> Ident {
    shared::method(operation, &TAKEN)
}

pub fn tokens(plan: &Plan<'_>, operation: &OperationPlan<'_>) -> TokenStream {
    let mut imports = Imports::of_models(&plan.packages.models.library);
    let contract = operation.operation;
    let head = Doc::new(format!("`{} {}`", contract.method, contract.path)).inner();
    let call = call(plan, operation, &mut imports);
    let pages = is_paged(operation).then(|| pages(operation, &mut imports));
    let blocking = blocking(operation, &mut imports);
    let imports = imports.tokens();
    quote! {
        #head
        #imports
        impl Client {
            #call
            #pages
        }
        #blocking
    }
}

fn call(plan: &Plan<'_>, operation: &OperationPlan<'_>, imports: &mut Imports) -> TokenStream {
    let doc = method_doc(plan, operation).outer();
    let name = method(operation);
    let request = imports.model(&operation.request);
    let error = imports.model(&operation.error);
    let read = answer(operation, imports);
    imports.from("contract_runtime_client", "Response");
    imports.from("crate", "Client");
    imports.from("crate", "Error");
    quote! {
        #doc
        pub async fn #name(&self, request: #request) -> Result<Response<#read>, Error<#error>> {
            self.inner.send(&request).await
        }
    }
}

/// The methods of the blocking client.
fn blocking(operation: &OperationPlan<'_>, imports: &mut Imports) -> TokenStream {
    let (name, request, error) = (method(operation), &operation.request, &operation.error);
    let read = answer(operation, imports);
    let doc = Doc::default()
        .linked(format!("[`Client::{name}`], which blocks the thread until the response is read."));
    let doc = doc.outer();
    let pages = is_paged(operation).then(|| {
        let name = pages_method(operation);
        let doc = Doc::default().linked(format!("[`Client::{name}`] as an iterator.")).outer();
        quote! {
            #doc
            pub fn #name(&self, request: #request) -> crate::BlockingPages<#request> {
                self.inner.pages(request)
            }
        }
    });
    quote! {
        #[cfg(feature = "blocking")]
        impl crate::BlockingClient {
            #doc
            pub fn #name(&self, request: #request) -> Result<Response<#read>, Error<#error>> {
                self.inner.send(&request)
            }
            #pages
        }
    }
}

fn method_doc(plan: &Plan<'_>, operation: &OperationPlan<'_>) -> Doc {
    let doc = operation
        .doc_with_link("crate::models")
        .text(why_no_pages(operation).unwrap_or_default())
        .linked("# Errors")
        .linked("[`Error`] has every way to fail.");
    let doc = if operation.cases.is_empty() {
        doc.text("The operation has no documented refusal of its own.")
    } else {
        let error = &operation.error;
        let doc = doc.linked(format!("Documented refusals, as [`{error}`]:"));
        shared::refusals(operation, doc)
    };
    doc.linked("# Examples").code("no_run", &example(plan, operation))
}

/// A call with the required inputs.
fn example(plan: &Plan<'_>, operation: &OperationPlan<'_>) -> String {
    let values = [
        ("LIBRARY", plan.packages.client.library.as_str()),
        ("REQUEST", &operation.request.to_string()),
        ("BUILT", &sample_request(plan, operation)),
        ("METHOD", &method(operation).to_string()),
    ];
    fill(include_str!("call.md"), &values)
}

/// Constructs a request, for an example of the client crate.
pub fn sample_request(plan: &Plan<'_>, operation: &OperationPlan<'_>) -> String {
    sample::request(plan, operation, &format!("{}::models", plan.packages.client.library))
}

/// Why a list with pages, or possibly with pages, has no stream of pages.
fn why_no_pages(operation: &OperationPlan<'_>) -> Option<&'static str> {
    let paging = operation.operation.paging.as_ref()?;
    let selection = paging.value().map(|paging| paging.selection.value());
    match (selection, &operation.success.shape) {
        (None, _) => Some("No `Pages`: it is not documented whether the list has pages."),
        (Some(None), _) => Some("No `Pages`: it is not documented how a page is requested."),
        (Some(Some(_)), SuccessShape::Undocumented) => {
            Some("No `Pages`: it is not documented how many there are.")
        }
        (Some(Some(_)), _) if is_open_ended(operation) => {
            Some("No `Pages`: it is not documented where they start or end.")
        }
        (Some(Some(_)), _) => None,
    }
}

/// The name of the method that streams an operation's pages.
pub fn pages_method(operation: &OperationPlan<'_>) -> Ident {
    names::exact(&format!("{}_pages", names::plain(&operation.module)))
}

fn pages(operation: &OperationPlan<'_>, imports: &mut Imports) -> TokenStream {
    let doc = Doc::new("The pages of the list, fetched one by one.")
        .text("The first is the page that the request asks for.")
        .outer();
    let name = pages_method(operation);
    let request = imports.model(&operation.request);
    let pages_type = imports.from("contract_runtime_client", "Pages");
    quote! {
        #doc
        pub fn #name(&self, request: #request) -> #pages_type<#request> {
            self.inner.pages(request)
        }
    }
}
