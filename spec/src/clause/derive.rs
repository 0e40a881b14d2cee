//! Which clauses a contract has: one pass over the service and each operation.

mod inputs;
mod rules;
mod success;

use super::statement::statement;
use super::{Clause, ClauseKind, id};
use crate::model::{Contract, ErrorCase, Evidence, Operation, Slot};

/// All clauses, in the order of the contract.
pub(super) fn clauses(contract: &Contract) -> Vec<Clause> {
    let mut clauses = service(contract);
    for operation in contract.operations() {
        let mut list = List {
            contract,
            operation: Some(operation),
            clauses: Vec::new(),
        };
        list.inputs(operation);
        list.success(operation);
        list.rules(operation);
        list.refusals(&operation.errors);
        clauses.extend(list.clauses);
    }
    clauses
}

fn service(contract: &Contract) -> Vec<Clause> {
    let mut list = List {
        contract,
        operation: None,
        clauses: Vec::new(),
    };
    let service = &contract.service;
    if service.auth.case_insensitive.stated() == Some(&true) {
        list.push(ClauseKind::HeaderCase, &service.auth.section);
    }
    if service.auth.identifies_account.stated() == Some(&true) {
        list.push(ClauseKind::AccountOfKey, &service.auth.section);
    }
    list.push(ClauseKind::ErrorBody, &service.error_body.section);
    list.refusals(&service.errors);
    list.limits();
    list.clauses
}

/// Clauses of one owner as they are collected.
struct List<'c> {
    contract: &'c Contract,
    operation: Option<&'c Operation>,
    clauses: Vec<Clause>,
}

impl List<'_> {
    fn push(&mut self, kind: ClauseKind, section: &str) {
        self.push_as(kind, section, Evidence::Stated);
    }

    fn push_as(&mut self, kind: ClauseKind, section: &str, evidence: Evidence) {
        let untestable = self.said_untestable(&kind);
        self.push_whole(kind, section, evidence, untestable);
    }

    /// A clause that cannot be tested for a reason of its own; what its operation says of it goes before.
    fn push_untestable(&mut self, kind: ClauseKind, section: &str, why: Option<&str>) {
        let untestable = self.said_untestable(&kind).or(why.map(str::to_owned));
        self.push_whole(kind, section, Evidence::Stated, untestable);
    }

    fn push_whole(
        &mut self,
        kind: ClauseKind,
        section: &str,
        evidence: Evidence,
        untestable_because: Option<String>,
    ) {
        self.clauses.push(Clause {
            id: id::clause(self.operation.map(|operation| operation.id.as_str()), &kind),
            operation: self.operation.map(|operation| operation.id.clone()),
            section: section.to_owned(),
            evidence,
            untestable_because,
            statement: statement(self.contract, self.operation, &kind),
            kind,
        });
    }

    /// Why the operation says that this clause cannot be seen on the wire.
    fn said_untestable(&self, kind: &ClauseKind) -> Option<String> {
        let said = &self.operation?.untestable;
        let suffix = id::suffix(kind);
        let found = said.iter().find(|(clause, _)| *clause == suffix);
        found.map(|(_, why)| why.clone())
    }

    /// Whether the document tells the type of what is declared there; an overlay that does makes no clause.
    fn tells_type(&self, place: &str) -> bool {
        self.contract.gap(&format!("{place}.type")).is_none()
    }

    fn refusals(&mut self, cases: &[ErrorCase]) {
        for case in cases {
            let id = || case.id.clone();
            // Without knowing when, nobody can bring it about.
            let why = match case.when.stated() {
                Some(_) => None,
                None => Some("the document does not show when"),
            };
            if why.is_none() {
                self.push(ClauseKind::Refusal { case: id() }, &case.section);
            }
            let kind = ClauseKind::RefusalMessage { case: id() };
            self.push_untestable(kind, &case.section, why);
            if let Slot::Stated(status) = &case.status {
                let kind = ClauseKind::RefusalStatus {
                    case: id(),
                    status: status.value,
                };
                self.push_untestable(kind, &status.section, why);
            }
        }
    }

    fn limits(&mut self) {
        let contract = self.contract;
        for record in contract.records() {
            if let Some(limit) = &record.limit {
                let kind = ClauseKind::AccountLimit {
                    record: record.name.clone(),
                };
                let why = limit.untestable_because.as_deref();
                self.push_untestable(kind, &limit.section, why);
            }
        }
    }
}
