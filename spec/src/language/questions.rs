//! `questions.yaml`: questions about each section of the document, and what answers them.

use reader::{Key, KeyTable, Shape};

use super::common::TEXTS;

/// A questions file.
pub const QUESTIONS: KeyTable = KeyTable {
    name: "questions",
    doc: "Questions about the document, each with the clauses that decide it or the gaps that leave it open.",
    keys: &[
        Key {
            name: "questions",
            required: true,
            shape: Shape::Integer,
            doc: "Version of this kind of file: 1.",
        },
        Key {
            name: "sections",
            required: true,
            shape: Shape::MapOf(&Shape::List(&Shape::Table(&QUESTION_ENTRY))),
            doc: "Sections of the document, named as in `sentences.yaml`, each with its questions.",
        },
    ],
};

/// One question of a questions file.
pub const QUESTION_ENTRY: KeyTable = KeyTable {
    name: "question",
    doc: "A point on which two servers could differ: `decided` or `open`, and not both.",
    keys: &[
        Key {
            name: "question",
            required: true,
            shape: Shape::Text,
            doc: "The question, in one sentence.",
        },
        Key {
            name: "decided",
            required: false,
            shape: TEXTS,
            doc: "Globs over the ids of the clauses that decide it.",
        },
        Key {
            name: "open",
            required: false,
            shape: TEXTS,
            doc: "Globs over the ids of the gaps that leave it open.",
        },
    ],
};
