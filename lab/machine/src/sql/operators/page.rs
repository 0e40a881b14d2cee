//! Other pages of a list.

use sqlparser::ast::{BinaryOperator, Expr, LimitClause, Query};

use super::{Change, number};

/// One row more, one less, none, all.
pub(super) fn limit(query: &Query) -> Vec<Change> {
    let Some(LimitClause::LimitOffset { limit: Some(limit), .. }) = &query.limit_clause else {
        return Vec::new();
    };
    // SQLite applies no limit if it is negative.
    let others = [plus(limit), minus(limit), number(0), number(-1)];
    let changed = |other: Expr| {
        let mut query = query.clone();
        if let Some(LimitClause::LimitOffset { limit, .. }) = &mut query.limit_clause {
            *limit = Some(other.clone());
        }
        Change::of_query(format!("LIMIT {limit}"), format!("LIMIT {other}"), query)
    };
    others.into_iter().map(changed).collect()
}

/// From one row later, one earlier, the first.
pub(super) fn offset(query: &Query) -> Vec<Change> {
    let Some(LimitClause::LimitOffset { offset: Some(offset), .. }) = &query.limit_clause else {
        return Vec::new();
    };
    let others = [plus(&offset.value), minus(&offset.value), number(0)];
    let changed = |other: Expr| {
        let mut query = query.clone();
        if let Some(LimitClause::LimitOffset { offset: Some(offset), .. }) = &mut query.limit_clause
        {
            offset.value = other.clone();
        }
        Change::of_query(offset, format!("OFFSET {other}"), query)
    };
    others.into_iter().map(changed).collect()
}

fn plus(expr: &Expr) -> Expr {
    with_one(expr, BinaryOperator::Plus)
}

fn minus(expr: &Expr) -> Expr {
    with_one(expr, BinaryOperator::Minus)
}

fn with_one(expr: &Expr, op: BinaryOperator) -> Expr {
    Expr::BinaryOp { left: Box::new(expr.clone()), op, right: Box::new(number(1)) }
}
