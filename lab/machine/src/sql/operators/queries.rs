//! Operators on queries: orders, pages and joins. Conditions of joins are conditions like others.

use sqlparser::ast::{
    BinaryOperator, Expr, JoinOperator, LimitClause, OrderByExpr, OrderByKind, OrderBySort, Query,
};

use super::Change;
use super::expressions::{number, with_one};
use crate::sql::statement::select_mut;

/// Without an order.
pub(super) fn drop_order(query: &Query) -> Vec<Change> {
    let without = || Query { order_by: None, ..query.clone() };
    query.order_by.iter().map(|order| Change::new(order, "", without())).collect()
}

/// Without one of several keys of the order.
pub(super) fn drop_key(query: &Query) -> Vec<Change> {
    let keys = keys(query);
    let changed = |(index, key): (usize, &OrderByExpr)| {
        let mut rest = keys.to_vec();
        rest.remove(index);
        Change::new(key, "", with_keys(query, rest))
    };
    keys.iter().enumerate().filter(|_| keys.len() > 1).map(changed).collect()
}

/// With one key of the order in the other direction.
pub(super) fn turn_key(query: &Query) -> Vec<Change> {
    let keys = keys(query);
    let changed = |(index, key): (usize, &OrderByExpr)| {
        let mut keys = keys.to_vec();
        keys[index].options.sort = match key.options.sort {
            Some(OrderBySort::Desc) => None,
            _ => Some(OrderBySort::Desc),
        };
        let turned = keys[index].clone();
        Change::new(key, turned, with_keys(query, keys))
    };
    keys.iter().enumerate().map(changed).collect()
}

fn keys(query: &Query) -> &[OrderByExpr] {
    match query.order_by.as_ref().map(|order| &order.kind) {
        Some(OrderByKind::Expressions(keys)) => keys,
        _ => &[],
    }
}

fn with_keys(query: &Query, keys: Vec<OrderByExpr>) -> Query {
    let mut query = query.clone();
    if let Some(order) = &mut query.order_by {
        order.kind = OrderByKind::Expressions(keys);
    }
    query
}

/// One row more, one less, none, all.
pub(super) fn limit(query: &Query) -> Vec<Change> {
    let Some(LimitClause::LimitOffset { limit: Some(limit), .. }) = &query.limit_clause else {
        return Vec::new();
    };
    // SQLite applies no limit if it is negative.
    let changed = |other: Expr| {
        let after = format!("LIMIT {other}");
        let mut query = query.clone();
        if let Some(LimitClause::LimitOffset { limit, .. }) = &mut query.limit_clause {
            *limit = Some(other);
        }
        Change::new(format!("LIMIT {limit}"), after, query)
    };
    one_more_or_less(limit).into_iter().chain([number(0), number(-1)]).map(changed).collect()
}

/// From one row later, one earlier, the first.
pub(super) fn offset(query: &Query) -> Vec<Change> {
    let Some(LimitClause::LimitOffset { offset: Some(offset), .. }) = &query.limit_clause else {
        return Vec::new();
    };
    let changed = |other: Expr| {
        let after = format!("OFFSET {other}");
        let mut query = query.clone();
        if let Some(LimitClause::LimitOffset { offset: Some(offset), .. }) = &mut query.limit_clause
        {
            offset.value = other;
        }
        Change::new(offset, after, query)
    };
    one_more_or_less(&offset.value).into_iter().chain([number(0)]).map(changed).collect()
}

fn one_more_or_less(expr: &Expr) -> [Expr; 2] {
    [BinaryOperator::Plus, BinaryOperator::Minus].map(|op| with_one(expr, op))
}

/// Each join of the other kind: outer for inner and the other way round.
pub(super) fn exchange_join(query: &Query) -> Vec<Change> {
    let mut changes = Vec::new();
    let from = query.body.as_select().map_or(&[][..], |select| &select.from);
    for (table, from) in from.iter().enumerate() {
        for (index, join) in from.joins.iter().enumerate() {
            let operator = match join.join_operator.clone() {
                JoinOperator::Join(constraint) | JoinOperator::Inner(constraint) => {
                    JoinOperator::Left(constraint)
                }
                JoinOperator::Left(constraint) | JoinOperator::LeftOuter(constraint) => {
                    JoinOperator::Join(constraint)
                }
                _ => continue,
            };
            let mut query = query.clone();
            if let Some(select) = select_mut(&mut query.body) {
                let changed = &mut select.from[table].joins[index];
                changed.join_operator = operator;
                let after = changed.to_string();
                changes.push(Change::new(join, after, query));
            }
        }
    }
    changes
}
