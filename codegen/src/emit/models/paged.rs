//! How the request of a list asks for another of its pages.

use proc_macro2::Literal;
use spec::{PageFact, PageParameter, PageSelection, PageStart, Paging, Slot};

use super::prelude::*;
use super::request::answer;
use crate::plan::StructPlan;
use crate::rust_type::RustType;

/// Whether all pages of the list can be fetched one after another.
pub fn is_paged(operation: &OperationPlan<'_>) -> bool {
    tokens(operation, &mut Imports::in_models()).is_some()
}

/// Whether a list has pages with numbers or offsets, but it is not known where they start or end.
pub fn is_open_ended(operation: &OperationPlan<'_>) -> bool {
    let by = operation.operation.page_selection().map(|selection| selection.by);
    matches!(by, Some(PageStart::Number | PageStart::Offset))
        && list_member(operation).is_some()
        && !is_paged(operation)
}

/// The implementation of `PagedRequest`, if it is known how a page is requested and where the list ends.
pub fn tokens(operation: &OperationPlan<'_>, imports: &mut Imports) -> Option<TokenStream> {
    let paging = operation.operation.paging.as_ref().and_then(Slot::value)?;
    let selection = paging.selection.value()?;
    let says = |says| paging.member(says).is_some();
    let is_counted = says(PageFact::Number) && says(PageFact::Pages);
    let is_full = says(PageFact::Total) && paging.meta.is_some();
    if selection.by == PageStart::Number && is_counted && (is_full || !paging.announces_next()) {
        counted(operation, paging, selection, imports)
    } else {
        following(operation, paging, selection, imports)
    }
}

/// Pages with numbers, which say how many there are.
fn counted(
    operation: &OperationPlan<'_>,
    paging: &Paging,
    selection: &PageSelection,
    imports: &mut Imports,
) -> Option<TokenStream> {
    let page = input(operation, &selection.start)?;
    let names =
        [PageFact::Number, PageFact::Pages, PageFact::Total].map(|says| paging.member(says));
    let info = page_info(operation, paging.meta.as_deref(), names, imports)?;
    let [number, pages, total] =
        names.map(|wire| wire.map(|wire| paging.pointer(wire)).unwrap_or_default());
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

/// Pages that each lead to the next one.
fn following(
    operation: &OperationPlan<'_>,
    paging: &Paging,
    selection: &PageSelection,
    imports: &mut Imports,
) -> Option<TokenStream> {
    let start = input(operation, &selection.start)?;
    let (list, _) = list_member(operation)?;
    let count = match list {
        Some(list) => quote!(answer.#list.len()),
        None => quote!(answer.len()),
    };
    let [more, cursor] =
        [PageFact::More, PageFact::Next].map(|says| shown(operation, paging, says));
    let takes_cursor = selection.by == PageStart::Cursor && cursor.is_none();
    let reads_link = paging.link && (more.is_none() || takes_cursor);
    let more = match more {
        Some((more, _)) => quote!(Some(answer.#more)),
        None if paging.link => quote!(Some(raw.next_link().is_some())),
        None => quote!(None),
    };
    let ends_known = paging.announces_next() || paging.empty_after_last;
    let mut counts = quote!(pages: None, size: None);
    let total = match shown(operation, paging, PageFact::Total) {
        Some((total, true)) => quote!(Some(answer.#total)),
        Some((total, false)) => quote!(answer.#total),
        None => quote!(None),
    };
    let next = match selection.by {
        PageStart::Offset => {
            if !ends_known {
                always_shown(operation, paging, PageFact::Total)?;
            }
            quote!(page.offset(self.#start)?)
        }
        PageStart::Number => {
            let default = selection.start.default;
            if !ends_known {
                // The number of pages identifies the last page only if the number of the first page is known.
                default?;
                counts = self::counts(operation, paging, selection)?;
            }
            let first = Literal::u64_unsuffixed(default.unwrap_or(1));
            let number = match default {
                Some(_) => quote!(#first),
                None => {
                    let number = always_shown(operation, paging, PageFact::Number)?;
                    quote!(answer.#number)
                }
            };
            quote!(page.number(self.#start.unwrap_or(#number), #first)?)
        }
        PageStart::After => {
            let (identifier, is_always_there) = operation.success.identifier.as_ref()?;
            let items = list.map_or_else(|| quote!(answer), |list| quote!(answer.#list));
            let last = if *is_always_there {
                quote!(#items.last().map(|item| item.#identifier.to_string()))
            } else {
                quote!(#items.last().and_then(|item| item.#identifier.as_ref()).map(ToString::to_string))
            };
            quote!(page.cursor(self.#start.as_ref(), #last)?)
        }
        PageStart::Cursor => {
            let next = match cursor {
                Some((next, _)) => quote!(answer.#next.clone()),
                None => {
                    let wire = &selection.start.wire;
                    quote!(raw.next_link_parameter(#wire))
                }
            };
            quote!(page.cursor(self.#start.as_ref(), #next)?)
        }
    };
    let request = imports.model(&operation.request);
    let read = answer(operation, imports);
    let trait_name = imports.model_named("PagedRequest");
    let [error, raw_response] =
        ["DecodeError", "RawResponse"].map(|name| imports.model_named(name));
    let next_page = imports.runtime("NextPage");
    let raw = if reads_link { quote!(raw) } else { quote!(_raw) };
    let items = items(operation, imports);
    let body = has_headers(operation).then(|| quote!(let answer = &answer.body;));
    Some(quote! {
        impl #trait_name for #request {
            const FOLLOWS: bool = true;

            fn following(
                &self,
                answer: &#read,
                #raw: &#raw_response,
            ) -> Result<Option<Self>, #error> {
                #body
                let page =
                    #next_page { items: #count, more: #more, total: #total, #counts };
                let next = #next;
                Ok(next.map(|next| {
                    let mut following = self.clone();
                    following.#start = Some(next);
                    following
                }))
            }
        }

        #items
    })
}

/// The field of the request for a parameter that selects a page.
fn input<'p>(operation: &'p OperationPlan<'_>, parameter: &PageParameter) -> Option<&'p Ident> {
    let mut inputs = operation.inputs.iter();
    let input = inputs
        .find(|input| input.part == InputPart::Query && input.field.wire == parameter.wire)?;
    Some(&input.field.name)
}

/// The number of pages: as shown, or computed from the total and the page size. `None` if not every response gives it.
fn counts(
    operation: &OperationPlan<'_>,
    paging: &Paging,
    selection: &PageSelection,
) -> Option<TokenStream> {
    if let Some(pages) = always_shown(operation, paging, PageFact::Pages) {
        return Some(quote!(pages: Some(answer.#pages), size: None));
    }
    always_shown(operation, paging, PageFact::Total)?;
    let size = match always_shown(operation, paging, PageFact::Size) {
        Some(size) => quote!(answer.#size),
        None => {
            let size = selection.size.as_ref()?;
            let default = Literal::u64_unsuffixed(size.default?);
            let size = input(operation, size)?;
            quote!(self.#size.unwrap_or(#default))
        }
    };
    Some(quote!(pages: None, size: Some(#size)))
}

/// The access path of a member about the page, if every response has this member.
fn always_shown(
    operation: &OperationPlan<'_>,
    paging: &Paging,
    says: PageFact,
) -> Option<TokenStream> {
    let (place, is_always_there) = shown(operation, paging, says)?;
    is_always_there.then_some(place)
}

/// The access path of a member about the page in a response, and whether every response has it.
fn shown(
    operation: &OperationPlan<'_>,
    paging: &Paging,
    says: PageFact,
) -> Option<(TokenStream, bool)> {
    let SuccessShape::Envelope(envelope) = &operation.success.shape else {
        return None;
    };
    let wire = paging.member(says)?;
    let field = |plan: &StructPlan<'_>, wire: &str| {
        let member = plan.members.iter().find(|member| member.field.wire == wire)?;
        Some((member.field.name.clone(), member.field.required))
    };
    match &paging.meta {
        Some(meta) => {
            let (meta, _) = field(envelope, meta)?;
            let (name, required) = field(operation.success.meta.as_ref()?, wire)?;
            Some((quote!(#meta.#name), required))
        }
        None => {
            let (name, required) = field(envelope, wire)?;
            Some((quote!(#name), required))
        }
    }
}

/// Whether no query parameter is sent besides those that choose a page: any other may leave items out.
fn is_whole(operation: &OperationPlan<'_>, selection: &PageSelection) -> TokenStream {
    let selects = |wire: &str| selection.parameter(wire).is_some();
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
    let page = if has_headers(operation) { quote!(page.body) } else { quote!(page) };
    let list = list.map_or_else(|| page.clone(), |list| quote!(#page.#list));
    let request = imports.model(&operation.request);
    let read = answer(operation, imports);
    let item = item.tokens(imports);
    let trait_name = imports.model_named("ListRequest");
    Some(quote! {
        impl #trait_name for #request {
            type Item = #item;

            fn into_items(page: #read) -> Vec<#item> {
                #list
            }
        }
    })
}

/// The only list of the envelope, and the type of its items. A bare list is the whole response.
fn list_member<'p>(operation: &'p OperationPlan<'_>) -> Option<(Option<&'p Ident>, &'p RustType)> {
    // The body of an overlay may not fit a response, which then has no items.
    only_list(operation).filter(|_| !operation.success.answered)
}

/// The same, whether or not every response has it.
fn only_list<'p>(operation: &'p OperationPlan<'_>) -> Option<(Option<&'p Ident>, &'p RustType)> {
    let envelope = match &operation.success.shape {
        SuccessShape::Envelope(envelope) => envelope,
        SuccessShape::Bare(_, RustType::List(item)) => return Some((None, item.as_ref())),
        _ => return None,
    };
    let mut lists = envelope.members.iter().filter_map(|member| match &member.field.ty {
        RustType::List(item) => Some((member, item.as_ref())),
        _ => None,
    });
    let (member, item) = lists.next()?;
    let alone = lists.next().is_none();
    (alone && member.field.required).then_some((Some(&member.field.name), item))
}

/// What the response reports about the page: number, number of pages and total, with these names.
fn page_info(
    operation: &OperationPlan<'_>,
    meta: Option<&str>,
    names: [Option<&str>; 3],
    imports: &mut Imports,
) -> Option<TokenStream> {
    let SuccessShape::Envelope(envelope) = &operation.success.shape else {
        return None;
    };
    let (plan, place) = match meta {
        Some(meta) => {
            let meta = envelope.members.iter().find(|member| member.field.wire == meta)?;
            let meta = &meta.field.name;
            (operation.success.meta.as_ref()?, quote!(#meta.))
        }
        None => (envelope, TokenStream::new()),
    };
    let answered = operation.success.answered;
    let holder = format_ident!("{}", if answered { "value" } else { "answer" });
    let read = |wire: Option<&str>| {
        let Some(wire) = wire else { return Some(quote!(None)) };
        let field = &plan.members.iter().find(|member| member.field.wire == wire)?.field;
        let name = &field.name;
        let number = quote!(#holder.#place #name);
        Some(if field.required { quote!(Some(#number)) } else { number })
    };
    let [number, pages, total] = names.map(read);
    let (number, pages, total) = (number?, pages?, total?);
    let items = match only_list(operation) {
        Some((Some(list), _)) => quote!(Some(#holder.#list.len())),
        _ => quote!(None),
    };
    let name = imports.runtime("PageInfo");
    let info = quote!(#name { number: #number, pages: #pages, total: #total, items: #items });
    Some(match (answered, has_headers(operation)) {
        (true, false) => quote!(answer.value.as_ref().map(|value| #info).unwrap_or_default()),
        (true, true) => {
            quote!(answer.value.as_ref().map(|value| &value.body).map(|value| #info).unwrap_or_default())
        }
        (false, false) => info,
        (false, true) => quote!(let answer = &answer.body; #info),
    })
}

/// Whether a response has the body in a member of its own, beside the headers.
fn has_headers(operation: &OperationPlan<'_>) -> bool {
    operation.success.headers.is_some()
}
