//! Operators on statements: tables without a constraint, migrations without a unique index or a trigger (an index that is
//! not unique changes no result), and changed inserts and updates.

use sqlparser::ast::{
    AlterTableOperation, Assignment, AssignmentTarget, ColumnDef, ColumnOption, CreateTable, Expr,
    IndexColumn, Insert, ObjectName, OnConflict, OnConflictAction, OnInsert, SetExpr,
    SqliteOnConflict, Statement, TableConstraint, TableObject,
};

use super::Change;
use crate::sql::schema::Column;
use crate::sql::statement::{last_part, parse};
use crate::sql::walk::TableScope;

/// Each table without one of its constraints.
pub(super) fn drop_table_constraint(statement: &Statement, _scope: &TableScope<'_>) -> Vec<Change> {
    let Statement::CreateTable(table) = statement else {
        return Vec::new();
    };
    let changed = |(index, constraint): (usize, &TableConstraint)| {
        let mut without = table.clone();
        without.constraints.remove(index);
        Change::new(in_table(table, constraint), "", Statement::CreateTable(without))
    };
    table.constraints.iter().enumerate().map(changed).collect()
}

/// Each table without one constraint of a column.
pub(super) fn drop_column_constraint(
    statement: &Statement,
    _scope: &TableScope<'_>,
) -> Vec<Change> {
    match statement {
        Statement::CreateTable(table) => {
            let columns = table.columns.iter().enumerate();
            let changes = columns.flat_map(|(index, column)| {
                relaxed(column).into_iter().map(move |(dropped, column)| {
                    let before = in_table(table, format!("{} {dropped}", column.name));
                    let mut table = table.clone();
                    table.columns[index] = column;
                    Change::new(before, "", Statement::CreateTable(table))
                })
            });
            changes.collect()
        }
        Statement::AlterTable(alter) => {
            let Some(AlterTableOperation::AddColumn { column_def, .. }) = alter.operations.first()
            else {
                return Vec::new();
            };
            let changed = |(dropped, column): (String, ColumnDef)| {
                let before = format!("{}: {} {dropped}", alter.name, column.name);
                let mut alter = alter.clone();
                if let Some(AlterTableOperation::AddColumn { column_def, .. }) =
                    alter.operations.first_mut()
                {
                    *column_def = column;
                }
                Change::new(before, "", Statement::AlterTable(alter))
            };
            relaxed(column_def).into_iter().map(changed).collect()
        }
        _ => Vec::new(),
    }
}

/// Each unique key of several columns without one of them.
pub(super) fn drop_key_column(statement: &Statement, _scope: &TableScope<'_>) -> Vec<Change> {
    let Statement::CreateTable(table) = statement else {
        return Vec::new();
    };
    let mut changes = Vec::new();
    for (index, constraint) in table.constraints.iter().enumerate() {
        let columns = key_columns(&mut constraint.clone()).map_or(0, |columns| columns.len());
        for dropped in 0..if columns > 1 { columns } else { 0 } {
            let mut table = table.clone();
            if let Some(columns) = key_columns(&mut table.constraints[index]) {
                columns.remove(dropped);
            }
            let before = in_table(&table, constraint);
            let after = table.constraints[index].to_string();
            changes.push(Change::new(before, after, Statement::CreateTable(table)));
        }
    }
    changes
}

/// Nothing instead of a unique index.
pub(super) fn drop_unique_index(statement: &Statement, _scope: &TableScope<'_>) -> Vec<Change> {
    match statement {
        Statement::CreateIndex(index) if index.unique => nothing_instead(statement),
        _ => Vec::new(),
    }
}

/// Nothing instead of a trigger.
pub(super) fn drop_trigger(statement: &Statement, _scope: &TableScope<'_>) -> Vec<Change> {
    match statement {
        Statement::CreateTrigger(_) => nothing_instead(statement),
        _ => Vec::new(),
    }
}

fn nothing_instead(statement: &Statement) -> Vec<Change> {
    let nothing = parse("SELECT 1").ok().and_then(|mut statements| statements.pop());
    nothing.map(|nothing| Change::new(statement, "", nothing)).into_iter().collect()
}

fn in_table(table: &CreateTable, fragment: impl ToString) -> String {
    format!("{}: {}", table.name, fragment.to_string())
}

fn key_columns(constraint: &mut TableConstraint) -> Option<&mut Vec<IndexColumn>> {
    match constraint {
        TableConstraint::Unique(unique) => Some(&mut unique.columns),
        TableConstraint::PrimaryKey(key) => Some(&mut key.columns),
        _ => None,
    }
}

/// The column without each of its constraints, and with a reference without actions.
fn relaxed(column: &ColumnDef) -> Vec<(String, ColumnDef)> {
    let mut relaxed = Vec::new();
    for (index, option) in column.options.iter().enumerate() {
        // Rows always have a value where one is required: what inserts them has no type for its absence.
        use ColumnOption::{Default, NotNull, Null};
        if matches!(option.option, Default(_) | NotNull | Null) {
            continue;
        }
        let mut without = column.clone();
        without.options.remove(index);
        relaxed.push((option.to_string(), without));
        if let ColumnOption::ForeignKey(key) = &option.option
            && let Some(action) = &key.on_delete
        {
            let mut without = column.clone();
            let mut key = key.clone();
            key.on_delete = None;
            without.options[index].option = ColumnOption::ForeignKey(key);
            relaxed.push((format!("ON DELETE {action}"), without));
        }
    }
    relaxed
}

/// Without a column that may be absent.
pub(super) fn drop_inserted(statement: &Statement, scope: &TableScope<'_>) -> Vec<Change> {
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
        changes.push(Change::new(name, "", Statement::Insert(insert)));
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
            changes.push(Change::new(before, after, Statement::Insert(insert)));
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
    let mut changes = vec![changed_insert(&before, "", Insert { on: None, ..insert.clone() })];
    let replace = Some(SqliteOnConflict::Replace);
    let replacing = Insert { or: replace, on: None, ..insert.clone() };
    changes.push(changed_insert(&before, "INSERT OR REPLACE", replacing));
    if conflict.conflict_target.is_some() {
        let any = OnConflict { conflict_target: None, action: OnConflictAction::DoNothing };
        let on = Some(OnInsert::OnConflict(any.clone()));
        changes.push(changed_insert(&before, any, Insert { on, ..insert.clone() }));
    }
    changes
}

fn changed_insert(before: &str, after: impl ToString, insert: Insert) -> Change {
    Change::new(before, after, Statement::Insert(insert))
}

fn column<'s>(insert: &Insert, name: &ObjectName, scope: &'s TableScope<'_>) -> Option<&'s Column> {
    let TableObject::TableName(table) = &insert.table else {
        return None;
    };
    scope.schema.column(last_part(table), last_part(name))
}

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
        Some(Change::new(assignment, "", Statement::Update(update)))
    };
    update.assignments.iter().enumerate().filter_map(changed).collect()
}
