//! Required key: requests without a key are accepted.

use spec::Condition;

use super::parts::*;

pub(super) fn mutations() -> Vec<Mutation> {
    vec![
        accept_without_key().named("accepted", "requests without a key are accepted"),
        with_empty_object(accept_without_key())
            .named("empty_success", "requests without a key return an empty object"),
        accept_without_key()
            .when(after_accepted)
            .named("accepted_again", "requests without a key are accepted after one with a key"),
    ]
}

fn accept_without_key() -> impl Intercept {
    on_response(|cx, response| match cx.find_case(|when| *when == Condition::KeyAbsent) {
        Some(case) if cx.is_refused_as(&response, &case.id) => synthetic::acceptance(cx),
        _ => response,
    })
}
