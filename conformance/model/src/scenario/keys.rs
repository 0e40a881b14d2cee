//! The keys of scenario files.

use reader::Shape::{Any, Boolean, Either, List, MapOf, OneOf, Table, Text};
use reader::{Key, KeyTable, Shape, optional, required};

use super::{BodySpelling, HeaderCase, MediaType};
use crate::depth::Depth;
use crate::level::Level;

const VALUES: Shape = MapOf(&Any);
const TEXTS: Shape = List(&Text);

const PATH: Key = optional("path", VALUES).doc("Parameters of the path.");
const QUERY: Key = optional("query", VALUES)
    .doc("Query parameters. Several values of one are a text, separated by commas, whatever their form in the query.");
const BODY: Key =
    optional("body", VALUES).doc("Members of the body that differ from the minimal valid one.");
const HEADER: Key = optional("header", VALUES)
    .doc("Headers that the contract describes, such as the key of a request that can be repeated.");
const WITHOUT: Key =
    optional("without", TEXTS).doc("Inputs that are left out, as `body.NAME` or `query.NAME`.");

const KEY: Key = optional("key", Text)
    .doc("`none`, `empty` or `blank` (the header with such a value), `invalid`, a kind of key, or a key of the first kind with a change: `lengthened` or `prefixed` (with more characters at its end or start), `shortened` (without the last character), `halved`. Default: the first kind.");

pub const AT_ONCE: [&str; 7] = ["2", "3", "4", "5", "6", "7", "8"];

pub const PAGE_SIZES: [&str; 7] = ["1", "2", "3", "5", "7", "10", "25"];

pub static SCENARIO: KeyTable = KeyTable::new(
    "scenario",
    "A sequence of calls, and what the contract says about them.",
    &[
        required("scenario", OneOf(&["1"])).doc("Version of the format: `1`."),
        required("title", Text).doc("What the scenario shows, in a few words."),
        optional("about", Text).doc("Why the scenario is written this way."),
        optional("needs", MapOf(&Either(&[Text, Table(&NEED)])))
            .doc("Fixtures that must exist: a name for the steps, and the kind of fixture."),
        optional("level", OneOf(&Level::WORDS))
            .doc("The level that a run must have. Default: derived from the steps."),
        optional("depth", OneOf(&Depth::WORDS))
            .doc("The depth that a run must have. Default: runs of every depth replay the scenario."),
        required("steps", List(&Table(&STEP))).doc("The calls, in order."),
        optional("finally", List(&Table(&FINALLY)))
            .doc("Calls that restore what the steps changed. They are sent whatever the outcome of the steps, and show nothing."),
    ],
);

pub static NEED: KeyTable = KeyTable::new(
    "need",
    "A fixture that must exist in the deployment.",
    &[
        required("kind", Text).doc("A kind of fixture of the contract."),
        optional("account", Text)
            .doc("The kind of key whose account it belongs to. Default: the first kind."),
        optional("facts", VALUES).doc("Facts that it must have."),
        optional("optional", Boolean)
            .doc("The scenario also runs without the fixture. Values that name it, and calls that need it, are then left out."),
    ],
);

pub static STEP: KeyTable = KeyTable::new(
    "step",
    "One call and its expected outcome. Default: it is accepted.",
    &[
        required("call", Text).doc("The operation."),
        optional("as", Text).doc("A name for later steps."),
        optional("each", TEXTS)
            .doc("Needs for which the call is made, one after the other. `{each.id}` and `{each.FACT}` are the values of each in the target file."),
        PATH,
        QUERY,
        BODY,
        HEADER,
        WITHOUT,
        optional("alternatives", List(&Table(&INPUTS)))
            .doc("Several forms of a request that the document leaves open. One of them must have the expected outcome."),
        optional("at_once", OneOf(&AT_ONCE))
            .doc("The number of copies of the request that are sent at the same time. One is accepted; `refused` names the case of the others."),
        optional("after_a_second", Boolean)
            .doc("Waits for a second before the call, so that times in whole seconds differ from those of earlier calls."),
        KEY,
        optional("header_case", OneOf(&HeaderCase::WORDS))
            .doc("The case of the name of the key header. Default: as documented."),
        optional("path_escapes", OneOf(&["all"]))
            .doc("Percent-encodes every character of the path parameters, which does not change what they identify."),
        optional("query_escapes", OneOf(&["all"]))
            .doc("The same for the names and values of the query parameters."),
        optional("media_type", OneOf(&MediaType::WORDS))
            .doc("Another spelling of the media type of the body: `charset` adds the parameter `charset=utf-8`, `upper` has capitals."),
        optional("body_spelling", OneOf(&BodySpelling::WORDS))
            .doc("Another spelling of the same body: `reversed` has its members in reverse order, `lines` has white space and line breaks, `escapes` writes every character as an escape."),
        optional("may_be_refused", Boolean)
            .doc("The document does not say that the call is accepted here, so a refusal shows nothing."),
        optional("lookup", Boolean)
            .doc("Nothing is expected. Steps that refer to this one are sent only if it is accepted, and its response holds all values of `shows` that its request does not hold."),
        optional("pages", OneOf(&["all"])).doc("Requests all pages, one after the other."),
        optional("page_size", OneOf(&PAGE_SIZES))
            .doc("The size of the pages to request, where the contract names no parameter for it."),
        optional("refused", Text).doc("The expected error case, or `any`."),
        optional("no_expectation", Boolean).doc("Nothing is expected."),
        optional("observes_gap", Text)
            .doc("Nothing is expected; the outcome is an observation of this gap. With `pages`, it is the number of the first page."),
        optional("shows", TEXTS).doc("Values that must be in the response."),
        optional("hides", TEXTS).doc("Values that must not be in the response."),
        optional("adds", TEXTS)
            .doc("Values that an expansion adds: in this response, and not in the response to a call without the expansion."),
        optional("order", MapOf(&Text))
            .doc("Values in the response, each with its sort key: a timestamp, or text."),
        optional("equals", VALUES)
            .doc("Stated members of the response, as `MEMBER.FIELD` or `LIST[NEED.id].FIELD`, each with its expected value."),
        optional("differs", VALUES).doc("The same, each with a value that it must not have."),
        optional("near", VALUES)
            .doc("Stated members of the response, each with a timestamp that it must be within 24 hours of; a value without a time of day, within two days."),
        optional("repeats", Text)
            .doc("An earlier step that this call repeats, possibly with another identifier of the same record."),
        optional("same_as", Text)
            .doc("An earlier step whose response must be the same. One of the two sends a default that the other leaves out, or the same values in another order, or the same request with an expansion."),
        optional("unchanged_since", Text)
            .doc("An earlier step that sent the same. If the two responses differ, that is an observation, `side effect`, and no failure: no clause says that the record stays as it was."),
        optional("like", Text)
            .doc("An earlier step of the operation. Where the responses about it repeat what it sent as a member of the body, those about this step repeat what this one sends."),
        optional("same_state_as", Text)
            .doc("An earlier step that reads the same record, or another one in the same state. Each of the two finds its record by its first value of `shows`. Where both records have a member by which the document sets or shows the state, it holds the same word."),
        optional("if_refused", Text)
            .doc("An earlier step. This one is sent only if that one was refused, to find what it was refused for."),
        optional("proves", TEXTS)
            .doc("Clauses that the expected outcome proves: ids, or ids without the operation."),
        optional("must_not_affect", TEXTS)
            .doc("Clauses that another outcome disproves, because their operation must have left this unchanged. The expected outcome does not prove them."),
        optional("disproved_by", Text)
            .doc("The error case that would show the opposite of `proves` and `must_not_affect`."),
    ],
);

pub static FINALLY: KeyTable = KeyTable::new(
    "final step",
    "One call that restores what the steps changed. It shows nothing.",
    &[required("call", Text).doc("The operation."), PATH, QUERY, BODY, HEADER, WITHOUT, KEY],
);

pub static INPUTS: KeyTable = KeyTable::new(
    "alternative",
    "One of several forms of a request.",
    &[PATH, QUERY, BODY, HEADER, WITHOUT],
);
