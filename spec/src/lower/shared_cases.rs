//! Error cases of the service about any input. Each applies to every operation with such inputs.

use super::prelude::*;
use crate::model::{
    Condition, Defect, ErrorCase, InputPart, InputRef, Operation, PageSelection, Resource, Service,
    Slot,
};

impl Lower<'_> {
    /// Moves such cases from the service to the operations, unless an operation has its own of the same name.
    pub(super) fn share_cases(&mut self, service: &mut Service, resources: &mut [Resource]) {
        let (shared, own): (Vec<_>, Vec<_>) =
            std::mem::take(&mut service.errors).into_iter().partition(is_about_any);
        service.errors = own;
        for case in shared {
            let mut is_used = false;
            for operation in resources.iter_mut().flat_map(|resource| &mut resource.operations) {
                let is_named = operation.errors.iter().any(|own| own.id == case.id);
                is_used |= is_named;
                if !is_named && can_have(operation, &case) {
                    is_used = true;
                    operation.errors.push(of_operation(operation, &case));
                }
            }
            if !is_used && self.whole {
                let message = format!("no operation has an input for the error case `{}`", case.id);
                let span = case.when.span().unwrap_or(case.span);
                self.report(
                    Diagnostic::error("unused-error-case", message, span, "no such input")
                        .with_help("remove the case, or declare the inputs in the operations"),
                );
            }
        }
    }
}

fn is_about_any(case: &ErrorCase) -> bool {
    matches!(case.when.value(), Some(Condition::OfAny { .. }))
}

/// The case as the operation gets it. It is about a certain input if only one input of the operation is possible.
///
/// A case that names its input stays about any input, so that it is the same in all operations.
fn of_operation(operation: &Operation, case: &ErrorCase) -> ErrorCase {
    let mut case = case.clone();
    if case.names_any_input() {
        return case;
    }
    let (Slot::Stated(when) | Slot::Answered { fact: when, .. }) = &mut case.when else {
        return case;
    };
    let Condition::OfAny { defect: Defect::Unknown, part: Some(part) } = when.value else {
        return case;
    };
    let names: Vec<&String> = match part {
        InputPart::Path => operation.path_parameters.iter().map(|path| &path.name).collect(),
        _ => {
            let fields = operation.body_fields().filter(|field| field.record.is_some());
            fields.map(|field| &field.wire).collect()
        }
    };
    if let [only] = names.as_slice() {
        when.value = Condition::Unknown(InputRef::new(part, only));
    }
    case
}

/// Whether an input of the operation can have the defect of the case.
fn can_have(operation: &Operation, case: &ErrorCase) -> bool {
    let Some(Condition::OfAny { defect, part }) = case.when.value() else { return false };
    let is_in = |other: InputPart| part.is_none_or(|part| part == other);
    let (in_query, in_body) = (is_in(InputPart::Query), is_in(InputPart::Body));
    let mut pages = operation.page_selection().into_iter().flat_map(PageSelection::parameters);
    match defect {
        Defect::Unknown => {
            is_in(InputPart::Path) && !operation.path_parameters.is_empty()
                || in_body && operation.body_fields().any(|field| field.record.is_some())
        }
        Defect::Missing => {
            in_query && operation.query.iter().any(|query| query.required)
                || in_body && operation.body_fields().any(|field| field.required)
        }
        Defect::Breaks(constraint) => {
            let query = operation.query.iter().map(|query| &query.constraints);
            let query = query.chain(pages.map(|page| &page.constraints));
            let body = operation.body_fields().map(|field| &field.constraints);
            let mut stated = query.filter(|_| in_query).chain(body.filter(|_| in_body));
            stated.any(|all| all.stated().any(|one| constraint.is_none_or(|it| it == one)))
        }
        Defect::Invalid => {
            in_query && (!operation.query.is_empty() || pages.next().is_some())
                || in_body && !operation.body.is_empty()
        }
    }
}
