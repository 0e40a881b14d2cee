//! Input value: a documented value of a member is refused.

use spec::InputPart;

use super::parts::*;

pub(super) fn mutations(field: &str, value: &str) -> Vec<Mutation> {
    let (field, value) = (field.to_owned(), value.to_owned());
    reject_calls_if("requests with the value are refused", move |cx| {
        cx.call.text(InputPart::Body, &field) == Some(value.as_str())
    })
}
