//! An error case means the same message wherever it appears: in code it is one variant.

use super::prelude::*;

pub(super) fn check(contract: &Contract, out: &mut Diagnostics) {
    let mut seen: BTreeMap<&str, &ErrorCase> = BTreeMap::new();
    let cases = contract.operations().flat_map(|operation| &operation.errors);
    for case in contract.service.errors.iter().chain(cases) {
        // A message that could not be read is reported already.
        if case.message.parts.is_empty() {
            continue;
        }
        let first = *seen.entry(&case.id).or_insert(case);
        if first.message == case.message {
            continue;
        }
        let text = format!("the error case `{}` has two messages", case.id);
        let here = case.message_span;
        out.push(
            Diagnostic::error("case-with-two-messages", text, here, "a different message")
                .with_label(first.message_span, "the first message")
                .with_help(
                    "rename one of the cases, or correct the message; placeholder names count",
                ),
        );
    }
}
