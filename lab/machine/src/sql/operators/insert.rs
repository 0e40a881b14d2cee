//! Inserts without a column, with exchanged columns, or with another reaction to a conflict.

use sqlparser::ast::{
    Insert, ObjectName, OnConflict, OnConflictAction, OnInsert, SetExpr, SqliteOnConflict,
    Statement, TableObject,
};

use super::Change;
use crate::sql::schema::Column;
use crate::sql::statement::last_part;
use crate::sql::walk::TableScope;

/// Without a column that may be absent.
pub(super) fn drop_column(statement: &Statement, scope: &TableScope<'_>) -> Vec<Change> {
    let Statement::Insert(insert) = statement else {
        return Vec::new();
    };
    let mut changes = Vec::new();
    for (index, name) in insert.columns.iter().enumerate() {
        if !column(insert, name, scope).is_some_and(|column| column.optional) {
            continue;
        }
        let mut insert = insert.clone();
        insert.columns.remove(index);
        let Some(SetExpr::Values(values)) = insert.source.as_mut().map(|query| &mut *query.body)
        else {
            continue;
        };
        for row in &mut values.rows {
            row.content.remove(index);
        }
        changes.push(Change::of_statement(name, "", Statement::Insert(insert)));
    }
    changes
}

/// Each column exchanged with the next of its type.
pub(super) fn exchange_columns(statement: &Statement, scope: &TableScope<'_>) -> Vec<Change> {
    let Statement::Insert(insert) = statement else {
        return Vec::new();
    };
    let data_type = |name| column(insert, name, scope).map(|column| &column.data_type);
    let mut changes = Vec::new();
    for (index, name) in insert.columns.iter().enumerate() {
        let later = insert.columns.iter().enumerate().skip(index + 1);
        let next = later.into_iter().find(|(_, other)| data_type(other) == data_type(name));
        if let Some((next, other)) = next {
            let (before, after) = (format!("{name}, {other}"), format!("{other}, {name}"));
            let mut insert = insert.clone();
            insert.columns.swap(index, next);
            changes.push(Change::of_statement(before, after, Statement::Insert(insert)));
        }
    }
    changes
}

/// An error, another reaction, or any conflict for a conflict of some columns.
pub(super) fn conflict(statement: &Statement, _scope: &TableScope<'_>) -> Vec<Change> {
    let Statement::Insert(insert) = statement else {
        return Vec::new();
    };
    let Some(OnInsert::OnConflict(conflict)) = &insert.on else {
        return Vec::new();
    };
    let before = conflict.to_string();
    let mut changes = vec![changed(&before, "", Insert { on: None, ..insert.clone() })];
    let replace = Some(SqliteOnConflict::Replace);
    let replacing = Insert { or: replace, on: None, ..insert.clone() };
    changes.push(changed(&before, "INSERT OR REPLACE", replacing));
    if conflict.conflict_target.is_some() {
        let any = OnConflict { conflict_target: None, action: OnConflictAction::DoNothing };
        let on = Some(OnInsert::OnConflict(any.clone()));
        changes.push(changed(&before, any, Insert { on, ..insert.clone() }));
    }
    changes
}

fn changed(before: &str, after: impl ToString, insert: Insert) -> Change {
    Change::of_statement(before, after, Statement::Insert(insert))
}

fn column<'s>(insert: &Insert, name: &ObjectName, scope: &'s TableScope<'_>) -> Option<&'s Column> {
    let TableObject::TableName(table) = &insert.table else {
        return None;
    };
    scope.schema.column(last_part(table), last_part(name))
}
