//! One call of a walk, without its expected outcome: that follows from the calls before it.

use std::collections::BTreeMap;

use spec::{Identifier, InputRef};

/// Number of an action or of a fixture, which names the record that it creates. Stays the same when
/// other actions are left out.
pub(super) type RecordId = usize;

/// The records that the inputs of a call identify, each by one kind of identifier.
pub(super) type Named = BTreeMap<InputRef, (RecordId, Identifier)>;

#[derive(Clone, Debug)]
pub(super) struct Action {
    pub(super) id: RecordId,
    pub(super) operation: String,
    pub(super) kind: ActionKind,
    pub(super) named: Named,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum ActionKind {
    /// Creates a record, or repeats a creation for the same owners.
    Create,
    /// Creates a record with the unique member of another.
    CreateSame {
        record: RecordId,
        field: String,
    },
    Read,
    /// Reads a record with the key of another account.
    ReadElsewhere {
        key: String,
    },
    /// Reads a record by the identifier that a record below it shows.
    LookUpIdentifier {
        from: RecordId,
    },
    /// Lists records: those that were created, or without those that were removed.
    List {
        removed: bool,
    },
    /// Moves a record to another state; the name of the transition, where there are several.
    Move {
        transition: Option<String>,
    },
    Update {
        field: String,
    },
    Remove,
    /// Names a record that does not exist.
    Unknown {
        form: Identifier,
    },
}
