//! Compares several calls of one scenario. They show which accounts' records an operation can access, and how a list is
//! paged.

use std::collections::BTreeSet;

use spec::{Condition, Contract, InputPart, InputRef, Operation};

use crate::contract;
use crate::exchange::{Exchange, ScenarioTrace};
use crate::json::Json;
use crate::parsed::response::{ParsedResponse, ResponseClass};
use crate::parsed::{SentInputs, is_key_refusal_of};
use crate::scenario::Step;

use super::evidence::{Evidence, list_items};
use super::shape::Place;

/// Names of the parameters for page number and page size, used if no list of the contract states them.
const USUAL_SELECTION: (&str, &str) = ("page", "per_page");

/// The value that is noted if page parameters do not change what a list shows.
pub const IGNORED: &str = "none";

/// The names of the parameters that are tried to select a page.
pub fn tried_selection(contract: &Contract) -> (String, String) {
    let mut stated = contract.operations().filter_map(contract::page_selection);
    let stated =
        stated.find_map(|names| Some((names.number()?.to_owned(), names.size()?.to_owned())));
    stated.unwrap_or_else(|| (USUAL_SELECTION.0.to_owned(), USUAL_SELECTION.1.to_owned()))
}

/// The calls of one scenario.
#[derive(Default)]
pub struct Calls<'t> {
    lists: Vec<ListCall<'t>>,
    /// Calls for a record of another account: the operation, whether they were accepted, and where.
    foreign: Vec<(&'t str, bool, Place)>,
}

struct ListCall<'t> {
    operation: &'t str,
    key: &'t str,
    query: Vec<(String, String)>,
    /// What identifies the items.
    items: Vec<String>,
    place: Place,
}

impl<'t> Calls<'t> {
    pub fn add(
        &mut self,
        contract: &'t Contract,
        trace: &'t ScenarioTrace,
        (step, exchange, response): (&'t Step, &Exchange, &ParsedResponse),
        index: usize,
    ) {
        let (Some(operation), Some(key)) = (contract.operation(&step.call), step.key.kind()) else {
            return;
        };
        let place = Place { trace: index, exchange: exchange.number };
        let sent = SentInputs::parse(contract, operation, &exchange.request);
        if let Some((at, _)) = contract::target_input(operation)
            && let Some(id) = sent.get(&at).and_then(Json::text)
        {
            let mut fixtures = trace.fixtures.values();
            let fixture = fixtures.find(|fixture| fixture.id == id);
            if fixture.is_some_and(|fixture| fixture.account != key)
                && let Some(is_reached) = is_reached(contract, operation, (&at, id), response)
            {
                self.foreign.push((&operation.id, is_reached, place));
            }
        }
        if operation.lists.is_some()
            && response.class == ResponseClass::Accepted
            && let Some(items) = response.json().and_then(|body| list_items(operation, body))
        {
            let query = sent.iter().filter(|(at, _)| at.part == InputPart::Query);
            let query = query.map(|(at, value)| (at.name.clone(), text(value))).collect();
            let items = items.iter().map(|item| identity(contract, operation, item)).collect();
            self.lists.push(ListCall { operation: &operation.id, key, query, items, place });
        }
    }

    pub fn note(&self, contract: &Contract, evidence: &mut Evidence) {
        for (operation, is_reached, place) in &self.foreign {
            let scope = if *is_reached { "service" } else { "account" };
            note_scope(contract, operation, scope, *place, evidence);
        }
        for list in self.lists.iter().filter(|list| list.query.is_empty()) {
            self.note_other_account(contract, list, evidence);
            self.note_selection(contract, list, evidence);
        }
    }

    /// Notes whether two accounts see the same records, or no common record.
    fn note_other_account(
        &self,
        contract: &Contract,
        list: &ListCall<'_>,
        evidence: &mut Evidence,
    ) {
        if Some(list.key) != contract::usual_key(contract) {
            return;
        }
        let is_other = |other: &&ListCall<'_>| {
            other.operation == list.operation && other.key != list.key && other.query.is_empty()
        };
        for other in self.lists.iter().filter(is_other) {
            let own: BTreeSet<_> = list.items.iter().collect();
            let theirs: BTreeSet<_> = other.items.iter().collect();
            let scope = match own.intersection(&theirs).count() {
                _ if own.is_empty() || theirs.is_empty() => continue,
                0 => "account",
                shared if shared == own.len() && shared == theirs.len() => "service",
                _ => continue,
            };
            note_scope(contract, list.operation, scope, other.place, evidence);
        }
    }

    /// Compares a list with the same list with page parameters. Notes whether the parameters select pages or change
    /// nothing.
    fn note_selection(&self, contract: &Contract, list: &ListCall<'_>, evidence: &mut Evidence) {
        let Some(gap) = contract.operation(list.operation).and_then(selection_gap) else {
            return;
        };
        let (page, size) = tried_selection(contract);
        let with = |number: &str| {
            let wanted = [(page.clone(), number.to_owned()), (size.clone(), "1".to_owned())];
            self.lists.iter().find(|other| {
                let is_wanted =
                    other.query.len() == 2 && wanted.iter().all(|pair| other.query.contains(pair));
                other.operation == list.operation && other.key == list.key && is_wanted
            })
        };
        let (Some(one), Some(two)) = (with("1"), with("2")) else {
            return;
        };
        let is_paged = one.items.len() == 1 && two.items.len() <= 1 && one.items != two.items;
        if list.items.len() < 2 {
            return;
        }
        if is_paged {
            evidence.note(&gap, format!("{page},{size}"), two.place);
        } else if one.items == list.items && two.items == list.items {
            evidence.note(&gap, IGNORED, two.place);
        }
    }
}

/// The gap that page parameters answer: that of the parameters, or that of the paging as a whole.
fn selection_gap(operation: &Operation) -> Option<String> {
    let paging = operation.paging.as_ref()?;
    let selection = paging.stated().and_then(|paging| paging.selection.gap());
    selection.or(paging.gap()).map(str::to_owned)
}

fn note_scope(
    contract: &Contract,
    operation: &str,
    scope: &str,
    place: Place,
    evidence: &mut Evidence,
) {
    let operation = contract.operation(operation);
    let gap = operation.and_then(|operation| operation.scope.as_ref()?.gap());
    if let Some(gap) = gap {
        evidence.note(gap, scope, place);
    }
}

/// Whether a call reached the record that it names; `None` if it was refused for another reason.
fn is_reached(
    contract: &Contract,
    operation: &Operation,
    (at, id): (&InputRef, &str),
    response: &ParsedResponse,
) -> Option<bool> {
    match response.class {
        // A refusal may have a success status.
        ResponseClass::Accepted => response.holds(id).then_some(true),
        ResponseClass::Refused if is_key_refusal_of(contract, operation, response) => None,
        ResponseClass::Refused => {
            let message = response.message.as_deref();
            let case =
                message.and_then(|text| contract::case_for_message(contract, operation, text));
            let is_unknown = match case.and_then(|case| case.when.stated()) {
                Some(Condition::Unknown(input)) => input == at,
                Some(_) => return None,
                None => response.status == 404,
            };
            is_unknown.then_some(false)
        }
        ResponseClass::Unusable(_) => None,
    }
}

fn text(value: &Json) -> String {
    value.text().map_or_else(|| value.to_string(), str::to_owned)
}

/// What distinguishes an item of a list: its identifier, or the whole item.
fn identity(contract: &Contract, operation: &Operation, item: &Json) -> String {
    let record = operation.lists.as_ref().and_then(|name| contract.record(name));
    let member = record.and_then(|record| record.identified_by.as_ref());
    let identifier = member.and_then(|member| item.get(member)?.identifier());
    identifier.map_or_else(|| item.to_string(), str::to_owned)
}
