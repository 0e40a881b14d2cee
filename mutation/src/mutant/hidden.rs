//! Hidden records: a record that is never returned is listed, or can be read by its identifier.

use std::collections::BTreeSet;

use referral_conformance::json::Json;
use referral_conformance::plan::Glob;

use super::parts::conditional::Trigger;
use super::{Mutation, Target};
use crate::intercept::{Intercept, InterceptContext, on_response};
use crate::{answer, json};

pub(super) fn mutations(target: Target<'_>) -> Vec<Mutation> {
    let kinds = fixture_kinds(target);
    let Some(listed) = target.operation.and_then(|it| it.lists.as_deref()) else {
        let returned = || return_hidden(kinds.clone());
        return vec![
            Mutation::new("returned", "the record is returned", returned()),
            Mutation::conditional(
                "returned_again",
                "the record is returned after another record was returned",
                returned(),
                Trigger::AfterAccepted,
            ),
            Mutation::conditional(
                "returned_second",
                "the record is returned to the second request for it",
                returned(),
                Trigger::SameRecord,
            ),
        ];
    };
    let record = target.contract.record(listed);
    let identifier = record.and_then(|record| answer::identifier_field(&record.fields));
    let listed = |first| list_hidden(kinds.clone(), identifier.unwrap_or("id"), first);
    vec![
        Mutation::new("listed", "the record is the last item of the list", listed(false)),
        Mutation::new("listed_first", "the record is the first item of the list", listed(true)),
        Mutation::conditional(
            "listed_again",
            "the record is in all lists but the first",
            listed(false),
            Trigger::AfterAccepted,
        ),
    ]
}

/// The fixture kinds that the clause depends on.
fn fixture_kinds(target: Target<'_>) -> BTreeSet<String> {
    let has_clause = |globs: &[String]| {
        let mut globs = globs.iter().filter_map(|glob| glob.parse::<Glob>().ok());
        globs.any(|glob| glob.matches(&target.clause.id))
    };
    let fixtures = target.contract.service.fixtures.iter();
    fixtures
        .filter(|fixture| has_clause(&fixture.clauses))
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
            let shown = body.clone();
            let mut hidden = hidden_ids(&kinds, cx);
            hidden.retain(|id| !shown.holds_text(id));
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
            answer::acceptance_for_path(cx)
        } else {
            response
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{FakeServer, request, response};

    fn kinds() -> BTreeSet<String> {
        ["book".to_owned()].into()
    }

    #[test]
    fn hidden_records_are_listed_once() {
        let server = FakeServer::new();
        let intercept = list_hidden(kinds(), "uuid", false);
        let sent = request("GET", "/books", None);
        let listed = response(200, r#"{"books":[{"uuid":"b-2","title":"Mina"}]}"#);
        let both = response(
            200,
            r#"{"books":[{"uuid":"b-2","title":"Mina"},{"uuid":"b-1","title":"Mina"}]}"#,
        );
        assert_eq!(server.response(&intercept, &sent, listed), both);
        assert_eq!(server.response(&intercept, &sent, both.clone()), both);
    }

    #[test]
    fn hidden_records_are_returned() {
        let mut server = FakeServer::new();
        let intercept = return_hidden(kinds());
        let sent = request("GET", "/books/b-1", None);
        let gone = response(404, r#"{"message":"b-1 not found!"}"#);
        let shown = |server: &FakeServer| server.response(&intercept, &sent, gone.clone());
        let generated = Json::parse(&shown(&server).body).unwrap();
        assert!(generated.holds_text("b-1"));
        let other = request("GET", "/books/b-2", None);
        let book = |id: &str| response(200, &format!(r#"{{"book":{{"uuid":"{id}"}}}}"#));
        server.record(&other, &book("b-2"));
        assert_eq!(shown(&server), book("b-1"));
        assert_eq!(server.response(&intercept, &other, gone.clone()), gone);
    }
}
