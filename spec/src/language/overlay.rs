//! An overlay: answers to gaps.

use reader::Shape::{Any, Boolean, MapOf, Table, Text};
use reader::{KeyTable, optional, required};

use super::common::{DESCRIPTION, FIELD, IDENTIFIED_BY};

pub const OVERLAY: KeyTable = KeyTable::new(
    "overlay",
    "Answers to gaps.",
    &[
        required("overlay", Text)
            .doc("Name, in snake_case; part of the names of generated packages."),
        optional("description", Text).doc("Whose answers these are, and their purpose."),
        required("complete", Boolean).doc("Whether every gap is answered."),
        optional("records", MapOf(&Table(&OVERLAY_RECORD)))
            .doc("Records that answers use and the document does not have."),
        required("answers", MapOf(&Table(&ANSWER))).doc("Answers by gap id."),
    ],
);

pub const OVERLAY_RECORD: KeyTable = KeyTable::new(
    "overlay record",
    "A record that answers use and the document does not have.",
    &[
        required("resource", Text).doc("Its resource."),
        DESCRIPTION,
        IDENTIFIED_BY,
        required("fields", MapOf(&Table(&FIELD))).doc("Its members, all of them."),
    ],
);

pub const ANSWER: KeyTable = KeyTable::new(
    "answer",
    "An answer to a gap.",
    &[
        required("answer", Any).doc("The answer, written as the fact would be in the contract."),
        required("reason", Text).doc("The reason for the answer."),
    ],
);
