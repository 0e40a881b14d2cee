//! `<resource>/<operation>.yaml`: one operation.

use reader::{Key, KeyTable, Shape};

use super::common::{
    DESCRIPTION, EVIDENCE, FIELD_TYPES, FORMAT, FORMS, SILENCE, SOURCE, STATUS_SLOT, TEXT_SLOT,
    TEXTS, TYPE, TYPE_SLOT, WIRE, slot,
};
use super::rule::{FILTER, HIDDEN_RECORDS, ORDER, PAGING, SORT, TRANSITION};
use super::service::{ERROR_CASE, KEY_RULE, OPEN_QUESTION, SILENCES};

/// How several values are sent at once.
pub const SEPARATORS: &[&str] = &["commas"];

/// The ways a thing can be addressed.
const WAYS: Shape = Shape::List(&Shape::OneOf(&["uuid", "email"]));

const SEVERAL: Key = Key {
    name: "separated_by",
    required: false,
    shape: Shape::OneOf(SEPARATORS),
    doc: "How several values are sent at once.",
};

/// `<resource>/<operation>.yaml`
pub const OPERATION: KeyTable = KeyTable {
    name: "operation",
    doc: "One method on one path.",
    keys: &[
        Key {
            name: "operation",
            required: true,
            shape: Shape::Text,
            doc: "Id, the same as the file's name.",
        },
        SOURCE,
        DESCRIPTION,
        Key {
            name: "http",
            required: true,
            shape: Shape::Text,
            doc: "METHOD /path/{parameter}",
        },
        Key {
            name: "not_shown",
            required: false,
            shape: SILENCES,
            doc: "Slots that are silent in this operation.",
        },
        Key {
            name: "key",
            required: false,
            shape: Shape::Table(&KEY_RULE),
            doc: "What is said of the key.",
        },
        Key {
            name: "path",
            required: false,
            shape: Shape::MapOf(&Shape::Table(&PATH_PARAMETER)),
            doc: "Parameters of the path.",
        },
        Key {
            name: "query",
            required: false,
            shape: Shape::MapOf(&Shape::Table(&QUERY)),
            doc: "Query parameters, without the ones that choose a page.",
        },
        Key {
            name: "body",
            required: false,
            shape: Shape::MapOf(&Shape::Table(&INPUT)),
            doc: "Members of the JSON request body.",
        },
        Key {
            name: "success",
            required: true,
            shape: Shape::Table(&SUCCESS),
            doc: "What is answered when all is well.",
        },
        Key {
            name: "errors",
            required: false,
            shape: Shape::MapOf(&Shape::Table(&ERROR_CASE)),
            doc: "Documented refusals.",
        },
        Key {
            name: "lists",
            required: false,
            shape: Shape::Text,
            doc: "The record it lists; then order and paging must be said.",
        },
        Key {
            name: "creates",
            required: false,
            shape: Shape::Text,
            doc: "The record it creates one of.",
        },
        Key {
            name: "updates",
            required: false,
            shape: Shape::Text,
            doc: "The record it changes: afterwards it has what the body said, but for members that a transition is given by.",
        },
        Key {
            name: "removes",
            required: false,
            shape: Shape::Text,
            doc: "The record it takes away: afterwards the thing is gone.",
        },
        Key {
            name: "order",
            required: false,
            shape: slot!(Shape::Table(&ORDER)),
            doc: "Order of the list.",
        },
        Key {
            name: "paging",
            required: false,
            shape: slot!(Shape::Table(&PAGING), Shape::OneOf(&["none"])),
            doc: "Paging of the list; `none` when it is not paged.",
        },
        Key {
            name: "scope",
            required: false,
            shape: slot!(Shape::OneOf(&["account", "service"])),
            doc: "Whose things are shown or reached: account or service; must be said of lists and where the path addresses something.",
        },
        Key {
            name: "transition",
            required: false,
            shape: Shape::Table(&TRANSITION),
            doc: "The move between states it makes.",
        },
        Key {
            name: "transitions",
            required: false,
            shape: Shape::MapOf(&Shape::Table(&TRANSITION)),
            doc: "The moves it makes, where there are several: each says by which input it is `given`.",
        },
        Key {
            name: "never_returns",
            required: false,
            shape: Shape::MapOf(&Shape::Table(&HIDDEN_RECORDS)),
            doc: "Things it never shows, neither in a list nor by id.",
        },
        Key {
            name: "open_questions",
            required: false,
            shape: Shape::MapOf(&Shape::Table(&OPEN_QUESTION)),
            doc: "Silences that fill no slot of the language.",
        },
        Key {
            name: "untestable",
            required: false,
            shape: Shape::MapOf(&Shape::Text),
            doc: "Clauses (ids without the operation) that cannot be seen on the wire, and why.",
        },
    ],
};

/// A parameter of the path.
pub const PATH_PARAMETER: KeyTable = KeyTable {
    name: "path parameter",
    doc: "A parameter of the path.",
    keys: &[
        Key {
            name: "identified_by",
            required: true,
            shape: WAYS,
            doc: "The ways the thing can be addressed.",
        },
        Key {
            name: "record",
            required: true,
            shape: Shape::Text,
            doc: "The record that is addressed.",
        },
        DESCRIPTION,
        SOURCE,
    ],
};

/// A query parameter.
pub const QUERY: KeyTable = KeyTable {
    name: "query parameter",
    doc: "A query parameter.",
    keys: &[
        Key {
            name: "type",
            required: true,
            shape: Shape::OneOf(FIELD_TYPES),
            doc: "string, integer, number, boolean or timestamp.",
        },
        Key {
            name: "required",
            required: false,
            shape: Shape::Boolean,
            doc: "Whether it must be sent (`false` unless said).",
        },
        Key {
            name: "values",
            required: false,
            shape: Shape::MapOf(&Shape::Either(&[
                Shape::Text,
                Shape::Table(&QUERY_VALUE),
                Shape::Table(&SILENCE),
            ])),
            doc: "Documented values, each with what it selects.",
        },
        Key {
            name: "default",
            required: false,
            shape: Shape::Text,
            doc: "What is assumed when it is not sent.",
        },
        EVIDENCE,
        SEVERAL,
        Key {
            name: "filter",
            required: false,
            shape: Shape::Table(&FILTER),
            doc: "What it keeps of the list.",
        },
        DESCRIPTION,
        SOURCE,
    ],
};

/// A documented value of a query parameter that adds data or sorts.
pub const QUERY_VALUE: KeyTable = KeyTable {
    name: "query value",
    doc: "A documented value of a query parameter.",
    keys: &[
        Key {
            name: "meaning",
            required: true,
            shape: TEXT_SLOT,
            doc: "What it selects.",
        },
        Key {
            name: "adds",
            required: false,
            shape: Shape::Text,
            doc: "The member it adds to each record.",
        },
        Key {
            name: "adds_unnamed",
            required: false,
            shape: Shape::Boolean,
            doc: "Whether it adds data to what is shown, under a name that is not shown (no, unless said).",
        },
        Key {
            name: "sorts",
            required: false,
            shape: Shape::Table(&SORT),
            doc: "The order it brings the list into.",
        },
    ],
};

/// A member of the request body.
pub const INPUT: KeyTable = KeyTable {
    name: "input",
    doc: "A member of the request body.",
    keys: &[
        WIRE,
        Key {
            name: "type",
            required: true,
            shape: TYPE_SLOT,
            doc: "string, integer, number, boolean or timestamp.",
        },
        FORMAT,
        Key {
            name: "values",
            required: false,
            shape: TEXTS,
            doc: "Values of a string that the document names.",
        },
        FORMS,
        Key {
            name: "required",
            required: false,
            shape: Shape::Boolean,
            doc: "Whether it must be sent (`false` unless said).",
        },
        Key {
            name: "required_when",
            required: false,
            shape: Shape::Text,
            doc: "When it must be sent, in words that follow \"when\", where the document says so.",
        },
        Key {
            name: "unique",
            required: false,
            shape: Shape::Boolean,
            doc: "Whether no other record may have the value (`false` unless said).",
        },
        SEVERAL,
        Key {
            name: "identified_by",
            required: false,
            shape: WAYS,
            doc: "The ways it can address a thing; then `of` says of which record.",
        },
        Key {
            name: "record",
            required: false,
            shape: Shape::Text,
            doc: "The record that it addresses.",
        },
        DESCRIPTION,
        SOURCE,
    ],
};

/// What is answered when all is well.
pub const SUCCESS: KeyTable = KeyTable {
    name: "success",
    doc: "What is answered when all is well.",
    keys: &[
        SOURCE,
        Key {
            name: "status",
            required: false,
            shape: STATUS_SLOT,
            doc: "HTTP status.",
        },
        Key {
            name: "body",
            required: false,
            shape: slot!(Shape::OneOf(&["none"]), Shape::MapOf(&TYPE)),
            doc: "none, or the members of the envelope: name and type.",
        },
        Key {
            name: "echoes",
            required: false,
            shape: Shape::MapOf(&Shape::Table(&ECHO)),
            doc: "MEMBER.FIELD of the answer that repeats what the request said.",
        },
        Key {
            name: "set_to_call_time",
            required: false,
            shape: TEXTS,
            doc: "MEMBER.FIELD of the answer that hold the time of the call.",
        },
    ],
};

/// A member of the answer that repeats an input.
pub const ECHO: KeyTable = KeyTable {
    name: "echo",
    doc: "A member of the answer that repeats what the request said.",
    keys: &[
        Key {
            name: "from",
            required: true,
            shape: Shape::Text,
            doc: "PART.NAME of the request.",
        },
        Key {
            name: "when",
            required: false,
            shape: Shape::OneOf(&["uuid", "email"]),
            doc: "Only when the input was given in this way.",
        },
        SOURCE,
    ],
};
