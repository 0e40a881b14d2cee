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

use crate::bend::Bend;

pub use header_case::{Demanding, Spellings, demand};
/// Reading and writing of heads, for whoever looks at the bytes on a socket.
pub(crate) mod socket {
    pub(crate) use super::header_case::{closing, content_length, read_head};
}
pub(crate) use order::Reversed;
pub(crate) use scope::{Reached, Shared};

use sometimes::{Sometimes, When};

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
    pub seat: Seat,
    /// The operation in which it does so; `None` for all.
    pub operation: Option<String>,
}

/// Where a server is broken.
#[derive(Clone)]
pub enum Seat {
    /// In what it makes of a request, or of its own answer.
    Exchange(Arc<dyn Bend>),
    /// In how it reads the name of the key header, which only the bytes on a socket show.
    HeaderName(Spellings),
}

/// Every mutant of a contract, in order of clause. Clauses that cannot be tested have none.
#[must_use]
pub fn mutants(contract: &Contract) -> Vec<Mutant> {
    let clauses = contract.clauses().into_iter().filter(Clause::testable);
    clauses
        .flat_map(|clause| of_clause(contract, &clause))
        .collect()
}

fn of_clause(contract: &Contract, clause: &Clause) -> Vec<Mutant> {
    let made = ways(contract, clause).into_iter().map(|way| Mutant {
        id: format!("{}/{}", clause.id, way.kind),
        clause: clause.clone(),
        kind: way.kind,
        statement: way.statement,
        seat: way.seat,
        operation: clause.operation.clone().filter(|_| !way.everywhere),
    });
    made.collect()
}

/// One way to break a clause.
struct Way {
    kind: &'static str,
    statement: &'static str,
    seat: Seat,
    /// Whether other operations than the one of the clause are bent, too.
    everywhere: bool,
}

impl Way {
    fn new(kind: &'static str, statement: &'static str, bend: impl Bend + 'static) -> Self {
        Self::of(kind, statement, Arc::new(bend))
    }

    fn of(kind: &'static str, statement: &'static str, bend: Arc<dyn Bend>) -> Self {
        Self {
            kind,
            statement,
            seat: Seat::Exchange(bend),
            everywhere: false,
        }
    }

    /// One that shows in some calls only.
    fn sometimes(
        kind: &'static str,
        statement: &'static str,
        bend: impl Bend + 'static,
        when: When,
    ) -> Self {
        Self::new(kind, statement, Sometimes::new(bend, when))
    }

    /// What the operation of the clause does shows elsewhere.
    fn in_every_operation(self) -> Self {
        Self {
            everywhere: true,
            ..self
        }
    }
}

fn ways(contract: &Contract, clause: &Clause) -> Vec<Way> {
    use ClauseKind as Kind;
    let operation = clause
        .operation
        .as_deref()
        .and_then(|id| contract.operation(id));
    match &clause.kind {
        Kind::Acceptance => acceptance::ways(operation),
        Kind::Addressing { at, by } => together(
            addressing::ways(operation, at, *by),
            neighbour::ways(contract, operation, at, *by),
        ),
        Kind::InputAccepted { field } => {
            together(input::ways(field), mixed::ways(contract, operation, field))
        }
        Kind::InputRequired { field } => input_required::ways(field),
        Kind::InputValue { field, value } => input::ways_of_value(field, value),
        Kind::Several { at } => several::ways(at),
        Kind::TimestampForm { field, form } => timestamp_form::ways(field, *form),
        Kind::QueryValue { parameter, value } => query_value::ways(operation, parameter, value),
        Kind::QueryDefault { parameter, .. } => query_default::ways(parameter),
        Kind::Expansion {
            parameter,
            value,
            adds,
        } => expansion::ways(operation, parameter, value, adds.as_deref()),
        Kind::Filter { parameter } => filter::ways(contract, operation, parameter),
        Kind::Sort { parameter, value } => sort::ways(contract, operation, parameter, value),
        Kind::KeyRequired => refusal::ways_without_key(),
        Kind::SuccessStatus { status } => status::ways_of_success(*status),
        Kind::EnvelopeMember { member } => envelope::ways(member),
        Kind::EmptyBody => empty_body::ways(),
        Kind::FieldPresent { member, field } => field_present::ways(member, field),
        Kind::FieldType { member, field } => field_type::ways(contract, operation, member, field),
        Kind::FieldValue { member, field } => together(
            field_value::ways(contract, operation, member, field),
            stale::ways(contract, operation, member, field),
        ),
        Kind::Echo { member, field } => echo::ways(member, field),
        Kind::MetaKey { meta, key } => meta::ways(operation, meta, key),
        Kind::PageNumber { parameter } => paging::ways_of_number(parameter),
        Kind::PageSize { parameter } => paging::ways_of_size(parameter),
        Kind::Order => together(order::ways(), beside::ways_of_order(operation)),
        Kind::Scope => scope::ways(operation),
        Kind::Creation => creation::ways(operation),
        Kind::Update { field } => together(
            update::ways(operation, field),
            beside::ways_of_update(operation, field),
        ),
        Kind::Removal => removal::ways(operation),
        Kind::TransitionAllowed { transition } => {
            transition::ways_to_refuse(operation, transition.as_deref())
        }
        Kind::TransitionDone { transition } => {
            transition::ways_to_forget(contract, operation, transition.as_deref())
        }
        Kind::TransitionExcept { transition } => {
            guard::ways(contract, operation, transition.as_deref())
        }
        Kind::Hidden { .. } => hidden::ways(contract, operation, clause),
        Kind::Refusal { case } => refusal::ways(contract, operation, case),
        Kind::RefusalMessage { case } => refusal_message::ways(contract, operation, case),
        Kind::RefusalStatus { case, status } => status::ways_of_refusal(case, *status),
        Kind::ErrorBody => error_body::ways(),
        Kind::HeaderCase => header_case::ways(),
        Kind::AccountOfKey => account::ways(),
        Kind::AccountLimit { record } => limit::ways(contract, record),
    }
}

fn together(mut ways: Vec<Way>, more: Vec<Way>) -> Vec<Way> {
    ways.extend(more);
    ways
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::toy::contract;

    #[test]
    fn every_clause_that_can_be_tested_has_a_mutant() {
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
