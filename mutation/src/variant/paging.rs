//! How many things a page has, and whether a list of which no paging is known is whole.

use referral_conformance::exchange::Response;
use referral_conformance::json::Json;
use referral_conformance::page::PagingKey;
use spec::InputPart;

use crate::intercept::{Intercept, InterceptContext, RequestAction, UpstreamResponses};
use crate::{answer, edit, json, list};

/// The size of a page when none is asked for, and between which sizes one can choose.
pub(super) struct Size {
    pub(super) parameter: String,
    pub(super) default: u32,
    pub(super) least: u32,
    pub(super) most: u32,
}

impl Intercept for Size {
    fn on_request(&self, context: &InterceptContext<'_>) -> RequestAction {
        let asked = context.call.text(InputPart::Query, &self.parameter);
        let size = match asked.map(str::parse::<u32>) {
            None => self.default,
            Some(Ok(asked)) => asked.clamp(self.least, self.most),
            Some(Err(_)) => return RequestAction::Forward(context.request.clone()),
        };
        RequestAction::Forward(match asked == Some(size.to_string().as_str()) {
            true => context.request.clone(),
            false => edit::with_query(context.request, &self.parameter, &size.to_string()),
        })
    }
}

/// The page number in `meta` is counted from 0.
pub(super) struct ZeroBased;

impl Intercept for ZeroBased {
    fn on_response(&self, context: &InterceptContext<'_>, upstream: UpstreamResponses) -> Response {
        answer::edited(upstream.main, |body| {
            list::tell(context.call.operation, body, PagingKey::Number, |number| {
                number.saturating_sub(1)
            });
        })
    }

    fn uses_history(&self) -> bool {
        false
    }
}

/// Only the first things of a list are shown.
pub(super) struct First(pub(super) usize);

impl Intercept for First {
    fn on_response(&self, _: &InterceptContext<'_>, upstream: UpstreamResponses) -> Response {
        answer::edited(upstream.main, |body| {
            json::each_list(body, &mut |items| items.truncate(self.0));
        })
    }
}

/// How a number is written where its type is not said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// `"1"`
    Text,
    /// `1.0`
    Fraction,
    /// `null`
    Null,
}

impl Form {
    pub(super) const ALL: [(&'static str, Self); 3] = [
        ("text", Self::Text),
        ("fraction", Self::Fraction),
        ("null", Self::Null),
    ];
}

/// The numbers that tell about the page are written in another form.
pub(super) struct Written {
    pub(super) meta: String,
    pub(super) form: Form,
}

impl Intercept for Written {
    fn on_response(&self, _: &InterceptContext<'_>, upstream: UpstreamResponses) -> Response {
        answer::edited(upstream.main, |body| {
            let Some(Json::Map(members)) = json::member(body, &self.meta) else {
                return;
            };
            for (_, value) in members {
                if let Json::Number(digits) = value {
                    *value = match self.form {
                        Form::Text => Json::Text(digits.clone()),
                        Form::Fraction => Json::Number(format!("{digits}.0")),
                        Form::Null => Json::Null,
                    };
                }
            }
        })
    }
}

/// The list tells about itself, beside the things in it.
pub(super) struct Unasked;

impl Intercept for Unasked {
    fn on_response(&self, context: &InterceptContext<'_>, upstream: UpstreamResponses) -> Response {
        if !context.accepts(&upstream.main) {
            return upstream.main;
        }
        answer::edited(upstream.main, |body| {
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
        let size = |least, most| Size {
            parameter: "per_page".to_owned(),
            default: 3,
            least,
            most,
        };
        let forwarded = |least, most, target: &str| match server
            .request(&size(least, most), &request("GET", target, None))
        {
            RequestAction::Forward(request) => request.target,
            other => panic!("{other:?}"),
        };
        assert_eq!(forwarded(1, 9, "/books?page=2"), "/books?page=2&per_page=3");
        assert_eq!(forwarded(1, 9, "/books?per_page=9"), "/books?per_page=9");
        assert_eq!(forwarded(1, 3, "/books?per_page=9"), "/books?per_page=3");
        assert_eq!(forwarded(5, 9, "/books?per_page=1"), "/books?per_page=5");
        let sent = request("GET", "/books", None);
        let told = |page| {
            let told = format!(r#"{{"page":{page}}}"#);
            response(200, &format!(r#"{{"books":[],"page_info":{told}}}"#))
        };
        assert_eq!(server.response(&ZeroBased, &sent, told(1)), told(0));
    }

    #[test]
    fn page_numbers_are_reformatted() {
        let server = FakeServer::new();
        let sent = request("GET", "/books", None);
        for (form, written) in [
            (Form::Text, r#""2""#),
            (Form::Fraction, "2.0"),
            (Form::Null, "null"),
        ] {
            let meta = "page_info".to_owned();
            let listed = response(200, r#"{"books":[],"page_info":{"page":2}}"#);
            let told = server.response(&Written { meta, form }, &sent, listed);
            let body = format!(r#"{{"books":[],"page_info":{{"page":{written}}}}}"#);
            assert_eq!(told, response(200, &body));
        }
    }

    #[test]
    fn lists_are_truncated() {
        let server = FakeServer::new();
        let sent = request("GET", "/books", None);
        let listed = response(
            200,
            r#"{"books":[{"n":1},{"n":2},{"n":3}],"marks":[1,2,3]}"#,
        );
        let short = response(200, r#"{"books":[{"n":1}],"marks":[1,2,3]}"#);
        assert_eq!(server.response(&First(1), &sent, listed), short);
        let told = server.response(&Unasked, &sent, response(200, r#"{"books":[]}"#));
        let body = r#"{"books":[],"page_of":{"next":null,"total":1}}"#;
        assert_eq!(told, response(200, body));
    }
}
