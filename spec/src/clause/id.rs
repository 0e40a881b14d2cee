//! Ids of clauses and gaps, made in one place from the place in the contract.
//!
//! A clause and a gap share one name space: a slot that is stated has a clause under the id that the gap would have.

use super::ClauseKind;

/// Prefix of everything that belongs to no operation.
pub const SERVICE: &str = "service";

/// Id of the clause of that kind; `operation` is `None` for the whole service.
#[must_use]
pub fn clause(operation: Option<&str>, kind: &ClauseKind) -> String {
    format!("{}.{}", operation.unwrap_or(SERVICE), suffix(kind))
}

/// The part of a clause id after its operation.
#[must_use]
pub fn suffix(kind: &ClauseKind) -> String {
    match kind {
        ClauseKind::Acceptance => "accepted".to_owned(),
        ClauseKind::Addressing { at, by } => format!("{at}.{}", by.name()),
        ClauseKind::InputAccepted { field } => format!("body.{field}"),
        ClauseKind::InputRequired { field } => format!("body.{field}.required"),
        ClauseKind::InputValue { field, value } => format!("body.{field}.{value}"),
        ClauseKind::Several { at } => format!("{at}.several"),
        ClauseKind::Filter { parameter } => format!("query.{parameter}.filter"),
        ClauseKind::Sort { parameter, value } => format!("query.{parameter}.{value}.order"),
        ClauseKind::TimestampForm { field, form } => format!("body.{field}.{}", form.name()),
        ClauseKind::QueryValue { parameter, value } => format!("query.{parameter}.{value}"),
        ClauseKind::QueryDefault { parameter, .. } => format!("query.{parameter}.default"),
        ClauseKind::Expansion {
            parameter, value, ..
        } => format!("query.{parameter}.{value}.adds"),
        ClauseKind::KeyRequired => "key.required".to_owned(),
        ClauseKind::SuccessStatus { .. } => "success.status".to_owned(),
        ClauseKind::EmptyBody => "success.body".to_owned(),
        ClauseKind::EnvelopeMember { member } => format!("success.{member}"),
        ClauseKind::FieldPresent { member, field } => format!("success.{member}.{field}.present"),
        ClauseKind::FieldType { member, field } => format!("success.{member}.{field}.type"),
        ClauseKind::FieldValue { member, field } => format!("success.{member}.{field}.value"),
        ClauseKind::Echo { member, field } => format!("success.{member}.{field}.echo"),
        ClauseKind::MetaKey { meta, key } => format!("success.{meta}.{key}"),
        ClauseKind::PageNumber { .. } => "paging.page".to_owned(),
        ClauseKind::PageSize { .. } => "paging.per_page".to_owned(),
        ClauseKind::Order => "order".to_owned(),
        ClauseKind::Scope => "scope".to_owned(),
        ClauseKind::Creation => "creates".to_owned(),
        ClauseKind::Update { field } => format!("updates.{field}"),
        ClauseKind::Removal => "removes".to_owned(),
        ClauseKind::TransitionAllowed { transition } => of_transition(transition, "allowed"),
        ClauseKind::TransitionDone { transition } => of_transition(transition, "done"),
        ClauseKind::TransitionExcept { transition } => of_transition(transition, "except"),
        ClauseKind::Hidden { what } => format!("hides.{what}"),
        ClauseKind::Refusal { case } => format!("errors.{case}.refused"),
        ClauseKind::RefusalMessage { case } => format!("errors.{case}.message"),
        ClauseKind::RefusalStatus { case, .. } => format!("errors.{case}.status"),
        ClauseKind::ErrorBody => "errors.body".to_owned(),
        ClauseKind::HeaderCase => "key.header_case".to_owned(),
        ClauseKind::AccountOfKey => "key.account".to_owned(),
        ClauseKind::AccountLimit { record } => format!("limit.{record}"),
    }
}

fn of_transition(name: &Option<String>, part: &str) -> String {
    match name {
        Some(name) => format!("transition.{name}.{part}"),
        None => format!("transition.{part}"),
    }
}
