//! `sentences.yaml`: the clauses and gaps that cover each sentence of the document. `questions.yaml`: questions about each
//! section of the document, and what answers them.

use reader::Shape::{Integer, List, MapOf, Table, Text};
use reader::{KeyTable, optional, required};

use super::common::TEXTS;

pub const SENTENCES: KeyTable = KeyTable::new("sentences", "The sentences of the document, each with the clauses and gaps that cover it.", &[
    required("sentences", Integer).doc("Version of this kind of file: 1."),
    required("document", Text).doc("Name of the document."),
    required("sections", MapOf(&MapOf(&TEXTS)))
        .doc("Sections in the document's order. Each maps sentence numbers to globs over the ids of the clauses and gaps that cover the sentence."),
]);

pub const QUESTIONS: KeyTable = KeyTable::new(
    "questions",
    "Questions about the document, each with the clauses that decide it or the gaps that leave it open.",
    &[
        required("questions", Integer).doc("Version of this kind of file: 1."),
        required("sections", MapOf(&List(&Table(&QUESTION_ENTRY)))).doc(
            "Sections of the document, named as in `sentences.yaml`, each with its questions.",
        ),
    ],
);

pub const QUESTION_ENTRY: KeyTable = KeyTable::new(
    "question",
    "A point on which two servers could differ: `decided` or `open`, and not both.",
    &[
        required("question", Text).doc("The question, in one sentence."),
        optional("decided", TEXTS).doc("Globs over the ids of the clauses that decide it."),
        optional("open", TEXTS).doc("Globs over the ids of the gaps that leave it open."),
    ],
);
