//! Checks that e-mail addresses are acceptable to every service. The document has no grammar of
//! addresses, and a deployment may accept one domain only.

use super::Check;
use crate::scenario::{Expectation, Reference, Template, TemplatePiece, Value};

impl Check<'_> {
    /// Addresses that should be accepted consist of letters, digits, dots and plus signs, and use
    /// the domain of the target.
    pub(super) fn addresses_are_plain(&mut self) {
        if self.step.expect != Expectation::Accepted || self.step.perhaps {
            return;
        }
        let is_odd = |value: &Value| match value {
            Value::Text(text) => is_odd_address(text),
            Value::Json(json) => json.text().is_some_and(|text| text.contains('@')),
        };
        if self.step.attempts().any(|way| way.set.values().any(is_odd)) {
            let help = "use only letters, digits, `.` and `+` before `@{email domain}`, or add `perhaps: true`";
            let message = "some services refuse this e-mail address";
            self.report("odd-address", message, help);
        }
    }
}

fn literal(piece: &TemplatePiece) -> Option<&str> {
    match piece {
        TemplatePiece::Literal(literal) => Some(literal),
        TemplatePiece::Reference(_) => None,
    }
}

/// Whether a text is an address with other characters, or at another domain.
fn is_odd_address(text: &Template) -> bool {
    let mut literals = text.pieces.iter().filter_map(literal);
    if !literals.any(|it| it.contains('@')) {
        return false;
    }
    let [local @ .., TemplatePiece::Literal(end), TemplatePiece::Reference(Reference::EmailDomain)] =
        text.pieces.as_slice()
    else {
        return true;
    };
    let is_plain = |signs: &str| {
        let plain = |sign: char| sign.is_ascii_alphanumeric() || matches!(sign, '.' | '+');
        signs.chars().all(plain)
    };
    let plain_end = end.strip_suffix('@').is_some_and(is_plain);
    !plain_end || !local.iter().filter_map(literal).all(is_plain)
}
