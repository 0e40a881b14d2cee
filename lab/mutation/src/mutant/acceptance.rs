//! Acceptance: valid requests are refused.

use spec::Operation;

use super::parts::*;

pub(super) fn mutations(target: ClauseContext<'_>) -> Vec<Mutation> {
    let refuse = || Rejection::Undocumented.of_accepted_calls();
    let operation = target.operation;
    let later = if operation.is_some_and(|operation| !operation.path_parameters.is_empty()) {
        refuse()
            .when(for_another_record)
            .named("refused_for_others", "valid requests are refused for all records but the first")
    } else {
        refuse()
            .when(after_accepted)
            .named("refused_again", "all valid requests but the first are refused")
    };
    let mut mutations = vec![
        refuse().named("refused", "valid requests are refused"),
        Rejection::ServerError
            .of_accepted_calls()
            .named("server_error", "the server responds to valid requests with 500"),
        later,
    ];
    if operation.is_some_and(accepts_several_optional_inputs) {
        mutations.push(
            refuse().when(with_several_inputs).named(
                "refused_together",
                "valid requests with several optional inputs are refused",
            ),
        );
    }
    mutations
}

fn accepts_several_optional_inputs(operation: &Operation) -> bool {
    let query = operation.query.iter().filter(|query| !query.required);
    let body = operation.body.iter().filter(|field| !field.required);
    query.count() > 1 || body.count() > 1
}
