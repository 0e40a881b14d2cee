//! Page sizes, paging metadata and truncated lists.

use referral_conformance::exchange::Response;
use referral_conformance::json::Json;
use referral_conformance::page::PagingKey;

use crate::intercept::{Intercept, InterceptContext, RequestAction, UpstreamResponses};
use crate::{answer, edit, json, list};

/// Changes the default page size, and limits the requested one.
pub(super) struct PageSizeLimits {
    pub(super) parameter: String,
    pub(super) default: u32,
    pub(super) min: u32,
    pub(super) max: u32,
}

impl Intercept for PageSizeLimits {
    fn on_request(&self, cx: &InterceptContext<'_>) -> RequestAction {
        let sent = cx.query(&self.parameter);
        let size = match sent.map(str::parse::<u32>) {
            None => self.default,
            Some(Ok(sent)) => sent.clamp(self.min, self.max),
            Some(Err(_)) => return cx.forward(),
        };
        let size = size.to_string();
        if sent == Some(size.as_str()) {
            cx.forward()
        } else {
            RequestAction::Forward(edit::with_query(cx.request, &self.parameter, &size))
        }
    }
}

/// Counts the page number in the metadata from 0.
pub(super) struct ZeroBased;

impl Intercept for ZeroBased {
    fn on_response(&self, cx: &InterceptContext<'_>, upstream: UpstreamResponses) -> Response {
        answer::edit_body(upstream.main, |body| {
            list::set_meta(cx.call.operation, body, PagingKey::Number, |number| {
                number.saturating_sub(1)
            });
        })
    }

    fn uses_history(&self) -> bool {
        false
    }
}

/// Truncates lists.
pub(super) struct Truncate(pub(super) usize);

impl Intercept for Truncate {
    fn on_response(&self, _: &InterceptContext<'_>, upstream: UpstreamResponses) -> Response {
        answer::edit_body(upstream.main, |body| {
            json::each_list(body, &mut |items| items.truncate(self.0));
        })
    }
}

/// A JSON representation of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NumberForm {
    /// `"1"`
    Text,
    /// `1.0`
    Fraction,
    /// `null`
    Null,
}

impl NumberForm {
    pub(super) const ALL: [(&'static str, Self); 3] =
        [("text", Self::Text), ("fraction", Self::Fraction), ("null", Self::Null)];
}

/// Changes the representation of the numbers in the paging metadata.
pub(super) struct ReformatNumbers {
    pub(super) meta: String,
    pub(super) form: NumberForm,
}

impl Intercept for ReformatNumbers {
    fn on_response(&self, _: &InterceptContext<'_>, upstream: UpstreamResponses) -> Response {
        answer::edit_body(upstream.main, |body| {
            let Some(Json::Map(members)) = json::member(body, &self.meta) else {
                return;
            };
            for (_, value) in members {
                if let Json::Number(digits) = value {
                    *value = match self.form {
                        NumberForm::Text => Json::Text(digits.clone()),
                        NumberForm::Fraction => Json::Number(format!("{digits}.0")),
                        NumberForm::Null => Json::Null,
                    };
                }
            }
        })
    }
}

/// Adds paging metadata to unpaged lists.
pub(super) struct AddMetadata;

impl Intercept for AddMetadata {
    fn on_response(&self, cx: &InterceptContext<'_>, upstream: UpstreamResponses) -> Response {
        if !cx.accepts(&upstream.main) {
            return upstream.main;
        }
        answer::edit_body(upstream.main, |body| {
            if let Json::Map(members) = body {
                let next = ("next".to_owned(), Json::Null);
                let total = ("total".to_owned(), Json::Number("1".to_owned()));
                members.push(("page_of".to_owned(), Json::Map(vec![next, total])));
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{FakeServer, request, response};

    #[test]
    fn page_size_is_limited() {
        let server = FakeServer::new();
        let size =
            |min, max| PageSizeLimits { parameter: "per_page".to_owned(), default: 3, min, max };
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
        assert_eq!(server.response(&ZeroBased, &sent, listed_with(1)), listed_with(0));
    }

    #[test]
    fn page_numbers_are_reformatted() {
        let server = FakeServer::new();
        let sent = request("GET", "/books", None);
        for (form, written) in [
            (NumberForm::Text, r#""2""#),
            (NumberForm::Fraction, "2.0"),
            (NumberForm::Null, "null"),
        ] {
            let meta = "page_info".to_owned();
            let listed = response(200, r#"{"books":[],"page_info":{"page":2}}"#);
            let listed_with = server.response(&ReformatNumbers { meta, form }, &sent, listed);
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
        assert_eq!(server.response(&Truncate(1), &sent, listed), short);
        let listed_with = server.response(&AddMetadata, &sent, response(200, r#"{"books":[]}"#));
        let body = r#"{"books":[],"page_of":{"next":null,"total":1}}"#;
        assert_eq!(listed_with, response(200, body));
    }
}
