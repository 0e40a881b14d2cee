//! Values just outside of a constraint, where the document has a refusal for them: each breaks that constraint alone and
//! is refused. Values at the ends of what is accepted come last.

use conformance_model::scenario::Value;
use conformance_model::values::{bounds, counts_in_query, near_misses};
use spec::{
    Condition, Constraint, Constraints, Contract, Defect, ErrorCase, InputPart, InputRef,
    Operation, PageSelection, Type,
};

use super::invalid::refused;
use crate::call::Call;
use crate::scenario::Draft;

/// One scenario for each input whose constraints have a refusal.
pub(super) fn scenarios(contract: &Contract, operation: &Operation) -> Vec<Draft> {
    let query = operation
        .query
        .iter()
        .map(|query| (InputRef::new(InputPart::Query, &query.name), &query.ty, &query.constraints));
    let pages = operation.page_selection().into_iter().flat_map(PageSelection::parameters);
    let pages =
        pages.map(|it| (InputRef::new(InputPart::Query, &it.wire), &it.ty, &it.constraints));
    let body = operation
        .body_fields()
        .map(|field| (InputRef::new(InputPart::Body, &field.wire), &field.ty, &field.constraints));
    let scenarios = query
        .chain(pages)
        .chain(body)
        .map(|(input, ty, constraints)| scenario(contract, operation, &input, (ty, constraints)));
    scenarios.flatten().collect()
}

fn scenario(
    contract: &Contract,
    operation: &Operation,
    input: &InputRef,
    (ty, constraints): (&Type, &Constraints),
) -> Option<Draft> {
    // What becomes of other values may be open.
    let field = operation.body_field(&input.name).filter(|_| input.part == InputPart::Body);
    if field.is_some_and(|field| field.values_open.is_some()) {
        return None;
    }
    let query = operation.query_parameter(&input.name).filter(|_| input.part == InputPart::Query);
    let (of_counts, other_counts) = query.map(counts_in_query).unwrap_or_default();
    let misses: Vec<(&ErrorCase, Value)> = near_misses(ty, constraints)
        .into_iter()
        .chain(other_counts)
        .filter_map(|(broken, value)| {
            Some((refusal(operation, input, broken, is_empty(&value))?, value))
        })
        .collect();
    if misses.is_empty() {
        return None;
    }
    let mut call = Call::new(contract, operation, "")?;
    if let Some(field) = operation.body_field(&input.name).filter(|field| field.is_in_object()) {
        call = call.with_objects_around(contract, operation, field)?;
    }
    let title = format!("Values just outside of the constraints of `{}` are refused", input.name);
    let what = format!("outside_{}_{}", input.part.name(), input.name);
    let draft = Draft::new(operation, &what, title);
    let draft = call.subjects.iter().fold(draft, Draft::obtain);
    let with = |value: Value| call.step.clone().input(input.part, &input.name, value);
    let misses = misses.into_iter().map(|(case, value)| (with(value), case, input.clone()));
    let misses = misses.collect();
    let valid = bounds(ty, constraints).into_iter().chain(of_counts).map(with).collect();
    Some(refused(contract, (operation, &call), draft, misses, valid))
}

/// The case of the constraint, or else that of all constraints of the input. A pattern is the form of a text. An empty
/// text may be taken for a blank or a missing one.
fn refusal<'c>(
    operation: &'c Operation,
    input: &InputRef,
    broken: Constraint,
    is_empty: bool,
) -> Option<&'c ErrorCase> {
    let case_of = |is_it: &dyn Fn(&Condition) -> bool| {
        operation.errors.iter().find(|case| case.when.stated().is_some_and(is_it))
    };
    let is_blank = |when: &Condition| matches!(when, Condition::Blank(at) | Condition::Missing(at) if at == input);
    if is_empty && case_of(&is_blank).is_some() {
        return None;
    }
    let breaks = |constraint: Option<Constraint>| {
        let condition = Condition::Breaks { input: input.clone(), constraint };
        case_of(&|when| *when == condition)
    };
    let malformed = || {
        let condition = Condition::Malformed(input.clone());
        case_of(&|when| broken == Constraint::Pattern && *when == condition)
    };
    breaks(Some(broken))
        .or_else(|| breaks(None))
        .or_else(malformed)
        .or_else(|| operation.case_of(input, Defect::Breaks(Some(broken))))
}

fn is_empty(value: &Value) -> bool {
    value.text().is_some_and(|text| text.pieces.is_empty() || text.literal() == Some(""))
}
