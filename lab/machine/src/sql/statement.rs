//! Text to statements and back.

use sqlparser::ast::{
    Delete, FromTable, Ident, Insert, ObjectName, Select, SelectItem, SetExpr, Statement,
    TableFactor, TableObject, TableWithJoins,
};
use sqlparser::dialect::SQLiteDialect;
use sqlparser::parser::Parser;

/// The parser does not accept the text.
#[derive(Debug, thiserror::Error)]
#[error("{source}: {text}")]
pub struct ParseError {
    text: String,
    source: sqlparser::parser::ParserError,
}

/// The text as the parser renders it: the control that mutants are compared with.
pub fn render(text: &str) -> Result<String, ParseError> {
    Ok(join(&parse(text)?))
}

/// The statements of the text.
pub(crate) fn parse(text: &str) -> Result<Vec<Statement>, ParseError> {
    Parser::parse_sql(&SQLiteDialect {}, text)
        .map_err(|source| ParseError { text: text.to_owned(), source })
}

/// One text of the statements.
pub(crate) fn join(statements: &[Statement]) -> String {
    statements.iter().map(Statement::to_string).collect::<Vec<_>>().join(";\n")
}

/// The last part of a name.
pub(crate) fn last_part(name: &ObjectName) -> &str {
    let ident = name.0.last().and_then(|part| part.as_ident());
    ident.map_or("", |ident| ident.value.as_str())
}

/// The tables that columns of the statement can belong to, each with the name that it has there.
pub(crate) fn statement_tables(statement: &Statement) -> Vec<(String, String)> {
    match statement {
        Statement::Insert(Insert { table: TableObject::TableName(name), .. }) => {
            vec![(last_part(name).to_owned(), last_part(name).to_owned())]
        }
        Statement::Update(update) => joined_tables(&update.table),
        Statement::Delete(Delete { from: FromTable::WithFromKeyword(from), .. }) => {
            from.iter().flat_map(joined_tables).collect()
        }
        Statement::CreateTrigger(trigger) => ["NEW", "OLD"]
            .map(|row| (row.to_owned(), last_part(&trigger.table_name).to_owned()))
            .to_vec(),
        _ => Vec::new(),
    }
}

/// The tables of a `SELECT`.
pub(crate) fn select_tables(body: &SetExpr) -> Vec<(String, String)> {
    let from = body.as_select().map(|select| select.from.as_slice()).unwrap_or_default();
    from.iter().flat_map(joined_tables).collect()
}

fn joined_tables(from: &TableWithJoins) -> Vec<(String, String)> {
    let joined = from.joins.iter().map(|join| &join.relation);
    std::iter::once(&from.relation).chain(joined).filter_map(named_table).collect()
}

fn named_table(factor: &TableFactor) -> Option<(String, String)> {
    let TableFactor::Table { name, alias, .. } = factor else {
        return None;
    };
    let table = last_part(name).to_owned();
    let alias = alias.as_ref().map_or_else(|| table.clone(), |alias| alias.name.value.clone());
    Some((alias, table))
}

/// Gives result columns that a mutation changed the names that they had. Readers of rows check names in debug builds.
pub(crate) fn keep_column_names(original: &[Statement], mutated: &mut [Statement]) {
    for (original, mutated) in original.iter().zip(mutated) {
        if let (Some(original), Some(mutated)) =
            (result_columns(&mut original.clone()), result_columns(mutated))
        {
            for (original, mutated) in original.iter().zip(mutated) {
                keep_column_name(original, mutated);
            }
        }
    }
}

fn keep_column_name(original: &SelectItem, mutated: &mut SelectItem) {
    let SelectItem::UnnamedExpr(expr) = mutated else {
        return;
    };
    if *original != SelectItem::UnnamedExpr(expr.clone()) {
        let name = original.to_string();
        let name = name.rsplit('.').next().unwrap_or_default();
        let alias = Ident::with_quote('"', name);
        *mutated = SelectItem::ExprWithAlias { expr: expr.clone(), alias };
    }
}

fn result_columns(statement: &mut Statement) -> Option<&mut Vec<SelectItem>> {
    match statement {
        Statement::Query(query) => select_mut(&mut query.body).map(|select| &mut select.projection),
        Statement::Insert(insert) => insert.returning.as_mut(),
        Statement::Update(update) => update.returning.as_mut(),
        Statement::Delete(delete) => delete.returning.as_mut(),
        _ => None,
    }
}

/// The `SELECT` of a query that is one.
pub(crate) fn select_mut(body: &mut SetExpr) -> Option<&mut Select> {
    match body {
        SetExpr::Select(select) => Some(select),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changed_result_columns_keep_their_names() {
        let original = parse("SELECT books.title, shelf, COUNT(*) FROM books").unwrap();
        let mut mutated = parse("SELECT books.author, shelf, COUNT(*) + 1 FROM books").unwrap();
        keep_column_names(&original, &mut mutated);
        let expected =
            r#"SELECT books.author AS "title", shelf, COUNT(*) + 1 AS "COUNT(*)" FROM books"#;
        assert_eq!(join(&mutated), expected);
    }
}
