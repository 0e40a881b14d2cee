//! Order: a list has another order than the documented one.

use super::parts::*;

pub(super) fn mutations(target: ClauseContext<'_>) -> Vec<Mutation> {
    let mut mutations = vec![
        reverse_unsorted().named("reversed", "the list is reversed"),
        edit_lists(|items| swap_pairs(items))
            .named("swapped_pairs", "the items of each pair are swapped"),
        edit_lists(|items| move_first_to_end(items))
            .named("first_last", "the first item is the last"),
    ];
    if let Some(expansion) = first_expansion(target) {
        mutations.push(
            expansion.limit(reverse_unsorted()).named(
                "reversed_with_expansion",
                "the list is reversed if an expansion is requested",
            ),
        );
    }
    mutations
}

fn first_expansion(target: ClauseContext<'_>) -> Option<ParameterValue> {
    target.operation?.query.iter().find_map(|query| {
        let value = query.values.iter().find(|value| value.expansion.is_some())?;
        Some(ParameterValue::new(&query.name, &value.wire))
    })
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
            (&reverse_unsorted() as &dyn Intercept, [3, 2, 1]),
            (&edit_lists(|items| swap_pairs(items)), [2, 1, 3]),
            (&edit_lists(|items| move_first_to_end(items)), [2, 3, 1]),
        ] {
            assert_eq!(server.response(intercept, &sent, sorted()), list(expected));
        }
        let with_order = request("GET", "/books?room=lending&sort=price", None);
        assert_eq!(server.response(&reverse_unsorted(), &with_order, sorted()), sorted());
        let expanded = request("GET", "/books?room=lending&cover=colour", None);
        let intercept = ParameterValue::new("cover", "colour").limit(reverse_unsorted());
        assert_eq!(server.response(&intercept, &sent, sorted()), sorted());
        assert_eq!(server.response(&intercept, &expanded, sorted()), list([3, 2, 1]));
    }
}
