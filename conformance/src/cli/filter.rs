//! `--only`: a pattern that nothing matches is a slip of the pen, not a wish to see nothing.

use std::collections::BTreeSet;

use anyhow::bail;

use crate::plan::Glob;
use crate::suite::Suite;

/// The patterns, a name of an operation or of a resource as patterns of its clauses; fails where one matches neither a
/// clause nor a scenario.
pub(super) fn of_all(suite: &Suite, only: &Glob) -> anyhow::Result<Glob> {
    let scenarios = suite.scenarios.iter().map(|scenario| scenario.id.as_str());
    let names: Vec<_> = clauses(suite).chain(scenarios).collect();
    let what = "clause, scenario, operation or resource";
    check(suite, only, &names, what, "`clauses` and `list`")
}

/// The same where only clauses are listed.
pub(super) fn of_clauses(suite: &Suite, only: &Glob) -> anyhow::Result<Glob> {
    let names: Vec<_> = clauses(suite).collect();
    let what = "clause, operation or resource";
    check(suite, only, &names, what, "`clauses`")
}

fn clauses(suite: &Suite) -> impl Iterator<Item = &str> {
    suite.clauses.iter().map(|clause| clause.id.as_str())
}

fn check(
    suite: &Suite,
    only: &Glob,
    names: &[&str],
    what: &str,
    shown_by: &str,
) -> anyhow::Result<Glob> {
    let expanded = only.expanded(|pattern| of_name(suite, pattern));
    let Some(pattern) = expanded.idle(names) else {
        return Ok(expanded);
    };
    let groups = suite.contract.resources.iter().flat_map(|resource| {
        let operations = resource.operations.iter().map(|it| it.id.as_str());
        operations.chain([resource.id.as_str()])
    });
    let names: Vec<_> = names.iter().copied().chain(groups).collect();
    match near(pattern, &names) {
        Some(near) => bail!("`--only`: no {what} is `{pattern}`; did you mean `{near}`?"),
        None => {
            bail!("`--only`: no {what} is `{pattern}`; {shown_by} without it show what there is")
        }
    }
}

/// The patterns of all clauses of an operation or a resource of that name.
fn of_name(suite: &Suite, name: &str) -> Vec<String> {
    let resources = suite.contract.resources.iter();
    let operations = resources.flat_map(|resource| {
        let operations = resource.operations.iter();
        operations.filter(move |operation| operation.id == name || resource.id == name)
    });
    operations
        .map(|operation| format!("{}.*", operation.id))
        .collect()
}

/// The pattern with its beginning, up to the first sign that is a part of no name, spelt as one that there is.
fn near(pattern: &str, names: &[&str]) -> Option<String> {
    let end = pattern.find(['*', '?']).unwrap_or(pattern.len());
    let begin = pattern[..end].trim_end_matches(SEPARATORS);
    let known: BTreeSet<_> = names.iter().flat_map(|name| beginnings(name)).collect();
    let near = reader::did_you_mean(begin, known.into_iter())?;
    let near = format!("{near}{}", &pattern[begin.len()..]);
    let matches = near.parse::<Glob>().ok()?.idle(names).is_none();
    matches.then_some(near)
}

/// What stands between the parts of a name.
const SEPARATORS: [char; 2] = ['.', '/'];

/// A name, and each beginning of it that is whole.
fn beginnings(name: &str) -> impl Iterator<Item = &str> {
    let parts = name.match_indices(SEPARATORS).map(|(end, _)| &name[..end]);
    parts.chain([name])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_is_one_that_matches() {
        let names = [
            "get_book.accepted",
            "get_book.errors.gone",
            "books/get_book/shown",
        ];
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
