//! The placeholders of a message are bound.

use reader::{Diagnostic, Diagnostics};

use super::common::{difference, own_cases};
use crate::model::{Contract, ErrorCase};

pub(super) fn check(contract: &Contract, out: &mut Diagnostics) {
    let cases = contract.operations().flat_map(|operation| own_cases(contract, operation));
    for case in cases.chain(&contract.service.errors) {
        // A message that could not be read is reported already.
        if !case.message.parts.is_empty() {
            agree(contract, case, out);
        }
    }
}

fn agree(contract: &Contract, case: &ErrorCase, out: &mut Diagnostics) {
    let message = contract.places.value(case.span, &["message"]);
    let hole = |name: &str| contract.places.word(message, &format!("{{{name}}}"));
    let binding = |name: &str| contract.places.key(case.span, &["placeholders", name]);
    let mut holes: Vec<&str> = case.message.placeholders().collect();
    holes.dedup();
    let bound: Vec<&str> =
        case.placeholders.iter().map(|placeholder| placeholder.name.as_str()).collect();
    let differences = difference(&holes, &bound);
    for (written, meant) in differences.nearly {
        let text = format!("the message has `{{{written}}}`, the binding `{meant}`");
        out.push(
            Diagnostic::error("unbound-placeholder", text, hole(written), "not bound")
                .with_label(binding(meant), "not in the message")
                .with_fix(binding(meant), written, "if the message is right"),
        );
    }
    for name in differences.first {
        let text = format!("the placeholder `{name}` of the message is not bound");
        out.push(
            Diagnostic::error("unbound-placeholder", text, hole(name), "not bound").with_help(
                format!("bind it: `placeholders: {{ {name}: [PART.NAME or Record.member] }}`"),
            ),
        );
    }
    for name in differences.second {
        let text = format!("the message has no placeholder `{name}`");
        out.push(
            Diagnostic::error("unused-binding", text, binding(name), "not in the message")
                .with_label(message, "the message"),
        );
    }
}
