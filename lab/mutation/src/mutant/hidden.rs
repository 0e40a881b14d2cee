//! Hidden records: a record that is never returned is listed, or can be read by its identifier.

use std::collections::BTreeSet;

use referral_conformance::plan::Glob;

use super::parts::*;

pub(super) fn mutations(target: ClauseContext<'_>) -> Vec<Mutation> {
    let kinds = fixture_kinds(target);
    if let Some(record) = target.listed_record() {
        let identifier = synthetic::identifier_field(&record.fields).unwrap_or("id");
        let list = |first| list_hidden(kinds.clone(), identifier, first);
        vec![
            list(false).named("listed", "the record is the last item of the list"),
            list(true).named("listed_first", "the record is the first item of the list"),
            list(false)
                .when(after_accepted)
                .named("listed_again", "the record is in all lists but the first"),
        ]
    } else {
        let return_hidden = || return_hidden(kinds.clone());
        vec![
            return_hidden().named("returned", "the record is returned"),
            return_hidden().when(after_accepted).named(
                "returned_again",
                "the record is returned after another record was returned",
            ),
            return_hidden()
                .when(for_same_record)
                .named("returned_second", "the record is returned to the second request for it"),
        ]
    }
}

/// The fixture kinds that the clause depends on.
fn fixture_kinds(target: ClauseContext<'_>) -> BTreeSet<String> {
    let matches_clause =
        |glob: &str| glob.parse::<Glob>().is_ok_and(|glob| glob.matches(&target.clause.id));
    let fixtures = target.contract.service.fixtures.iter();
    fixtures
        .filter(|fixture| fixture.clauses.iter().any(|glob| matches_clause(glob)))
        .map(|fixture| fixture.kind.clone())
        .collect()
}

/// Identifiers of the hidden records of the caller's account.
fn hidden_ids<'s>(kinds: &BTreeSet<String>, cx: &InterceptContext<'s>) -> Vec<&'s String> {
    let account = cx.account();
    let records = cx.known_state.records.iter();
    records
        .filter(|(_, record)| {
            Some(record.account.as_str()) == account && !record.kinds.is_disjoint(kinds)
        })
        .map(|(id, _)| id)
        .collect()
}

/// Adds hidden records to lists, as copies of a listed record with another identifier.
fn list_hidden(kinds: BTreeSet<String>, identifier: &str, first: bool) -> impl Intercept + use<> {
    let identifier = identifier.to_owned();
    on_response(move |cx, response| {
        if !cx.accepts(&response) {
            return response;
        }
        answer::edit_body(response, |body| {
            let mut hidden = hidden_ids(&kinds, cx);
            hidden.retain(|id| !body.holds_text(id));
            json::each_list(body, &mut |items| {
                let mut records = items.iter().filter(|item| item.get(&identifier).is_some());
                let Some(Json::Map(template)) = records.next().cloned() else {
                    return;
                };
                for id in hidden.drain(..) {
                    let mut record = template.clone();
                    json::set(&mut record, &identifier, Json::Text(id.clone()));
                    let at = if first { 0 } else { items.len() };
                    items.insert(at, Json::Map(record));
                }
            });
        })
    })
}

/// Returns hidden records like others.
fn return_hidden(kinds: BTreeSet<String>) -> impl Intercept {
    on_response(move |cx, response| {
        let path = cx.call.path_values();
        let is_hidden = || hidden_ids(&kinds, cx).iter().any(|id| path.contains(id));
        if !cx.accepts(&response) && is_hidden() {
            synthetic::acceptance_for_path(cx)
        } else {
            response
        }
    })
}
