//! What derivation, statements and declarations look at: an operation, the service, or either.

use reader::Span;

use super::{Clause, ClauseKind, id};
use crate::model::{
    Body, Contract, Evidence, Field, InputField, InputPart, InputRef, Operation, QueryParameter,
    QueryValue, Type,
};

/// What a clause belongs to: an operation, or the service as a whole.
#[derive(Clone, Copy)]
pub(super) struct Owner<'c> {
    pub contract: &'c Contract,
    pub operation: Option<&'c Operation>,
}

/// An operation in its contract.
#[derive(Clone, Copy)]
pub(super) struct OperationScope<'c> {
    pub contract: &'c Contract,
    pub operation: &'c Operation,
}

impl<'c> Owner<'c> {
    /// The operation, for kinds of clauses that only operations have.
    pub fn operation(self) -> Option<OperationScope<'c>> {
        Some(OperationScope { contract: self.contract, operation: self.operation? })
    }

    /// The contract, for kinds of clauses that only the service has.
    pub fn service(self) -> Option<&'c Contract> {
        self.operation.is_none().then_some(self.contract)
    }

    /// The owner itself, for kinds of clauses that both have.
    pub fn either(self) -> Option<Self> {
        Some(self)
    }
}

impl<'c> OperationScope<'c> {
    /// Method and path.
    pub fn route(self) -> String {
        format!("{} {}", self.operation.method, self.operation.path)
    }

    pub fn body_field(self, wire: &str) -> Option<&'c InputField> {
        self.operation.body.iter().find(|field| field.wire == wire)
    }

    pub fn query_parameter(self, name: &str) -> Option<&'c QueryParameter> {
        let mut parameters = self.operation.query.iter();
        parameters.find(|parameter| parameter.name == name)
    }

    pub fn query_value(self, parameter: &str, value: &str) -> Option<&'c QueryValue> {
        let mut values = self.query_parameter(parameter)?.values.iter();
        values.find(|documented| documented.wire == value)
    }

    /// Where an input is declared.
    pub fn input_span(self, input: &InputRef) -> Option<Span> {
        match input.part {
            InputPart::Path => {
                let mut parameters = self.operation.path_parameters.iter();
                let found = parameters.find(|parameter| parameter.name == input.name);
                found.map(|parameter| parameter.span)
            }
            InputPart::Query => self.query_parameter(&input.name).map(|found| found.span),
            InputPart::Body => self.body_field(&input.name).map(|field| field.span),
        }
    }

    /// The documented type of a member of the success body.
    pub fn envelope_type(self, member: &str) -> Option<&'c Type> {
        match self.operation.success.body.stated()? {
            Body::Empty => None,
            Body::Envelope(members) => {
                let found = members.iter().find(|envelope| envelope.wire == member);
                found.map(|envelope| &envelope.ty)
            }
        }
    }

    /// A field of the record in a member of the success body.
    pub fn record_field(self, member: &str, field: &str) -> Option<&'c Field> {
        let record = self.envelope_type(member)?.record()?;
        let mut fields = self.contract.record(record)?.fields.iter();
        fields.find(|documented| documented.wire == field)
    }

    /// The fields of each record that the success body documents, with the envelope member of the record.
    ///
    /// Fields that an overlay adds make no clause.
    pub fn record_fields(self) -> impl Iterator<Item = RecordField<'c>> {
        let members = match self.operation.success.body.stated() {
            Some(Body::Envelope(members)) => members.as_slice(),
            Some(Body::Empty) | None => &[],
        };
        members.iter().flat_map(move |member| {
            let record = member.ty.record();
            let record = record.and_then(|name| self.contract.record(name));
            let fields = record.into_iter().flat_map(move |record| {
                let own = record.fields.iter().filter(|field| field.added_by.is_none());
                own.map(move |field| (record, field))
            });
            fields.map(|(record, field)| RecordField { member: &member.wire, record, field })
        })
    }

    /// The subject of a statement about the record in a member of the success body.
    pub fn the_record(self, member: &str) -> &'static str {
        match self.envelope_type(member) {
            Some(Type::List(_)) => "each record",
            _ => "the record",
        }
    }

    /// Where the contract has the key that these keys of the operation lead to.
    pub fn key_span(self, keys: &[&str]) -> Span {
        self.contract.places.key(self.operation.span, keys)
    }
}

/// A field of a record in the success body.
pub(super) struct RecordField<'c> {
    pub member: &'c str,
    pub record: &'c crate::model::Record,
    pub field: &'c Field,
}

/// Whether the document states the type of what is declared there; an overlay's answer makes no clause.
pub(super) fn states_type(contract: &Contract, declaration: &str) -> bool {
    contract.gap(&format!("{declaration}.type")).is_none()
}

/// Clauses of one owner as they are derived.
pub(super) struct ClauseList<'c> {
    pub owner: Owner<'c>,
    pub clauses: Vec<Clause>,
}

impl ClauseList<'_> {
    /// Adds a stated clause.
    pub fn push(&mut self, kind: ClauseKind, section: &str) {
        self.push_with(kind, section, Evidence::Stated, None);
    }

    /// Adds a clause with its evidence.
    pub fn push_as(&mut self, kind: ClauseKind, section: &str, evidence: Evidence) {
        self.push_with(kind, section, evidence, None);
    }

    /// Adds a clause that may be untestable. A reason that the operation gives takes precedence.
    pub fn push_untestable(&mut self, kind: ClauseKind, section: &str, reason: Option<&str>) {
        self.push_with(kind, section, Evidence::Stated, reason);
    }

    fn push_with(
        &mut self,
        kind: ClauseKind,
        section: &str,
        evidence: Evidence,
        untestable: Option<&str>,
    ) {
        let operation = self.owner.operation;
        let declared = self.declared_untestable(&kind);
        self.clauses.push(Clause {
            id: id::clause(operation.map(|operation| operation.id.as_str()), &kind),
            operation: operation.map(|operation| operation.id.clone()),
            section: section.to_owned(),
            evidence,
            untestable_because: declared.or(untestable.map(str::to_owned)),
            statement: kind.statement(self.owner),
            kind,
        });
    }

    /// The reason that the operation gives for this clause.
    fn declared_untestable(&self, kind: &ClauseKind) -> Option<String> {
        let untestable = &self.owner.operation?.untestable;
        if untestable.is_empty() {
            return None;
        }
        let suffix = kind.suffix();
        let found = untestable.iter().find(|(clause, _)| *clause == suffix);
        found.map(|(_, reason)| reason.clone())
    }
}
