//! Mutants: servers that each break one clause.
//!
//! They are derived from the contract. The table in `mutations` maps each kind of clause to the file with the ways
//! to break it; `parts` has what these files use.

mod acceptance;
mod account_limit;
mod account_of_key;
mod addressing;
mod creation;
mod echo;
mod empty_body;
mod envelope_member;
mod error_body;
mod expansion;
mod field_present;
mod field_type;
mod field_value;
mod filter;
mod header_case;
mod hidden;
mod input_accepted;
mod input_required;
mod input_value;
mod key_required;
mod meta_key;
mod order;
mod page_number;
mod page_size;
mod parts;
mod query_default;
mod query_value;
mod refusal;
mod refusal_message;
mod refusal_status;
mod removal;
mod scope;
mod several;
mod sort;
mod success_status;
mod timestamp_form;
mod transition_allowed;
mod transition_done;
mod transition_except;
mod update;

use std::sync::Arc;

use referral_conformance::contract;
use spec::{Clause, ClauseKind, Contract, Field, Operation, QueryParameter, Record};

use crate::field_path::FieldPath;
use crate::intercept::Intercept;

pub use header_case::Recognition;
pub(crate) use header_case::start_header_case_server;
pub(crate) use parts::{reach_other_account, reverse_unsorted, share_lists};
pub(crate) use refusal_message::change_message;
pub(crate) use refusal_status::set_refusal_status;
pub(crate) use success_status::set_success_status;

/// A server that breaks one clause.
#[derive(Clone)]
pub struct Mutant {
    /// `<clause id>/<name>`.
    pub id: String,
    /// The clause it breaks.
    pub clause: Clause,
    /// Name of the mutation, unique per clause.
    pub name: &'static str,
    /// What the server does wrong.
    pub statement: &'static str,
    /// Where the server's behaviour is changed.
    pub point: InterceptionPoint,
    /// The operation whose exchanges are intercepted; all if `None`.
    pub operation: Option<String>,
}

/// Where the server's behaviour is changed.
#[derive(Clone)]
pub enum InterceptionPoint {
    /// In requests and responses.
    Exchange(Arc<dyn Intercept>),
    /// In the spelling of the key header's name, which is visible only on a socket.
    HeaderName(Recognition),
}

/// All mutants of a contract, in the order of its clauses. Untestable clauses have none.
pub fn mutants(contract: &Contract) -> Vec<Mutant> {
    let clauses = contract.clauses().into_iter().filter(Clause::testable);
    clauses.flat_map(|clause| mutants_of(contract, &clause)).collect()
}

fn mutants_of(contract: &Contract, clause: &Clause) -> Vec<Mutant> {
    let operation = clause.operation.as_deref().and_then(|id| contract.operation(id));
    mutations(ClauseContext { contract, operation, clause })
        .into_iter()
        .map(|Mutation { name, statement, point, all_operations }| Mutant {
            id: format!("{}/{name}", clause.id),
            clause: clause.clone(),
            name,
            statement,
            point,
            operation: clause.operation.clone().filter(|_| !all_operations),
        })
        .collect()
}

/// The clause to break, with its operation and contract.
#[derive(Clone, Copy)]
struct ClauseContext<'c> {
    contract: &'c Contract,
    /// The operation of the clause; `None` if the clause is about the service.
    operation: Option<&'c Operation>,
    clause: &'c Clause,
}

impl<'c> ClauseContext<'c> {
    /// The declaration of a query parameter.
    fn query_parameter(self, name: &str) -> Option<&'c QueryParameter> {
        self.operation?.query.iter().find(|query| query.name == name)
    }

    /// The record that the operation lists.
    fn listed_record(self) -> Option<&'c Record> {
        self.contract.record(self.operation?.lists.as_deref()?)
    }

    /// The declaration of a field in the contract.
    fn field(self, path: &FieldPath) -> Option<&'c Field> {
        let envelope = contract::envelope(self.operation?)?;
        let member = envelope.iter().find(|member| member.wire == path.member)?;
        let mut fields = contract::fields(self.contract, &member.ty).iter();
        fields.find(|field| field.wire == path.field)
    }
}

/// One way to break a clause.
struct Mutation {
    name: &'static str,
    statement: &'static str,
    point: InterceptionPoint,
    /// Whether the exchanges of all operations are intercepted.
    all_operations: bool,
}

impl Mutation {
    /// Intercepts all operations, for effects that are visible in others than the one of the clause.
    fn in_all_operations(self) -> Self {
        Self { all_operations: true, ..self }
    }
}

/// Turns intercepts into mutations.
trait Named: Intercept + Sized + 'static {
    fn named(self, name: &'static str, statement: &'static str) -> Mutation {
        let point = InterceptionPoint::Exchange(Arc::new(self));
        Mutation { name, statement, point, all_operations: false }
    }
}

impl<I: Intercept + 'static> Named for I {}

/// The ways to break each kind of clause, one file per kind.
fn mutations(target: ClauseContext<'_>) -> Vec<Mutation> {
    use ClauseKind as Kind;
    match &target.clause.kind {
        Kind::Acceptance => acceptance::mutations(target),
        Kind::AccountLimit { record } => account_limit::mutations(target, record),
        Kind::AccountOfKey => account_of_key::mutations(),
        Kind::Addressing { at, by } => addressing::mutations(target, at, *by),
        Kind::Creation => creation::mutations(target),
        Kind::Echo { member, field } => echo::mutations(member, field),
        Kind::EmptyBody => empty_body::mutations(),
        Kind::EnvelopeMember { member } => envelope_member::mutations(member),
        Kind::ErrorBody => error_body::mutations(),
        Kind::Expansion { parameter, value, adds } => {
            expansion::mutations(target, parameter, value, adds.as_deref())
        }
        Kind::FieldPresent { member, field } => field_present::mutations(member, field),
        Kind::FieldType { member, field } => field_type::mutations(target, member, field),
        Kind::FieldValue { member, field } => field_value::mutations(target, member, field),
        Kind::Filter { parameter } => filter::mutations(target, parameter),
        Kind::HeaderCase => header_case::mutations(),
        Kind::Hidden { .. } => hidden::mutations(target),
        Kind::InputAccepted { field } => input_accepted::mutations(target, field),
        Kind::InputRequired { field } => input_required::mutations(field),
        Kind::InputValue { field, value } => input_value::mutations(field, value),
        Kind::KeyRequired => key_required::mutations(),
        Kind::MetaKey { meta, key } => meta_key::mutations(target, meta, key),
        Kind::Order => order::mutations(target),
        Kind::PageNumber { parameter } => page_number::mutations(parameter),
        Kind::PageSize { parameter } => page_size::mutations(parameter),
        Kind::QueryDefault { parameter, .. } => query_default::mutations(parameter),
        Kind::QueryValue { parameter, value } => query_value::mutations(target, parameter, value),
        Kind::Refusal { case } => refusal::mutations(target, case),
        Kind::RefusalMessage { case } => refusal_message::mutations(target, case),
        Kind::RefusalStatus { case, status } => refusal_status::mutations(case, *status),
        Kind::Removal => removal::mutations(target),
        Kind::Scope => scope::mutations(target),
        Kind::Several { at } => several::mutations(at),
        Kind::Sort { parameter, value } => sort::mutations(target, parameter, value),
        Kind::SuccessStatus { status } => success_status::mutations(*status),
        Kind::TimestampForm { field, form } => timestamp_form::mutations(field, *form),
        Kind::TransitionAllowed { transition } => {
            transition_allowed::mutations(target, transition.as_deref())
        }
        Kind::TransitionDone { transition } => {
            transition_done::mutations(target, transition.as_deref())
        }
        Kind::TransitionExcept { transition } => {
            transition_except::mutations(target, transition.as_deref())
        }
        Kind::Update { field } => update::mutations(target, field),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::tests::contract;

    #[test]
    fn every_testable_clause_has_a_mutant() {
        let contract = contract();
        let mutants = mutants(&contract);
        let ids: BTreeSet<_> = mutants.iter().map(|mutant| &mutant.id).collect();
        assert_eq!(ids.len(), mutants.len(), "ids are unique");
        let broken: BTreeSet<_> = mutants.iter().map(|mutant| &mutant.clause.id).collect();
        for clause in contract.clauses() {
            assert_eq!(broken.contains(&clause.id), clause.testable(), "{}", clause.id);
        }
    }
}
