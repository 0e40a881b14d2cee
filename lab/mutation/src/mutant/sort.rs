//! Sort: a requested order is ignored, reversed, incomplete, or compares numbers as texts.

use spec::{Direction, Order, Type};

use super::parts::*;

pub(super) fn mutations(target: ClauseContext<'_>, parameter: &str, value: &str) -> Vec<Mutation> {
    let sort = ParameterValue::new(parameter, value);
    let edited = |edit: fn(&mut Vec<Json>)| sort.limit(edit_items(edit));
    let mut mutations = vec![
        sort.limit(ignore_parameter(parameter)).named("unsorted", "the sort is ignored"),
        edited(|items| items.reverse()).named("reversed", "the list is reversed"),
        edited(list::drop_first).named("first_lost", "the first item is missing"),
        edited(|items| {
            let last = items.len().min(1);
            items.rotate_right(last);
        })
        .named("last_first", "the last item is the first"),
    ];
    if let Some((field, direction)) = numeric_order(target, parameter, value) {
        let field = field.to_owned();
        let as_text = edit_items(move |items| sort_as_text(items, &field, direction));
        mutations.push(sort.limit(as_text).named("as_text", "numbers are compared as texts"));
    }
    mutations
}

/// The field and the direction of the order, if the field is a number.
fn numeric_order<'c>(
    target: ClauseContext<'c>,
    parameter: &str,
    value: &str,
) -> Option<(&'c str, Direction)> {
    let mut values = target.query_parameter(parameter)?.values.iter();
    let Order { by: Some(by), direction, .. } =
        values.find(|known| known.wire == value)?.sorts.as_ref()?
    else {
        return None;
    };
    let is_number = target
        .listed_record()?
        .fields
        .iter()
        .any(|field| field.wire == *by && matches!(field.ty, Type::Number | Type::Integer));
    is_number.then_some((by, *direction))
}

fn sort_as_text(items: &mut [Json], field: &str, direction: Direction) {
    let text = |record: &Json| record.get(field).map(Json::to_string);
    items.sort_by(|one, other| {
        let ascending = text(one).cmp(&text(other));
        match direction {
            Direction::Ascending => ascending,
            Direction::Descending => ascending.reverse(),
        }
    });
}
