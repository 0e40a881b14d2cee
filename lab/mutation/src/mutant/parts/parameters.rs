//! Query parameters of a call.

use crate::prelude::*;

/// A value of a query parameter.
#[derive(Clone)]
pub(crate) struct ParameterValue {
    pub(crate) parameter: String,
    pub(crate) value: String,
}

impl ParameterValue {
    pub(crate) fn new(parameter: &str, value: &str) -> Self {
        Self { parameter: parameter.to_owned(), value: value.to_owned() }
    }

    /// Whether the value was sent, alone or in a list separated by commas.
    pub(crate) fn is_sent(&self, cx: &InterceptContext<'_>) -> bool {
        cx.query(&self.parameter).is_some_and(|sent| sent.split(',').any(|sent| sent == self.value))
    }

    /// Limits an intercept to calls with the value.
    pub(crate) fn limit<I: Intercept>(&self, intercept: I) -> impl Intercept + use<I> {
        let value = self.clone();
        intercept.when(move |cx| value.is_sent(cx))
    }
}

/// Does not forward a query parameter.
pub(crate) fn ignore_parameter(parameter: &str) -> impl Intercept + use<> {
    let parameter = parameter.to_owned();
    edit_request(move |cx| edit::without_query(cx.request, &parameter))
}

/// Replaces the number in a query parameter.
pub(crate) fn change_number(parameter: &str, change: fn(u64) -> u64) -> impl Intercept + use<> {
    let parameter = parameter.to_owned();
    edit_request(move |cx| match cx.query(&parameter).and_then(|sent| sent.parse().ok()) {
        Some(number) => edit::with_query(cx.request, &parameter, &change(number).to_string()),
        None => cx.request.clone(),
    })
}
