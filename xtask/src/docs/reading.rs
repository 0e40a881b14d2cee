//! Checks the sentence map and the questions against the contract and, if given, the document.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;
use std::process::ExitCode;

use anyhow::Context;
use reader::{Diagnostics, Sources};
use spec::Contract;
use spec::coverage::{
    Coverage, DocumentSection, Questions, ResolvedQuestions, SentenceMap, document_sections,
};

use super::Args;

/// The sentence map and the questions, with their globs expanded.
pub struct Read {
    /// Clauses and gaps of each sentence.
    pub coverage: Coverage,
    /// The resolution of each question.
    pub answers: ResolvedQuestions,
}

/// Loads both and prints their diagnostics.
///
/// # Errors
/// When the document cannot be read.
pub fn read(
    args: &Args,
    contract: &Contract,
    sources: &mut Sources,
    findings: &mut Diagnostics,
) -> anyhow::Result<Option<Read>> {
    let file = sources.read(&args.reading, findings);
    let reading = file.and_then(|file| SentenceMap::parse(sources, file, findings));
    let file = sources.read(&args.questions, findings);
    let questions = file.and_then(|file| Questions::parse(sources, file, findings));
    let (Some(reading), Some(questions)) = (reading, questions) else {
        return Ok(None);
    };
    if let Some(document) = &args.document {
        reading.compare(&open(document)?, findings);
    }
    Ok(Some(Read {
        coverage: reading.cover(contract, findings),
        answers: questions.resolve(contract, &reading, findings),
    }))
}

/// Prints the sentences of a document, numbered as in a sentence map.
///
/// # Errors
/// When the document cannot be read.
pub fn list(document: &Path) -> anyhow::Result<ExitCode> {
    let mut out = String::new();
    let document_sections = open(document)?;
    for passage in &document_sections {
        _ = writeln!(out, "{}", passage.section);
        for (sentence, number) in passage.sentences.iter().zip(1..) {
            _ = writeln!(out, "{number:4}  {sentence}");
        }
        out.push('\n');
    }
    std::io::stdout().write_all(out.as_bytes())?;
    let sentences: usize = document_sections.iter().map(|passage| passage.sentences.len()).sum();
    eprintln!("{} sections, {sentences} sentences", document_sections.len());
    Ok(ExitCode::SUCCESS)
}

fn open(document: &Path) -> anyhow::Result<Vec<DocumentSection>> {
    let text = std::fs::read_to_string(document)
        .with_context(|| format!("failed to read {}", document.display()))?;
    Ok(document_sections(&text))
}
