//! Filter: a filter keeps items that it should not, or drops items that it should keep.

use spec::{Filter, Type};

use super::parts::*;

pub(super) fn mutations(target: ClauseContext<'_>, parameter: &str) -> Vec<Mutation> {
    let mut mutations = vec![
        ignore_parameter(parameter).named("ignored", "the filter is ignored"),
        edit_filtered(parameter, Vec::clear).named("empty", "the filter drops all items"),
        ignore_with_others(parameter)
            .named("ignored_with_others", "the filter is ignored if other parameters are sent"),
    ];
    let Some(query) = target.query_parameter(parameter) else {
        return mutations;
    };
    // The other mutations need a filter whose meaning the contract states.
    if query.several {
        mutations.push(
            keep_last_value(parameter)
                .named("last_value", "only the last of several values counts"),
        );
    }
    if let Some(Filter::Above { field }) = &query.filter {
        mutations.extend([
            edit_filtered(parameter, list::drop_first)
                .named("first_lost", "the first item that passes is dropped"),
            filter_above(parameter, field, true)
                .named("inclusive", "items equal to the bound are kept"),
        ]);
        if let Some(other) = other_number(target, field) {
            mutations.push(
                filter_above(parameter, other, false)
                    .named("other_member", "another field is compared"),
            );
        }
    }
    mutations
}

/// Edits the items of a list for which the filter was sent.
fn edit_filtered(parameter: &str, edit: fn(&mut Vec<Json>)) -> impl Intercept + use<> {
    let parameter = parameter.to_owned();
    edit_items(edit).when(move |cx| cx.query(&parameter).is_some())
}

fn ignore_with_others(parameter: &str) -> impl Intercept + use<> {
    let name = parameter.to_owned();
    ignore_parameter(parameter).when(move |cx| {
        let mut query = cx.call.operation.query.iter();
        query.any(|query| query.name != name && cx.query(&query.name).is_some())
    })
}

fn keep_last_value(parameter: &str) -> impl Intercept + use<> {
    let parameter = parameter.to_owned();
    edit_request(move |cx| match cx.query(&parameter).and_then(|sent| sent.rsplit_once(',')) {
        Some((_, last)) => edit::with_query(cx.request, &parameter, last),
        None => cx.request.clone(),
    })
}

/// Another numeric field of the listed record.
fn other_number<'c>(target: ClauseContext<'c>, field: &str) -> Option<&'c str> {
    let mut fields = target.listed_record()?.fields.iter();
    let other = fields
        .find(|known| known.wire != field && matches!(known.ty, Type::Number | Type::Integer))?;
    Some(&other.wire)
}

/// Reads the unfiltered list, and filters it by another field or with an inclusive bound.
fn filter_above(parameter: &str, field: &str, inclusive: bool) -> impl Intercept + use<> {
    let (name, parameter, field) = (parameter.to_owned(), parameter.to_owned(), field.to_owned());
    let bound = move |cx: &InterceptContext<'_>| cx.query(&name)?.parse::<f64>().ok();
    let bound_sent = bound.clone();
    let unfiltered = move |cx: &InterceptContext<'_>| {
        bound_sent(cx).map(|_| edit::without_query(cx.request, &parameter))
    };
    ask_twice(unfiltered, move |cx, filtered, unfiltered| match bound(cx) {
        Some(bound) if cx.accepts(&filtered) && cx.accepts(&unfiltered) => {
            let above = |value: f64| value > bound || (inclusive && value >= bound);
            answer::edit_body(unfiltered, |body| {
                json::each_list(body, &mut |items| {
                    items.retain(|item| match item.get(&field) {
                        Some(Json::Number(digits)) => digits.parse().is_ok_and(above),
                        Some(_) => false,
                        // Items without the field are not records.
                        None => true,
                    });
                });
            })
        }
        _ => filtered,
    })
}
