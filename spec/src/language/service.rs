//! `service.yaml`: facts about the whole service.

use reader::Shape::{Boolean, Either, MapAmong, MapOf, OneOf, Table, Text};
use reader::{KeyTable, Shape, optional, required};

use super::common::{
    BOOLEAN_SLOT, DESCRIPTION, INHERITABLE, INTERPRETATIONS, NOTE, SOURCE, STATUS_SLOT, TEXT_SLOT,
    TEXTS, slot,
};

pub const SERVICE: KeyTable = KeyTable::new(
    "service",
    "Facts about the whole service.",
    &[
        required("service", Text).doc("Id of the service, in snake_case."),
        required("title", Text).doc("Display name."),
        required("package", Text).doc("Prefix of the names of the generated packages."),
        required("source", Text).doc("Section of the document; inherited by everything below."),
        DESCRIPTION,
        optional("versions", Table(&VERSIONS))
            .doc("Version prefixes of paths; with them, every path starts with one."),
        required("key", Either(&[OneOf(&[super::NONE]), Table(&KEY)]))
            .doc("How requests are authenticated; `none` if the service accepts every request without a key."),
        required("error_body", Table(&ERROR_BODY)).doc("Shape of an error body."),
        optional("not_shown", SILENCES)
            .doc("Slots that are silent unless a resource or operation states them."),
        optional("errors", MapOf(&Table(&ERROR_CASE))).doc("Error cases of every operation."),
        optional("open_questions", MapOf(&Table(&OPEN_QUESTION)))
            .doc("Gaps that no slot of the language covers."),
        optional("keys", MapOf(&Either(&[Text, Table(&KEY_KIND)])))
            .doc("Kinds of API keys that a run can have, each with a description; the first is the default. Required unless there is no key."),
    ],
);

pub const KEY_KIND: KeyTable = KeyTable::new(
    "kind of key",
    "A kind of API key that a run can have.",
    &[
        required("description", Text).doc("The keys of this kind."),
        optional("account_of", Text).doc(
            "Another kind of key, whose account this one has as well: a key that may do less, for example. Without it, the account is another one.",
        ),
    ],
);

pub const VERSIONS: KeyTable = KeyTable::new(
    "versions",
    "Version prefixes: the first segment of every path.",
    &[SOURCE, required("prefixes", TEXTS).doc("The prefixes, such as `v1`.")],
);

/// Schemes before a key in the header `Authorization`.
pub const KEY_SCHEMES: [&str; 1] = ["Bearer"];

pub const KEY: KeyTable = KeyTable::new(
    "key",
    "How requests are authenticated.",
    &[
        SOURCE,
        optional("header", Text).doc(
            "Name of the header that carries the key, in the document's main spelling. Exactly one of `header`, `query`, `cookie` and `basic` is there.",
        ),
        optional("scheme", OneOf(&KEY_SCHEMES)).doc(
            "`Bearer`: the value of the header `Authorization` is `Bearer KEY`. Without it, the key is the whole value.",
        ),
        optional("query", Text).doc("Name of the query parameter that carries the key."),
        optional("cookie", Text).doc("Name of the cookie that carries the key."),
        optional("basic", Boolean)
            .doc("HTTP Basic: the key is `user:password`, sent in the header `Authorization`."),
        optional("case_insensitive", BOOLEAN_SLOT)
            .doc("Whether the header name is case-insensitive. Required with `header`."),
        required("identifies_account", BOOLEAN_SLOT).doc("Whether the key identifies the account."),
    ],
);

pub const KEY_RULE: KeyTable = KeyTable::new(
    "operation key",
    "Authentication of an operation.",
    &[required("required", BOOLEAN_SLOT).doc("Whether a key is required."), SOURCE],
);

pub const ERROR_BODY: KeyTable = KeyTable::new(
    "error body",
    "Shape of an error body.",
    &[
        SOURCE,
        required("member", Text).doc(
            "The member with the message, a string: `message`, or `error.message` for a member of the object `error`. \
             Where errors have a code and no message, the member with the code: each `message` is then a code.",
        ),
        optional("code", Text).doc(
            "The member with the code, a string next to the message: `code`, `error.code`, or in each entry of a list of errors: `errors[].code`. Each error case then has a `code`, unless it has no entry.",
        ),
        optional("field", Text).doc(
            "The member that names the offending input, a string next to the message: `field`, `error.param`, or in each entry of a list of errors, which is next to the message: `errors[].field`. Each error case then has a `field`.",
        ),
        optional("field_present", BOOLEAN_SLOT).doc(
            "Whether this member is `null`, or the list empty, in a refusal that names no input; otherwise such a refusal has no such member. Required with `field`.",
        ),
        optional("entries_complete", BOOLEAN_SLOT).doc(
            "Whether there is an entry for each wrong input, and none for another input. Required with a list of errors.",
        ),
        optional("content_type", Text)
            .doc("Media type of error bodies, if the document states one: `application/problem+json`."),
        required("further_members", BOOLEAN_SLOT).doc("Whether there may be other members."),
    ],
);

/// Silences by slot.
pub(super) const SILENCES: Shape = MapAmong(INHERITABLE, &Table(&INHERITED));

pub(super) const INHERITED: KeyTable = KeyTable::new(
    "inherited silence",
    "A slot that is silent everywhere below unless stated.",
    &[required("note", Text).doc(NOTE), INTERPRETATIONS, SOURCE],
);

pub const OPEN_QUESTION: KeyTable =
    KeyTable::new("open question", "A gap that no slot of the language covers.", INHERITED.keys);

/// The input that a condition is about, and no input.
pub const NAMED_INPUTS: [&str; 2] = ["input", super::NONE];

pub const ERROR_CASE: KeyTable = KeyTable::new("error case", "A documented error.", &[
    SOURCE,
    optional("when", TEXT_SLOT)
        .doc("Condition: `missing|blank|malformed|taken|unknown PART.NAME`, `breaks PART.NAME` (any of its constraints), `breaks PART.NAME CONSTRAINT`, `invalid PART.NAME` (missing although required, of another type, none of its values, or breaking a constraint), `in state RECORD STATE`, `not in state RECORD STATE`, `repeated`, `key absent|invalid|userless`, `key of KIND` (a declared kind of key), a comparison of whole numbers, or `prose: TEXT`. A comparison is `SUM RELATION SUM` or `SUM outside SUM to SUM`: a sum has members of the records that the request names, members of the body and numbers (`Item.quantity + body.delta outside 0 to 100`), a relation is `above`, `at_least`, `at_most`, `below`, `equals` or `differs_from`. It does not apply to requests that leave out such a member of the body. `missing`, `breaks`, `invalid` and `unknown` can be about any input: `invalid *`, `unknown path.*`; `query.*` has the parameters that select a page as well. A case of the service about any input is one of each operation with such inputs. A case about one input comes before one about any, and `invalid` comes last. Defaults to that of the service's case of the same name."),
    optional("message", slot!(OneOf(&[super::NONE]), Text))
        .doc("The message, with {placeholders}; `none` if the refusal has an empty body. Defaults to that of the service's case of the same name."),
    optional("placeholders", MapOf(&TEXTS))
        .doc("Sources of each placeholder: `PART.NAME` of the request or `Record.member`; any one of them is accepted."),
    optional("code", TEXT_SLOT)
        .doc("The code, if `error_body` names a member for it. Defaults to that of the service's case of the same name."),
    optional("field", slot!(OneOf(&NAMED_INPUTS), Text))
        .doc("The input that it names, if `error_body` names a member for it: `input` for the one of the condition, PART.NAME for another, a member of an object in it with a further `.`, or `none`. A case with `none` has no entry in a list of errors, and so no code in one. Defaults to that of the service's case of the same name."),
    optional("status", STATUS_SLOT).doc("HTTP status."),
    optional("indistinct_from", TEXTS)
        .doc("Error cases that the document does not distinguish from this one: any of them may be returned. Defaults to that of the service's case of the same name; `[]` for none."),
]);
