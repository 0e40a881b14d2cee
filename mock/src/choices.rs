//! What the server does where the contract has a gap that no overlay answers. All such choices are here.

use spec::{
    Condition, Contract, Defect, ErrorCase, Field, Operation, PageSelection, PageStart, Record,
    ResponseHeader, Scope, Slot, Transition, Type,
};

/// The most records on a page, unless the contract says how many there are by default.
pub(crate) const PAGE_SIZE: u64 = 20;

/// The query parameters for number and size of a page.
const PAGE_PARAMETERS: (&str, &str) = ("page", "per_page");

/// The choices that are no number or name, for `--verbose`.
pub const CHOICES: [(&str, &str); 12] = [
    ("whether a key is required", "it is not"),
    ("whose records an operation reaches", "those of the account of the key"),
    ("the status of a success", "201 for a new record, 204 without a body, else 200"),
    ("the body of a success", "the record or the list that the operation is about"),
    ("whether a header is sent that the document does not say is present", "it is sent"),
    ("the status, message and code of a refusal", "as for what the contract does not name"),
    ("the order of a list", "the oldest first"),
    ("how a paged list is paged", "as another list, else by `page` and `per_page`"),
    ("whether a member is present, or can be null", "it is present and not null"),
    ("the members of a record, if none is shown", "`id`, and those of the requests"),
    ("the state of a new record", "the first of its states"),
    ("the state after a transition", "that of a new record"),
];

/// A reason to refuse a request, and how that is said where the contract does not say it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reason {
    NoRoute,
    NoMethod,
    NoJson,
    KeyAbsent,
    KeyInvalid,
    KeyOf,
    Missing,
    Invalid,
    Unknown,
    Taken,
    State,
    Repeated,
    Other,
}

impl Reason {
    /// The reason of a documented condition.
    pub(crate) fn of(when: Option<&Condition>) -> Self {
        match when {
            Some(Condition::Missing(_) | Condition::OfAny { defect: Defect::Missing, .. }) => {
                Self::Missing
            }
            Some(
                Condition::Blank(_)
                | Condition::Malformed(_)
                | Condition::Breaks { .. }
                | Condition::Invalid(_)
                | Condition::OfAny { defect: Defect::Breaks(_) | Defect::Invalid, .. },
            ) => Self::Invalid,
            Some(Condition::Unknown(_) | Condition::OfAny { defect: Defect::Unknown, .. }) => {
                Self::Unknown
            }
            Some(Condition::Taken(_)) => Self::Taken,
            Some(
                Condition::NotInState { .. } | Condition::InState { .. } | Condition::Compares(_),
            ) => Self::State,
            Some(Condition::Repeated) => Self::Repeated,
            Some(Condition::KeyAbsent) => Self::KeyAbsent,
            Some(Condition::KeyInvalid | Condition::KeyUserless) => Self::KeyInvalid,
            Some(Condition::KeyOf(_)) => Self::KeyOf,
            Some(Condition::Prose(_)) | None => Self::Other,
        }
    }

    /// Status, code and message.
    pub(crate) fn words(self) -> (u16, &'static str, &'static str) {
        match self {
            Self::NoRoute => (404, "no_route", "The service has no such path"),
            Self::NoMethod => (405, "no_method", "The path does not have this method"),
            Self::NoJson => (400, "no_json", "The body is not a JSON object"),
            Self::KeyAbsent => (401, "key_absent", "A key is required"),
            Self::KeyInvalid => (401, "key_invalid", "The key is not known"),
            Self::KeyOf => (403, "forbidden", "The key is not allowed to do this"),
            Self::Missing => (422, "missing", "An input is missing"),
            Self::Invalid => (422, "invalid", "An input is not valid"),
            Self::Unknown => (404, "unknown", "There is no such record"),
            Self::Taken => (409, "taken", "Another record has this value"),
            Self::State => (409, "state", "The record is not in a state that allows this"),
            Self::Repeated => (409, "repeated", "This was done before"),
            Self::Other => (400, "refused", "The request is refused"),
        }
    }
}

/// The status of a documented refusal.
pub(crate) fn refusal_status(case: &ErrorCase) -> u16 {
    case.status.value().copied().unwrap_or_else(|| Reason::of(case.when.value()).words().0)
}

/// The status of a success.
pub(crate) fn success_status(operation: &Operation, has_body: bool) -> u16 {
    let chosen = || match (operation.creates.is_some(), has_body) {
        (true, _) => 201,
        (false, true) => 200,
        (false, false) => 204,
    };
    operation.success.status.value().copied().unwrap_or_else(chosen)
}

/// Whether a success has a header.
pub(crate) fn sends_header(header: &ResponseHeader) -> bool {
    header.present.value() != Some(&false)
}

/// Whether an operation requires a key.
pub(crate) fn requires_key(operation: &Operation) -> bool {
    operation.key_required.value().copied().unwrap_or(false)
}

/// Whether an operation reaches the records of all accounts.
pub(crate) fn reaches_all(operation: &Operation) -> bool {
    operation.scope.as_ref().and_then(Slot::value) == Some(&Scope::Service)
}

/// Whether a member that no input gives is left out.
pub(crate) fn is_left_out(field: &Field) -> bool {
    field.present.value() == Some(&false)
}

/// Whether a member that no input gives is null.
pub(crate) fn is_null(field: &Field) -> bool {
    field.nullable.value() == Some(&true)
}

/// The state of a new record.
pub(crate) fn initial_state(record: &Record) -> Option<&str> {
    let lifecycle = record.lifecycle.as_ref()?;
    let first = || lifecycle.states.value.first();
    lifecycle.initial.value().or_else(first).map(String::as_str)
}

/// The state after a transition.
pub(crate) fn state_after(contract: &Contract, transition: &Transition) -> Option<String> {
    let chosen = || initial_state(contract.record(&transition.record)?).map(str::to_owned);
    transition.to.value().cloned().or_else(chosen)
}

/// The member that identifies a record none of whose members are shown. Its other members are those of the requests.
pub(crate) const IDENTIFIER: &str = "id";

/// Whether no member of a record is shown, and it can have some.
pub(crate) fn has_no_shown_members(record: &Record) -> bool {
    record.fields.is_empty() && record.further_members.value() != Some(&false)
}

/// The value of a type that is not shown.
pub(crate) const UNKNOWN_VALUE: &str = "not shown";

/// How the pages of a list are selected.
pub(crate) struct Pages<'c> {
    pub by: PageStart,
    pub start: &'c str,
    /// The number of the first page, or what else a page is selected by if the request does not say it.
    pub first: u64,
    pub size: Option<&'c str>,
    pub default_size: u64,
}

/// How the pages of a paged list are selected.
pub(crate) fn pages<'c>(contract: &'c Contract, operation: &'c Operation) -> Option<Pages<'c>> {
    let paging = operation.paging.as_ref()?.value()?;
    let of_others = || {
        let others = contract.operations().filter_map(Operation::page_selection);
        others.into_iter().find(|selection| selection.by == PageStart::Number)
    };
    let Some(selection) = paging.selection.value().or_else(of_others) else {
        let (start, size) = PAGE_PARAMETERS;
        let (by, size) = (PageStart::Number, Some(size));
        return Some(Pages { by, start, first: 1, size, default_size: PAGE_SIZE });
    };
    let PageSelection { by, start, size, .. } = selection;
    let least = start.constraints.minimum.map_or(1, |least| least as u64);
    let first = match by {
        PageStart::Number => start.default.unwrap_or(least),
        PageStart::Offset | PageStart::After | PageStart::Cursor => start.default.unwrap_or(0),
    };
    Some(Pages {
        by: *by,
        start: &start.wire,
        first,
        size: size.as_ref().map(|size| size.wire.as_str()),
        default_size: size.as_ref().and_then(|size| size.default).unwrap_or(PAGE_SIZE),
    })
}

/// The type of a member of a success body that the contract does not show.
pub(crate) fn body_type(operation: &Operation) -> Option<Type> {
    let list = operation.lists.clone().map(|record| Type::List(Box::new(Type::Record(record))));
    let moved = operation.transitions.first().map(|transition| transition.record.clone());
    let target = operation.path_parameters.last().map(|path| path.record.clone());
    let one = operation.creates.clone().or_else(|| operation.updates.clone()).or(moved).or(target);
    if operation.removes.is_some() {
        return None;
    }
    list.or_else(|| one.map(Type::Record))
}
