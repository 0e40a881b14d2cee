//! Query parameters and the order of lists.

use std::collections::BTreeSet;

use spec::{Bound, Direction, Field, Filter, InputPart, InputRef, Order, QueryParameter, Type};

use super::parts::*;

/// Expansion: an expansion is accepted but adds nothing, or not its data.
pub(super) fn expansion(
    target: ClauseContext<'_>,
    parameter: &str,
    value: &str,
    adds: Option<&str>,
) -> Vec<Mutation> {
    let expansion = ParameterValue::new(parameter, value);
    let mut mutations = vec![
        expansion.limit(ignore_parameter(parameter)).named("ignored", "the expansion is ignored"),
        reverse(&expansion).named("reversed", "the data is shown only without the expansion"),
        replace_added_texts(&expansion, "")
            .named("empty_texts", "all texts that the expansion adds are empty"),
        replace_added_texts(&expansion, "constant")
            .named("constant", "all texts that the expansion adds are the same"),
    ];
    let mut values = target.query_parameter(parameter).into_iter().flat_map(|query| &query.values);
    if let Some(other) = values.find(|known| known.wire != value) {
        let (parameter, other) = (parameter.to_owned(), other.wire.clone());
        let replace = edit_request(move |cx| {
            edit::with_query(cx.call.operation, cx.request, &parameter, &other)
        });
        mutations.push(
            expansion.limit(replace).named("another", "another expansion is applied instead"),
        );
    }
    // Scenarios share records that they do not create. The requests of one scenario would change the responses to
    // another.
    let paths = target.operation.into_iter().flat_map(|operation| &operation.path_parameters);
    let mut records = paths.map(|path| Some(&path.record));
    if records.any(|record| target.contract.operations().any(|it| it.creates.as_ref() == record)) {
        let stays = stay(&expansion);
        mutations
            .push(stays.named("stays", "the next response without the expansion shows the data"));
    }
    if let Some(member) = adds {
        if target.operation.is_some_and(|operation| operation.lists.is_some()) {
            mutations.push(
                drop_added_member(&expansion, member, true)
                    .named("first_only", "the member is added to the first item only"),
            );
        }
        mutations.push(
            drop_added_member(&expansion, member, false)
                .named("dropped", "the member is not added"),
        );
    }
    mutations
}

/// Expands the responses to requests that do not ask for any expansion, and does not expand those that ask for this one.
fn reverse(expansion: &ParameterValue) -> Intercept {
    let expansion = expansion.clone();
    edit_request(move |cx| {
        let ParameterValue { parameter, value } = &expansion;
        if expansion.is_sent(cx) {
            edit::without_query(cx.call.operation, cx.request, parameter)
        } else if cx.query(parameter).is_none() {
            edit::with_query(cx.call.operation, cx.request, parameter, value)
        } else {
            cx.request.clone()
        }
    })
}

/// Expands the response to a request for a record that was last requested with the expansion.
fn stay(expansion: &ParameterValue) -> Intercept {
    let expansion = expansion.clone();
    edit_request(move |cx| {
        let ParameterValue { parameter, value } = &expansion;
        let at = InputRef::new(InputPart::Query, parameter.as_str());
        let path = cx.call.path_values();
        let mut earlier = cx.history.accepted_calls(&cx.call.operation.id);
        let last = earlier.find(|past| past.path == path);
        let sent = last.and_then(|past| past.sent.get(&at)).and_then(Json::text);
        match sent.filter(|sent| sent == value && cx.query(parameter).is_none()) {
            Some(_) => edit::with_query(cx.call.operation, cx.request, parameter, value),
            None => cx.request.clone(),
        }
    })
}

/// Replaces all texts that a response without the expansion does not contain.
fn replace_added_texts(expansion: &ParameterValue, by: &'static str) -> Intercept {
    let expansion = expansion.clone();
    let without_expansion = move |cx: &InterceptContext<'_>| {
        expansion
            .is_sent(cx)
            .then(|| edit::without_query(cx.call.operation, cx.request, &expansion.parameter))
    };
    ask_twice(without_expansion, move |_, expanded, plain| {
        let Some(mut plain) = Json::parse(&plain.body) else {
            return expanded;
        };
        let mut known = BTreeSet::new();
        json::each_text(&mut plain, &mut |text| {
            known.insert(text.clone());
        });
        response::edit_body(expanded, |body| {
            json::each_text(body, &mut |text| {
                if !known.contains(text) {
                    by.clone_into(text);
                }
            });
        })
    })
}

/// Removes the added member, from all items but the first if `keep_first`.
fn drop_added_member(expansion: &ParameterValue, member: &str, keep_first: bool) -> Intercept {
    let member = member.to_owned();
    let drop_from = move |value: &mut Json| {
        json::each_object(value, &mut |members| json::remove(members, &member))
    };
    expansion.limit(edit_body(move |_, body| {
        if keep_first {
            json::each_list(body, &mut |items| items.iter_mut().skip(1).for_each(&drop_from));
        } else {
            drop_from(body);
        }
    }))
}

/// Filter: a filter keeps items that it should not, or drops items that it should keep.
pub(super) fn filter(target: ClauseContext<'_>, parameter: &str) -> Vec<Mutation> {
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
    if query.repeats() {
        mutations.push(
            keep_first_value(parameter)
                .named("first_value", "only the first of several values counts"),
        );
    }
    if query.several.is_some() {
        mutations.push(
            keep_last_value(parameter)
                .named("last_value", "only the last of several values counts"),
        );
    }
    if let Some(Filter::Compares { field, bound }) = &query.filter {
        let (other_bound, name, title) = match bound {
            Bound::Above => (Bound::AtLeast, "inclusive", "items equal to the bound are kept"),
            Bound::Below => (Bound::AtMost, "inclusive", "items equal to the bound are kept"),
            Bound::AtLeast => (Bound::Above, "exclusive", "items equal to the bound are dropped"),
            Bound::AtMost => (Bound::Below, "exclusive", "items equal to the bound are dropped"),
        };
        mutations.extend([
            edit_filtered(parameter, list::drop_first)
                .named("first_lost", "the first item that passes is dropped"),
            filter_by(parameter, field, other_bound).named(name, title),
        ]);
        if let Some(other) = other_number(target, field) {
            mutations.push(
                filter_by(parameter, other, *bound)
                    .named("other_member", "another field is compared"),
            );
        }
    }
    mutations
}

/// Edits the items of a list for which the filter was sent.
fn edit_filtered(parameter: &str, edit: fn(&mut Vec<Json>)) -> Intercept {
    let parameter = parameter.to_owned();
    edit_items(edit).when(move |cx| cx.query(&parameter).is_some())
}

fn ignore_with_others(parameter: &str) -> Intercept {
    let name = parameter.to_owned();
    ignore_parameter(parameter).when(move |cx| {
        let mut query = cx.call.operation.query.iter();
        query.any(|query| query.name != name && cx.query(&query.name).is_some())
    })
}

fn keep_first_value(parameter: &str) -> Intercept {
    let parameter = parameter.to_owned();
    edit_request(move |cx| match cx.query(&parameter).and_then(|sent| sent.split_once(',')) {
        Some((first, _)) => edit::with_query(cx.call.operation, cx.request, &parameter, first),
        None => cx.request.clone(),
    })
}

fn keep_last_value(parameter: &str) -> Intercept {
    let parameter = parameter.to_owned();
    edit_request(move |cx| match cx.query(&parameter).and_then(|sent| sent.rsplit_once(',')) {
        Some((_, last)) => edit::with_query(cx.call.operation, cx.request, &parameter, last),
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

/// Reads the unfiltered list, and filters it by another field or in another way.
fn filter_by(parameter: &str, field: &str, by: Bound) -> Intercept {
    let (name, parameter, field) = (parameter.to_owned(), parameter.to_owned(), field.to_owned());
    let bound = move |cx: &InterceptContext<'_>| cx.query(&name)?.parse::<f64>().ok();
    let bound_sent = bound.clone();
    let unfiltered = move |cx: &InterceptContext<'_>| {
        bound_sent(cx).map(|_| edit::without_query(cx.call.operation, cx.request, &parameter))
    };
    ask_twice(unfiltered, move |cx, filtered, unfiltered| match bound(cx) {
        Some(bound) if cx.accepts(&filtered) && cx.accepts(&unfiltered) => {
            let keeps =
                |value: f64| value.partial_cmp(&bound).is_some_and(|ordering| by.keeps(ordering));
            response::edit_body(unfiltered, |body| {
                json::each_list(body, &mut |items| {
                    items.retain(|item| match item.get(&field) {
                        Some(Json::Number(digits)) => digits.parse().is_ok_and(keeps),
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

/// Order: a list has another order than the documented one.
pub(super) fn order(target: ClauseContext<'_>) -> Vec<Mutation> {
    let mut mutations = vec![
        reverse_unsorted().named("reversed", "the list is reversed"),
        edit_lists(|items| items.chunks_exact_mut(2).for_each(<[_]>::reverse))
            .named("swapped_pairs", "the items of each pair are swapped"),
        edit_lists(|items| {
            let first = items.len().min(1);
            items.rotate_left(first);
        })
        .named("first_last", "the first item is the last"),
    ];
    let stated = target.operation.and_then(|operation| operation.order.as_ref()?.stated());
    if let Some(ignoring) = stated.and_then(ignore_case) {
        mutations.push(ignoring.named("case_ignored", "texts are ordered without their case"));
    }
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

/// Query default: omitting a parameter is not the same as sending its default.
pub(super) fn query_default(parameter: &str) -> Vec<Mutation> {
    vec![
        edit_lists_if(parameter, false, Vec::clear)
            .named("empty", "the list is empty without the parameter"),
        edit_lists_if(parameter, true, Vec::clear)
            .named("empty_when_sent", "the list is empty with the parameter"),
        edit_lists_if(parameter, false, list::drop_first)
            .named("first_lost", "the first item is missing without the parameter"),
    ]
}

/// Edits lists of requests with, or without, the parameter.
fn edit_lists_if(parameter: &str, sent: bool, edit: fn(&mut Vec<Json>)) -> Intercept {
    let parameter = parameter.to_owned();
    edit_lists(edit).when(move |cx| cx.call.input(InputPart::Query, &parameter).is_some() == sent)
}

/// Query value: a documented value of a parameter is refused, or lists items twice.
pub(super) fn query_value(
    target: ClauseContext<'_>,
    parameter: &str,
    value: &str,
) -> Vec<Mutation> {
    let expansion = ParameterValue::new(parameter, value);
    let sent = expansion.clone();
    let mut mutations = reject_calls_if("requests with the value are refused", move |cx| {
        cx.query(&sent.parameter) == Some(sent.value.as_str())
    });
    let lists = target.operation.is_some_and(|operation| operation.lists.is_some());
    let mut values = target.query_parameter(parameter).into_iter().flat_map(|query| &query.values);
    if lists && values.any(|known| known.wire == value && known.expansion.is_some()) {
        mutations.push(
            expansion
                .limit(edit_lists(list::duplicate))
                .named("duplicated", "items are listed twice with the expansion"),
        );
    }
    mutations
}

/// Sort: a requested order is ignored, reversed, incomplete, or compares numbers as texts.
pub(super) fn sort(target: ClauseContext<'_>, parameter: &str, value: &str) -> Vec<Mutation> {
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
    let Some((order, field)) = sort_order(target, parameter, value) else { return mutations };
    if let Some(ignoring) = ignore_case(&order) {
        let ignoring = sort.limit(ignoring);
        mutations.push(ignoring.named("case_ignored", "texts are ordered without their case"));
    }
    if matches!(field.ty, Type::Number | Type::Integer) {
        let (wire, direction) = (field.wire.clone(), order.direction);
        let as_text = edit_items(move |items| {
            sort_by(items, direction, |record| record.get(&wire).map(Json::to_string));
        });
        mutations.push(sort.limit(as_text).named("as_text", "numbers are compared as texts"));
    }
    mutations
}

/// The order of the list for a request with the value alone, with its member.
fn sort_order<'c>(
    target: ClauseContext<'c>,
    parameter: &str,
    value: &str,
) -> Option<(Order, &'c Field)> {
    let sent = |query: &QueryParameter| (query.name == parameter).then(|| value.to_owned());
    let order = target.operation?.requested_order(sent)?;
    let mut fields = target.listed_record()?.fields.iter();
    let field = fields.find(|field| Some(&field.wire) == order.by.as_ref())?;
    Some((order, field))
}

/// Texts are ordered as if they were in lower case.
fn ignore_case(order: &Order) -> Option<Intercept> {
    let (by, direction) = (order.by.clone()?, order.direction);
    order.collation?;
    Some(edit_items(move |items| {
        let text = |record: &Json| record.get(&by).and_then(Json::text).map(str::to_lowercase);
        sort_by(items, direction, text);
    }))
}

fn sort_by<K: Ord>(items: &mut [Json], direction: Direction, key: impl Fn(&Json) -> K) {
    items.sort_by(|one, other| {
        let ascending = key(one).cmp(&key(other));
        match direction {
            Direction::Ascending => ascending,
            Direction::Descending => ascending.reverse(),
        }
    });
}
