//! An overlay: answers to gaps.

use reader::{Key, KeyTable, Shape};

use super::common::{DESCRIPTION, FIELD};

/// An overlay file.
pub const OVERLAY: KeyTable = KeyTable {
    name: "overlay",
    doc: "Somebody's answers to what the document does not show.",
    keys: &[
        Key {
            name: "overlay",
            required: true,
            shape: Shape::Text,
            doc: "Name, snake_case; generated packages carry it.",
        },
        Key {
            name: "description",
            required: false,
            shape: Shape::Text,
            doc: "Whose answers, and what for.",
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
            doc: "Records that answers speak of and the document does not know.",
        },
        Key {
            name: "answers",
            required: true,
            shape: Shape::MapOf(&Shape::Table(&ANSWER)),
            doc: "Gap id and answer.",
        },
    ],
};

/// A record that only the overlay knows.
pub const OVERLAY_RECORD: KeyTable = KeyTable {
    name: "record of an overlay",
    doc: "A record that answers speak of and the document does not know.",
    keys: &[
        Key {
            name: "resource",
            required: true,
            shape: Shape::Text,
            doc: "The resource it belongs to.",
        },
        DESCRIPTION,
        Key {
            name: "fields",
            required: true,
            shape: Shape::MapOf(&Shape::Table(&FIELD)),
            doc: "Members; there are no others.",
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
            doc: "Why this answer.",
        },
    ],
};
