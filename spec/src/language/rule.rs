//! Behaviour of operations: order, paging, filters, transitions, hidden records.

use reader::{Key, KeyTable, Shape};

use super::common::{BOOLEAN_SLOT, SOURCE, TEXT_SLOT, TEXTS, slot};

const DIRECTION: Key = Key {
    name: "direction",
    required: true,
    shape: Shape::OneOf(&["ascending", "descending"]),
    doc: "Sort direction.",
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
            doc: "A member that is set on creation, or `creation` for the time of creation.",
        },
        DIRECTION,
        SOURCE,
    ],
};

/// How a value of a query parameter sorts a list.
pub const SORT: KeyTable = KeyTable {
    name: "sort",
    doc: "How a value of a query parameter sorts a list.",
    keys: &[
        Key {
            name: "by",
            required: true,
            shape: Shape::Text,
            doc: "A member of the listed record with a number or timestamp.",
        },
        DIRECTION,
    ],
};

/// What a query parameter keeps in a list.
pub const FILTER: KeyTable = KeyTable {
    name: "filter",
    doc: "What a query parameter keeps in a list: `above` or `meaning`.",
    keys: &[
        Key {
            name: "above",
            required: false,
            shape: Shape::Text,
            doc: "Keeps records in which this member is greater than the value of the parameter.",
        },
        Key {
            name: "meaning",
            required: false,
            shape: Shape::Text,
            doc: "What it keeps, in prose.",
        },
    ],
};

/// Paging of a list.
pub const PAGING: KeyTable = KeyTable {
    name: "paging",
    doc: "How a list is paged.",
    keys: &[
        Key {
            name: "meta",
            required: true,
            shape: Shape::Text,
            doc: "The envelope member that describes the page.",
        },
        Key {
            name: "members",
            required: false,
            shape: TEXTS,
            doc: "Its members except the total: page size, page number and number of pages, in this order [default: per_page, page, total_pages].",
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
            doc: "Whether the members are integers.",
        },
        Key {
            name: "select",
            required: false,
            shape: slot!(Shape::Table(&PAGE_SELECTION)),
            doc: "The query parameters that select a page.",
        },
        SOURCE,
    ],
};

/// Query parameters that select a page.
pub const PAGE_SELECTION: KeyTable = KeyTable {
    name: "page selection",
    doc: "Query parameters that select a page.",
    keys: &[
        Key { name: "page", required: true, shape: Shape::Text, doc: "Page number." },
        Key { name: "per_page", required: true, shape: Shape::Text, doc: "Page size." },
    ],
};

/// A transition.
pub const TRANSITION: KeyTable = KeyTable {
    name: "transition",
    doc: "A change of a record from one state to another.",
    keys: &[
        SOURCE,
        Key { name: "record", required: true, shape: Shape::Text, doc: "The record." },
        Key {
            name: "from",
            required: true,
            shape: Shape::Text,
            doc: "The state before, or `any`.",
        },
        Key { name: "to", required: true, shape: TEXT_SLOT, doc: "The state after." },
        Key {
            name: "refused_with",
            required: false,
            shape: Shape::Text,
            doc: "The error case for records in other states.",
        },
        Key {
            name: "triggered_by",
            required: false,
            shape: Shape::Table(&TRIGGER),
            doc: "The input that triggers it; each of several `transitions` has a different one.",
        },
        Key {
            name: "except",
            required: false,
            shape: Shape::Table(&GUARD),
            doc: "When it does not happen although the state is right.",
        },
    ],
};

/// The input that triggers one of several transitions.
pub const TRIGGER: KeyTable = KeyTable {
    name: "trigger",
    doc: "The input that triggers a transition.",
    keys: &[
        Key {
            name: "input",
            required: true,
            shape: Shape::Text,
            doc: "`PART.NAME` of the request.",
        },
        Key {
            name: "equals",
            required: true,
            shape: Shape::Text,
            doc: "The value that triggers it.",
        },
    ],
};

/// When a transition does not happen although the state is right.
pub const GUARD: KeyTable = KeyTable {
    name: "guard",
    doc: "When a transition does not happen although the state is right; no message is documented.",
    keys: &[
        Key {
            name: "when",
            required: true,
            shape: Shape::Text,
            doc: "The condition, as a clause after \"when\".",
        },
        SOURCE,
    ],
};

/// Records that are never returned.
pub const HIDDEN_RECORDS: KeyTable = KeyTable {
    name: "hidden records",
    doc: "Records that an operation never returns.",
    keys: &[
        Key {
            name: "description",
            required: true,
            shape: Shape::Text,
            doc: "What they are, as the object of \"never returns\".",
        },
        SOURCE,
    ],
};
