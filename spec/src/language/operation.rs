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

/// Kinds of identifiers.
const WAYS: Shape = Shape::List(&Shape::OneOf(&["uuid", "email"]));

const SEVERAL: Key = Key {
    name: "separated_by",
    required: false,
    shape: Shape::OneOf(SEPARATORS),
    doc: "Separator of several values in one text.",
};

/// `<resource>/<operation>.yaml`
pub const OPERATION: KeyTable = KeyTable {
    name: "operation",
    doc: "A method and path.",
    keys: &[
        Key {
            name: "operation",
            required: true,
            shape: Shape::Text,
            doc: "Id, equal to the file name.",
        },
        SOURCE,
        DESCRIPTION,
        Key { name: "http", required: true, shape: Shape::Text, doc: "`METHOD /path/{parameter}`" },
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
            doc: "Authentication.",
        },
        Key {
            name: "path",
            required: false,
            shape: Shape::MapOf(&Shape::Table(&PATH_PARAMETER)),
            doc: "Path parameters.",
        },
        Key {
            name: "query",
            required: false,
            shape: Shape::MapOf(&Shape::Table(&QUERY)),
            doc: "Query parameters, without those that select a page.",
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
            doc: "The success response.",
        },
        Key {
            name: "errors",
            required: false,
            shape: Shape::MapOf(&Shape::Table(&ERROR_CASE)),
            doc: "Documented errors.",
        },
        Key {
            name: "lists",
            required: false,
            shape: Shape::Text,
            doc: "The record that it lists; requires `order` and `paging`.",
        },
        Key {
            name: "creates",
            required: false,
            shape: Shape::Text,
            doc: "The record that it creates.",
        },
        Key {
            name: "updates",
            required: false,
            shape: Shape::Text,
            doc: "The record that it changes: afterwards it has the values of the body, except members that trigger a transition.",
        },
        Key {
            name: "removes",
            required: false,
            shape: Shape::Text,
            doc: "The record that it deletes.",
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
            doc: "Paging of the list; `none` if it is not paged.",
        },
        Key {
            name: "scope",
            required: false,
            shape: slot!(Shape::OneOf(&["account", "service"])),
            doc: "Whether it reaches records of the `account` only or of the whole `service`; required for lists and for paths that identify a record.",
        },
        Key {
            name: "transition",
            required: false,
            shape: Shape::Table(&TRANSITION),
            doc: "The transition that it makes.",
        },
        Key {
            name: "transitions",
            required: false,
            shape: Shape::MapOf(&Shape::Table(&TRANSITION)),
            doc: "Several transitions, each `triggered_by` a different input.",
        },
        Key {
            name: "never_returns",
            required: false,
            shape: Shape::MapOf(&Shape::Table(&HIDDEN_RECORDS)),
            doc: "Records that it never returns, neither in a list nor by id.",
        },
        Key {
            name: "open_questions",
            required: false,
            shape: Shape::MapOf(&Shape::Table(&OPEN_QUESTION)),
            doc: "Gaps that no slot of the language covers.",
        },
        Key {
            name: "untestable",
            required: false,
            shape: Shape::MapOf(&Shape::Text),
            doc: "Clauses (ids without the operation) that cannot be tested over HTTP, and why.",
        },
    ],
};

/// A parameter of the path.
pub const PATH_PARAMETER: KeyTable = KeyTable {
    name: "path parameter",
    doc: "A path parameter.",
    keys: &[
        Key {
            name: "identified_by",
            required: true,
            shape: WAYS,
            doc: "Kinds of identifiers that it accepts.",
        },
        Key {
            name: "record",
            required: true,
            shape: Shape::Text,
            doc: "The record that it identifies.",
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
            doc: "`string`, `integer`, `number`, `boolean` or `timestamp`.",
        },
        Key {
            name: "required",
            required: false,
            shape: Shape::Boolean,
            doc: "Whether it is required [default: false].",
        },
        Key {
            name: "values",
            required: false,
            shape: Shape::MapOf(&Shape::Either(&[
                Shape::Text,
                Shape::Table(&QUERY_VALUE),
                Shape::Table(&SILENCE),
            ])),
            doc: "Documented values, each with its meaning.",
        },
        Key {
            name: "default",
            required: false,
            shape: Shape::Text,
            doc: "Value that is assumed when it is omitted.",
        },
        EVIDENCE,
        SEVERAL,
        Key {
            name: "filter",
            required: false,
            shape: Shape::Table(&FILTER),
            doc: "What it keeps in the list.",
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
        Key { name: "meaning", required: true, shape: TEXT_SLOT, doc: "What it selects." },
        Key {
            name: "adds",
            required: false,
            shape: Shape::Text,
            doc: "The member that it adds to each record.",
        },
        Key {
            name: "adds_unnamed",
            required: false,
            shape: Shape::Boolean,
            doc: "Whether it adds data whose name is not shown [default: false].",
        },
        Key {
            name: "sorts",
            required: false,
            shape: Shape::Table(&SORT),
            doc: "How it sorts the list.",
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
            doc: "`string`, `integer`, `number`, `boolean` or `timestamp`.",
        },
        FORMAT,
        Key {
            name: "values",
            required: false,
            shape: TEXTS,
            doc: "Documented values of a string.",
        },
        FORMS,
        Key {
            name: "required",
            required: false,
            shape: Shape::Boolean,
            doc: "Whether it is required [default: false].",
        },
        Key {
            name: "required_when",
            required: false,
            shape: Shape::Text,
            doc: "When it is required, as a clause after \"when\".",
        },
        Key {
            name: "unique",
            required: false,
            shape: Shape::Boolean,
            doc: "Whether the value must be unique [default: false].",
        },
        SEVERAL,
        Key {
            name: "identified_by",
            required: false,
            shape: WAYS,
            doc: "Kinds of identifiers that it accepts, if it identifies a record.",
        },
        Key {
            name: "record",
            required: false,
            shape: Shape::Text,
            doc: "The record that it identifies.",
        },
        DESCRIPTION,
        SOURCE,
    ],
};

/// The success response.
pub const SUCCESS: KeyTable = KeyTable {
    name: "success",
    doc: "The success response.",
    keys: &[
        SOURCE,
        Key { name: "status", required: false, shape: STATUS_SLOT, doc: "HTTP status." },
        Key {
            name: "body",
            required: false,
            shape: slot!(Shape::OneOf(&["none"]), Shape::MapOf(&TYPE)),
            doc: "`none`, or the members of the envelope: name and type.",
        },
        Key {
            name: "echoes",
            required: false,
            shape: Shape::MapOf(&Shape::Table(&ECHO)),
            doc: "`MEMBER.FIELD` of the response that repeats an input.",
        },
        Key {
            name: "set_to_call_time",
            required: false,
            shape: TEXTS,
            doc: "`MEMBER.FIELD` of the response that hold the time of the call.",
        },
    ],
};

/// A member of the answer that repeats an input.
pub const ECHO: KeyTable = KeyTable {
    name: "echo",
    doc: "A field of the response that repeats an input.",
    keys: &[
        Key {
            name: "from",
            required: true,
            shape: Shape::Text,
            doc: "`PART.NAME` of the request.",
        },
        Key {
            name: "when",
            required: false,
            shape: Shape::OneOf(&["uuid", "email"]),
            doc: "Only if the request uses this kind of identifier.",
        },
        SOURCE,
    ],
};
