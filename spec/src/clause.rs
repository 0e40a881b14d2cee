//! Clauses: every checkable statement of the contract, derived and never listed by hand.

mod derive;
pub mod id;
mod place;
mod statement;
mod words;

pub(crate) use words::a_value_of;

use serde_json::{Value, json};

use crate::model::{Contract, Evidence, Identifier, InputRef, Section, TimestampForm};

/// One checkable statement.
#[derive(Clone, Debug, PartialEq)]
pub struct Clause {
    /// Stable id, derived from the place in the contract: `<operation>.<part>...` or `service.<part>...`.
    pub id: String,
    /// What sort of statement, and about what.
    pub kind: ClauseKind,
    /// The operation it belongs to; `None` for the whole service.
    pub operation: Option<String>,
    /// Section of the document.
    pub section: Section,
    /// How it is known.
    pub evidence: Evidence,
    /// Why it cannot be seen on the wire; `None` when it can be tested.
    pub untestable_because: Option<String>,
    /// The statement in a sentence.
    pub statement: String,
}

impl Clause {
    /// Whether it can be tested.
    #[must_use]
    pub fn testable(&self) -> bool {
        self.untestable_because.is_none()
    }

    /// All of it as plain values, for listings that programs read.
    #[must_use]
    pub fn to_json(&self) -> Value {
        json!({
            "id": self.id,
            "kind": self.kind.name(),
            "operation": self.operation,
            "section": self.section,
            "evidence": self.evidence.name(),
            "testable": self.testable(),
            "untestable_because": self.untestable_because,
            "statement": self.statement,
        })
    }
}

/// What sort of statement a clause is, and about which part of its operation.
///
/// Judges and mutants dispatch on this; nobody takes an id apart.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ClauseKind {
    /// A valid request is accepted at this method and path.
    Acceptance,
    /// The thing can be addressed this way.
    Addressing {
        /// The parameter of the path, or the member of the body.
        at: InputRef,
        /// The way.
        by: Identifier,
    },
    /// A request that carries this optional member of the body is accepted.
    InputAccepted {
        /// Wire name.
        field: String,
    },
    /// A request without this member of the body is refused, though the document has no message for it.
    InputRequired {
        /// Wire name.
        field: String,
    },
    /// This documented value of a member of the body is accepted.
    InputValue {
        /// Wire name.
        field: String,
        /// Value.
        value: String,
    },
    /// Several values, separated by commas, are accepted.
    Several {
        /// The query parameter, or the member of the body.
        at: InputRef,
    },
    /// A point in time written this way is accepted.
    TimestampForm {
        /// Wire name.
        field: String,
        /// The form.
        form: TimestampForm,
    },
    /// This documented value of a query parameter is accepted.
    QueryValue {
        /// Parameter.
        parameter: String,
        /// Value.
        value: String,
    },
    /// Leaving a query parameter out is the same as sending its default.
    QueryDefault {
        /// Parameter.
        parameter: String,
        /// Its default.
        value: String,
    },
    /// This value of a query parameter adds data.
    Expansion {
        /// Parameter.
        parameter: String,
        /// Value.
        value: String,
        /// Wire name of the member that is added; `None` where its name is not shown.
        adds: Option<String>,
    },
    /// The list keeps to what this query parameter asks for.
    Filter {
        /// Parameter.
        parameter: String,
    },
    /// This value of a query parameter brings the list into its order.
    Sort {
        /// Parameter.
        parameter: String,
        /// Value.
        value: String,
    },
    /// A missing key is refused.
    KeyRequired,
    /// The status of the success.
    SuccessStatus {
        /// HTTP status.
        status: u16,
    },
    /// The success body has this member, of its documented type.
    EnvelopeMember {
        /// Wire name.
        member: String,
    },
    /// The success body is empty.
    EmptyBody,
    /// The record in this envelope member has this field.
    FieldPresent {
        /// Envelope member.
        member: String,
        /// Wire name of the field.
        field: String,
    },
    /// The field, where it is there and not null, is of its documented type.
    FieldType {
        /// Envelope member.
        member: String,
        /// Wire name of the field.
        field: String,
    },
    /// The field has the value of the thing that the record shows.
    FieldValue {
        /// Envelope member.
        member: String,
        /// Wire name of the field.
        field: String,
    },
    /// The field repeats what the request said.
    Echo {
        /// Envelope member.
        member: String,
        /// Wire name of the field.
        field: String,
    },
    /// The paging member tells this.
    MetaKey {
        /// Envelope member that tells about the page.
        meta: String,
        /// Wire name in it.
        key: String,
    },
    /// The page number selects the page.
    PageNumber {
        /// Query parameter.
        parameter: String,
    },
    /// The page size bounds the page.
    PageSize {
        /// Query parameter.
        parameter: String,
    },
    /// The list comes in this order.
    Order,
    /// Only the account's own things are shown, or reached.
    Scope,
    /// What was accepted has been created.
    Creation,
    /// After acceptance the record has the value that was sent.
    Update {
        /// Wire name of the member of the body.
        field: String,
    },
    /// What was removed is gone.
    Removal,
    /// A record in the right state makes the move.
    TransitionAllowed {
        /// Name of the transition, where the operation makes several.
        transition: Option<String>,
    },
    /// After the move the record is in its new state, and no longer in the one it came from.
    TransitionDone {
        /// Name of the transition, where the operation makes several.
        transition: Option<String>,
    },
    /// Under its guard the move does not happen.
    TransitionExcept {
        /// Name of the transition, where the operation makes several.
        transition: Option<String>,
    },
    /// These things are never shown.
    Hidden {
        /// Id of what is hidden.
        what: String,
    },
    /// The defect is refused.
    Refusal {
        /// Error case.
        case: String,
    },
    /// It is refused with this message.
    RefusalMessage {
        /// Error case.
        case: String,
    },
    /// It is refused with this status.
    RefusalStatus {
        /// Error case.
        case: String,
        /// HTTP status.
        status: u16,
    },
    /// An error body is an object with the message as a string in its documented member.
    ErrorBody,
    /// The case of the key header's name does not matter.
    HeaderCase,
    /// The key identifies the account.
    AccountOfKey,
    /// There are only so many things of this record for each account.
    AccountLimit {
        /// The record.
        record: String,
    },
}

impl ClauseKind {
    /// The word used in listings.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::Acceptance => "acceptance",
            Self::Addressing { .. } => "addressing",
            Self::InputAccepted { .. } => "input",
            Self::InputRequired { .. } => "input_required",
            Self::InputValue { .. } => "input_value",
            Self::Several { .. } => "several",
            Self::TimestampForm { .. } => "timestamp_form",
            Self::QueryValue { .. } => "query_value",
            Self::QueryDefault { .. } => "query_default",
            Self::Expansion { .. } => "expansion",
            Self::Filter { .. } => "filter",
            Self::Sort { .. } => "sort",
            Self::KeyRequired => "key_required",
            Self::SuccessStatus { .. } => "success_status",
            Self::EnvelopeMember { .. } => "envelope_member",
            Self::EmptyBody => "empty_body",
            Self::FieldPresent { .. } => "field_present",
            Self::FieldType { .. } => "field_type",
            Self::FieldValue { .. } => "field_value",
            Self::Echo { .. } => "echo",
            Self::MetaKey { .. } => "meta_key",
            Self::PageNumber { .. } => "page_number",
            Self::PageSize { .. } => "page_size",
            Self::Order => "order",
            Self::Scope => "scope",
            Self::Creation => "creation",
            Self::Update { .. } => "update",
            Self::Removal => "removal",
            Self::TransitionAllowed { .. } => "transition_allowed",
            Self::TransitionDone { .. } => "transition_done",
            Self::TransitionExcept { .. } => "transition_except",
            Self::Hidden { .. } => "hidden",
            Self::Refusal { .. } => "refusal",
            Self::RefusalMessage { .. } => "refusal_message",
            Self::RefusalStatus { .. } => "refusal_status",
            Self::ErrorBody => "error_body",
            Self::HeaderCase => "header_case",
            Self::AccountOfKey => "account_of_key",
            Self::AccountLimit { .. } => "account_limit",
        }
    }
}

impl Contract {
    /// Every clause, in order of id.
    #[must_use]
    pub fn clauses(&self) -> Vec<Clause> {
        let mut clauses = derive::clauses(self);
        clauses.sort_by(|a, b| a.id.cmp(&b.id));
        clauses
    }
}
