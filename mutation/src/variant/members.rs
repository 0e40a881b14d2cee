//! Members of records: whether one is there, whether it is null, and what else there is.

use std::collections::BTreeSet;

use referral_conformance::exchange::Response;
use referral_conformance::json::Json;
use spec::InputPart;

use crate::intercept::{Intercept, InterceptContext, UpstreamResponses};
use crate::{answer, json};

/// A member is left out.
pub(super) struct LeftOut {
    pub(super) member: String,
    pub(super) field: String,
}

impl Intercept for LeftOut {
    fn on_response(&self, _: &InterceptContext<'_>, upstream: UpstreamResponses) -> Response {
        records(upstream, &self.member, |record| {
            record.retain(|(name, _)| *name != self.field)
        })
    }

    fn uses_history(&self) -> bool {
        false
    }
}

/// A member is there, with this value.
pub(super) struct Filled {
    pub(super) member: String,
    pub(super) field: String,
    pub(super) value: Json,
}

impl Intercept for Filled {
    fn on_response(&self, _: &InterceptContext<'_>, upstream: UpstreamResponses) -> Response {
        records(upstream, &self.member, |record| {
            json::set(record, &self.field, self.value.clone())
        })
    }

    fn uses_history(&self) -> bool {
        false
    }
}

/// What becomes of members that the contract does not name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Others {
    /// There are more.
    More,
    /// There are none.
    None,
    /// They are called otherwise.
    Renamed,
}

impl Others {
    pub(super) const ALL: [(&'static str, Self); 3] = [
        ("more", Self::More),
        ("none", Self::None),
        ("renamed", Self::Renamed),
    ];
}

/// The members beside the named ones, in the records of one envelope member.
pub(super) struct Further {
    pub(super) member: String,
    pub(super) named: BTreeSet<String>,
    pub(super) others: Others,
}

impl Further {
    /// Whether the call asks for data that is to be there, under a name that the contract does not know.
    fn is_asked_for_more(context: &InterceptContext<'_>) -> bool {
        context.call.operation.query.iter().any(|query| {
            let asked = context.call.text(InputPart::Query, &query.name);
            let mut asked = asked.into_iter().flat_map(|asked| asked.split(','));
            asked.any(|asked| {
                let mut values = query.values.iter().filter(|value| value.wire == asked);
                values.any(|it| it.expansion.as_ref().is_some_and(|it| it.adds.is_none()))
            })
        })
    }
}

impl Intercept for Further {
    fn on_response(&self, context: &InterceptContext<'_>, upstream: UpstreamResponses) -> Response {
        if self.others == Others::None && Self::is_asked_for_more(context) {
            return upstream.main;
        }
        records(upstream, &self.member, |record| match self.others {
            Others::More => {
                let links = Json::Map(vec![("self".to_owned(), Json::Null)]);
                let tags = Json::List(vec![Json::Text("one".to_owned()), Json::Bool(false)]);
                record.insert(0, ("_links".to_owned(), links));
                record.push(("tags".to_owned(), tags));
            }
            Others::None => record.retain(|(name, _)| self.named.contains(name)),
            Others::Renamed => {
                for (name, _) in record
                    .iter_mut()
                    .filter(|(name, _)| !self.named.contains(name))
                {
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
    answer::edited(upstream.main, |body| {
        json::records(body, member).into_iter().for_each(change)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{FakeServer, request, response};

    fn bent(intercept: &dyn Intercept) -> Response {
        let sent = request("GET", "/books/b1", None);
        let body = r#"{"book":{"title":"Emma","shelf":"A"},"shelf":"B"}"#;
        FakeServer::new().response(intercept, &sent, response(200, body))
    }

    #[test]
    fn named_members_are_dropped_or_filled() {
        let (member, field) = ("book".to_owned(), "title".to_owned());
        let left_out = LeftOut {
            member: member.clone(),
            field: field.clone(),
        };
        assert_eq!(
            bent(&left_out),
            response(200, r#"{"book":{"shelf":"A"},"shelf":"B"}"#)
        );
        let null = r#"{"book":{"title":null,"shelf":"A"},"shelf":"B"}"#;
        let filled = Filled {
            member,
            field,
            value: Json::Null,
        };
        assert_eq!(bent(&filled), response(200, null));
    }

    #[test]
    fn undocumented_members_may_change() {
        let further = |others| {
            let named = ["title".to_owned()].into();
            bent(&Further {
                member: "book".to_owned(),
                named,
                others,
            })
        };
        let none = r#"{"book":{"title":"Emma"},"shelf":"B"}"#;
        assert_eq!(further(Others::None), response(200, none));
        let renamed = r#"{"book":{"title":"Emma","x_shelf":"A"},"shelf":"B"}"#;
        assert_eq!(further(Others::Renamed), response(200, renamed));
        let more = Json::parse(&further(Others::More).body).unwrap();
        assert!(more.holds_text("Emma") && more.holds_member("tags"));
    }
}
