//! A filter keeps what it should not, or leaves out what it should keep.

use referral_conformance::exchange::Response;
use referral_conformance::json::Json;
use spec::{Contract, Filter, InputPart, Operation, Type};

use super::{Mutation, paging};
use crate::intercept::{Intercept, InterceptContext, RequestAction, UpstreamResponses};
use crate::{answer, edit, json, list};

pub(super) fn mutations(
    contract: &Contract,
    operation: Option<&Operation>,
    parameter: &str,
) -> Vec<Mutation> {
    let asked = || parameter.to_owned();
    let mut mutations = vec![
        Mutation::new(
            "ignored",
            "the list is the same without the filter",
            paging::Ignored::new(parameter),
        ),
        Mutation::new(
            "empty",
            "nothing passes the filter",
            Lacking {
                parameter: asked(),
                all: true,
            },
        ),
        Mutation::new(
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
        mutations.push(Mutation::new(
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
        mutations.push(Mutation::new(
            "first_lost",
            "the first of what it keeps is left out",
            lacking,
        ));
        mutations.push(Mutation::new(
            "inclusive",
            "what has just the value that was sent is kept, too",
            Above::new(parameter, field, true),
        ));
        let others = operation.and_then(|operation| other_number(contract, operation, field));
        if let Some(other) = others {
            let intercept = Above::new(parameter, other, false);
            let statement = "it looks at another member";
            mutations.push(Mutation::new("other_member", statement, intercept));
        }
    }
    mutations
}

/// What the filter keeps is not listed, all of it or the first.
struct Lacking {
    parameter: String,
    all: bool,
}

impl Intercept for Lacking {
    fn on_response(&self, context: &InterceptContext<'_>, upstream: UpstreamResponses) -> Response {
        if context
            .call
            .text(InputPart::Query, &self.parameter)
            .is_none()
        {
            return upstream.main;
        }
        list::edited(context.call.operation, upstream.main, |items| {
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

impl Intercept for BesideOthers {
    fn on_request(&self, context: &InterceptContext<'_>) -> RequestAction {
        let mut query = context.call.operation.query.iter();
        let others = query.any(|query| {
            query.name != self.0 && context.call.text(InputPart::Query, &query.name).is_some()
        });
        RequestAction::Forward(match others {
            true => edit::without_query(context.request, &self.0),
            false => context.request.clone(),
        })
    }
}

/// The server sees only the last of several values.
struct LastValue(String);

impl Intercept for LastValue {
    fn on_request(&self, context: &InterceptContext<'_>) -> RequestAction {
        let sent = context.call.text(InputPart::Query, &self.0);
        RequestAction::Forward(match sent.and_then(|sent| sent.rsplit_once(',')) {
            Some((_, last)) => edit::with_query(context.request, &self.0, last),
            None => context.request.clone(),
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

    fn bound(&self, context: &InterceptContext<'_>) -> Option<f64> {
        let sent = context.call.text(InputPart::Query, &self.parameter)?;
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

impl Intercept for Above {
    fn on_request(&self, context: &InterceptContext<'_>) -> RequestAction {
        let sent = context.request.clone();
        match self.bound(context) {
            Some(_) => {
                let whole = edit::without_query(&sent, &self.parameter);
                RequestAction::ForwardBoth(sent, whole)
            }
            None => RequestAction::Forward(sent),
        }
    }

    fn on_response(&self, context: &InterceptContext<'_>, upstream: UpstreamResponses) -> Response {
        match (self.bound(context), upstream.extra) {
            (Some(bound), Some(whole))
                if context.accepts(&upstream.main) && context.accepts(&whole) =>
            {
                answer::edited(whole, |body| {
                    json::each_list(body, &mut |items| {
                        items.retain(|item| self.keeps(item, bound));
                    });
                })
            }
            _ => upstream.main,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{FakeServer, request, response};

    const WHOLE: &str = r#"{"books":[{"pages":300},{"pages":200},{"pages":null}]}"#;

    #[test]
    fn bound_is_inclusive_or_applied_to_another_member() {
        let server = FakeServer::new();
        let sent = request("GET", "/books?room=lending&longer_than=200", None);
        let whole = request("GET", "/books?room=lending", None);
        let intercept = Above::new("longer_than", "pages", true);
        assert_eq!(
            server.request(&intercept, &sent),
            RequestAction::ForwardBoth(sent.clone(), whole.clone())
        );
        assert_eq!(
            server.request(&intercept, &whole),
            RequestAction::Forward(whole.clone())
        );
        let filtered = || response(200, r#"{"books":[{"pages":300}]}"#);
        let shown =
            server.response_to_both(&intercept, &sent, filtered(), Some(response(200, WHOLE)));
        let kept = response(200, r#"{"books":[{"pages":300},{"pages":200}]}"#);
        assert_eq!(shown, kept);
        let other = Above::new("longer_than", "loans", false);
        let shown = server.response_to_both(&other, &sent, filtered(), Some(response(200, WHOLE)));
        assert_eq!(shown, response(200, WHOLE), "none has the other member");
    }

    #[test]
    fn items_are_dropped_and_parameters_ignored() {
        let server = FakeServer::new();
        let sent = request("GET", "/books?room=lending&genre=a%2Cb", None);
        let parameter = || "genre".to_owned();
        let listed = response(200, r#"{"books":[{"n":1},{"n":2}]}"#);
        let lacking = |all| {
            server.response(
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
            server.request(&LastValue(parameter()), &sent),
            RequestAction::Forward(last)
        );
        let none = request("GET", "/books?room=lending", None);
        assert_eq!(
            server.request(&BesideOthers(parameter()), &sent),
            RequestAction::Forward(none)
        );
    }
}
