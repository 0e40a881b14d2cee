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
    pub(super) fn limit(self, parameter: &str) -> impl Intercept + use<> {
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
                edit::with_query(cx.request, &parameter, &size)
            }
        })
    }
}

/// Counts the page number in the metadata from 0.
pub(super) fn count_from_zero() -> impl Intercept {
    edit_body(|cx, body| {
        list::set_meta(cx.call.operation, body, PagingKey::Number, |page| page.saturating_sub(1));
    })
}

/// Counts pages from 0, in requests and in the metadata.
pub(super) fn request_from_zero(parameter: &str) -> impl Intercept + use<> {
    let parameter = parameter.to_owned();
    intercept(
        move |cx| match cx.query(&parameter).map(str::parse::<u64>) {
            Some(Ok(number)) => {
                let number = number.saturating_add(1).to_string();
                RequestAction::Forward(edit::with_query(cx.request, &parameter, &number))
            }
            _ => cx.forward(),
        },
        |cx, upstream| count_from_zero().on_response(cx, upstream),
    )
}

pub(super) fn truncate(count: usize) -> impl Intercept {
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
pub(super) fn reformat_numbers(meta: &str, form: NumberForm) -> impl Intercept + use<> {
    let meta = meta.to_owned();
    edit_body(move |_, body| {
        if let Some(Json::Map(members)) = json::member(body, &meta) {
            for (_, value) in members {
                if let Json::Number(digits) = value {
                    *value = form(digits);
                }
            }
        }
    })
}

/// Adds paging metadata to unpaged lists.
pub(super) fn add_metadata() -> impl Intercept {
    on_response(|cx, response| {
        if !cx.accepts(&response) {
            return response;
        }
        answer::edit_body(response, |body| {
            if let Json::Map(members) = body {
                let total = Json::Number("1".to_owned());
                let page = json::object([("next", Json::Null), ("total", total)]);
                members.push(("page_of".to_owned(), page));
            }
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{FakeServer, request, response};

    #[test]
    fn page_size_is_limited() {
        let server = FakeServer::new();
        let size = |min, max| PageSizeLimits { default: 3, min, max }.limit("per_page");
        let forwarded = |min, max, target: &str| match server
            .request_action(&size(min, max), &request("GET", target, None))
        {
            RequestAction::Forward(request) => request.target,
            other => panic!("{other:?}"),
        };
        assert_eq!(forwarded(1, 9, "/books?page=2"), "/books?page=2&per_page=3");
        assert_eq!(forwarded(1, 9, "/books?per_page=9"), "/books?per_page=9");
        assert_eq!(forwarded(1, 3, "/books?per_page=9"), "/books?per_page=3");
        assert_eq!(forwarded(5, 9, "/books?per_page=1"), "/books?per_page=5");
        let sent = request("GET", "/books", None);
        let listed_with = |page| {
            let listed_with = format!(r#"{{"page":{page}}}"#);
            response(200, &format!(r#"{{"books":[],"page_info":{listed_with}}}"#))
        };
        assert_eq!(server.response(&count_from_zero(), &sent, listed_with(1)), listed_with(0));
        let from_zero = request_from_zero("page");
        assert_eq!(server.response(&from_zero, &sent, listed_with(1)), listed_with(0));
        assert_eq!(server.request_action(&from_zero, &sent), RequestAction::Forward(sent));
        let action = server.request_action(&from_zero, &request("GET", "/books?page=0", None));
        assert_eq!(action, RequestAction::Forward(request("GET", "/books?page=1", None)));
    }

    #[test]
    fn page_numbers_are_reformatted() {
        let server = FakeServer::new();
        let sent = request("GET", "/books", None);
        for (form, written) in [("text", r#""2""#), ("fraction", "2.0"), ("null", "null")] {
            let form = NUMBER_FORMS.into_iter().find(|(known, _)| *known == form).unwrap().1;
            let listed = response(200, r#"{"books":[],"page_info":{"page":2}}"#);
            let listed_with = server.response(&reformat_numbers("page_info", form), &sent, listed);
            let body = format!(r#"{{"books":[],"page_info":{{"page":{written}}}}}"#);
            assert_eq!(listed_with, response(200, &body));
        }
    }

    #[test]
    fn lists_are_truncated() {
        let server = FakeServer::new();
        let sent = request("GET", "/books", None);
        let listed = response(200, r#"{"books":[{"n":1},{"n":2},{"n":3}],"marks":[1,2,3]}"#);
        let short = response(200, r#"{"books":[{"n":1}],"marks":[1,2,3]}"#);
        assert_eq!(server.response(&truncate(1), &sent, listed), short);
        let listed_with = server.response(&add_metadata(), &sent, response(200, r#"{"books":[]}"#));
        let body = r#"{"books":[],"page_of":{"next":null,"total":1}}"#;
        assert_eq!(listed_with, response(200, body));
    }
}
