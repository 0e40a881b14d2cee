//! Order: a list has another order than the documented one.

use referral_conformance::exchange::Response;
use referral_conformance::json::Json;

use super::parts::query::ParameterValue;
use super::parts::reversed::Reversed;
use super::{Mutation, Target};
use crate::intercept::{Intercept, InterceptContext, UpstreamResponses, edit_body};
use crate::json;

pub(super) fn mutations(target: Target<'_>) -> Vec<Mutation> {
    let mut mutations = vec![
        Mutation::new("reversed", "the list is reversed", Reversed),
        Mutation::new("swapped_pairs", "the items of each pair are swapped", reorder(swap_pairs)),
        Mutation::new("first_last", "the first item is the last", reorder(move_first_to_end)),
    ];
    if let Some(expansion) = first_expansion(target) {
        mutations.push(Mutation::new(
            "reversed_with_expansion",
            "the list is reversed if an expansion is requested",
            ReverseExpanded(expansion),
        ));
    }
    mutations
}

fn first_expansion(target: Target<'_>) -> Option<ParameterValue> {
    target.operation?.query.iter().find_map(|query| {
        let mut values = query.values.iter();
        let value = values.find(|value| value.expansion.is_some())?;
        Some(ParameterValue::new(&query.name, &value.wire))
    })
}

fn reorder(reorder: fn(&mut [Json])) -> impl Intercept {
    edit_body(move |_, body| json::each_list(body, &mut |items| reorder(items)))
}

fn swap_pairs(items: &mut [Json]) {
    for pair in items.chunks_exact_mut(2) {
        pair.reverse();
    }
}

fn move_first_to_end(items: &mut [Json]) {
    let first = items.len().min(1);
    items.rotate_left(first);
}

/// Reverses lists with the expansion.
struct ReverseExpanded(ParameterValue);

impl Intercept for ReverseExpanded {
    fn on_response(&self, cx: &InterceptContext<'_>, upstream: UpstreamResponses) -> Response {
        if self.0.is_sent(cx) { Reversed.on_response(cx, upstream) } else { upstream.main }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{FakeServer, request, response};

    #[test]
    fn object_lists_are_reordered() {
        let server = FakeServer::new();
        let sent = request("GET", "/books", None);
        let list = |numbers: [u8; 3]| {
            let items = numbers.map(|number| format!(r#"{{"n":{number}}}"#));
            response(200, &format!(r#"{{"a":{{"b":[{}]}},"marks":[1,2]}}"#, items.join(",")))
        };
        let sorted = || list([1, 2, 3]);
        for (intercept, expected) in [
            (&Reversed as &dyn Intercept, [3, 2, 1]),
            (&reorder(swap_pairs), [2, 1, 3]),
            (&reorder(move_first_to_end), [2, 3, 1]),
        ] {
            assert_eq!(server.response(intercept, &sent, sorted()), list(expected));
        }
        let with_order = request("GET", "/books?room=lending&sort=price", None);
        assert_eq!(server.response(&Reversed, &with_order, sorted()), sorted());
        let expanded = request("GET", "/books?room=lending&cover=colour", None);
        let intercept = ReverseExpanded(ParameterValue::new("cover", "colour"));
        assert_eq!(server.response(&intercept, &sent, sorted()), sorted());
        assert_eq!(server.response(&intercept, &expanded, sorted()), list([3, 2, 1]));
    }
}
