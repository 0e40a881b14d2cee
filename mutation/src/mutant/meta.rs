//! What a list tells about its page is misspelled, is no number where one is stated, or is another number.

use referral_conformance::contract;
use referral_conformance::exchange::Response;
use referral_conformance::json::Json;
use referral_conformance::page::{Page, PagingKey};
use spec::{InputPart, Operation, Slot};

use super::Mutation;
use crate::intercept::{Intercept, InterceptContext, RequestAction, UpstreamResponses};
use crate::{answer, edit, json, list};

pub(super) fn mutations(operation: Option<&Operation>, meta: &str, key: &str) -> Vec<Mutation> {
    let place = Place {
        meta: meta.to_owned(),
        key: key.to_owned(),
    };
    let mut mutations = vec![Mutation::new(
        "misspelled",
        "its name lacks a letter",
        Misspelled(place.clone()),
    )];
    if operation.is_some_and(says_integers) {
        mutations.push(Mutation::new(
            "in_words",
            "it is no number",
            InWords(place.clone()),
        ));
        mutations.push(Mutation::new("quoted", "it is text", Quoted(place)));
    }
    mutations.extend(
        operation
            .into_iter()
            .flat_map(|operation| wrong(operation, key)),
    );
    mutations
}

/// Other numbers than the right one.
fn wrong(operation: &Operation, key: &str) -> Vec<Mutation> {
    let Some(told) =
        contract::paging(operation).and_then(|paging| PagingKey::from_wire(paging, key))
    else {
        return Vec::new();
    };
    let other = |kind, statement, number: fn(&Page<'_>, u64) -> u64| {
        Mutation::new(kind, statement, Other { told, number })
    };
    let one_more = || other("one_more", "it is one too high", |_, number| number + 1);
    let one_less = || {
        other("one_less", "it is one too low", |_, number| {
            number.saturating_sub(1)
        })
    };
    // A list that is only shown in part may have more than is counted for that part.
    let whole = !operation.query.iter().any(|query| query.required);
    let paged = contract::page_selection(operation).is_some();
    match told {
        PagingKey::Size => vec![
            other(
                "too_small",
                "it is less than what is on the page",
                |page, _| page.count().saturating_sub(1),
            ),
            other("none", "it is 0", |_, _| 0),
        ],
        PagingKey::Number if paged => vec![one_more(), other("first", "it is always 1", |_, _| 1)],
        PagingKey::Number => vec![
            one_more(),
            other("last", "it is the number of items", |page, _| page.count()),
        ],
        PagingKey::Pages if whole => vec![
            one_more(),
            one_less(),
            other("of_items", "it is the number of items", |page, _| {
                page.total.unwrap_or_default()
            }),
        ],
        PagingKey::Total if whole && filters(operation).count() > 1 => {
            let statement = "beside several filters it counts what passes the first";
            let first = Mutation::new("of_first_filter", statement, OfFirstFilter);
            vec![one_more(), one_less(), first]
        }
        PagingKey::Total if whole => vec![one_more(), one_less()],
        PagingKey::Pages | PagingKey::Total => vec![one_less()],
    }
}

/// A number that is not the one of the server.
struct Other {
    told: PagingKey,
    number: fn(&Page<'_>, u64) -> u64,
}

impl Intercept for Other {
    fn on_response(&self, context: &InterceptContext<'_>, upstream: UpstreamResponses) -> Response {
        let operation = context.call.operation;
        answer::edited(upstream.main, |body| {
            let shown = body.clone();
            if let Some(page) = Page::read(operation, &shown) {
                list::tell(operation, body, self.told, |number| {
                    (self.number)(&page, number)
                });
            }
        })
    }
}

fn says_integers(operation: &Operation) -> bool {
    let paging = operation.paging.as_ref().and_then(Slot::stated);
    paging.is_some_and(|paging| paging.integers.stated() == Some(&true))
}

#[derive(Clone)]
struct Place {
    meta: String,
    key: String,
}

struct Misspelled(Place);

impl Intercept for Misspelled {
    fn on_response(&self, _: &InterceptContext<'_>, upstream: UpstreamResponses) -> Response {
        self.0.change(upstream, |(name, _)| {
            name.pop();
        })
    }
}

/// The names of parameters that keep things out of a list.
fn filters(operation: &Operation) -> impl Iterator<Item = &str> {
    let filters = operation
        .query
        .iter()
        .filter(|query| query.filter.is_some());
    filters.map(|query| query.name.as_str())
}

/// With several filters, the total counts under the first one only.
struct OfFirstFilter;

impl Intercept for OfFirstFilter {
    fn on_request(&self, context: &InterceptContext<'_>) -> RequestAction {
        let sent = |name: &&str| context.call.text(InputPart::Query, name).is_some();
        let others = filters(context.call.operation).filter(sent).skip(1);
        let first = others.fold(context.request.clone(), |request, name| {
            edit::without_query(&request, name)
        });
        match first == *context.request {
            true => RequestAction::Forward(first),
            false => RequestAction::ForwardBoth(context.request.clone(), first),
        }
    }

    fn on_response(&self, context: &InterceptContext<'_>, upstream: UpstreamResponses) -> Response {
        let operation = context.call.operation;
        let first = upstream.extra.and_then(|first| Json::parse(&first.body));
        let total = first.and_then(|first| Page::read(operation, &first)?.total);
        match total {
            Some(total) => answer::edited(upstream.main, |body| {
                list::tell(operation, body, PagingKey::Total, |_| total);
            }),
            None => upstream.main,
        }
    }
}

struct InWords(Place);

impl Intercept for InWords {
    fn on_response(&self, _: &InterceptContext<'_>, upstream: UpstreamResponses) -> Response {
        self.0.change(upstream, |(_, value)| {
            *value = Json::Text("many".to_owned())
        })
    }
}

struct Quoted(Place);

impl Intercept for Quoted {
    fn on_response(&self, _: &InterceptContext<'_>, upstream: UpstreamResponses) -> Response {
        self.0.change(upstream, |(_, value)| {
            if let Json::Number(digits) = value {
                *value = Json::Text(digits.clone());
            }
        })
    }
}

impl Place {
    fn change(
        &self,
        upstream: UpstreamResponses,
        change: impl FnOnce(&mut (String, Json)),
    ) -> Response {
        answer::edited(upstream.main, |body| {
            if let Some(Json::Map(members)) = json::member(body, &self.meta)
                && let Some(member) = members.iter_mut().find(|(name, _)| *name == self.key)
            {
                change(member);
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{FakeServer, request, response};

    #[test]
    fn only_the_given_key_is_changed() {
        let server = FakeServer::new();
        let sent = request("GET", "/books", None);
        let listed = response(200, r#"{"page_info":{"page":1,"per_page":9}}"#);
        let place = Place {
            meta: "page_info".to_owned(),
            key: "per_page".to_owned(),
        };
        let answer = server.response(&Misspelled(place.clone()), &sent, listed.clone());
        assert_eq!(
            answer,
            response(200, r#"{"page_info":{"page":1,"per_pag":9}}"#)
        );
        let answer = server.response(&InWords(place.clone()), &sent, listed.clone());
        assert_eq!(
            answer,
            response(200, r#"{"page_info":{"page":1,"per_page":"many"}}"#)
        );
        let answer = server.response(&Quoted(place), &sent, listed);
        assert_eq!(
            answer,
            response(200, r#"{"page_info":{"page":1,"per_page":"9"}}"#)
        );
    }

    #[test]
    fn total_ignores_all_filters_but_the_first() {
        let server = FakeServer::new();
        let told = |total| {
            response(
                200,
                &format!(r#"{{"books":[],"page_info":{{"total_books":{total}}}}}"#),
            )
        };
        let both = request("GET", "/books?longer_than=9&genre=a", None);
        let RequestAction::ForwardBoth(_, first) = server.request(&OfFirstFilter, &both) else {
            panic!("not sent beside another")
        };
        assert!(matches!(
            server.request(&OfFirstFilter, &first),
            RequestAction::Forward(_)
        ));
        let shown = server.response_to_both(&OfFirstFilter, &both, told(1), Some(told(5)));
        assert_eq!(shown, told(5));
    }

    #[test]
    fn number_is_replaced() {
        let server = FakeServer::new();
        let sent = request("GET", "/books", None);
        let told = |pages| {
            let told = format!(r#"{{"per_page":9,"total_pages":{pages}}}"#);
            response(200, &format!(r#"{{"books":[{{}}],"page_info":{told}}}"#))
        };
        let more = Other {
            told: PagingKey::Pages,
            number: |page, pages| pages + page.count(),
        };
        assert_eq!(server.response(&more, &sent, told(1)), told(2));
    }
}
