//! A filter keeps what it should not.

use referral_conformance::exchange::Response;
use referral_conformance::json::Json;
use spec::{Contract, Filter, InputPart, Operation, Type};

use super::{Way, paging};
use crate::bend::{Answers, Bend, Next, Seen};
use crate::{answer, edit, json};

pub(super) fn ways(
    contract: &Contract,
    operation: Option<&Operation>,
    parameter: &str,
) -> Vec<Way> {
    let mut ways = vec![Way::new(
        "ignored",
        "the list is the same without the filter",
        paging::Ignored::new(parameter),
    )];
    let query = operation.and_then(|operation| {
        let mut query = operation.query.iter();
        query.find(|query| query.name == parameter)
    });
    // What else passes a filter that only prose tells, the contract does not say.
    if let Some(Filter::Above { field }) = query.and_then(|query| query.filter.as_ref()) {
        ways.push(Way::new(
            "inclusive",
            "what has just the value that was sent is kept, too",
            Above::new(parameter, field, true),
        ));
        let others = operation.and_then(|operation| other_number(contract, operation, field));
        if let Some(other) = others {
            let bend = Above::new(parameter, other, false);
            let statement = "it looks at another member";
            ways.push(Way::new("other_member", statement, bend));
        }
    }
    ways
}

/// Another member of the listed record that is a number, for a careless filter to look at.
fn other_number<'c>(contract: &'c Contract, operation: &Operation, field: &str) -> Option<&'c str> {
    let record = contract.record(operation.lists.as_deref()?)?;
    let mut fields = record.fields.iter();
    let other = fields
        .find(|known| known.wire != field && matches!(known.ty, Type::Number | Type::Integer));
    other.map(|other| other.wire.as_str())
}

/// The whole list is asked for, and filtered here.
struct Above {
    parameter: String,
    field: String,
    inclusive: bool,
}

impl Above {
    fn new(parameter: &str, field: &str, inclusive: bool) -> Self {
        Self {
            parameter: parameter.to_owned(),
            field: field.to_owned(),
            inclusive,
        }
    }

    fn bound(&self, seen: &Seen<'_>) -> Option<f64> {
        let sent = seen.call.text(InputPart::Query, &self.parameter)?;
        sent.parse().ok()
    }

    /// Whether the record passes; what has no such member is no record.
    fn keeps(&self, record: &Json, bound: f64) -> bool {
        let above = |value: f64| value > bound || (self.inclusive && value >= bound);
        match record.get(&self.field) {
            Some(Json::Number(digits)) => digits.parse().is_ok_and(above),
            Some(_) => false,
            None => true,
        }
    }
}

impl Bend for Above {
    fn request(&self, seen: &Seen<'_>) -> Next {
        let sent = seen.request.clone();
        match self.bound(seen) {
            Some(_) => {
                let whole = edit::without_query(&sent, &self.parameter);
                Next::Beside(sent, whole)
            }
            None => Next::Forward(sent),
        }
    }

    fn response(&self, seen: &Seen<'_>, answers: Answers) -> Response {
        match (self.bound(seen), answers.beside) {
            (Some(bound), Some(whole)) if seen.accepts(&answers.main) && seen.accepts(&whole) => {
                answer::edited(whole, |body| {
                    json::each_list(body, &mut |items| {
                        items.retain(|item| self.keeps(item, bound));
                    });
                })
            }
            _ => answers.main,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy::{Toy, request, response};

    const WHOLE: &str = r#"{"books":[{"pages":300},{"pages":200},{"pages":null}]}"#;

    #[test]
    fn the_bound_is_kept_or_another_member_is_looked_at() {
        let toy = Toy::new();
        let sent = request("GET", "/books?room=lending&longer_than=200", None);
        let whole = request("GET", "/books?room=lending", None);
        let bend = Above::new("longer_than", "pages", true);
        assert_eq!(
            toy.request(&bend, &sent),
            Next::Beside(sent.clone(), whole.clone())
        );
        assert_eq!(toy.request(&bend, &whole), Next::Forward(whole.clone()));
        let filtered = || response(200, r#"{"books":[{"pages":300}]}"#);
        let shown = toy.beside(&bend, &sent, filtered(), Some(response(200, WHOLE)));
        let kept = response(200, r#"{"books":[{"pages":300},{"pages":200}]}"#);
        assert_eq!(shown, kept);
        let other = Above::new("longer_than", "loans", false);
        let shown = toy.beside(&other, &sent, filtered(), Some(response(200, WHOLE)));
        assert_eq!(shown, response(200, WHOLE), "none has the other member");
    }
}
