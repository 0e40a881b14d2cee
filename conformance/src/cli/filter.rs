//! `--only`: patterns that select clauses or scenarios. A pattern without a match is an error. `--failed-from`: the clauses
//! that did not hold in a report.

use std::collections::BTreeSet;
use std::path::Path;

use anyhow::bail;

use super::read_report::read_file;
use crate::contract::SERVICE;
use crate::plan::Glob;
use crate::suite::Suite;

/// Expands names of operations and resources to patterns of their clauses. A pattern that matches neither a clause nor
/// a scenario is an error.
pub(super) fn expand(suite: &Suite, only: &Glob) -> anyhow::Result<Glob> {
    let scenarios = suite.scenarios.iter().map(|scenario| scenario.id.as_str());
    let names: Vec<_> = clauses(suite).chain(scenarios).collect();
    let what = "clause, scenario, operation or resource";
    expand_names(suite, only, &names, what, "`clauses` and `list`")
}

/// The clauses that a report was about and that did not hold. An error if there are none, or none that the contract has.
pub(super) fn open_clauses(suite: &Suite, path: &Path) -> anyhow::Result<Glob> {
    let report = read_file(path)?;
    let open: Vec<_> = report.clauses.iter().filter(|clause| clause.is_open()).collect();
    let shown = path.display();
    if open.is_empty() {
        bail!("`--failed-from`: each clause of `{shown}` that can be tested held");
    }
    let known: BTreeSet<_> = clauses(suite).collect();
    let ids = open.iter().map(|clause| clause.id.as_str());
    let mut ids = ids.filter(|id| known.contains(id)).peekable();
    if ids.peek().is_none() {
        bail!(
            "`--failed-from`: this contract has none of the clauses that did not hold in `{shown}`"
        );
    }
    Ok(ids.collect())
}

/// Like [`expand`], for clauses only.
pub(super) fn expand_clauses(suite: &Suite, only: &Glob) -> anyhow::Result<Glob> {
    let names: Vec<_> = clauses(suite).collect();
    let what = "clause, operation or resource";
    expand_names(suite, only, &names, what, "`clauses`")
}

fn clauses(suite: &Suite) -> impl Iterator<Item = &str> {
    suite.clauses.iter().map(|clause| clause.id.as_str())
}

fn expand_names(
    suite: &Suite,
    only: &Glob,
    names: &[&str],
    what: &str,
    listed_by: &str,
) -> anyhow::Result<Glob> {
    let expanded = only.expanded(|pattern| of_name(suite, pattern));
    let groups = suite.contract.resources.iter().flat_map(|resource| {
        let operations = resource.operations.iter().map(|operation| operation.id.as_str());
        operations.chain([resource.id.as_str()])
    });
    let similar: Vec<_> = names.iter().copied().chain(groups).chain([SERVICE]).collect();
    check(&expanded, names, &similar, what, listed_by)?;
    Ok(expanded)
}

/// A pattern that matches none of the names is an error, which suggests one of the similar names.
fn check(
    only: &Glob,
    names: &[&str],
    similar: &[&str],
    what: &str,
    listed_by: &str,
) -> anyhow::Result<()> {
    let Some(pattern) = only.idle(names) else {
        return Ok(());
    };
    match near(pattern, similar) {
        Some(near) => bail!("`--only`: no {what} matches `{pattern}`; did you mean `{near}`?"),
        None => {
            bail!("`--only`: no {what} matches `{pattern}`; {listed_by} without it list them")
        }
    }
}

/// The patterns of all clauses of an operation or resource of that name, or of the clauses that belong to no operation.
fn of_name(suite: &Suite, name: &str) -> Vec<String> {
    if name == SERVICE {
        return vec![format!("{SERVICE}.*")];
    }
    let resources = suite.contract.resources.iter();
    resources
        .flat_map(|resource| resource.operations.iter().map(move |operation| (resource, operation)))
        .filter(|(resource, operation)| operation.id == name || resource.id == name)
        .map(|(_, operation)| format!("{}.*", operation.id))
        .collect()
}

/// A correction of the pattern: the text before its first wildcard, replaced by a similar name.
fn near(pattern: &str, names: &[&str]) -> Option<String> {
    let end = pattern.find(['*', '?']).unwrap_or(pattern.len());
    let begin = pattern[..end].trim_end_matches(SEPARATORS);
    let known: BTreeSet<_> = names.iter().flat_map(|name| beginnings(name)).collect();
    let near = reader::did_you_mean(begin, known.into_iter())?;
    let near = format!("{near}{}", &pattern[begin.len()..]);
    let matches = near.parse::<Glob>().ok()?.idle(names).is_none();
    matches.then_some(near)
}

/// Separators between the parts of an id.
const SEPARATORS: [char; 2] = ['.', '/'];

/// An id, and each prefix of it that ends at a separator.
fn beginnings(name: &str) -> impl Iterator<Item = &str> {
    let parts = name.match_indices(SEPARATORS).map(|(end, _)| &name[..end]);
    parts.chain([name])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::depth::Depth;
    use crate::suite;

    #[test]
    fn service_selects_the_clauses_of_no_operation() {
        let suite = suite::embedded(Depth::Standard).unwrap();
        let glob = expand(&suite, &SERVICE.parse().unwrap()).unwrap();
        for clause in suite.clauses.iter() {
            assert_eq!(glob.matches(&clause.id), clause.operation.is_none(), "{}", clause.id);
        }
        let error = expand(&suite, &"servise".parse().unwrap()).unwrap_err().to_string();
        assert!(error.ends_with("did you mean `service`?"), "{error}");
    }

    #[test]
    fn suggestions_match_a_clause() {
        let names = ["get_book.accepted", "get_book.errors.gone", "books/get_book/shown"];
        let near = |pattern: &str| near(pattern, &names);
        for (pattern, expected) in [
            ("get_bok.*", Some("get_book.*")),
            ("get_bok*", Some("get_book*")),
            ("get_book.acepted", Some("get_book.accepted")),
            ("get_book.erors.*", Some("get_book.errors.*")),
            ("boks/get_book/*", Some("books/get_book/*")),
            ("get_bok.*.taken", None),
            ("lend*", None),
            ("", None),
            ("[", None),
        ] {
            assert_eq!(near(pattern).as_deref(), expected, "{pattern}");
        }
    }
}
