//! Every input in a condition, an echo, a placeholder or a transition is declared by its operation.

use reader::{Diagnostic, Diagnostics, Span};

use super::common::{condition, inputs, own_cases, suggest};
use crate::model::{Condition, Contract, ErrorCase, InputRef, Operation, ValueSource};

pub(super) fn check(contract: &Contract, out: &mut Diagnostics) {
    for (input, span) in uses(contract, contract.service.errors.iter()) {
        let span = contract.places.word(span, &input.to_string());
        let message = format!("the service has no input `{input}`");
        out.push(
            Diagnostic::error("unknown-input", message, span, "an error case of the whole service")
                .with_help("error cases of the service concern the key; declare this one in the operations with the input"),
        );
    }
    for operation in contract.operations() {
        let echoes = operation.success.echoes.iter();
        let echoes = echoes.map(|echo| (&echo.from, contract.places.value(echo.span, &["from"])));
        let given = operation.transitions.iter().filter_map(|transition| {
            let span = contract.places.inside(transition.span, &["triggered_by", "input"]);
            Some((&transition.trigger.as_ref()?.input, span))
        });
        let named_by_cases = uses(contract, own_cases(contract, operation)).into_iter();
        for (input, span) in named_by_cases.chain(echoes).chain(given) {
            let span = contract.places.word(span, &input.to_string());
            named(operation, input, span, out);
        }
    }
}

fn named(operation: &Operation, input: &InputRef, span: Span, out: &mut Diagnostics) {
    let names = inputs(operation, input.part);
    if names.contains(&input.name.as_str()) {
        return;
    }
    let message = format!("`{}` has no input `{input}`", operation.id);
    let found = Diagnostic::error("unknown-input", message, span, "no such input");
    let known: Vec<String> =
        names.iter().map(|name| format!("{}.{name}", input.part.name())).collect();
    let known: Vec<&str> = known.iter().map(String::as_str).collect();
    let word = input.to_string();
    let what = format!("inputs in the {}", input.part.name());
    out.push(suggest(found, span, &word, &what, &known));
}

/// Inputs in conditions and placeholders, with their spans.
fn uses<'c>(
    contract: &Contract,
    cases: impl Iterator<Item = &'c ErrorCase>,
) -> Vec<(&'c InputRef, Span)> {
    let mut uses = Vec::new();
    for case in cases {
        if let Some((condition, span)) = condition(case)
            && let Some(input) = condition_input(condition)
        {
            uses.push((input, span));
        }
        for placeholder in &case.placeholders {
            for (index, source) in placeholder.sources.iter().enumerate() {
                if let ValueSource::Input(input) = source {
                    let keys = ["placeholders", placeholder.name.as_str()];
                    uses.push((input, contract.places.item(case.span, &keys, index)));
                }
            }
        }
    }
    uses
}

fn condition_input(condition: &Condition) -> Option<&InputRef> {
    match condition {
        Condition::Missing(input)
        | Condition::Blank(input)
        | Condition::Malformed(input)
        | Condition::Taken(input)
        | Condition::Unknown(input) => Some(input),
        Condition::NotInState { .. }
        | Condition::InState { .. }
        | Condition::Repeated
        | Condition::KeyAbsent
        | Condition::KeyInvalid
        | Condition::KeyUserless
        | Condition::Prose(_) => None,
    }
}
