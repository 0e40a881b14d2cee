//! `sentences.yaml`: the clauses and gaps that cover each sentence of the document.

use reader::{Key, KeyTable, Shape};

use super::common::TEXTS;

/// `sentences.yaml`
pub const SENTENCES: KeyTable = KeyTable {
    name: "sentences",
    doc: "The sentences of the document, each with the clauses and gaps that cover it.",
    keys: &[
        Key {
            name: "sentences",
            required: true,
            shape: Shape::Integer,
            doc: "Version of this kind of file: 1.",
        },
        Key { name: "document", required: true, shape: Shape::Text, doc: "Name of the document." },
        Key {
            name: "sections",
            required: true,
            shape: Shape::MapOf(&Shape::MapOf(&TEXTS)),
            doc: "Sections in the document's order. Each maps sentence numbers to globs over the ids of the clauses and gaps that cover the sentence.",
        },
    ],
};
