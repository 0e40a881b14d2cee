//! Page sizes, paging metadata and truncated lists.

use crate::prelude::*;

/// Changes the default page size, and limits the requested one.
#[derive(Clone, Copy)]
pub(super) struct PageSizeLimits {
    pub(super) default: u32,
    pub(super) min: u32,
    pub(super) max: u32,
}

impl PageSizeLimits {
    /// Applies the limits to this query parameter.
    pub(super) fn limit(self, parameter: &str) -> Intercept {
        let parameter = parameter.to_owned();
        edit_request(move |cx| {
            let sent = cx.query(&parameter);
            let size = match sent.map(str::parse::<u32>) {
                None => self.default,
                Some(Ok(sent)) => sent.clamp(self.min, self.max),
                Some(Err(_)) => return cx.request.clone(),
            };
            let size = size.to_string();
            if sent == Some(size.as_str()) {
                cx.request.clone()
            } else {
                edit::with_query(cx.call.operation, cx.request, &parameter, &size)
            }
        })
    }
}

/// Counts the page number in the metadata from 0.
pub(super) fn count_from_zero() -> Intercept {
    edit_body(|cx, body| {
        list::set_meta(cx.call.operation, body, PageFact::Number, |page| page.saturating_sub(1));
    })
}

/// Counts pages from 0, in requests and in the metadata.
pub(super) fn request_from_zero(parameter: &str) -> Intercept {
    let parameter = parameter.to_owned();
    Intercept::new(
        move |cx| match cx.query(&parameter).map(str::parse::<u64>) {
            Some(Ok(number)) => {
                let number = number.saturating_add(1).to_string();
                RequestAction::Forward(edit::with_query(
                    cx.call.operation,
                    cx.request,
                    &parameter,
                    &number,
                ))
            }
            _ => cx.forward(),
        },
        |cx, upstream| count_from_zero().on_response(cx, upstream),
    )
}

pub(super) fn truncate(count: usize) -> Intercept {
    edit_lists(move |items| items.truncate(count))
}

/// A JSON representation of a number, from its digits.
pub(super) type NumberForm = fn(&str) -> Json;

/// Representations of numbers in the paging metadata.
pub(super) const NUMBER_FORMS: [(&str, NumberForm); 3] = [
    ("text", |digits| Json::Text(digits.to_owned())),
    ("fraction", |digits| Json::Number(format!("{digits}.0"))),
    ("null", |_| Json::Null),
];

/// Changes the representation of the numbers in the paging metadata.
pub(super) fn reformat_numbers(meta: Option<&str>, form: NumberForm) -> Intercept {
    let meta = meta.map(str::to_owned);
    edit_body(move |_, body| {
        let holder = match &meta {
            Some(meta) => json::member(body, meta),
            None => Some(body),
        };
        if let Some(Json::Map(members)) = holder {
            for (_, value) in members {
                if let Json::Number(digits) = value {
                    *value = form(digits);
                }
            }
        }
    })
}

/// Adds paging metadata to unpaged lists.
pub(super) fn add_metadata() -> Intercept {
    edit_accepted(|_, body| {
        if let Json::Map(members) = body {
            let total = Json::Number("1".to_owned());
            let page = json::object([("next", Json::Null), ("total", total)]);
            members.push(("page_of".to_owned(), page));
        }
    })
}
