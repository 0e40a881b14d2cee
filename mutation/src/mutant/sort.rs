//! Sort: a requested order is ignored, reversed, incomplete, or compares numbers as texts.

use referral_conformance::json::Json;
use spec::{Direction, Order, Type};

use super::parts::query::ParameterValue;
use super::{Mutation, Target};
use crate::intercept::{Intercept, edit_request, on_response};
use crate::{edit, list};

pub(super) fn mutations(target: Target<'_>, parameter: &str, value: &str) -> Vec<Mutation> {
    let sort = ParameterValue::new(parameter, value);
    let edited = |name, statement, edit: fn(&mut Vec<Json>)| {
        Mutation::new(name, statement, edit_sorted(sort.clone(), edit))
    };
    let mut mutations = vec![
        Mutation::new("unsorted", "the sort is ignored", ignore_sort(sort.clone())),
        edited("reversed", "the list is reversed", |items| items.reverse()),
        edited("first_lost", "the first item is missing", list::drop_first),
        edited("last_first", "the last item is the first", |items| {
            let last = items.len().min(1);
            items.rotate_right(last);
        }),
    ];
    let order = order(target, parameter, value);
    let by = order.and_then(|order| Some((order.by.clone()?, order.direction)));
    if let Some((field, direction)) = by.filter(|(field, _)| is_number(target, field)) {
        mutations.push(Mutation::new(
            "as_text",
            "numbers are compared as texts",
            edit_sorted(sort, move |items| sort_as_text(items, &field, direction)),
        ));
    }
    mutations
}

fn order<'c>(target: Target<'c>, parameter: &str, value: &str) -> Option<&'c Order> {
    let mut values = target.query_parameter(parameter)?.values.iter();
    values.find(|known| known.wire == value)?.sorts.as_ref()
}

fn is_number(target: Target<'_>, field: &str) -> bool {
    let lists = target.operation.and_then(|it| it.lists.as_deref());
    let record = lists.and_then(|name| target.contract.record(name));
    let mut fields = record.into_iter().flat_map(|record| &record.fields);
    fields.any(|known| known.wire == field && matches!(known.ty, Type::Number | Type::Integer))
}

fn ignore_sort(sort: ParameterValue) -> impl Intercept {
    edit_request(move |cx| {
        if sort.is_sent(cx) {
            edit::without_query(cx.request, &sort.parameter)
        } else {
            cx.request.clone()
        }
    })
}

/// Edits lists for which the sort was requested.
fn edit_sorted(
    sort: ParameterValue,
    edit: impl Fn(&mut Vec<Json>) + Send + Sync + 'static,
) -> impl Intercept {
    on_response(move |cx, response| {
        if sort.is_sent(cx) {
            list::edit_items(cx.call.operation, response, &edit)
        } else {
            response
        }
    })
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::intercept::RequestAction;
    use crate::testing::{FakeServer, request, response};

    #[test]
    fn sorted_list_is_reordered() {
        let server = FakeServer::new();
        let sort = || ParameterValue::new("sort", "pages");
        let sent = request("GET", "/books?room=lending&sort=pages", None);
        let plain = request("GET", "/books?room=lending", None);
        let list = |pages: [u32; 3]| {
            let items = pages.map(|pages| format!(r#"{{"pages":{pages}}}"#));
            response(200, &format!(r#"{{"books":[{}]}}"#, items.join(",")))
        };
        assert_eq!(
            server.request_action(&ignore_sort(sort()), &sent),
            RequestAction::Forward(plain.clone())
        );
        let reversed = edit_sorted(sort(), |items| items.reverse());
        let sorted = || list([100, 90, 8]);
        assert_eq!(server.response(&reversed, &sent, sorted()), list([8, 90, 100]));
        assert_eq!(server.response(&reversed, &plain, sorted()), sorted());
        let as_text = edit_sorted(sort(), |items| {
            sort_as_text(items, "pages", Direction::Descending);
        });
        assert_eq!(server.response(&as_text, &sent, sorted()), list([90, 8, 100]));
    }
}
