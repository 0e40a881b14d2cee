//! Tables without a constraint, and migrations without a unique index or a trigger. An index that is not unique changes
//! no result.

use sqlparser::ast::{
    AlterTableOperation, ColumnDef, ColumnOption, CreateTable, IndexColumn, Statement,
    TableConstraint,
};

use super::Change;
use crate::sql::statement::parse;
use crate::sql::walk::TableScope;

/// Each table without one of its constraints.
pub(super) fn drop_table_constraint(statement: &Statement, _scope: &TableScope<'_>) -> Vec<Change> {
    let Statement::CreateTable(table) = statement else {
        return Vec::new();
    };
    let changed = |(index, constraint): (usize, &TableConstraint)| {
        let mut without = table.clone();
        without.constraints.remove(index);
        Change::of_statement(in_table(table, constraint), "", Statement::CreateTable(without))
    };
    table.constraints.iter().enumerate().map(changed).collect()
}

/// Each table without one constraint of a column.
pub(super) fn drop_column(statement: &Statement, _scope: &TableScope<'_>) -> Vec<Change> {
    match statement {
        Statement::CreateTable(table) => {
            let columns = table.columns.iter().enumerate();
            let changes = columns.flat_map(|(index, column)| {
                relaxed(column).into_iter().map(move |(dropped, column)| {
                    let before = in_table(table, format!("{} {dropped}", column.name));
                    let mut table = table.clone();
                    table.columns[index] = column;
                    Change::of_statement(before, "", Statement::CreateTable(table))
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
                Change::of_statement(before, "", Statement::AlterTable(alter))
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
            changes.push(Change::of_statement(before, after, Statement::CreateTable(table)));
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
    nothing.map(|nothing| Change::of_statement(statement, "", nothing)).into_iter().collect()
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
