//! Parses `questions.yaml` and checks it on its own.

use std::collections::BTreeMap;

use reader::{
    Diagnostic, Diagnostics, Entry, Fields, FileId, Node, Reader, Sources, Span, Spanned,
};

use super::version;
use crate::language::{QUESTION_ENTRY, QUESTIONS};

/// Questions about a document, section by section.
#[derive(Clone, Debug)]
pub struct Questions {
    /// Span of the version key.
    pub span: Span,
    /// The sections, in the order written.
    pub sections: Vec<QuestionSection>,
}

/// The questions about one section.
#[derive(Clone, Debug)]
pub struct QuestionSection {
    /// Name of the section.
    pub name: Spanned<String>,
    /// Its questions, in the order written.
    pub questions: Vec<Question>,
}

/// A point on which two servers could differ.
#[derive(Clone, Debug)]
pub struct Question {
    /// The question, in one sentence.
    pub question: Spanned<String>,
    /// What answers it.
    pub reply: ResolvedBy,
}

/// What answers a question: globs over ids.
#[derive(Clone, Debug)]
pub enum ResolvedBy {
    /// Clauses decide it.
    Decided(Vec<Spanned<String>>),
    /// Gaps leave it open.
    Open(Vec<Spanned<String>>),
}

impl Questions {
    /// Parses a file. Repeated questions, and questions without exactly one kind of answer, are reported.
    pub fn parse(sources: &Sources, file: FileId, out: &mut Diagnostics) -> Option<Self> {
        let root = reader::parse(sources, file, out)?;
        let mut reader = Reader::new(out);
        let fields = reader.table(&root, &QUESTIONS)?;
        version::check(&mut reader, &fields, "questions");
        let entries = reader.entries(fields.get("sections")?, "a map of sections");
        let sections = entries.iter().map(|entry| section(&mut reader, entry));
        let questions = Self {
            span: fields.key_span("questions").unwrap_or(root.span),
            sections: sections.collect(),
        };
        questions.report_repeated(out);
        Some(questions)
    }

    /// All questions, in the order written.
    pub fn all(&self) -> impl Iterator<Item = &Question> {
        self.sections.iter().flat_map(|section| &section.questions)
    }

    fn report_repeated(&self, out: &mut Diagnostics) {
        let mut asked = BTreeMap::new();
        for question in self.all() {
            let ask = &question.question;
            let Some(first) = asked.insert(words(&ask.value), ask.span) else {
                continue;
            };
            let message = "the same question appears twice";
            out.push(
                Diagnostic::error("repeated-question", message, ask.span, "repeated here")
                    .with_label(first, "first here")
                    .with_help("remove one of them, or say how they differ"),
            );
        }
    }
}

/// The words of a question, whatever its case, blanks and punctuation.
fn words(question: &str) -> String {
    let words = question.split(|c: char| !c.is_alphanumeric());
    let words: Vec<_> = words.filter(|word| !word.is_empty()).collect();
    words.join(" ").to_lowercase()
}

fn section(reader: &mut Reader<'_>, entry: &Entry) -> QuestionSection {
    let items = reader.list(&entry.value, "a list of questions");
    let questions = items.iter().filter_map(|item| question(reader, item));
    QuestionSection { name: entry.key.clone(), questions: questions.collect() }
}

fn question(reader: &mut Reader<'_>, node: &Node) -> Option<Question> {
    let fields = reader.table(node, &QUESTION_ENTRY)?;
    let ask = fields.get("question").and_then(|node| reader.text(node));
    let decided = globs(reader, &fields, "decided");
    let open = globs(reader, &fields, "open");
    let reply = match (decided.is_empty(), open.is_empty()) {
        (false, true) => ResolvedBy::Decided(decided),
        (true, false) => ResolvedBy::Open(open),
        (neither, _) => {
            let (label, message) = if neither {
                ("without an answer", "the question has no answer")
            } else {
                ("with two answers", "the question is both decided and open")
            };
            let found = Diagnostic::error("bad-question", message, node.span, label);
            reader.out.push(found.with_help(
                "name either clauses in `decided` or gaps in `open`; split a question with both",
            ));
            return None;
        }
    };
    Some(Question { question: ask?, reply })
}

fn globs(reader: &mut Reader<'_>, fields: &Fields<'_>, key: &str) -> Vec<Spanned<String>> {
    let Some(node) = fields.get(key) else {
        return Vec::new();
    };
    let items = reader.list(node, "a list of ids");
    items.iter().filter_map(|item| reader.text(item)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_are_compared_without_punctuation() {
        assert_eq!(words("Is `a.b` taken?"), words("is a b  taken"));
        assert_ne!(words("Is a taken?"), words("Is b taken?"));
    }
}
