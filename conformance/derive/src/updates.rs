//! Updates of members of every type. Each member is changed twice and, if null is accepted, cleared. If the document
//! says so, a member that a change leaves out must keep its value.

use conformance_model::classes::{Class, Rule};
use conformance_model::json::Json;
use conformance_model::scenario::{ClauseRef, Step, Value};
use conformance_model::values::{self, always_admits};
use spec::{ClauseKind, Contract, Format, InputField, InputPart, Operation, Type};

use super::clause;
use super::reading::Reading;
use super::scenario::Draft;
use super::subject::Subject;

/// One scenario for each update of records that a scenario creates, where other scenarios do not change all members.
pub(super) fn generate(contract: &Contract) -> Vec<Draft> {
    contract.operations().filter_map(|update| scenario(contract, update)).collect()
}

fn scenario(contract: &Contract, update: &Operation) -> Option<Draft> {
    let record = update.updates.as_deref()?;
    let [parameter] = update.path_parameters.as_slice() else {
        return None;
    };
    let is_of_others = |field: &InputField| {
        !matches!(field.ty, Type::Text(_) | Type::Boolean | Type::Enumeration(_) | Type::Unknown(_))
            || field.nullable
    };
    if update.keeps_left_out.is_none() && !update.body.iter().any(is_of_others) {
        return None;
    }
    // No value of such a member is known to leave the other members unchanged.
    let is_in_the_way = |field: &InputField| {
        field.required
            && (field.record.is_some() || update.is_triggered_by(InputPart::Body, &field.wire))
    };
    if update.body.iter().any(is_in_the_way) {
        return None;
    }
    let changed: Vec<(&InputField, [Value; 2])> = update
        .body
        .iter()
        .filter(|field| !update.is_triggered_by(InputPart::Body, &field.wire))
        .filter_map(|field| Some((field, two_values(field)?)))
        .collect();
    let mut creations = contract.operations();
    let creation = creations.find(|known| known.creates.as_deref() == Some(record))?;
    let subject = with_values(Subject::create(contract, record, "it", &[])?, creation, &changed);
    let reading = Reading::single(contract, record, &subject).into_iter().next()?;
    let place = |field: &InputField| reading.member(contract, &field.wire);
    let call =
        Step::call(&update.id).path(&parameter.name, subject.accepted_by(&parameter.identifiers)?);
    let title = format!("Members of a {record} are changed, cleared and kept");
    let mut draft = Draft::new(update, "", title).obtain(&subject);
    draft = draft.step(reading.step.clone().named("read_0"));
    let mut reads = 0;
    for (field, [first, second]) in &changed {
        let Some(own) = place(field) else { continue };
        let null = field.nullable.then_some(Value::Json(Json::Null));
        for value in [Some(second), Some(first), null.as_ref()].into_iter().flatten() {
            let is_null = *value == Value::Json(Json::Null);
            let name = format!("change_{}", reads + 1);
            draft = draft.step(call.clone().named(&name).body(&field.wire, value.clone()));
            let shown = match value {
                Value::Json(json) => Value::Json(json.clone()),
                Value::Text(_) => format!("{{{name}.body.{}}}", field.wire).into(),
            };
            let null = ClauseKind::InputNull { field: field.wire.clone() };
            let null = is_null.then(|| ClauseRef::new(update, null));
            let proofs = [clause::update(update, &field.wire)].into_iter().chain(null);
            let read = reading.step.clone().equals(&own, shown).proves(proofs);
            let others = changed.iter().filter(|(other, _)| other.wire != field.wire);
            let kept = others.filter_map(|(other, _)| {
                let kind = ClauseKind::UpdateKept { field: other.wire.clone() };
                let (place, before) = (place(other)?, format!("read_{reads}"));
                let before = format!("{{{before}.response.{place}}}");
                let read = reading.step.clone().equals(&place, before);
                Some(read.proves([ClauseRef::new(update, kind)]))
            });
            let kept: Vec<Step> = kept.filter(|_| update.keeps_left_out.is_some()).collect();
            reads += 1;
            draft = draft.step(read.named(&format!("read_{reads}"))).steps(kept);
        }
        if field.nullable {
            // This gives a later change a value to keep.
            draft = draft.step(call.clone().body(&field.wire, first.clone()));
            reads += 1;
            draft = draft.step(reading.step.clone().named(&format!("read_{reads}")));
        }
    }
    (reads > 0).then_some(draft)
}

/// The subject, created with the first value of each member that the creation accepts.
fn with_values(
    mut subject: Subject,
    creation: &Operation,
    values: &[(&InputField, [Value; 2])],
) -> Subject {
    if let Some(step) = subject.steps.last_mut() {
        for (field, [first, _]) in values {
            let taken = creation
                .body_field(&field.wire)
                .filter(|taken| two_values(taken).is_some() && taken.ty == field.ty)
                .filter(|taken| !creation.is_triggered_by(InputPart::Body, &taken.wire))
                .filter(|taken| always_admits(&taken.constraints, first));
            if taken.is_some() {
                *step = step.clone().body(&field.wire, first.clone());
            }
        }
    }
    subject
}

/// Two values that every service accepts and keeps as they are. `None` where none are known.
pub(crate) fn two_values(field: &InputField) -> Option<[Value; 2]> {
    let is_free = field.record.is_none() && !field.unique && !field.several;
    let constraints = &field.constraints;
    let known = candidates(&field.ty, field).into_iter();
    let mut known = known.filter(|value| is_free && always_admits(constraints, value));
    let first = known.next()?;
    let second = known.find(|value| *value != first)?;
    Some([first, second])
}

/// Values that every service accepts and keeps as they are.
pub(super) fn samples(field: &InputField) -> Vec<Value> {
    let texts = |texts: [&str; 2]| texts.map(Value::from).to_vec();
    let values = match &field.ty {
        Type::Text(Some(Format::Email)) => {
            texts(["one.{unique}@{email domain}", "two.{unique}@{email domain}"])
        }
        Type::Text(Some(Format::Url)) => {
            texts(["https://example.com/1/{unique}", "https://example.com/2/{unique}"])
        }
        Type::Text(Some(Format::Country)) => texts(["IS", "NL"]),
        Type::Text(Some(Format::Decimal)) => texts(["12.34", "56.78"]),
        ty => candidates(ty, field),
    };
    let admitted = |value: &Value| always_admits(&field.constraints, value);
    let mut values: Vec<Value> = values.into_iter().filter(admitted).collect();
    values.extend(values::example(&field.constraints).map(Value::Json));
    values.dedup();
    values
}

fn candidates(ty: &Type, field: &InputField) -> Vec<Value> {
    let numbers = || [2, 7, 50, 99, 1000].map(Value::from).into();
    match ty {
        _ if field.values_open.is_some() => Vec::new(),
        Type::Text(None) => {
            let words = ["First{unique word}", "Second{unique word}"].map(Value::from);
            words.into_iter().chain(values::bounds(ty, &field.constraints)).collect()
        }
        Type::Boolean => [true, false].map(Value::from).into(),
        Type::Enumeration(words) => words.iter().map(Value::from).collect(),
        Type::Integer => [values::bounds(ty, &field.constraints), numbers()].concat(),
        Type::Number => numbers(),
        Type::Date | Type::UnixTime | Type::Json | Type::Map(_) => {
            let classes = Class::of_constrained(ty, &field.constraints).into_iter();
            let kept = classes.filter(|class| class.rule == Rule::Kept && class.id != "nothing");
            // The first value is not empty, because the other changes must keep it.
            kept.rev().map(|class| class.example(0)).collect()
        }
        Type::List(item) => lists(item, field),
        _ => Vec::new(),
    }
}

/// The example, its first item, and a list of one value.
fn lists(item: &Type, field: &InputField) -> Vec<Value> {
    let example = values::example(&field.constraints).into_iter();
    let variant = example.clone().filter_map(|example| match example {
        Json::List(items) => Some(Json::List(items.iter().map(|it| varied(it, field)).collect())),
        _ => None,
    });
    let single = candidates(item, field).into_iter().filter_map(|value| match value {
        Value::Json(json) => Some(json),
        Value::Text(text) => Some(Json::Text(text.literal()?.to_owned())),
    });
    let single = single.map(|item| Json::List(vec![item]));
    example.chain(variant).chain(single).map(Value::Json).collect()
}

/// Another text that satisfies the same constraints as the given one, or the value itself.
fn varied(value: &Json, field: &InputField) -> Json {
    match value {
        Json::Text(text) => Json::Text(field.constraints.variant(text, 1)),
        other => other.clone(),
    }
}
