//! The operators: each makes all its changes of a node.

mod expressions;
mod queries;
mod statements;
#[cfg(test)]
mod tests;

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
    Operator { name: "condition-dropped", apply: OnExpr(expressions::drop_condition) },
    Operator { name: "condition-dropped", apply: OnOperands(expressions::drop_operand) },
    Operator { name: "condition-negated", apply: OnExpr(expressions::negate) },
    Operator { name: "condition-negated", apply: OnOperands(expressions::negate_operand) },
    Operator { name: "comparison", apply: OnExpr(expressions::compare_otherwise) },
    Operator { name: "like", apply: OnExpr(expressions::exchange_like) },
    Operator { name: "connective", apply: OnOperands(expressions::exchange_connective) },
    Operator { name: "order-dropped", apply: OnQuery(queries::drop_order) },
    Operator { name: "order-key-dropped", apply: OnQuery(queries::drop_key) },
    Operator { name: "order-key-turned", apply: OnQuery(queries::turn_key) },
    Operator { name: "limit", apply: OnQuery(queries::limit) },
    Operator { name: "offset", apply: OnQuery(queries::offset) },
    Operator { name: "join", apply: OnQuery(queries::exchange_join) },
    Operator { name: "column", apply: OnExpr(expressions::other_column) },
    Operator { name: "aggregate", apply: OnExpr(expressions::other_aggregate) },
    Operator { name: "coalesce", apply: OnExpr(expressions::one_argument) },
    Operator { name: "case", apply: OnExpr(expressions::exchange_branches) },
    Operator { name: "arithmetic", apply: OnExpr(expressions::exchange_sign) },
    Operator { name: "literal", apply: OnExpr(expressions::other_literal) },
    Operator { name: "assignment-dropped", apply: OnStatement(statements::drop_assignment) },
    Operator { name: "insert-column-dropped", apply: OnStatement(statements::drop_inserted) },
    Operator { name: "insert-columns-exchanged", apply: OnStatement(statements::exchange_columns) },
    Operator { name: "conflict", apply: OnStatement(statements::conflict) },
    Operator { name: "constraint-dropped", apply: OnStatement(statements::drop_table_constraint) },
    Operator {
        name: "column-constraint-dropped",
        apply: OnStatement(statements::drop_column_constraint),
    },
    Operator { name: "key-column-dropped", apply: OnStatement(statements::drop_key_column) },
    Operator { name: "unique-index-dropped", apply: OnStatement(statements::drop_unique_index) },
    Operator { name: "trigger-dropped", apply: OnStatement(statements::drop_trigger) },
];

impl Operator {
    pub(crate) fn changes(&self, node: &Node<'_>, scope: &TableScope<'_>) -> Vec<Change> {
        match (&self.apply, node) {
            (Apply::Statement(apply), Node::Statement(statement)) => apply(statement, scope),
            (Apply::Query(apply), Node::Query(query)) => apply(query),
            (Apply::Expr(apply), Node::Expr(expr)) => {
                let changed = |after: Expr| Change::new(expr, after.to_string(), after);
                apply(expr, scope).into_iter().map(changed).collect()
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
    fn new(
        before: impl ToString,
        after: impl ToString,
        replacement: impl Into<Replacement>,
    ) -> Change {
        Change {
            before: before.to_string(),
            after: after.to_string(),
            replacement: replacement.into(),
        }
    }
}

impl From<Statement> for Replacement {
    fn from(statement: Statement) -> Self {
        Self::Statement(Box::new(statement))
    }
}

impl From<Query> for Replacement {
    fn from(query: Query) -> Self {
        Self::Query(Box::new(query))
    }
}

impl From<Expr> for Replacement {
    fn from(expr: Expr) -> Self {
        Self::Expr(Box::new(expr))
    }
}
