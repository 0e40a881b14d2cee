//! A documented member of a record is left out.

use referral_conformance::exchange::Response;

use super::Mutation;
use crate::intercept::{Intercept, InterceptContext, UpstreamResponses};
use crate::{answer, json};

pub(super) fn mutations(member: &str, field: &str) -> Vec<Mutation> {
    let change = |how| Change {
        member: member.to_owned(),
        field: field.to_owned(),
        how,
    };
    vec![
        Mutation::new("dropped", "the member is left out", change(How::Dropped)),
        Mutation::new(
            "renamed",
            "the member has another name",
            change(How::Renamed),
        ),
        Mutation::new(
            "dropped_from_last",
            "the member is left out of the last record",
            change(How::DroppedFromLast),
        ),
    ]
}

struct Change {
    member: String,
    field: String,
    how: How,
}

enum How {
    Dropped,
    Renamed,
    DroppedFromLast,
}

impl Intercept for Change {
    fn on_response(&self, _: &InterceptContext<'_>, upstream: UpstreamResponses) -> Response {
        answer::edited(upstream.main, |body| {
            let mut records = json::records(body, &self.member);
            if let How::DroppedFromLast = self.how {
                records.drain(..records.len().saturating_sub(1));
            }
            for record in records {
                match self.how {
                    How::Renamed => json::rename(record, &self.field),
                    How::Dropped | How::DroppedFromLast => {
                        record.retain(|(name, _)| *name != self.field);
                    }
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
    fn member_is_dropped_or_renamed() {
        let server = FakeServer::new();
        let listed = response(
            200,
            r#"{"books":[{"uuid":"1","title":"Emma"},{"title":"Mina"}]}"#,
        );
        for (how, books) in [
            (How::Dropped, r#"[{"uuid":"1"},{}]"#),
            (
                How::Renamed,
                r#"[{"uuid":"1","title_":"Emma"},{"title_":"Mina"}]"#,
            ),
            (How::DroppedFromLast, r#"[{"uuid":"1","title":"Emma"},{}]"#),
        ] {
            let intercept = Change {
                member: "books".to_owned(),
                field: "title".to_owned(),
                how,
            };
            let answer =
                server.response(&intercept, &request("GET", "/books", None), listed.clone());
            assert_eq!(answer, response(200, &format!(r#"{{"books":{books}}}"#)));
        }
    }
}
