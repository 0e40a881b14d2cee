//! Where the contract does not say that a key is needed, none is.

use crate::edit;
use crate::intercept::{Intercept, InterceptContext, RequestAction};

pub(super) struct NotNeeded;

impl Intercept for NotNeeded {
    fn on_request(&self, context: &InterceptContext<'_>) -> RequestAction {
        let header = &context.contract.service.auth.header;
        RequestAction::Forward(match (&context.call.key, context.known_state.main_key()) {
            (None, Some(main)) => edit::with_key(context.request, header, main),
            _ => context.request.clone(),
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
            server.request(&NotNeeded, &without),
            RequestAction::Forward(with.clone())
        );
        let wrong = edit::with_key(&with, "Library-Card", "nobody's");
        assert_eq!(
            server.request(&NotNeeded, &wrong),
            RequestAction::Forward(wrong)
        );
    }
}
