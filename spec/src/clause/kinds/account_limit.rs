//! The number of records of an account is limited.

use super::prelude::*;

pub(super) fn derive(contract: &Contract, clauses: &mut ClauseList<'_>) {
    for limited in contract.records() {
        if let Some(limit) = &limited.limit {
            let record = limited.name.clone();
            let statement = match limit.per_account {
                1 => format!("An account has at most one {record} record."),
                most => format!("An account has at most {most} {record} records."),
            };
            clauses
                .push(ClauseKind::AccountLimit { record }, &limit.section, limit.span, statement)
                .untestable_because(limit.untestable_because.as_deref());
        }
    }
}
