//! Pages of a list, and the paging metadata.

use http::header::LINK;
use spec::{Operation, PageStart};

use super::parts::*;

/// Paging metadata: a member has another name, is not a number, or has a wrong number.
pub(super) fn meta_key(target: ClauseContext<'_>, meta: &str, key: &str) -> Vec<Mutation> {
    let mut mutations = vec![
        edit_member(meta, key, |(name, _)| {
            name.pop();
        })
        .named("misspelled", "the last letter of its name is missing"),
    ];
    let Some(operation) = target.operation else {
        return mutations;
    };
    let says = contract::paging(operation).and_then(|paging| paging.fact(key));
    match says {
        Some(PageFact::More) => {
            let always = |value: Json| set_value(meta, key, value);
            return vec![
                mutations.remove(0),
                always(Json::Bool(true)).named("always_true", "it is always `true`"),
                always(Json::Bool(false)).named("always_false", "it is always `false`"),
            ];
        }
        Some(PageFact::Next) => {
            mutations.push(set_value(meta, key, Json::Null).named("null", "it is always null"));
            return mutations;
        }
        _ => {}
    }
    if contract::paging(operation).is_some_and(|paging| paging.integers.stated() == Some(&true)) {
        mutations.extend([
            edit_member(meta, key, |(_, value)| *value = Json::Text("many".to_owned()))
                .named("not_a_number", "it is a word"),
            edit_member(meta, key, quote).named("quoted", "the number is a text"),
        ]);
    }
    mutations.extend(wrong_numbers(operation, key));
    // With a required parameter, a list is partial, and the document does not say what the total counts.
    let is_partial = operation.query.iter().any(|query| query.required);
    let paging = contract::paging(operation);
    let is_total = paging.is_some_and(|paging| paging.member(PageFact::Total) == Some(key));
    if is_total && !is_partial {
        let empty = empty_only_page(contract::page_number(target.contract, operation));
        mutations
            .push(empty.named("of_an_empty_page", "without a page number, the only page is empty"));
    }
    mutations
}

fn wrong_numbers(operation: &Operation, key: &str) -> Vec<Mutation> {
    let paging = contract::paging(operation);
    let Some(key) = paging.and_then(|paging| paging.fact(key)) else {
        return Vec::new();
    };
    let number = |name, statement, number| set_number(key, number).named(name, statement);
    let one_more = || number("one_more", "it is one too high", |_, number| number + 1);
    let one_less = || number("one_less", "it is one too low", |_, number| number.saturating_sub(1));
    let items = "it is the number of items";
    // With a required parameter, a list is partial, and the document does not say what the total counts.
    let is_whole = !operation.query.iter().any(|query| query.required);
    let is_paged = contract::page_selection(operation).is_some();
    match key {
        PageFact::Size => vec![
            number("too_small", "it is smaller than the page", |page, _| {
                page.count().saturating_sub(1)
            }),
            number("zero", "it is 0", |_, _| 0),
        ],
        PageFact::Number if is_paged => {
            vec![one_more(), number("first", "it is always 1", |_, _| 1)]
        }
        PageFact::Number => vec![one_more(), number("item_count", items, |page, _| page.count())],
        PageFact::Offset => vec![one_more(), number("zero", "it is 0", |_, _| 0)],
        PageFact::More | PageFact::Next => Vec::new(),
        PageFact::Pages if is_whole => vec![
            one_more(),
            one_less(),
            number("item_count", items, |page, _| page.total.unwrap_or_default()),
        ],
        PageFact::Total if is_whole && filters(operation).count() > 1 => vec![
            one_more(),
            one_less(),
            count_first_filter().named(
                "of_first_filter",
                "with several filters, it counts the items that pass the first",
            ),
        ],
        PageFact::Total if is_whole => vec![one_more(), one_less()],
        PageFact::Pages | PageFact::Total => vec![one_less()],
    }
}

/// Edits a member of the paging metadata.
fn edit_member(meta: &str, key: &str, edit: fn(&mut (String, Json))) -> Intercept {
    let (meta, key) = (meta.to_owned(), key.to_owned());
    edit_body(move |_, body| {
        let holder = if meta.is_empty() { Some(body) } else { json::member(body, &meta) };
        if let Some(Json::Map(members)) = holder
            && let Some(member) = members.iter_mut().find(|(name, _)| *name == key)
        {
            edit(member);
        }
    })
}

/// Replaces a member of the paging metadata.
fn set_value(meta: &str, key: &str, value: Json) -> Intercept {
    let (meta, key) = (Some(meta.to_owned()).filter(|meta| !meta.is_empty()), key.to_owned());
    edit_body(move |_, body| {
        if let Some(member) = list::page_member(meta.as_deref(), body, &key) {
            *member = value.clone();
        }
    })
}

/// Removes the items of a list of one page, but not from its total, if no page is requested.
fn empty_only_page(parameter: Option<&str>) -> Intercept {
    let parameter = parameter.map(str::to_owned);
    let is_unnumbered = move |cx: &InterceptContext<'_>| {
        parameter.as_ref().is_none_or(|name| cx.query(name).is_none())
    };
    edit_body(|cx, body| {
        let page = Page::read(cx.call.operation, body);
        if page.is_some_and(|page| page.pages == Some(1)) {
            json::each_list(body, &mut Vec::clear);
        }
    })
    .when(is_unnumbered)
}

fn quote((_, value): &mut (String, Json)) {
    if let Json::Number(digits) = value {
        *value = Json::Text(std::mem::take(digits));
    }
}

/// Replaces a number by a function of the page and the number.
fn set_number(key: PageFact, number: fn(&Page<'_>, u64) -> u64) -> Intercept {
    edit_body(move |cx, body| {
        let operation = cx.call.operation;
        let original = body.clone();
        if let Some(page) = Page::read(operation, &original) {
            list::set_meta(operation, body, key, |old| number(&page, old));
        }
    })
}

/// Names of the query parameters that filter the list.
fn filters(operation: &Operation) -> impl Iterator<Item = &str> {
    let query = operation.query.iter();
    query.filter(|query| query.filter.is_some()).map(|query| query.name.as_str())
}

/// Returns the total for the first filter only.
fn count_first_filter() -> Intercept {
    let with_first_filter = |cx: &InterceptContext<'_>| {
        let others = filters(cx.call.operation).filter(|name| cx.query(name).is_some()).skip(1);
        others.fold(None, |request, name| {
            Some(edit::without_query(
                cx.call.operation,
                request.as_ref().unwrap_or(cx.request),
                name,
            ))
        })
    };
    ask_twice(with_first_filter, |cx, filtered, first_only| {
        let operation = cx.call.operation;
        let first_only = first_only.body.json();
        match first_only.and_then(|first_only| Page::read(operation, first_only)?.total) {
            Some(total) => response::edit_body(filtered, |body| {
                list::set_meta(operation, body, PageFact::Total, |_| total);
            }),
            None => filtered,
        }
    })
}

/// Page number: the parameter is ignored or selects another page.
pub(super) fn page_number(parameter: &str) -> Vec<Mutation> {
    let sent = parameter.to_owned();
    let mut mutations =
        reject_calls_if("every page number is refused", move |cx| cx.query(&sent).is_some());
    mutations.extend([
        ignore_parameter(parameter).named("ignored", "every page is the first one"),
        change_number(parameter, |page| page.saturating_sub(1).max(1))
            .named("one_before", "every page but the first is the one before"),
        empty_last_page(parameter).named("last_empty", "the last page is empty"),
        show_next_page(parameter)
            .named("one_after", "every page is the one after, also without a page number"),
    ]);
    let sent = parameter.to_owned();
    let without_number = show_next_page(parameter).when(move |cx| cx.query(&sent).is_none());
    mutations.push(
        without_number.named("second_without_number", "without a page number, it is the second"),
    );
    mutations
}

/// Shows the next page with the number of the requested one. Page 0 is then the first.
fn show_next_page(parameter: &str) -> Intercept {
    let parameter = parameter.to_owned();
    Intercept::new(
        move |cx| match cx.query(&parameter).map_or(Ok(1), str::parse::<u64>) {
            Ok(number) => {
                let next = number.saturating_add(1).to_string();
                RequestAction::Forward(edit::with_query(
                    cx.call.operation,
                    cx.request,
                    &parameter,
                    &next,
                ))
            }
            Err(_) => cx.forward(),
        },
        |cx, upstream| {
            response::edit_body(upstream.main, |body| {
                list::set_meta(cx.call.operation, body, PageFact::Number, |page| {
                    page.saturating_sub(1)
                });
            })
        },
    )
}

fn empty_last_page(parameter: &str) -> Intercept {
    let parameter = parameter.to_owned();
    edit_body(move |cx, body| {
        let sent = cx.query(&parameter).and_then(|sent| sent.parse::<u64>().ok());
        let last = Page::read(cx.call.operation, body).and_then(|page| page.pages);
        if last.is_some_and(|last| last > 1 && sent == Some(last)) {
            json::each_list(body, &mut Vec::clear);
        }
    })
}

/// Page size: the parameter is ignored or selects another size.
pub(super) fn page_size(parameter: &str) -> Vec<Mutation> {
    vec![
        ignore_parameter(parameter).named("ignored", "pages have the default size"),
        change_number(parameter, |size| size + 1).named("one_more", "pages have one more item"),
        change_number(parameter, |size| size * 2)
            .named("doubled", "pages have twice as many items"),
    ]
}

/// The parameter that selects the page is ignored, or selects another page.
pub(super) fn page_following(parameter: &str, by: PageStart) -> Vec<Mutation> {
    let ignored = ignore_parameter(parameter).named("ignored", "every page is the first one");
    let other = if by == PageStart::Offset {
        change_number(parameter, |offset| offset + u64::from(offset > 0))
            .named("one_more", "every page but the first begins one item later")
    } else {
        let sent = parameter.to_owned();
        edit_body(|_, body| json::each_list(body, &mut list::drop_first))
            .when(move |cx| cx.query(&sent).is_some())
            .named("first_missing", "every page but the first lacks its first item")
    };
    vec![ignored, other]
}

/// If no page size is requested, pages have one more item than the default.
pub(super) fn page_size_default(parameter: &str, size: u64) -> Vec<Mutation> {
    let (name, other) = (parameter.to_owned(), (size + 1).to_string());
    let sent = name.clone();
    let intercept = Intercept::new(
        move |cx| {
            let request = edit::with_query(cx.call.operation, cx.request, &name, &other);
            RequestAction::Forward(request)
        },
        |_, upstream| upstream.main,
    );
    let other = intercept.when(move |cx| cx.query(&sent).is_none());
    vec![other.named("one_more", "the default is one more")]
}

/// No page has a header `Link`.
pub(super) fn page_link() -> Vec<Mutation> {
    let without = Intercept::new(
        |cx| cx.forward(),
        |_, upstream| {
            let mut response = upstream.main;
            response.headers.remove(LINK);
            response
        },
    );
    vec![without.named("missing", "no page has the header")]
}

/// A page after the last one shows the items of the first one.
pub(super) fn page_after_last(parameter: &str) -> Vec<Mutation> {
    let name = parameter.to_owned();
    let is_far = move |cx: &InterceptContext<'_>| {
        cx.query(&name).is_some_and(|sent| sent.len() >= "1000000".len())
    };
    vec![ignore_parameter(parameter).when(is_far).named("first", "it is the first one")]
}
