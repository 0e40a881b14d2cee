//! Columns of the tables, from the migrations.

use std::collections::BTreeMap;

use sqlparser::ast::{AlterTableOperation, ColumnDef, ColumnOption, Statement};

use super::statement::{ParseError, last_part, parse};

/// The tables with their columns, in the order of declaration.
#[derive(Debug, Clone, Default)]
pub struct Schema {
    tables: BTreeMap<String, Vec<Column>>,
}

/// A column of a table.
#[derive(Debug, Clone)]
pub(crate) struct Column {
    pub(crate) name: String,
    pub(crate) data_type: String,
    /// A row can be inserted without a value.
    pub(crate) optional: bool,
}

impl Schema {
    /// The tables that these migrations create.
    pub fn parse<'t>(migrations: impl IntoIterator<Item = &'t str>) -> Result<Schema, ParseError> {
        let mut schema = Schema::default();
        for text in migrations {
            for statement in parse(text)? {
                schema.apply(&statement);
            }
        }
        Ok(schema)
    }

    fn apply(&mut self, statement: &Statement) {
        match statement {
            Statement::CreateTable(table) => {
                let columns = table.columns.iter().map(Column::new).collect();
                self.tables.insert(last_part(&table.name).to_owned(), columns);
            }
            Statement::AlterTable(alter) => {
                let columns = self.tables.entry(last_part(&alter.name).to_owned()).or_default();
                columns.extend(alter.operations.iter().filter_map(|operation| match operation {
                    AlterTableOperation::AddColumn { column_def, .. } => {
                        Some(Column::new(column_def))
                    }
                    _ => None,
                }));
            }
            _ => {}
        }
    }

    /// The column of the table.
    pub(crate) fn column(&self, table: &str, column: &str) -> Option<&Column> {
        self.tables.get(table)?.iter().find(|declared| declared.name == column)
    }

    /// The next column of the same type after this one, from the first again after the last.
    pub(crate) fn next_of_type(&self, table: &str, column: &str) -> Option<&Column> {
        let columns = self.tables.get(table)?;
        let index = columns.iter().position(|declared| declared.name == column)?;
        let (before, after) = columns.split_at(index);
        let (column, after) = after.split_first()?;
        after.iter().chain(before).find(|other| other.data_type == column.data_type)
    }
}

impl Column {
    fn new(definition: &ColumnDef) -> Column {
        let has = |wanted: fn(&ColumnOption) -> bool| {
            definition.options.iter().any(|option| wanted(&option.option))
        };
        Column {
            name: definition.name.value.clone(),
            data_type: definition.data_type.to_string(),
            optional: has(|option| matches!(option, ColumnOption::Default(_)))
                || !has(|option| matches!(option, ColumnOption::NotNull)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_come_from_all_migrations() {
        let schema = Schema::parse([
            "CREATE TABLE books (title TEXT NOT NULL, pages INTEGER, shelf TEXT)",
            "ALTER TABLE books ADD COLUMN lent INTEGER NOT NULL DEFAULT 0",
        ]);
        let schema = schema.unwrap();
        let next = |column| schema.next_of_type("books", column).map(|next| next.name.as_str());
        assert_eq!(next("title"), Some("shelf"));
        assert_eq!(next("shelf"), Some("title"));
        assert_eq!(next("pages"), Some("lent"));
        let optional = |column| schema.column("books", column).map(|column| column.optional);
        assert_eq!(optional("title"), Some(false));
        assert_eq!(optional("shelf"), Some(true));
        assert_eq!(optional("lent"), Some(true));
        assert_eq!(optional("author"), None);
    }
}
