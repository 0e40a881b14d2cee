//! Totals of lists that may become long, which triggers maintain.

use crate::store::prelude::*;

/// Selects the total of a list of the account.
pub(super) fn total_of<'v>(account: &'v AccountId, list: &'static str) -> Sql<'v> {
    sql("SELECT CAST(COALESCE(SUM(total), 0) AS BIGINT) FROM list_totals
         WHERE account_uuid = $1 AND list = $2")
    .bind(account)
    .bind(list)
}

/// Selects the total of a list of all accounts.
pub(super) fn total_of_all<'v>(list: &'static str) -> Sql<'v> {
    sql("SELECT CAST(COALESCE(SUM(total), 0) AS BIGINT) FROM list_totals WHERE list = $1")
        .bind(list)
}
