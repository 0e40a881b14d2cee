//! The mutants of the statements that a run of the suite reaches.

use std::collections::{BTreeMap, BTreeSet};

use super::mutation::{Mutation, mutants};
use super::schema::Schema;
use super::statement::ParseError;

/// Texts of statements by their purpose.
pub type Statements = BTreeMap<String, BTreeSet<String>>;

/// A change of the statements of one purpose. Statements that are built of parts have many texts; as a fault in a part
/// would, a mutant changes all of them.
#[derive(Debug, Clone)]
pub struct SqlMutant {
    /// `sql:PURPOSE/OPERATOR/NUMBER`.
    pub id: String,
    /// Purpose of the statements.
    pub doing: String,
    /// The change.
    pub mutation: Mutation,
    /// The texts that it changes, with the changed ones.
    pub texts: BTreeMap<String, String>,
}

impl SqlMutant {
    /// The change as text.
    #[must_use]
    pub fn change(&self) -> String {
        let Mutation { before, after, .. } = &self.mutation;
        if after.is_empty() {
            format!("without `{}`", before.trim())
        } else {
            format!("`{}` for `{}`", after.trim(), before.trim())
        }
    }
}

/// All mutants of these statements, in the order of purposes and places.
///
/// # Errors
/// When a statement cannot be parsed.
pub fn enumerate(statements: &Statements, schema: &Schema) -> Result<Vec<SqlMutant>, ParseError> {
    let mut all = Vec::new();
    for (doing, texts) in statements {
        all.extend(of_purpose(doing, texts, schema)?);
    }
    Ok(all)
}

fn of_purpose(
    doing: &str,
    texts: &BTreeSet<String>,
    schema: &Schema,
) -> Result<Vec<SqlMutant>, ParseError> {
    let mut found: Vec<SqlMutant> = Vec::new();
    let mut places: BTreeMap<Mutation, usize> = BTreeMap::new();
    let mut numbers: BTreeMap<&str, usize> = BTreeMap::new();
    for text in texts {
        for (mutation, mutated) in mutants(text, schema)? {
            let place = *places.entry(mutation.clone()).or_insert_with(|| {
                let number = numbers.entry(mutation.operator).or_insert(0);
                *number += 1;
                let id = format!("sql:{}/{}/{number}", slug(doing), mutation.operator);
                let doing = doing.to_owned();
                found.push(SqlMutant { id, doing, mutation, texts: BTreeMap::new() });
                found.len() - 1
            });
            found[place].texts.insert(text.clone(), mutated);
        }
    }
    Ok(found)
}

fn slug(doing: &str) -> String {
    doing.replace(' ', "-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_one_purpose_share_mutants() {
        let schema = Schema::parse(["CREATE TABLE books (title TEXT, shelf TEXT)"]).unwrap();
        let texts = [
            "SELECT title FROM books WHERE title = $1",
            "SELECT title FROM books WHERE shelf IN ($1) AND title = $2",
            "SELECT title FROM books WHERE shelf IN ($1, $2) AND title = $3",
        ];
        let texts = texts.map(str::to_owned).into();
        let statements = Statements::from([("find a book".to_owned(), texts)]);
        let mutants = enumerate(&statements, &schema).unwrap();
        let texts_of = |id: &str| {
            let mutant = mutants.iter().find(|mutant| mutant.id == id).unwrap();
            (mutant.change(), mutant.texts.len())
        };
        assert_eq!(
            texts_of("sql:find-a-book/condition-dropped/1"),
            ("`true` for `shelf IN (?)`".to_owned(), 2)
        );
        assert_eq!(
            texts_of("sql:find-a-book/condition-dropped/2"),
            ("`true` for `title = ?`".to_owned(), 3)
        );
    }
}
