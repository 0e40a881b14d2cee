//! Other orders of a list.

use sqlparser::ast::{OrderByExpr, OrderByKind, OrderBySort, Query};

use super::Change;

/// Without an order.
pub(super) fn drop_all(query: &Query) -> Vec<Change> {
    let changed = |order: &_| {
        let query = Query { order_by: None, ..query.clone() };
        Change::of_query(order, "", query)
    };
    query.order_by.iter().map(changed).collect()
}

/// Without one of several keys.
pub(super) fn drop_key(query: &Query) -> Vec<Change> {
    let keys = keys(query);
    if keys.len() < 2 {
        return Vec::new();
    }
    let changed = |(index, key): (usize, &OrderByExpr)| {
        let mut rest = keys.to_vec();
        rest.remove(index);
        Change::of_query(key, "", with_keys(query, rest))
    };
    keys.iter().enumerate().map(changed).collect()
}

/// With one key in the other direction.
pub(super) fn turn_key(query: &Query) -> Vec<Change> {
    let keys = keys(query);
    let changed = |(index, key): (usize, &OrderByExpr)| {
        let mut keys = keys.to_vec();
        keys[index].options.sort = match key.options.sort {
            Some(OrderBySort::Desc) => None,
            _ => Some(OrderBySort::Desc),
        };
        let turned = keys[index].clone();
        Change::of_query(key, turned, with_keys(query, keys))
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
