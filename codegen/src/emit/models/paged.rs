//! How the request of a list asks for another of its pages.

use spec::{PageSelection, Slot};

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
    let number = paging.members.iter().find(|wire| **wire == selection.page);
    let number = number.or(paging.members.get(1))?;
    let names = [number.as_str(), count.as_str(), paging.total.as_str()];
    let info = page_info(operation, &paging.meta, names, imports)?;
    let [number, pages, total] = names.map(|wire| pointer(&[&paging.meta, wire]));
    let is_whole = is_whole(operation, selection);
    let request = imports.model(&operation.request);
    let read = answer(operation, imports);
    let trait_name = imports.model_named("PagedRequest");
    let [page_info, pointers] = ["PageInfo", "PagePointers"].map(|name| imports.runtime(name));
    let items = items(operation, imports);
    Some(quote! {
        impl #trait_name for #request {
            const POINTERS: #pointers = #pointers { number: #number, pages: #pages, total: #total };

            fn page(&self) -> Option<u64> {
                self.#page
            }

            fn set_page(&mut self, page: u64) {
                self.#page = Some(page);
            }

            fn is_whole(&self) -> bool {
                #is_whole
            }

            fn page_info(answer: &#read) -> #page_info {
                #info
            }
        }

        #items
    })
}

/// Whether no query parameter is sent besides those that choose a page: any other may leave items out.
fn is_whole(operation: &OperationPlan<'_>, selection: &PageSelection) -> TokenStream {
    let selects = |wire: &str| wire == selection.page || wire == selection.per_page;
    let others: Vec<_> = operation
        .inputs
        .iter()
        .filter(|input| input.part == InputPart::Query && !selects(input.field.wire))
        .map(|input| &input.field)
        .collect();
    if others.iter().any(|field| field.required) {
        return quote!(false);
    }
    let mut absent = others.iter().map(|field| {
        let name = &field.name;
        quote!(self.#name.is_none())
    });
    match absent.next() {
        Some(first) => quote!(#first #(&& #absent)*),
        None => quote!(true),
    }
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
    // The body of an overlay may not fit a response, which then has no items.
    only_list(operation).filter(|_| !operation.success.answered)
}

/// The same, whether or not every response has it.
fn only_list<'p>(operation: &'p OperationPlan<'_>) -> Option<(&'p Ident, &'p RustType)> {
    let SuccessShape::Envelope(envelope) = &operation.success.shape else {
        return None;
    };
    let mut lists = envelope.members.iter().filter_map(|member| match &member.field.ty {
        RustType::List(item) => Some((member, item.as_ref())),
        _ => None,
    });
    let (member, item) = lists.next()?;
    let alone = lists.next().is_none();
    (alone && member.field.required).then_some((&member.field.name, item))
}

/// A JSON pointer to a member of a member.
fn pointer(names: &[&str]) -> String {
    let escaped = |name: &&str| format!("/{}", name.replace('~', "~0").replace('/', "~1"));
    names.iter().map(escaped).collect()
}

/// What the paging member of the answer reports: number, number of pages and total, with these names.
fn page_info(
    operation: &OperationPlan<'_>,
    meta: &str,
    names: [&str; 3],
    imports: &mut Imports,
) -> Option<TokenStream> {
    let SuccessShape::Envelope(envelope) = &operation.success.shape else {
        return None;
    };
    let meta = &envelope.members.iter().find(|member| member.field.wire == meta)?.field.name;
    let plan = operation.success.meta.as_ref()?;
    let answered = operation.success.answered;
    let holder = format_ident!("{}", if answered { "value" } else { "answer" });
    let read = |wire: &str| {
        let field = &plan.members.iter().find(|member| member.field.wire == wire)?.field;
        let name = &field.name;
        let number = quote!(#holder.#meta.#name);
        Some(if field.required { quote!(Some(#number)) } else { number })
    };
    let [number, pages, total] = names.map(read);
    let (number, pages, total) = (number?, pages?, total?);
    let items = match only_list(operation) {
        Some((list, _)) => quote!(Some(#holder.#list.len())),
        None => quote!(None),
    };
    let name = imports.runtime("PageInfo");
    let info = quote!(#name { number: #number, pages: #pages, total: #total, items: #items });
    Some(if answered {
        quote!(answer.value.as_ref().map(|value| #info).unwrap_or_default())
    } else {
        info
    })
}
