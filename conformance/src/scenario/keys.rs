//! The language of scenarios: which keys there are and what each means.

use reader::{Key, KeyTable, Shape};

use super::HeaderCase;
use crate::level::Level;

const VALUES: Shape = Shape::MapOf(&Shape::Any);
const TEXTS: Shape = Shape::List(&Shape::Text);

const PATH: Key = key("path", VALUES, "Parameters of the path.");
const QUERY: Key = key("query", VALUES, "Query parameters.");
const BODY: Key = key(
    "body",
    VALUES,
    "Members of the body that differ from the minimal valid one.",
);
const WITHOUT: Key = key(
    "without",
    TEXTS,
    "Inputs that are left out, as `body.NAME` or `query.NAME`.",
);

const KEY: Key = key(
    "key",
    Shape::Text,
    "`none`, `invalid`, `lengthened` (the first kind with more behind it), or a kind of key; the first kind, unless said.",
);

/// How many requests can be sent at the same moment.
pub const AT_ONCE: [&str; 7] = ["2", "3", "4", "5", "6", "7", "8"];

/// A scenario file.
pub static SCENARIO: KeyTable = KeyTable {
    name: "scenario",
    doc: "Calls in a row, and what the contract says of them.",
    keys: &[
        required(
            "scenario",
            Shape::OneOf(&["1"]),
            "Version of the format: `1`.",
        ),
        required("title", Shape::Text, "What it shows, in a few words."),
        key("about", Shape::Text, "Why it is made as it is."),
        key(
            "needs",
            Shape::MapOf(&Shape::Either(&[Shape::Text, Shape::Table(&NEED)])),
            "Things that must exist: a name for the steps, and the kind of fixture.",
        ),
        key(
            "level",
            Shape::OneOf(&Level::WORDS),
            "The level a run must have, if not the derived one.",
        ),
        required(
            "steps",
            Shape::List(&Shape::Table(&STEP)),
            "The calls, in order.",
        ),
        key(
            "finally",
            Shape::List(&Shape::Table(&FINALLY)),
            "Calls that put back what the steps changed, made whatever became of these; they show nothing.",
        ),
    ],
};

/// A thing that must exist, when more than its kind is to be said.
pub static NEED: KeyTable = KeyTable {
    name: "need",
    doc: "A thing that must exist in the deployment.",
    keys: &[
        required("kind", Shape::Text, "A kind of fixture of the contract."),
        key(
            "account",
            Shape::Text,
            "The kind of key whose account it is of, if not the first.",
        ),
        key("facts", VALUES, "Facts that it must have."),
        key(
            "optional",
            Shape::Boolean,
            "The scenario is played without it where there is none; values that name it are then left out, and so are calls that need one.",
        ),
    ],
};

/// One call.
pub static STEP: KeyTable = KeyTable {
    name: "step",
    doc: "One call and what is expected of it: that it is accepted, unless another word is said.",
    keys: &[
        required("call", Shape::Text, "The operation."),
        key("as", Shape::Text, "A name for later steps."),
        key(
            "each",
            TEXTS,
            "Needs for which the call is made, one after the other; `{each.id}` and `{each.FACT}` stand for what the target file tells of each.",
        ),
        PATH,
        QUERY,
        BODY,
        WITHOUT,
        key(
            "alternatives",
            Shape::List(&Shape::Table(&INPUTS)),
            "Several ways to send what the document leaves open; one of them must do as expected.",
        ),
        key(
            "at_once",
            Shape::OneOf(&AT_ONCE),
            "How many of the same request are sent at the same moment; one is accepted, and `refused` says what becomes of the others.",
        ),
        KEY,
        key(
            "header_case",
            Shape::OneOf(&HeaderCase::WORDS),
            "The case in which the name of the key header is sent, if not the documented one.",
        ),
        key(
            "path_escapes",
            Shape::OneOf(&["all"]),
            "Percent-encodes every character of the path parameters, which names the same things.",
        ),
        key(
            "perhaps",
            Shape::Boolean,
            "The document does not say that the call is accepted here: a refusal shows nothing.",
        ),
        key(
            "finds",
            Shape::Boolean,
            "Nothing is expected. Steps that refer to this one are sent only if it is accepted and its answer holds all values of `shows`, none of which the request holds.",
        ),
        key(
            "pages",
            Shape::OneOf(&["all"]),
            "Asks for one page after the other.",
        ),
        key(
            "refused",
            Shape::Text,
            "The error case that must be answered, or `any`.",
        ),
        key("observe", Shape::Boolean, "Nothing is expected."),
        key(
            "observes",
            Shape::Text,
            "Nothing is expected; the outcome is an observation of this gap.",
        ),
        key(
            "shows",
            TEXTS,
            "Values to be found in the answer, so that it is known to be readable.",
        ),
        key("hides", TEXTS, "Values that must not be in the answer."),
        key(
            "adds",
            TEXTS,
            "Values that an expansion puts into the answer: in it, and not in that of a call without the expansion.",
        ),
        key(
            "order",
            Shape::MapOf(&Shape::Text),
            "Values in the answer, each with what its place follows from: a point in time, or text.",
        ),
        key(
            "equals",
            VALUES,
            "Stated members of the answer, as `MEMBER.FIELD` or `LIST[NEED.id].FIELD`, each with the value it must have.",
        ),
        key(
            "differs",
            VALUES,
            "The same, each with a value that it must not have.",
        ),
        key(
            "near",
            VALUES,
            "Stated members of the answer, each with a point in time that it is within a day of.",
        ),
        key(
            "repeats",
            Shape::Text,
            "An earlier step whose thing is named here, perhaps in another way, so that this is a repetition.",
        ),
        key(
            "same_as",
            Shape::Text,
            "An earlier step that sent the default that is left out here or left out the one that is sent, or sent the same values in another order, or the same with an expansion or without it.",
        ),
        key(
            "proves",
            TEXTS,
            "Clauses that the outcome shows: ids, or ids without the operation.",
        ),
        key(
            "keeps",
            TEXTS,
            "Clauses whose operation must have left this as it is: another outcome disproves them, and this one proves nothing.",
        ),
        key(
            "disproved_by",
            Shape::Text,
            "The error case that would show the opposite of `proves` and `keeps`.",
        ),
    ],
};

/// One call that puts something back.
pub static FINALLY: KeyTable = KeyTable {
    name: "final step",
    doc: "One call that puts back what the steps changed. It shows nothing.",
    keys: &[
        required("call", Shape::Text, "The operation."),
        PATH,
        QUERY,
        BODY,
        WITHOUT,
        KEY,
    ],
};

/// One way to send a call.
pub static INPUTS: KeyTable = KeyTable {
    name: "alternative",
    doc: "One of several ways to send a call.",
    keys: &[PATH, QUERY, BODY, WITHOUT],
};

const fn key(name: &'static str, shape: Shape, doc: &'static str) -> Key {
    Key {
        name,
        required: false,
        shape,
        doc,
    }
}

const fn required(name: &'static str, shape: Shape, doc: &'static str) -> Key {
    Key {
        name,
        required: true,
        shape,
        doc,
    }
}
