//! The list of errors in an error body.

use spec::{Contract, ErrorCase, Slot};

use crate::json::Json;

/// An entry of the list of errors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry<'j> {
    /// The input that it names.
    pub field: Option<&'j str>,
    pub code: Option<&'j str>,
}

/// The entries of an error body; `None` where it has no list of them.
pub fn entries<'j>(contract: &Contract, body: &'j Json) -> Option<Vec<Entry<'j>>> {
    let shape = contract.service.error_body.entries.as_ref()?;
    let Json::List(items) = body.at(&shape.list)? else { return None };
    let text = |item: &'j Json, name: &str| item.get(name).and_then(Json::text);
    let entry = |item: &'j Json| {
        let code = shape.code.as_deref().and_then(|code| text(item, code));
        Entry { field: text(item, &shape.field), code }
    };
    Some(items.iter().map(entry).collect())
}

/// The codes of an error body: the one next to the message, or those of its entries.
pub fn codes<'j>(contract: &Contract, body: &'j Json) -> Vec<&'j str> {
    let beside = contract.service.error_body.code.as_ref();
    let beside = beside.and_then(|path| body.at(path)?.text());
    let of_entries = entries(contract, body).unwrap_or_default();
    beside.into_iter().chain(of_entries.into_iter().filter_map(|entry| entry.code)).collect()
}

/// Whether an error body with these codes can be that of a case: where entries have the codes, one of them has that of the
/// case.
pub fn has_code_of(contract: &Contract, case: &ErrorCase, codes: &[&str]) -> bool {
    let entries = contract.service.error_body.entries_of(case);
    let code = case.code.as_ref().and_then(Slot::value);
    match entries.and_then(|entries| entries.code.as_ref()).and(code) {
        Some(code) => codes.contains(&code.as_str()),
        None => true,
    }
}
