//! Checks that e-mail addresses are acceptable to every service. The document has no grammar of
//! addresses, and a deployment may accept one domain only.

use spec::{Format, InputPart, InputRef, Type};

use super::Check;
use crate::scenario::{Expectation, Reference, Template, TemplatePiece, Value};

impl Check<'_> {
    /// Addresses that should be accepted consist of letters, digits, dots and plus signs, and use
    /// the domain of the target.
    pub(super) fn addresses_are_plain(&mut self) {
        if self.step.expect != Expectation::Accepted || self.step.may_be_refused {
            return;
        }
        let operation = self.operation;
        // The contract states by an example which values of a text that is no address are accepted.
        let has_example = |input: &InputRef| {
            let field = operation.body_field(&input.name).filter(|_| input.part == InputPart::Body);
            field.is_some_and(|field| {
                field.ty != Type::Text(Some(Format::Email)) && field.constraints.example.is_some()
            })
        };
        let is_odd = |(input, value): (&InputRef, &Value)| match value {
            _ if has_example(input) => false,
            Value::Text(text) => is_odd_address(text),
            Value::Json(json) => json.text().is_some_and(|text| text.contains('@')),
        };
        self.report_if(
            self.step.attempts().any(|inputs| inputs.set.iter().any(is_odd)),
            "odd-address",
            "some services refuse this e-mail address",
            "use only letters, digits, `.` and `+` before `@{email domain}`, or add `may_be_refused: true`",
        );
    }
}

/// Whether a text is an address with other characters, or at another domain.
fn is_odd_address(text: &Template) -> bool {
    if !text.literals().any(|literal| literal.contains('@')) {
        return false;
    }
    let [local @ .., TemplatePiece::Literal(end), TemplatePiece::Reference(Reference::EmailDomain)] =
        text.pieces.as_slice()
    else {
        return true;
    };
    let is_plain =
        |text: &str| text.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '+'));
    let is_plain_end = end.strip_suffix('@').is_some_and(is_plain);
    !is_plain_end || !local.iter().filter_map(TemplatePiece::literal).all(is_plain)
}
