//! The moment of a timestamp decides the place of its record in a list that is ordered by it.
//!
//! Records with every offset stand minutes before and after others in UTC, and records with every day beside others
//! that a wrong calendar exchanges with them. The list is that of another account where the contract has a key of one:
//! it has few records of other scenarios, so that its first pages have old ones, too.

use conformance_model::classes::{Class, Rule};
use conformance_model::contract::has_known_pages;
use conformance_model::scenario::{KeyChoice, Step};
use fastrand::Rng;
use jiff::{SignedDuration, Timestamp};
use spec::{Contract, Direction, Operation, TimestampForm, Type};

use crate::reading::whole;
use crate::scenario::Draft;
use crate::subject::Subject;

/// The first of the records with offsets. The others follow over the turn of a year.
const FIRST: &str = "2024-12-31T22:55:00Z";

/// How far the records with offsets are apart. An error of a quarter of an hour exchanges several of them.
const MINUTES_APART: i64 = 5;

/// Moments just before the run, the latest last: few records are later, however often the list was filled before.
const RECENT: [(TimestampForm, &str); 7] = [
    (TimestampForm::Utc, "{ago 14s}"),
    (TimestampForm::OffsetAhead, "{ago 12s offset_ahead}"),
    (TimestampForm::Utc, "{ago 10s}"),
    (TimestampForm::OffsetBehind, "{ago 8s offset_behind}"),
    (TimestampForm::Utc, "{ago 6s}"),
    (TimestampForm::Fraction, "{ago 4s fraction}"),
    (TimestampForm::Utc, "{ago 2s}"),
];

/// Moments of one second. A service may keep seconds only, but not exchange moments that it shows.
const FRACTIONS: [&str; 3] =
    ["2025-10-01T12:00:00.25Z", "2025-10-01T12:00:00.5Z", "2025-10-01T12:00:00.125Z"];

/// Days beside those of the classes: both sides of the ends of long and short months.
const DAYS: [&str; 12] = [
    "2000-02-28T23:50:00",
    "2000-03-01T00:10:00",
    "2023-02-28T23:45:00",
    "2023-04-03T07:00:00",
    "2025-01-31T18:00:00",
    "2025-02-01T06:00:00",
    "2024-02-28T23:50:00",
    "2024-03-01T00:10:00",
    "2025-04-30T18:00:00",
    "2025-05-01T06:00:00",
    "2025-08-31T18:00:00",
    "2025-09-01T06:00:00",
];

/// Seed of the order in which records are created: neither that of time nor its reverse.
const SEED: u64 = 1;

/// A timestamp of a record.
struct Moment {
    text: String,
    /// Its place among the others.
    at: Timestamp,
}

impl Moment {
    fn of(text: String) -> Option<Self> {
        Some(Self { at: text.parse().ok()?, text })
    }
}

/// The scenarios of a list that is ordered by a timestamp which the creation of its records takes.
pub(super) fn scenarios(contract: &Contract, operation: &Operation) -> Vec<Draft> {
    let Some(list) = List::of(contract, operation) else {
        return Vec::new();
    };
    [list.of_offsets(), list.of_days()].into_iter().flatten().collect()
}

/// The kind of key of another account, where a record can be created in it without a fixture.
fn key<'c>(contract: &'c Contract, record: &str) -> Option<&'c str> {
    let key = contract.service.other_account()?;
    let needs = Subject::create(contract, record, "record", &[])?.needs;
    needs.is_empty().then_some(key.name.as_str())
}

/// The examples of a group of classes with a rule.
fn examples<'a>(
    classes: &'a [&Class],
    group: &'a str,
    rule: Rule,
) -> impl Iterator<Item = &'static str> + Clone + 'a {
    let of_group = classes.iter().filter(move |class| class.group == group && class.rule == rule);
    of_group.flat_map(|class| class.examples()).copied()
}

/// Every offset: two between two moments in UTC. The last are fractions of one second.
fn every_offset(classes: &[&Class]) -> Option<Vec<Moment>> {
    let first: Timestamp = FIRST.parse().ok()?;
    let kept: Vec<&str> = examples(classes, "fraction", Rule::Kept).collect();
    let mut fractions = kept.iter().cycle();
    let offsets: Vec<&str> =
        examples(classes, "offset", Rule::Kept).filter(|offset| *offset != "Z").collect();
    let between = offsets.chunks(2).flat_map(|pair| pair.iter().chain(std::iter::once(&"Z")));
    let (mut moments, mut at) = (Vec::new(), first);
    for offset in std::iter::once(&"Z").chain(between) {
        let fraction = if *offset == "Z" { "" } else { fractions.next()? };
        moments.push(Moment::of(format!("{}{fraction}{offset}", local(at, offset)?))?);
        at += SignedDuration::from_mins(MINUTES_APART);
    }
    if kept.len() > 1 {
        moments.extend(FRACTIONS.iter().filter_map(|time| Moment::of((*time).to_owned())));
    }
    Some(moments)
}

/// The day and time at an offset.
fn local(at: Timestamp, offset: &str) -> Option<String> {
    let midnight: Timestamp = format!("1970-01-01T00:00:00{offset}").parse().ok()?;
    let shifted = Timestamp::from_second(at.as_second() - midnight.as_second()).ok()?;
    Some(shifted.strftime("%Y-%m-%dT%H:%M:%S").to_string())
}

/// Moments just before the run in documented forms.
fn recent(forms: &[TimestampForm]) -> impl Iterator<Item = Moment> {
    let documented = RECENT.iter().zip(0_i64..).filter(|((form, _), _)| forms.contains(form));
    documented.map(|((_, text), number)| {
        // Later than all others.
        let at = Timestamp::MAX - SignedDuration::from_hours(1) + SignedDuration::from_mins(number);
        Moment { text: (*text).to_owned(), at }
    })
}

/// Every day, and those beside them.
fn every_day(classes: &[&Class]) -> Option<Vec<Moment>> {
    let fractions = examples(classes, "fraction", Rule::Kept).cycle();
    let days = examples(classes, "day", Rule::Kept).zip(fractions);
    let days = days.map(|(day, fraction)| format!("{day}{fraction}Z"));
    days.chain(DAYS.map(|day| format!("{day}Z"))).map(Moment::of).collect()
}

fn shuffled(mut moments: Vec<Moment>) -> Vec<Moment> {
    Rng::with_seed(SEED).shuffle(&mut moments);
    moments
}

/// Days that a service may exclude.
fn long_ago(classes: &[&Class]) -> Vec<Moment> {
    let days = examples(classes, "day", Rule::KeptIfAccepted);
    days.filter_map(|day| Moment::of(format!("{day}Z"))).collect()
}

/// A record: its timestamp, and references to what identifies it and to what was sent.
struct Created {
    at: Timestamp,
    shown: String,
    sort_key: String,
}

struct List<'c> {
    contract: &'c Contract,
    operation: &'c Operation,
    record: &'c str,
    /// The member that the list is ordered by.
    by: &'c str,
    direction: Direction,
    key: Option<&'c str>,
    forms: &'c [TimestampForm],
    classes: Vec<&'static Class>,
}

impl<'c> List<'c> {
    fn of(contract: &'c Contract, operation: &'c Operation) -> Option<Self> {
        let record = operation.lists.as_deref()?;
        let order = operation.order.as_ref()?.stated()?;
        let (by, direction) = (order.by.as_deref()?, order.direction);
        let mut operations = contract.operations();
        let creation = operations.find(|other| other.creates.as_deref() == Some(record))?;
        let ty = &creation.body_field(by)?.ty;
        let Type::Timestamp(forms) = ty else {
            return None;
        };
        forms.contains(&TimestampForm::Utc).then(|| Self {
            contract,
            operation,
            record,
            by,
            direction,
            key: key(contract, record),
            forms,
            classes: Class::of(ty),
        })
    }

    fn of_offsets(&self) -> Option<Draft> {
        let title = "Records are listed by the moment of their timestamps, whatever the offset";
        let scenario = Draft::new(self.operation, "order", title);
        let mut created = Vec::new();
        let mut moments = every_offset(&self.classes)?;
        moments.extend(recent(self.forms));
        let moments = shuffled(moments);
        let scenario = self.create(scenario, moments, false, &mut created)?;
        Some(scenario.step(self.call(&mut created)))
    }

    fn of_days(&self) -> Option<Draft> {
        let title = "Records are listed by the moment of their timestamps, whatever the day";
        let scenario = Draft::new(self.operation, "order_of_days", title);
        let mut created = Vec::new();
        let moments = shuffled(every_day(&self.classes)?);
        let scenario = self.create(scenario, moments, false, &mut created)?;
        let scenario = scenario.step(self.call(&mut created));
        // A refusal of these leaves open what follows.
        let scenario = self.create(scenario, long_ago(&self.classes), true, &mut created)?;
        Some(scenario.step(self.call(&mut created)))
    }

    fn keyed(&self, step: Step) -> Step {
        match self.key {
            Some(key) => step.key(KeyChoice::Kind(key.to_owned())),
            None => step,
        }
    }

    /// Creates records with these timestamps.
    fn create(
        &self,
        mut scenario: Draft,
        moments: Vec<Moment>,
        may_be_refused: bool,
        created: &mut Vec<Created>,
    ) -> Option<Draft> {
        for Moment { text, at } in moments {
            let name = format!("moment_{}", created.len() + 1);
            let body = [(self.by, text.as_str())];
            let mut subject = Subject::create(self.contract, self.record, &name, &body)?;
            if may_be_refused {
                subject.steps = subject.steps.into_iter().map(Step::may_be_refused).collect();
            }
            let keyed = |steps: Vec<Step>| steps.into_iter().map(|it| self.keyed(it)).collect();
            (subject.steps, subject.finally) = (keyed(subject.steps), keyed(subject.finally));
            scenario = scenario.obtain(&subject);
            let (_, shown) = subject.identifiers.into_iter().next()?;
            created.push(Created { at, shown, sort_key: format!("{{{name}.body.{}}}", self.by) });
        }
        Some(scenario)
    }

    /// A call of the list that expects the records in their order.
    fn call(&self, created: &mut [Created]) -> Step {
        created.sort_by_key(|record| record.at);
        if self.direction == Direction::Descending {
            created.reverse();
        }
        let step = whole(self.operation).unwrap_or_else(|| Step::call(&self.operation.id));
        let step = self.keyed(step);
        let is_paged = has_known_pages(self.contract, self.operation);
        let step = if is_paged { step.all_pages() } else { step };
        created
            .iter()
            .fold(step, |step, record| step.order(record.shown.as_str(), record.sort_key.as_str()))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn offsets_change_no_moment() {
        let classes = Class::of(&Type::Timestamp(Vec::new()));
        let moments = every_offset(&classes).unwrap();
        let minutes = moments.iter().map(|moment| moment.at.as_second() / 60);
        let first = minutes.clone().next().unwrap();
        let in_order = moments.len() - FRACTIONS.len();
        let mut numbered = minutes.zip(0..).take(in_order);
        assert!(numbered.all(|(minute, number)| minute == first + number * MINUTES_APART));
        assert!(moments.iter().any(|moment| moment.text == "2024-12-31T23:00:00+00:00"));
    }

    #[test]
    fn no_two_moments_are_the_same() {
        let classes = Class::of(&Type::Timestamp(Vec::new()));
        let mut moments = every_offset(&classes).unwrap();
        moments.extend(every_day(&classes).unwrap());
        let different: BTreeSet<_> = moments.iter().map(|moment| moment.at).collect();
        assert_eq!(different.len(), moments.len());
    }
}
