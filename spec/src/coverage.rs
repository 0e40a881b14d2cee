//! Coverage: the clauses and gaps that cover each sentence of the document.
//!
//! A [`SentenceMap`] has globs over ids for each sentence. [`SentenceMap::cover`] expands them and reports what is
//! missing in either direction; [`SentenceMap::compare`] compares the map with the document itself. [`Questions`]
//! list points on which two servers could differ; [`Questions::resolve`] finds what decides each.

mod compare;
mod document;
pub(crate) mod ids;
mod questions;
mod resolution;
mod sentences;
mod version;

use std::collections::BTreeSet;

use reader::{Diagnostic, Diagnostics, Spanned};

use crate::model::Contract;

pub use document::{COUNTING_RULES, DocumentSection, document_sections};
pub use ids::GlobMatches;
pub(crate) use ids::IdIndex;
pub use questions::{Question, QuestionSection, Questions, ResolvedBy};
pub use resolution::{OpenPoint, Resolution, ResolvedQuestion, ResolvedQuestions};
pub use sentences::{MappedSection, Sentence, SentenceMap};

/// A sentence map with its globs expanded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Coverage {
    /// Name of the document.
    pub document: String,
    /// Its sections, in its order.
    pub sections: Vec<CoveredSection>,
    /// How many clauses the contract has.
    pub clauses: usize,
    /// How many gaps it has.
    pub gaps: usize,
}

/// A section of the document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CoveredSection {
    /// Its name.
    pub name: String,
    /// The matches for each of its sentences, glob by glob; the first has the number 1.
    pub sentences: Vec<Vec<GlobMatches>>,
}

impl SentenceMap {
    /// Expands every glob.
    ///
    /// Reports globs without matches and, unless there are other errors, clauses and gaps that cover no
    /// sentence: the ids of a misspelt glob would all be reported as missing.
    pub fn cover(&self, contract: &Contract, out: &mut Diagnostics) -> Coverage {
        let ids = IdIndex::of(contract);
        let mut carrying = BTreeSet::new();
        let mut expand = |glob: &Spanned<String>| {
            let matched = ids.matching(glob);
            carrying.extend(matched.ids().map(str::to_owned));
            if matched.is_empty() {
                out.push(ids.unknown(glob));
            }
            matched
        };
        let mut sections = Vec::new();
        for section in &self.sections {
            let sentences = section.sentences.iter();
            sections.push(CoveredSection {
                name: section.name.value.clone(),
                sentences: sentences
                    .map(|sentence| sentence.globs.iter().map(&mut expand).collect())
                    .collect(),
            });
        }
        if !out.has_errors() {
            out.extend(self.forgotten(contract, &carrying));
        }
        Coverage {
            document: self.document.value.clone(),
            clauses: ids.clauses.len(),
            gaps: ids.gaps.len(),
            sections,
        }
    }

    /// The ids that cover no sentence, in one diagnostic.
    fn forgotten(&self, contract: &Contract, carrying: &BTreeSet<String>) -> Option<Diagnostic> {
        let clauses = contract.clauses();
        let all = clauses
            .iter()
            .map(|clause| (&clause.id, &clause.section))
            .chain(contract.gaps.iter().map(|gap| (&gap.id, &gap.section)));
        let forgotten: Vec<_> = all.filter(|(id, _)| !carrying.contains(*id)).collect();
        if forgotten.is_empty() {
            return None;
        }
        let message = format!("clauses and gaps that cover no sentence: {}", forgotten.len());
        let finding = Diagnostic::error("forgotten-id", message, self.document.span, "incomplete");
        Some(forgotten.into_iter().fold(finding, |finding, (id, section)| {
            finding.with_help(format!("add `{id}` to its sentence; its section is {section}"))
        }))
    }
}
