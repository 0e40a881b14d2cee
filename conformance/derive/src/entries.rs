//! Requests with two wrong inputs, where the document says that each wrong input has an entry in the list of errors.

use conformance_model::defects::{mistyped, mistyped_query};
use conformance_model::json::Json;
use conformance_model::scenario::{ClauseRef, Step, Value};
use conformance_model::values::near_misses;
use spec::{
    ClauseKind, Constraints, Contract, Defect, ErrorCase, InputPart, InputRef, Operation, Type,
};

use super::call::{Call, accepted, create};
use super::scenario::Draft;

/// A defect of one input, and the case for it. Without a value, the input is left out.
#[derive(Clone)]
struct Wrong<'c> {
    input: InputRef,
    value: Option<Value>,
    case: &'c ErrorCase,
}

/// One scenario for each operation with a clause about several wrong inputs.
pub(crate) fn generate(contract: &Contract) -> Vec<Draft> {
    let clauses = contract.clauses().into_iter();
    let clauses = clauses.filter(|clause| clause.kind == ClauseKind::RefusalEntries);
    let operations = clauses.filter_map(|clause| contract.operation(clause.operation.as_deref()?));
    operations.filter_map(|operation| scenario(contract, operation)).collect()
}

fn scenario(contract: &Contract, operation: &Operation) -> Option<Draft> {
    let call = Call::new(contract, operation, "")?;
    let valid = accepted(contract, operation, &call)?;
    let pairs = pairs(&wrongs(contract, operation));
    if pairs.is_empty() {
        return None;
    }
    let clause = ClauseRef::new(operation, ClauseKind::RefusalEntries);
    let title = "Two wrong inputs are refused together, each with an entry of its own";
    let draft = Draft::new(operation, "two", title);
    let draft = call.subjects.iter().fold(draft, Draft::obtain);
    let draft = (1..).zip(pairs).fold(draft, |draft, (number, [one, other])| {
        let step = other.in_request(one.in_request(valid.clone()));
        let step = step.named(&format!("refused_{number}")).refused(&one.case.id);
        draft.step(step.proves([clause.clone()]))
    });
    Some(create(contract, operation, draft, "valid", valid.named("valid")))
}

impl Wrong<'_> {
    fn in_request(&self, mut step: Step) -> Step {
        let InputRef { part, name } = &self.input;
        match &self.value {
            Some(value) => step.input(*part, name, value.clone()),
            None => {
                step.inputs.set.remove(&self.input);
                step.inputs.without.insert(self.input.clone());
                step
            }
        }
    }
}

/// One defect of each kind for each input.
fn wrongs<'c>(contract: &'c Contract, operation: &'c Operation) -> Vec<Wrong<'c>> {
    let query = operation.query.iter().filter(|query| query.several.is_none());
    let query = query.flat_map(|query| {
        let input = InputRef::new(InputPart::Query, &query.name);
        let mistyped = mistyped_query(&query.ty).first().map(|text| Value::from(*text));
        let bounds = (&query.ty, &query.constraints);
        defects(operation, &input, query.required, mistyped, bounds)
    });
    // A member of an object would need the object around it.
    let body = operation.body.iter().filter(|field| !field.several && !field.is_object());
    let body = body.flat_map(|field| {
        let input = InputRef::new(InputPart::Body, &field.wire);
        let is_required = field.required && field.required_when.is_none();
        let mistyped = mistyped(&field.ty).into_iter().next().map(Value::Json);
        let bounds = (&field.ty, &field.constraints);
        defects(operation, &input, is_required, mistyped, bounds)
    });
    let body_shape = &contract.service.error_body;
    query.chain(body).filter(|wrong| body_shape.entries_of(wrong.case).is_some()).collect()
}

fn defects<'c>(
    operation: &'c Operation,
    input: &InputRef,
    is_required: bool,
    mistyped: Option<Value>,
    (ty, constraints): (&Type, &Constraints),
) -> Vec<Wrong<'c>> {
    let wrong = |value, case| Wrong { input: input.clone(), value, case };
    let missing = operation.case_of(input, Defect::Missing).filter(|_| is_required);
    let invalid = operation.case_of(input, Defect::Invalid);
    // An empty text may be taken for a missing one.
    let is_empty = |value: &Value| {
        matches!(value, Value::Json(Json::Text(text)) if text.is_empty())
            || value.text().is_some_and(|text| text.pieces.is_empty())
    };
    let broken = near_misses(ty, constraints).into_iter().find_map(|(broken, value)| {
        let case = operation.case_of(input, Defect::Breaks(Some(broken)))?;
        (!is_empty(&value)).then_some(wrong(Some(value), case))
    });
    let missing = missing.map(|case| wrong(None, case));
    let mistyped = mistyped.zip(invalid).map(|(value, case)| wrong(Some(value), case));
    [missing, mistyped, broken].into_iter().flatten().collect()
}

/// Pairs of defects of two inputs, in which each defect occurs.
fn pairs<'c>(wrongs: &[Wrong<'c>]) -> Vec<[Wrong<'c>; 2]> {
    let mut pairs: Vec<[Wrong<'c>; 2]> = Vec::new();
    let is_same = |one: &Wrong<'_>, other: &Wrong<'_>| {
        one.input == other.input && one.value == other.value && one.case.id == other.case.id
    };
    for (index, one) in wrongs.iter().enumerate() {
        if pairs.iter().flatten().any(|known| is_same(known, one)) {
            continue;
        }
        let later = wrongs.iter().cycle().skip(index + 1).take(wrongs.len());
        let mut later: Vec<_> = later.filter(|other| other.input != one.input).collect();
        // A defect that is in no pair yet comes first.
        later.sort_by_key(|other| pairs.iter().flatten().any(|known| is_same(known, other)));
        if let Some(other) = later.first() {
            pairs.push([one.clone(), (*other).clone()]);
        }
    }
    pairs
}
