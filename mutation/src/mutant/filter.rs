//! Filter: a filter keeps items that it should not, or drops items that it should keep.

use referral_conformance::exchange::Response;
use referral_conformance::json::Json;
use spec::{Filter, Type};

use super::parts::query::ignore_parameter;
use super::{Mutation, Target};
use crate::intercept::{
    Intercept, InterceptContext, RequestAction, UpstreamResponses, edit_request, on_response,
};
use crate::{answer, edit, json, list};

pub(super) fn mutations(target: Target<'_>, parameter: &str) -> Vec<Mutation> {
    let mut mutations = vec![
        Mutation::new("ignored", "the filter is ignored", ignore_parameter(parameter)),
        Mutation::new("empty", "the filter drops all items", edit_filtered(parameter, Vec::clear)),
        Mutation::new(
            "ignored_with_others",
            "the filter is ignored if other parameters are sent",
            ignore_with_others(parameter),
        ),
    ];
    let Some(query) = target.query_parameter(parameter) else {
        return mutations;
    };
    // The other mutations need a filter whose meaning the contract states.
    if query.several {
        mutations.push(Mutation::new(
            "last_value",
            "only the last of several values counts",
            keep_last_value(parameter),
        ));
    }
    if let Some(Filter::Above { field }) = &query.filter {
        mutations.push(Mutation::new(
            "first_lost",
            "the first item that passes is dropped",
            edit_filtered(parameter, list::drop_first),
        ));
        mutations.push(Mutation::new(
            "inclusive",
            "items equal to the bound are kept",
            FilterAbove::new(parameter, field, true),
        ));
        if let Some(other) = other_number(target, field) {
            mutations.push(Mutation::new(
                "other_member",
                "another field is compared",
                FilterAbove::new(parameter, other, false),
            ));
        }
    }
    mutations
}

/// Edits the items of a list for which the filter was sent.
fn edit_filtered(parameter: &str, edit: fn(&mut Vec<Json>)) -> impl Intercept + use<> {
    let parameter = parameter.to_owned();
    on_response(move |cx, response| {
        if cx.query(&parameter).is_some() {
            list::edit_items(cx.call.operation, response, edit)
        } else {
            response
        }
    })
}

fn ignore_with_others(parameter: &str) -> impl Intercept + use<> {
    let parameter = parameter.to_owned();
    edit_request(move |cx| {
        let mut query = cx.call.operation.query.iter();
        if query.any(|query| query.name != parameter && cx.query(&query.name).is_some()) {
            edit::without_query(cx.request, &parameter)
        } else {
            cx.request.clone()
        }
    })
}

fn keep_last_value(parameter: &str) -> impl Intercept + use<> {
    let parameter = parameter.to_owned();
    edit_request(move |cx| {
        let values = cx.query(&parameter).and_then(|sent| sent.rsplit_once(','));
        match values {
            Some((_, last)) => edit::with_query(cx.request, &parameter, last),
            None => cx.request.clone(),
        }
    })
}

/// Another numeric field of the listed record.
fn other_number<'c>(target: Target<'c>, field: &str) -> Option<&'c str> {
    let record = target.contract.record(target.operation?.lists.as_deref()?)?;
    let mut fields = record.fields.iter();
    let is_other = |known: &&spec::Field| {
        known.wire != field && matches!(known.ty, Type::Number | Type::Integer)
    };
    fields.find(is_other).map(|other| other.wire.as_str())
}

/// Reads the unfiltered list and filters it by its own rule.
struct FilterAbove {
    parameter: String,
    field: String,
    inclusive: bool,
}

impl FilterAbove {
    fn new(parameter: &str, field: &str, inclusive: bool) -> Self {
        Self { parameter: parameter.to_owned(), field: field.to_owned(), inclusive }
    }

    fn bound(&self, cx: &InterceptContext<'_>) -> Option<f64> {
        cx.query(&self.parameter)?.parse().ok()
    }

    /// Whether the item passes. Items without the field pass, because they are not records.
    fn keeps(&self, item: &Json, bound: f64) -> bool {
        let above = |value: f64| value > bound || (self.inclusive && value >= bound);
        match item.get(&self.field) {
            Some(Json::Number(digits)) => digits.parse().is_ok_and(above),
            Some(_) => false,
            None => true,
        }
    }
}

impl Intercept for FilterAbove {
    fn on_request(&self, cx: &InterceptContext<'_>) -> RequestAction {
        if self.bound(cx).is_none() {
            return cx.forward();
        }
        let unfiltered = edit::without_query(cx.request, &self.parameter);
        RequestAction::ForwardBoth(cx.request.clone(), unfiltered)
    }

    fn on_response(&self, cx: &InterceptContext<'_>, upstream: UpstreamResponses) -> Response {
        match (self.bound(cx), upstream.extra) {
            (Some(bound), Some(unfiltered))
                if cx.accepts(&upstream.main) && cx.accepts(&unfiltered) =>
            {
                answer::edit_body(unfiltered, |body| {
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

    const UNFILTERED: &str = r#"{"books":[{"pages":300},{"pages":200},{"pages":null}]}"#;

    #[test]
    fn bound_is_inclusive_or_applied_to_another_member() {
        let server = FakeServer::new();
        let sent = request("GET", "/books?room=lending&longer_than=200", None);
        let plain = request("GET", "/books?room=lending", None);
        let inclusive = FilterAbove::new("longer_than", "pages", true);
        assert_eq!(
            server.request_action(&inclusive, &sent),
            RequestAction::ForwardBoth(sent.clone(), plain.clone())
        );
        assert_eq!(
            server.request_action(&inclusive, &plain),
            RequestAction::Forward(plain.clone())
        );
        let shown = |intercept: &FilterAbove| {
            let filtered = response(200, r#"{"books":[{"pages":300}]}"#);
            let unfiltered = Some(response(200, UNFILTERED));
            server.response_to_both(intercept, &sent, filtered, unfiltered)
        };
        let kept = response(200, r#"{"books":[{"pages":300},{"pages":200}]}"#);
        assert_eq!(shown(&inclusive), kept);
        let other = FilterAbove::new("longer_than", "loans", false);
        assert_eq!(shown(&other), response(200, UNFILTERED));
    }

    #[test]
    fn items_are_dropped_and_parameters_ignored() {
        let server = FakeServer::new();
        let sent = request("GET", "/books?room=lending&genre=a%2Cb", None);
        let listed = response(200, r#"{"books":[{"n":1},{"n":2}]}"#);
        let edited = |edit| server.response(&edit_filtered("genre", edit), &sent, listed.clone());
        assert_eq!(edited(Vec::clear), response(200, r#"{"books":[]}"#));
        assert_eq!(edited(list::drop_first), response(200, r#"{"books":[{"n":2}]}"#));
        let forwarded = |target| RequestAction::Forward(request("GET", target, None));
        assert_eq!(
            server.request_action(&keep_last_value("genre"), &sent),
            forwarded("/books?room=lending&genre=b")
        );
        assert_eq!(
            server.request_action(&ignore_with_others("genre"), &sent),
            forwarded("/books?room=lending")
        );
    }
}
