//! The whole numbers that a record has after the steps that create it, as the contract says.

use conformance_model::json::Json;
use conformance_model::scenario::{Step, Value};
use spec::{Contract, InputPart, InputRef, Operation, Type, ValueSource};

/// A record after the steps of a scenario.
#[derive(Clone)]
pub(super) struct Simulated<'c> {
    pub(super) record: String,
    /// The calls that create and move it.
    calls: Vec<(&'c Operation, Step)>,
}

impl<'c> Simulated<'c> {
    pub(super) fn new(contract: &'c Contract, record: &str, steps: &[Step]) -> Self {
        let calls = steps.iter().filter_map(|step| {
            let operation = contract.operation(&step.call)?;
            let is_about_it = creates(operation, record) || operation.naming(record).is_some();
            is_about_it.then(|| (operation, step.clone()))
        });
        Self { record: record.to_owned(), calls: calls.collect() }
    }

    /// The members that the value of a member follows from. `None` if no call sets it.
    pub(super) fn sources(&self, field: &str) -> Option<Vec<ValueSource>> {
        let effects = self.calls.iter().flat_map(|(operation, step)| {
            operation.effects.iter().filter_map(move |effect| {
                let is_it = effect.record == self.record && effect.field == field;
                effect.value(|input| step.inputs.set.contains_key(input)).filter(|_| is_it)
            })
        });
        let effects: Vec<_> = effects.collect();
        let last = effects.last()?;
        // What it was before the last change is a member with another name only.
        let is_other = |source: &&ValueSource| match source {
            ValueSource::Record { field: of, .. } => of != field,
            ValueSource::Input(_) => false,
        };
        Some(last.sources().filter(is_other).cloned().collect())
    }

    /// The value of a member. `chosen` has those that the creation sends.
    pub(super) fn value(
        &self,
        field: &str,
        chosen: impl Fn(&ValueSource) -> Option<i64>,
    ) -> Option<i64> {
        self.after(self.calls.len(), field, &chosen)
    }

    /// The value after the first calls.
    fn after(
        &self,
        count: usize,
        field: &str,
        chosen: &impl Fn(&ValueSource) -> Option<i64>,
    ) -> Option<i64> {
        let (index, (operation, step)) = self.calls.iter().enumerate().take(count).next_back()?;
        let sent = |input: &InputRef| match step.inputs.set.get(input)? {
            Value::Json(Json::Number(number)) => number.parse().ok(),
            _ => None,
        };
        let mut effects = operation.effects.iter();
        let effect = effects.find(|effect| effect.record == self.record && effect.field == field);
        if let Some(effect) = effect {
            let sum = effect.value(|input| step.inputs.set.contains_key(input))?;
            return sum.value(|source| match source {
                ValueSource::Input(input) => sent(input),
                ValueSource::Record { record, field } if *record == self.record => {
                    let is_new = creates(operation, record);
                    if is_new {
                        self.given(operation, step, field, chosen)
                    } else {
                        self.after(index, field, chosen)
                    }
                }
                ValueSource::Record { .. } => None,
            });
        }
        if creates(operation, &self.record) {
            return self.given(operation, step, field, chosen);
        }
        // An update may set it to what it sends.
        let is_updated = operation.updates.as_ref() == Some(&self.record);
        let input = InputRef::new(InputPart::Body, field);
        match sent(&input).filter(|_| is_updated) {
            Some(value) => Some(value),
            None => self.after(index, field, chosen),
        }
    }

    /// The value that a creation gives to a member.
    fn given(
        &self,
        creation: &Operation,
        step: &Step,
        field: &str,
        chosen: &impl Fn(&ValueSource) -> Option<i64>,
    ) -> Option<i64> {
        let (record, field) = (self.record.clone(), field.to_owned());
        let input = creation.body_field(&field).filter(|input| input.ty == Type::Integer)?;
        let at = InputRef::new(InputPart::Body, &field);
        let sent = match step.inputs.set.get(&at) {
            Some(Value::Json(Json::Number(number))) => number.parse().ok(),
            _ => None,
        };
        let default = || input.default.as_ref()?.value.as_i64();
        chosen(&ValueSource::Record { record, field }).or(sent).or_else(default)
    }
}

fn creates(operation: &Operation, record: &str) -> bool {
    operation.creates.as_deref() == Some(record)
}
