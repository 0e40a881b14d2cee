//! Outer joins for inner ones and the other way round. Conditions of joins are conditions like others.

use sqlparser::ast::{JoinOperator, Query};

use super::Change;
use crate::sql::statement::select_mut;

/// Each join of the other kind.
pub(super) fn exchange(query: &Query) -> Vec<Change> {
    let Some(select) = query.body.as_select() else {
        return Vec::new();
    };
    let mut changes = Vec::new();
    for (table, from) in select.from.iter().enumerate() {
        for (index, join) in from.joins.iter().enumerate() {
            let operator = match &join.join_operator {
                JoinOperator::Join(constraint) | JoinOperator::Inner(constraint) => {
                    JoinOperator::Left(constraint.clone())
                }
                JoinOperator::Left(constraint) | JoinOperator::LeftOuter(constraint) => {
                    JoinOperator::Join(constraint.clone())
                }
                _ => continue,
            };
            let mut query = query.clone();
            if let Some(select) = select_mut(&mut query.body) {
                let changed = &mut select.from[table].joins[index];
                changed.join_operator = operator;
                let after = changed.to_string();
                changes.push(Change::of_query(join, after, query));
            }
        }
    }
    changes
}
