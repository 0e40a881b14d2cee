//! The result of compiling a mutant with SQLite: an error, the same program as of the original, or another.

use rusqlite::Connection;

use super::mutant::SqlMutant;
use super::statement::render;

/// The result of compiling a mutant with SQLite.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Compiled {
    /// It cannot be prepared.
    Invalid,
    /// It compiles to the program of the original, so that no result can differ.
    Equivalent,
    /// Results may differ.
    Different,
}

/// A database with the tables, to prepare statements on.
pub struct Compiler {
    database: Connection,
    migrations: Vec<String>,
}

impl Compiler {
    /// A database in memory with these migrations.
    ///
    /// # Errors
    /// When a migration fails.
    pub fn new(migrations: Vec<String>) -> rusqlite::Result<Compiler> {
        Ok(Compiler { database: migrate(&migrations)?, migrations })
    }

    /// Compiles the mutant with SQLite. One text that cannot be prepared makes it invalid.
    #[must_use]
    pub fn compile(&self, mutant: &SqlMutant) -> Compiled {
        let texts = mutant.texts.iter();
        let compiled = texts.map(|(original, mutated)| {
            if self.migrations.contains(original) {
                self.compile_migration(original, mutated)
            } else {
                let keeps_scan = mutant.mutation.operator.starts_with("order");
                self.compile_statement(original, mutated, keeps_scan)
            }
        });
        let compiled: Vec<_> = compiled.collect();
        if compiled.contains(&Compiled::Invalid) {
            return Compiled::Invalid;
        }
        compiled.into_iter().max().unwrap_or(Compiled::Equivalent)
    }

    /// `orders`: whether only the order differs. Rows that an index yields in their order stay in it without an
    /// `ORDER BY`, but then cursors have other numbers.
    fn compile_statement(&self, original: &str, mutated: &str, orders: bool) -> Compiled {
        let control = render(original).unwrap_or_else(|_| original.to_owned());
        let (Ok(original), Ok(mutated)) =
            (program(&self.database, &control), program(&self.database, mutated))
        else {
            return Compiled::Invalid;
        };
        let same = if orders { scan(&original) == scan(&mutated) } else { original == mutated };
        if same { Compiled::Equivalent } else { Compiled::Different }
    }

    fn compile_migration(&self, original: &str, mutated: &str) -> Compiled {
        let with_mutant = self.migrations.iter().map(|migration| {
            if migration == original { mutated.to_owned() } else { migration.clone() }
        });
        let migrated = migrate(&with_mutant.collect::<Vec<_>>());
        if migrated.is_ok() { Compiled::Different } else { Compiled::Invalid }
    }
}

fn migrate(migrations: &[String]) -> rusqlite::Result<Connection> {
    let database = Connection::open_in_memory()?;
    database.execute_batch("PRAGMA foreign_keys = ON")?;
    migrations.iter().try_for_each(|migration| database.execute_batch(migration))?;
    Ok(database)
}

/// An instruction of SQLite: its name and its operands.
type Instruction = (String, i64, i64, i64, Option<String>, i64);

/// The instructions that a statement compiles to.
fn program(database: &Connection, text: &str) -> rusqlite::Result<Vec<Instruction>> {
    let mut explain = database.prepare(&format!("EXPLAIN {text}"))?;
    let rows = explain.raw_query().mapped(|row| {
        let operand = |name| row.get(name);
        Ok((row.get(1)?, operand("p1")?, operand("p2")?, operand("p3")?, row.get(5)?, row.get(6)?))
    });
    rows.collect()
}

/// The names of the instructions, and the tables and indexes that are opened.
fn scan(program: &[Instruction]) -> Vec<(&str, Option<i64>)> {
    let real = program.iter().filter(|(name, ..)| name != "Noop");
    let opened = |name: &str, root: i64| (name == "OpenRead").then_some(root);
    real.map(|(name, _, root, ..)| (name.as_str(), opened(name, *root))).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::sql::Schema;
    use crate::sql::mutant::{Statements, enumerate};

    const TABLE: &str = "CREATE TABLE books (
        title TEXT NOT NULL PRIMARY KEY, shelf TEXT, pages INTEGER) STRICT, WITHOUT ROWID";

    fn compiled(text: &str) -> Vec<(String, Compiled)> {
        let schema = Schema::parse([TABLE]).unwrap();
        let statements = Statements::from([("list".to_owned(), BTreeSet::from([text.to_owned()]))]);
        let compiler = Compiler::new(vec![TABLE.to_owned()]).unwrap();
        let mutants = enumerate(&statements, &schema).unwrap();
        mutants.iter().map(|mutant| (mutant.change(), compiler.compile(mutant))).collect()
    }

    #[test]
    fn same_program_is_equivalent() {
        let compiled = compiled("SELECT title FROM books ORDER BY title");
        let of = |change: &str| compiled.iter().find(|(other, _)| other == change).unwrap().1;
        // The rows come in the order of the key.
        assert_eq!(of("without `ORDER BY title`"), Compiled::Equivalent);
        assert_eq!(of("`title DESC` for `title`"), Compiled::Different);
    }

    #[test]
    fn statement_that_cannot_be_prepared_is_invalid() {
        let compiler = Compiler::new(vec![TABLE.to_owned()]).unwrap();
        assert_eq!(compiler.compile_statement("SELECT 1", "SELECT x", false), Compiled::Invalid);
        assert_eq!(compiler.compile_migration(TABLE, "CREATE TABLE"), Compiled::Invalid);
    }
}
