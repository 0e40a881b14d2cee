//! Visits the statements, queries and expressions of a text, with the tables in scope.

use std::ops::ControlFlow;

use sqlparser::ast::{Expr, Query, Statement, VisitMut, VisitorMut};

use super::schema::{Column, Schema};
use super::statement::{select_tables, statement_tables};

/// A place where an operator can apply.
pub(crate) enum Node<'n> {
    Statement(&'n mut Statement),
    Query(&'n mut Query),
    Expr(&'n mut Expr),
}

/// The tables that a name can refer to, the innermost last.
pub(crate) struct TableScope<'s> {
    pub(crate) schema: &'s Schema,
    /// The name and the table, by level.
    levels: Vec<Vec<(String, String)>>,
}

/// A column that a name refers to.
pub(crate) struct Resolved<'s> {
    /// The name of its table in the statement.
    pub(crate) alias: &'s str,
    pub(crate) table: &'s str,
    pub(crate) column: &'s Column,
    /// The only table of its level.
    pub(crate) alone: bool,
}

impl TableScope<'_> {
    /// The column that the name refers to.
    pub(crate) fn resolve(&self, expr: &Expr) -> Option<Resolved<'_>> {
        let (table, column) = match expr {
            Expr::Identifier(column) => (None, column),
            Expr::CompoundIdentifier(parts) => match parts.as_slice() {
                [table, column] => (Some(table), column),
                _ => return None,
            },
            _ => return None,
        };
        let named = |alias: &str| table.is_none_or(|table| table.value == alias);
        let levels = self.levels.iter().rev();
        let tables = levels.flat_map(|level| level.iter().map(move |table| (level.len(), table)));
        tables.filter(|(_, (alias, _))| named(alias)).find_map(|(count, (alias, table))| {
            let column = self.schema.column(table, &column.value)?;
            Some(Resolved { alias, table, column, alone: count == 1 })
        })
    }
}

/// Calls the function for each node until it breaks. Of a migration only what is within triggers is visited: conditions
/// of constraints and indexes are dropped as a whole, and what fills new columns finds no rows.
pub(crate) fn walk(
    statements: &mut [Statement],
    schema: &Schema,
    visit: impl FnMut(Node<'_>, &TableScope<'_>) -> ControlFlow<()>,
) {
    let scope = TableScope { schema, levels: Vec::new() };
    let mut walk = Walk { visit, scope };
    let is_migration = statements.iter().any(is_definition);
    for statement in statements {
        if is_migration && !matches!(statement, Statement::CreateTrigger(_)) {
            if is_definition(statement)
                && (walk.visit)(Node::Statement(statement), &walk.scope).is_break()
            {
                return;
            }
        } else if statement.visit(&mut walk).is_break() {
            return;
        }
    }
}

fn is_definition(statement: &Statement) -> bool {
    matches!(
        statement,
        Statement::CreateTable(_)
            | Statement::AlterTable(_)
            | Statement::CreateIndex(_)
            | Statement::CreateTrigger(_)
    )
}

struct Walk<'s, F> {
    visit: F,
    scope: TableScope<'s>,
}

impl<F: FnMut(Node<'_>, &TableScope<'_>) -> ControlFlow<()>> VisitorMut for Walk<'_, F> {
    type Break = ();

    fn pre_visit_statement(&mut self, statement: &mut Statement) -> ControlFlow<()> {
        self.scope.levels.push(statement_tables(statement));
        (self.visit)(Node::Statement(statement), &self.scope)
    }

    fn post_visit_statement(&mut self, _statement: &mut Statement) -> ControlFlow<()> {
        self.scope.levels.pop();
        ControlFlow::Continue(())
    }

    fn pre_visit_query(&mut self, query: &mut Query) -> ControlFlow<()> {
        self.scope.levels.push(select_tables(&query.body));
        (self.visit)(Node::Query(query), &self.scope)
    }

    fn post_visit_query(&mut self, _query: &mut Query) -> ControlFlow<()> {
        self.scope.levels.pop();
        ControlFlow::Continue(())
    }

    fn pre_visit_expr(&mut self, expr: &mut Expr) -> ControlFlow<()> {
        (self.visit)(Node::Expr(expr), &self.scope)
    }
}
