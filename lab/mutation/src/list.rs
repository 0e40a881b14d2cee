//! Edits of the list in a response and of its paging metadata.

use referral_conformance::contract;
use referral_conformance::exchange::Response;
use referral_conformance::json::Json;
use referral_conformance::page::Page;
use spec::{Operation, PageFact};

use crate::{json, response};

/// The response with an edited list and updated totals; unchanged if the contract does not state the list member.
pub fn edit_items(
    operation: &Operation,
    response: Response,
    change: impl FnOnce(&mut Vec<Json>),
) -> Response {
    response::edit_body(response, |body| {
        let before = count(operation, body);
        let list = contract::list_member(operation).and_then(|list| json::member(body, list));
        if let Some(Json::List(items)) = list {
            change(items);
        }
        update_totals(operation, body, before);
    })
}

/// Duplicates each item.
pub fn duplicate(items: &mut Vec<Json>) {
    *items = items.iter().flat_map(|item| [item.clone(), item.clone()]).collect();
}

/// Removes the first item.
pub fn drop_first(items: &mut Vec<Json>) {
    items.drain(..items.len().min(1));
}

/// The number of items in the list.
pub fn count(operation: &Operation, body: &Json) -> u64 {
    Page::read(operation, body).map_or(0, |page| page.count())
}

/// Updates the total and the number of pages after an edit of a list that had `before` items.
pub fn update_totals(operation: &Operation, body: &mut Json, before: u64) {
    let now = count(operation, body);
    let read = Page::read(operation, body).and_then(|page| Some((page.total?, page.size)));
    let Some((total, size)) = read.filter(|_| now != before) else {
        return;
    };
    let total = (total + now).saturating_sub(before);
    set_meta(operation, body, PageFact::Total, |_| total);
    if let Some(size) = size.filter(|size| *size > 0) {
        set_meta(operation, body, PageFact::Pages, |_| total.div_ceil(size));
    }
}

/// Reduces a whole list to one of its pages, with the metadata of that page.
pub fn cut_page(operation: &Operation, body: &mut Json, number: u64, size: u64) {
    let total = count(operation, body);
    let list = contract::list_member(operation).and_then(|list| json::member(body, list));
    if let Some(Json::List(items)) = list {
        let before = usize::try_from((number - 1).saturating_mul(size)).unwrap_or(usize::MAX);
        items.drain(..before.min(items.len()));
        items.truncate(usize::try_from(size).unwrap_or(usize::MAX));
    }
    for (key, value) in [
        (PageFact::Number, number),
        (PageFact::Size, size),
        (PageFact::Total, total),
        (PageFact::Pages, total.div_ceil(size)),
    ] {
        set_meta(operation, body, key, |_| value);
    }
}

/// A member that describes the page, in an object or beside the list.
pub fn page_member<'j>(meta: Option<&str>, body: &'j mut Json, key: &str) -> Option<&'j mut Json> {
    let holder = match meta {
        Some(meta) => json::member(body, meta)?,
        None => body,
    };
    json::member(holder, key)
}

/// Changes a number in the paging metadata and keeps its JSON type.
pub fn set_meta(
    operation: &Operation,
    body: &mut Json,
    changed: PageFact,
    change: impl FnOnce(u64) -> u64,
) {
    let Some(paging) = contract::paging(operation) else {
        return;
    };
    let before = Page::read(operation, body).and_then(|page| page.number_for(changed));
    let value =
        paging.member(changed).and_then(|key| page_member(paging.meta.as_deref(), body, key));
    if let (Some(value), Some(before)) = (value, before) {
        let after = change(before).to_string();
        *value = match value {
            Json::Text(_) => Json::Text(after),
            _ => Json::Number(after),
        };
    }
}
