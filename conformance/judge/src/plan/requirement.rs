//! What a skipped scenario needs in order to run, in the notation of a target file.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use crate::depth::Depth;
use crate::level::Level;

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Requirement {
    /// Selection by `--only`.
    Only,
    Depth(Depth),
    Level(Level),
    Key {
        kind: String,
        variable: String,
    },
    /// The value of a path parameter.
    Parameter(String),
    /// Fixtures in the deployment.
    Fixture(FixtureRequirement),
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct FixtureRequirement {
    pub kind: String,
    /// Kind of the key of their account, if not the main one.
    pub account: Option<String>,
    /// Facts that must be known, other than the id.
    pub facts: BTreeSet<String>,
    pub given: BTreeMap<String, String>,
    pub consumed: bool,
    /// Number of fixtures in addition to those of the target.
    pub count: usize,
}

impl Requirement {
    /// Merges the requirements of several scenarios. They can share fixtures that are not consumed.
    pub fn merge<'w>(all: impl IntoIterator<Item = &'w Self>) -> Vec<Self> {
        let mut lacks: BTreeMap<_, FixtureRequirement> = BTreeMap::new();
        let mut others = BTreeSet::new();
        for wanted in all {
            let Self::Fixture(lack) = wanted else {
                others.insert(wanted.clone());
                continue;
            };
            let known = lacks.entry((&lack.kind, &lack.account, &lack.given));
            let known = known.or_insert_with(|| FixtureRequirement { count: 0, ..lack.clone() });
            known.facts.extend(lack.facts.iter().cloned());
            known.count =
                if lack.consumed { known.count + lack.count } else { known.count.max(lack.count) };
        }
        others.into_iter().chain(lacks.into_values().map(Self::Fixture)).collect()
    }
}

impl fmt::Display for Requirement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Only => f.write_str("a wider `--only`"),
            Self::Depth(depth) => write!(f, "--depth {depth}"),
            Self::Level(level) => write!(f, "--level {level}"),
            Self::Key { kind, variable } => write!(f, "{kind}: {{ env: {variable} }}"),
            Self::Parameter(name) => write!(f, "{name}: {}", name.to_uppercase()),
            Self::Fixture(lack) => lack.fmt(f),
        }
    }
}

/// An entry of `fixtures` in a target file, with placeholders in capitals.
impl fmt::Display for FixtureRequirement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: [{{ id: ID", self.kind)?;
        if let Some(account) = &self.account {
            write!(f, ", account: {account}")?;
        }
        let given = self.given.iter().map(|(fact, value)| format!("{fact}: {value}"));
        let facts = self.facts.iter().map(|fact| format!("{fact}: {}", fact.to_uppercase()));
        let facts: Vec<_> = given.chain(facts).collect();
        if !facts.is_empty() {
            write!(f, ", facts: {{ {} }}", facts.join(", "))?;
        }
        f.write_str(" }]")?;
        match self.count {
            0 | 1 => Ok(()),
            count => write!(f, " # {count} such"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lack(kind: &str, facts: &[&str], consumed: bool, count: usize) -> Requirement {
        Requirement::Fixture(FixtureRequirement {
            kind: kind.to_owned(),
            account: (kind == "book_elsewhere").then(|| "other_branch".to_owned()),
            facts: facts.iter().map(|fact| (*fact).to_owned()).collect(),
            given: BTreeMap::new(),
            consumed,
            count,
        })
    }

    #[test]
    fn requirements_of_several_scenarios_are_merged() {
        let key = Requirement::Key {
            kind: "other_branch".to_owned(),
            variable: "LIBRARY_API_KEY_OTHER_BRANCH".to_owned(),
        };
        let mut locked = lack("shelf", &["room"], false, 1);
        if let Requirement::Fixture(lack) = &mut locked {
            lack.given.insert("locked".to_owned(), "true".to_owned());
        }
        let wanted = [
            locked,
            lack("shelf", &["room"], false, 2),
            key.clone(),
            lack("shelf", &[], false, 1),
            lack("open_loan", &[], true, 1),
            Requirement::Level(Level::Full),
            lack("open_loan", &["member"], true, 1),
            lack("book_elsewhere", &["title"], false, 1),
            key,
        ];
        let lines: Vec<_> =
            Requirement::merge(&wanted).iter().map(Requirement::to_string).collect();
        insta::assert_snapshot!(lines.join("\n"), @r"
        --level full
        other_branch: { env: LIBRARY_API_KEY_OTHER_BRANCH }
        book_elsewhere: [{ id: ID, account: other_branch, facts: { title: TITLE } }]
        open_loan: [{ id: ID, facts: { member: MEMBER } }] # 2 such
        shelf: [{ id: ID, facts: { room: ROOM } }] # 2 such
        shelf: [{ id: ID, facts: { locked: true, room: ROOM } }]
        ");
    }
}
