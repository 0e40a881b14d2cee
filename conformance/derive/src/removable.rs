//! The change after which a record can be removed, where its values decide that.

use std::collections::BTreeMap;

use conformance_model::scenario::Step;
use spec::{Comparison, Condition, Contract, Identifier, Operation, Type, ValueSource};

use super::candidates::{candidates, number};

/// A change after which no comparison of members refuses the removal of the record. `None` if there is no such comparison,
/// or no operation that makes the change.
pub(crate) fn before_removal(
    contract: &Contract,
    record: &str,
    removal: &Operation,
    accepted_by: impl Fn(&[Identifier]) -> Option<String>,
) -> Option<Step> {
    let mut updates =
        contract.operations().filter(|operation| operation.updates.as_deref() == Some(record));
    let update = updates.next()?;
    let [parameter] = update.path_parameters.as_slice() else { return None };
    let identifier = accepted_by(&parameter.identifiers)?;
    let step = Step::call(&update.id).path(&parameter.name, identifier);
    // One value for each member, which all comparisons of it allow.
    let mut changes = BTreeMap::new();
    for source in comparisons(removal).flat_map(Comparison::sources) {
        let ValueSource::Record { record: of, field } = source else { continue };
        let input = update.body_field(field).filter(|it| it.ty == Type::Integer && of == record);
        let Some(input) = input else { continue };
        let allows = |value: &i64| {
            let about = comparisons(removal).filter(|it| it.sources().any(|other| other == source));
            let holds = |it: &Comparison| it.holds(|other| (other == source).then_some(*value));
            about.into_iter().all(|it| holds(it) == Some(false))
        };
        if let Some(value) = candidates(&input.constraints).into_iter().find(allows) {
            changes.insert(&input.wire, value);
        }
    }
    let is_needed = !changes.is_empty();
    is_needed.then(|| {
        changes.into_iter().fold(step, |step, (name, value)| step.body(name, number(value)))
    })
}

/// The comparisons that refuse a removal.
fn comparisons(removal: &Operation) -> impl Iterator<Item = &Comparison> {
    removal.errors.iter().filter_map(|case| match case.when.value() {
        Some(Condition::Compares(comparison)) => Some(comparison),
        _ => None,
    })
}
