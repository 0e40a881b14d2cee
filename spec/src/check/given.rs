//! Several transitions of an operation have distinct triggers.

use std::collections::BTreeMap;

use reader::{Diagnostic, Diagnostics, Span};

use super::common::suggest;
use crate::model::{Contract, InputPart, Operation, Transition, TransitionTrigger, Type};

pub(super) fn check(contract: &Contract, out: &mut Diagnostics) {
    for operation in contract.operations() {
        distinct(contract, operation, out);
        for transition in &operation.transitions {
            if let Some(given) = &transition.trigger {
                let span = contract.places.inside(transition.span, &["triggered_by", "equals"]);
                value(operation, given, span, out);
            }
        }
    }
}

fn distinct(contract: &Contract, operation: &Operation, out: &mut Diagnostics) {
    let mut seen: BTreeMap<Option<(String, &str)>, &Transition> = BTreeMap::new();
    for transition in &operation.transitions {
        let given = transition.trigger.as_ref();
        let key = given.map(|given| (given.input.to_string(), given.value.as_str()));
        let is_only_one = operation.transitions.len() == 1;
        let first = seen.insert(key, transition);
        let (span, label) = match (given, first) {
            (None, _) if !is_only_one => {
                (declaration(contract, operation, transition), "no trigger")
            }
            (Some(_), Some(_)) => {
                (contract.places.inside(transition.span, &["triggered_by"]), "the same trigger")
            }
            _ => continue,
        };
        let message = format!("the transitions of `{}` have no distinct triggers", operation.id);
        let found = Diagnostic::error("indistinct-transitions", message, span, label).with_help(
            "give each a different trigger: `triggered_by: { input: PART.NAME, equals: VALUE }`",
        );
        out.push(match first.filter(|_| given.is_some()) {
            Some(first) => {
                let span = contract.places.inside(first.span, &["triggered_by"]);
                found.with_label(span, "as here")
            }
            None => found,
        });
    }
}

/// The name of a transition, or the key of an unnamed one.
fn declaration(contract: &Contract, operation: &Operation, transition: &Transition) -> Span {
    let keys: &[&str] = match &transition.name {
        Some(name) => &["transitions", name],
        None => &["transition"],
    };
    contract.places.key(operation.span, keys)
}

/// The value is one of the documented values of the input; another check reports undeclared inputs.
fn value(operation: &Operation, given: &TransitionTrigger, span: Span, out: &mut Diagnostics) {
    let names: Vec<&str> = match given.input.part {
        InputPart::Path => return,
        InputPart::Query => {
            let mut parameters = operation.query.iter();
            let parameter = parameters.find(|parameter| parameter.name == given.input.name);
            let values = parameter.into_iter().flat_map(|parameter| &parameter.values);
            values.map(|value| value.wire.as_str()).collect()
        }
        InputPart::Body => {
            let mut members = operation.body.iter();
            match members.find(|member| member.wire == given.input.name).map(|member| &member.ty) {
                Some(Type::Enumeration(values)) => values.iter().map(String::as_str).collect(),
                Some(Type::Boolean) => vec!["true", "false"],
                _ => return,
            }
        }
    };
    if names.is_empty() || names.contains(&given.value.as_str()) {
        return;
    }
    let message = format!("`{}` has no value `{}`", given.input, given.value);
    let found = Diagnostic::error("unknown-value", message, span, "not among its values");
    out.push(suggest(found, span, &given.value, "values", &names));
}
