//! `<resource>/<operation>.yaml`: one operation.

use reader::Shape::{Any, Boolean, Either, List, MapOf, OneOf, Table, Text};
use reader::{Key, KeyTable, Shape, optional, required};

use super::common::{
    COMPLETE, DESCRIPTION, EVIDENCE, EXAMPLE, FORMAT, FORMS, MAX_ITEMS, MAX_LENGTH, MAXIMUM,
    MIN_ITEMS, MIN_LENGTH, MINIMUM, PATTERN, PLAIN_TYPES, SILENCE, SOURCE, STATUS_SLOT, TEXT_SLOT,
    TEXTS, TYPE, TYPE_SLOT, UNIQUE_ITEMS, VALUES, WIRE, slot,
};
use super::rule::{FILTER, HIDDEN_RECORDS, ORDER, PAGING, SORT, TRANSITION};
use super::service::{ERROR_CASE, KEY_RULE, OPEN_QUESTION, SILENCES};
use super::status::{FURTHER_STATUS, INPUT_CONDITION};
use crate::model::{Direction, Identifier, Scope, Several};

/// How several values are sent at once.
pub const SEPARATORS: &[&str] = &["commas"];

/// Kinds of identifiers.
const WAYS: Shape = List(&OneOf(Identifier::WORDS));

const SEVERAL: Key =
    optional("separated_by", OneOf(SEPARATORS)).doc("Separator of several values in one text.");

pub static OPERATION: KeyTable = KeyTable::new("operation", "A method and path.", &[
    required("operation", Text).doc("Id, equal to the file name."),
    SOURCE,
    DESCRIPTION,
    required("http", Text).doc("`METHOD /path/{parameter}`"),
    optional("not_shown", SILENCES).doc("Slots that are silent in this operation."),
    optional("key", Table(&KEY_RULE)).doc("Authentication."),
    optional("path", MapOf(&Table(&PATH_PARAMETER))).doc("Path parameters."),
    optional("query", MapOf(&Table(&QUERY)))
        .doc("Query parameters, without those that select a page."),
    optional("body", MapOf(&Table(&INPUT))).doc("Members of the JSON request body."),
    optional("idempotency", Table(&IDEMPOTENCY))
        .doc("How a request can be repeated with the same key without a second effect."),
    required("success", Table(&SUCCESS)).doc("The success response."),
    optional("errors", MapOf(&Table(&ERROR_CASE))).doc("Documented errors."),
    optional("lists", Text).doc("The record that it lists; requires `order` and `paging`."),
    optional("creates", Text).doc("The record that it creates."),
    optional("updates", Text)
        .doc("The record that it changes: afterwards it has the values of the body, except members that trigger a transition."),
    optional("keeps_left_out", Boolean).doc(
        "Whether an update leaves the members that a request leaves out as they were [default: false].",
    ),
    optional("removes", Text).doc("The record that it deletes."),
    optional("order", slot!(Table(&ORDER))).doc("Order of the list."),
    optional("paging", slot!(Table(&PAGING), OneOf(&[super::NONE])))
        .doc("Paging of the list; `none` if it is not paged."),
    optional("scope", slot!(OneOf(Scope::WORDS)))
        .doc("Whether it reaches records of the `account` only or of the whole `service`; required for lists and for paths that identify a record."),
    optional("transition", Table(&TRANSITION)).doc("The transition that it makes."),
    optional("transitions", MapOf(&Table(&TRANSITION)))
        .doc("Several transitions, each with its own input (`triggered_by`) or its own states before."),
    optional("effects", MapOf(&Either(&[Text, Table(&CONSTANT), List(&Table(&CONSTANT))]))).doc(
        "Values that a success gives to members of records: `Item.quantity: Item.quantity + body.delta`. A value is a sum \
         of members, members of the body and whole numbers, or a member of the same type. Members are those before the \
         request, and those of the created record the ones that it gets. `body.amount or Payment.amount` is the first if it \
         is sent, and else the second. A constant is `{ is: true }`, and \
         the time of the call `{ set_to: call_time }`.",
    ),
    optional("never_returns", MapOf(&Table(&HIDDEN_RECORDS)))
        .doc("Records that it never returns, neither in a list nor by id."),
    optional("open_questions", MapOf(&Table(&OPEN_QUESTION)))
        .doc("Gaps that no slot of the language covers."),
    optional("untestable", MapOf(&Text))
        .doc("Clauses (ids without the operation) that cannot be tested over HTTP, and why."),
]);

pub const CONSTANT: KeyTable = KeyTable::new(
    "constant",
    "A constant, or the time of the call, that a success gives to a member.",
    &[
        optional("is", Any).doc("The constant, which may be `null`."),
        optional("set_to", OneOf(&["call_time"]))
            .doc("The time of the call, instead of a constant."),
        optional("when", Either(&[Table(&INPUT_CONDITION), List(&Table(&INPUT_CONDITION))]))
            .doc("The requests that give it: those that meet all conditions. Without it, all do."),
    ],
);

pub const PATH_PARAMETER: KeyTable = KeyTable::new(
    "path parameter",
    "A path parameter: it identifies a record, or has a value that the target of a run gives.",
    &[
        optional("identified_by", WAYS).doc(
            "Kinds of identifiers that it accepts: the one that the service assigns, which is a `uuid`, another opaque \
             `string` or an `integer`, and `email` beside or instead of a text.",
        ),
        optional("record", Text).doc("The record that it identifies."),
        optional("type", OneOf(PATH_TYPES)).doc(
            "The type of a value that identifies no record: each target file gives one, under `parameters`.",
        ),
        DESCRIPTION,
        SOURCE,
    ],
);

/// Types of path parameters that identify no record.
pub const PATH_TYPES: &[&str] = &["string", "integer"];

pub const QUERY: KeyTable = KeyTable::new(
    "query parameter",
    "A query parameter.",
    &[
        optional("wire_name", Text).doc(
            "Name on the wire, if it is another than the name in the contract: `filter[status]`, `created.gte`.",
        ),
        required("type", Either(&[OneOf(PLAIN_TYPES), List(&OneOf(PLAIN_TYPES))])).doc(
            "`string`, `integer`, `number`, `boolean`, `timestamp`, `date` or `unix_time`, or one of these in brackets for a list.",
        ),
        optional("form", OneOf(Several::FORMS)).doc(
            "Form of a list, required for one: `repeated` (`tag=a&tag=b`), `commas` (`tag=a,b`) or `brackets` (`tag[]=a&tag[]=b`).",
        ),
        optional("required", Boolean).doc("Whether it is required [default: false]."),
        optional("values", MapOf(&Either(&[Text, Table(&QUERY_VALUE), Table(&SILENCE)])))
            .doc("Documented values, each with its meaning. An error case `invalid query.NAME` says that others are refused."),
        MINIMUM,
        MAXIMUM,
        MIN_LENGTH,
        MAX_LENGTH,
        PATTERN,
        MIN_ITEMS,
        MAX_ITEMS,
        EXAMPLE,
        optional("default", Text).doc("Value that is assumed when it is omitted."),
        EVIDENCE,
        SEVERAL,
        optional("filter", Table(&FILTER)).doc("What it keeps in the list."),
        DESCRIPTION,
        SOURCE,
    ],
);

pub const QUERY_VALUE: KeyTable = KeyTable::new(
    "query value",
    "A documented value of a query parameter.",
    &[
        required("meaning", TEXT_SLOT).doc("What it selects."),
        optional("adds", Text).doc("The member that it adds to each record."),
        optional("adds_unnamed", Boolean)
            .doc("Whether it adds data whose name is not shown [default: false]."),
        optional("sorts", Table(&SORT)).doc("How it sorts the list."),
        optional("directs", OneOf(Direction::WORDS)).doc(
            "The direction that it gives the order of the list, whatever the list is sorted by.",
        ),
        optional("keeps_all", Boolean)
            .doc("Whether the filter keeps all records if this is sent [default: false]."),
    ],
);

const INPUT_TYPE: Key = required("type", TYPE_SLOT).doc(
    "As the type of a field, or `object` for an object with the `members` that are listed, in brackets for a list of such objects. A record as the type stands for an object whose members are not described as inputs.",
);
const INPUT_VALUES: Key =
    optional("values", TEXTS).doc("Documented values of a string, in a list of each item.");
const REQUIRED: Key = optional("required", Boolean).doc("Whether it is required [default: false].");
const ADDRESSED_BY: Key = optional("identified_by", WAYS)
    .doc("Kinds of identifiers that it accepts, if it identifies a record.");
const ADDRESSED: Key = optional("record", Text).doc("The record that it identifies.");
/// A function, because the table of a member of an object has this key as well.
const fn members() -> Key {
    static MEMBER: Shape = Table(&INPUT_MEMBER);
    optional("members", MapOf(&MEMBER)).doc(
        "The members of an `object`. Conditions, echoes and refusals name one with a `.`: `unknown body.supplier.id`. The members of objects in a list have no clauses, so that no run tests them.",
    )
}

pub static INPUT: KeyTable = KeyTable::new(
    "input",
    "A member of the request body.",
    &[
        WIRE,
        INPUT_TYPE,
        members(),
        FORMAT,
        INPUT_VALUES,
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
        optional("values_open", Text)
            .doc("The open question of the operation that leaves open which values of the type it accepts."),
        REQUIRED,
        optional("nullable", Boolean).doc(
            "Whether null is accepted [default: false]. The record then has no value there; in an update, null clears it.",
        ),
        optional("default", Any)
            .doc("The value, or null, that a created record has there if the member is left out."),
        optional("required_when", Text).doc("When it is required, as a clause after \"when\"."),
        optional("unique", Boolean).doc("Whether the value must be unique [default: false]."),
        optional("ignores_case", Boolean).doc(
            "Beside `unique`: whether values that differ only in letter case count as the same. Without it, that is open.",
        ),
        SEVERAL,
        ADDRESSED_BY,
        ADDRESSED,
        DESCRIPTION,
        SOURCE,
    ],
);

pub static INPUT_MEMBER: KeyTable = KeyTable::new(
    "member of an object",
    "A member of an object in the request body.",
    &[
        WIRE,
        INPUT_TYPE,
        members(),
        FORMAT,
        INPUT_VALUES,
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
        REQUIRED.doc("Whether the object needs it [default: false]."),
        optional("nullable", Boolean).doc("Whether null is accepted [default: false]."),
        optional("default", Any).doc(
            "The value, or null, that the record has there after a creation or an update that sends the object without the member.",
        ),
        ADDRESSED_BY,
        ADDRESSED,
        DESCRIPTION,
        SOURCE,
    ],
);

pub const SUCCESS: KeyTable = KeyTable::new(
    "success",
    "The success response.",
    &[
        SOURCE,
        optional("status", STATUS_SLOT).doc("HTTP status."),
        optional("further_statuses", MapOf(&Table(&FURTHER_STATUS))).doc(
            "Other statuses of a success, each with a name: `pending: { status: 202, when: { input: body.source, equals: slow } }`.",
        ),
        optional("body", slot!(OneOf(&[super::NONE]), Text, List(&Text), MapOf(&TYPE)))
            .doc("`none`; the members of the envelope: name and type; or, without an envelope, a record or a list: `Book`, `[Book]`."),
        optional("headers", MapOf(&Table(&RESPONSE_HEADER)))
            .doc("Headers by name. Upper and lower case are the same in a name."),
        optional("echoes", MapOf(&Table(&ECHO)))
            .doc("`MEMBER.FIELD` of the response that repeats an input; `FIELD` where the body is a record or a list."),
        optional("set_to_call_time", TEXTS)
            .doc("`MEMBER.FIELD` of the response that hold the time of the call; `FIELD` where the body is a record or a list."),
    ],
);

pub const IDEMPOTENCY: KeyTable = KeyTable::new(
    "idempotency",
    "A header with a key of the client's choice. The first request with a key is carried out. Later ones with the same key \
     and the same body do nothing, and get the status and the body of the first response.",
    &[
        required("header", Text).doc("Name of the header: `Idempotency-Key`."),
        MIN_LENGTH,
        MAX_LENGTH,
        optional("replayed", Table(&REPLAYED)).doc(
            "The header of a response that is given again, which a first response does not have.",
        ),
        optional("reused_with", Text)
            .doc("The error case of a request with the key of another body. It does nothing."),
        SOURCE,
    ],
);

pub const REPLAYED: KeyTable = KeyTable::new(
    "replayed",
    "The header of a response that is given again.",
    &[
        required("header", Text).doc("Name of the header."),
        required("value", Text).doc("Its value."),
    ],
);

pub const RESPONSE_HEADER: KeyTable = KeyTable::new(
    "response header",
    "A header of a success.",
    &[
        optional("type", OneOf(PLAIN_TYPES)).doc("The type of its value [default: string]."),
        FORMAT,
        VALUES,
        COMPLETE,
        FORMS,
        MINIMUM,
        MAXIMUM,
        MIN_LENGTH,
        MAX_LENGTH,
        PATTERN,
        EXAMPLE,
        optional("present", slot!(Boolean)).doc("Whether every success has it."),
        optional("leads_to", Text).doc(
            "The operation that shows the record of the body, such as `get_book`: the header is a URL or a path, and ends with \
             the path of this operation for the record.",
        ),
        DESCRIPTION,
        SOURCE,
    ],
);

pub const ECHO: KeyTable = KeyTable::new(
    "echo",
    "A field of the response that repeats an input.",
    &[
        required("from", Text).doc("`PART.NAME` of the request."),
        optional("when", OneOf(Identifier::WORDS))
            .doc("Only if the request uses this kind of identifier."),
        SOURCE,
    ],
);
