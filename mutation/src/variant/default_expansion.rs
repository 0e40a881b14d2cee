//! Expansions that are applied by default.

use crate::edit;
use crate::intercept::{Intercept, InterceptContext, RequestAction};

/// Adds an expansion to requests without the parameter.
pub(super) struct ExpandByDefault {
    pub(super) parameter: String,
    pub(super) value: String,
}

impl Intercept for ExpandByDefault {
    fn on_request(&self, cx: &InterceptContext<'_>) -> RequestAction {
        if cx.query(&self.parameter).is_some() {
            return cx.forward();
        }
        RequestAction::Forward(edit::with_query(cx.request, &self.parameter, &self.value))
    }

    fn uses_history(&self) -> bool {
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{FakeServer, request};

    #[test]
    fn expansion_is_added_only_by_default() {
        let server = FakeServer::new();
        let intercept =
            ExpandByDefault { parameter: "cover".to_owned(), value: "colour".to_owned() };
        let plain = request("GET", "/books", None);
        let asked = request("GET", "/books?cover=colour", None);
        for sent in [plain, asked.clone()] {
            assert_eq!(
                server.request_action(&intercept, &sent),
                RequestAction::Forward(asked.clone())
            );
        }
    }
}
