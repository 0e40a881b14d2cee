//! Removal: a removal is acknowledged but not done, or removes other records as well.

use referral_conformance::exchange::Response;
use spec::{Condition, InputPart, InputRef};

use super::parts::conditional::Trigger;
use super::parts::dropped_write::DropCall;
use super::{Mutation, Target};
use crate::answer;
use crate::intercept::{Intercept, InterceptContext, UpstreamResponses};

pub(super) fn mutations(target: Target<'_>) -> Vec<Mutation> {
    let mut mutations = vec![
        Mutation::new("not_done", "the removal is acknowledged but not done", DropCall),
        Mutation::conditional(
            "not_done_for_others",
            "only the first removal is done",
            DropCall,
            Trigger::OtherRecord,
        ),
    ];
    let removed =
        target.operation.and_then(|operation| Some((operation, operation.removes.clone()?)));
    mutations.extend(removed.map(|(operation, record)| {
        let remove_all = RemoveAll { operation: operation.id.clone(), record };
        Mutation::new("removes_others", "other records are removed as well", remove_all)
            .in_all_operations()
    }));
    mutations
}

/// After a removal, treats the other records as removed.
struct RemoveAll {
    operation: String,
    record: String,
}

/// Creations of a record, one accepted and one refused, that prove its existence.
const CREATIONS_OF_AN_EXISTING_RECORD: usize = 2;

impl RemoveAll {
    /// Number of creations with the same identifying inputs before the last removal.
    fn creations_before_removal(&self, cx: &InterceptContext<'_>) -> usize {
        let operation = cx.call.operation;
        let identifying: Vec<_> = operation
            .body
            .iter()
            .filter(|field| field.unique || field.record.is_some())
            .map(|field| InputRef { part: InputPart::Body, name: field.wire.clone() })
            .collect();
        cx.history
            .newest_first()
            .skip_while(|past| past.operation != self.operation || !past.is_accepted())
            .filter(|past| {
                past.operation == operation.id
                    && identifying
                        .iter()
                        .all(|input| past.sent.get(input) == cx.call.sent.get(input))
            })
            .count()
    }
}

impl Intercept for RemoveAll {
    fn on_response(&self, cx: &InterceptContext<'_>, upstream: UpstreamResponses) -> Response {
        let Some(removal) = cx.history.accepted_calls(&self.operation).next() else {
            return upstream.main;
        };
        let operation = cx.call.operation;
        let exists = |when: &Condition| matches!(when, Condition::Repeated | Condition::Taken(_));
        let case = answer::matching_case(cx.contract, operation, &upstream.main);
        let exists = case.is_some_and(|case| case.when.value().is_some_and(exists));
        // A record that was refused because it exists can be created again.
        if exists && operation.creates.as_ref() == Some(&self.record) {
            return if self.creations_before_removal(cx) < CREATIONS_OF_AN_EXISTING_RECORD {
                upstream.main
            } else {
                answer::acceptance(cx)
            };
        }
        let mut parameters = operation.path_parameters.iter();
        let reads_other = operation.method.is_safe()
            && parameters.any(|parameter| parameter.record == self.record)
            && cx.call.path_values() != removal.path;
        let is_unknown = |when: &Condition| matches!(when, Condition::Unknown(_));
        match answer::find_case(cx.contract, Some(operation), is_unknown) {
            Some(case) if reads_other && cx.accepts(&upstream.main) => {
                answer::documented_refusal(cx, case)
            }
            _ => upstream.main,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{FakeServer, request, response};

    #[test]
    fn removal_applies_to_all_records() {
        let mut server = FakeServer::new();
        let intercept =
            RemoveAll { operation: "remove_book".to_owned(), record: "Book".to_owned() };
        let get = request("GET", "/books/b-2", None);
        let book = || response(200, r#"{"book":{"uuid":"b-2"}}"#);
        assert_eq!(server.response(&intercept, &get, book()), book());
        server.record(&request("DELETE", "/books/b-1", None), &response(204, ""));
        let gone = server.response(&intercept, &get, book());
        assert!(!answer::is_accepted(&server.contract, &gone));
    }
}
