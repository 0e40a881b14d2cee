//! Calls that list records.

use spec::{ClauseKind, Operation};

use super::model::{Model, ModelRecord, has_no_open_refusal};
use crate::contract;
use crate::scenario::Step;

impl Model<'_> {
    /// Lists records: it shows those that were created, or hides those that were removed.
    pub(super) fn list(&mut self, operation: &Operation, removed: bool) -> Option<Step> {
        let record_type = operation.lists.as_deref()?;
        let is_own = |record: &&ModelRecord| {
            !record.is_fixture() && record.record_type.as_deref() == Some(record_type)
        };
        let own: Vec<_> = self.records.values().filter(is_own).collect();
        // A list may leave out records in other states, and a required value may select some of them.
        let is_selection = operation.query.iter().any(|query| query.required);
        if own.iter().any(|record| record.is_touched) || !has_no_open_refusal(operation) {
            return None;
        }
        let located = |is_removed: bool| {
            let records = own.iter().filter(move |record| record.is_removed == is_removed);
            records
                .filter(|record| record.exists && record.is_certain)
                .filter_map(|record| record.locator())
        };
        let whole = contract::whole_list(operation)?.into_iter();
        let mut step =
            whole.fold(Step::call(&operation.id), |step, (name, all)| step.query(name, all));
        if contract::has_known_pages(self.contract, operation) {
            step = step.all_pages();
        }
        let live: Vec<_> = located(false).collect();
        let gone: Vec<_> = located(true).filter(|text| !live.contains(text)).collect();
        if live.is_empty() {
            return None;
        }
        if removed {
            let clause = self.removal(record_type).filter(|_| !gone.is_empty())?;
            return Some(step.shows(live).hides(gone).proves([clause]));
        }
        let creation = own.iter().find_map(|record| record.created_by.as_deref())?;
        let clause = self.clause(creation, &ClauseKind::Creation).filter(|_| !is_selection)?;
        Some(step.shows(live).proves([clause]))
    }
}
