//! What an expansion adds is there without it as well.

use spec::InputPart;

use crate::edit;
use crate::intercept::{Intercept, InterceptContext, RequestAction};

/// A server that shows the data of an expansion without being asked for it.
pub(super) struct Unasked {
    pub(super) parameter: String,
    pub(super) value: String,
}

impl Intercept for Unasked {
    fn on_request(&self, context: &InterceptContext<'_>) -> RequestAction {
        let asked = context.call.text(InputPart::Query, &self.parameter);
        RequestAction::Forward(match asked {
            Some(_) => context.request.clone(),
            None => edit::with_query(context.request, &self.parameter, &self.value),
        })
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
        let intercept = Unasked {
            parameter: "cover".to_owned(),
            value: "colour".to_owned(),
        };
        let plain = request("GET", "/books", None);
        let asked = request("GET", "/books?cover=colour", None);
        for sent in [plain, asked.clone()] {
            assert_eq!(
                server.request(&intercept, &sent),
                RequestAction::Forward(asked.clone())
            );
        }
    }
}
