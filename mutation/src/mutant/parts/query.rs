//! Query parameters of a call.

use spec::QueryParameter;

use crate::edit;
use crate::intercept::{Intercept, InterceptContext, edit_request};
use crate::mutant::Target;

/// A value of a query parameter.
#[derive(Clone)]
pub(in crate::mutant) struct ParameterValue {
    pub(in crate::mutant) parameter: String,
    pub(in crate::mutant) value: String,
}

impl ParameterValue {
    pub(in crate::mutant) fn new(parameter: &str, value: &str) -> Self {
        Self { parameter: parameter.to_owned(), value: value.to_owned() }
    }

    /// Whether the value was sent, alone or in a list separated by commas.
    pub(in crate::mutant) fn is_sent(&self, cx: &InterceptContext<'_>) -> bool {
        let sent = cx.query(&self.parameter).into_iter();
        sent.flat_map(|sent| sent.split(',')).any(|value| value == self.value)
    }
}

impl<'c> Target<'c> {
    /// The declaration of a query parameter.
    pub(in crate::mutant) fn query_parameter(self, name: &str) -> Option<&'c QueryParameter> {
        let mut query = self.operation?.query.iter();
        query.find(|query| query.name == name)
    }
}

/// Does not forward a query parameter.
pub(in crate::mutant) fn ignore_parameter(parameter: &str) -> impl Intercept + use<> {
    let parameter = parameter.to_owned();
    edit_request(move |cx| edit::without_query(cx.request, &parameter))
}

/// Replaces the number in a query parameter.
pub(in crate::mutant) fn change_number(
    parameter: &str,
    change: fn(u64) -> u64,
) -> impl Intercept + use<> {
    let parameter = parameter.to_owned();
    edit_request(move |cx| {
        let number = cx.query(&parameter).and_then(|sent| sent.parse().ok());
        match number {
            Some(number) => edit::with_query(cx.request, &parameter, &change(number).to_string()),
            None => cx.request.clone(),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::intercept::RequestAction;
    use crate::testing::{FakeServer, request};

    #[test]
    fn parameters_are_ignored_and_changed() {
        let server = FakeServer::new();
        let sent = request("GET", "/books?per_page=1&page=2", None);
        let forwarded = |target| RequestAction::Forward(request("GET", target, None));
        assert_eq!(
            server.request_action(&ignore_parameter("page"), &sent),
            forwarded("/books?per_page=1")
        );
        assert_eq!(
            server.request_action(&change_number("page", |page| page - 1), &sent),
            forwarded("/books?per_page=1&page=1")
        );
    }
}
