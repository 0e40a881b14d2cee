//! Lists of errors: an entry has another code or names another input, or one is missing.

use spec::ErrorEntries;

use super::parts::*;
use crate::json::Members;

/// Code: the entry has another code, or none. `None` if refusals of the case have no entry.
pub(super) fn code(target: ClauseContext<'_>, case: &str) -> Option<Vec<Mutation>> {
    has_entry(target, case)?;
    let longer = edit_entries(case, |shape, entry| {
        let Some(name) = &shape.code else { return };
        let code = entry.iter().find(|(known, _)| known == name);
        let code = code.and_then(|(_, code)| code.text()).unwrap_or_default();
        let longer = Json::Text(format!("{code}_"));
        json::set(entry, name, longer);
    });
    let missing = edit_entries(case, |shape, entry| {
        if let Some(name) = &shape.code {
            json::remove(entry, name);
        }
    });
    Some(vec![
        longer.named("longer", "the code has one more character"),
        missing.named("missing", "there is no code"),
    ])
}

/// Input: the entry names another one, or there is no entry. `None` if refusals of the case have no entry.
pub(super) fn field(target: ClauseContext<'_>, case: &str) -> Option<Vec<Mutation>> {
    has_entry(target, case)?;
    let longer = edit_entries(case, |shape, entry| {
        let name = entry.iter().find(|(known, _)| *known == shape.field);
        let name = name.and_then(|(_, name)| name.text()).unwrap_or_default();
        let longer = Json::Text(format!("{name}_"));
        json::set(entry, &shape.field, longer);
    });
    let none = edit_list(Some(case), |_, entries| entries.clear());
    Some(vec![
        longer.named("longer", "the name of the input has one more character"),
        none.named("missing", "there is no entry"),
    ])
}

/// Several wrong inputs: one of them has no entry, or an input that is not wrong has one.
pub(super) fn several() -> Vec<Mutation> {
    let last = edit_list(None, |_, entries| {
        if entries.len() > 1 {
            entries.pop();
        }
    });
    let another = edit_list(None, |shape, entries| {
        if entries.len() > 1 {
            entries.push(json::object([(&*shape.field, Json::Text("something".to_owned()))]));
        }
    });
    vec![
        last.named("last", "the last of several entries is missing"),
        another.named("another", "an input that is not wrong has an entry"),
    ]
}

fn has_entry(target: ClauseContext<'_>, case: &str) -> Option<()> {
    let contract = target.contract;
    let operation = target.operation.map_or(&[][..], |operation| &operation.errors);
    let case = operation.iter().chain(&contract.service.errors).find(|known| known.id == case)?;
    contract.service.error_body.entries_of(case).map(|_| ())
}

fn edit_entries(case: &str, edit: fn(&ErrorEntries, &mut Members)) -> Intercept {
    edit_list(Some(case), move |shape, entries| {
        for entry in entries {
            if let Json::Map(members) = entry {
                edit(shape, members);
            }
        }
    })
}

/// Edits the entries of the refusals of a case, or of all cases.
fn edit_list<F>(case: Option<&str>, edit: F) -> Intercept
where
    F: Fn(&ErrorEntries, &mut Vec<Json>) + Send + Sync + 'static,
{
    let case = case.map(str::to_owned);
    on_response(move |cx, response| {
        let shape = cx.contract.service.error_body.entries.as_ref();
        let is_meant = |case: &String| cx.is_refused_as(&response, case);
        let Some(shape) = shape.filter(|_| case.as_ref().is_none_or(is_meant)) else {
            return response;
        };
        response::edit_body(response, |body| {
            let Some(members) = json::members_beside(body, &shape.list) else { return };
            let list = members.iter_mut().find(|(known, _)| *known == shape.list.name);
            if let Some((_, Json::List(entries))) = list {
                edit(shape, entries);
            }
        })
    })
}
