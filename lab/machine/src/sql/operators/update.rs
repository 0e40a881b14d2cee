//! Updates that leave a column as it is.

use sqlparser::ast::{Assignment, AssignmentTarget, Expr, Statement};

use super::Change;
use crate::sql::statement::last_part;
use crate::sql::walk::TableScope;

/// Each column set to itself.
pub(super) fn drop_assignment(statement: &Statement, _scope: &TableScope<'_>) -> Vec<Change> {
    let Statement::Update(update) = statement else {
        return Vec::new();
    };
    let changed = |(index, assignment): (usize, &Assignment)| {
        let AssignmentTarget::ColumnName(column) = &assignment.target else {
            return None;
        };
        let mut update = update.clone();
        update.assignments[index].value = Expr::Identifier(last_part(column).into());
        Some(Change::of_statement(assignment, "", Statement::Update(update)))
    };
    update.assignments.iter().enumerate().filter_map(changed).collect()
}
