//! Addresses that every service accepts: no grammar of addresses is shown, and a deployment may accept one domain only.

use super::Check;
use crate::scenario::{Expectation, Piece, Reference, Text, Value};

impl Check<'_> {
    /// A made address is of letters, digits, dots and plus signs, at the domain of the target.
    pub(super) fn addresses_are_plain(&mut self) {
        if self.step.expect != Expectation::Accepted || self.step.perhaps {
            return;
        }
        let ways = self.step.ways();
        let values = ways.flat_map(|way| way.set.values().cloned().collect::<Vec<_>>());
        let odd = values.into_iter().any(|value| match &value {
            Value::Text(text) => is_odd_address(text),
            Value::Json(json) => json.text().is_some_and(|text| text.contains('@')),
        });
        if odd {
            let help = "use letters, digits, dots and plus signs before `@{email domain}`, or say `perhaps: true`";
            let message = "not every service accepts this address";
            self.report("odd-address", message, help);
        }
    }
}

fn is_odd_address(text: &Text) -> bool {
    let is_plain = |local: &str| {
        let plain = |sign: char| sign.is_ascii_alphanumeric() || matches!(sign, '.' | '+');
        local.chars().all(plain)
    };
    let mut pieces = text.pieces.iter().peekable();
    let mut plain = true;
    while let Some(piece) = pieces.next() {
        let Piece::Literal(literal) = piece else {
            continue;
        };
        let Some((local, domain)) = literal.split_once('@') else {
            plain &= is_plain(literal);
            continue;
        };
        let at_domain = pieces.next() == Some(&Piece::Reference(Reference::EmailDomain));
        return !(plain && is_plain(local) && domain.is_empty() && at_domain)
            || pieces.peek().is_some();
    }
    false
}
