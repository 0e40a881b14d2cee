//! Operations for which the contract does not require a key.

use crate::edit;
use crate::intercept::{Intercept, InterceptContext, RequestAction};

/// Uses the main key for requests without a key.
pub(super) struct OptionalKey;

impl Intercept for OptionalKey {
    fn on_request(&self, cx: &InterceptContext<'_>) -> RequestAction {
        let header = &cx.contract.service.auth.header;
        RequestAction::Forward(match (&cx.call.key, cx.known_state.main_key()) {
            (None, Some(main)) => edit::with_key(cx.request, header, main),
            _ => cx.request.clone(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{FakeServer, request};

    #[test]
    fn invalid_key_is_still_refused() {
        let server = FakeServer::new();
        let with = request("GET", "/books/b1", None);
        let mut without = with.clone();
        without.headers.clear();
        assert_eq!(
            server.request_action(&OptionalKey, &without),
            RequestAction::Forward(with.clone())
        );
        let wrong = edit::with_key(&with, "Library-Card", "invalid");
        assert_eq!(server.request_action(&OptionalKey, &wrong), RequestAction::Forward(wrong));
    }
}
