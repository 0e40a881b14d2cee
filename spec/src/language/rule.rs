//! Behaviour of operations: order, paging, filters, transitions, hidden records.

use reader::Shape::{Either, OneOf, Table, Text};
use reader::{Key, KeyTable, optional, required};

use super::common::{BOOLEAN_SLOT, SOURCE, TEXT_SLOT, TEXTS, slot};
use crate::model::Direction;

const DIRECTION: Key = required("direction", OneOf(Direction::WORDS)).doc("Sort direction.");

pub const ORDER: KeyTable = KeyTable::new(
    "order",
    "The order of a list.",
    &[
        required("by", Text)
            .doc("A member that is set on creation, or `creation` for the time of creation."),
        DIRECTION,
        SOURCE,
    ],
);

pub const SORT: KeyTable = KeyTable::new(
    "sort",
    "How a value of a query parameter sorts a list.",
    &[
        required("by", Text).doc("A member of the listed record with a number or timestamp."),
        DIRECTION,
    ],
);

pub const FILTER: KeyTable = KeyTable::new(
    "filter",
    "What a query parameter keeps in a list: `above`, `equals` or `meaning`.",
    &[
        optional("above", Text)
            .doc("Keeps records in which this member is greater than the value of the parameter."),
        optional("equals", Text).doc(
            "Keeps records in which this member equals the value of the parameter, or one of its values.",
        ),
        optional("meaning", Text).doc("What it keeps, in prose."),
    ],
);

pub const PAGING: KeyTable = KeyTable::new("paging", "How a list is paged.", &[
    required("meta", Text).doc("The envelope member that describes the page."),
    optional("members", TEXTS)
        .doc("Its members except the total: page size, page number and number of pages, in this order [default: per_page, page, total_pages]."),
    required("total", Text).doc("Its member with the total count, in the document's spelling."),
    optional("integers", BOOLEAN_SLOT).doc("Whether the members are integers."),
    optional("select", slot!(Table(&PAGE_SELECTION)))
        .doc("The query parameters that select a page."),
    SOURCE,
]);

pub const PAGE_SELECTION: KeyTable = KeyTable::new(
    "page selection",
    "Query parameters that select a page.",
    &[required("page", Text).doc("Page number."), required("per_page", Text).doc("Page size.")],
);

pub const TRANSITION: KeyTable = KeyTable::new(
    "transition",
    "A change of a record from one state to another.",
    &[
        SOURCE,
        required("record", Text).doc("The record."),
        required("from", Either(&[OneOf(&["any", super::NONE]), Text, TEXTS])).doc(
            "The state before, a list of states, `any`, or `none` for a move that is never allowed.",
        ),
        required("to", TEXT_SLOT).doc("The state after."),
        optional("refused_with", Text).doc("The error case for records in other states."),
        optional("triggered_by", Table(&TRIGGER))
            .doc("The input that triggers it; of several `transitions`, those with the same one have different states before."),
        optional("except", Table(&GUARD))
            .doc("When it does not happen although the state is right."),
    ],
);

pub const TRIGGER: KeyTable = KeyTable::new(
    "trigger",
    "The input that triggers a transition.",
    &[
        required("input", Text).doc("`PART.NAME` of the request."),
        required("equals", Text).doc("The value that triggers it."),
    ],
);

pub const GUARD: KeyTable = KeyTable::new(
    "guard",
    "When a transition does not happen although the state is right; no message is documented.",
    &[required("when", Text).doc("The condition, as a clause after \"when\"."), SOURCE],
);

pub const HIDDEN_RECORDS: KeyTable = KeyTable::new(
    "hidden records",
    "Records that an operation never returns.",
    &[
        required("description", Text).doc("What they are, as the object of \"never returns\"."),
        SOURCE,
    ],
);
