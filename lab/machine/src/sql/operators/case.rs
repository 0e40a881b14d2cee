//! `CASE` with exchanged results.

use sqlparser::ast::Expr;

use crate::sql::walk::TableScope;

/// Each result exchanged with the next, the last with that of `ELSE`.
pub(super) fn exchange_branches(expr: &Expr, _scope: &TableScope<'_>) -> Vec<Expr> {
    let Expr::Case { conditions, else_result, .. } = expr else {
        return Vec::new();
    };
    let pairs = conditions.len().saturating_sub(usize::from(else_result.is_none()));
    (0..pairs).map(|index| exchanged(expr, index)).collect()
}

fn exchanged(expr: &Expr, index: usize) -> Expr {
    let mut expr = expr.clone();
    if let Expr::Case { conditions, else_result, .. } = &mut expr {
        if index + 1 < conditions.len() {
            let next = conditions[index + 1].result.clone();
            conditions[index + 1].result = std::mem::replace(&mut conditions[index].result, next);
        } else if let Some(otherwise) = else_result {
            std::mem::swap(&mut conditions[index].result, otherwise);
        }
    }
    expr
}
