//! Inputs that are missing, of another type, or not among the documented values. If the document defines a refusal for
//! them, each must be refused, and nothing may be stored.

use conformance_model::contract::{member_of_type, page_selection};
use conformance_model::defects::{has_only_listed, mistyped, mistyped_query};
use conformance_model::json::Json;
use conformance_model::scenario::{ClauseRef, Step, Value};
use spec::{
    Contract, Defect, ErrorCase, Field, InputField, InputPart, InputRef, Operation, PageSelection,
    Type, field_path,
};

use crate::call::{Call, accepted, changed_members, create, is_repeatable, reader};
use crate::clause;
use crate::scenario::Draft;
use crate::subject::{Subject, taken_members};

/// A text that is not a documented value.
const UNLISTED: &str = "unlisted_word";

/// One scenario for each operation for which the document defines such a refusal.
pub(super) fn scenario(contract: &Contract, operation: &Operation) -> Option<Draft> {
    let call = Call::new(contract, operation, "")?;
    let valid = accepted(contract, operation, &call)?;
    let mut misses = Vec::new();
    for query in &operation.query {
        let input = InputRef::new(InputPart::Query, &query.name);
        let missing = operation.case_of(&input, Defect::Missing).filter(|_| query.required);
        misses.extend(missing.map(|case| (without(&valid, &input), case, input.clone())));
        let invalid =
            operation.case_of(&input, Defect::Invalid).filter(|_| query.several.is_none());
        misses.extend(invalid.into_iter().flat_map(|case| {
            let unlisted = has_only_listed(operation, query).then_some(UNLISTED);
            let values = mistyped_query(&query.ty).iter().copied().chain(unlisted);
            let values = values.map(Value::from);
            with_each(&valid, &input, values, case)
        }));
    }
    for page in page_selection(operation).into_iter().flat_map(PageSelection::parameters) {
        let input = InputRef::new(InputPart::Query, &page.wire);
        let Some(invalid) = operation.case_of(&input, Defect::Invalid) else { continue };
        let values = mistyped_query(&page.ty).iter().copied().map(Value::from);
        misses.extend(with_each(&valid, &input, values, invalid));
    }
    let objects = with_objects(contract, operation, &call);
    for field in operation.body_fields().filter(|field| !field.several) {
        let valid = match &objects {
            Some((_, step)) if field.is_in_object() => step,
            None if field.is_in_object() => continue,
            _ => &valid,
        };
        let input = InputRef::new(InputPart::Body, &field.wire);
        let is_required = field.required && field.required_when.is_none();
        let missing = operation.case_of(&input, Defect::Missing).filter(|_| is_required);
        misses.extend(missing.map(|case| (without(valid, &input), case, input.clone())));
        let Some(invalid) = operation.case_of(&input, Defect::Invalid) else { continue };
        let takes_null = field.nullable || field.ty == Type::Json;
        let is_same = !takes_null && missing.is_some_and(|missing| missing.id == invalid.id);
        let values = is_same.then_some(Json::Null).into_iter().chain(mistyped(&field.ty));
        let values = values.map(Value::Json).chain(unlisted(&field.ty));
        misses.extend(with_each(valid, &input, values, invalid));
    }
    if misses.is_empty() {
        return None;
    }
    let title = "Inputs that are missing or of another type are refused, and nothing is stored";
    let draft = Draft::new(operation, "invalid", title);
    let subjects = objects.as_ref().map_or(&call.subjects, |(subjects, _)| subjects);
    let draft = subjects.iter().fold(draft, Draft::obtain);
    let mut valid = if operation.creates.is_some() { Vec::new() } else { vec![valid] };
    if operation.body.iter().any(InputField::is_object) {
        valid.extend(objects.map(|(_, step)| step));
    }
    Some(refused(contract, (operation, &call), draft, misses, valid))
}

/// A valid call with every object of the body, and the records that it needs.
fn with_objects(
    contract: &Contract,
    operation: &Operation,
    call: &Call,
) -> Option<(Vec<Subject>, Step)> {
    let mut objects = operation.body.iter();
    let call = objects.try_fold(call.clone(), |call, field| {
        let is_sent = !field.is_object() || operation.always_has(field);
        if is_sent { Some(call) } else { call.with_object(contract, operation, field, "") }
    })?;
    let step = accepted(contract, operation, &call)?;
    Some((call.subjects, step))
}

/// A call that is refused, its case, and the input that is wrong.
pub(super) type Miss<'c> = (Step, &'c ErrorCase, InputRef);

/// Calls that are refused, and reads and calls that show that nothing was stored. Valid calls come last, because the
/// operation may accept only one.
pub(super) fn refused(
    contract: &Contract,
    (operation, call): (&Operation, &Call),
    draft: Draft,
    misses: Vec<Miss<'_>>,
    valid: Vec<Step>,
) -> Draft {
    let mut cases: Vec<&ErrorCase> = Vec::new();
    for (_, case, _) in &misses {
        if cases.iter().all(|known| known.id != case.id) {
            cases.push(case);
        }
    }
    let clauses = cases.iter().map(|case| clause::refusal(operation, &case.id)).collect();
    let (before, after) = kept(contract, operation, call, clauses).unzip();
    let taken = taken_members(operation).next();
    let (mut free, mut changed) = (Vec::<(InputRef, Step)>::new(), Vec::new());
    let mut draft = draft.steps(before);
    for (number, (step, case, input)) in (1..).zip(misses) {
        let name = format!("refused_{number}");
        let known = free.iter().map(|(known, _)| known).chain(&changed);
        let is_free = known.into_iter().all(|known| *known != input);
        let member = taken.filter(|(member, _)| is_free && input.name != *member);
        if let Some((member, taken)) = member.filter(|_| operation.creates.is_some()) {
            // If the refused call had stored its record, this call would be refused, because the value would already be
            // taken.
            let value = format!("{{{name}.body.{member}}}");
            let step = call.step.clone().body(member, value).disproved_by(taken);
            free.push((input.clone(), step.proves([clause::refusal(operation, &case.id)])));
        }
        let half = with_another_change(contract, operation, &step, &input).filter(|_| is_free);
        if half.is_some() {
            changed.push(input);
        }
        draft = draft.step(step.named(&name).refused(&case.id));
        draft = draft.steps(half.map(|half| half.refused(&case.id)));
    }
    let draft = draft.steps(after);
    let free = free.into_iter().map(|(_, step)| step);
    let mut accepted: Vec<Step> = free.chain(valid).collect();
    if accepted.is_empty() {
        accepted.push(call.step.clone());
    }
    accepted.truncate(if is_repeatable(operation) { accepted.len() } else { 1 });
    (1..).zip(accepted).fold(draft, |draft, (number, step)| {
        let name = format!("valid_{number}");
        create(contract, operation, draft, &name, step.named(&name))
    })
}

/// The call without an input.
pub(super) fn without(step: &Step, input: &InputRef) -> Step {
    let mut step = step.clone();
    step.inputs.set.remove(input);
    step.inputs.without.insert(input.clone());
    step
}

fn with_each<'c>(
    step: &Step,
    input: &InputRef,
    values: impl Iterator<Item = Value>,
    case: &'c ErrorCase,
) -> Vec<Miss<'c>> {
    let with = |value: Value| step.clone().input(input.part, &input.name, value);
    values.map(|value| (with(value), case, input.clone())).collect()
}

/// Values outside of the documented enumeration.
fn unlisted(ty: &Type) -> Vec<Value> {
    match ty {
        Type::Enumeration(_) => vec![UNLISTED.into()],
        Type::List(item) if matches!(**item, Type::Enumeration(_)) => {
            vec![Value::Json(Json::List(vec![Json::Text(UNLISTED.to_owned())]))]
        }
        _ => Vec::new(),
    }
}

/// The same call, with a change of another member that the record always shows: a service may store it before it refuses
/// the rest.
fn with_another_change(
    contract: &Contract,
    operation: &Operation,
    step: &Step,
    wrong: &InputRef,
) -> Option<Step> {
    let record = contract.record(operation.updates.as_deref()?)?;
    let is_shown = |wire: &str| {
        let mut fields = record.fields.iter().filter(|field| field.wire == wire);
        fields.any(|field| {
            field.present.stated() == Some(&true) && field.nullable.stated() == Some(&false)
        })
    };
    let mut others = changed_members(operation).filter(|(other, _)| {
        let input = InputRef::new(InputPart::Body, &other.wire);
        input != *wrong
            && wrong.part == InputPart::Body
            && !step.inputs.set.contains_key(&input)
            && !operation.is_triggered_by(InputPart::Body, &other.wire)
            && other.values_open.is_none()
            && is_shown(&other.wire)
    });
    let (other, value) = others.next()?;
    Some(step.clone().body(&other.wire, value))
}

/// Two reads of the record in the path. The second one must show the same values as the first one.
fn kept(
    contract: &Contract,
    operation: &Operation,
    call: &Call,
    clauses: Vec<ClauseRef>,
) -> Option<(Step, Step)> {
    let [path] = operation.path_parameters.as_slice() else { return None };
    let (read, parameter) =
        reader(contract, &path.record).filter(|_| !operation.method.is_safe())?;
    let identifiers = &read.path_parameter(parameter)?.identifiers;
    let identifier = call.subjects.first()?.accepted_by(identifiers)?;
    let member = member_of_type(read, &Type::Record(path.record.clone()))?;
    let record = contract.record(&path.record)?;
    let is_compared = |field: &&Field| {
        // A read may change a time.
        let is_plain = field.ty.record().is_none()
            && !matches!(field.ty, Type::Timestamp(_) | Type::UnixTime | Type::Unknown(_));
        is_plain
            && field.present.stated() == Some(&true)
            && field.nullable.stated() == Some(&false)
            && record.identifier().is_none_or(|identifier| identifier.wire != field.wire)
    };
    let mut fields = record.fields.iter().filter(is_compared).peekable();
    fields.peek()?;
    let before = Step::call(&read.id).path(parameter, identifier).named("before");
    let after = Step::call(&read.id).path(parameter, identifier).proves(clauses);
    let after = fields.fold(after, |after, field| {
        let place = field_path(member, &field.wire);
        let value = format!("{{before.response.{place}}}");
        after.equals(&place, value)
    });
    Some((before, after))
}
