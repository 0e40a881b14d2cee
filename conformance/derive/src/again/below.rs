//! What was created below a record is still there when the record is changed.

use spec::{Condition, Contract, Operation};

use super::rounds::{named_record, neighbour};
use crate::change::Change;
use crate::clause;
use crate::scenario::Draft;

/// One scenario for an update of a record below which another one is created that cannot be created again.
pub(super) fn scenario(contract: &Contract, update: &Operation) -> Option<Draft> {
    let record = update.updates.as_ref()?;
    let (creation, repeated) = contract.operations().find_map(|creation| {
        let is_below =
            matches!(creation.path_parameters.as_slice(), [one] if one.record == *record);
        let mut cases = creation.errors.iter();
        let repeated = cases.find(|case| case.when.stated() == Some(&Condition::Repeated))?;
        (is_below && creation.creates.is_some()).then_some((creation, repeated))
    })?;
    let change = Change::of(contract, update)?;
    let target = named_record(contract, creation)?;
    let (below, still_there) = neighbour(contract, &target, repeated)?;
    let title =
        format!("What was created below a {record} is there after a change of the {record}");
    let draft = Draft::new(update, "below", title);
    let draft = change.call.subjects.iter().fold(draft, Draft::obtain).obtain(&below);
    let kept = still_there.clone().must_not_affect(clause::update(update, change.member));
    let draft = draft.step(still_there).step(change.to("Changed {unique}")).step(kept);
    Some(change.restore.into_iter().fold(draft, Draft::finally))
}
