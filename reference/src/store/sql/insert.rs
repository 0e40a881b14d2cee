//! `INSERT` statements, built column by column.

use crate::store::column::Value;
use crate::store::sql::Sql;

/// The columns of a row to insert, with their values.
pub struct Insert<'v> {
    table: &'static str,
    columns: Vec<&'static str>,
    values: Vec<Value<'v>>,
}

/// A row to insert into a table.
pub(crate) fn insert_into<'v>(table: &'static str) -> Insert<'v> {
    Insert { table, columns: Vec::new(), values: Vec::new() }
}

impl<'v> Insert<'v> {
    pub(crate) fn set(mut self, column: &'static str, value: impl Into<Value<'v>>) -> Insert<'v> {
        self.columns.push(column);
        self.values.push(value.into());
        self
    }

    /// Adds another row with the same columns.
    pub(crate) fn append(mut self, row: Insert<'v>) -> Insert<'v> {
        self.values.extend(row.values);
        self
    }

    pub(crate) fn sql(self) -> Sql<'v> {
        let Insert { table, columns, values } = self;
        let numbers: Vec<_> = (1..=values.len()).map(|number| format!("${number}")).collect();
        let rows = numbers.chunks(columns.len()).map(|row| format!("({})", row.join(", ")));
        let rows = rows.collect::<Vec<_>>().join(", ");
        let text = format!("INSERT INTO {table} ({}) VALUES {rows}", columns.join(", "));
        Sql { text: text.into(), values, long: false }
    }

    /// The statement, which leaves out rows that violate a unique constraint.
    pub(crate) fn unless_present(self) -> Sql<'v> {
        let mut sql = self.sql();
        sql.push(" ON CONFLICT DO NOTHING");
        sql
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_have_numbered_placeholders() {
        let row = |title| insert_into("books").set("title", title).set("lent", false);
        let sql = row("Emma").append(row("Ulysses")).unless_present();
        let expected =
            "INSERT INTO books (title, lent) VALUES ($1, $2), ($3, $4) ON CONFLICT DO NOTHING";
        assert_eq!((&*sql.text, sql.values.len()), (expected, 4));
        assert_eq!(
            insert_into("books").set("title", "Emma").sql().text,
            "INSERT INTO books (title) VALUES ($1)"
        );
    }
}
