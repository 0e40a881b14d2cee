//! Other columns of the same type from the same table.

use sqlparser::ast::{Expr, Ident};

use crate::sql::walk::TableScope;

/// The next column of the table with the type of this one.
pub(super) fn other(expr: &Expr, scope: &TableScope<'_>) -> Vec<Expr> {
    let Some(resolved) = scope.resolve(expr) else {
        return Vec::new();
    };
    let Some(next) = scope.schema.next_of_type(resolved.table, &resolved.column.name) else {
        return Vec::new();
    };
    let column = Ident::new(&next.name);
    let bare = matches!(expr, Expr::Identifier(_)) && resolved.alone;
    vec![if bare {
        Expr::Identifier(column)
    } else {
        Expr::CompoundIdentifier(vec![Ident::new(resolved.alias), column])
    }]
}
