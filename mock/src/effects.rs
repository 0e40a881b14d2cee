//! What an accepted request does to the records.

use std::collections::BTreeMap;

use conformance_model::json::Json;
use spec::{
    Echo, Field, InputField, InputPart, InputRef, Lifecycle, Operation, Record as Declaration, Type,
};

use crate::calculations;
use crate::call::Call;
use crate::choices;
use crate::formats::shown;
use crate::states::Move;
use crate::store::{Record, Role, Store, set, set_at};
use crate::values::{Values, now};

/// What was done.
#[derive(Default)]
pub(crate) struct Done {
    /// The new record.
    pub created: Option<u64>,
    /// The record that is gone.
    pub removed: Option<Record>,
}

/// Does what the operation does.
pub(crate) fn apply(
    call: &Call<'_>,
    store: &mut Store,
    values: Values<'_>,
    moves: Vec<Move>,
) -> Done {
    let operation = call.operation;
    let mut done = Done::default();
    let before = calculations::named(call, store);
    if let Some(number) = operation.updates.as_ref().and_then(|ty| call.target(ty)) {
        update(call, store, values, number);
    }
    for Move { number, to } in moves {
        if let (Some(record), Some(to)) = (store.get_mut(number), to) {
            move_to(call, record, to);
        }
    }
    if let Some(ty) = &operation.creates {
        done.created = Some(create(call, store, values, ty));
    }
    calculations::apply(call, store, &before, done.created);
    for number in call.addressed().chain(done.created) {
        if let Some(record) = store.get_mut(number) {
            calculations::relate(call.contract, record);
        }
    }
    if let Some(number) = operation.removes.as_ref().and_then(|ty| call.target(ty)) {
        done.removed = store.get(number).cloned();
        store.remove(number);
    }
    done
}

/// Adds a record, with the members that the inputs give it.
pub(crate) fn create(call: &Call<'_>, store: &mut Store, values: Values<'_>, ty: &str) -> u64 {
    let within = call.within(store);
    let number = add(store, values, ty, call.account, within);
    let Some(declaration) = call.contract.record(ty) else { return number };
    let mut given = Vec::new();
    for field in &declaration.fields {
        let is_own = Some(&field.wire) == declaration.identified_by.as_ref()
            || Some(field.wire.as_str()) == shown_state(declaration);
        if !is_own && let Some(value) = given_member(call, values, ty, field, number) {
            given.push((field, value));
        }
    }
    if let Some(record) = store.get_mut(number) {
        for (field, value) in given {
            record.set(&field.wire, value);
        }
        set_within(call, record, true);
        keep_given(call, record, declaration);
    }
    number
}

/// Sets the members of objects that repeat inputs of the body.
fn set_within(call: &Call<'_>, record: &mut Record, is_new: bool) {
    let ty = record.ty.clone();
    let within = echoes(call.operation, &ty).filter(|echo| echo.field.contains('.'));
    for echo in within.filter(|echo| echo.from.part == InputPart::Body) {
        let field = call.contract.member(&ty, &echo.field);
        if let (Some(field), Some(value)) = (field, given(call, &echo.from, is_new)) {
            set_at(&mut record.members, &echo.field, shown(&field.ty, &value));
        }
    }
}

/// The value that the call gives to what repeats an input. That of a member that is left out of an object is its
/// default, as is that of another input if the record is new.
fn given(call: &Call<'_>, source: &InputRef, is_new: bool) -> Option<Json> {
    let is_body = source.part == InputPart::Body;
    let input = call.operation.body_field(&source.name).filter(|_| is_body);
    if let Some(value) = call.value(source) {
        return Some(input.map_or_else(|| value.clone(), |it| with_defaults(it, value)));
    }
    let applies = call.has_place_for(source) && (is_new || source.object().is_some());
    input.filter(|_| applies).and_then(default)
}

fn default(input: &InputField) -> Option<Json> {
    Some(Json::from(&input.default.as_ref()?.value))
}

/// The value of an input, with the defaults of the members that are left out of an object.
fn with_defaults(input: &InputField, value: &Json) -> Json {
    let mut object = value.clone();
    for member in input.members.iter().filter(|_| input.is_object()) {
        let known = match object.get(member.own_name()) {
            Some(value) => Some(with_defaults(member, value)),
            None => default(member),
        };
        if let Some(value) = known {
            set(&mut object, member.own_name(), value);
        }
    }
    object
}

/// Keeps the inputs of the body. A record whose members are not shown has these as its members.
fn keep_given(call: &Call<'_>, record: &mut Record, declaration: &Declaration) {
    for input in &call.operation.body {
        let name = &input.wire;
        let is_trigger = call.operation.is_triggered_by(InputPart::Body, name);
        let value = call.value(&InputRef::new(InputPart::Body, name)).filter(|_| !is_trigger);
        if let Some(value) = value {
            let value = with_defaults(input, value);
            record.given.insert(name.clone(), value.clone());
            if choices::has_no_shown_members(declaration) {
                record.set(name, value);
            }
        }
    }
}

/// Adds a record whose members no request gives.
pub(crate) fn add(
    store: &mut Store,
    values: Values<'_>,
    ty: &str,
    account: usize,
    within: Vec<(String, String)>,
) -> u64 {
    let number = store.next_number();
    let id = values.id(ty, number);
    let declaration = values.contract.record(ty);
    let state = declaration.and_then(choices::initial_state).map(str::to_owned);
    let mut members = Vec::new();
    for field in declaration.map_or(&[][..], |record| &record.fields) {
        let value = if Some(&field.wire) == declaration.and_then(|it| it.identified_by.as_ref()) {
            shown(&field.ty, &Json::Text(id.clone()))
        } else if let Some(state) = &state
            && Some(field.wire.as_str()) == declaration.and_then(shown_state)
        {
            Json::Text(state.clone())
        } else if choices::is_left_out(field) {
            continue;
        } else if choices::is_null(field) {
            Json::Null
        } else {
            values.plausible(&field.wire, &field.ty, &field.constraints, number)
        };
        members.push((field.wire.clone(), value));
    }
    if declaration.is_some_and(choices::has_no_shown_members) {
        members.push((choices::IDENTIFIER.to_owned(), Json::Text(id.clone())));
    }
    store.add(Record {
        ty: ty.to_owned(),
        id,
        account,
        number,
        members: Json::Map(members),
        given: BTreeMap::new(),
        state,
        within,
        role: Role::default(),
    });
    number
}

/// The member that shows the state as a word.
pub(crate) fn shown_state(declaration: &Declaration) -> Option<&str> {
    let lifecycle: &Lifecycle = declaration.lifecycle.as_ref()?;
    let member = lifecycle.shown_in.value()?;
    let field = declaration.fields.iter().find(|field| field.wire == *member)?;
    // Which value of a boolean or a number stands for which state is not stated.
    let is_text = matches!(field.ty, Type::Text(_) | Type::Enumeration(_) | Type::Unknown(_));
    is_text.then_some(member)
}

/// The value that the call gives to a member of a new record.
fn given_member(
    call: &Call<'_>,
    values: Values<'_>,
    ty: &str,
    field: &Field,
    number: u64,
) -> Option<Json> {
    if is_call_time(call.operation, ty, &field.wire) {
        return Some(now(&field.ty));
    }
    let source = source(call.operation, ty, field)?;
    let value = given(call, &source, true)?;
    Some(values.completed(&field.ty, shown(&field.ty, &value), number))
}

/// The input that a member of a record holds: the one that it repeats, or the one of the same name.
fn source(operation: &Operation, ty: &str, field: &Field) -> Option<InputRef> {
    let repeated = echoes(operation, ty).find(|echo| echo.field == field.wire);
    if let Some(echo) = repeated {
        return Some(echo.from.clone());
    }
    let input = operation.body.iter().find(|input| {
        let is_named = input.wire == field.wire || input.name == field.name;
        is_named && input.ty.item() == field.ty.item() && is_list(&input.ty) == is_list(&field.ty)
            || is_named && input.ty.record().is_some()
            || is_named && is_similar(&input.ty, &field.ty)
    })?;
    Some(InputRef::new(InputPart::Body, &input.wire))
}

fn is_list(ty: &Type) -> bool {
    matches!(ty, Type::List(_))
}

/// Whether every value of one type can be written as one of the other.
fn is_similar(input: &Type, field: &Type) -> bool {
    let is_text = |ty: &Type| {
        matches!(ty, Type::Text(_) | Type::Enumeration(_) | Type::Timestamp(_) | Type::Date)
    };
    let is_number = |ty: &Type| matches!(ty, Type::Integer | Type::Number | Type::UnixTime);
    let is_open = matches!(field, Type::Unknown(_) | Type::Json);
    is_text(input) && is_text(field) || is_number(input) && is_number(field) || is_open
}

/// The echoes of the operation in records of a type.
pub(crate) fn echoes<'c>(operation: &'c Operation, ty: &str) -> impl Iterator<Item = &'c Echo> {
    operation.success.echoes.iter().filter(move |echo| is_of_record(operation, &echo.member, ty))
}

fn is_call_time(operation: &Operation, ty: &str, wire: &str) -> bool {
    let mut fields = operation.success.call_time_fields.iter();
    fields.any(|field| field.field == wire && is_of_record(operation, &field.member, ty))
}

/// Whether a member of the success body is a record of the type.
fn is_of_record(operation: &Operation, member: &str, ty: &str) -> bool {
    let body = operation.success.body.value();
    let mut members = body.map_or(&[][..], |body| body.members()).iter();
    members.any(|known| known.wire == member && known.ty.record() == Some(ty))
}

/// Gives the record the values of the body, except those that trigger a transition.
fn update(call: &Call<'_>, store: &mut Store, values: Values<'_>, number: u64) {
    let within = call.within(store);
    let Some(record) = store.get_mut(number) else { return };
    for (ty, id) in within.into_iter().filter(|(ty, _)| *ty != record.ty) {
        record.within.retain(|(known, _)| *known != ty);
        record.within.push((ty, id));
    }
    let Some(declaration) = call.contract.record(&record.ty) else { return };
    for field in &declaration.fields {
        let input = source(call.operation, &record.ty, field);
        let input = input.filter(|input| {
            input.part == InputPart::Body
                && !call.operation.is_triggered_by(input.part, &input.name)
        });
        if let Some(value) = input.and_then(|input| given(call, &input, false)) {
            let value = values.completed(&field.ty, shown(&field.ty, &value), number);
            if Some(field.wire.as_str()) == shown_state(declaration) {
                record.state = value.text().map(str::to_owned);
            }
            record.set(&field.wire, value);
        }
    }
    set_within(call, record, false);
    keep_given(call, record, declaration);
    set_times(call, record);
}

fn set_times(call: &Call<'_>, record: &mut Record) {
    let fields = call.contract.record(&record.ty).map_or(&[][..], |it| &it.fields);
    for field in fields {
        if is_call_time(call.operation, &record.ty, &field.wire) {
            record.set(&field.wire, now(&field.ty));
        }
    }
}

fn move_to(call: &Call<'_>, record: &mut Record, to: String) {
    let declaration = call.contract.record(&record.ty);
    if let Some(member) = declaration.and_then(shown_state) {
        record.set(member, Json::Text(to.clone()));
    }
    record.state = Some(to);
    set_times(call, record);
}
