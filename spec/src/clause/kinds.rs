//! The table of clause kinds. A new kind is a function that derives its clauses, and a row here.
//!
//! A row has the owner, the variant with its fields, its name, the id of a clause after its owner, and the function.

mod body;
mod calculation;
mod field;
mod idempotency;
mod list;
mod prelude;
mod query;
mod record;
mod refusal;
mod request;
mod service;
mod success;
mod transition;

use super::scope::{ClauseList, Owner};
use crate::model::{Identifier, InputRef, PageStart, TimestampForm};

/// Makes the enum and its dispatch from rows `OWNER KIND { FIELDS } = "NAME", SUFFIX, DERIVE;`.
///
/// The owner is the method of [`Owner`] that gives the function what it looks at.
macro_rules! clause_kinds {
    ($(
        $(#[$doc:meta])+
        $owner:ident $kind:ident $({ $( $(#[$field_doc:meta])+ $field:ident: $ty:ty, )+ })?
            = $name:literal, $suffix:expr, $derive:path;
    )+) => {
        /// What sort of statement a clause is, and about which part of its operation.
        ///
        /// Judges and mutants match on this, so that ids are never parsed.
        #[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum ClauseKind {
            $( $(#[$doc])+ $kind $({ $( $(#[$field_doc])+ $field: $ty, )+ })?, )+
        }

        impl ClauseKind {
            /// Name in listings and JSON.
            pub fn name(&self) -> &'static str {
                match self {
                    $( Self::$kind { .. } => $name, )+
                }
            }

            /// The part of a clause id after its owner.
            #[expect(unused_variables, reason = "not every field is part of the id")]
            pub(super) fn suffix(&self) -> String {
                match self {
                    $( Self::$kind $({ $($field),+ })? => $suffix.into(), )+
                }
            }
        }

        /// Adds every clause that the owner has.
        pub(super) fn derive(owner: Owner<'_>, clauses: &mut ClauseList<'_>) {
            $(
                if let Some(owner) = owner.$owner() {
                    $derive(owner, clauses);
                }
            )+
        }
    };
}

/// A name of the document as the last part of an id, apart from those of the language.
fn apart(name: &str, of_language: &[&str]) -> String {
    if of_language.contains(&name) { format!("named.{name}") } else { name.to_owned() }
}

clause_kinds! {
    /// A valid request is accepted at this method and path.
    operation Acceptance = "acceptance", "accepted", request::accepted;
    /// The record can be addressed by this kind of identifier.
    operation Addressing {
        /// The parameter of the path, or the member of the body.
        at: InputRef,
        /// The kind of identifier.
        by: Identifier,
    } = "addressing", format!("{at}.{}", by.name()), request::addressing;
    /// A request that carries this optional member of the body is accepted.
    operation InputAccepted {
        /// Wire name.
        field: String,
    } = "input", format!("body.{field}"), body::accepted;
    /// A request without this member of the body is refused, though the document has no message for it.
    operation InputRequired {
        /// Wire name.
        field: String,
    } = "input_required", format!("body.{field}.required"), body::required;
    /// Null is accepted as this member of the body, and the member of the record then has no value.
    operation InputNull {
        /// Wire name.
        field: String,
    } = "input_null", format!("body.{field}.null"), body::null;
    /// A created record has this value where the member of the body is left out.
    operation InputDefault {
        /// Wire name.
        field: String,
    } = "input_default", format!("body.{field}.default"), body::default;
    /// This documented value of a member of the body is accepted.
    operation InputValue {
        /// Wire name.
        field: String,
        /// The value.
        value: String,
    } = "input_value", format!("body.{field}.{}", apart(value, &["default", "null", "required", "several"])), body::value;
    /// Several values at once are accepted.
    operation Several {
        /// The query parameter, or the member of the body.
        at: InputRef,
    } = "several", format!("{at}.several"), query::several;
    /// A timestamp in this form is accepted.
    operation TimestampForm {
        /// Wire name.
        field: String,
        /// The form.
        form: TimestampForm,
    } = "timestamp_form", format!("body.{field}.{}", form.name()), body::form;
    /// This documented value of a query parameter is accepted.
    operation QueryValue {
        /// Name of the parameter.
        parameter: String,
        /// The value.
        value: String,
    } = "query_value", format!("query.{parameter}.{}", apart(value, &["default", "filter", "several"])), query::value;
    /// Leaving a query parameter out is the same as sending its default.
    operation QueryDefault {
        /// Name of the parameter.
        parameter: String,
        /// Its default value.
        value: String,
    } = "query_default", format!("query.{parameter}.default"), query::default;
    /// This value of a query parameter adds data.
    operation Expansion {
        /// Name of the parameter.
        parameter: String,
        /// The value.
        value: String,
        /// Wire name of the member that is added; `None` where its name is not shown.
        adds: Option<String>,
    } = "expansion", format!("query.{parameter}.{value}.adds"), query::expansion;
    /// The list is filtered by this query parameter.
    operation Filter {
        /// Name of the parameter.
        parameter: String,
    } = "filter", format!("query.{parameter}.filter"), query::filter;
    /// The list is sorted by this value of a query parameter.
    operation Sort {
        /// Name of the parameter.
        parameter: String,
        /// The value.
        value: String,
    } = "sort", format!("query.{parameter}.{value}.order"), query::sort;
    /// A missing key is refused.
    operation KeyRequired = "key_required", "key.required", request::key_required;
    /// The status of the success.
    operation SuccessStatus {
        /// HTTP status.
        status: u16,
    } = "success_status", "success.status", success::status;
    /// The status of a success by what was sent.
    operation FurtherStatus {
        /// Its name in the contract.
        name: String,
        /// HTTP status.
        status: u16,
    } = "further_status", format!("success.status.{name}"), success::further_status;
    /// The success body has this member, of its documented type, or is of that type itself.
    operation EnvelopeMember {
        /// Wire name; empty for a bare body.
        member: String,
    } = "envelope_member", success::member_suffix(member), success::envelope_member;
    /// The success body is empty.
    operation EmptyBody = "empty_body", "success.body", success::empty_body;
    /// A request that is repeated with its key gets the first response again.
    operation IdempotencyReplayed {
        /// The header with the key.
        header: String,
    } = "idempotency_replayed", "idempotency.replayed", idempotency::replayed;
    /// Requests with the same key create one record.
    operation IdempotencyOnce = "idempotency_once", "idempotency.once", idempotency::once;
    /// A header tells a response that is given again from a first one.
    operation IdempotencyFlagged {
        /// The header with the key.
        header: String,
    } = "idempotency_flagged", "idempotency.flagged", idempotency::flagged;
    /// Every success has this header.
    operation HeaderPresent {
        /// Name in the document's spelling.
        header: String,
    } = "header_present", format!("success.headers.{header}.present"), success::header_present;
    /// The header, where it is present, is of its documented type.
    operation HeaderType {
        /// Name in the document's spelling.
        header: String,
    } = "header_type", format!("success.headers.{header}.type"), success::header_type;
    /// The header ends with the path of this operation for the record in the body.
    operation HeaderLeadsTo {
        /// Name in the document's spelling.
        header: String,
        /// Id of the operation.
        target: String,
    } = "header_leads_to", format!("success.headers.{header}.leads_to"), success::header_leads_to;
    /// The record in this envelope member has this field.
    operation FieldPresent {
        /// Envelope member; empty in a bare body.
        member: String,
        /// Wire name of the field.
        field: String,
    } = "field_present", success::field_suffix(member, field, "present"), field::present;
    /// The field, where it is present and not null, is of its documented type.
    operation FieldType {
        /// Envelope member; empty in a bare body.
        member: String,
        /// Wire name of the field.
        field: String,
    } = "field_type", success::field_suffix(member, field, "type"), field::ty;
    /// The field has a value that is known from elsewhere.
    operation FieldValue {
        /// Envelope member; empty in a bare body.
        member: String,
        /// Wire name of the field.
        field: String,
    } = "field_value", success::field_suffix(member, field, "value"), field::value;
    /// The field repeats an input of the request.
    operation Echo {
        /// Envelope member; empty in a bare body.
        member: String,
        /// Wire name of the field.
        field: String,
    } = "echo", success::field_suffix(member, field, "echo"), success::echo;
    /// The body has this member about the page.
    operation MetaKey {
        /// Envelope member that holds it; empty if it is beside the list.
        meta: String,
        /// Wire name of its member.
        key: String,
    } = "meta_key", list::meta_suffix(meta, key), list::meta_key;
    /// The page number selects the page.
    operation PageNumber {
        /// Query parameter.
        parameter: String,
    } = "page_number", "paging.page", list::number;
    /// The page size bounds the page.
    operation PageSize {
        /// Query parameter.
        parameter: String,
    } = "page_size", "paging.per_page", list::size;
    /// This parameter selects the page. Consecutive pages show each item once.
    operation PageFollowing {
        /// Query parameter.
        parameter: String,
        /// The kind of value that it takes.
        by: PageStart,
    } = "page_following", format!("paging.{}", by.name()), list::following;
    /// The page size if the parameter is not sent.
    operation PageSizeDefault {
        /// Query parameter.
        parameter: String,
        /// The size.
        size: u64,
    } = "page_size_default", "paging.per_page.default", list::default_size;
    /// A header `Link` leads to the next page.
    operation PageLink = "page_link", "paging.link_header", list::link;
    /// A page after the last one is accepted and empty.
    operation PageAfterLast {
        /// Query parameter that selects it.
        parameter: String,
    } = "page_after_last", "paging.after_last", list::after_last;
    /// The order of the list.
    operation Order = "order", "order", list::order;
    /// Only records of the account are listed, or reached.
    operation Scope = "scope", "scope", list::scope;
    /// An accepted request creates a record.
    operation Creation = "creation", "creates", record::creation;
    /// After acceptance the record has the value that was sent.
    operation Update {
        /// Wire name of the member of the body.
        field: String,
    } = "update", format!("updates.{field}"), record::update;
    /// If this member of the body is left out, the record keeps its value after an accepted request.
    operation UpdateKept {
        /// Wire name of the member of the body.
        field: String,
    } = "update_kept", format!("updates.{field}.kept"), record::kept;
    /// After acceptance the record no longer exists.
    operation Removal = "removal", "removes", record::removal;
    /// A success gives this value to the member of a record.
    operation Effect {
        /// The record.
        record: String,
        /// Wire name of its member.
        field: String,
    } = "effect", format!("effects.{record}.{field}"), calculation::effect;
    /// Members of the record in this envelope member are so related.
    operation Relation {
        /// Envelope member; empty in a bare body.
        member: String,
        /// The record.
        record: String,
        /// Id of the relation.
        relation: String,
    } = "relation", success::field_suffix(member, "relations", relation), calculation::relation;
    /// A record in the right state makes the transition.
    operation TransitionAllowed {
        /// Name of the transition, where the operation makes several.
        transition: Option<String>,
    }
        = "transition_allowed", transition::suffix(transition.as_deref(), "allowed"), transition::allowed;
    /// After the transition the record is in its new state, and no longer in the one before.
    operation TransitionDone {
        /// Name of the transition, where the operation makes several.
        transition: Option<String>,
    } = "transition_done", transition::suffix(transition.as_deref(), "done"), transition::done;
    /// Under its guard the transition does not happen.
    operation TransitionExcept {
        /// Name of the transition, where the operation makes several.
        transition: Option<String>,
    }
        = "transition_except", transition::suffix(transition.as_deref(), "except"), transition::except;
    /// These records are never returned.
    operation Hidden {
        /// Id of the hidden records.
        what: String,
    } = "hidden", format!("hides.{what}"), list::hidden;
    /// The defect is refused.
    either Refusal {
        /// Id of the error case.
        case: String,
    } = "refusal", format!("errors.{case}.refused"), refusal::refused;
    /// It is refused with this message.
    either RefusalMessage {
        /// Id of the error case.
        case: String,
    } = "refusal_message", format!("errors.{case}.message"), refusal::message;
    /// It is refused with this code.
    either RefusalCode {
        /// Id of the error case.
        case: String,
        /// The code.
        code: String,
    } = "refusal_code", format!("errors.{case}.code"), refusal::code;
    /// Its refusal names the offending input, another input, or no input.
    either RefusalField {
        /// Id of the error case.
        case: String,
    } = "refusal_field", format!("errors.{case}.field"), refusal::field;
    /// It is refused with this status.
    either RefusalStatus {
        /// Id of the error case.
        case: String,
        /// HTTP status.
        status: u16,
    } = "refusal_status", format!("errors.{case}.status"), refusal::status;
    /// Several wrong inputs are refused with an entry for each of them, and no other.
    operation RefusalEntries = "refusal_entries", "errors.entries", refusal::entries;
    /// An error body is an object with the message as a string in its documented member.
    service ErrorBody = "error_body", "errors.body", service::error_body;
    /// An error body has its documented media type.
    service ErrorType = "error_type", "errors.content_type", service::error_type;
    /// The name of the key header is case-insensitive.
    service HeaderCase = "header_case", "key.header_case", service::header_case;
    /// The key identifies the account.
    service AccountOfKey = "account_of_key", "key.account", service::account_of_key;
    /// The number of records of an account is limited.
    service AccountLimit {
        /// The record.
        record: String,
    } = "account_limit", format!("limit.{record}"), service::account_limit;
}
