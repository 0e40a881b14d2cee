//! Addresses of every class: a record that gets one by an update is identified by it.

use conformance_model::classes::{Class, Rule};
use spec::{Contract, Format, Identifier, Operation, Type};

use crate::call::for_unknown;
use crate::clause;
use crate::reading::Reading;
use crate::scenario::Draft;
use crate::subject::Subject;
use conformance_model::scenario::Step;

/// Updates of the address of new records, each with the reads of its record.
pub(super) fn scenario(contract: &Contract, operation: &Operation) -> Option<Draft> {
    let record = operation.updates.as_deref()?;
    let [parameter] = operation.path_parameters.as_slice() else {
        return None;
    };
    let address = Type::Text(Some(Format::Email));
    let field = operation.body.iter().find(|field| field.ty == address)?;
    if field.wire != Identifier::Email.name() {
        return None;
    }
    let title = format!("A {record} is identified by its new address");
    let mut scenario = Draft::new(operation, &field.name, title);
    let unknown = for_unknown(operation, parameter);
    scenario = scenario.step(unknown.body(&field.wire, "unknown.{unique}@{email domain}"));
    let is_sent = |class: &&&Class| matches!(class.rule, Rule::Kept | Rule::KeptIfAccepted);
    for class in Class::of_constrained(&address, &field.constraints).iter().filter(is_sent) {
        let number = class.admitted(&field.constraints).next().unwrap_or_default();
        let mut subject = Subject::create(contract, record, class.id, &[])?;
        let name = format!("{}_moved", class.id);
        let update = Step::call(&operation.id)
            .named(&name)
            .path(&parameter.name, subject.accepted_by(&parameter.identifiers)?)
            .body(&field.wire, class.example(number));
        scenario = scenario.obtain(&subject).step(match class.rule {
            Rule::Kept => update,
            _ => update.may_be_refused(),
        });
        let new = format!("{{{name}.body.{}}}", field.wire);
        subject.identifiers.retain(|(kind, _)| *kind == Identifier::Email);
        subject.identifiers.iter_mut().for_each(|(_, reference)| reference.clone_from(&new));
        let clause = clause::update(operation, &field.wire);
        let reads = Reading::single(contract, record, &subject).into_iter();
        scenario = scenario.steps(
            reads.map(|reading| reading.step.shows([new.as_str()]).proves([clause.clone()])),
        );
    }
    Some(scenario)
}
