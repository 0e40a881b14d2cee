//! Which clauses a contract has: one pass over the service and each operation.

mod success;

use super::statement::statement;
use super::{Clause, ClauseKind, id};
use crate::model::{Contract, ErrorCase, Evidence, Operation, Scope, Slot, Type};

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
        let suffix = id::suffix(&kind);
        let untestable = self.operation.and_then(|operation| {
            operation
                .untestable
                .iter()
                .find(|(clause, _)| *clause == suffix)
                .map(|(_, why)| why.clone())
        });
        self.clauses.push(Clause {
            id: id::clause(self.operation.map(|operation| operation.id.as_str()), &kind),
            operation: self.operation.map(|operation| operation.id.clone()),
            section: section.to_owned(),
            evidence,
            untestable_because: untestable,
            statement: statement(self.contract, self.operation, &kind),
            kind,
        });
    }

    fn inputs(&mut self, operation: &Operation) {
        self.push(ClauseKind::Acceptance, &operation.section);
        if let Slot::Stated(required) = &operation.key_required
            && required.value
        {
            self.push(ClauseKind::KeyRequired, &required.section);
        }
        for parameter in &operation.path_parameters {
            for &by in &parameter.alternatives {
                self.push(
                    ClauseKind::Addressing {
                        parameter: parameter.name.clone(),
                        by,
                    },
                    &parameter.section,
                );
            }
        }
        for parameter in &operation.query {
            for value in &parameter.values {
                let (parameter_name, wire) = (parameter.name.clone(), value.wire.clone());
                self.push(
                    ClauseKind::QueryValue {
                        parameter: parameter_name.clone(),
                        value: wire.clone(),
                    },
                    &parameter.section,
                );
                if let Some(expansion) = &value.expansion {
                    let kind = ClauseKind::Expansion {
                        parameter: parameter_name,
                        value: wire,
                        adds: expansion.adds.clone(),
                    };
                    self.push(kind, &parameter.section);
                }
            }
            if let Some(value) = &parameter.default {
                let kind = ClauseKind::QueryDefault {
                    parameter: parameter.name.clone(),
                    value: value.clone(),
                };
                self.push(kind, &parameter.section);
            }
        }
        for field in &operation.body {
            if !field.required {
                self.push(
                    ClauseKind::InputAccepted {
                        field: field.wire.clone(),
                    },
                    &field.section,
                );
            }
            if let Type::Timestamp(forms) = &field.ty {
                for &form in forms {
                    self.push(
                        ClauseKind::TimestampForm {
                            field: field.wire.clone(),
                            form,
                        },
                        &field.section,
                    );
                }
            }
        }
    }

    fn rules(&mut self, operation: &Operation) {
        if let Some(Slot::Stated(order)) = &operation.order {
            self.push(ClauseKind::Order, &order.section);
        }
        if let Some(Slot::Stated(scope)) = &operation.scope
            && scope.value == Scope::Account
        {
            self.push(ClauseKind::Scope, &scope.section);
        }
        if operation.creates.is_some() {
            self.push(ClauseKind::Creation, &operation.section);
        }
        if let Some(transition) = &operation.transition
            && transition.from.is_some()
        {
            self.push(ClauseKind::TransitionAllowed, &transition.section);
            self.push(ClauseKind::TransitionDone, &transition.section);
        }
    }

    fn refusals(&mut self, cases: &[ErrorCase]) {
        for case in cases {
            self.push(
                ClauseKind::Refusal {
                    case: case.id.clone(),
                },
                &case.section,
            );
            self.push(
                ClauseKind::RefusalMessage {
                    case: case.id.clone(),
                },
                &case.section,
            );
            if let Slot::Stated(status) = &case.status {
                let kind = ClauseKind::RefusalStatus {
                    case: case.id.clone(),
                    status: status.value,
                };
                self.push(kind, &status.section);
            }
        }
    }
}
