//! The change after which a record can be removed, where its values decide that.

use conformance_model::scenario::Step;
use spec::{Condition, Contract, Operation, Type, ValueSource};

use super::situation::{candidates, number};
use crate::subject::Subject;

/// A change after which no comparison of members refuses the removal of the record. `None` if there is no such comparison,
/// or no operation that makes the change.
pub(crate) fn before_removal(
    contract: &Contract,
    record: &str,
    removal: &Operation,
    subject: &Subject,
) -> Option<Step> {
    let mut updates =
        contract.operations().filter(|operation| operation.updates.as_deref() == Some(record));
    let update = updates.next()?;
    let [parameter] = update.path_parameters.as_slice() else { return None };
    let identifier = subject.accepted_by(&parameter.identifiers)?;
    let step = Step::call(&update.id).path(&parameter.name, identifier);
    let changes = removal.errors.iter().filter_map(|case| {
        let Some(Condition::Compares(comparison)) = case.when.value() else { return None };
        comparison.sources().find_map(|source| {
            let ValueSource::Record { record: of, field } = source else { return None };
            let input =
                update.body_field(field).filter(|it| it.ty == Type::Integer && of == record)?;
            let allows = |value: &i64| {
                comparison.holds(|other| (other == source).then_some(*value)) == Some(false)
            };
            Some((&input.wire, candidates(&input.constraints).into_iter().find(allows)?))
        })
    });
    let mut changes = changes.peekable();
    changes.peek()?;
    Some(changes.fold(step, |step, (name, value)| step.body(name, number(value))))
}
