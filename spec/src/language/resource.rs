//! `<resource>/resource.yaml`: records, their states, fixtures.

use reader::Shape::{Boolean, Either, Integer, MapOf, OneOf, Table, Text};
use reader::{KeyTable, optional, required};

use super::common::{
    BOOLEAN_SLOT, DESCRIPTION, FIELD, IDENTIFIED_BY, PLAIN_TYPES, SOURCE, TEXT_SLOT, TEXTS,
};
use super::service::{OPEN_QUESTION, SILENCES};

pub const RESOURCE: KeyTable = KeyTable::new(
    "resource",
    "A resource of the API.",
    &[
        required("resource", Text).doc("Id, equal to the folder name."),
        required("title", Text).doc("Display name."),
        SOURCE,
        DESCRIPTION,
        optional("not_shown", SILENCES).doc("Slots that are silent in the whole resource."),
        optional("records", MapOf(&Table(&RECORD))).doc("Its JSON objects."),
        optional("fixtures", MapOf(&Table(&FIXTURE)))
            .doc("Records that must exist in a deployment because a run cannot create them."),
        optional("open_questions", MapOf(&Table(&OPEN_QUESTION)))
            .doc("Gaps that no slot of the language covers."),
    ],
);

pub const RECORD: KeyTable = KeyTable::new(
    "record",
    "A JSON object of the API.",
    &[
        DESCRIPTION,
        SOURCE,
        optional("not_shown", SILENCES).doc("Slots that are silent in the whole record."),
        optional("further_members", BOOLEAN_SLOT)
            .doc("Whether there are members besides the listed ones."),
        IDENTIFIED_BY,
        required("fields", MapOf(&Table(&FIELD))).doc("Its members."),
        optional("relations", MapOf(&Text)).doc(
            "What holds between its members at any time, by name: `amount_refunded at_most amount_captured`, with sums and \
             relations as in the condition of a refusal. Two times can be compared as well.",
        ),
        optional("lifecycle", Table(&LIFECYCLE)).doc("Its states."),
        optional("limit", Table(&LIMIT)).doc("Maximum number of records."),
    ],
);

pub const LIFECYCLE: KeyTable = KeyTable::new(
    "lifecycle",
    "The states of a record.",
    &[
        SOURCE,
        required("states", TEXTS).doc("The documented states."),
        optional("complete", BOOLEAN_SLOT).doc("Whether the list is complete."),
        optional("initial", TEXT_SLOT).doc("The state of a new record."),
        optional("shown_in", TEXT_SLOT).doc("The member that shows the state."),
        optional("external_transitions", MapOf(&Table(&EXTERNAL_TRANSITION)))
            .doc("Transitions that no documented operation makes."),
    ],
);

pub const EXTERNAL_TRANSITION: KeyTable = KeyTable::new(
    "external transition",
    "A transition that no documented operation makes.",
    &[
        SOURCE,
        required("from", Text).doc("The state before."),
        required("to", Text).doc("The state after."),
        required("by", TEXT_SLOT).doc("What triggers it."),
    ],
);

pub const LIMIT: KeyTable = KeyTable::new(
    "limit",
    "Maximum number of records.",
    &[
        SOURCE,
        required("per_account", Integer).doc("Maximum per account."),
        optional("untestable", Text).doc("Why it cannot be tested over HTTP, if it cannot."),
    ],
);

pub const FIXTURE: KeyTable = KeyTable::new("fixture", "A kind of record that must exist in a deployment because a run cannot create it.", &[
    required("record", Text).doc("Its record."),
    required("description", Text).doc("What it is, and what its id is."),
    required("setup", Text)
        .doc("How to create one, in one sentence: the operation, or who creates it if no operation does."),
    optional("consumed", Boolean).doc("Whether a scenario consumes it [default: false]."),
    optional("facts", MapOf(&Either(&[OneOf(PLAIN_TYPES), Table(&FIXTURE_FACT)])))
        .doc("Facts that a target file can give: name and type."),
    optional("discriminated_by", MapOf(&Either(&[Boolean, Text])))
        .doc("Members and values that distinguish it from other fixtures of its record in a list."),
    optional("clauses", TEXTS).doc("Globs over the ids of the clauses that depend on it."),
]);

pub const FIXTURE_FACT: KeyTable = KeyTable::new(
    "fixture fact",
    "A fact that a target file can give, and what it means for a list of the records. A fact with the name of a member of \
     the record is the value of that member.",
    &[
        required("type", OneOf(PLAIN_TYPES)).doc("Its type."),
        optional("passes", Text)
            .doc("A filter of a list: sent with the fact, it keeps the record."),
        optional("fails", Text)
            .doc("A filter of a list: sent with the fact, it leaves the record out."),
        optional("added_by", Text)
            .doc("A value of a query parameter: it adds the fact to the record."),
        optional("sort_key", Boolean)
            .doc("Whether the documented order of the list compares the fact [default: false]."),
    ],
);
