//! A sort is ignored, goes the other way, loses the first, or takes numbers for words.

use std::cmp::Ordering;

use referral_conformance::exchange::Response;
use referral_conformance::json::Json;
use spec::{Contract, Direction, InputPart, Operation, Order, Type};

use super::Way;
use crate::bend::{Answers, Bend, Next, Seen};
use crate::{answer, edit, json, list};

pub(super) fn ways(
    contract: &Contract,
    operation: Option<&Operation>,
    parameter: &str,
    value: &str,
) -> Vec<Way> {
    let asked = Asked {
        parameter: parameter.to_owned(),
        value: value.to_owned(),
    };
    let mut ways = vec![
        Way::new(
            "unsorted",
            "the list comes as if no sort had been asked for",
            Unsorted(asked.clone()),
        ),
        Way::new(
            "reversed",
            "the list comes the other way round",
            Reversed(asked.clone()),
        ),
        Way::new(
            "first_lost",
            "what belongs to the top is left out",
            FirstLost(asked.clone()),
        ),
        Way::new(
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
        let bend = AsText {
            asked,
            field: field.to_owned(),
            direction,
        };
        ways.push(Way::new("as_text", "`9` is taken for more than `10`", bend));
    }
    ways
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
    fn is_for(&self, seen: &Seen<'_>) -> bool {
        seen.call.text(InputPart::Query, &self.parameter) == Some(self.value.as_str())
    }
}

struct Unsorted(Asked);

impl Bend for Unsorted {
    fn request(&self, seen: &Seen<'_>) -> Next {
        Next::Forward(match self.0.is_for(seen) {
            true => edit::without_query(seen.request, &self.0.parameter),
            false => seen.request.clone(),
        })
    }
}

struct Reversed(Asked);

impl Bend for Reversed {
    fn response(&self, seen: &Seen<'_>, answers: Answers) -> Response {
        if !self.0.is_for(seen) {
            return answers.main;
        }
        answer::edited(answers.main, |body| {
            json::each_list(body, &mut |items| items.reverse());
        })
    }
}

struct FirstLost(Asked);

impl Bend for FirstLost {
    fn response(&self, seen: &Seen<'_>, answers: Answers) -> Response {
        match self.0.is_for(seen) {
            true => list::edited(seen.call.operation, answers.main, |items| {
                items.drain(..items.len().min(1));
            }),
            false => answers.main,
        }
    }
}

struct LastFirst(Asked);

impl Bend for LastFirst {
    fn response(&self, seen: &Seen<'_>, answers: Answers) -> Response {
        match self.0.is_for(seen) {
            true => list::edited(seen.call.operation, answers.main, |items| {
                let last = items.len().min(1);
                items.rotate_right(last);
            }),
            false => answers.main,
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

impl Bend for AsText {
    fn response(&self, seen: &Seen<'_>, answers: Answers) -> Response {
        if !self.asked.is_for(seen) {
            return answers.main;
        }
        answer::edited(answers.main, |body| {
            json::each_list(body, &mut |items| {
                items.sort_by(|one, other| self.compare(one, other));
            });
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy::{Toy, request, response};

    #[test]
    fn the_order_is_another_one_where_it_was_asked_for() {
        let toy = Toy::new();
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
        assert_eq!(toy.request(&unsorted, &sent), Next::Forward(plain.clone()));
        let bend = Reversed(asked());
        let sorted = list([100, 90, 8]);
        assert_eq!(
            toy.response(&bend, &sent, sorted.clone()),
            list([8, 90, 100])
        );
        assert_eq!(toy.response(&bend, &plain, sorted.clone()), sorted);
        let bend = AsText {
            asked: asked(),
            field: "pages".to_owned(),
            direction: Direction::Descending,
        };
        assert_eq!(
            toy.response(&bend, &sent, sorted.clone()),
            list([90, 8, 100])
        );
        let bend = LastFirst(asked());
        assert_eq!(
            toy.response(&bend, &sent, sorted.clone()),
            list([8, 100, 90])
        );
        let bend = FirstLost(asked());
        let lost = response(200, r#"{"books":[{"pages":90},{"pages":8}]}"#);
        assert_eq!(toy.response(&bend, &sent, sorted), lost);
    }
}
