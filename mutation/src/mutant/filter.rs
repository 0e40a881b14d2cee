//! A filter keeps what it should not, or leaves out what it should keep.

use referral_conformance::exchange::Response;
use referral_conformance::json::Json;
use spec::{Contract, Filter, InputPart, Operation, Type};

use super::{Way, paging};
use crate::bend::{Answers, Bend, Next, Seen};
use crate::{answer, edit, json, list};

pub(super) fn ways(
    contract: &Contract,
    operation: Option<&Operation>,
    parameter: &str,
) -> Vec<Way> {
    let asked = || parameter.to_owned();
    let mut ways = vec![
        Way::new(
            "ignored",
            "the list is the same without the filter",
            paging::Ignored::new(parameter),
        ),
        Way::new(
            "empty",
            "nothing passes the filter",
            Lacking {
                parameter: asked(),
                all: true,
            },
        ),
        Way::new(
            "beside_others",
            "it is ignored beside other parameters",
            BesideOthers(asked()),
        ),
    ];
    let query = operation.and_then(|operation| {
        let mut query = operation.query.iter();
        query.find(|query| query.name == parameter)
    });
    // What else passes a filter that only prose tells, the contract does not say.
    if query.is_some_and(|query| query.several) {
        ways.push(Way::new(
            "last_value",
            "of several values only the last counts",
            LastValue(asked()),
        ));
    }
    if let Some(Filter::Above { field }) = query.and_then(|query| query.filter.as_ref()) {
        let lacking = Lacking {
            parameter: asked(),
            all: false,
        };
        ways.push(Way::new(
            "first_lost",
            "the first of what it keeps is left out",
            lacking,
        ));
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

/// What the filter keeps is not listed, all of it or the first.
struct Lacking {
    parameter: String,
    all: bool,
}

impl Bend for Lacking {
    fn response(&self, seen: &Seen<'_>, answers: Answers) -> Response {
        if seen.call.text(InputPart::Query, &self.parameter).is_none() {
            return answers.main;
        }
        list::edited(seen.call.operation, answers.main, |items| {
            let lost = if self.all {
                items.len()
            } else {
                items.len().min(1)
            };
            items.drain(..lost);
        })
    }
}

/// The server does not see the filter where it sees another parameter.
struct BesideOthers(String);

impl Bend for BesideOthers {
    fn request(&self, seen: &Seen<'_>) -> Next {
        let mut query = seen.call.operation.query.iter();
        let others = query.any(|query| {
            query.name != self.0 && seen.call.text(InputPart::Query, &query.name).is_some()
        });
        Next::Forward(match others {
            true => edit::without_query(seen.request, &self.0),
            false => seen.request.clone(),
        })
    }
}

/// The server sees only the last of several values.
struct LastValue(String);

impl Bend for LastValue {
    fn request(&self, seen: &Seen<'_>) -> Next {
        let sent = seen.call.text(InputPart::Query, &self.0);
        Next::Forward(match sent.and_then(|sent| sent.rsplit_once(',')) {
            Some((_, last)) => edit::with_query(seen.request, &self.0, last),
            None => seen.request.clone(),
        })
    }
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

    #[test]
    fn what_passes_is_lost_and_parameters_are_not_seen() {
        let toy = Toy::new();
        let sent = request("GET", "/books?room=lending&genre=a%2Cb", None);
        let parameter = || "genre".to_owned();
        let listed = response(200, r#"{"books":[{"n":1},{"n":2}]}"#);
        let lacking = |all| {
            toy.response(
                &Lacking {
                    parameter: parameter(),
                    all,
                },
                &sent,
                listed.clone(),
            )
        };
        assert_eq!(lacking(true), response(200, r#"{"books":[]}"#));
        assert_eq!(lacking(false), response(200, r#"{"books":[{"n":2}]}"#));
        let last = request("GET", "/books?room=lending&genre=b", None);
        assert_eq!(
            toy.request(&LastValue(parameter()), &sent),
            Next::Forward(last)
        );
        let none = request("GET", "/books?room=lending", None);
        assert_eq!(
            toy.request(&BesideOthers(parameter()), &sent),
            Next::Forward(none)
        );
    }
}
