//! Other literals.

use sqlparser::ast::{Expr, Value};

use super::{number, value};
use crate::sql::walk::TableScope;

/// One more, another text, the other truth value.
pub(super) fn other(expr: &Expr, _scope: &TableScope<'_>) -> Vec<Expr> {
    let Expr::Value(literal) = expr else {
        return Vec::new();
    };
    match &literal.value {
        Value::Number(digits, _) => {
            digits.parse().map(|n: i64| number(n + 1)).into_iter().collect()
        }
        Value::SingleQuotedString(text) => {
            vec![value(Value::SingleQuotedString(format!("{text}x")))]
        }
        Value::Boolean(truth) => vec![value(Value::Boolean(!truth))],
        _ => Vec::new(),
    }
}
