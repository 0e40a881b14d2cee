//! Finds fixtures in documented lists: which list has which kind, and what its responses say.
//!
//! Relies on documented fields only; that a text looks like an identifier proves nothing. If the
//! response of a list is not documented, its records are looked up one by one (`lookup`). Sends
//! nothing.

mod draft;
mod lookup;
mod parse;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use spec::{
    ClauseKind, Discriminator, FactDeclaration, Field, Fixture, Operation, Record, Scope, Type,
};

use crate::contract;
use crate::plan::{Glob, Plan};
use crate::redact::Redactor;
use crate::run::{Probe, ProbeResponse, RequestSender, Settings, send_probes};
use crate::scenario::Scenario;
use crate::suite::Suite;
use crate::target::TargetFixture;

pub use draft::{SCHEMA_FILE, TargetDraft, fixtures};
pub use lookup::{RecordLookup, lookups};
pub use parse::UnreadResponse;
use parse::{ParsedResponses, parse_responses};

/// A list that may contain a kind of fixture.
#[derive(Clone, Debug)]
pub struct ListSource<'s> {
    /// The list.
    pub list: &'s Operation,
    /// The field of the response that contains the records, or the single record of a lookup.
    member: &'s str,
    /// How each record is read, if the response of the list is not documented.
    lookup: Option<RecordLookup<'s>>,
    id: &'s Field,
    facts: Vec<(&'s FactDeclaration, &'s Field)>,
    /// The fields that distinguish the kind from others in the list.
    discriminators: Vec<(&'s Discriminator, &'s Field)>,
}

/// Why a kind of fixture cannot be discovered.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotDiscoverable {
    /// A run consumes it.
    #[error("a run consumes it, so it has to be in the target file")]
    Consumed,
    /// No operation lists its record type.
    #[error("no documented operation lists {0}")]
    NoList(String),
    /// The response of the list is not documented.
    #[error("the response of {0} is not documented")]
    UndocumentedResponse(String),
    /// The record has no identifier field.
    #[error("{0} has no documented identifier")]
    NoIdentifier(String),
    /// Nothing distinguishes it from others in the list.
    #[error("no documented field distinguishes it from others in {0}")]
    Indistinct(String),
    /// Nothing distinguishes it from another kind in the list.
    #[error("no documented field distinguishes it from `{1}` in {0}")]
    IndistinctFrom(String, String),
}

/// The kinds of fixtures to search for a plan: those that let a skipped scenario run, if all that it lacks is in lists.
pub fn missing_kinds<'p>(suite: &Suite, plan: &'p Plan) -> BTreeSet<&'p str> {
    plan.missing_fixture_kinds(|kind| {
        let kind = contract::fixture(&suite.contract, kind);
        kind.is_some_and(|kind| source(suite, kind).is_ok())
    })
}

/// The list to find a kind of fixture in. Fails with [`NotDiscoverable`] if there is no suitable
/// list.
pub fn source<'s>(suite: &'s Suite, kind: &'s Fixture) -> Result<ListSource<'s>, NotDiscoverable> {
    let contract = &suite.contract;
    if kind.consumed {
        return Err(NotDiscoverable::Consumed);
    }
    let record = &kind.record;
    let lists = || {
        contract.operations().filter(|list| {
            list.lists.as_ref() == Some(record) && list.open_path_values().next().is_none()
        })
    };
    let first = lists().next().ok_or_else(|| NotDiscoverable::NoList(record.clone()))?;
    let records = Type::List(Box::new(Type::Record(record.clone())));
    let listed = lists()
        .find_map(|list| Some((list, list, contract::member_of_type(list, &records)?, None)));
    let looked_up = || {
        let (lookup, member) = RecordLookup::for_record(contract, record)?;
        Some((first, lookup.operation, member, Some(lookup)))
    };
    let (list, shown_by, member, lookup) = listed
        .or_else(looked_up)
        .ok_or_else(|| NotDiscoverable::UndocumentedResponse(first.id.clone()))?;
    let definition = contract.record(record);
    let (Some(record), Some(id)) = (definition, definition.and_then(Record::identifier)) else {
        return Err(NotDiscoverable::NoIdentifier(record.clone()));
    };
    let discriminators = discriminators(kind, record);
    if !is_condition_of(suite, kind, shown_by) || discriminators.len() < kind.discriminated_by.len()
    {
        return Err(NotDiscoverable::Indistinct(list.id.clone()));
    }
    let other = contract.service.fixtures.iter().find(|other| {
        let same = other.record == kind.record && other.kind != kind.kind && !other.consumed;
        same && !is_distinct(kind, other, record) && is_condition_of(suite, other, shown_by)
    });
    if let Some(other) = other {
        return Err(NotDiscoverable::IndistinctFrom(list.id.clone(), other.kind.clone()));
    }
    // The facts that a field of the record shows.
    let facts = kind.facts.iter().filter_map(|fact| {
        Some((fact, record.fields.iter().find(|field| field.wire == fact.name)?))
    });
    Ok(ListSource { list, member, lookup, id, facts: facts.collect(), discriminators })
}

/// Whether the contract says that the operation's responses contain such a record, because a
/// condition of a clause about them refers to it. Conditions of scope and visibility say the
/// opposite.
fn is_condition_of(suite: &Suite, kind: &Fixture, shown_by: &Operation) -> bool {
    let globs: Vec<Glob> = kind.clauses.iter().filter_map(|glob| glob.parse().ok()).collect();
    suite.clauses.iter().any(|clause| {
        clause.operation.as_deref() == Some(shown_by.id.as_str())
            && !matches!(clause.kind, ClauseKind::Scope | ClauseKind::Hidden { .. })
            && globs.iter().any(|glob| glob.matches(&clause.id))
    })
}

/// The documented fields that distinguish a kind from others of its record type.
fn discriminators<'s>(
    kind: &'s Fixture,
    record: &'s Record,
) -> Vec<(&'s Discriminator, &'s Field)> {
    let values = kind.discriminated_by.iter().filter_map(|value| {
        let field = record.fields.iter().find(|field| field.wire == value.member)?;
        (field.present.stated() == Some(&true)).then_some((value, field))
    });
    values.collect()
}

/// Whether a documented field has different values in the two kinds.
fn is_distinct(kind: &Fixture, other: &Fixture, record: &Record) -> bool {
    let others = discriminators(other, record);
    discriminators(kind, record).iter().any(|(value, _)| {
        others.iter().any(|(other, _)| other.member == value.member && other.value != value.value)
    })
}

/// The result for one kind.
#[derive(Clone, Debug)]
pub struct DiscoveredKind<'s> {
    /// The kind of fixture.
    pub kind: &'s Fixture,
    /// The list, or the reason that it cannot be read.
    pub source: Result<ListSource<'s>, NotDiscoverable>,
    /// The fixtures that were found.
    pub found: Vec<TargetFixture>,
    /// Why nothing was found, although there is a list.
    pub reason: Option<String>,
    /// Whether the reason is that the service did not answer.
    pub is_unanswered: bool,
    /// Whether no request for the list was accepted.
    pub is_unread: bool,
    /// The response of the list to the usual key, if it could not be read.
    pub unread: Option<UnreadResponse>,
}

impl DiscoveredKind<'_> {
    /// Replaces keys before a draft is made: it breaks lines, and short keys are whole words only before that.
    pub fn hide_keys(&mut self, redactor: &Redactor) {
        self.reason = self.reason.take().map(|reason| redactor.quote(reason).into());
        for fixture in &mut self.found {
            let facts = Arc::make_mut(&mut fixture.facts);
            for text in facts.values_mut().chain([&mut fixture.id]) {
                *text = redactor.shown(text);
            }
        }
    }

    /// The list, and whether the contract limits it to records of the account.
    pub fn list(&self) -> Option<(&str, bool)> {
        let source = self.source.as_ref().ok()?;
        Some((&source.list.id, is_scoped(source.list)))
    }
}

/// Requests the lists, and records of them where necessary, and extracts the fixtures of all kinds.
pub async fn discover<'s>(
    suite: &'s Suite,
    settings: &Settings,
    sender: &RequestSender,
    is_wanted: impl Fn(&str) -> bool,
) -> Vec<DiscoveredKind<'s>> {
    let lists = lists(suite, &settings.keys, &is_wanted);
    let mut responses = send_probes(&suite.contract, &lists, settings, sender).await;
    let lookups = lookups(suite, &responses, &is_wanted);
    responses.extend(send_probes(&suite.contract, &lookups, settings, sender).await);
    find_fixtures(suite, &responses)
}

/// The lists to request for the needed kinds, each with every key.
pub fn lists<'s>(
    suite: &'s Suite,
    keys: &BTreeMap<String, String>,
    is_wanted: impl Fn(&str) -> bool,
) -> Vec<Probe<'s>> {
    let kinds = suite.contract.service.fixtures.iter().filter(|kind| is_wanted(&kind.kind));
    let lists = kinds.filter_map(|kind| Some(source(suite, kind).ok()?.list));
    let lists: BTreeMap<_, _> = lists.map(|list| (&list.id, list)).collect();
    // A service without a key has one account.
    let usual = contract::usual_key(&suite.contract).map(str::to_owned);
    let accounts: Vec<_> = match usual {
        Some(only) if only.is_empty() => vec![only],
        _ => keys.keys().cloned().collect(),
    };
    let with_each_key = |operation: &'s Operation| {
        accounts.iter().map(move |account| Probe {
            list: &operation.id,
            operation,
            account: account.clone(),
            record: None,
        })
    };
    lists.into_values().flat_map(with_each_key).collect()
}

/// Extracts the fixtures of each kind from the responses.
pub fn find_fixtures<'s>(suite: &'s Suite, responses: &[ProbeResponse]) -> Vec<DiscoveredKind<'s>> {
    let kinds = suite.contract.service.fixtures.iter().map(|kind| {
        let source = source(suite, kind);
        let ParsedResponses { mut found, reason, is_read, unread } = source
            .as_ref()
            .map(|source| parse_responses(suite, source, responses))
            .unwrap_or_default();
        select(&mut found, count_needed(&suite.scenarios, kind));
        let is_unanswered = source.as_ref().is_ok_and(|source| {
            responses
                .iter()
                .any(|response| response.list == source.list.id && response.outcome.is_err())
        });
        let reason = reason.filter(|_| found.is_empty());
        let is_unread = !is_read;
        DiscoveredKind { kind, source, found, reason, is_unanswered, is_unread, unread }
    });
    kinds.collect()
}

fn is_scoped(list: &Operation) -> bool {
    list.scope.as_ref().and_then(|scope| scope.stated()) == Some(&Scope::Account)
}

/// Keeps as many fixtures of each account as needed, preferring those with the most facts.
fn select(fixtures: &mut Vec<TargetFixture>, needed: usize) {
    fixtures.sort_by_key(|fixture| std::cmp::Reverse(fixture.facts.len()));
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    fixtures.retain(|fixture| {
        let count = counts.entry(fixture.account.clone()).or_default();
        *count += 1;
        *count <= needed
    });
    fixtures.sort_by(|a, b| a.account.cmp(&b.account));
}

/// The largest number of fixtures of a kind and account that a scenario needs.
fn count_needed(scenarios: &[Scenario], kind: &Fixture) -> usize {
    let counts = scenarios
        .iter()
        .map(|scenario| scenario.needs.iter().filter(|need| need.kind == kind.kind).count());
    counts.max().unwrap_or_default().max(1)
}
