//! Fixtures that a deployment shows in its documented lists: where each kind can be looked for, and
//! what the answers tell.
//!
//! Only stated members are read. That a text looks like an identifier, or a list like the one that is
//! wanted, is no statement. Where the answer of a list is not shown, things are looked up in it (`lookup`);
//! what cannot be is left to the target file. Nothing here sends anything.

mod draft;
mod lookup;
mod parse;

use std::collections::BTreeMap;
use std::fmt;

use spec::{
    ClauseKind, Discriminator, FactDeclaration, Field, Fixture, Operation, Record, Scope, Type,
};

use crate::contract::{envelope, identifier};
use crate::plan::Glob;
use crate::run::{Probe, ProbeAnswer};
use crate::scenario::Scenario;
use crate::suite::Suite;
use crate::target::TargetFixture;

pub use draft::{TargetDraft, fixtures};
pub use lookup::{RecordLookup, lookups};
use parse::parse_answers;

/// Where a kind of fixture can be looked for.
#[derive(Clone, Debug)]
pub struct ListSource<'s> {
    /// The list.
    pub list: &'s Operation,
    sought: RecordSource<'s>,
    id: &'s Field,
    facts: Vec<(&'s FactDeclaration, &'s Field)>,
    /// What tells a thing of the kind from the others in the list.
    told_by: Vec<(&'s Discriminator, &'s Field)>,
}

/// Where the records of a list are read.
#[derive(Clone, Copy, Debug)]
enum RecordSource<'s> {
    /// In this member of its answer.
    Listed(&'s str),
    /// In the answers of an operation that shows one of them.
    LookedUp(RecordLookup<'s>),
}

/// NotDiscoverable a kind of fixture cannot be looked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotDiscoverable {
    /// A run uses it up.
    Consumed,
    /// Nothing lists its record.
    NoList(String),
    /// The list's answer is a gap.
    NoBody(String),
    /// The record shows no identifier.
    NoIdentifier(String),
    /// The list shows others as well.
    Untold(String),
    /// The list shows another kind alike.
    Alike(String, String),
}

impl fmt::Display for NotDiscoverable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Consumed => f.write_str("a run uses it up, so it is for you to give"),
            Self::NoList(record) => write!(f, "no documented operation lists {record}"),
            Self::NoBody(list) => write!(f, "what {list} answers is not shown"),
            Self::NoIdentifier(record) => write!(f, "no member of {record} is said to be its id"),
            Self::Untold(list) => {
                write!(f, "nothing stated tells it from others in {list}")
            }
            Self::Alike(list, other) => {
                write!(f, "nothing stated tells it from `{other}` in {list}")
            }
        }
    }
}

/// Where to look for a kind of fixture.
///
/// # Errors
/// [`NotDiscoverable`] it cannot be looked for.
pub fn source<'s>(suite: &'s Suite, kind: &'s Fixture) -> Result<ListSource<'s>, NotDiscoverable> {
    let contract = &suite.contract;
    if kind.consumed {
        return Err(NotDiscoverable::Consumed);
    }
    let lists = || {
        let lists = contract.operations();
        lists.filter(|list| list.lists.as_deref() == Some(kind.record.as_str()))
    };
    let first = lists().next();
    let first = first.ok_or_else(|| NotDiscoverable::NoList(kind.record.clone()))?;
    let shown = lists().find_map(|list| Some((list, member(list, &kind.record)?)));
    let listed = shown.map(|(list, member)| (list, list, RecordSource::Listed(member)));
    let looked_up = || {
        let lookup = RecordLookup::of(contract, &kind.record)?;
        Some((first, lookup.operation, RecordSource::LookedUp(lookup)))
    };
    let found = listed.or_else(looked_up);
    let (list, shown_by, sought) =
        found.ok_or_else(|| NotDiscoverable::NoBody(first.id.clone()))?;
    let no_identifier = || NotDiscoverable::NoIdentifier(kind.record.clone());
    let record = contract.record(&kind.record).ok_or_else(no_identifier)?;
    let id = identifier(record).ok_or_else(no_identifier)?;
    let told_by = told_by(kind, record);
    if !hangs_on(suite, kind, shown_by) || told_by.len() < kind.discriminated_by.len() {
        return Err(NotDiscoverable::Untold(list.id.clone()));
    }
    let mut others = contract.service.fixtures.iter();
    let other = others.find(|other| {
        let same = other.record == kind.record && other.kind != kind.kind && !other.consumed;
        same && !told_apart(kind, other, record) && hangs_on(suite, other, shown_by)
    });
    match other {
        Some(other) => Err(NotDiscoverable::Alike(list.id.clone(), other.kind.clone())),
        None => Ok(ListSource {
            list,
            sought,
            id,
            facts: facts(kind, record),
            told_by,
        }),
    }
}

/// The member of a list's answer that holds the records.
fn member<'c>(list: &'c Operation, record: &str) -> Option<&'c str> {
    let wanted = Type::List(Box::new(Type::Record(record.to_owned())));
    let mut members = envelope(list)?.iter();
    let member = members.find(|member| member.ty == wanted)?;
    Some(&member.wire)
}

/// Whether the contract says that an operation shows such a thing: clauses about what it answers
/// hang on it. What hangs on it because of scope, or because it is hidden, says the opposite.
fn hangs_on(suite: &Suite, kind: &Fixture, shown_by: &Operation) -> bool {
    let globs = kind
        .clauses
        .iter()
        .filter_map(|glob| glob.parse::<Glob>().ok());
    let globs: Vec<Glob> = globs.collect();
    let mut clauses = suite.clauses.iter();
    clauses.any(|clause| {
        let outside = matches!(clause.kind, ClauseKind::Scope | ClauseKind::Hidden { .. });
        clause.operation.as_deref() == Some(shown_by.id.as_str())
            && !outside
            && globs.iter().any(|glob| glob.matches(&clause.id))
    })
}

/// The stated members that tell a kind from others of its record.
fn told_by<'s>(kind: &'s Fixture, record: &'s Record) -> Vec<(&'s Discriminator, &'s Field)> {
    let told = kind.discriminated_by.iter().filter_map(|telling| {
        let mut fields = record.fields.iter();
        let field = fields.find(|field| field.wire == telling.member)?;
        (field.present.stated() == Some(&true)).then_some((telling, field))
    });
    told.collect()
}

/// Whether a stated member has one value in things of one kind and another in those of the other.
fn told_apart(kind: &Fixture, other: &Fixture, record: &Record) -> bool {
    let others = told_by(other, record);
    let mut own = told_by(kind, record).into_iter();
    own.any(|(telling, _)| {
        let mut others = others.iter();
        others.any(|(other, _)| other.member == telling.member && other.value != telling.value)
    })
}

/// The facts that a member of that name shows.
fn facts<'s>(kind: &'s Fixture, record: &'s Record) -> Vec<(&'s FactDeclaration, &'s Field)> {
    let shown = kind.facts.iter().filter_map(|declared| {
        let mut fields = record.fields.iter();
        let field = fields.find(|field| field.wire == declared.name)?;
        Some((declared, field))
    });
    shown.collect()
}

/// What came of looking for one kind.
#[derive(Clone, Debug)]
pub struct DiscoveredKind<'s> {
    /// The kind.
    pub kind: &'s Fixture,
    /// Where it was looked for, or why it was not.
    pub source: Result<ListSource<'s>, NotDiscoverable>,
    /// What was found.
    pub found: Vec<TargetFixture>,
    /// NotDiscoverable nothing was found where it was looked for.
    pub trouble: Option<String>,
    /// Whether that is for want of an answer.
    pub is_unanswered: bool,
}

impl DiscoveredKind<'_> {
    /// The list, and whether it is stated to show the account's things only.
    #[must_use]
    pub fn list(&self) -> Option<(&str, bool)> {
        let source = self.source.as_ref().ok()?;
        Some((&source.list.id, is_scoped(source.list)))
    }
}

/// The lists to be looked at for the kinds that are wanted, each with each key.
#[must_use]
pub fn lists<'s>(
    suite: &'s Suite,
    keys: &BTreeMap<String, String>,
    is_wanted: impl Fn(&str) -> bool,
) -> Vec<Probe<'s>> {
    let kinds = suite.contract.service.fixtures.iter();
    let kinds = kinds.filter(|kind| is_wanted(&kind.kind));
    let lists = kinds.filter_map(|kind| Some(source(suite, kind).ok()?.list));
    let lists: BTreeMap<_, _> = lists.map(|list| (&list.id, list)).collect();
    let with_each_key = |operation: &'s Operation| {
        keys.keys().map(move |account| Probe {
            list: &operation.id,
            operation,
            account: account.clone(),
            asked: None,
        })
    };
    lists.into_values().flat_map(with_each_key).collect()
}

/// What the answers of the lists tell of each kind.
#[must_use]
pub fn sightings<'s>(suite: &'s Suite, looked: &[ProbeAnswer]) -> Vec<DiscoveredKind<'s>> {
    let kinds = suite.contract.service.fixtures.iter();
    let sighting = |kind: &'s Fixture| {
        let source = source(suite, kind);
        let seen = source
            .as_ref()
            .map(|source| parse_answers(suite, source, looked));
        let (all, trouble) = seen.unwrap_or_default();
        let found = select(all, wanted(&suite.scenarios, kind));
        let asked = |looked: &&ProbeAnswer| {
            let list = source.as_ref().map(|source| &source.list.id);
            list == Ok(&looked.list)
        };
        let mut asked = looked.iter().filter(asked);
        DiscoveredKind {
            is_unanswered: asked.any(|looked| looked.outcome.is_err()),
            kind,
            trouble: trouble.filter(|_| found.is_empty()),
            found,
            source,
        }
    };
    kinds.map(sighting).collect()
}

fn is_scoped(list: &Operation) -> bool {
    let scope = list.scope.as_ref().and_then(|scope| scope.stated());
    scope == Some(&Scope::Account)
}

/// As many of each account as are wanted, those first of which most is known.
fn select(mut all: Vec<TargetFixture>, wanted: usize) -> Vec<TargetFixture> {
    all.sort_by_key(|one| std::cmp::Reverse(one.facts.len()));
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    all.retain(|one| {
        let count = counts.entry(one.account.clone()).or_default();
        *count += 1;
        *count <= wanted
    });
    all.sort_by(|a, b| a.account.cmp(&b.account));
    all
}

/// How many of a kind the most demanding scenario needs of one account.
fn wanted(scenarios: &[Scenario], kind: &Fixture) -> usize {
    let needs = scenarios.iter().map(|scenario| {
        let needs = scenario.needs.iter();
        needs.filter(|need| need.kind == kind.kind).count()
    });
    needs.max().unwrap_or_default().max(1)
}
