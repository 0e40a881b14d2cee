//! `<resource>/<operation>.yaml`: one operation.

use reader::{Key, KeyTable, Shape};

use super::common::{
    ABOUT, ANY_SLOT, FORMAT, FORMS, SILENCE, SOURCE, STATUS_SLOT, TEXT_SLOT, TEXTS, WIRE,
    YES_NO_SLOT,
};
use super::service::{ERROR_CASE, INHERITED, KEY_RULE, QUESTION};

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
        ABOUT,
        Key {
            name: "http",
            required: true,
            shape: Shape::Text,
            doc: "METHOD /path/{parameter}",
        },
        Key {
            name: "not_shown",
            required: false,
            shape: Shape::MapOf(&Shape::Table(&INHERITED)),
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
            doc: "The record it lists; then order, paging and scope must be said.",
        },
        Key {
            name: "creates",
            required: false,
            shape: Shape::Text,
            doc: "The record it creates one of.",
        },
        Key {
            name: "order",
            required: false,
            shape: Shape::Either(&[
                Shape::Table(&ORDER),
                Shape::OneOf(&["not_shown"]),
                Shape::Table(&SILENCE),
            ]),
            doc: "Order of the list.",
        },
        Key {
            name: "paging",
            required: false,
            shape: Shape::Either(&[
                Shape::Table(&PAGING),
                Shape::OneOf(&["not_shown"]),
                Shape::Table(&SILENCE),
            ]),
            doc: "Paging of the list.",
        },
        Key {
            name: "scope",
            required: false,
            shape: ANY_SLOT,
            doc: "Whose things are listed: account or service.",
        },
        Key {
            name: "transition",
            required: false,
            shape: Shape::Table(&TRANSITION),
            doc: "The move between states it makes.",
        },
        Key {
            name: "open_questions",
            required: false,
            shape: Shape::MapOf(&Shape::Table(&QUESTION)),
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
            name: "is",
            required: true,
            shape: Shape::List(&Shape::OneOf(&["uuid", "email"])),
            doc: "The ways the thing can be addressed.",
        },
        Key {
            name: "of",
            required: true,
            shape: Shape::Text,
            doc: "The record that is addressed.",
        },
        ABOUT,
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
            shape: Shape::Text,
            doc: "string, integer, number, boolean or timestamp.",
        },
        Key {
            name: "required",
            required: false,
            shape: Shape::YesNo,
            doc: "Whether it must be sent (no, unless said).",
        },
        Key {
            name: "values",
            required: false,
            shape: Shape::MapOf(&ANY_SLOT),
            doc: "Documented values, each with what it selects.",
        },
        Key {
            name: "default",
            required: false,
            shape: Shape::Text,
            doc: "What is assumed when it is not sent.",
        },
        ABOUT,
        SOURCE,
    ],
};

/// A documented value of a query parameter that adds data.
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
            shape: ANY_SLOT,
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
            shape: Shape::YesNo,
            doc: "Whether it must be sent (no, unless said).",
        },
        Key {
            name: "unique",
            required: false,
            shape: Shape::YesNo,
            doc: "Whether no other record may have the value (no, unless said).",
        },
        ABOUT,
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
            shape: ANY_SLOT,
            doc: "none, or the members of the envelope: name and type.",
        },
        Key {
            name: "echoes",
            required: false,
            shape: Shape::MapOf(&Shape::Table(&ECHO)),
            doc: "MEMBER.FIELD of the answer that repeats what the request said.",
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

/// The order of a list.
pub const ORDER: KeyTable = KeyTable {
    name: "order",
    doc: "The order of a list.",
    keys: &[
        Key {
            name: "by",
            required: true,
            shape: Shape::Text,
            doc: "A member given at creation, or `creation` for the moment of it.",
        },
        Key {
            name: "direction",
            required: true,
            shape: Shape::OneOf(&["ascending", "descending"]),
            doc: "Which way.",
        },
        SOURCE,
    ],
};

/// Paging of a list.
pub const PAGING: KeyTable = KeyTable {
    name: "paging",
    doc: "How a list is cut into pages.",
    keys: &[
        Key {
            name: "meta",
            required: true,
            shape: Shape::Text,
            doc: "The envelope member that tells about the page.",
        },
        Key {
            name: "keys",
            required: false,
            shape: TEXTS,
            doc: "Its members but the total (per_page, page and total_pages, unless said).",
        },
        Key {
            name: "total",
            required: true,
            shape: Shape::Text,
            doc: "Its member with the total count, in the document's spelling.",
        },
        Key {
            name: "integers",
            required: true,
            shape: YES_NO_SLOT,
            doc: "Whether they are said to be integers.",
        },
        Key {
            name: "select",
            required: true,
            shape: Shape::Either(&[
                Shape::Table(&PAGE_SELECTION),
                Shape::OneOf(&["not_shown"]),
                Shape::Table(&SILENCE),
            ]),
            doc: "The query parameters that choose a page.",
        },
        SOURCE,
    ],
};

/// Query parameters that choose a page.
pub const PAGE_SELECTION: KeyTable = KeyTable {
    name: "page selection",
    doc: "Query parameters that choose a page.",
    keys: &[
        Key {
            name: "page",
            required: true,
            shape: Shape::Text,
            doc: "Page number, from 1.",
        },
        Key {
            name: "per_page",
            required: true,
            shape: Shape::Text,
            doc: "Page size.",
        },
    ],
};

/// A move between states.
pub const TRANSITION: KeyTable = KeyTable {
    name: "transition",
    doc: "A move of a record from one state to another.",
    keys: &[
        SOURCE,
        Key {
            name: "record",
            required: true,
            shape: Shape::Text,
            doc: "The record that moves.",
        },
        Key {
            name: "from",
            required: true,
            shape: Shape::Text,
            doc: "The state it must be in, or `any`.",
        },
        Key {
            name: "to",
            required: true,
            shape: TEXT_SLOT,
            doc: "The state it is in afterwards.",
        },
        Key {
            name: "otherwise",
            required: false,
            shape: Shape::Text,
            doc: "The error case that answers when it is in another state.",
        },
    ],
};
