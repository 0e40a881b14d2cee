//! `LIKE`, which ignores case and knows wildcards, for `=` and the other way round.

use sqlparser::ast::{BinaryOperator, Expr};

use crate::sql::walk::TableScope;

/// The other of both, for text that is compared with something that is not a column.
pub(super) fn exchange(expr: &Expr, scope: &TableScope<'_>) -> Vec<Expr> {
    match expr {
        Expr::BinaryOp { left, op: BinaryOperator::Eq, right } if is_text(left, scope) => {
            if scope.resolve(right).is_some() {
                return Vec::new();
            }
            vec![Expr::Like {
                negated: false,
                any: false,
                expr: left.clone(),
                pattern: right.clone(),
                escape_char: None,
            }]
        }
        Expr::Like { negated: false, expr, pattern, .. } => vec![Expr::BinaryOp {
            left: expr.clone(),
            op: BinaryOperator::Eq,
            right: pattern.clone(),
        }],
        _ => Vec::new(),
    }
}

fn is_text(expr: &Expr, scope: &TableScope<'_>) -> bool {
    scope.resolve(expr).is_some_and(|resolved| resolved.column.data_type == "TEXT")
}
