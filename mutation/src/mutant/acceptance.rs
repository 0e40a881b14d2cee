//! Valid requests are refused, with a message that the contract does not know, or fail.

use referral_conformance::exchange::Response;
use spec::Operation;

use super::rejection::Rejection;
use super::{Mutation, When};
use crate::intercept::{Intercept, InterceptContext, UpstreamResponses};

pub(super) fn mutations(operation: Option<&Operation>) -> Vec<Mutation> {
    let names = operation.is_some_and(|operation| !operation.path_parameters.is_empty());
    let later = match names {
        true => Mutation::sometimes(
            "refused_for_others",
            "valid requests are refused for all things but the first",
            REFUSED,
            When::AnotherThing,
        ),
        false => Mutation::sometimes(
            "refused_again",
            "valid requests are refused but for the first",
            REFUSED,
            When::Again,
        ),
    };
    let mut mutations = vec![
        Mutation::new("refused", "valid requests are refused", REFUSED),
        Mutation::new("failing", "the server fails at valid requests", FAILING),
        later,
    ];
    if operation.is_some_and(takes_several) {
        mutations.push(Mutation::sometimes(
            "refused_together",
            "valid requests with several optional inputs are refused",
            REFUSED,
            When::Several,
        ));
    }
    mutations
}

fn takes_several(operation: &Operation) -> bool {
    let query = operation.query.iter().filter(|query| !query.required);
    let body = operation.body.iter().filter(|field| !field.required);
    query.count() > 1 || body.count() > 1
}

struct Refused(Rejection);

const REFUSED: Refused = Refused(Rejection::Undocumented);
const FAILING: Refused = Refused(Rejection::Failure);

impl Intercept for Refused {
    fn on_response(&self, context: &InterceptContext<'_>, upstream: UpstreamResponses) -> Response {
        match context.accepts(&upstream.main) {
            true => self.0.answer(context),
            false => upstream.main,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer;
    use crate::testing::{FakeServer, request, response};

    #[test]
    fn only_accepted_calls_are_refused() {
        let server = FakeServer::new();
        let sent = request("GET", "/books/b1", None);
        let refused = server.response(&REFUSED, &sent, response(200, "{}"));
        assert!(!answer::is_accepted(&server.contract, &refused));
        let gone = response(404, r#"{"message":"b1 not found!"}"#);
        assert_eq!(server.response(&REFUSED, &sent, gone.clone()), gone);
    }
}
