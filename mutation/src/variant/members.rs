//! Members of records: optional, nullable and undocumented ones.

use std::collections::BTreeSet;

use referral_conformance::exchange::Response;
use referral_conformance::json::Json;

use crate::intercept::{Intercept, InterceptContext, UpstreamResponses};
use crate::{answer, json};

/// Omits a field.
pub(super) struct OmitField {
    pub(super) member: String,
    pub(super) field: String,
}

impl Intercept for OmitField {
    fn on_response(&self, _: &InterceptContext<'_>, upstream: UpstreamResponses) -> Response {
        records(upstream, &self.member, |record| record.retain(|(name, _)| *name != self.field))
    }

    fn uses_history(&self) -> bool {
        false
    }
}

/// Sets a field to a value.
pub(super) struct SetField {
    pub(super) member: String,
    pub(super) field: String,
    pub(super) value: Json,
}

impl Intercept for SetField {
    fn on_response(&self, _: &InterceptContext<'_>, upstream: UpstreamResponses) -> Response {
        records(upstream, &self.member, |record| json::set(record, &self.field, self.value.clone()))
    }

    fn uses_history(&self) -> bool {
        false
    }
}

/// A change of members that the contract does not name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum OtherMembers {
    /// Adds members.
    Added,
    /// Removes them.
    Removed,
    /// Renames them.
    Renamed,
}

impl OtherMembers {
    pub(super) const ALL: [(&'static str, Self); 3] =
        [("added", Self::Added), ("removed", Self::Removed), ("renamed", Self::Renamed)];
}

/// Changes the unnamed members of the records in an envelope member.
pub(super) struct ChangeOtherMembers {
    pub(super) member: String,
    pub(super) named: BTreeSet<String>,
    pub(super) others: OtherMembers,
}

impl ChangeOtherMembers {
    /// Whether the call requests an expansion whose member the contract does not name.
    fn requests_unnamed_expansion(cx: &InterceptContext<'_>) -> bool {
        cx.call.operation.query.iter().any(|query| {
            let sent = cx.query(&query.name);
            let mut sent = sent.into_iter().flat_map(|sent| sent.split(','));
            sent.any(|sent| {
                let mut values = query.values.iter().filter(|value| value.wire == sent);
                values.any(|it| it.expansion.as_ref().is_some_and(|it| it.adds.is_none()))
            })
        })
    }
}

impl Intercept for ChangeOtherMembers {
    fn on_response(&self, cx: &InterceptContext<'_>, upstream: UpstreamResponses) -> Response {
        if self.others == OtherMembers::Removed && Self::requests_unnamed_expansion(cx) {
            return upstream.main;
        }
        records(upstream, &self.member, |record| match self.others {
            OtherMembers::Added => {
                let links = Json::Map(vec![("self".to_owned(), Json::Null)]);
                let tags = Json::List(vec![Json::Text("one".to_owned()), Json::Bool(false)]);
                record.insert(0, ("_links".to_owned(), links));
                record.push(("tags".to_owned(), tags));
            }
            OtherMembers::Removed => record.retain(|(name, _)| self.named.contains(name)),
            OtherMembers::Renamed => {
                for (name, _) in record.iter_mut().filter(|(name, _)| !self.named.contains(name)) {
                    *name = format!("x_{name}");
                }
            }
        })
    }

    fn uses_history(&self) -> bool {
        false
    }
}

fn records(
    upstream: UpstreamResponses,
    member: &str,
    change: impl Fn(&mut Vec<(String, Json)>),
) -> Response {
    answer::edit_body(upstream.main, |body| {
        json::records(body, member).into_iter().for_each(change)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{FakeServer, request, response};

    fn changed(intercept: &dyn Intercept) -> Response {
        let sent = request("GET", "/books/b1", None);
        let body = r#"{"book":{"title":"Emma","shelf":"A"},"shelf":"B"}"#;
        FakeServer::new().response(intercept, &sent, response(200, body))
    }

    #[test]
    fn named_members_are_dropped_or_filled() {
        let (member, field) = ("book".to_owned(), "title".to_owned());
        let left_out = OmitField { member: member.clone(), field: field.clone() };
        assert_eq!(changed(&left_out), response(200, r#"{"book":{"shelf":"A"},"shelf":"B"}"#));
        let null = r#"{"book":{"title":null,"shelf":"A"},"shelf":"B"}"#;
        let filled = SetField { member, field, value: Json::Null };
        assert_eq!(changed(&filled), response(200, null));
    }

    #[test]
    fn undocumented_members_may_change() {
        let further = |others| {
            let named = ["title".to_owned()].into();
            changed(&ChangeOtherMembers { member: "book".to_owned(), named, others })
        };
        let none = r#"{"book":{"title":"Emma"},"shelf":"B"}"#;
        assert_eq!(further(OtherMembers::Removed), response(200, none));
        let renamed = r#"{"book":{"title":"Emma","x_shelf":"A"},"shelf":"B"}"#;
        assert_eq!(further(OtherMembers::Renamed), response(200, renamed));
        let more = Json::parse(&further(OtherMembers::Added).body).unwrap();
        assert!(more.holds_text("Emma") && more.holds_member("tags"));
    }
}
