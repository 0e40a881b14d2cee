//! Whose records a key reads: mutants of accounts, scopes, limits and hidden records, and of the key itself.

use std::collections::BTreeSet;

use referral_conformance::plan::Glob;
use spec::Condition;

use super::parts::*;

/// Account of the key: the key of another account does not give access to that account.
pub(super) fn account_of_key() -> Vec<Mutation> {
    vec![
        one_account(),
        Rejection::Undocumented
            .of_accepted_calls()
            .when(|cx| !cx.call.operation.path_parameters.is_empty() && uses_other_account(cx))
            .named(
                "refused_to_other_account",
                "the key of another account cannot read the records of that account",
            ),
        edit_items(Vec::clear)
            .when(uses_other_account)
            .named("unlisted", "lists are empty for the key of another account"),
        exchange_keys().named("exchanged", "the keys of two accounts are exchanged"),
    ]
}

/// Whether the key belongs to an account other than the main one.
fn uses_other_account(cx: &InterceptContext<'_>) -> bool {
    cx.account().is_some() && cx.call.key.as_deref() != cx.known_state.main_key()
}

/// Account limit: an account can have more records than stated.
pub(super) fn account_limit(target: ClauseContext<'_>, record: &str) -> Vec<Mutation> {
    let operations = || target.contract.operations();
    let mut mutations = Vec::new();
    if operations().any(|operation| operation.creates.as_deref() == Some(record)) {
        mutations.push(
            accept_above_limit(record)
                .named("exceeded", "a record above the limit is acknowledged"),
        );
    }
    if operations().any(|operation| operation.lists.as_deref() == Some(record)) {
        let statement = "a record above the limit is listed";
        mutations.extend([
            list_copy(record, false).named("listed", statement),
            list_copy(record, true).named("listed_first", statement),
            list_copy(record, false)
                .when(after_accepted)
                .named("listed_again", "a record above the limit is in all lists but the first"),
        ]);
    }
    mutations
}

/// Accepts creations that are refused without a documented error, which is how a server enforces the limit.
fn accept_above_limit(record: &str) -> Intercept {
    let record = record.to_owned();
    replace_if(
        move |cx, response| {
            let creates = cx.call.operation.creates.as_ref() == Some(&record);
            creates && cx.outcome(response) == CallOutcome::OtherRefusal
        },
        synthetic::acceptance,
    )
}

/// Adds a copy of the last item to the list, with `-copy` appended to its texts.
fn list_copy(record: &str, first: bool) -> Intercept {
    let record = record.to_owned();
    edit_lists(move |items| {
        if let Some(mut copy) = items.last().cloned() {
            json::each_text(&mut copy, &mut |text| text.push_str("-copy"));
            items.insert(if first { 0 } else { items.len() }, copy);
        }
    })
    .when(move |cx| cx.call.operation.lists.as_ref() == Some(&record))
}

/// Scope: records of another account are returned.
pub(super) fn scope(target: ClauseContext<'_>) -> Vec<Mutation> {
    let operation = target.operation;
    if operation.is_some_and(|operation| operation.lists.is_some()) {
        vec![
            share_lists().named("shared", "records of another account are listed as well"),
            edit_items(|items| drop(items.pop()))
                .named("last_lost", "the last record is not listed"),
            exchange_keys().named("exchanged", "records of another account are listed instead"),
        ]
    } else if operation.is_some_and(|operation| !operation.path_parameters.is_empty()) {
        vec![
            reach_other_account()
                .named("reached", "records of another account are found by identifier"),
            reach_other_account().when(after_accepted).named(
                "reached_again",
                "records of another account are found after one of the own account",
            ),
            exchange_keys().named("exchanged", "only records of another account are found"),
        ]
    } else {
        vec![
            one_account(),
            exchange_keys().named("exchanged", "the keys of two accounts are exchanged"),
            main_account_for_all().when(after_accepted).named(
                "one_account_again",
                "every key reads the main account after it was read once",
            ),
        ]
    }
}

/// Hidden records: a record that is never returned is listed, or can be read by its identifier.
pub(super) fn hidden(target: ClauseContext<'_>) -> Vec<Mutation> {
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
fn list_hidden(kinds: BTreeSet<String>, identifier: &str, first: bool) -> Intercept {
    let identifier = identifier.to_owned();
    edit_accepted(move |cx, body| {
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
}

/// Returns hidden records like others.
fn return_hidden(kinds: BTreeSet<String>) -> Intercept {
    replace_if(
        move |cx, response| {
            let path = cx.call.path_values();
            !cx.accepts(response) && hidden_ids(&kinds, cx).iter().any(|id| path.contains(id))
        },
        synthetic::acceptance_for_path,
    )
}

/// Required key: requests without a key are accepted.
pub(super) fn key_required() -> Vec<Mutation> {
    let accept = replace_if(
        |cx, response| {
            let case = cx.find_case(|when| *when == Condition::KeyAbsent);
            case.is_some_and(|case| cx.is_refused_as(response, &case.id))
        },
        synthetic::acceptance,
    );
    let statements = [
        "requests without a key are accepted",
        "requests without a key return an empty object",
        "requests without a key are accepted after one with a key",
    ];
    acceptances(accept, statements)
}
