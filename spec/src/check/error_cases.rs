//! Error cases: names, messages, placeholders, and conditions.

use super::common::{difference, inputs, repeated};
use super::prelude::*;
use crate::Template;
use crate::model::{Condition, Constraints, Fact, Type};

/// An error case means the same message wherever it appears: in code it is one variant.
pub(super) fn same_message(contract: &Contract, out: &mut Diagnostics) {
    // A message that could not be read is reported already.
    let is_read =
        |case: &&ErrorCase| case.message.gap().is_none_or(|gap| contract.gap(gap).is_some());
    let cases = contract.error_cases().filter(is_read);
    for (id, first, case) in repeated(cases.map(|case| (case.id.as_str(), case))) {
        if first.message.value() == case.message.value() {
            continue;
        }
        let text = format!("the error case `{id}` has two messages");
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

/// An error case that names any input, or has an entry in the list of errors, must do so in every place where it appears.
/// Generated code has one variant for the case, and this variant either has fields for these or does not have them.
pub(super) fn same_inputs(contract: &Contract, out: &mut Diagnostics) {
    let cases = contract.error_cases().map(|case| (case.id.as_str(), case));
    for (id, first, case) in repeated(cases) {
        let has_entry = |case| contract.service.error_body.entries_of(case).is_some();
        let what = if first.names_any_input() != case.names_any_input() {
            "is about any input"
        } else if has_entry(first) != has_entry(case) {
            "has an entry in the list of errors"
        } else {
            continue;
        };
        let text = format!("the error case `{id}` {what} in only one place");
        let span = |case: &ErrorCase| case.when.span().unwrap_or(case.span);
        out.push(
            Diagnostic::error("case-of-two-kinds", text, span(case), "another condition")
                .with_label(span(first), "the first condition")
                .with_help("rename one of the cases"),
        );
    }
}

/// An error case has the same code wherever it appears.
pub(super) fn same_code(contract: &Contract, out: &mut Diagnostics) {
    let codes = contract.error_cases();
    let codes = codes.filter_map(|case| Some((case.id.as_str(), case.code.as_ref()?.fact()?)));
    for (id, first, code) in repeated(codes) {
        if first.value != code.value {
            let text = format!("the error case `{id}` has two codes");
            out.push(
                Diagnostic::error("case-with-two-codes", text, code.span, "a different code")
                    .with_label(first.span, "the first code")
                    .with_help("rename one of the cases, or correct the code"),
            );
        }
    }
}

/// Of two cases of an operation with the same message, one takes precedence.
///
/// A literal message takes precedence over a template, and a template with more text over one with less. Clients
/// cannot distinguish two that are equal in this.
pub(super) fn ambiguous_messages(contract: &Contract, out: &mut Diagnostics) {
    let of_service = &contract.service.errors;
    pairs(contract, of_service, &[], out);
    for operation in contract.operations() {
        let own = &operation.errors;
        // A case of the service that an operation repeats is the same case.
        let others = of_service.iter();
        let others = others.filter(|case| !own.iter().any(|known| known.id == case.id));
        pairs(contract, own, &others.collect::<Vec<_>>(), out);
    }
}

/// Compares cases with each other, and with others that are compared elsewhere.
fn pairs(contract: &Contract, cases: &[ErrorCase], others: &[&ErrorCase], out: &mut Diagnostics) {
    for (index, case) in cases.iter().enumerate() {
        for other in cases[..index].iter().chain(others.iter().copied()) {
            if let (Some(message), Some(others)) = (case.text(), other.text())
                && is_ambiguous(message, others)
                && !is_told_apart(contract, case, other)
            {
                out.push(ambiguous(case, other, message.is_literal()));
            }
        }
    }
}

fn is_ambiguous(case: &Template, other: &Template) -> bool {
    let precedence = |message: &Template| (message.is_literal(), message.literal_len());
    precedence(case) == precedence(other) && case.overlaps(other)
}

/// Whether the entries of a list of errors distinguish two cases with the same text.
fn is_told_apart(contract: &Contract, case: &ErrorCase, other: &ErrorCase) -> bool {
    let is_plain = case.text().is_some_and(Template::is_literal);
    is_plain && contract.service.error_body.distinguishes(case, other)
}

fn ambiguous(case: &ErrorCase, other: &ErrorCase, is_literal: bool) -> Diagnostic {
    let can = if is_literal { "" } else { "can " };
    let text = format!("`{}` and `{}` {can}have the same message", other.id, case.id);
    Diagnostic::error("ambiguous-messages", text, case.message_span, "ambiguous")
        .with_label(other.message_span, "with this one")
        .with_help("literal messages take precedence over templates, and longer literal text over shorter; these two are equal")
        .with_help("what the document answers with one message is one error case, with the condition `\"prose: TEXT\"`")
}

/// The placeholders of a message are bound.
pub(super) fn placeholders(contract: &Contract, out: &mut Diagnostics) {
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
        let is_read = case.message.gap().is_none_or(|gap| contract.gap(gap).is_some());
        if is_read {
            bound(case, out);
        }
    }
}

fn bound(case: &ErrorCase, out: &mut Diagnostics) {
    let text = case.text();
    let written = text.map(ToString::to_string).unwrap_or_default();
    let message = Spanned::new(written, case.message_span);
    let hole = |name: &str| message.word(&format!("{{{name}}}"));
    let binding = |name: &str| {
        let mut placeholders = case.placeholders.iter();
        let found = placeholders.find(|placeholder| placeholder.name.value == name);
        found.map_or(case.span, |placeholder| placeholder.name.span)
    };
    let mut holes: Vec<&str> = text.into_iter().flat_map(Template::placeholders).collect();
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

/// Cases that the document does not distinguish are declared, and both can be returned.
pub(super) fn indistinct(contract: &Contract, out: &mut Diagnostics) {
    let of_service = &contract.service.errors;
    // The cases of the service are checked once, without an operation.
    check_beside(of_service, &[], out);
    for operation in contract.operations() {
        check_beside(&operation.errors, of_service, out);
    }
}

fn check_beside(cases: &[ErrorCase], others: &[ErrorCase], out: &mut Diagnostics) {
    for case in cases {
        let known = cases.iter().chain(others).map(|case| case.id.as_str());
        let known: Vec<&str> = known.filter(|id| *id != case.id).collect();
        for other in &case.indistinct_from {
            let span = other.word(other);
            // An operation repeats the list of the service's case.
            if !known.contains(&other.as_str()) && !out.mention(span) {
                let message =
                    format!("no other error case is named `{other}` next to `{}`", case.id);
                let label = "not among the others";
                let found = Diagnostic::error("unknown-error-case", message, span, label);
                out.push(suggest(found, span, other, "error cases", &known));
            }
        }
    }
}

/// The refusal of a transition is declared.
pub(super) fn named_cases(contract: &Contract, out: &mut Diagnostics) {
    for operation in contract.operations() {
        let transitions = operation.transitions.iter();
        let of_transitions = transitions.flat_map(|transition| &transition.refused_with);
        let of_keys = operation.idempotency.iter().flat_map(|keys| &keys.reused_with);
        for case in of_transitions.chain(of_keys) {
            if contract.error_case(operation, case).is_none() {
                let span = case.word(case);
                let message = format!("`{}` has no error case `{case}`", operation.id);
                let label = "not among its errors";
                let found = Diagnostic::error("unknown-error-case", message, span, label);
                let names: Vec<&str> =
                    operation.errors.iter().map(|known| known.id.as_str()).collect();
                out.push(suggest(found, span, case, "error cases", &names));
            }
        }
    }
}

/// A condition `breaks` is about constraints that the input has.
pub(super) fn broken_constraints(contract: &Contract, out: &mut Diagnostics) {
    for operation in contract.operations() {
        for case in &operation.errors {
            let Some(Fact { value: Condition::Breaks { input, constraint }, span, .. }) =
                case.when.fact()
            else {
                continue;
            };
            let stated = operation.constraints(input).into_iter().flat_map(Constraints::stated);
            let mut broken = stated.filter(|known| constraint.is_none_or(|it| it == *known));
            // An input that is not declared is reported by its own rule.
            let is_declared = inputs(operation, input.part).contains(&input.name.as_str());
            if broken.next().is_none() && is_declared {
                let word = constraint
                    .map_or("constraint".to_owned(), |known| format!("`{}`", known.name()));
                let message = format!("`{input}` has no {word} to break");
                out.push(
                    Diagnostic::error("unstated-constraint", message, *span, "not stated")
                        .with_help("state it at the input, or write `\"prose: TEXT\"`"),
                );
            }
        }
    }
}

/// Only texts that must be unique can differ in letter case.
pub(super) fn case_of_unique(contract: &Contract, out: &mut Diagnostics) {
    let inputs = contract.operations().flat_map(|operation| &operation.body);
    let is_text = |ty: &Type| matches!(ty, Type::Text(_) | Type::Unknown(_));
    for field in inputs.filter(|it| it.ignores_case && !(it.unique && is_text(&it.ty))) {
        let message = format!("`{}` is no text that must be unique", field.wire);
        let found =
            Diagnostic::error("case-of-no-unique-text", message, field.span, "declared here");
        out.push(found.with_help("write `ignores_case` beside `unique: true` of a text"));
    }
}

/// The condition `taken` applies to unique inputs only.
pub(super) fn taken(contract: &Contract, out: &mut Diagnostics) {
    for operation in contract.operations() {
        for case in &operation.errors {
            let Some(Fact { value: Condition::Taken(input), span, .. }) = case.when.fact() else {
                continue;
            };
            let message = format!("`{input}` cannot be taken: it is not unique");
            let found = Diagnostic::error("taken-but-not-unique", message, *span, "taken");
            if input.part != InputPart::Body {
                out.push(found.with_help("only members of the body can be unique"));
            } else if let Some(field) = operation.body_field(&input.name)
                && !field.unique
            {
                out.push(
                    found
                        .with_label(field.span, "not declared unique")
                        .with_help("add `unique: true` if the value must be unique"),
                );
            }
        }
    }
}
