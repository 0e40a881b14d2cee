//! What derivation, statements and declarations look at: an operation, the service, or either.

use reader::Span;

use super::{Clause, ClauseKind, id};
use crate::model::{
    Body, Contract, EnvelopeMember, Evidence, Field, InputField, Operation, QueryParameter,
    QueryValue, Record, Type,
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

    /// The documented values of query parameters.
    pub fn query_values(self) -> impl Iterator<Item = (&'c QueryParameter, &'c QueryValue)> {
        let parameters = self.operation.query.iter();
        parameters
            .flat_map(|parameter| parameter.values.iter().map(move |value| (parameter, value)))
    }

    /// The members of the body whose type the document states.
    pub fn inputs_with_stated_type(self) -> impl Iterator<Item = &'c InputField> {
        let operation = self.operation;
        operation.body_fields().filter(move |input| {
            states_type(self.contract, &format!("{}.body.{}", operation.id, input.name))
        })
    }

    /// The documented type of a member of the success body.
    pub fn envelope_type(self, member: &str) -> Option<&'c Type> {
        let mut members = self.operation.success.body.stated()?.members().iter();
        members.find(|envelope| envelope.wire == member).map(|envelope| &envelope.ty)
    }

    /// A field of the record in a member of the success body.
    pub fn record_field(self, member: &str, field: &str) -> Option<&'c Field> {
        self.contract.member(self.envelope_type(member)?.record()?, field)
    }

    /// The fields of each record that the success body documents, with the envelope member of the record (see
    /// [`Body::members`]).
    ///
    /// Fields that an overlay adds make no clause.
    pub fn record_fields(self) -> impl Iterator<Item = RecordField<'c>> {
        let members = self.operation.success.body.stated().map_or(&[][..], Body::members);
        members.iter().flat_map(move |member| {
            let record = member.ty.record();
            let record = record.and_then(|name| self.contract.record(name));
            let fields = record.into_iter().flat_map(move |record| {
                let own = record.fields.iter().filter(|field| field.added_by.is_none());
                own.map(move |field| (record, field))
            });
            fields.map(|(record, field)| RecordField {
                member: &member.wire,
                is_list: matches!(member.ty, Type::List(_)),
                record,
                field,
            })
        })
    }
}

/// A field of a record in the success body.
pub(super) struct RecordField<'c> {
    pub member: &'c str,
    /// Whether the member is a list of records.
    pub is_list: bool,
    pub record: &'c Record,
    pub field: &'c Field,
}

impl RecordField<'_> {
    /// The subject of a statement about the record.
    pub fn the_record(&self) -> String {
        self.placed(if self.is_list { "each record" } else { "the record" })
    }

    /// Words for the record, with its place in the body.
    pub fn placed(&self, record: &str) -> String {
        match self.member {
            "" => record.to_owned(),
            member => format!("{record} in `{member}`"),
        }
    }
}

/// Whether the document states the type of what is declared there; an overlay's answer makes no clause.
pub(super) fn states_type(contract: &Contract, declaration: &str) -> bool {
    contract.gap(&format!("{declaration}.type")).is_none()
}

/// Why a clause about single listed records cannot be tested, if the document does not show the list.
pub(super) fn unseen_list(operation: &Operation) -> Option<&'static str> {
    let is_list = |member: &EnvelopeMember| matches!(member.ty, Type::List(_));
    match operation.success.body.stated() {
        Some(body) if body.members().iter().any(is_list) => None,
        _ => Some("the document does not show the body of the list"),
    }
}

/// Clauses of one owner as they are derived.
pub(super) struct ClauseList<'c> {
    pub owner: Owner<'c>,
    pub clauses: Vec<Clause>,
}

impl ClauseList<'_> {
    /// Adds a stated clause; the span is where the fact behind it is declared.
    pub fn push(
        &mut self,
        kind: ClauseKind,
        section: &str,
        span: Span,
        statement: String,
    ) -> &mut Clause {
        let operation = self.owner.operation;
        let suffix = kind.suffix();
        let untestable = operation.and_then(|operation| {
            operation.untestable.iter().find(|(clause, _)| clause.value == suffix)
        });
        self.clauses.push(Clause {
            id: id::clause(operation.map(|operation| operation.id.as_str()), &kind),
            kind,
            operation: operation.map(|operation| operation.id.clone()),
            section: section.to_owned(),
            span,
            evidence: Evidence::Stated,
            untestable_because: untestable.map(|(_, reason)| reason.clone()),
            statement,
        });
        let last = self.clauses.len() - 1;
        &mut self.clauses[last]
    }
}

impl Clause {
    pub(super) fn evidence(&mut self, evidence: Evidence) {
        self.evidence = evidence;
    }

    /// Sets why it cannot be tested, unless the operation gives a reason.
    pub(super) fn untestable_because(&mut self, reason: Option<&str>) {
        let declared = self.untestable_because.take();
        self.untestable_because = declared.or(reason.map(str::to_owned));
    }
}
