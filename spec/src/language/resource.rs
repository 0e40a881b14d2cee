//! `<resource>/resource.yaml`: records, their states, fixtures.

use reader::{Key, KeyTable, Shape};

use super::common::{BOOLEAN_SLOT, DESCRIPTION, FIELD, FIELD_TYPES, SOURCE, TEXT_SLOT, TEXTS};
use super::service::{OPEN_QUESTION, SILENCES};

/// `<resource>/resource.yaml`
pub const RESOURCE: KeyTable = KeyTable {
    name: "resource",
    doc: "A thing of the API.",
    keys: &[
        Key {
            name: "resource",
            required: true,
            shape: Shape::Text,
            doc: "Id, the same as the folder's name.",
        },
        Key {
            name: "title",
            required: true,
            shape: Shape::Text,
            doc: "Name for people.",
        },
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
            doc: "The JSON objects that show its things.",
        },
        Key {
            name: "fixtures",
            required: false,
            shape: Shape::MapOf(&Shape::Table(&FIXTURE)),
            doc: "Things a deployment must hold that a run cannot make.",
        },
        Key {
            name: "open_questions",
            required: false,
            shape: Shape::MapOf(&Shape::Table(&OPEN_QUESTION)),
            doc: "Silences that fill no slot of the language.",
        },
    ],
};

/// A record.
pub const RECORD: KeyTable = KeyTable {
    name: "record",
    doc: "A JSON object that shows a thing.",
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
            doc: "Whether there are members beside the listed ones.",
        },
        Key {
            name: "fields",
            required: true,
            shape: Shape::MapOf(&Shape::Table(&FIELD)),
            doc: "Members.",
        },
        Key {
            name: "lifecycle",
            required: false,
            shape: Shape::Table(&LIFECYCLE),
            doc: "States.",
        },
        Key {
            name: "limit",
            required: false,
            shape: Shape::Table(&LIMIT),
            doc: "How many of them there can be.",
        },
    ],
};

/// The states of a record.
pub const LIFECYCLE: KeyTable = KeyTable {
    name: "lifecycle",
    doc: "The states of a record.",
    keys: &[
        SOURCE,
        Key {
            name: "states",
            required: true,
            shape: TEXTS,
            doc: "The states the document names.",
        },
        Key {
            name: "complete",
            required: false,
            shape: BOOLEAN_SLOT,
            doc: "Whether these are all there are.",
        },
        Key {
            name: "initial",
            required: false,
            shape: TEXT_SLOT,
            doc: "The state a new one starts in.",
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
            doc: "Moves that no documented operation makes.",
        },
    ],
};

/// A move between states that no documented operation makes.
pub const EXTERNAL_TRANSITION: KeyTable = KeyTable {
    name: "move",
    doc: "A move between states that no documented operation makes.",
    keys: &[
        SOURCE,
        Key {
            name: "from",
            required: true,
            shape: Shape::Text,
            doc: "The state before.",
        },
        Key {
            name: "to",
            required: true,
            shape: Shape::Text,
            doc: "The state after.",
        },
        Key {
            name: "by",
            required: true,
            shape: TEXT_SLOT,
            doc: "Who or what makes it.",
        },
    ],
};

/// How many things of a record there can be.
pub const LIMIT: KeyTable = KeyTable {
    name: "limit",
    doc: "How many things of a record there can be.",
    keys: &[
        SOURCE,
        Key {
            name: "per_account",
            required: true,
            shape: Shape::Integer,
            doc: "So many for each account, at most.",
        },
        Key {
            name: "untestable",
            required: false,
            shape: Shape::Text,
            doc: "Why it cannot be seen on the wire, where it cannot.",
        },
    ],
};

/// A fixture kind.
pub const FIXTURE: KeyTable = KeyTable {
    name: "fixture",
    doc: "A kind of thing that must exist in a deployment and that a run cannot make.",
    keys: &[
        Key {
            name: "record",
            required: true,
            shape: Shape::Text,
            doc: "The record it is one of.",
        },
        Key {
            name: "description",
            required: true,
            shape: Shape::Text,
            doc: "What it is for, what its id is.",
        },
        Key {
            name: "setup",
            required: true,
            shape: Shape::Text,
            doc: "How one comes to be, in a sentence: by which call, or by whom where no operation makes one.",
        },
        Key {
            name: "consumed",
            required: false,
            shape: Shape::Boolean,
            doc: "Whether exercising it uses it up (`false` unless said).",
        },
        Key {
            name: "facts",
            required: false,
            shape: Shape::MapOf(&Shape::OneOf(FIELD_TYPES)),
            doc: "What a target file can tell about one: name and type.",
        },
        Key {
            name: "discriminated_by",
            required: false,
            shape: Shape::MapOf(&Shape::Either(&[Shape::Boolean, Shape::Text])),
            doc: "What tells it from others of its record in a list: members, each with its value.",
        },
        Key {
            name: "clauses",
            required: false,
            shape: TEXTS,
            doc: "The clauses that hang on it: globs over their ids.",
        },
    ],
};
