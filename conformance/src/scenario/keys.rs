//! The keys of scenario files.

use reader::{Key, KeyTable, Shape};

use super::HeaderCase;
use crate::level::Level;

const VALUES: Shape = Shape::MapOf(&Shape::Any);
const TEXTS: Shape = Shape::List(&Shape::Text);

const PATH: Key = key("path", VALUES, "Parameters of the path.");
const QUERY: Key = key("query", VALUES, "Query parameters.");
const BODY: Key =
    key("body", VALUES, "Members of the body that differ from the minimal valid one.");
const WITHOUT: Key =
    key("without", TEXTS, "Inputs that are left out, as `body.NAME` or `query.NAME`.");

const KEY: Key = key(
    "key",
    Shape::Text,
    "`none`, `invalid`, `lengthened` (a key of the first kind with characters appended), or a kind of key. Default: the first kind.",
);

/// Allowed values of `at_once`.
pub const AT_ONCE: [&str; 7] = ["2", "3", "4", "5", "6", "7", "8"];

/// Top level of a scenario file.
pub static SCENARIO: KeyTable = KeyTable {
    name: "scenario",
    doc: "A sequence of calls, and what the contract says about them.",
    keys: &[
        required("scenario", Shape::OneOf(&["1"]), "Version of the format: `1`."),
        required("title", Shape::Text, "What the scenario shows, in a few words."),
        key("about", Shape::Text, "Why the scenario is written this way."),
        key(
            "needs",
            Shape::MapOf(&Shape::Either(&[Shape::Text, Shape::Table(&NEED)])),
            "Fixtures that must exist: a name for the steps, and the kind of fixture.",
        ),
        key(
            "level",
            Shape::OneOf(&Level::WORDS),
            "The level that a run must have. Default: derived from the steps.",
        ),
        required("steps", Shape::List(&Shape::Table(&STEP)), "The calls, in order."),
        key(
            "finally",
            Shape::List(&Shape::Table(&FINALLY)),
            "Calls that restore what the steps changed. They are sent whatever the outcome of the steps, and show nothing.",
        ),
    ],
};

/// A need in its long form.
pub static NEED: KeyTable = KeyTable {
    name: "need",
    doc: "A fixture that must exist in the deployment.",
    keys: &[
        required("kind", Shape::Text, "A kind of fixture of the contract."),
        key(
            "account",
            Shape::Text,
            "The kind of key whose account it belongs to. Default: the first kind.",
        ),
        key("facts", VALUES, "Facts that it must have."),
        key(
            "optional",
            Shape::Boolean,
            "The scenario also runs without the fixture. Values that name it, and calls that need it, are then left out.",
        ),
    ],
};

/// A step.
pub static STEP: KeyTable = KeyTable {
    name: "step",
    doc: "One call and its expected outcome. Default: it is accepted.",
    keys: &[
        required("call", Shape::Text, "The operation."),
        key("as", Shape::Text, "A name for later steps."),
        key(
            "each",
            TEXTS,
            "Needs for which the call is made, one after the other. `{each.id}` and `{each.FACT}` are the values of each in the target file.",
        ),
        PATH,
        QUERY,
        BODY,
        WITHOUT,
        key(
            "alternatives",
            Shape::List(&Shape::Table(&INPUTS)),
            "Several forms of a request that the document leaves open. One of them must have the expected outcome.",
        ),
        key(
            "at_once",
            Shape::OneOf(&AT_ONCE),
            "The number of copies of the request that are sent at the same time. One is accepted; `refused` names the case of the others.",
        ),
        KEY,
        key(
            "header_case",
            Shape::OneOf(&HeaderCase::WORDS),
            "The case of the name of the key header. Default: as documented.",
        ),
        key(
            "path_escapes",
            Shape::OneOf(&["all"]),
            "Percent-encodes every character of the path parameters, which does not change what they identify.",
        ),
        key(
            "perhaps",
            Shape::Boolean,
            "The document does not say that the call is accepted here, so a refusal shows nothing.",
        ),
        key(
            "finds",
            Shape::Boolean,
            "Nothing is expected. Steps that refer to this one are sent only if it is accepted, and its answer holds all values of `shows` that its request does not hold.",
        ),
        key("pages", Shape::OneOf(&["all"]), "Requests all pages, one after the other."),
        key("refused", Shape::Text, "The expected error case, or `any`."),
        key("observe", Shape::Boolean, "Nothing is expected."),
        key(
            "observes",
            Shape::Text,
            "Nothing is expected; the outcome is an observation of this gap.",
        ),
        key("shows", TEXTS, "Values that must be in the answer."),
        key("hides", TEXTS, "Values that must not be in the answer."),
        key(
            "adds",
            TEXTS,
            "Values that an expansion adds: in this answer, and not in the answer to a call without the expansion.",
        ),
        key(
            "order",
            Shape::MapOf(&Shape::Text),
            "Values in the answer, each with its sort key: a timestamp, or text.",
        ),
        key(
            "equals",
            VALUES,
            "Stated members of the answer, as `MEMBER.FIELD` or `LIST[NEED.id].FIELD`, each with its expected value.",
        ),
        key("differs", VALUES, "The same, each with a value that it must not have."),
        key(
            "near",
            VALUES,
            "Stated members of the answer, each with a timestamp that it must be within a day of.",
        ),
        key(
            "repeats",
            Shape::Text,
            "An earlier step that this call repeats, possibly with another identifier of the same record.",
        ),
        key(
            "same_as",
            Shape::Text,
            "An earlier step whose answer must be the same. One of the two sends a default that the other leaves out, or the same values in another order, or the same request with an expansion.",
        ),
        key(
            "proves",
            TEXTS,
            "Clauses that the expected outcome proves: ids, or ids without the operation.",
        ),
        key(
            "keeps",
            TEXTS,
            "Clauses that another outcome disproves, because their operation must have left this unchanged. The expected outcome does not prove them.",
        ),
        key(
            "disproved_by",
            Shape::Text,
            "The error case that would show the opposite of `proves` and `keeps`.",
        ),
    ],
};

/// A `finally` call.
pub static FINALLY: KeyTable = KeyTable {
    name: "final step",
    doc: "One call that restores what the steps changed. It shows nothing.",
    keys: &[required("call", Shape::Text, "The operation."), PATH, QUERY, BODY, WITHOUT, KEY],
};

/// An alternative form of a request.
pub static INPUTS: KeyTable = KeyTable {
    name: "alternative",
    doc: "One of several forms of a request.",
    keys: &[PATH, QUERY, BODY, WITHOUT],
};

const fn key(name: &'static str, shape: Shape, doc: &'static str) -> Key {
    Key { name, required: false, shape, doc }
}

const fn required(name: &'static str, shape: Shape, doc: &'static str) -> Key {
    Key { name, required: true, shape, doc }
}
