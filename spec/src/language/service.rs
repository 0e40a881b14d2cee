//! `service.yaml`: what holds for the whole service.

use reader::{Key, KeyTable, Shape};

use super::common::{
    BOOLEAN_SLOT, DESCRIPTION, INHERITABLE, SILENCE, SOURCE, STATUS_SLOT, TEXT_SLOT, TEXTS,
};

/// `service.yaml`
pub const SERVICE: KeyTable = KeyTable {
    name: "service",
    doc: "What holds for the whole service.",
    keys: &[
        Key {
            name: "service",
            required: true,
            shape: Shape::Text,
            doc: "Id of the service, snake_case.",
        },
        Key {
            name: "title",
            required: true,
            shape: Shape::Text,
            doc: "Name for people.",
        },
        Key {
            name: "package",
            required: true,
            shape: Shape::Text,
            doc: "First part of the names of the generated packages.",
        },
        Key {
            name: "source",
            required: true,
            shape: Shape::Text,
            doc: "Section of the document; what is below inherits it.",
        },
        DESCRIPTION,
        Key {
            name: "versions",
            required: false,
            shape: Shape::Table(&VERSIONS),
            doc: "The versions that paths begin with; every operation then has one.",
        },
        Key {
            name: "key",
            required: true,
            shape: Shape::Table(&KEY),
            doc: "How a caller says who it is.",
        },
        Key {
            name: "error_body",
            required: true,
            shape: Shape::Table(&ERROR_BODY),
            doc: "What an error body looks like.",
        },
        Key {
            name: "not_shown",
            required: false,
            shape: SILENCES,
            doc: "Slots that are silent everywhere below.",
        },
        Key {
            name: "errors",
            required: false,
            shape: Shape::MapOf(&Shape::Table(&ERROR_CASE)),
            doc: "Refusals that any operation may answer.",
        },
        Key {
            name: "open_questions",
            required: false,
            shape: Shape::MapOf(&Shape::Table(&OPEN_QUESTION)),
            doc: "Silences that fill no slot of the language.",
        },
        Key {
            name: "keys",
            required: true,
            shape: Shape::MapOf(&Shape::Text),
            doc: "Kinds of keys a run may be given; the first is the one it works with.",
        },
    ],
};

/// The versions that paths begin with.
pub const VERSIONS: KeyTable = KeyTable {
    name: "versions",
    doc: "The version of an operation is the first segment of its path.",
    keys: &[
        SOURCE,
        Key {
            name: "prefixes",
            required: true,
            shape: TEXTS,
            doc: "The versions there are, as paths begin with them.",
        },
    ],
};

/// How a caller says who it is.
pub const KEY: KeyTable = KeyTable {
    name: "key",
    doc: "How a caller says who it is.",
    keys: &[
        SOURCE,
        Key {
            name: "header",
            required: true,
            shape: Shape::Text,
            doc: "Name of the header, in the document's main spelling.",
        },
        Key {
            name: "case_insensitive",
            required: true,
            shape: BOOLEAN_SLOT,
            doc: "Whether the case of the name does not matter.",
        },
        Key {
            name: "identifies_account",
            required: true,
            shape: BOOLEAN_SLOT,
            doc: "Whether the key identifies the account.",
        },
    ],
};

/// The `key` of an operation.
pub const KEY_RULE: KeyTable = KeyTable {
    name: "key rule",
    doc: "What the document says of the key on this operation.",
    keys: &[
        Key {
            name: "required",
            required: true,
            shape: BOOLEAN_SLOT,
            doc: "Whether a key must be sent.",
        },
        SOURCE,
    ],
};

/// What an error body looks like.
pub const ERROR_BODY: KeyTable = KeyTable {
    name: "error body",
    doc: "What an error body looks like.",
    keys: &[
        SOURCE,
        Key {
            name: "member",
            required: true,
            shape: Shape::Text,
            doc: "The member that holds the message, a string.",
        },
        Key {
            name: "further_members",
            required: true,
            shape: BOOLEAN_SLOT,
            doc: "Whether others may stand beside it.",
        },
    ],
};

/// Silences by slot.
pub(super) const SILENCES: Shape = Shape::MapAmong(INHERITABLE, &Shape::Table(&INHERITED));

/// A silence that everything below inherits.
pub(super) const INHERITED: KeyTable = KeyTable {
    name: "inherited silence",
    doc: "A slot that is silent everywhere below, unless a file says otherwise.",
    keys: &[
        Key {
            name: "note",
            required: true,
            shape: Shape::Text,
            doc: SILENCE.keys[0].doc,
        },
        Key {
            name: "interpretations",
            required: false,
            shape: TEXTS,
            doc: SILENCE.keys[1].doc,
        },
        SOURCE,
    ],
};

/// A silence that fills no slot.
pub const OPEN_QUESTION: KeyTable = KeyTable {
    name: "open question",
    doc: "Something the document does not tell and the language has no slot for.",
    keys: INHERITED.keys,
};

/// A documented refusal.
pub const ERROR_CASE: KeyTable = KeyTable {
    name: "error case",
    doc: "A documented refusal.",
    keys: &[
        SOURCE,
        Key {
            name: "when",
            required: false,
            shape: TEXT_SLOT,
            doc: "missing|blank|malformed|taken|unknown PART.NAME, in state RECORD STATE, not in state RECORD STATE, repeated, key absent|invalid|userless, or prose: TEXT; like the message, the service's where it has a case of this name.",
        },
        Key {
            name: "message",
            required: false,
            shape: Shape::Text,
            doc: "The message, with {placeholders}; left out where the service has a case of this name.",
        },
        Key {
            name: "placeholders",
            required: false,
            shape: Shape::MapOf(&TEXTS),
            doc: "What each placeholder stands for: PART.NAME of the request or Record.member; any one of several.",
        },
        Key {
            name: "status",
            required: false,
            shape: STATUS_SLOT,
            doc: "HTTP status.",
        },
        Key {
            name: "indistinct_from",
            required: false,
            shape: TEXTS,
            doc: "Other error cases that the document does not tell from this one: each of them may be answered. The service's, where it has a case of this name; `[]` where the operation decides.",
        },
    ],
};
