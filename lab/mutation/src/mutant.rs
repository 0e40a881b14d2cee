//! Mutants: servers that each break one clause.
//!
//! They are derived from the contract. The table in `mutations` maps each kind of clause to the function
//! with the ways to break it; `parts` has what these functions use.

mod accounts;
mod calculated;
mod entries;
mod fields;
mod header_case;
mod idempotency;
mod inputs;
mod lists;
mod paging;
mod parts;
mod records;
mod responses;
mod statuses;
mod transitions;

use referral_conformance::contract;
use spec::{Clause, ClauseKind, Contract, Field, Operation, QueryParameter, Record};

use crate::field_path::FieldPath;
use crate::intercept::Intercept;

pub use header_case::Recognition;
pub(crate) use header_case::start_header_case_server;
pub(crate) use parts::{reach_other_account, reverse_unsorted, share_lists};
pub(crate) use responses::{change_code, change_message};
pub(crate) use statuses::{set_refusal_status, set_success_status};

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
    Exchange(Intercept),
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

impl Intercept {
    /// A mutation with this name and statement.
    fn named(self, name: &'static str, statement: &'static str) -> Mutation {
        let point = InterceptionPoint::Exchange(self);
        Mutation { name, statement, point, all_operations: false }
    }
}

/// The ways to break each kind of clause.
fn mutations(target: ClauseContext<'_>) -> Vec<Mutation> {
    use ClauseKind as Kind;
    match &target.clause.kind {
        Kind::Acceptance => inputs::acceptance(target),
        Kind::AccountLimit { record } => accounts::account_limit(target, record),
        Kind::AccountOfKey => accounts::account_of_key(),
        Kind::Addressing { at, by } => inputs::addressing(target, at, *by),
        Kind::Creation => records::creation(target),
        Kind::Echo { member, field } => fields::echo(target, member, field),
        Kind::Effect { record, field } => calculated::effect(target, record, field),
        Kind::Relation { member, record, relation } => {
            calculated::relation(target, member, record, relation)
        }
        Kind::EmptyBody => responses::empty_body(),
        Kind::EnvelopeMember { member } => fields::envelope_member(target, member),
        Kind::ErrorBody => responses::error_body(target.contract),
        Kind::Expansion { parameter, value, adds } => {
            lists::expansion(target, parameter, value, adds.as_deref())
        }
        Kind::FieldPresent { member, field } => fields::field_present(member, field),
        Kind::FieldType { member, field } => fields::field_type(target, member, field),
        Kind::FieldValue { member, field } => fields::field_value(target, member, field),
        Kind::Filter { parameter } => lists::filter(target, parameter),
        Kind::HeaderCase => header_case::mutations(),
        Kind::IdempotencyReplayed { header } => idempotency::replayed(header),
        Kind::IdempotencyOnce => idempotency::once(target),
        Kind::IdempotencyFlagged { .. } => idempotency::flagged(target),
        Kind::HeaderPresent { header } => responses::header_present(header),
        Kind::HeaderType { header } => responses::header_type(target, header),
        Kind::HeaderLeadsTo { header, .. } => responses::header_leads_to(header),
        Kind::Hidden { .. } => accounts::hidden(target),
        Kind::InputAccepted { field } => inputs::input_accepted(target, field),
        Kind::InputDefault { field } => inputs::input_default(target, field),
        Kind::InputNull { field } => inputs::input_null(target, field),
        Kind::InputRequired { field } => inputs::input_required(field),
        Kind::InputValue { field, value } => inputs::input_value(field, value),
        Kind::KeyRequired => accounts::key_required(),
        Kind::MetaKey { meta, key } => paging::meta_key(target, meta, key),
        Kind::Order => lists::order(target),
        Kind::PageNumber { parameter } => paging::page_number(parameter),
        Kind::PageAfterLast { parameter } => paging::page_after_last(parameter),
        Kind::PageFollowing { parameter, by } => paging::page_following(parameter, *by),
        Kind::PageLink => paging::page_link(),
        Kind::PageSize { parameter } => paging::page_size(parameter),
        Kind::PageSizeDefault { parameter, size } => paging::page_size_default(parameter, *size),
        Kind::QueryDefault { parameter, .. } => lists::query_default(parameter),
        Kind::QueryValue { parameter, value } => lists::query_value(target, parameter, value),
        Kind::Refusal { case } => responses::refusal(target, case),
        Kind::RefusalMessage { case } => responses::refusal_message(target, case),
        Kind::RefusalCode { case, code } => entries::code(target, case)
            .unwrap_or_else(|| responses::refusal_code(target, case, code)),
        Kind::RefusalEntries => entries::several(),
        Kind::ErrorType => responses::error_type(),
        Kind::RefusalField { case } => {
            entries::field(target, case).unwrap_or_else(|| responses::refusal_field(target, case))
        }
        Kind::RefusalStatus { case, status } => statuses::refusal_status(case, *status),
        Kind::Removal => records::removal(target),
        Kind::Scope => accounts::scope(target),
        Kind::Several { at } => inputs::several(at),
        Kind::Sort { parameter, value } => lists::sort(target, parameter, value),
        Kind::SuccessStatus { status } => statuses::success_status(target, *status),
        Kind::FurtherStatus { status, .. } => statuses::further_status(target, *status),
        Kind::TimestampForm { field, form } => inputs::timestamp_form(field, *form),
        Kind::TransitionAllowed { transition } => {
            transitions::transition_allowed(target, transition.as_deref())
        }
        Kind::TransitionDone { transition } => {
            transitions::transition_done(target, transition.as_deref())
        }
        Kind::TransitionExcept { transition } => {
            transitions::transition_except(target, transition.as_deref())
        }
        Kind::Update { field } => records::update(target, field),
        Kind::UpdateKept { field } => records::update_kept(target, field),
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
