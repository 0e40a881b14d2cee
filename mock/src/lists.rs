//! Lists: filters, order and pages.

use std::cmp::Ordering;

use conformance_model::json::{Json, compare_numbers};
use conformance_model::query_string::decoded_pairs;
use jiff::Timestamp;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use spec::{
    Direction, FactUsage, Filter, InputPart, InputRef, OfSeveral, Order, PageFact, PageStart,
    QueryParameter, QueryValue, Slot,
};

use crate::call::Call;
use crate::choices::{self, Pages};
use crate::refusal::{Fault, Refusal};
use crate::store::{Record, Store, set};

/// A page of a list.
pub(crate) struct Page {
    /// The records, by number.
    pub numbers: Vec<u64>,
    /// The members that describe the page.
    pub facts: Vec<(String, Json)>,
    /// The query of the next page.
    pub next: Option<String>,
}

/// The page of the list of `ty` that the call asks for. `query` is the query as it was sent.
pub(crate) fn page<'c>(
    call: &Call<'c>,
    store: &Store,
    ty: &str,
    query: &str,
) -> Result<Page, Refusal<'c>> {
    let order = order(call);
    let mut found: Vec<&Record> =
        store.all().filter(|record| record.ty == ty && is_listed(call, store, record)).collect();
    found.sort_by(|one, other| in_order(&order, one, other));
    let Some(pages) = choices::pages(call.contract, call.operation) else {
        let numbers = found.iter().map(|record| record.number).collect();
        return Ok(Page { numbers, facts: Vec::new(), next: None });
    };
    let size = pages.size.and_then(|name| number(call, name)).unwrap_or(pages.default_size).max(1);
    let start = start(call, store, &pages, &order, &found, size)?;
    let (start_at, count) = (to_usize(start), to_usize(size));
    let shown: Vec<_> = found.iter().skip(start_at).take(count).copied().collect();
    let end = start.saturating_add(size);
    let more = end < found.len() as u64;
    let after = |last: &Record| match pages.by {
        PageStart::Number => (number(call, pages.start).unwrap_or(pages.first) + 1).to_string(),
        PageStart::Offset => end.to_string(),
        PageStart::After => last.id.clone(),
        PageStart::Cursor => cursor(last),
    };
    let next = shown.last().filter(|_| more).map(|last| after(last));
    let fact = |fact: PageFact| {
        let count = found.len() as u64;
        let number = |number: u64| Json::Number(number.to_string());
        match fact {
            PageFact::Size => number(size),
            PageFact::Number => number(self::number(call, pages.start).unwrap_or(pages.first)),
            PageFact::Pages => number(count.div_ceil(size)),
            PageFact::Offset => number(start),
            PageFact::More => Json::Bool(more),
            PageFact::Next => next.clone().map_or(Json::Null, Json::Text),
            PageFact::Total => number(count),
        }
    };
    let paging = call.operation.paging.as_ref().and_then(Slot::value);
    let members = paging.map_or(&[][..], |paging| &paging.members).iter();
    let facts = members.filter_map(|member| Some((member.wire.clone(), fact(member.says?))));
    Ok(Page {
        numbers: shown.iter().map(|record| record.number).collect(),
        facts: facts.collect(),
        next: next.filter(|_| paging.is_some_and(|it| it.link)).map(|it| with(query, &pages, &it)),
    })
}

fn to_usize(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

/// The number that a parameter of the query has.
fn number(call: &Call<'_>, name: &str) -> Option<u64> {
    call.text(InputPart::Query, name)?.parse().ok()
}

/// The query with another value of the parameter that selects a page.
fn with(query: &str, pages: &Pages<'_>, start: &str) -> String {
    let is_other =
        |pair: &&str| !pair.is_empty() && decoded_pairs(pair).all(|(name, _)| name != pages.start);
    let start = format!("{}={}", pages.start, utf8_percent_encode(start, NON_ALPHANUMERIC));
    let mut pairs: Vec<&str> = query.split('&').filter(is_other).collect();
    pairs.push(&start);
    pairs.join("&")
}

fn cursor(record: &Record) -> String {
    format!("after-{:x}", record.number)
}

/// The number of items before the page.
fn start<'c>(
    call: &Call<'c>,
    store: &Store,
    pages: &Pages<'_>,
    order: &Order,
    found: &[&Record],
    size: u64,
) -> Result<u64, Refusal<'c>> {
    let given = call.text(InputPart::Query, pages.start);
    let after = |anchor: Option<&Record>| {
        let input = InputRef::new(InputPart::Query, pages.start);
        let anchor =
            anchor.ok_or_else(|| Refusal::of_input(call.operation, &input, Fault::Unknown))?;
        let before =
            found.iter().filter(|record| in_order(order, record, anchor) != Ordering::Greater);
        Ok(before.count() as u64)
    };
    match (pages.by, given) {
        (PageStart::Number, _) => {
            let number = number(call, pages.start).unwrap_or(pages.first);
            Ok(number.saturating_sub(pages.first).saturating_mul(size))
        }
        (PageStart::Offset, _) => Ok(number(call, pages.start).unwrap_or(pages.first)),
        (PageStart::After | PageStart::Cursor, None) => Ok(0),
        (PageStart::After, Some(id)) => {
            let ty = call.operation.lists.as_deref().unwrap_or_default();
            let is_it = |record: &Record| record.id == id && record.ty == ty;
            after(store.ever(|record| is_it(record) && record.account == call.account))
        }
        (PageStart::Cursor, Some(text)) => after(store.ever(|record| cursor(record) == text)),
    }
}

/// Whether the list shows a record on some page.
fn is_listed(call: &Call<'_>, store: &Store, record: &Record) -> bool {
    let operation = call.operation;
    (choices::reaches_all(operation) || record.account == call.account)
        && !record.role.hidden.contains(&operation.id)
        && call.is_within(store, record)
        && operation.query.iter().all(|query| passes(call, query, record))
}

/// Whether the filter of a parameter keeps a record.
fn passes(call: &Call<'_>, query: &QueryParameter, record: &Record) -> bool {
    let sent = call.text(InputPart::Query, &query.name).or(query.default.as_deref());
    let (Some(filter), Some(sent)) = (&query.filter, sent) else { return true };
    if query.keeps_all(sent) {
        return true;
    }
    let values: Vec<&str> =
        if query.several.is_some() { sent.split(',').collect() } else { vec![sent] };
    match filter {
        Filter::Equals { field } => match record.get(field) {
            Some(Json::List(items)) => items.iter().any(|item| is_one_of(item, &values)),
            Some(value) => is_one_of(value, &values) || !can_be(call, record, field, sent),
            None => false,
        },
        Filter::Compares { field, bound } => {
            let limits = [Json::Number(sent.to_owned()), Json::Text(sent.to_owned())];
            let value = record.get(field).filter(|value| **value != Json::Null);
            let mut orders = limits.iter().filter_map(|limit| compare(value?, limit));
            orders.any(|order| bound.keeps(order))
        }
        Filter::Includes { field, item, of_several } => {
            let items = match record.get(field) {
                Some(Json::List(items)) => items.as_slice(),
                _ => &[],
            };
            let of = |entry: &Json, wanted: &str| match item {
                Some(member) => entry.get(member).is_some_and(|it| is_one_of(it, &[wanted])),
                None => is_one_of(entry, &[wanted]),
            };
            let includes = |wanted: &&str| items.iter().any(|entry| of(entry, wanted));
            match of_several {
                OfSeveral::All => values.iter().all(includes),
                OfSeveral::Any => values.iter().any(includes),
            }
        }
        Filter::Meaning(_) => keeps(call, query, record, &values),
    }
}

fn is_one_of(value: &Json, wanted: &[&str]) -> bool {
    wanted.iter().any(|wanted| match value {
        Json::Bool(value) => value.to_string() == *wanted,
        Json::Number(digits) => compare_numbers(digits, wanted) == Some(Ordering::Equal),
        value => value.text() == Some(wanted),
    })
}

/// Whether a member can have the value. A word such as `all` is none of the values of an enumeration, and keeps everything.
fn can_be(call: &Call<'_>, record: &Record, field: &str, sent: &str) -> bool {
    let fields = call.contract.record(&record.ty).map_or(&[][..], |it| &it.fields);
    let field = fields.iter().find(|known| known.wire == field);
    !field.is_some_and(|field| match &field.ty {
        spec::Type::Enumeration(values) => !values.iter().any(|value| value == sent),
        _ => false,
    })
}

/// Whether a filter in prose keeps a record, by the facts of fixtures. It keeps records without such facts.
fn keeps(call: &Call<'_>, query: &QueryParameter, record: &Record, values: &[&str]) -> bool {
    record.role.facts.iter().all(|(name, fact)| {
        let is_sent = values.contains(&fact.as_str());
        usages(call, record, name).all(|usage| match usage {
            FactUsage::Passes(filter) if filter.value == query.name => is_sent,
            FactUsage::Fails(filter) if filter.value == query.name => !is_sent,
            FactUsage::Passes(_)
            | FactUsage::Fails(_)
            | FactUsage::AddedBy(_)
            | FactUsage::SortKey => true,
        })
    })
}

/// What a fact of a record means for lists.
fn usages<'c>(call: &Call<'c>, record: &Record, fact: &str) -> impl Iterator<Item = &'c FactUsage> {
    let kinds = call.contract.service.fixtures.iter();
    let kinds = kinds.filter(|kind| kind.record == record.ty);
    let facts = kinds.flat_map(|kind| &kind.facts).filter(move |known| known.name == fact);
    facts.flat_map(|fact| &fact.usages)
}

/// The documented values of query parameters that the call sends, or that are assumed.
pub(crate) fn chosen<'c>(
    call: &Call<'c>,
) -> impl Iterator<Item = (&'c QueryParameter, &'c QueryValue)> {
    call.operation.query.iter().flat_map(|query| {
        let sent = call.text(InputPart::Query, &query.name).or(query.default.as_deref());
        let sent: Vec<&str> = sent.map_or_else(Vec::new, |sent| sent.split(',').collect());
        let values = query.values.iter().filter(|value| sent.contains(&value.wire.as_str()));
        values.map(move |value| (query, value)).collect::<Vec<_>>()
    })
}

/// Adds what the expansions of the call add to a record.
pub(crate) fn expand(call: &Call<'_>, record: &Record, shown: &mut Json) {
    for (query, value) in chosen(call) {
        let Some(expansion) = &value.expansion else { continue };
        let facts = record.role.facts.iter();
        let mut facts = facts.filter(|(name, _)| {
            usages(call, record, name).any(|usage| match usage {
                FactUsage::AddedBy(by) => by.value == query.name || by.value == value.wire,
                FactUsage::Passes(_) | FactUsage::Fails(_) | FactUsage::SortKey => false,
            }) || **name == query.name
        });
        let fact = facts.next().map(|(_, fact)| fact.clone());
        let added = fact.unwrap_or_else(|| format!("{} of {}", value.wire, record.number));
        let name = expansion.adds.as_deref().unwrap_or(&value.wire);
        set(shown, name, Json::Text(added));
    }
}

/// The order of the list for a call.
fn order(call: &Call<'_>) -> Order {
    let sent = |query: &QueryParameter| call.text(InputPart::Query, &query.name).map(str::to_owned);
    let oldest_first = Order { by: None, direction: Direction::Ascending, collation: None };
    call.operation.requested_order(sent).unwrap_or(oldest_first)
}

fn in_order(order: &Order, one: &Record, other: &Record) -> Ordering {
    let by_member = order.by.as_deref().map_or(Ordering::Equal, |member| {
        let of = |record: &Record| Sorted::of(record.get(member));
        of(one).cmp(&of(other))
    });
    let ordering = by_member.then(one.number.cmp(&other.number));
    match order.direction {
        Direction::Ascending => ordering,
        Direction::Descending => ordering.reverse(),
    }
}

/// A value in the order of all values: by kind, then by value.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Sorted {
    Nothing,
    Bool(bool),
    Number(Digits),
    Time(Timestamp),
    Text(String),
    Other(String),
}

impl Sorted {
    fn of(value: Option<&Json>) -> Self {
        match value {
            None | Some(Json::Null) => Self::Nothing,
            Some(Json::Bool(value)) => Self::Bool(*value),
            Some(Json::Number(digits)) if compare_numbers(digits, digits).is_some() => {
                Self::Number(Digits(digits.clone()))
            }
            Some(Json::Text(text)) => {
                text.parse().map_or_else(|_| Self::Text(text.clone()), Self::Time)
            }
            Some(other) => Self::Other(other.to_string()),
        }
    }
}

/// A number that can be read, ordered by value.
struct Digits(String);

impl Ord for Digits {
    fn cmp(&self, other: &Self) -> Ordering {
        compare_numbers(&self.0, &other.0).unwrap_or(Ordering::Equal)
    }
}

impl PartialOrd for Digits {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Digits {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Digits {}

/// Compares a value with a bound of the same kind.
fn compare(one: &Json, other: &Json) -> Option<Ordering> {
    match (one, other) {
        (Json::Number(one), Json::Number(other)) => compare_numbers(one, other),
        (Json::Text(one), Json::Text(other)) => {
            let times = one.parse::<Timestamp>().ok().zip(other.parse::<Timestamp>().ok());
            Some(times.map_or_else(|| one.cmp(other), |(one, other)| one.cmp(&other)))
        }
        _ => None,
    }
}
