//! Clauses of behaviour: order, scope, what is made, changed, moved, removed and hidden.

use super::List;
use crate::clause::ClauseKind;
use crate::model::{InputPart, Operation, Scope, Slot, Transition};

impl List<'_> {
    pub(super) fn rules(&mut self, operation: &Operation) {
        if let Some(Slot::Stated(order)) = &operation.order {
            self.push(ClauseKind::Order, &order.section);
        }
        if let Some(Slot::Stated(scope)) = &operation.scope
            && scope.value == Scope::Account
        {
            self.push(ClauseKind::Scope, &scope.section);
        }
        if operation.creates.is_some() {
            self.push(ClauseKind::Creation, &operation.section);
        }
        if operation.updates.is_some() {
            self.updates(operation);
        }
        if operation.removes.is_some() {
            self.push(ClauseKind::Removal, &operation.section);
        }
        for transition in &operation.transitions {
            self.transition(operation, transition);
        }
        for hidden in &operation.hidden {
            let what = hidden.id.clone();
            self.push(ClauseKind::Hidden { what }, &hidden.section);
        }
    }

    /// A member that asks for a transition is no value that the record would show.
    fn updates(&mut self, operation: &Operation) {
        for field in &operation.body {
            if !operation.is_triggered_by(InputPart::Body, &field.wire) {
                let kind = ClauseKind::Update {
                    field: field.wire.clone(),
                };
                self.push(kind, &field.section);
            }
        }
    }

    /// A refusal that comes in a case that is not shown may be of any state.
    fn transition(&mut self, operation: &Operation, transition: &Transition) {
        let name = || transition.name.clone();
        let section = &transition.section;
        let mut cases = operation.errors.iter();
        let restricted = cases.any(|case| case.when.stated().is_none());
        if transition.from.is_some() || !restricted {
            let kind = ClauseKind::TransitionAllowed { transition: name() };
            self.push(kind, section);
        }
        // From any state to one that is not shown: there is nothing to say of what is done.
        if transition.from.is_some() || transition.to.stated().is_some() {
            let kind = ClauseKind::TransitionDone { transition: name() };
            self.push(kind, section);
        }
        if let Some(guard) = &transition.except {
            let kind = ClauseKind::TransitionExcept { transition: name() };
            self.push(kind, &guard.section);
        }
    }
}
