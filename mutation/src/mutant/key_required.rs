//! Required key: requests without a key are accepted.

use spec::Condition;

use super::Mutation;
use super::parts::accepted_refusal::{accept_case, with_empty_object};
use super::parts::conditional::Trigger;
use crate::answer;
use crate::intercept::{Intercept, on_response};

pub(super) fn mutations() -> Vec<Mutation> {
    vec![
        Mutation::new("accepted", "requests without a key are accepted", accept_without_key()),
        Mutation::new(
            "empty_success",
            "requests without a key return an empty object",
            with_empty_object(accept_without_key()),
        ),
        Mutation::conditional(
            "accepted_again",
            "requests without a key are accepted after one with a key",
            accept_without_key(),
            Trigger::AfterAccepted,
        ),
    ]
}

fn accept_without_key() -> impl Intercept {
    on_response(|cx, response| {
        let is_absent = |when: &Condition| *when == Condition::KeyAbsent;
        match answer::find_case(cx.contract, Some(cx.call.operation), is_absent) {
            Some(case) => accept_case(&case.id, cx, response),
            None => response,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{FakeServer, request, response};

    #[test]
    fn missing_key_is_accepted() {
        let mut server = FakeServer::new();
        let removed = response(204, "");
        server.record(&request("DELETE", "/books/b1", None), &removed);
        let sent = request("DELETE", "/books/b2", None);
        let missing = response(401, r#"{"message":"A library card is required"}"#);
        let accept = accept_without_key();
        assert_eq!(server.response(&accept, &sent, missing), removed);
        let unknown = response(401, r#"{"message":"This library card is not known"}"#);
        assert_eq!(server.response(&accept, &sent, unknown.clone()), unknown);
    }
}
