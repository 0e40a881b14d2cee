//! Resolves questions: the clauses that decide each, or the gaps that leave it open.

use std::collections::{BTreeMap, BTreeSet};

use reader::{Diagnostic, Diagnostics, Spanned};

use super::{GlobMatches, IdIndex, Question, QuestionSection, Questions, ResolvedBy, SentenceMap};
use crate::model::{Contract, Gap};

/// Questions with their globs expanded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResolvedQuestions {
    /// Each section with its questions.
    pub sections: Vec<(String, Vec<ResolvedQuestion>)>,
}

/// A question with its answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResolvedQuestion {
    /// The question.
    pub question: String,
    /// What answers it.
    pub answer: Resolution,
}

/// What answers a question, glob by glob.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Resolution {
    /// Clauses decide it.
    Decided(Vec<GlobMatches>),
    /// Gaps leave it open.
    Open(Vec<OpenPoint>),
}

/// Gaps that leave a question open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenPoint {
    /// The gaps.
    pub gaps: GlobMatches,
    /// The interpretations that all of them have.
    pub interpretations: Vec<String>,
}

impl Questions {
    /// Expands every glob.
    ///
    /// Reports sections that `sentences.yaml` does not have, globs without matches and, unless there are other
    /// errors, gaps that no question names.
    pub fn resolve(
        &self,
        contract: &Contract,
        map: &SentenceMap,
        out: &mut Diagnostics,
    ) -> ResolvedQuestions {
        let ids = IdIndex::of(contract);
        let mut answering = Resolver {
            clauses: ids.only_clauses(),
            gaps: ids.only_gaps(),
            by_id: contract.gaps.iter().map(|gap| (&*gap.id, gap)).collect(),
            out,
        };
        let sections = self.sections.iter().map(|section| {
            answering.out.extend(unknown_section(section, map));
            let questions = section.questions.iter();
            let answered = questions.map(|question| answering.answered(question));
            (section.name.value.clone(), answered.collect())
        });
        let answers = ResolvedQuestions { sections: sections.collect() };
        if !out.has_errors() {
            out.extend(self.unasked(contract, &answers));
        }
        answers
    }

    /// The gaps that no question names, in one diagnostic.
    fn unasked(&self, contract: &Contract, answers: &ResolvedQuestions) -> Option<Diagnostic> {
        let questions = answers.sections.iter().flat_map(|(_, questions)| questions);
        let named: BTreeSet<&str> = questions
            .flat_map(|question| match &question.answer {
                Resolution::Open(points) => points.as_slice(),
                Resolution::Decided(_) => &[],
            })
            .flat_map(|point| point.gaps.ids())
            .collect();
        let unasked: Vec<&Gap> =
            contract.gaps.iter().filter(|gap| !named.contains(gap.id.as_str())).collect();
        let message = format!("gaps that no question names: {}", unasked.len());
        let finding = Diagnostic::error("unasked-gap", message, self.span, "incomplete");
        let with_gap = |finding: Diagnostic, gap: &&Gap| {
            finding.with_help(format!("add a question about `{}`: {}", gap.id, gap.note))
        };
        (!unasked.is_empty()).then(|| unasked.iter().fold(finding, with_gap))
    }
}

fn unknown_section(section: &QuestionSection, map: &SentenceMap) -> Option<Diagnostic> {
    let name = &section.name;
    let mut known = map.sections.iter().map(|known| known.name.as_str());
    if known.clone().any(|known| known == name.value) {
        return None;
    }
    let message = format!("`sentences.yaml` has no section `{name}`");
    Some(
        Diagnostic::error("unknown-section", message, name.span, "not in `sentences.yaml`")
            .with_suggestion(name.span, name, &mut known)
            .with_help_without_fix("remove it, or use a name from `sentences.yaml`"),
    )
}

/// Resolves the globs of questions.
struct Resolver<'a> {
    clauses: IdIndex,
    gaps: IdIndex,
    by_id: BTreeMap<&'a str, &'a Gap>,
    out: &'a mut Diagnostics,
}

impl Resolver<'_> {
    fn answered(&mut self, question: &Question) -> ResolvedQuestion {
        let answer = match &question.reply {
            ResolvedBy::Decided(globs) => Resolution::Decided(self.decided(globs)),
            ResolvedBy::Open(globs) => Resolution::Open(self.open(globs)),
        };
        ResolvedQuestion { question: question.question.value.clone(), answer }
    }

    fn decided(&mut self, globs: &[Spanned<String>]) -> Vec<GlobMatches> {
        let matched = globs.iter().map(|glob| {
            let clauses = self.clauses.matching(glob);
            if clauses.is_empty() {
                let is_gap = !self.gaps.matching(glob).is_empty();
                self.out.push(if is_gap {
                    misplaced(glob, "a gap", "open")
                } else {
                    self.clauses.unknown(glob)
                });
            }
            clauses
        });
        matched.collect()
    }

    fn open(&mut self, globs: &[Spanned<String>]) -> Vec<OpenPoint> {
        let points = globs.iter().map(|glob| {
            let gaps = self.gaps.matching(glob);
            if gaps.is_empty() {
                let is_clause = !self.clauses.matching(glob).is_empty();
                self.out.push(if is_clause {
                    misplaced(glob, "a clause", "decided")
                } else {
                    self.gaps.unknown(glob)
                });
            }
            let interpretations = self.interpretations(&gaps);
            OpenPoint { gaps, interpretations }
        });
        points.collect()
    }

    /// The interpretations that all of these gaps have.
    fn interpretations(&self, gaps: &GlobMatches) -> Vec<String> {
        let gaps = gaps.ids().filter_map(|id| self.by_id.get(id));
        let mut all = gaps.map(|gap| &gap.interpretations);
        let first = all.next().cloned().unwrap_or_default();
        if all.all(|interpretations| *interpretations == first) { first } else { Vec::new() }
    }
}

fn misplaced(glob: &Spanned<String>, kind: &str, key: &str) -> Diagnostic {
    let message = format!("`{}` matches {kind}", glob.value);
    Diagnostic::error("unknown-id", message, glob.span, "wrong kind")
        .with_help(format!("move it to `{key}`"))
}
