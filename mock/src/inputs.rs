//! Whether the inputs of query and body can be accepted.

use conformance_model::json::Json;
use conformance_model::values::broken_by;
use spec::{
    Condition, Constraints, InputField, InputPart, InputRef, Operation, PageSelection, Type,
};

use crate::call::Call;
use crate::formats::{is_of_type, is_text_of_type, is_well_formed};
use crate::refusal::{Fault, Refusal};
use crate::store::Store;

/// An input as the contract declares it.
struct Declared<'c> {
    input: InputRef,
    ty: &'c Type,
    constraints: &'c Constraints,
    required: bool,
    nullable: bool,
    /// The only values of a query parameter; empty for any.
    values: Vec<&'c str>,
    several: bool,
}

/// The type of a key with which a request can be repeated.
static KEY_TYPE: Type = Type::Text(None);

/// The inputs of query, headers and body.
fn declared(operation: &Operation) -> impl Iterator<Item = Declared<'_>> {
    let query = operation.query.iter().map(|query| Declared {
        input: InputRef::new(InputPart::Query, &query.name),
        ty: &query.ty,
        constraints: &query.constraints,
        required: query.required,
        nullable: false,
        values: query.values.iter().map(|value| value.wire.as_str()).collect(),
        several: query.several.is_some(),
    });
    let pages = operation.page_selection().into_iter().flat_map(PageSelection::parameters);
    let pages = pages.map(|page| Declared {
        input: InputRef::new(InputPart::Query, &page.wire),
        ty: &page.ty,
        constraints: &page.constraints,
        required: false,
        nullable: false,
        values: Vec::new(),
        several: false,
    });
    let headers = operation.idempotency.iter().map(|keys| Declared {
        input: InputRef::new(InputPart::Header, &keys.header),
        ty: &KEY_TYPE,
        constraints: &keys.constraints,
        required: false,
        nullable: false,
        values: Vec::new(),
        several: false,
    });
    let body = operation.body_fields().map(|field| Declared {
        input: InputRef::new(InputPart::Body, &field.wire),
        ty: &field.ty,
        constraints: &field.constraints,
        required: field.required,
        nullable: field.nullable || field.ty == Type::Json,
        values: Vec::new(),
        several: false,
    });
    query.chain(pages).chain(headers).chain(body)
}

/// Fails with the refusal of the first input that cannot be accepted by itself, and those of the others.
pub(crate) fn check<'c>(call: &Call<'c>) -> Result<(), Refusal<'c>> {
    let operation = call.operation;
    let declared = declared(operation).filter(|it| call.has_place_for(&it.input));
    let mut refusals = declared.filter_map(|declared| {
        let fault = declared.fault(operation, call.value(&declared.input))?;
        Some(Refusal::of_input(operation, &declared.input, fault))
    });
    match refusals.next() {
        Some(first) => Err(Refusal { others: refusals.collect(), ..first }),
        None => Ok(()),
    }
}

impl Declared<'_> {
    fn fault(&self, operation: &Operation, value: Option<&Json>) -> Option<Fault> {
        match value {
            None => self.required.then_some(Fault::Missing),
            Some(Json::Null) if self.nullable => None,
            Some(Json::Null) => Some(Fault::Invalid),
            Some(Json::Text(text)) if self.refuses_blank(operation, text) => Some(Fault::Blank),
            Some(Json::Text(text)) if self.input.part == InputPart::Query => self.text_fault(text),
            Some(value) => self.value_fault(value),
        }
    }

    fn refuses_blank(&self, operation: &Operation, text: &str) -> bool {
        let blank = Condition::Blank(self.input.clone());
        text.trim().is_empty()
            && operation.errors.iter().any(|case| case.when.value() == Some(&blank))
    }

    fn text_fault(&self, text: &str) -> Option<Fault> {
        let mut parts = if self.several { text.split(',') } else { text.split('\0') };
        let is_known = |part: &str| self.values.is_empty() || self.values.contains(&part);
        if !is_text_of_type(self.ty, text, self.several) || !parts.all(is_known) {
            return Some(Fault::Invalid);
        }
        let value = match self.ty {
            Type::Integer | Type::Number | Type::UnixTime => Json::Number(text.to_owned()),
            _ => Json::Text(text.to_owned()),
        };
        self.format_fault(&value)
    }

    fn value_fault(&self, value: &Json) -> Option<Fault> {
        if !is_of_type(self.ty, value) {
            return Some(Fault::Invalid);
        }
        self.format_fault(value)
    }

    fn format_fault(&self, value: &Json) -> Option<Fault> {
        let broken = broken_by(self.constraints, value).into_iter().next().map(Fault::Breaks);
        broken.or_else(|| (!is_well_formed(self.ty, value)).then_some(Fault::Malformed))
    }
}

/// Whether two values of a unique input count as the same.
fn is_taken_by(field: &InputField, known: &Json, value: &Json) -> bool {
    let texts = known.text().zip(value.text()).filter(|_| field.ignores_case);
    texts.map_or_else(
        || known.is_same(value),
        |(known, value)| known.to_lowercase() == value.to_lowercase(),
    )
}

/// Fails if a value that must be unique is that of another record of the type.
pub(crate) fn check_unique<'c>(call: &Call<'c>, store: &Store) -> Result<(), Refusal<'c>> {
    let operation = call.operation;
    let Some(ty) = operation.creates.as_ref().or(operation.updates.as_ref()) else {
        return Ok(());
    };
    let itself = operation.updates.as_ref().and_then(|ty| call.target(ty));
    for field in operation.body_fields().filter(|field| field.unique) {
        let input = InputRef::new(InputPart::Body, &field.wire);
        let Some(value) = call.value(&input).filter(|value| **value != Json::Null) else {
            continue;
        };
        let holder = store.all().find(|record| {
            let is_other = record.ty == *ty && Some(record.number) != itself;
            is_other
                && record.account == call.account
                && call.is_within(store, record)
                && record.get(&field.wire).is_some_and(|known| is_taken_by(field, known, value))
        });
        if let Some(holder) = holder {
            let record = Some(holder.number);
            return Err(Refusal { record, ..Refusal::of_input(operation, &input, Fault::Taken) });
        }
    }
    Ok(())
}
