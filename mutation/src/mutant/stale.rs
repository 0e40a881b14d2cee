//! A list keeps showing the first value of a member after updates.

use referral_conformance::contract;
use referral_conformance::exchange::Response;
use referral_conformance::json::Json;
use spec::{ClauseKind, Contract, Operation};

use super::Mutation;
use crate::history::Outcome;
use crate::intercept::{Intercept, InterceptContext, UpstreamResponses};
use crate::{answer, json};

/// One mutant for a list member that an operation updates.
pub(super) fn mutations(
    contract: &Contract,
    operation: Option<&Operation>,
    member: &str,
    field: &str,
) -> Vec<Mutation> {
    let record = operation.and_then(|operation| operation.lists.as_deref());
    let is_update = |clause: &spec::Clause| {
        let kind =
            matches!(&clause.kind, ClauseKind::Update { field: changed } if changed == field);
        let id = clause.operation.as_deref().filter(|_| kind);
        let updates = id.and_then(|id| contract.operation(id)?.updates.as_deref());
        updates.is_some() && updates == record
    };
    if !contract.clauses().iter().any(is_update) {
        return Vec::new();
    }
    let stale = Stale {
        list: member.to_owned(),
        field: field.to_owned(),
    };
    vec![Mutation::new(
        "stale",
        "it is shown as it was at first",
        stale,
    )]
}

struct Stale {
    list: String,
    field: String,
}

impl Stale {
    /// The member in the first answer that showed a record.
    fn first(&self, context: &InterceptContext<'_>, name: &str) -> Option<Json> {
        let operation = &context.call.operation.id;
        let earlier = context
            .history
            .all()
            .filter(|past| past.operation == *operation);
        let shown = earlier
            .filter(|past| past.outcome == Outcome::Accepted)
            .filter_map(|past| {
                let body = Json::parse(&past.response.body)?;
                json::object_with(&body, name)?.get(&self.field).cloned()
            });
        shown.last()
    }
}

impl Intercept for Stale {
    fn on_response(&self, context: &InterceptContext<'_>, upstream: UpstreamResponses) -> Response {
        let record = context.call.operation.lists.as_deref();
        let record = record.and_then(|record| context.contract.record(record));
        let Some(identifier) = record.and_then(contract::identifier) else {
            return upstream.main;
        };
        answer::edited(upstream.main, |body| {
            for members in json::records(body, &self.list) {
                let name = members.iter().find(|(name, _)| *name == identifier.wire);
                let first = name.and_then(|(_, name)| self.first(context, name.text()?));
                if let Some(first) = first {
                    json::set(members, &self.field, first);
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
    fn first_value_is_kept() {
        let mut server = FakeServer::new();
        let intercept = Stale {
            list: "books".to_owned(),
            field: "title".to_owned(),
        };
        let sent = request("GET", "/books", None);
        let shown = |title: &str| {
            response(
                200,
                &format!(r#"{{"books":[{{"uuid":"b1","title":"{title}"}}]}}"#),
            )
        };
        assert_eq!(
            server.response(&intercept, &sent, shown("Emma")),
            shown("Emma")
        );
        server.keep(&sent, &shown("Emma"));
        assert_eq!(
            server.response(&intercept, &sent, shown("Persuasion")),
            shown("Emma")
        );
    }
}
