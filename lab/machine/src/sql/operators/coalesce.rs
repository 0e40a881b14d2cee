//! `COALESCE` with one of its arguments only.

use sqlparser::ast::{Expr, FunctionArg, FunctionArgExpr, FunctionArguments};

use crate::sql::walk::TableScope;

/// Each argument instead of the call.
pub(super) fn one_argument(expr: &Expr, _scope: &TableScope<'_>) -> Vec<Expr> {
    let Expr::Function(function) = expr else {
        return Vec::new();
    };
    let FunctionArguments::List(list) = &function.args else {
        return Vec::new();
    };
    if !function.name.to_string().eq_ignore_ascii_case("COALESCE") {
        return Vec::new();
    }
    let arguments = list.args.iter().filter_map(|argument| match argument {
        FunctionArg::Unnamed(FunctionArgExpr::Expr(expr)) => Some(expr.clone()),
        _ => None,
    });
    arguments.collect()
}
