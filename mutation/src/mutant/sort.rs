//! A sort is ignored, goes the other way, loses the first, or takes numbers for words.

use std::cmp::Ordering;

use referral_conformance::exchange::Response;
use referral_conformance::json::Json;
use spec::{Contract, Direction, InputPart, Operation, Order, Type};

use super::Mutation;
use crate::intercept::{Intercept, InterceptContext, RequestAction, UpstreamResponses};
use crate::{answer, edit, json, list};

pub(super) fn mutations(
    contract: &Contract,
    operation: Option<&Operation>,
    parameter: &str,
    value: &str,
) -> Vec<Mutation> {
    let asked = Asked {
        parameter: parameter.to_owned(),
        value: value.to_owned(),
    };
    let mut mutations = vec![
        Mutation::new(
            "unsorted",
            "the list comes as if no sort had been asked for",
            Unsorted(asked.clone()),
        ),
        Mutation::new(
            "reversed",
            "the list comes the other way round",
            Reversed(asked.clone()),
        ),
        Mutation::new(
            "first_lost",
            "what belongs to the top is left out",
            FirstLost(asked.clone()),
        ),
        Mutation::new(
            "last_first",
            "the last comes first",
            LastFirst(asked.clone()),
        ),
    ];
    let order = operation.and_then(|operation| order_of(operation, parameter, value));
    let field = operation.zip(order).and_then(|(operation, order)| {
        let by = order.by.as_deref()?;
        is_number(contract, operation, by).then_some((by, order.direction))
    });
    if let Some((field, direction)) = field {
        let intercept = AsText {
            asked,
            field: field.to_owned(),
            direction,
        };
        mutations.push(Mutation::new(
            "as_text",
            "`9` is taken for more than `10`",
            intercept,
        ));
    }
    mutations
}

fn order_of<'c>(operation: &'c Operation, parameter: &str, value: &str) -> Option<&'c Order> {
    let mut query = operation.query.iter();
    let query = query.find(|query| query.name == parameter)?;
    let value = query.values.iter().find(|known| known.wire == value)?;
    value.sorts.as_ref()
}

fn is_number(contract: &Contract, operation: &Operation, field: &str) -> bool {
    let record = operation
        .lists
        .as_deref()
        .and_then(|name| contract.record(name));
    let mut fields = record.into_iter().flat_map(|record| &record.fields);
    fields.any(|known| known.wire == field && matches!(known.ty, Type::Number | Type::Integer))
}

/// The query parameter and its value that ask for the order.
#[derive(Clone)]
struct Asked {
    parameter: String,
    value: String,
}

impl Asked {
    fn is_for(&self, context: &InterceptContext<'_>) -> bool {
        context.call.text(InputPart::Query, &self.parameter) == Some(self.value.as_str())
    }
}

struct Unsorted(Asked);

impl Intercept for Unsorted {
    fn on_request(&self, context: &InterceptContext<'_>) -> RequestAction {
        RequestAction::Forward(match self.0.is_for(context) {
            true => edit::without_query(context.request, &self.0.parameter),
            false => context.request.clone(),
        })
    }
}

struct Reversed(Asked);

impl Intercept for Reversed {
    fn on_response(&self, context: &InterceptContext<'_>, upstream: UpstreamResponses) -> Response {
        if !self.0.is_for(context) {
            return upstream.main;
        }
        answer::edited(upstream.main, |body| {
            json::each_list(body, &mut |items| items.reverse());
        })
    }
}

struct FirstLost(Asked);

impl Intercept for FirstLost {
    fn on_response(&self, context: &InterceptContext<'_>, upstream: UpstreamResponses) -> Response {
        match self.0.is_for(context) {
            true => list::edited(context.call.operation, upstream.main, |items| {
                items.drain(..items.len().min(1));
            }),
            false => upstream.main,
        }
    }
}

struct LastFirst(Asked);

impl Intercept for LastFirst {
    fn on_response(&self, context: &InterceptContext<'_>, upstream: UpstreamResponses) -> Response {
        match self.0.is_for(context) {
            true => list::edited(context.call.operation, upstream.main, |items| {
                let last = items.len().min(1);
                items.rotate_right(last);
            }),
            false => upstream.main,
        }
    }
}

/// Numbers are compared letter by letter.
struct AsText {
    asked: Asked,
    field: String,
    direction: Direction,
}

impl AsText {
    fn compare(&self, one: &Json, other: &Json) -> Ordering {
        let text = |record: &Json| record.get(&self.field).map(Json::to_string);
        let ascending = text(one).cmp(&text(other));
        match self.direction {
            Direction::Ascending => ascending,
            Direction::Descending => ascending.reverse(),
        }
    }
}

impl Intercept for AsText {
    fn on_response(&self, context: &InterceptContext<'_>, upstream: UpstreamResponses) -> Response {
        if !self.asked.is_for(context) {
            return upstream.main;
        }
        answer::edited(upstream.main, |body| {
            json::each_list(body, &mut |items| {
                items.sort_by(|one, other| self.compare(one, other));
            });
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{FakeServer, request, response};

    #[test]
    fn sorted_list_is_reordered() {
        let server = FakeServer::new();
        let asked = || Asked {
            parameter: "sort".to_owned(),
            value: "pages".to_owned(),
        };
        let sent = request("GET", "/books?room=lending&sort=pages", None);
        let plain = request("GET", "/books?room=lending", None);
        let list = |pages: [u32; 3]| {
            let items = pages.map(|pages| format!(r#"{{"pages":{pages}}}"#));
            response(200, &format!(r#"{{"books":[{}]}}"#, items.join(",")))
        };
        let unsorted = Unsorted(asked());
        assert_eq!(
            server.request(&unsorted, &sent),
            RequestAction::Forward(plain.clone())
        );
        let intercept = Reversed(asked());
        let sorted = list([100, 90, 8]);
        assert_eq!(
            server.response(&intercept, &sent, sorted.clone()),
            list([8, 90, 100])
        );
        assert_eq!(server.response(&intercept, &plain, sorted.clone()), sorted);
        let intercept = AsText {
            asked: asked(),
            field: "pages".to_owned(),
            direction: Direction::Descending,
        };
        assert_eq!(
            server.response(&intercept, &sent, sorted.clone()),
            list([90, 8, 100])
        );
        let intercept = LastFirst(asked());
        assert_eq!(
            server.response(&intercept, &sent, sorted.clone()),
            list([8, 100, 90])
        );
        let intercept = FirstLost(asked());
        let lost = response(200, r#"{"books":[{"pages":90},{"pages":8}]}"#);
        assert_eq!(server.response(&intercept, &sent, sorted), lost);
    }
}
