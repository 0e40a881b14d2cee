//! A member of the success body is left out, or is of another type.

use referral_conformance::exchange::Response;
use referral_conformance::json::Json;

use super::Mutation;
use crate::intercept::{Intercept, InterceptContext, UpstreamResponses};
use crate::{answer, json};

pub(super) fn mutations(member: &str) -> Vec<Mutation> {
    vec![
        Mutation::new(
            "dropped",
            "the member is left out",
            Dropped(member.to_owned()),
        ),
        Mutation::new(
            "renamed",
            "the member has another name",
            Renamed(member.to_owned()),
        ),
        Mutation::new(
            "other_type",
            "the member is of another type",
            Wrapped(member.to_owned()),
        ),
    ]
}

struct Dropped(String);

impl Intercept for Dropped {
    fn on_response(&self, context: &InterceptContext<'_>, upstream: UpstreamResponses) -> Response {
        accepted(context, upstream, |body| {
            if let Json::Map(members) = body {
                members.retain(|(name, _)| *name != self.0);
            }
        })
    }
}

/// A list becomes an object, and everything else a list.
struct Renamed(String);

impl Intercept for Renamed {
    fn on_response(&self, context: &InterceptContext<'_>, upstream: UpstreamResponses) -> Response {
        accepted(context, upstream, |body| {
            if let Json::Map(members) = body {
                json::rename(members, &self.0);
            }
        })
    }
}

struct Wrapped(String);

impl Intercept for Wrapped {
    fn on_response(&self, context: &InterceptContext<'_>, upstream: UpstreamResponses) -> Response {
        accepted(context, upstream, |body| {
            let Some(member) = json::member(body, &self.0) else {
                return;
            };
            let value = std::mem::replace(member, Json::Null);
            *member = match value {
                Json::List(_) => Json::Map(vec![("items".to_owned(), value)]),
                other => Json::List(vec![other]),
            };
        })
    }
}

/// The answer with its body changed, if it is an acceptance.
fn accepted(
    context: &InterceptContext<'_>,
    upstream: UpstreamResponses,
    edit: impl FnOnce(&mut Json),
) -> Response {
    if answer::is_accepted(context.contract, &upstream.main) {
        return answer::edited(upstream.main, edit);
    }
    upstream.main
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{FakeServer, request, response};

    #[test]
    fn members_are_dropped_renamed_or_wrapped() {
        let server = FakeServer::new();
        let sent = request("GET", "/books", None);
        let listed = response(200, r#"{"books":[{"n":1}],"page_info":{"page":1}}"#);
        let dropped = server.response(&Dropped("books".to_owned()), &sent, listed.clone());
        assert_eq!(dropped, response(200, r#"{"page_info":{"page":1}}"#));
        let renamed = server.response(&Renamed("books".to_owned()), &sent, listed.clone());
        let other_name = r#"{"books_":[{"n":1}],"page_info":{"page":1}}"#;
        assert_eq!(renamed, response(200, other_name));
        let wrapped = server.response(&Wrapped("books".to_owned()), &sent, listed.clone());
        let object = r#"{"books":{"items":[{"n":1}]},"page_info":{"page":1}}"#;
        assert_eq!(wrapped, response(200, object));
        let wrapped = server.response(&Wrapped("page_info".to_owned()), &sent, listed);
        let list = r#"{"books":[{"n":1}],"page_info":[{"page":1}]}"#;
        assert_eq!(wrapped, response(200, list));
    }
}
