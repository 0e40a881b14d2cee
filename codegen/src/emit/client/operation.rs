//! The file of one operation: its method in both clients, and its walk through the pages if it has
//! pages.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use spec::{InputPart, Slot};

use crate::doc::Doc;
use crate::emit::shared;
use crate::imports::Imports;
use crate::names::{self, Ident};
use crate::plan::{OperationPlan, Plan, SuccessShape};
use crate::print::verbatim;

/// Methods that the client has beside those named after operations.
const TAKEN: [&str; 6] = ["builder", "base_url", "clone", "send", "with", "new"];

/// From how many characters on a row stands on a line of its own.
const WIDE: usize = 80;

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
    let call = call(operation, &mut imports);
    let walk = paged.as_ref().map(|_| walk(operation, &mut imports));
    let kind = (!operation.cases.is_empty()).then(|| kind(operation, &mut imports));
    let blocking = blocking(operation, paged.is_some(), &mut imports);
    let imports = imports.tokens();
    quote! {
        #head
        #imports
        impl Client {
            #call
            #walk
        }
        #kind
        #blocking
        #paged
    }
}

fn call(operation: &OperationPlan<'_>, imports: &mut Imports) -> TokenStream {
    let doc = method_doc(operation).outer();
    let name = method(operation);
    let request = imports.model(&operation.request);
    let error = imports.model(&operation.error);
    let read = answer(operation, imports);
    for name in ["Answer", "Client", "Error"] {
        imports.from("crate::runtime", name);
    }
    quote! {
        #doc
        pub async fn #name(&self, request: #request) -> Result<Answer<#read>, Error<#error>> {
            self.send(&request).await
        }
    }
}

/// The same for the blocking client: a row for the macro that makes its methods.
fn blocking(operation: &OperationPlan<'_>, is_paged: bool, imports: &mut Imports) -> TokenStream {
    let also_blocking = imports.from("crate::runtime", "also_blocking");
    let (name, request, error) = (method(operation), &operation.request, &operation.error);
    let success = &operation.success.name;
    let read = match operation.success.answered {
        true => format!("Answered<{success}>"),
        false => success.to_string(),
    };
    let pages = match is_paged {
        true => format!("; {}", walk_name(operation)),
        false => String::new(),
    };
    let row = format!("{name}({request}) -> {read}, {error}{pages}");
    verbatim(&match row.len() > WIDE {
        true => format!("{also_blocking}!(\n    {row}\n);\n"),
        false => format!("{also_blocking}!({row});\n"),
    })
}

/// Lets `?` make an error of the operation one of any operation.
fn kind(operation: &OperationPlan<'_>, imports: &mut Imports) -> TokenStream {
    let own = imports.model(&operation.error);
    let kind = imports.model_named("ErrorKind");
    let error = imports.from("crate::runtime", "Error");
    quote! {
        impl From<#error<#own>> for #error<#kind> {
            fn from(error: #error<#own>) -> Self {
                error.into_kind()
            }
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
        .doc_with_link("crate::models")
        .text(why_no_walk(operation).unwrap_or_default());
    if operation.cases.is_empty() {
        return doc;
    }
    let error = &operation.error;
    let doc = doc.linked(format!("Documented refusals, as [`{error}`]:"));
    shared::refusals(operation, doc)
}

/// Why there is no walk through the pages of a list that has pages, or may have them.
fn why_no_walk(operation: &OperationPlan<'_>) -> Option<&'static str> {
    let paging = operation.operation.paging.as_ref()?;
    let selection = paging.value().map(|paging| paging.selection.value());
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

/// The name of the walk through an operation's pages.
pub fn walk_name(operation: &OperationPlan<'_>) -> Ident {
    names::exact(&format!("{}_pages", names::plain(&operation.module)))
}

fn walk(operation: &OperationPlan<'_>, imports: &mut Imports) -> TokenStream {
    let doc = Doc::new("The pages of the list, one after another.")
        .text("They begin at the page the request asks for, or at the first.")
        .outer();
    let name = walk_name(operation);
    let request = imports.model(&operation.request);
    let pages = imports.from("crate::runtime", "Pages");
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
    let paging = operation.operation.paging.as_ref().and_then(Slot::value)?;
    let selection = paging.selection.value()?;
    let page = operation
        .inputs
        .iter()
        .find(|input| input.part == InputPart::Query && input.wire == selection.page)?;
    let page = &page.field;
    // The keys are those of page size and page number, in either order, then of the number of pages.
    let count = paging.members.get(2)?;
    let last_page = last_page(operation, &paging.meta, count)?;
    let place = pointer(&[&paging.meta, count]);
    let request = imports.model(&operation.request);
    let read = answer(operation, imports);
    let trait_name = imports.from("crate::runtime", "PagedRequest");
    Some(quote! {
        impl #trait_name for #request {
            const LAST_PAGE: &'static str = #place;

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

/// A JSON pointer to a member of a member.
fn pointer(names: &[&str]) -> String {
    let escaped = |name: &&str| format!("/{}", name.replace('~', "~0").replace('/', "~1"));
    names.iter().map(escaped).collect()
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
