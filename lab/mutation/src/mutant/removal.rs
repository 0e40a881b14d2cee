//! Removal: a removal is acknowledged but not done, or removes other records as well.

use spec::{Condition, InputPart, InputRef};

use super::parts::*;

pub(super) fn mutations(target: ClauseContext<'_>) -> Vec<Mutation> {
    let mut mutations = vec![
        drop_call().named("not_done", "the removal is acknowledged but not done"),
        drop_call()
            .when(for_another_record)
            .named("not_done_for_others", "only the first removal is done"),
    ];
    if let Some(operation) = target.operation
        && let Some(record) = &operation.removes
    {
        mutations.push(
            remove_all(&operation.id, record)
                .named("removes_others", "other records are removed as well")
                .in_all_operations(),
        );
    }
    mutations
}

/// Creations of a record, one accepted and one refused, that prove its existence.
const CREATIONS_OF_AN_EXISTING_RECORD: usize = 2;

/// After a removal, treats the other records as removed.
fn remove_all(removal: &str, record: &str) -> impl Intercept + use<> {
    let (removal, record) = (removal.to_owned(), record.to_owned());
    on_response(move |cx, response| {
        let Some(last_removal) = cx.history.accepted_calls(&removal).next() else {
            return response;
        };
        let operation = cx.call.operation;
        let case = cx.error_case(&response).and_then(|case| case.when.value());
        // A record that was refused because it exists can be created again.
        if matches!(case, Some(Condition::Repeated | Condition::Taken(_)))
            && operation.creates.as_ref() == Some(&record)
        {
            return if creations_before(&removal, cx) < CREATIONS_OF_AN_EXISTING_RECORD {
                response
            } else {
                synthetic::acceptance(cx)
            };
        }
        let mut parameters = operation.path_parameters.iter();
        let reads_other = operation.method.is_safe()
            && parameters.any(|parameter| parameter.record == record)
            && cx.call.path_values() != last_removal.path;
        match cx.find_case(|when| matches!(when, Condition::Unknown(_))) {
            Some(case) if reads_other && cx.accepts(&response) => {
                synthetic::documented_refusal(cx, case)
            }
            _ => response,
        }
    })
}

/// Number of creations with the same identifying inputs before the last removal.
fn creations_before(removal: &str, cx: &InterceptContext<'_>) -> usize {
    let operation = cx.call.operation;
    let identifying: Vec<_> = operation
        .body
        .iter()
        .filter(|field| field.unique || field.record.is_some())
        .map(|field| InputRef { part: InputPart::Body, name: field.wire.clone() })
        .collect();
    cx.history
        .newest_first()
        .skip_while(|past| past.operation != removal || !past.is_accepted())
        .filter(|past| past.operation == operation.id)
        .filter(|past| {
            identifying.iter().all(|input| past.sent.get(input) == cx.call.sent.get(input))
        })
        .count()
}
