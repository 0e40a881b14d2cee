//! `service.yaml`: facts about the whole service.

use reader::{Key, KeyTable, Shape};

use super::common::{
    BOOLEAN_SLOT, DESCRIPTION, INHERITABLE, SILENCE, SOURCE, STATUS_SLOT, TEXT_SLOT, TEXTS,
};

/// `service.yaml`
pub const SERVICE: KeyTable = KeyTable {
    name: "service",
    doc: "Facts about the whole service.",
    keys: &[
        Key {
            name: "service",
            required: true,
            shape: Shape::Text,
            doc: "Id of the service, in snake_case.",
        },
        Key { name: "title", required: true, shape: Shape::Text, doc: "Display name." },
        Key {
            name: "package",
            required: true,
            shape: Shape::Text,
            doc: "Prefix of the names of the generated packages.",
        },
        Key {
            name: "source",
            required: true,
            shape: Shape::Text,
            doc: "Section of the document; inherited by everything below.",
        },
        DESCRIPTION,
        Key {
            name: "versions",
            required: false,
            shape: Shape::Table(&VERSIONS),
            doc: "Version prefixes of paths; with them, every path starts with one.",
        },
        Key {
            name: "key",
            required: true,
            shape: Shape::Table(&KEY),
            doc: "How requests are authenticated.",
        },
        Key {
            name: "error_body",
            required: true,
            shape: Shape::Table(&ERROR_BODY),
            doc: "Shape of an error body.",
        },
        Key {
            name: "not_shown",
            required: false,
            shape: SILENCES,
            doc: "Slots that are silent unless a resource or operation states them.",
        },
        Key {
            name: "errors",
            required: false,
            shape: Shape::MapOf(&Shape::Table(&ERROR_CASE)),
            doc: "Error cases of every operation.",
        },
        Key {
            name: "open_questions",
            required: false,
            shape: Shape::MapOf(&Shape::Table(&OPEN_QUESTION)),
            doc: "Gaps that no slot of the language covers.",
        },
        Key {
            name: "keys",
            required: true,
            shape: Shape::MapOf(&Shape::Text),
            doc: "Kinds of API keys that a run can have; the first is the default.",
        },
    ],
};

/// The version prefixes of paths.
pub const VERSIONS: KeyTable = KeyTable {
    name: "versions",
    doc: "Version prefixes: the first segment of every path.",
    keys: &[
        SOURCE,
        Key { name: "prefixes", required: true, shape: TEXTS, doc: "The prefixes, such as `v1`." },
    ],
};

/// How requests are authenticated.
pub const KEY: KeyTable = KeyTable {
    name: "key",
    doc: "How requests are authenticated.",
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
            doc: "Whether the header name is case-insensitive.",
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
    name: "operation key",
    doc: "Authentication of an operation.",
    keys: &[
        Key {
            name: "required",
            required: true,
            shape: BOOLEAN_SLOT,
            doc: "Whether a key is required.",
        },
        SOURCE,
    ],
};

/// The shape of an error body.
pub const ERROR_BODY: KeyTable = KeyTable {
    name: "error body",
    doc: "Shape of an error body.",
    keys: &[
        SOURCE,
        Key {
            name: "member",
            required: true,
            shape: Shape::Text,
            doc: "The member with the message, a string.",
        },
        Key {
            name: "further_members",
            required: true,
            shape: BOOLEAN_SLOT,
            doc: "Whether there may be other members.",
        },
    ],
};

/// Silences by slot.
pub(super) const SILENCES: Shape = Shape::MapAmong(INHERITABLE, &Shape::Table(&INHERITED));

/// A silence that everything below inherits.
pub(super) const INHERITED: KeyTable = KeyTable {
    name: "inherited silence",
    doc: "A slot that is silent everywhere below unless stated.",
    keys: &[
        Key { name: "note", required: true, shape: Shape::Text, doc: SILENCE.keys[0].doc },
        Key { name: "interpretations", required: false, shape: TEXTS, doc: SILENCE.keys[1].doc },
        SOURCE,
    ],
};

/// A gap that no slot covers.
pub const OPEN_QUESTION: KeyTable = KeyTable {
    name: "open question",
    doc: "A gap that no slot of the language covers.",
    keys: INHERITED.keys,
};

/// A documented refusal.
pub const ERROR_CASE: KeyTable = KeyTable {
    name: "error case",
    doc: "A documented error.",
    keys: &[
        SOURCE,
        Key {
            name: "when",
            required: false,
            shape: TEXT_SLOT,
            doc: "Condition: `missing|blank|malformed|taken|unknown PART.NAME`, `in state RECORD STATE`, `not in state RECORD STATE`, `repeated`, `key absent|invalid|userless`, or `prose: TEXT`. Defaults to that of the service's case of the same name.",
        },
        Key {
            name: "message",
            required: false,
            shape: Shape::Text,
            doc: "The message, with {placeholders}. Defaults to that of the service's case of the same name.",
        },
        Key {
            name: "placeholders",
            required: false,
            shape: Shape::MapOf(&TEXTS),
            doc: "Sources of each placeholder: `PART.NAME` of the request or `Record.member`; any one of them is accepted.",
        },
        Key { name: "status", required: false, shape: STATUS_SLOT, doc: "HTTP status." },
        Key {
            name: "indistinct_from",
            required: false,
            shape: TEXTS,
            doc: "Error cases that the document does not distinguish from this one: any of them may be returned. Defaults to that of the service's case of the same name; `[]` for none.",
        },
    ],
};
