//! Error bodies with additional members.

use referral_conformance::exchange::Response;
use referral_conformance::json::Json;

use crate::answer;
use crate::intercept::{Intercept, InterceptContext, UpstreamResponses};

/// Adds members to error bodies.
pub(super) struct AddMembers;

impl Intercept for AddMembers {
    fn on_response(&self, cx: &InterceptContext<'_>, upstream: UpstreamResponses) -> Response {
        if answer::message(cx.contract, &upstream.main).is_none() {
            return upstream.main;
        }
        answer::edit_body(upstream.main, |body| {
            if let Json::Map(members) = body {
                let details = Json::List(vec![Json::Null, Json::Map(Vec::new())]);
                members.insert(0, ("code".to_owned(), Json::Number("17".to_owned())));
                members.push(("details".to_owned(), details));
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{FakeServer, request, response};

    #[test]
    fn message_is_kept() {
        let server = FakeServer::new();
        let sent = request("GET", "/books/b1", None);
        let refused = response(404, r#"{"message":"b1 not found!"}"#);
        let more = server.response(&AddMembers, &sent, refused);
        let body = r#"{"code":17,"message":"b1 not found!","details":[null,{}]}"#;
        assert_eq!(more, response(404, body));
        let accepted = response(200, "{}");
        assert_eq!(server.response(&AddMembers, &sent, accepted.clone()), accepted);
    }
}
