//! Documented behaviour that is not shape, in operations: order, paging, filters, transitions, what is hidden.

use reader::{Key, KeyTable, Shape};

use super::common::{BOOLEAN_SLOT, SOURCE, TEXT_SLOT, TEXTS, slot};

const DIRECTION: Key = Key {
    name: "direction",
    required: true,
    shape: Shape::OneOf(&["ascending", "descending"]),
    doc: "Which way.",
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
        DIRECTION,
        SOURCE,
    ],
};

/// The order that a value of a query parameter brings a list into.
pub const SORT: KeyTable = KeyTable {
    name: "sort",
    doc: "The order that a value of a query parameter brings a list into.",
    keys: &[
        Key {
            name: "by",
            required: true,
            shape: Shape::Text,
            doc: "A member of the listed record that holds a number or a timestamp.",
        },
        DIRECTION,
    ],
};

/// What a query parameter keeps of a list.
pub const FILTER: KeyTable = KeyTable {
    name: "filter",
    doc: "What a query parameter keeps of a list: `above` or `meaning`.",
    keys: &[
        Key {
            name: "above",
            required: false,
            shape: Shape::Text,
            doc: "The member of the listed record that is strictly higher than the value sent.",
        },
        Key {
            name: "meaning",
            required: false,
            shape: Shape::Text,
            doc: "What it keeps, where only words can say it.",
        },
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
            name: "members",
            required: false,
            shape: TEXTS,
            doc: "Its members but the total: the size of the page, its number and the number of pages, in this order (per_page, page and total_pages, unless said).",
        },
        Key {
            name: "total",
            required: true,
            shape: Shape::Text,
            doc: "Its member with the total count, in the document's spelling.",
        },
        Key {
            name: "integers",
            required: false,
            shape: BOOLEAN_SLOT,
            doc: "Whether they are said to be integers.",
        },
        Key {
            name: "select",
            required: false,
            shape: slot!(Shape::Table(&PAGE_SELECTION)),
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
            doc: "Page number.",
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
            name: "refused_with",
            required: false,
            shape: Shape::Text,
            doc: "The error case that answers when it is in another state.",
        },
        Key {
            name: "triggered_by",
            required: false,
            shape: Shape::Table(&TRIGGER),
            doc: "The input that asks for this move; each of several `transitions` has its own.",
        },
        Key {
            name: "except",
            required: false,
            shape: Shape::Table(&GUARD),
            doc: "When it does not happen though the state is right.",
        },
    ],
};

/// The input that asks for one of several moves.
pub const TRIGGER: KeyTable = KeyTable {
    name: "given",
    doc: "The input that asks for a move.",
    keys: &[
        Key {
            name: "input",
            required: true,
            shape: Shape::Text,
            doc: "PART.NAME of the request.",
        },
        Key {
            name: "equals",
            required: true,
            shape: Shape::Text,
            doc: "The value it must have.",
        },
    ],
};

/// When a move does not happen though the state is right.
pub const GUARD: KeyTable = KeyTable {
    name: "guard",
    doc: "When a move does not happen though the state is right; no message is documented for it.",
    keys: &[
        Key {
            name: "when",
            required: true,
            shape: Shape::Text,
            doc: "When, in words that follow \"when\".",
        },
        SOURCE,
    ],
};

/// Things that are never shown.
pub const HIDDEN_RECORDS: KeyTable = KeyTable {
    name: "hidden",
    doc: "Things that an operation never shows.",
    keys: &[
        Key {
            name: "description",
            required: true,
            shape: Shape::Text,
            doc: "What they are, in words that follow \"never shows\".",
        },
        SOURCE,
    ],
};
