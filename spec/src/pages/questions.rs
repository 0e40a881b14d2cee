//! The page that shows the questions about the document with their answers.

use std::fmt::Write as _;

use super::markdown::{cell, code, codes, counted};
use crate::coverage::{GlobMatches, OpenPoint, Resolution, ResolvedQuestion, ResolvedQuestions};

/// A glob that matches more ids than these is shown itself.
const FEW: usize = 3;

/// The page.
#[must_use]
pub fn questions(answers: &ResolvedQuestions) -> String {
    let all = || answers.sections.iter().flat_map(|(_, questions)| questions);
    let is_open = |question: &&ResolvedQuestion| matches!(question.answer, Resolution::Open(_));
    let (asked, open) = (all().count(), all().filter(is_open).count());
    let mut out = format!(
        "# Questions\n\n\
         What two servers that keep to the document could do differently, asked section by section. A question is \
         decided by the clauses that are named with it, or left open by gaps; after a gap stand its readings, where it \
         has some. {}: {} decided, {open} open. Every gap of the contract is named by at least one question.\n",
        counted(asked, "question"),
        asked - open,
    );
    for (section, questions) in &answers.sections {
        _ = write!(
            out,
            "\n## {section}\n\n| Question | Answer |\n| --- | --- |\n"
        );
        for question in questions {
            let answer = answer(&question.answer);
            _ = writeln!(out, "| {} | {} |", cell(&question.ask), cell(&answer));
        }
    }
    out
}

fn answer(answer: &Resolution) -> String {
    match answer {
        Resolution::Decided(clauses) => {
            let clauses: Vec<_> = clauses.iter().map(|it| ids(it, "clause")).collect();
            format!("decided: {}", clauses.join(", "))
        }
        Resolution::Open(points) => {
            let points: Vec<_> = points.iter().map(point).collect();
            format!("open: {}", points.join("; "))
        }
    }
}

fn point(point: &OpenPoint) -> String {
    let gaps = ids(&point.gaps, "gap");
    match point.readings.is_empty() {
        true => gaps,
        false => format!("{gaps}: {}", point.readings.join(" / ")),
    }
}

fn ids(matched: &GlobMatches, kind: &str) -> String {
    match matched.len() > FEW {
        true => format!("{} ({})", code(&matched.glob), counted(matched.len(), kind)),
        false => codes(matched.ids()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coverage::ids::tests::matched;

    #[test]
    fn questions_stand_with_their_answers() {
        let decided = ResolvedQuestion {
            ask: "Is a | kept?".to_owned(),
            answer: Resolution::Decided(vec![
                matched("a.accepted", &["a.accepted"], &[]),
                matched("b.*", &["b.1", "b.2", "b.3", "b.4"], &[]),
            ]),
        };
        let readings = ["yes", "no"].map(str::to_owned).to_vec();
        let open = ResolvedQuestion {
            ask: "Is c taken?".to_owned(),
            answer: Resolution::Open(vec![
                OpenPoint {
                    gaps: matched("c.?", &[], &["c.1", "c.2"]),
                    readings,
                },
                OpenPoint {
                    gaps: matched("d", &[], &["d"]),
                    readings: Vec::new(),
                },
            ]),
        };
        let page = questions(&ResolvedQuestions {
            sections: vec![("Books / Shelves".to_owned(), vec![decided, open])],
        });
        assert!(page.contains("2 questions: 1 decided, 1 open."), "{page}");
        let tables = page.split("## ").nth(1);
        insta::assert_snapshot!(tables.unwrap_or_default(), @"
        Books / Shelves

        | Question | Answer |
        | --- | --- |
        | Is a \\| kept? | decided: `a.accepted`, `b.*` (4 clauses) |
        | Is c taken? | open: `c.1`, `c.2`: yes / no; `d` |
        ");
    }
}
