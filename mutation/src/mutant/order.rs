//! Lists come in reverse, wherever in the body they are.

use referral_conformance::exchange::Response;
use spec::{InputPart, QueryParameter};

use super::Mutation;
use crate::intercept::{Intercept, InterceptContext, UpstreamResponses};
use crate::{answer, json};

pub(super) fn mutations() -> Vec<Mutation> {
    vec![
        Mutation::new("reversed", "the list comes in reverse", Reversed),
        Mutation::new(
            "pairs",
            "of every two neighbours the second comes first",
            Pairs,
        ),
        Mutation::new("first_last", "the first comes last", FirstLast),
    ]
}

struct FirstLast;

impl Intercept for FirstLast {
    fn on_response(&self, _: &InterceptContext<'_>, upstream: UpstreamResponses) -> Response {
        answer::edited(upstream.main, |body| {
            json::each_list(body, &mut |items| {
                let first = items.len().min(1);
                items.rotate_left(first);
            });
        })
    }
}

struct Pairs;

impl Intercept for Pairs {
    fn on_response(&self, _: &InterceptContext<'_>, upstream: UpstreamResponses) -> Response {
        answer::edited(upstream.main, |body| {
            json::each_list(body, &mut |items| {
                for pair in items.chunks_exact_mut(2) {
                    pair.reverse();
                }
            });
        })
    }
}

/// An order that was asked for stays. Also a variant, where no order is known.
pub(crate) struct Reversed;

impl Intercept for Reversed {
    fn on_response(&self, context: &InterceptContext<'_>, upstream: UpstreamResponses) -> Response {
        let mut query = context.call.operation.query.iter();
        if query.any(|query| is_sorted(context, query)) {
            return upstream.main;
        }
        answer::edited(upstream.main, |body| {
            json::each_list(body, &mut |items| items.reverse());
        })
    }

    fn uses_history(&self) -> bool {
        false
    }
}

fn is_sorted(context: &InterceptContext<'_>, query: &QueryParameter) -> bool {
    let asked = context.call.text(InputPart::Query, &query.name);
    let mut sorts = query.values.iter().filter(|value| value.sorts.is_some());
    sorts.any(|value| asked == Some(value.wire.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{FakeServer, request, response};

    #[test]
    fn object_lists_are_reordered() {
        let server = FakeServer::new();
        let sent = request("GET", "/books", None);
        let listed = response(
            200,
            r#"{"a":{"b":[{"n":1},{"n":2},{"n":3}]},"marks":[1,2]}"#,
        );
        let reversed = response(
            200,
            r#"{"a":{"b":[{"n":3},{"n":2},{"n":1}]},"marks":[1,2]}"#,
        );
        assert_eq!(server.response(&Reversed, &sent, listed.clone()), reversed);
        let pairs = response(
            200,
            r#"{"a":{"b":[{"n":2},{"n":1},{"n":3}]},"marks":[1,2]}"#,
        );
        assert_eq!(server.response(&Pairs, &sent, listed.clone()), pairs);
        let first_last = response(
            200,
            r#"{"a":{"b":[{"n":2},{"n":3},{"n":1}]},"marks":[1,2]}"#,
        );
        assert_eq!(
            server.response(&FirstLast, &sent, listed.clone()),
            first_last
        );
        let sorted = request("GET", "/books?room=lending&sort=price", None);
        assert_eq!(server.response(&Reversed, &sorted, listed.clone()), listed);
    }
}
