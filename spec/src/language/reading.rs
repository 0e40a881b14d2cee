//! The reading: which clauses and gaps carry each sentence of the document.

use reader::{Key, KeyTable, Shape};

use super::common::TEXTS;

/// A reading file.
pub const READING: KeyTable = KeyTable {
    name: "reading",
    doc: "The document read sentence by sentence: what in the contract carries each.",
    keys: &[
        Key {
            name: "reading",
            required: true,
            shape: Shape::Integer,
            doc: "Version of this kind of file: 1.",
        },
        Key {
            name: "document",
            required: true,
            shape: Shape::Text,
            doc: "Name of the document that was read.",
        },
        Key {
            name: "sections",
            required: true,
            shape: Shape::MapOf(&Shape::MapOf(&TEXTS)),
            doc: "Each section in the document's order; in it each sentence by its number, with globs over the ids of the clauses and gaps that carry it.",
        },
    ],
};
