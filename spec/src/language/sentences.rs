//! `sentences.yaml`: the clauses and gaps that cover each sentence of the document.

use reader::Shape::{Integer, MapOf, Text};
use reader::{KeyTable, required};

use super::common::TEXTS;

pub const SENTENCES: KeyTable = KeyTable::new("sentences", "The sentences of the document, each with the clauses and gaps that cover it.", &[
    required("sentences", Integer).doc("Version of this kind of file: 1."),
    required("document", Text).doc("Name of the document."),
    required("sections", MapOf(&MapOf(&TEXTS)))
        .doc("Sections in the document's order. Each maps sentence numbers to globs over the ids of the clauses and gaps that cover the sentence."),
]);
