//! Calls that address a record: by which input, with which identifiers, and what else they need.

use conformance_model::scenario::ClauseRef;
use spec::{ClauseKind, Contract, Identifier, InputPart, InputRef, Operation};

use super::subject::Subject;
use conformance_model::scenario::Step;

/// An input of an operation that addresses a record.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RecordInput<'c> {
    pub(crate) operation: &'c Operation,
    pub(crate) record: &'c str,
    pub(crate) part: InputPart,
    /// The name of the input on the wire.
    pub(crate) name: &'c str,
    pub(crate) identifiers: &'c [Identifier],
}

/// The inputs that address a record of the type.
pub(crate) fn record_inputs<'c>(
    contract: &'c Contract,
    record: &'c str,
) -> impl Iterator<Item = RecordInput<'c>> {
    contract.operations().flat_map(move |operation| {
        let path = operation.path_parameters.iter().filter(move |path| path.record == record);
        let path = path.map(move |path| RecordInput {
            operation,
            record,
            part: InputPart::Path,
            name: &path.name,
            identifiers: &path.identifiers,
        });
        let body =
            operation.body.iter().filter(move |field| field.record.as_deref() == Some(record));
        let body = body.map(move |field| RecordInput {
            operation,
            record,
            part: InputPart::Body,
            name: &field.wire,
            identifiers: &field.identifiers,
        });
        path.chain(body)
    })
}

impl<'c> RecordInput<'c> {
    /// Whether it is a parameter of the path.
    pub(crate) fn is_path(&self) -> bool {
        self.part == InputPart::Path
    }

    /// The input, as the contract refers to it.
    pub(crate) fn input(&self) -> InputRef {
        InputRef::new(self.part, self.name)
    }

    /// The clause about one kind of identifier.
    pub(crate) fn clause(&self, kind: Identifier) -> ClauseRef {
        ClauseRef::new(self.operation, ClauseKind::Addressing { at: self.input(), by: kind })
    }

    /// A call that addresses the record. `None` if its path names other records as well.
    pub(crate) fn call(&self, identifier: &str) -> Option<Step> {
        let is_alone = self.is_path() && self.operation.path_parameters.len() == 1;
        is_alone.then(|| self.step(identifier))
    }

    fn step(&self, identifier: &str) -> Step {
        Step::call(&self.operation.id).input(self.part, self.name, identifier)
    }

    /// A call that addresses the record, and the other records that it needs, which begin with the name.
    pub(crate) fn call_with(
        &self,
        contract: &Contract,
        identifier: &str,
        name: &str,
    ) -> Option<(Step, Vec<Subject>)> {
        let mut step = self.step(identifier);
        let mut others = Vec::new();
        for other in &self.operation.path_parameters {
            if self.is_path() && other.name == self.name {
                continue;
            }
            let owner = Subject::shared(contract, &other.record, name)?;
            step = step.path(&other.name, owner.accepted_by(&other.identifiers)?);
            others.push(owner);
        }
        Some((step, others))
    }
}

/// A creation that addresses the record. What it creates may have no identifier, and cannot be removed then.
pub(crate) fn creation_of(
    contract: &Contract,
    target: &RecordInput<'_>,
    identifier: &str,
    name: &str,
) -> Option<Subject> {
    let given = [(target.input(), identifier)];
    Subject::create_by(contract, target.operation, name, &given, &[]).or_else(|| {
        let (step, others) = target.call_with(contract, identifier, name)?;
        let mut calls = Subject::default();
        others.iter().for_each(|other| calls.include(other));
        calls.steps.push(step.named(name));
        Some(calls)
    })
}
