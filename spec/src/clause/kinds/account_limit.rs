//! The number of records of an account is limited.

use reader::Span;

use crate::clause::ClauseKind;
use crate::clause::scope::ClauseList;
use crate::model::{Contract, Limit};

pub(super) fn derive(contract: &Contract, clauses: &mut ClauseList<'_>) {
    for limited in contract.records() {
        if let Some(limit) = &limited.limit {
            let record = limited.name.clone();
            let reason = limit.untestable_because.as_deref();
            let kind = ClauseKind::AccountLimit { record };
            clauses.push_untestable(kind, &limit.section, reason);
        }
    }
}

fn find<'c>(contract: &'c Contract, record: &str) -> Option<&'c Limit> {
    contract.record(record)?.limit.as_ref()
}

pub(super) fn suffix(record: &str) -> String {
    format!("limit.{record}")
}

pub(super) fn statement(contract: &Contract, record: &str) -> Option<String> {
    Some(match find(contract, record)?.per_account {
        1 => format!("An account has at most one {record} record."),
        limit => format!("An account has at most {limit} {record} records."),
    })
}

pub(super) fn declaration(contract: &Contract, record: &str) -> Option<Span> {
    find(contract, record).map(|limit| limit.span)
}
