//! Tables that several kinds of files share: silence, facts, fields, types.

use reader::Shape::{Any, Boolean, Either, Integer, List, Number, OneOf, Table, Text};
use reader::{Key, KeyTable, Shape, optional, required};

use crate::model::{Evidence, Format, TimestampForm};

/// Types of a single value, which a query parameter can have, too.
pub const PLAIN_TYPES: &[&str] =
    &["string", "integer", "number", "boolean", "timestamp", "date", "unix_time"];

/// Types a member can be of; a record's name, `[type]` for a list and `{ map: type }` are types too.
pub const FIELD_TYPES: &[&str] =
    &["string", "integer", "number", "boolean", "timestamp", "date", "unix_time", "json"];

/// The types of members in words.
const TYPES_DOC: &str = "`string`, `integer`, `number`, `boolean`, `timestamp`, `date` (`YYYY-MM-DD`), `unix_time` (whole seconds since 1970), \
     `json` (any value), the name of a record, one of these in brackets for a list, or `{ map: string }` for an object with any names.";

/// Slots whose silence a service, resource or record can declare for everything below it.
pub const INHERITABLE: &[&str] = &[
    "errors.code",
    "errors.entries_complete",
    "errors.field",
    "errors.field_present",
    "errors.message",
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

pub(super) const TEXTS: Shape = List(&Text);
pub(super) const SOURCE: Key =
    optional("source", Text).doc("Section of the document that states it; inherited when omitted.");
pub(super) const IDENTIFIED_BY: Key = optional("identified_by", Either(&[OneOf(&[super::NONE]), Text])).doc(
    "The member that identifies it: an `integer`, or a `string` with `format: identifier`; `none` if no member does \
     [default: uuid, if it has such a member].",
);
pub(super) const DESCRIPTION: Key =
    optional("description", Text).doc("What it is, in one or two sentences.");

pub(super) const NOTE: &str = "What is not known, in one sentence.";
pub(super) const INTERPRETATIONS: Key =
    optional("interpretations", TEXTS).doc("The interpretations that the document allows.");

pub const SILENCE: KeyTable = KeyTable::new(
    "silence",
    "A fact that the document does not show.",
    &[
        required("not_shown", Text).doc(NOTE),
        optional("interpretations", TEXTS).doc("The interpretations that the document allows."),
        SOURCE,
    ],
);

pub(super) const WIRE: Key =
    optional("wire_name", Text).doc("Name on the wire, if the name in code corrects its spelling.");
pub(super) const FORMAT: Key = optional("format", OneOf(Format::WORDS)).doc("Format of a string.");
pub(super) const EVIDENCE: Key = optional("evidence", OneOf(Evidence::WORDS))
    .doc("`stated` (the default); `exampled`: only an example shows it; `conventional`: the document mentions the member without naming it, and the name is the usual one.");
pub(super) const VALUES: Key = optional("values", TEXTS)
    .doc("Documented values of a string, in a list of each item; there may be others, unless they are `complete`.");
pub(super) const COMPLETE: Key = optional("complete", Boolean).doc(
    "Whether the `values` are all that there are [default: false]. With one value, the member is constant.",
);
pub(super) const FORMS: Key =
    optional("forms", List(&OneOf(TimestampForm::WORDS))).doc("Accepted forms of a timestamp.");

pub(super) const MINIMUM: Key = optional("minimum", Number)
    .doc("The least number that is accepted; in a list or map, of each item.");
pub(super) const MAXIMUM: Key = optional("maximum", Number)
    .doc("The greatest number that is accepted; in a list or map, of each item.");
pub(super) const MIN_LENGTH: Key = optional("min_length", Integer)
    .doc("The least number of characters of a string; in a list or map, of each item.");
pub(super) const MAX_LENGTH: Key = optional("max_length", Integer)
    .doc("The greatest number of characters of a string; in a list or map, of each item.");
pub(super) const PATTERN: Key = optional("pattern", Text)
    .doc("Regular expression that a string matches, in a list or map each item; `^` and `$` are its ends. It needs an `example`.");
pub(super) const MIN_ITEMS: Key =
    optional("min_items", Integer).doc("The least number of items of a list.");
pub(super) const MAX_ITEMS: Key =
    optional("max_items", Integer).doc("The greatest number of items of a list.");
pub(super) const UNIQUE_ITEMS: Key =
    optional("unique_items", Boolean).doc("Whether the items of a list differ [default: false].");
pub(super) const EXAMPLE: Key = optional("example", Any)
    .doc("A value that is accepted. The suite sends it, and beside a `pattern` values made from it. It does not limit what else is accepted: a `pattern` or a `format` does.");

pub const FACT: KeyTable = KeyTable::new(
    "fact",
    "A fact with a section of its own.",
    &[
        required("value", Any).doc("The fact, written as it would be in the slot."),
        required("source", Text).doc("Section of the document that states it."),
    ],
);

/// A slot: the fact, in any of its shapes, or silence.
macro_rules! slot {
    ($($fact:expr),+) => {
        reader::Shape::Either(&[
            $($fact,)+
            reader::Shape::OneOf(&[$crate::language::NOT_SHOWN]),
            reader::Shape::Table(&$crate::language::SILENCE),
            reader::Shape::Table(&$crate::language::FACT),
        ])
    };
}
pub(super) use slot;

pub const MAP_TYPE: KeyTable = KeyTable::new(
    "map type",
    "The type of an object whose members have any names.",
    &[required("map", OneOf(FIELD_TYPES)).doc("The type of the values.")],
);

/// The type of a member.
pub(super) const TYPE: Shape = Either(&[OneOf(FIELD_TYPES), Text, List(&Text), Table(&MAP_TYPE)]);
pub(super) const TYPE_SLOT: Shape = slot!(OneOf(FIELD_TYPES), Text, List(&Text), Table(&MAP_TYPE));
pub(super) const TYPE_KEY: Key = required("type", TYPE_SLOT).doc(TYPES_DOC);
pub(super) const BOOLEAN_SLOT: Shape = slot!(Boolean);
pub(super) const TEXT_SLOT: Shape = slot!(Text);
pub(super) const STATUS_SLOT: Shape = slot!(Integer);

pub const FIELD: KeyTable = KeyTable::new(
    "field",
    "A member of a record.",
    &[
        WIRE,
        TYPE_KEY,
        FORMAT,
        VALUES,
        COMPLETE,
        FORMS,
        MINIMUM,
        MAXIMUM,
        MIN_LENGTH,
        MAX_LENGTH,
        PATTERN,
        MIN_ITEMS,
        MAX_ITEMS,
        UNIQUE_ITEMS,
        EXAMPLE,
        optional("present", BOOLEAN_SLOT).doc("Whether the member is always present."),
        optional("nullable", BOOLEAN_SLOT).doc("Whether the member may be null."),
        EVIDENCE,
        DESCRIPTION,
        SOURCE,
    ],
);
