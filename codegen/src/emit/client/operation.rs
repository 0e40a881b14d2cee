//! The file of one operation: its method in both clients, and its walk through the pages if it has
//! pages.

use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident, quote};
use spec::{InputPart, Slot};

use crate::doc::Doc;
use crate::emit::shared;
use crate::imports::Imports;
use crate::names::{self, Ident};
use crate::plan::{OperationPlan, Plan, SuccessShape};

/// Methods that the client has beside those named after operations.
const TAKEN: [&str; 6] = ["builder", "base_url", "clone", "send", "with", "new"];

/// The name of the operation's method.
pub fn method(operation: &OperationPlan<'_>) -> Ident {
    shared::method(operation, &TAKEN)
}

/// The whole file.
pub fn tokens(plan: &Plan<'_>, operation: &OperationPlan<'_>) -> TokenStream {
    let mut imports = Imports::of_models(&plan.packages.models.library);
    let contract = operation.operation;
    let head = Doc::new(format!("`{} {}`", contract.method, contract.path)).inner();
    let paged = paged(operation, &mut imports);
    let methods = [Way::Async, Way::Blocking].map(|way| {
        let call = call(operation, way, &mut imports);
        let walk = paged.as_ref().map(|_| walk(operation, way, &mut imports));
        quote!(#call #walk)
    });
    let [methods, blocking] = methods;
    let imports = imports.tokens();
    quote! {
        #head
        #imports
        impl Client {
            #methods
        }
        #[cfg(feature = "blocking")]
        impl crate::runtime::BlockingClient {
            #blocking
        }
        #paged
    }
}

/// Which of the two clients a method belongs to.
#[derive(Clone, Copy)]
enum Way {
    Async,
    Blocking,
}

fn call(operation: &OperationPlan<'_>, way: Way, imports: &mut Imports) -> TokenStream {
    let doc = method_doc(operation).outer();
    let name = method(operation);
    let request = imports.model(&operation.request);
    let error = imports.model(&operation.error);
    let read = answer(operation, imports);
    for name in ["Answer", "Client", "Error"] {
        imports.from("crate::runtime", name);
    }
    let (asynchronous, wait) = match way {
        Way::Async => (quote!(async), quote!(.await)),
        Way::Blocking => Default::default(),
    };
    quote! {
        #doc
        pub #asynchronous fn #name(&self, request: #request) -> Result<Answer<#read>, Error<#error>> {
            self.send(&request)#wait
        }
    }
}

/// What the client reads: the answer of an overlay may be wrong, and is no reason for a call to fail.
fn answer(operation: &OperationPlan<'_>, imports: &mut Imports) -> TokenStream {
    let success = imports.model(&operation.success.name);
    if operation.success.answered {
        let answered = imports.model_named("Answered");
        return quote!(#answered<#success>);
    }
    quote!(#success)
}

fn method_doc(operation: &OperationPlan<'_>) -> Doc {
    let doc = operation
        .doc
        .clone()
        .text(why_no_walk(operation).unwrap_or_default());
    if operation.cases.is_empty() {
        return doc;
    }
    let error = &operation.error;
    let doc = doc.linked(format!("Documented refusals, as [`{error}`]:"));
    operation.cases.iter().fold(doc, |doc, case| {
        doc.item(format!("`{}`: `{}`", case.variant, case.case.message))
    })
}

/// Why there is no walk through the pages of a list that has pages, or may have them.
fn why_no_walk(operation: &OperationPlan<'_>) -> Option<&'static str> {
    let paging = operation.operation.paging.as_ref()?;
    let selection = paging.known().map(|paging| paging.selection.known());
    match (selection, &operation.success.shape) {
        (None, _) => Some("No walk through its pages: it is not shown whether it has any."),
        (Some(None), _) => {
            Some("No walk through its pages: it is not shown how one of them is chosen.")
        }
        (Some(Some(_)), SuccessShape::Undocumented) => {
            Some("No walk through its pages: it is not shown how many there are.")
        }
        (Some(Some(_)), _) => None,
    }
}

fn walk(operation: &OperationPlan<'_>, way: Way, imports: &mut Imports) -> TokenStream {
    let doc = Doc::new("The pages of the list, one after another.")
        .text("They begin at the page the request asks for, or at the first.")
        .outer();
    let name = names::exact(&format!("{}_pages", names::plain(&operation.module)));
    let request = imports.model(&operation.request);
    let pages = match way {
        Way::Async => imports.from("crate::runtime", "Pages").to_token_stream(),
        // No import, for without the feature it would be one too many.
        Way::Blocking => quote!(crate::runtime::BlockingPages),
    };
    quote! {
        #doc
        pub fn #name(&self, request: #request) -> #pages<#request> {
            #pages::new(self, request)
        }
    }
}

/// Whether there is a walk through the pages of the list.
pub fn is_paged(operation: &OperationPlan<'_>) -> bool {
    paged(operation, &mut Imports::in_models()).is_some()
}

/// How the request turns its page, where it is known how pages are chosen and how many there are.
fn paged(operation: &OperationPlan<'_>, imports: &mut Imports) -> Option<TokenStream> {
    let paging = operation.operation.paging.as_ref().and_then(Slot::known)?;
    let selection = paging.selection.known()?;
    let page = operation
        .inputs
        .iter()
        .find(|input| input.part == InputPart::Query && input.wire == selection.page)?;
    let page = &page.field;
    // The keys are those of page size and page number, in either order, then of the number of pages.
    let count = paging.keys.get(2)?;
    let last_page = last_page(operation, &paging.meta, count)?;
    let request = imports.model(&operation.request);
    let read = answer(operation, imports);
    let trait_name = imports.from("crate::runtime", "PagedRequest");
    Some(quote! {
        impl #trait_name for #request {
            fn page(&self) -> Option<u64> {
                self.#page
            }

            fn turn_to(&mut self, page: u64) {
                self.#page = Some(page);
            }

            fn last_page(answer: &#read) -> Option<u64> {
                #last_page
            }
        }
    })
}

/// The number of pages, out of the member of the answer that tells about the page.
fn last_page(operation: &OperationPlan<'_>, meta: &str, count: &str) -> Option<TokenStream> {
    let SuccessShape::Envelope(envelope) = &operation.success.shape else {
        return None;
    };
    let meta = &envelope
        .members
        .iter()
        .find(|member| member.wire == meta)?
        .field;
    let plan = operation.success.meta.as_ref()?;
    let count = plan.members.iter().find(|member| member.wire == count)?;
    let field = &count.field;
    let holder = format_ident!(
        "{}",
        if operation.success.answered {
            "value"
        } else {
            "answer"
        }
    );
    let number = quote!(#holder.#meta.#field);
    Some(match (operation.success.answered, count.required) {
        (false, true) => quote!(Some(#number)),
        (false, false) => number,
        (true, true) => quote!(answer.value.as_ref().ok().map(|value| #number)),
        (true, false) => quote!(answer.value.as_ref().ok().and_then(|value| #number)),
    })
}
