//! The ids of a contract, and globs over them.

use reader::{Diagnostic, Spanned, did_you_mean};
use wildmatch::WildMatch;

use crate::model::Contract;

/// The ids of a contract.
pub(crate) struct IdIndex {
    pub clauses: Vec<String>,
    pub gaps: Vec<String>,
}

/// The matches of a glob.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GlobMatches {
    /// The glob.
    pub glob: String,
    /// Ids of clauses, in order.
    pub clauses: Vec<String>,
    /// Ids of gaps, in order.
    pub gaps: Vec<String>,
}

impl GlobMatches {
    /// Whether there are no matches.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Number of matches.
    pub fn len(&self) -> usize {
        self.clauses.len() + self.gaps.len()
    }

    /// All matches.
    pub fn ids(&self) -> impl Iterator<Item = &str> {
        self.clauses.iter().chain(&self.gaps).map(String::as_str)
    }
}

impl IdIndex {
    pub fn of(contract: &Contract) -> Self {
        let clauses = contract.clauses().into_iter();
        Self {
            clauses: clauses.map(|clause| clause.id).collect(),
            gaps: contract.gaps.iter().map(|gap| gap.id.clone()).collect(),
        }
    }

    /// The ids of clauses alone.
    pub fn only_clauses(&self) -> Self {
        Self { clauses: self.clauses.clone(), gaps: Vec::new() }
    }

    /// The ids of gaps alone.
    pub fn only_gaps(&self) -> Self {
        Self { clauses: Vec::new(), gaps: self.gaps.clone() }
    }

    /// The ids that match, with `*` for any text and `?` for any character.
    pub fn matching(&self, glob: &str) -> GlobMatches {
        let pattern = WildMatch::new(glob);
        let among = |ids: &[String]| ids.iter().filter(|id| pattern.matches(id)).cloned().collect();
        GlobMatches {
            glob: glob.to_owned(),
            clauses: among(&self.clauses),
            gaps: among(&self.gaps),
        }
    }

    /// The diagnostic for a glob without matches.
    pub fn unknown(&self, glob: &Spanned<String>) -> Diagnostic {
        let kind = match (self.clauses.is_empty(), self.gaps.is_empty()) {
            (true, false) => "gap",
            (false, true) => "clause",
            _ => "clause or gap",
        };
        let message = format!("no {kind} matches `{}`", glob.value);
        let finding = Diagnostic::error("unknown-id", message, glob.span, "matches nothing");
        match self.near(&glob.value) {
            Some(near) => {
                let text = format!("did you mean `{near}`?");
                // Quoted, because a leading `*` would be an alias.
                let written =
                    if near.starts_with(['*', '?']) { format!("\"{near}\"") } else { near };
                finding.with_fix(glob.span, written, text)
            }
            None => finding.with_help("`cargo xtask clauses` lists all ids"),
        }
    }

    /// The closest glob: its first parts from an existing id, the rest as written.
    fn near(&self, glob: &str) -> Option<String> {
        let literal = glob.find(['*', '?']).unwrap_or(glob.len());
        let parts = glob[..literal].matches('.').count();
        let rest = if literal == glob.len() {
            ""
        } else {
            &glob[glob[..literal].rfind('.').map_or(0, |dot| dot + 1)..]
        };
        let all = self.clauses.iter().chain(&self.gaps);
        let candidates: Vec<String> = all
            .map(|id| match rest {
                "" => id.clone(),
                rest => {
                    let kept = id.split_inclusive('.').take(parts);
                    kept.chain([rest]).collect()
                }
            })
            .filter(|candidate| !self.matching(candidate).is_empty())
            .collect();
        did_you_mean(glob, candidates.iter().map(String::as_str)).map(str::to_owned)
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    pub(crate) fn matched(glob: &str, clauses: &[&str], gaps: &[&str]) -> GlobMatches {
        let owned = |ids: &[&str]| ids.iter().map(|id| (*id).to_owned()).collect();
        GlobMatches { glob: glob.to_owned(), clauses: owned(clauses), gaps: owned(gaps) }
    }

    fn ids() -> IdIndex {
        IdIndex {
            clauses: ["get_book.accepted", "get_book.errors.gone.message"]
                .map(str::to_owned)
                .to_vec(),
            gaps: vec!["get_book.success.status".to_owned()],
        }
    }

    #[test]
    fn globs_match_clauses_and_gaps() {
        let matched = ids().matching("get_book.*s*");
        assert_eq!(matched.clauses, ["get_book.errors.gone.message"]);
        assert_eq!(matched.gaps, ["get_book.success.status"]);
        assert_eq!(matched.len(), 2);
        assert!(ids().matching("get_book").is_empty());
    }

    #[test]
    fn similar_globs_are_suggested_before_the_first_wildcard() {
        let near = |glob| ids().near(glob);
        assert_eq!(near("get_bok.accepted").as_deref(), Some("get_book.accepted"));
        assert_eq!(near("get_book.error.*").as_deref(), Some("get_book.errors.*"));
        assert_eq!(near("lend_a_member_something.*"), None);
        assert_eq!(near("get_book.nothing*"), None);
    }
}
