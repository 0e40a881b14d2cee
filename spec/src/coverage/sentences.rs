//! Parses `sentences.yaml` and checks it on its own.

use reader::{Diagnostic, Diagnostics, Entry, FileId, Node, Reader, Sources, Span, Spanned};

use super::version;
use crate::language::SENTENCES;

/// The sentences of a document with the ids that cover them.
#[derive(Clone, Debug)]
pub struct SentenceMap {
    /// Name of the document.
    pub document: Spanned<String>,
    /// Its sections, in the order written.
    pub sections: Vec<MappedSection>,
}

/// A section of the document.
#[derive(Clone, Debug)]
pub struct MappedSection {
    /// Its name.
    pub name: Spanned<String>,
    /// Its sentences, in the order written.
    pub sentences: Vec<Sentence>,
}

/// A sentence of the document.
#[derive(Clone, Debug)]
pub struct Sentence {
    /// Where its number is written.
    pub span: Span,
    /// Globs over the ids that cover it.
    pub globs: Vec<Spanned<String>>,
}

impl SentenceMap {
    /// Parses a file. Wrong sentence numbers and sentences without an id are reported.
    pub fn parse(sources: &Sources, file: FileId, out: &mut Diagnostics) -> Option<Self> {
        let root = reader::parse(sources, file, out)?;
        let mut reader = Reader::new(out);
        let fields = reader.table(&root, &SENTENCES)?;
        version::check(&mut reader, &fields, "sentences");
        let document = fields.get("document").and_then(|node| reader.text(node));
        let sections = reader.entries(fields.get("sections")?, "a map of sections");
        let sections = sections.iter().map(|entry| section(&mut reader, entry)).collect();
        Some(Self { document: document?, sections })
    }
}

fn section(reader: &mut Reader<'_>, entry: &Entry) -> MappedSection {
    let entries = reader.entries(&entry.value, "a map from numbers to lists of ids");
    let out_of_order =
        entries.iter().zip(1..).find(|(entry, number)| *entry.key != number.to_string());
    if let Some((found, number)) = out_of_order {
        let message = format!("sentence {number} of `{}` is missing", entry.key.value);
        let label = format!("should be {number}");
        reader.out.push(
            Diagnostic::error("sentence-number", message, found.key.span, label)
                .with_help("number the sentences from 1, in order and without gaps"),
        );
    }
    MappedSection {
        name: entry.key.clone(),
        sentences: entries
            .iter()
            .map(|entry| Sentence {
                span: entry.key.span,
                globs: globs(reader, &entry.key, &entry.value),
            })
            .collect(),
    }
}

fn globs(reader: &mut Reader<'_>, number: &Spanned<String>, node: &Node) -> Vec<Spanned<String>> {
    let items = reader.list(node, "a list of ids");
    if items.is_empty() && !reader.out.mention(node.span) {
        let message = format!("sentence {} is not covered", number.value);
        reader.out.push(
            Diagnostic::error("bare-sentence", message, node.span, "without an id").with_help(
                "name the clauses or gaps that cover it, or add its facts to the contract",
            ),
        );
    }
    items.iter().filter_map(|item| reader.text(item)).collect()
}
