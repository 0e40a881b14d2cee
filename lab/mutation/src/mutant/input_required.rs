//! Required input: requests without a required member are accepted.

use spec::InputPart;

use super::parts::*;

pub(super) fn mutations(field: &str) -> Vec<Mutation> {
    vec![
        accept_without(field).named("accepted", "requests without the member are accepted"),
        with_empty_object(accept_without(field))
            .named("empty_success", "requests without the member return an empty object"),
        accept_without(field)
            .when(after_accepted)
            .named("accepted_again", "requests without the member are accepted after one with it"),
    ]
}

fn accept_without(field: &str) -> impl Intercept + use<> {
    let field = field.to_owned();
    on_response(move |cx, response| {
        let is_missing = cx.call.input(InputPart::Body, &field).is_none();
        // Without the key of an account, the refusal is about the key.
        if is_missing && cx.account().is_some() && !cx.accepts(&response) {
            synthetic::acceptance(cx)
        } else {
            response
        }
    })
}
