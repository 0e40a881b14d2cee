//! The page of questions about the document and their answers.

use std::fmt::Write as _;

use reader::counted;

use super::markdown::{cell, code, codes};
use crate::coverage::{GlobMatches, OpenPoint, Resolution, ResolvedQuestion, ResolvedQuestions};

/// Globs with more matches are printed as globs.
const FEW: usize = 3;

/// The page.
pub fn questions(answers: &ResolvedQuestions) -> String {
    let all = || answers.sections.iter().flat_map(|(_, questions)| questions);
    let is_open = |question: &&ResolvedQuestion| matches!(question.answer, Resolution::Open(_));
    let (asked, open) = (all().count(), all().filter(is_open).count());
    let mut out = format!(
        "# Questions\n\n\
         Points on which two conforming servers can differ, by section of the document. A question is \
         decided by clauses or left open by gaps; the interpretations of a gap follow its id. An id with `*` \
         stands for all that it matches. \
         {}: {} decided, {open} open. At least one question names every gap of the contract.\n",
        counted(asked, "question"),
        asked - open,
    );
    for (section, questions) in &answers.sections {
        _ = write!(out, "\n## {section}\n\n| Question | Answer |\n| --- | --- |\n");
        for question in questions {
            let answer = answer(&question.answer);
            _ = writeln!(out, "| {} | {} |", cell(&question.question), cell(&answer));
        }
    }
    out
}

fn answer(answer: &Resolution) -> String {
    match answer {
        Resolution::Decided(clauses) => {
            let clauses: Vec<_> = clauses.iter().map(ids).collect();
            format!("decided: {}", clauses.join(", "))
        }
        Resolution::Open(points) => {
            let points: Vec<_> = points.iter().map(point).collect();
            format!("open: {}", points.join("; "))
        }
    }
}

fn point(point: &OpenPoint) -> String {
    let gaps = ids(&point.gaps);
    if point.interpretations.is_empty() {
        gaps
    } else {
        format!("{gaps}: {}", point.interpretations.join(" / "))
    }
}

fn ids(matched: &GlobMatches) -> String {
    if matched.len() > FEW { code(&matched.glob) } else { codes(matched.ids()) }
}
