//! Calls that change records: moves to another state, updates and removals.

use conformance_model::values::takes_words;
use spec::{ClauseKind, Condition, InputPart, InputRef, Operation, Transition};

use super::action::{Action, RecordId};
use super::model::{Model, ModelRecord, Updated, case_when, has_no_open_refusal};
use crate::contract;
use crate::scenario::{ClauseRef, Step};

impl ModelRecord {
    /// Records a move. `is_certain` says whether it must have been accepted.
    pub(super) fn move_to(
        &mut self,
        transition: &Transition,
        clause: Option<ClauseRef>,
        is_certain: bool,
    ) {
        // A guard without a documented message may prevent it silently.
        let state = transition.to.stated().filter(|_| transition.except.is_none()).cloned();
        self.is_certain = is_certain;
        self.moved = clause.filter(|_| is_certain).map(|clause| (clause, state.clone()));
        self.state = state;
        self.is_touched = true;
        self.updated = None;
    }
}

impl Model<'_> {
    pub(super) fn change_state(
        &mut self,
        action: &Action,
        operation: &Operation,
        name: Option<&str>,
    ) -> Option<Step> {
        let transition = operation.transition(name)?;
        let (id, record) = self.own_target(action, operation)?;
        let mut step = self.call(operation, &action.named)?;
        if let Some(trigger) = &transition.trigger {
            if trigger.input.part != InputPart::Body {
                return None;
            }
            step = step.body(&trigger.input.name, &trigger.value.value);
        }
        if let Some(case) = self.refusal_by_state(operation, &action.named) {
            // Another transition of the operation may be the one that is refused.
            let refused = transition.refused_with.as_ref().map(|case| &case.value);
            let is_refused = operation.transitions.len() == 1 || refused == Some(&case.id);
            return is_refused.then(|| step.refused(&case.id));
        }
        let is_known = record.is_certain && record.state.is_some();
        let is_in = |state: &String| transition.starts_in(state);
        let is_right =
            transition.from.is_none() || (is_known && record.state.as_ref().is_some_and(is_in));
        if !is_right || transition.to.stated().is_none() || operation.has_transitions_by_state() {
            return None;
        }
        // Nothing else is stated that prevents the move. A move to the state that the record has may be
        // refused, but then it is in that state.
        let is_certain = record.exists
            && transition.except.is_none()
            && action.named.len() == 1
            && has_no_open_refusal(operation)
            && (is_known || !depends_on_state(operation));
        let is_plain = is_certain && is_known && record.state.as_ref() != transition.to.stated();
        let kind = ClauseKind::TransitionAllowed { transition: transition.name.clone() };
        step = match self.clause(&operation.id, &kind) {
            _ if !is_plain => step.may_be_refused(),
            Some(clause) => step.proves([clause]),
            None => step,
        };
        let kind = ClauseKind::TransitionDone { transition: transition.name.clone() };
        let clause = self.clause(&operation.id, &kind);
        self.records.get_mut(&id)?.move_to(transition, clause, is_certain);
        self.forget_states_of_relatives(id, true);
        Some(step)
    }

    /// Changes a text member of a record that is as it was created.
    pub(super) fn update(
        &mut self,
        action: &Action,
        operation: &Operation,
        field: &str,
    ) -> Option<Step> {
        let (id, record) = self.own_target(action, operation)?;
        if !self.is_plain(operation, &action.named) {
            return None;
        }
        let kind = ClauseKind::Update { field: field.to_owned() };
        let clause = self.clause(&operation.id, &kind)?;
        let old = record.texts.get(field)?.clone();
        operation.body_field(field).filter(|field| takes_words(field))?;
        let step = self.call(operation, &action.named)?;
        let name = format!("change_{}", action.id);
        let new = format!("{{{name}.body.{field}}}");
        let record = self.records.get_mut(&id)?;
        record.texts.insert(field.to_owned(), new.clone());
        record.updated = Some(Updated { clause, new, old });
        Some(step.body(field, "After {unique}").named(&name))
    }

    /// Removes a record, or one that was removed before.
    pub(super) fn remove(&mut self, action: &Action, operation: &Operation) -> Option<Step> {
        let (id, record) = self.target(operation, &action.named)?;
        if record.is_fixture() {
            return None;
        }
        let step = self.call(operation, &action.named)?;
        if record.is_removed {
            return self.gone(step, operation, record);
        }
        if let Some(case) = self.refusal_by_state(operation, &action.named) {
            return Some(step.refused(&case.id));
        }
        // Its owners are those that it was created for.
        let is_plain = !record.is_touched && !record.is_owner && has_no_open_refusal(operation);
        let step = if is_plain { step } else { step.may_be_refused() };
        let record = self.records.get_mut(&id)?;
        record.is_removed = true;
        record.is_certain = is_plain;
        self.forget_below(id);
        self.forget_states_of_relatives(id, false);
        Some(step)
    }

    /// What becomes of the records below one that is removed is not stated.
    fn forget_below(&mut self, owner: RecordId) {
        for record in self.records.values_mut() {
            if record.owner_ids().any(|id| id == owner) {
                (record.is_removed, record.is_certain) = (true, false);
            }
        }
    }

    /// The expectation for a record that was removed: refused, where the contract says as what.
    pub(super) fn gone(
        &self,
        step: Step,
        operation: &Operation,
        record: &ModelRecord,
    ) -> Option<Step> {
        let (input, record_type) = contract::target_input(operation)?;
        let unknown = Condition::Unknown(InputRef::new(input.part, &input.name));
        let case = case_when(operation, &unknown).filter(|_| record.is_certain)?;
        let proves = self.removal(record_type);
        Some(step.refused(&case.id).proves(proves))
    }

    /// The record that a call acts on, if the walk created it and it is not removed.
    fn own_target(
        &self,
        action: &Action,
        operation: &Operation,
    ) -> Option<(RecordId, &ModelRecord)> {
        let target = self.target(operation, &action.named)?;
        (!target.1.is_fixture() && !self.names_removed(&action.named)).then_some(target)
    }
}

/// Whether the operation is refused in some states.
fn depends_on_state(operation: &Operation) -> bool {
    let mut conditions = operation.errors.iter().filter_map(|case| case.when.stated());
    conditions.any(|condition| {
        matches!(condition, Condition::InState { .. } | Condition::NotInState { .. })
    })
}
