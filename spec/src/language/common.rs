//! Tables that several kinds of files share: silence, facts, fields, types.

use reader::{Key, KeyTable, Shape};

/// Types a member can be of; a record's name and `[type]` for a list are types too.
pub const FIELD_TYPES: &[&str] = &["string", "integer", "number", "boolean", "timestamp"];

/// Formats of a string.
pub const FORMATS: &[&str] = &["email", "url", "country", "identifier"];

/// Forms of a timestamp.
pub const TIMESTAMP_FORMS: &[&str] = &["utc", "offset_ahead", "offset_behind", "fraction"];

/// Slots whose silence a service, resource or record can declare for everything below it.
pub const INHERITABLE: &[&str] = &[
    "errors.status",
    "further_members",
    "key.required",
    "lifecycle.complete",
    "lifecycle.initial",
    "lifecycle.shown_in",
    "nullable",
    "order",
    "paging",
    "paging.integers",
    "paging.select",
    "present",
    "scope",
    "success.body",
    "success.status",
    "type",
];

pub(super) const TEXTS: Shape = Shape::List(&Shape::Text);
pub(super) const SOURCE: Key = Key {
    name: "source",
    required: false,
    shape: Shape::Text,
    doc: "Section of the document that states it; inherited when omitted.",
};
pub(super) const DESCRIPTION: Key = Key {
    name: "description",
    required: false,
    shape: Shape::Text,
    doc: "What it is, in one or two sentences.",
};

/// Silence with a note, where a fact could stand.
pub const SILENCE: KeyTable = KeyTable {
    name: "silence",
    doc: "A fact that the document does not show.",
    keys: &[
        Key {
            name: "not_shown",
            required: true,
            shape: Shape::Text,
            doc: "What is not known, in one sentence.",
        },
        Key {
            name: "interpretations",
            required: false,
            shape: TEXTS,
            doc: "The interpretations that the document allows.",
        },
        SOURCE,
    ],
};

pub(super) const WIRE: Key = Key {
    name: "wire_name",
    required: false,
    shape: Shape::Text,
    doc: "Name on the wire, if the name in code corrects its spelling.",
};
pub(super) const FORMAT: Key = Key {
    name: "format",
    required: false,
    shape: Shape::OneOf(FORMATS),
    doc: "Format of a string.",
};
pub(super) const EVIDENCE: Key = Key {
    name: "evidence",
    required: false,
    shape: Shape::OneOf(&["stated", "exampled", "conventional"]),
    doc: "`stated` (the default); `exampled`: only an example shows it; `conventional`: the document mentions the member without naming it, and the name is the usual one.",
};
pub(super) const FORMS: Key = Key {
    name: "forms",
    required: false,
    shape: Shape::List(&Shape::OneOf(TIMESTAMP_FORMS)),
    doc: "Accepted forms of a timestamp.",
};

/// A fact with a section of its own.
pub const FACT: KeyTable = KeyTable {
    name: "fact",
    doc: "A fact with a section of its own.",
    keys: &[
        Key {
            name: "value",
            required: true,
            shape: Shape::Any,
            doc: "The fact, written as it would be in the slot.",
        },
        Key { required: true, doc: "Section of the document that states it.", ..SOURCE },
    ],
};

/// A slot: the fact, in any of its shapes, or silence.
macro_rules! slot {
    ($($fact:expr),+) => {
        Shape::Either(&[
            $($fact,)+
            Shape::OneOf(&[$crate::language::NOT_SHOWN]),
            Shape::Table(&$crate::language::SILENCE),
            Shape::Table(&$crate::language::FACT),
        ])
    };
}
pub(super) use slot;

/// The type of a member.
pub(super) const TYPE: Shape =
    Shape::Either(&[Shape::OneOf(FIELD_TYPES), Shape::Text, Shape::List(&Shape::Text)]);
pub(super) const TYPE_SLOT: Shape =
    slot!(Shape::OneOf(FIELD_TYPES), Shape::Text, Shape::List(&Shape::Text));
pub(super) const BOOLEAN_SLOT: Shape = slot!(Shape::Boolean);
pub(super) const TEXT_SLOT: Shape = slot!(Shape::Text);
pub(super) const STATUS_SLOT: Shape = slot!(Shape::Integer);

/// A member of a record.
pub const FIELD: KeyTable = KeyTable {
    name: "field",
    doc: "A member of a record.",
    keys: &[
        WIRE,
        Key {
            name: "type",
            required: true,
            shape: TYPE_SLOT,
            doc: "`string`, `integer`, `number`, `boolean`, `timestamp`, the name of a record, or one of these in brackets for a list.",
        },
        FORMAT,
        Key {
            name: "values",
            required: false,
            shape: TEXTS,
            doc: "Documented values of a string; there may be others.",
        },
        FORMS,
        Key {
            name: "present",
            required: false,
            shape: BOOLEAN_SLOT,
            doc: "Whether the member is always present.",
        },
        Key {
            name: "nullable",
            required: false,
            shape: BOOLEAN_SLOT,
            doc: "Whether the member may be null.",
        },
        EVIDENCE,
        DESCRIPTION,
        SOURCE,
    ],
};
