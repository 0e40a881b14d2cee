//! Conditions that limit a mutation to some calls of its operation.

use spec::InputPart;

use crate::intercept::InterceptContext;

/// Calls after the operation was accepted.
pub(crate) fn after_accepted(cx: &InterceptContext<'_>) -> bool {
    cx.history.last_accepted(cx.call).is_some()
}

/// Calls after the operation was accepted for another record.
pub(crate) fn for_another_record(cx: &InterceptContext<'_>) -> bool {
    let identifiers = cx.call.identifiers();
    let mut accepted = cx.history.accepted_calls(&cx.call.operation.id);
    accepted.any(|past| identifiers.iter().any(|id| !past.sends_text(id)))
}

/// Calls after the operation was called for the same record, with any outcome.
pub(crate) fn for_same_record(cx: &InterceptContext<'_>) -> bool {
    let path = cx.call.path_values();
    let mut past = cx.history.newest_first();
    past.any(|past| past.operation == cx.call.operation.id && past.path == path)
}

/// Calls with several optional inputs.
pub(crate) fn with_several_inputs(cx: &InterceptContext<'_>) -> bool {
    let operation = cx.call.operation;
    let optional = cx.call.sent.iter().filter(|(input, _)| {
        let required = match input.part {
            InputPart::Path => true,
            InputPart::Query => {
                operation.query.iter().any(|query| query.required && query.name == input.name)
            }
            InputPart::Body => {
                operation.body.iter().any(|field| field.required && field.wire == input.name)
            }
        };
        !required
    });
    optional.count() > 1
}
