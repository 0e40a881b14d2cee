//! `<resource>/resource.yaml`: records, their states, fixtures.

use reader::{Key, KeyTable, Shape};

use super::common::{BOOLEAN_SLOT, DESCRIPTION, FIELD, FIELD_TYPES, SOURCE, TEXT_SLOT, TEXTS};
use super::service::{OPEN_QUESTION, SILENCES};

/// `<resource>/resource.yaml`
pub const RESOURCE: KeyTable = KeyTable {
    name: "resource",
    doc: "A resource of the API.",
    keys: &[
        Key {
            name: "resource",
            required: true,
            shape: Shape::Text,
            doc: "Id, equal to the folder name.",
        },
        Key { name: "title", required: true, shape: Shape::Text, doc: "Display name." },
        SOURCE,
        DESCRIPTION,
        Key {
            name: "not_shown",
            required: false,
            shape: SILENCES,
            doc: "Slots that are silent in the whole resource.",
        },
        Key {
            name: "records",
            required: false,
            shape: Shape::MapOf(&Shape::Table(&RECORD)),
            doc: "Its JSON objects.",
        },
        Key {
            name: "fixtures",
            required: false,
            shape: Shape::MapOf(&Shape::Table(&FIXTURE)),
            doc: "Records that must exist in a deployment because a run cannot create them.",
        },
        Key {
            name: "open_questions",
            required: false,
            shape: Shape::MapOf(&Shape::Table(&OPEN_QUESTION)),
            doc: "Gaps that no slot of the language covers.",
        },
    ],
};

/// A record.
pub const RECORD: KeyTable = KeyTable {
    name: "record",
    doc: "A JSON object of the API.",
    keys: &[
        DESCRIPTION,
        SOURCE,
        Key {
            name: "not_shown",
            required: false,
            shape: SILENCES,
            doc: "Slots that are silent in the whole record.",
        },
        Key {
            name: "further_members",
            required: false,
            shape: BOOLEAN_SLOT,
            doc: "Whether there are members besides the listed ones.",
        },
        Key {
            name: "fields",
            required: true,
            shape: Shape::MapOf(&Shape::Table(&FIELD)),
            doc: "Its members.",
        },
        Key {
            name: "lifecycle",
            required: false,
            shape: Shape::Table(&LIFECYCLE),
            doc: "Its states.",
        },
        Key {
            name: "limit",
            required: false,
            shape: Shape::Table(&LIMIT),
            doc: "Maximum number of records.",
        },
    ],
};

/// The states of a record.
pub const LIFECYCLE: KeyTable = KeyTable {
    name: "lifecycle",
    doc: "The states of a record.",
    keys: &[
        SOURCE,
        Key { name: "states", required: true, shape: TEXTS, doc: "The documented states." },
        Key {
            name: "complete",
            required: false,
            shape: BOOLEAN_SLOT,
            doc: "Whether the list is complete.",
        },
        Key {
            name: "initial",
            required: false,
            shape: TEXT_SLOT,
            doc: "The state of a new record.",
        },
        Key {
            name: "shown_in",
            required: false,
            shape: TEXT_SLOT,
            doc: "The member that shows the state.",
        },
        Key {
            name: "external_transitions",
            required: false,
            shape: Shape::MapOf(&Shape::Table(&EXTERNAL_TRANSITION)),
            doc: "Transitions that no documented operation makes.",
        },
    ],
};

/// A transition that no documented operation makes.
pub const EXTERNAL_TRANSITION: KeyTable = KeyTable {
    name: "external transition",
    doc: "A transition that no documented operation makes.",
    keys: &[
        SOURCE,
        Key { name: "from", required: true, shape: Shape::Text, doc: "The state before." },
        Key { name: "to", required: true, shape: Shape::Text, doc: "The state after." },
        Key { name: "by", required: true, shape: TEXT_SLOT, doc: "What triggers it." },
    ],
};

/// The maximum number of records.
pub const LIMIT: KeyTable = KeyTable {
    name: "limit",
    doc: "Maximum number of records.",
    keys: &[
        SOURCE,
        Key {
            name: "per_account",
            required: true,
            shape: Shape::Integer,
            doc: "Maximum per account.",
        },
        Key {
            name: "untestable",
            required: false,
            shape: Shape::Text,
            doc: "Why it cannot be tested over HTTP, if it cannot.",
        },
    ],
};

/// A fixture kind.
pub const FIXTURE: KeyTable = KeyTable {
    name: "fixture",
    doc: "A kind of record that must exist in a deployment because a run cannot create it.",
    keys: &[
        Key { name: "record", required: true, shape: Shape::Text, doc: "Its record." },
        Key {
            name: "description",
            required: true,
            shape: Shape::Text,
            doc: "What it is, and what its id is.",
        },
        Key {
            name: "setup",
            required: true,
            shape: Shape::Text,
            doc: "How to create one, in one sentence: the operation, or who creates it if no operation does.",
        },
        Key {
            name: "consumed",
            required: false,
            shape: Shape::Boolean,
            doc: "Whether a scenario consumes it [default: false].",
        },
        Key {
            name: "facts",
            required: false,
            shape: Shape::MapOf(&Shape::OneOf(FIELD_TYPES)),
            doc: "Facts that a target file can give: name and type.",
        },
        Key {
            name: "discriminated_by",
            required: false,
            shape: Shape::MapOf(&Shape::Either(&[Shape::Boolean, Shape::Text])),
            doc: "Members and values that distinguish it from other fixtures of its record in a list.",
        },
        Key {
            name: "clauses",
            required: false,
            shape: TEXTS,
            doc: "Globs over the ids of the clauses that depend on it.",
        },
    ],
};
