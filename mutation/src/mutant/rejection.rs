//! How a valid request is turned away.

use referral_conformance::exchange::Response;
use spec::{Condition, ErrorCase};

use super::Mutation;
use crate::answer;
use crate::intercept::{Intercept, InterceptContext};

/// How a valid request is turned away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rejection {
    /// With a message that the contract does not know.
    Undocumented,
    /// With the documented message for another defect.
    Misplaced,
    /// By a server that fails.
    Failure,
}

impl Rejection {
    /// A way to break a clause for each.
    pub(super) fn mutations<B: Intercept + 'static>(
        statement: &'static str,
        intercept: impl Fn(Self) -> B,
    ) -> Vec<Mutation> {
        vec![
            Mutation::new("refused", statement, intercept(Self::Undocumented)),
            Mutation::new("misplaced_refusal", statement, intercept(Self::Misplaced)),
            Mutation::new("failing", statement, intercept(Self::Failure)),
        ]
    }

    pub(super) fn answer(self, context: &InterceptContext<'_>) -> Response {
        match self {
            Self::Undocumented => answer::undocumented_refusal(context.contract),
            Self::Misplaced => misplaced(context),
            Self::Failure => answer::server_error(),
        }
    }
}

/// The first documented refusal for a defect that the request itself would have to show.
fn misplaced(context: &InterceptContext<'_>) -> Response {
    let of_request = |case: &&ErrorCase| {
        matches!(
            case.when.value(),
            Some(
                Condition::Missing(_)
                    | Condition::Blank(_)
                    | Condition::Malformed(_)
                    | Condition::KeyAbsent
            )
        )
    };
    let own = context.call.operation.errors.iter();
    let mut cases = own
        .chain(&context.contract.service.errors)
        .filter(of_request);
    match cases.next() {
        Some(case) => answer::refusal(context, case),
        None => answer::undocumented_refusal(context.contract),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{FakeServer, request};

    #[test]
    fn valid_request_is_rejected_in_three_forms() {
        let server = FakeServer::new();
        let add = request("POST", "/books", Some(r#"{"isbn":"1","title":"Emma"}"#));
        let said = |rejection: Rejection| {
            let answer = server.context(&add, |context| rejection.answer(context));
            assert!(!answer::is_accepted(&server.contract, &answer));
            answer::message(&server.contract, &answer)
        };
        let messages = [
            Rejection::Undocumented,
            Rejection::Misplaced,
            Rejection::Failure,
        ];
        let [undocumented, misplaced, server_error] = messages.map(said);
        assert!(undocumented.is_some() && undocumented != misplaced);
        assert_eq!(misplaced.as_deref(), Some("A book needs an ISBN"));
        assert_eq!(server_error, None);
    }
}
