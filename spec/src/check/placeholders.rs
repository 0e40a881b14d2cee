//! The placeholders of a message are bound.

use super::common::difference;
use super::prelude::*;

pub(super) fn check(contract: &Contract, out: &mut Diagnostics) {
    let of_service = &contract.service.errors;
    let of_operations = contract.operations().flat_map(|operation| &operation.errors);
    // Operations repeat the messages of the service's cases.
    let own = of_operations.filter(|case| {
        !of_service.iter().any(|other| {
            other.id == case.id
                && other.message == case.message
                && other.placeholders == case.placeholders
        })
    });
    for case in own.chain(of_service) {
        // A message that could not be read is reported already.
        if !case.message.parts.is_empty() {
            agree(case, out);
        }
    }
}

fn agree(case: &ErrorCase, out: &mut Diagnostics) {
    let message = Spanned::new(case.message.to_string(), case.message_span);
    let hole = |name: &str| message.word(&format!("{{{name}}}"));
    let binding = |name: &str| {
        let mut placeholders = case.placeholders.iter();
        let found = placeholders.find(|placeholder| placeholder.name.value == name);
        found.map_or(case.span, |placeholder| placeholder.name.span)
    };
    let mut holes: Vec<&str> = case.message.placeholders().collect();
    holes.dedup();
    let bound: Vec<&str> =
        case.placeholders.iter().map(|placeholder| placeholder.name.as_str()).collect();
    let differences = difference(&holes, &bound);
    for (written, declared) in differences.nearly {
        let text = format!("the message has `{{{written}}}`, the binding `{declared}`");
        out.push(
            Diagnostic::error("unbound-placeholder", text, hole(written), "not bound")
                .with_label(binding(declared), "not in the message")
                .with_fix(binding(declared), written, "if the message is right"),
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
                .with_label(message.span, "the message"),
        );
    }
}
