//! How the request of a list asks for another of its pages.

use spec::Slot;

use super::prelude::*;
use super::request::answer;
use crate::rust_type::RustType;

/// Whether all pages of the list can be fetched one after another.
pub fn is_paged(operation: &OperationPlan<'_>) -> bool {
    tokens(operation, &mut Imports::in_models()).is_some()
}

/// The implementation of `PagedRequest`, if the selection and the number of pages are known.
pub fn tokens(operation: &OperationPlan<'_>, imports: &mut Imports) -> Option<TokenStream> {
    let paging = operation.operation.paging.as_ref().and_then(Slot::value)?;
    let selection = paging.selection.value()?;
    let page = operation
        .inputs
        .iter()
        .find(|input| input.part == InputPart::Query && input.field.wire == selection.page)?;
    let page = &page.field.name;
    // The keys are those of page size and page number, in either order, then of the number of pages.
    let count = paging.members.get(2)?;
    let last_page = last_page(operation, &paging.meta, count)?;
    let place = pointer(&[&paging.meta, count]);
    let request = imports.model(&operation.request);
    let read = answer(operation, imports);
    let trait_name = imports.model_named("PagedRequest");
    let items = items(operation, imports);
    Some(quote! {
        impl #trait_name for #request {
            const LAST_PAGE: &'static str = #place;

            fn page(&self) -> Option<u64> {
                self.#page
            }

            fn set_page(&mut self, page: u64) {
                self.#page = Some(page);
            }

            fn last_page(answer: &#read) -> Option<u64> {
                #last_page
            }
        }

        #items
    })
}

/// Whether the items of a paged list can be fetched one after another.
pub fn has_items(operation: &OperationPlan<'_>) -> bool {
    is_paged(operation) && list_member(operation).is_some()
}

/// The implementation of `ListRequest`, if the list is a documented member that is always there.
fn items(operation: &OperationPlan<'_>, imports: &mut Imports) -> Option<TokenStream> {
    let (list, item) = list_member(operation)?;
    let request = imports.model(&operation.request);
    let read = answer(operation, imports);
    let item = item.tokens(imports);
    let trait_name = imports.model_named("ListRequest");
    Some(quote! {
        impl #trait_name for #request {
            type Item = #item;

            fn into_items(page: #read) -> Vec<#item> {
                page.#list
            }
        }
    })
}

/// The only list of the envelope, and the type of its items.
fn list_member<'p>(operation: &'p OperationPlan<'_>) -> Option<(&'p Ident, &'p RustType)> {
    let SuccessShape::Envelope(envelope) = &operation.success.shape else {
        return None;
    };
    let mut lists = envelope.members.iter().filter_map(|member| match &member.field.ty {
        RustType::List(item) => Some((member, item.as_ref())),
        _ => None,
    });
    let (member, item) = lists.next()?;
    let alone = lists.next().is_none();
    // The body of an overlay may not fit a response, which then has no items.
    (alone && member.field.required && !operation.success.answered)
        .then_some((&member.field.name, item))
}

/// A JSON pointer to a member of a member.
fn pointer(names: &[&str]) -> String {
    let escaped = |name: &&str| format!("/{}", name.replace('~', "~0").replace('/', "~1"));
    names.iter().map(escaped).collect()
}

/// The number of pages, from the paging member of the answer.
fn last_page(operation: &OperationPlan<'_>, meta: &str, count: &str) -> Option<TokenStream> {
    let SuccessShape::Envelope(envelope) = &operation.success.shape else {
        return None;
    };
    let meta = &envelope.members.iter().find(|member| member.field.wire == meta)?.field.name;
    let plan = operation.success.meta.as_ref()?;
    let count = plan.members.iter().find(|member| member.field.wire == count)?;
    let field = &count.field.name;
    let holder = format_ident!("{}", if operation.success.answered { "value" } else { "answer" });
    let number = quote!(#holder.#meta.#field);
    Some(match (operation.success.answered, count.field.required) {
        (false, true) => quote!(Some(#number)),
        (false, false) => number,
        (true, true) => quote!(answer.value.as_ref().ok().map(|value| #number)),
        (true, false) => quote!(answer.value.as_ref().ok().and_then(|value| #number)),
    })
}
