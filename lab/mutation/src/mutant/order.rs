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
