//! Concurrent clients of the same account.

use spec::{Contract, Operation};

use crate::prelude::*;

/// Creates another record after each creation with an e-mail address.
pub(super) fn create_concurrently() -> Intercept {
    ask_twice(
        |cx| with_other_address(cx.request).filter(|_| cx.call.operation.creates.is_some()),
        |_, created, _| created,
    )
}

/// The same request with other addresses and names; `None` if it contains no address.
fn with_other_address(request: &Request) -> Option<Request> {
    let mut body = Json::parse(request.body.as_ref()?.as_bytes())?;
    let mut has_address = false;
    json::each_text(&mut body, &mut |text| {
        if text.contains('@') {
            text.insert_str(0, "other.");
            has_address = true;
        } else if text.contains(' ') || ends_in_unique_word(text) {
            // Another client does not send the unique names of a run.
            text.push_str(" of another");
        }
    });
    has_address.then(|| Request { body: Some(body.to_string()), ..request.clone() })
}

/// Whether a text ends in eight consonants, as the values of `{unique word}` do.
fn ends_in_unique_word(text: &str) -> bool {
    let is_consonant = |byte: &u8| byte.is_ascii_lowercase() && !b"aeiou".contains(byte);
    text.bytes().rev().take_while(is_consonant).count() >= 8
}

/// The number of exchanges after which another client adds its record, or removes it.
const INTERVAL: usize = 100;

/// Another client adds a record at the start of a list, removes it after [`INTERVAL`] exchanges, and so on. All other items
/// move by one place, also to the next page. `None` for lists without documented paging or identifiers.
pub(super) fn shift_list(contract: &Contract, operation: &Operation) -> Option<Intercept> {
    contract::paging(operation)?;
    let record = contract.record(operation.lists.as_deref()?)?;
    let identifier = synthetic::identifier_field(&record.fields)?.to_owned();
    let parameter = contract::page_number(contract, operation)?.to_owned();
    Some(Intercept::new(
        move |cx| match page_before(cx, &parameter).filter(|_| other_record(cx).is_some()) {
            Some(before) => RequestAction::ForwardBoth(cx.request.clone(), before),
            None => cx.forward(),
        },
        move |cx, UpstreamResponses { main, extra }| {
            let Some(number) = other_record(cx) else {
                return main;
            };
            let operation = cx.call.operation;
            response::edit_body(main, |body| match extra {
                None => push_front(operation, body, |first| copy_item(first?, &identifier, number)),
                Some(before) => {
                    let before = before.body.json();
                    push_front(operation, body, |_| last_of_full_page(operation, before?));
                }
            })
        },
    ))
}

/// The number of the other client's record, if it exists at this time.
fn other_record(cx: &InterceptContext<'_>) -> Option<usize> {
    let changes = cx.history.newest_first().count() / INTERVAL;
    (changes % 2 == 1).then_some(changes)
}

/// The request for the page before the requested one; `None` for the first page.
fn page_before(cx: &InterceptContext<'_>, parameter: &str) -> Option<Request> {
    let number = cx.query(parameter)?.parse::<u64>().ok()?;
    let before = number.checked_sub(1).filter(|before| *before > 0)?;
    Some(edit::with_query(cx.call.operation, cx.request, parameter, &before.to_string()))
}

fn last_of_full_page(operation: &Operation, body: &Json) -> Option<Json> {
    let page = Page::read(operation, body)?;
    let is_full = page.size.is_some_and(|size| page.count() >= size);
    page.items.last().filter(|_| is_full).cloned()
}

/// Adds the record to the numbers of a page, and the item, if there is one, in front. It gets the first item of the page.
fn push_front(
    operation: &Operation,
    body: &mut Json,
    item: impl FnOnce(Option<&Json>) -> Option<Json>,
) {
    let Some(page) = Page::read(operation, body) else {
        return;
    };
    let (total, size, item) = (page.total.unwrap_or_default(), page.size, item(page.items.first()));
    if total == 0 {
        return;
    }
    list::set_meta(operation, body, PageFact::Total, |_| total + 1);
    if let Some(size) = size.filter(|size| *size > 0) {
        list::set_meta(operation, body, PageFact::Pages, |_| (total + 1).div_ceil(size));
    }
    let list = contract::list_member(operation).and_then(|list| json::member(body, list));
    if let (Some(Json::List(items)), Some(item)) = (list, item) {
        items.insert(0, item);
        items.truncate(size.map_or(usize::MAX, |size| usize::try_from(size).unwrap_or(usize::MAX)));
    }
}

/// A copy of an item with another identifier.
fn copy_item(item: &Json, identifier: &str, number: usize) -> Option<Json> {
    let mut copy = item.clone();
    if let Some(Json::Text(id)) = json::member(&mut copy, identifier) {
        id.push_str(&format!("n{number}"));
    }
    Some(copy)
}
