//! The operators: each makes all its changes of a node.

mod aggregate;
mod arithmetic;
mod case;
mod coalesce;
mod column;
mod comparison;
mod condition;
mod connective;
mod constraint;
mod insert;
mod join;
mod like;
mod literal;
mod order;
mod page;
#[cfg(test)]
mod tests;
mod update;

use sqlparser::ast::{Expr, Query, Statement};

use super::walk::{Node, TableScope};

/// A named operator.
pub struct Operator {
    /// Name in ids of mutants.
    pub name: &'static str,
    apply: Apply,
}

/// The function of an operator, by the kind of node that it applies to.
enum Apply {
    Statement(fn(&Statement, &TableScope<'_>) -> Vec<Change>),
    Query(fn(&Query) -> Vec<Change>),
    Expr(fn(&Expr, &TableScope<'_>) -> Vec<Expr>),
    /// An expression of which an operand changes.
    Operands(fn(&Expr) -> Vec<Change>),
}

use Apply::{Expr as OnExpr, Operands as OnOperands, Query as OnQuery, Statement as OnStatement};

/// All operators. Of equal mutants the one of the first operator counts.
pub static OPERATORS: &[Operator] = &[
    Operator { name: "condition-dropped", apply: OnExpr(condition::drop) },
    Operator { name: "condition-dropped", apply: OnOperands(condition::drop_operand) },
    Operator { name: "condition-negated", apply: OnExpr(condition::negate) },
    Operator { name: "condition-negated", apply: OnOperands(condition::negate_operand) },
    Operator { name: "comparison", apply: OnExpr(comparison::other) },
    Operator { name: "like", apply: OnExpr(like::exchange) },
    Operator { name: "connective", apply: OnOperands(connective::exchange) },
    Operator { name: "order-dropped", apply: OnQuery(order::drop_all) },
    Operator { name: "order-key-dropped", apply: OnQuery(order::drop_key) },
    Operator { name: "order-key-turned", apply: OnQuery(order::turn_key) },
    Operator { name: "limit", apply: OnQuery(page::limit) },
    Operator { name: "offset", apply: OnQuery(page::offset) },
    Operator { name: "join", apply: OnQuery(join::exchange) },
    Operator { name: "column", apply: OnExpr(column::other) },
    Operator { name: "aggregate", apply: OnExpr(aggregate::other) },
    Operator { name: "coalesce", apply: OnExpr(coalesce::one_argument) },
    Operator { name: "case", apply: OnExpr(case::exchange_branches) },
    Operator { name: "arithmetic", apply: OnExpr(arithmetic::exchange) },
    Operator { name: "literal", apply: OnExpr(literal::other) },
    Operator { name: "assignment-dropped", apply: OnStatement(update::drop_assignment) },
    Operator { name: "insert-column-dropped", apply: OnStatement(insert::drop_column) },
    Operator { name: "insert-columns-exchanged", apply: OnStatement(insert::exchange_columns) },
    Operator { name: "conflict", apply: OnStatement(insert::conflict) },
    Operator { name: "constraint-dropped", apply: OnStatement(constraint::drop_table_constraint) },
    Operator { name: "column-constraint-dropped", apply: OnStatement(constraint::drop_column) },
    Operator { name: "key-column-dropped", apply: OnStatement(constraint::drop_key_column) },
    Operator { name: "unique-index-dropped", apply: OnStatement(constraint::drop_unique_index) },
    Operator { name: "trigger-dropped", apply: OnStatement(constraint::drop_trigger) },
];

impl Operator {
    pub(crate) fn changes(&self, node: &Node<'_>, scope: &TableScope<'_>) -> Vec<Change> {
        match (&self.apply, node) {
            (Apply::Statement(apply), Node::Statement(statement)) => apply(statement, scope),
            (Apply::Query(apply), Node::Query(query)) => apply(query),
            (Apply::Expr(apply), Node::Expr(expr)) => {
                apply(expr, scope).into_iter().map(|after| Change::of_expr(expr, after)).collect()
            }
            (Apply::Operands(apply), Node::Expr(expr)) => apply(expr),
            _ => Vec::new(),
        }
    }
}

/// A change of a node.
pub(crate) struct Change {
    /// The fragment that changes.
    pub(crate) before: String,
    /// What it becomes; empty if it is dropped.
    pub(crate) after: String,
    /// The node after the change.
    pub(crate) replacement: Replacement,
}

/// A node after a change.
pub(crate) enum Replacement {
    Statement(Box<Statement>),
    Query(Box<Query>),
    Expr(Box<Expr>),
}

impl Change {
    fn of_expr(before: &Expr, after: Expr) -> Change {
        Change::of_operand(before, after.to_string(), after)
    }

    fn of_operand(before: impl ToString, after: impl ToString, expr: Expr) -> Change {
        Change {
            before: before.to_string(),
            after: after.to_string(),
            replacement: Replacement::Expr(Box::new(expr)),
        }
    }

    fn of_query(before: impl ToString, after: impl ToString, query: Query) -> Change {
        Change {
            before: before.to_string(),
            after: after.to_string(),
            replacement: Replacement::Query(Box::new(query)),
        }
    }

    fn of_statement(before: impl ToString, after: impl ToString, statement: Statement) -> Change {
        Change {
            before: before.to_string(),
            after: after.to_string(),
            replacement: Replacement::Statement(Box::new(statement)),
        }
    }
}

fn value(value: sqlparser::ast::Value) -> Expr {
    Expr::Value(value.with_empty_span())
}

fn number(number: impl ToString) -> Expr {
    value(sqlparser::ast::Value::Number(number.to_string(), false))
}
