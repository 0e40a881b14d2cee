//! Mutants: for each clause, servers that break it and nothing else.
//!
//! Derived from the contract by the kind of clause, one rule kind a file; a new kind of clause does
//! not compile until somebody says here how a server would break it.

mod acceptance;
mod account;
mod addressing;
mod beside;
mod creation;
mod echo;
mod empty_body;
mod envelope;
mod error_body;
mod expansion;
mod field_present;
mod field_type;
mod field_value;
mod filter;
mod guard;
mod header_case;
mod hidden;
mod input;
mod input_required;
mod limit;
mod meta;
mod mixed;
mod neighbour;
mod order;
mod paging;
mod query_default;
mod query_value;
mod refusal;
mod refusal_message;
mod rejection;
mod removal;
mod scope;
mod several;
mod sometimes;
mod sort;
mod spilled;
mod stale;
mod status;
mod timestamp_form;
mod transition;
mod unsent;
mod update;

use std::sync::Arc;

use spec::{Clause, ClauseKind, Contract};

use crate::intercept::Intercept;

pub use header_case::{Demanding, Spellings, demand};
/// Reading and writing of heads, for whoever looks at the bytes on a socket.
pub(crate) mod socket {
    pub(crate) use super::header_case::{closing, content_length, read_head};
}
pub(crate) use order::Reversed;
pub(crate) use scope::{Reached, Shared};

use sometimes::{Conditional, When};

/// A server that breaks one clause.
#[derive(Clone)]
pub struct Mutant {
    /// `<clause id>/<kind>`.
    pub id: String,
    /// The clause it breaks.
    pub clause: Clause,
    /// How it does so, in a word.
    pub kind: &'static str,
    /// How it does so, in a sentence.
    pub statement: &'static str,
    /// Where it does so.
    pub point: InterceptionPoint,
    /// The operation in which it does so; `None` for all.
    pub operation: Option<String>,
}

/// Where a server is broken.
#[derive(Clone)]
pub enum InterceptionPoint {
    /// In what it makes of a request, or of its own answer.
    Exchange(Arc<dyn Intercept>),
    /// In how it reads the name of the key header, which only the bytes on a socket show.
    HeaderName(Spellings),
}

/// Every mutant of a contract, in order of clause. Clauses that cannot be tested have none.
#[must_use]
pub fn mutants(contract: &Contract) -> Vec<Mutant> {
    let clauses = contract.clauses().into_iter().filter(Clause::testable);
    clauses
        .flat_map(|clause| for_clause(contract, &clause))
        .collect()
}

fn for_clause(contract: &Contract, clause: &Clause) -> Vec<Mutant> {
    let made = mutations(contract, clause)
        .into_iter()
        .map(|mutation| Mutant {
            id: format!("{}/{}", clause.id, mutation.kind),
            clause: clause.clone(),
            kind: mutation.kind,
            statement: mutation.statement,
            point: mutation.point,
            operation: clause
                .operation
                .clone()
                .filter(|_| !mutation.all_operations),
        });
    made.collect()
}

/// One way to break a clause.
struct Mutation {
    kind: &'static str,
    statement: &'static str,
    point: InterceptionPoint,
    /// Whether other operations than the one of the clause are bent, too.
    all_operations: bool,
}

impl Mutation {
    fn new(
        kind: &'static str,
        statement: &'static str,
        intercept: impl Intercept + 'static,
    ) -> Self {
        Self::of(kind, statement, Arc::new(intercept))
    }

    fn of(kind: &'static str, statement: &'static str, intercept: Arc<dyn Intercept>) -> Self {
        Self {
            kind,
            statement,
            point: InterceptionPoint::Exchange(intercept),
            all_operations: false,
        }
    }

    /// One that shows in some calls only.
    fn sometimes(
        kind: &'static str,
        statement: &'static str,
        intercept: impl Intercept + 'static,
        when: When,
    ) -> Self {
        Self::new(kind, statement, Conditional::new(intercept, when))
    }

    /// What the operation of the clause does shows elsewhere.
    fn for_all_operations(self) -> Self {
        Self {
            all_operations: true,
            ..self
        }
    }
}

fn mutations(contract: &Contract, clause: &Clause) -> Vec<Mutation> {
    use ClauseKind as Kind;
    let operation = clause
        .operation
        .as_deref()
        .and_then(|id| contract.operation(id));
    match &clause.kind {
        Kind::Acceptance => acceptance::mutations(operation),
        Kind::Addressing { at, by } => concat(
            addressing::mutations(operation, at, *by),
            neighbour::mutations(contract, operation, at, *by),
        ),
        Kind::InputAccepted { field } => concat(
            input::mutations(field),
            mixed::mutations(contract, operation, field),
        ),
        Kind::InputRequired { field } => input_required::mutations(field),
        Kind::InputValue { field, value } => input::ways_of_value(field, value),
        Kind::Several { at } => several::mutations(at),
        Kind::TimestampForm { field, form } => timestamp_form::mutations(field, *form),
        Kind::QueryValue { parameter, value } => {
            query_value::mutations(operation, parameter, value)
        }
        Kind::QueryDefault { parameter, .. } => query_default::mutations(parameter),
        Kind::Expansion {
            parameter,
            value,
            adds,
        } => expansion::mutations(operation, parameter, value, adds.as_deref()),
        Kind::Filter { parameter } => filter::mutations(contract, operation, parameter),
        Kind::Sort { parameter, value } => sort::mutations(contract, operation, parameter, value),
        Kind::KeyRequired => refusal::ways_without_key(),
        Kind::SuccessStatus { status } => status::ways_of_success(*status),
        Kind::EnvelopeMember { member } => envelope::mutations(member),
        Kind::EmptyBody => empty_body::mutations(),
        Kind::FieldPresent { member, field } => field_present::mutations(member, field),
        Kind::FieldType { member, field } => {
            field_type::mutations(contract, operation, member, field)
        }
        Kind::FieldValue { member, field } => concat(
            field_value::mutations(contract, operation, member, field),
            stale::mutations(contract, operation, member, field),
        ),
        Kind::Echo { member, field } => echo::mutations(member, field),
        Kind::MetaKey { meta, key } => meta::mutations(operation, meta, key),
        Kind::PageNumber { parameter } => paging::ways_of_number(parameter),
        Kind::PageSize { parameter } => paging::ways_of_size(parameter),
        Kind::Order => concat(order::mutations(), beside::ways_of_order(operation)),
        Kind::Scope => scope::mutations(operation),
        Kind::Creation => creation::mutations(operation),
        Kind::Update { field } => concat(
            update::mutations(operation, field),
            beside::ways_of_update(operation, field),
        ),
        Kind::Removal => removal::mutations(operation),
        Kind::TransitionAllowed { transition } => {
            transition::ways_to_refuse(operation, transition.as_deref())
        }
        Kind::TransitionDone { transition } => {
            transition::ways_to_forget(contract, operation, transition.as_deref())
        }
        Kind::TransitionExcept { transition } => {
            guard::mutations(contract, operation, transition.as_deref())
        }
        Kind::Hidden { .. } => hidden::mutations(contract, operation, clause),
        Kind::Refusal { case } => refusal::mutations(contract, operation, case),
        Kind::RefusalMessage { case } => refusal_message::mutations(contract, operation, case),
        Kind::RefusalStatus { case, status } => status::ways_of_refusal(case, *status),
        Kind::ErrorBody => error_body::mutations(),
        Kind::HeaderCase => header_case::mutations(),
        Kind::AccountOfKey => account::mutations(),
        Kind::AccountLimit { record } => limit::mutations(contract, record),
    }
}

fn concat(mut mutations: Vec<Mutation>, more: Vec<Mutation>) -> Vec<Mutation> {
    mutations.extend(more);
    mutations
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::testing::contract;

    #[test]
    fn every_testable_clause_has_a_mutant() {
        let contract = contract();
        let mutants = mutants(&contract);
        let ids: BTreeSet<_> = mutants.iter().map(|mutant| &mutant.id).collect();
        assert_eq!(ids.len(), mutants.len(), "ids are unique");
        let broken: BTreeSet<_> = mutants.iter().map(|mutant| &mutant.clause.id).collect();
        let clauses = contract.clauses();
        for clause in clauses.iter().filter(|clause| clause.testable()) {
            assert!(broken.contains(&clause.id), "{}", clause.id);
        }
        assert!(
            clauses
                .iter()
                .filter(|clause| !clause.testable())
                .all(|c| !broken.contains(&c.id))
        );
    }
}
