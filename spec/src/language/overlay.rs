//! An overlay: answers to gaps.

use reader::{Key, KeyTable, Shape};

use super::common::{DESCRIPTION, FIELD};

/// An overlay file.
pub const OVERLAY: KeyTable = KeyTable {
    name: "overlay",
    doc: "Answers to gaps.",
    keys: &[
        Key {
            name: "overlay",
            required: true,
            shape: Shape::Text,
            doc: "Name, in snake_case; part of the names of generated packages.",
        },
        Key {
            name: "description",
            required: false,
            shape: Shape::Text,
            doc: "Whose answers these are, and their purpose.",
        },
        Key {
            name: "complete",
            required: true,
            shape: Shape::Boolean,
            doc: "Whether every gap is answered.",
        },
        Key {
            name: "records",
            required: false,
            shape: Shape::MapOf(&Shape::Table(&OVERLAY_RECORD)),
            doc: "Records that answers use and the document does not have.",
        },
        Key {
            name: "answers",
            required: true,
            shape: Shape::MapOf(&Shape::Table(&ANSWER)),
            doc: "Answers by gap id.",
        },
    ],
};

/// A record that only the overlay has.
pub const OVERLAY_RECORD: KeyTable = KeyTable {
    name: "overlay record",
    doc: "A record that answers use and the document does not have.",
    keys: &[
        Key { name: "resource", required: true, shape: Shape::Text, doc: "Its resource." },
        DESCRIPTION,
        Key {
            name: "fields",
            required: true,
            shape: Shape::MapOf(&Shape::Table(&FIELD)),
            doc: "Its members, all of them.",
        },
    ],
};

/// One answer.
pub const ANSWER: KeyTable = KeyTable {
    name: "answer",
    doc: "An answer to a gap.",
    keys: &[
        Key {
            name: "answer",
            required: true,
            shape: Shape::Any,
            doc: "The answer, written as the fact would be in the contract.",
        },
        Key {
            name: "reason",
            required: true,
            shape: Shape::Text,
            doc: "The reason for the answer.",
        },
    ],
};
