//! Checks the sentence map and the questions against the contract and, if given, the document.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;
use std::process::ExitCode;

use reader::{Diagnostics, Sources, counted};
use spec::Contract;
use spec::coverage::{
    Coverage, DocumentSection, Questions, ResolvedQuestions, SentenceMap, document_sections,
};

use super::Args;
use crate::text_file;

/// Loads both, and resolves their globs: to the clauses and gaps of each sentence, and the resolution of each question.
/// `None` if a file cannot be parsed. Fails when the document cannot be read.
pub fn load(
    args: &Args,
    contract: &Contract,
    sources: &mut Sources,
    diagnostics: &mut Diagnostics,
) -> anyhow::Result<Option<(Coverage, ResolvedQuestions)>> {
    let file = sources.read(&args.sentences, diagnostics);
    let sentences = file.and_then(|file| SentenceMap::parse(sources, file, diagnostics));
    let file = sources.read(&args.questions, diagnostics);
    let questions = file.and_then(|file| Questions::parse(sources, file, diagnostics));
    let (Some(sentences), Some(questions)) = (sentences, questions) else {
        return Ok(None);
    };
    if let Some(document) = &args.document {
        sentences.compare(&read_document(document)?, diagnostics);
    }
    let coverage = sentences.cover(contract, diagnostics);
    Ok(Some((coverage, questions.resolve(contract, &sentences, diagnostics))))
}

/// Prints the sentences of a document, numbered as in a sentence map. Fails when the document
/// cannot be read.
pub fn list(document: &Path) -> anyhow::Result<ExitCode> {
    let mut out = String::new();
    let sections = read_document(document)?;
    for section in &sections {
        _ = writeln!(out, "{}", section.section);
        for (sentence, number) in section.sentences.iter().zip(1..) {
            _ = writeln!(out, "{number:4}  {sentence}");
        }
        out.push('\n');
    }
    std::io::stdout().write_all(out.as_bytes())?;
    let sentences: usize = sections.iter().map(|section| section.sentences.len()).sum();
    eprintln!("{}, {}", counted(sections.len(), "section"), counted(sentences, "sentence"));
    Ok(ExitCode::SUCCESS)
}

fn read_document(document: &Path) -> anyhow::Result<Vec<DocumentSection>> {
    Ok(document_sections(&text_file::read(document)?))
}
