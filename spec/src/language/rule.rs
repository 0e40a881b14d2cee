//! Behaviour of operations: order, paging, filters, transitions, hidden records.

use reader::Shape::{Boolean, Either, Integer, OneOf, Table, Text};
use reader::{Key, KeyTable, Shape, optional, required};

use super::common::{BOOLEAN_SLOT, MAXIMUM, MINIMUM, SOURCE, TEXT_SLOT, TEXTS, slot};
use crate::model::{Collation, Direction, OfSeveral};

const DIRECTION: Key = required("direction", OneOf(Direction::WORDS)).doc("Sort direction.");
const COLLATION: Key = optional("collation", OneOf(Collation::WORDS)).doc(
    "How texts compare, where the document says it. Without it, runs compare no texts whose order depends on that.",
);

pub const ORDER: KeyTable = KeyTable::new(
    "order",
    "The order of a list.",
    &[
        required("by", Text)
            .doc("A member that is set on creation, or `creation` for the time of creation."),
        DIRECTION,
        COLLATION,
        SOURCE,
    ],
);

pub const SORT: KeyTable = KeyTable::new(
    "sort",
    "How a value of a query parameter sorts a list.",
    &[
        required("by", Text).doc(
            "A member of the listed record with a number or timestamp, or a text with a `collation`.",
        ),
        optional("direction", OneOf(Direction::WORDS)).doc(
            "Sort direction, required unless the values of another parameter have `directs`, and one of them is its default.",
        ),
        COLLATION,
    ],
);

pub const FILTER: KeyTable = KeyTable::new(
    "filter",
    "What a query parameter keeps in a list: one of these except `of_several`.",
    &[
        optional("above", Text).doc(
            "Keeps records in which this member, a number or a time, is greater or later than the value of the parameter.",
        ),
        optional("at_least", Text).doc("The same with equal ones."),
        optional("at_most", Text).doc(
            "Keeps records in which this member is less or earlier than the value of the parameter, or equal.",
        ),
        optional("below", Text).doc("The same without equal ones."),
        optional("equals", Text).doc(
            "Keeps records in which this member equals the value of the parameter, or one of its values.",
        ),
        optional("includes", Text).doc(
            "Keeps records in which this member, a list, includes the value of the parameter: `tags`, or `labels.name` for a member of the records in the list.",
        ),
        optional("of_several", OneOf(OfSeveral::WORDS)).doc(
            "Which of several values such a list includes, required if the parameter has several: `all` of them, or `any`.",
        ),
        optional("meaning", Text).doc("What it keeps, in prose."),
    ],
);

pub const PAGING: KeyTable = KeyTable::new("paging", "How a list is paged.", &[
    optional("meta", Text).doc(
        "The envelope member with the members that describe the page; without it they are beside the list.",
    ),
    optional("members", Either(&[TEXTS, Table(&PAGE_MEMBERS)]))
        .doc("The members that describe the page, except the total, each with what it says. A list has page size, page number and number of pages, in this order [default with `meta`: per_page, page, total_pages]."),
    optional("total", Text)
        .doc("The member with the number of items on all pages, in the document's spelling."),
    optional("link_header", Boolean)
        .doc("Whether a header `Link` with `rel=\"next\"` leads to the next page, and the last page has none [default: false]."),
    optional("after_last", OneOf(AFTER_LAST))
        .doc("What a page after the last one is: `empty` if it is accepted and has no items."),
    optional("integers", BOOLEAN_SLOT).doc("Whether the numbers among the members are integers."),
    optional("select", slot!(Table(&PAGE_SELECTION)))
        .doc("The query parameters that select a page."),
    SOURCE,
]);

/// What a page after the last one is.
pub const AFTER_LAST: &[&str] = &["empty"];

pub const PAGE_MEMBERS: KeyTable = KeyTable::new(
    "page members",
    "The members that describe a page: what each says, and its name on the wire.",
    &[
        optional("size", Text).doc("The greatest number of items on a page."),
        optional("number", Text).doc("The number of the page."),
        optional("pages", Text).doc("The number of pages."),
        optional("offset", Text).doc("The number of items before the page."),
        optional("more", Text)
            .doc("Whether further items follow: `true` on every page but the last."),
        optional("next", Text).doc("The cursor of the next page; null or absent on the last page."),
    ],
);

const PAGE_PARAMETER: Shape = Either(&[Text, Table(&PAGE_NUMBER)]);

pub const PAGE_SELECTION: KeyTable = KeyTable::new(
    "page selection",
    "Query parameters that select a page: `page`, `offset`, `after` or `cursor`, and the page size.",
    &[
        optional("page", PAGE_PARAMETER).doc("Page number."),
        optional("offset", PAGE_PARAMETER).doc("The number of items before the page."),
        optional("after", Text)
            .doc("The identifier of a listed record: the page begins with the record after it."),
        optional("cursor", Text)
            .doc("A text that the page before gives, in `members.next` or in the header `Link`."),
        optional("per_page", PAGE_PARAMETER).doc("Page size: the number of items at most."),
    ],
);

pub const PAGE_NUMBER: KeyTable = KeyTable::new(
    "page number",
    "A query parameter with a number that selects a page.",
    &[
        required("name", Text).doc("Name on the wire."),
        MINIMUM,
        MAXIMUM,
        optional("default", Integer).doc("Number that is assumed when it is omitted."),
    ],
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
