//! A query parameter that chooses a page is ignored, or chooses another page.

use referral_conformance::exchange::Response;
use referral_conformance::page::Page;
use spec::InputPart;

use super::Mutation;
use crate::intercept::{Intercept, InterceptContext, RequestAction, UpstreamResponses};
use crate::{answer, edit, json};

pub(super) fn ways_of_number(parameter: &str) -> Vec<Mutation> {
    let other = |number| Changed {
        parameter: parameter.to_owned(),
        number,
    };
    vec![
        Mutation::new(
            "ignored",
            "every page is the first",
            Ignored::new(parameter),
        ),
        Mutation::new(
            "one_before",
            "each page but the first is the one before it",
            other(|page| page.saturating_sub(1).max(1)),
        ),
        Mutation::new(
            "last_lost",
            "the last page is empty",
            LastLost(parameter.to_owned()),
        ),
    ]
}

pub(super) fn ways_of_size(parameter: &str) -> Vec<Mutation> {
    let larger = Changed {
        parameter: parameter.to_owned(),
        number: |size| size + 1,
    };
    let doubled = Changed {
        parameter: parameter.to_owned(),
        number: |size| size * 2,
    };
    vec![
        Mutation::new(
            "ignored",
            "pages have the size that the server likes",
            Ignored::new(parameter),
        ),
        Mutation::new("one_more", "pages have one item more", larger),
        Mutation::new("doubled", "pages have twice as many items", doubled),
    ]
}

/// The server sees another number.
struct Changed {
    parameter: String,
    number: fn(u64) -> u64,
}

impl Intercept for Changed {
    fn on_request(&self, context: &InterceptContext<'_>) -> RequestAction {
        let sent = context.call.text(InputPart::Query, &self.parameter);
        RequestAction::Forward(match sent.and_then(|sent| sent.parse().ok()) {
            Some(number) => {
                let other = (self.number)(number).to_string();
                edit::with_query(context.request, &self.parameter, &other)
            }
            None => context.request.clone(),
        })
    }
}

struct LastLost(String);

impl Intercept for LastLost {
    fn on_response(&self, context: &InterceptContext<'_>, upstream: UpstreamResponses) -> Response {
        let asked = context
            .call
            .text(InputPart::Query, &self.0)
            .and_then(|asked| asked.parse::<u64>().ok());
        let operation = context.call.operation;
        answer::edited(upstream.main, |body| {
            let last = Page::read(operation, body).and_then(|page| page.pages);
            if last.is_some_and(|last| last > 1 && asked == Some(last)) {
                json::each_list(body, &mut Vec::clear);
            }
        })
    }
}

/// The server never sees the parameter.
pub(super) struct Ignored {
    parameter: String,
}

impl Ignored {
    pub(super) fn new(parameter: &str) -> Self {
        Self {
            parameter: parameter.to_owned(),
        }
    }
}

impl Intercept for Ignored {
    fn on_request(&self, context: &InterceptContext<'_>) -> RequestAction {
        RequestAction::Forward(edit::without_query(context.request, &self.parameter))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{FakeServer, request, response};

    #[test]
    fn parameter_is_not_forwarded() {
        let server = FakeServer::new();
        let sent = request("GET", "/books?page=2&per_page=1", None);
        let intercept = Ignored::new("page");
        let forwarded = request("GET", "/books?per_page=1", None);
        assert_eq!(
            server.request(&intercept, &sent),
            RequestAction::Forward(forwarded)
        );
    }

    #[test]
    fn page_is_shifted_and_the_last_is_empty() {
        let server = FakeServer::new();
        let sent = request("GET", "/books?per_page=1&page=2", None);
        let intercept = Changed {
            parameter: "page".to_owned(),
            number: |page| page - 1,
        };
        let first = request("GET", "/books?per_page=1&page=1", None);
        assert_eq!(
            server.request(&intercept, &sent),
            RequestAction::Forward(first.clone())
        );
        let listed = response(200, r#"{"books":[{"n":1}],"page_info":{"total_pages":2}}"#);
        let lost = response(200, r#"{"books":[],"page_info":{"total_pages":2}}"#);
        let intercept = LastLost("page".to_owned());
        assert_eq!(server.response(&intercept, &sent, listed.clone()), lost);
        assert_eq!(server.response(&intercept, &first, listed.clone()), listed);
    }
}
