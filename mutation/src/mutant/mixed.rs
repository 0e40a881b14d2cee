//! The record that a creation returns has in one member what was sent as another.

use referral_conformance::exchange::Response;
use referral_conformance::json::Json;
use spec::{Contract, InputPart, Operation};

use super::Mutation;
use crate::intercept::{Intercept, InterceptContext, UpstreamResponses};
use crate::{answer, json};

/// Ways to break what a member of the body says, where the created record has a member of that name.
pub(super) fn mutations(
    contract: &Contract,
    operation: Option<&Operation>,
    field: &str,
) -> Vec<Mutation> {
    let record = operation.and_then(|operation| contract.record(operation.creates.as_deref()?));
    let shown = record.is_some_and(|record| record.fields.iter().any(|known| known.wire == field));
    let statement = "the record shows what was sent as another member";
    let intercept = Mixed(field.to_owned());
    let mutation = shown.then(|| Mutation::new("mixed", statement, intercept));
    mutation.into_iter().collect()
}

struct Mixed(String);

impl Intercept for Mixed {
    fn on_response(&self, context: &InterceptContext<'_>, upstream: UpstreamResponses) -> Response {
        let text = |name: &str| context.call.text(InputPart::Body, name);
        let Some(own) = text(&self.0).filter(|_| context.accepts(&upstream.main)) else {
            return upstream.main;
        };
        let mut body = context.call.operation.body.iter();
        let other = body.find_map(|field| text(&field.wire).filter(|other| *other != own));
        let Some(other) = other.map(str::to_owned) else {
            return upstream.main;
        };
        answer::edited(upstream.main, |body| {
            let Json::Map(members) = body else {
                return;
            };
            for (_, record) in members {
                if let Json::Map(fields) = record {
                    json::set(fields, &self.0, Json::Text(other.clone()));
                }
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{FakeServer, request, response};

    #[test]
    fn member_has_the_value_of_another() {
        let server = FakeServer::new();
        let sent = r#"{"isbn":"1","title":"Emma","subtitle":"A novel"}"#;
        let sent = request("POST", "/books", Some(sent));
        let shown = |body: &str| response(201, body);
        let right = shown(r#"{"book":{"subtitle":"A novel"},"shelf_marks":[]}"#);
        let intercept = Mixed("subtitle".to_owned());
        let wrong = shown(r#"{"book":{"subtitle":"1"},"shelf_marks":[]}"#);
        assert_eq!(server.response(&intercept, &sent, right), wrong);
    }
}
