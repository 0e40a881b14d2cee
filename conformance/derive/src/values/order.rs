//! The moment of a timestamp decides the place of its record in a list that is ordered by it.
//!
//! Records with every offset stand minutes before and after others in UTC, and records with every day beside others that a wrong
//! calendar exchanges with them. The list is that of another account where the contract has a key of one: it has few records of
//! other scenarios, so that its first pages have old ones, too.

use conformance_model::classes::{Class, Rule};
use conformance_model::contract::page_number;
use conformance_model::scenario::{KeyChoice, Step};
use fastrand::Rng;
use jiff::{SignedDuration, Timestamp};
use spec::{Contract, Direction, Operation, TimestampForm, Type};

use crate::scenario::Draft;
use crate::subject::Subject;

/// The first of the records with offsets. The others follow over the turn of a year.
const FIRST: &str = "2023-12-31T21:55:00Z";

/// How far the records with offsets are apart. An error of half an hour exchanges several of them.
const MINUTES_APART: i64 = 10;

/// Days beside those of the classes: both sides of the ends of long and short months.
const DAYS: [&str; 10] = [
    "2000-02-28T23:50:00",
    "2000-03-01T00:10:00",
    "2023-01-31T18:00:00",
    "2023-02-01T06:00:00",
    "2023-02-28T23:45:00",
    "2023-04-03T07:00:00",
    "2023-05-01T06:00:00",
    "2023-09-01T06:00:00",
    "2024-02-28T23:50:00",
    "2024-03-01T00:10:00",
];

/// Fractions of one second. A service may keep seconds only, but not exchange moments that it shows.
const FRACTIONS: [&str; 3] = [".25", ".5", ".125"];

/// Seed of the order in which records are created: neither that of time nor its reverse.
const SEED: u64 = 1;

/// A timestamp of a record.
struct Moment {
    text: String,
    at: Timestamp,
}

impl Moment {
    fn of(text: String) -> Option<Self> {
        Some(Self { at: text.parse().ok()?, text })
    }
}

/// The scenario of a list that is ordered by a timestamp which the creation of its records takes.
pub(super) fn scenario(contract: &Contract, operation: &Operation) -> Option<Draft> {
    let record = operation.lists.as_deref()?;
    let order = operation.order.as_ref()?.stated()?;
    let by = order.by.as_deref()?;
    let creation = contract.operations().find(|other| other.creates.as_deref() == Some(record))?;
    let ty = &creation.body_field(by)?.ty;
    let Type::Timestamp(forms) = ty else {
        return None;
    };
    if !forms.contains(&TimestampForm::Utc) {
        return None;
    }
    let classes = Class::of(ty);
    let mut moments = every_offset(&classes)?;
    moments.extend(every_day(&classes)?);
    if forms.contains(&TimestampForm::Fraction) {
        let fractions = FRACTIONS.map(|part| Moment::of(format!("2023-06-01T12:00:00{part}Z")));
        moments.extend(fractions.into_iter().flatten());
    }
    Rng::with_seed(SEED).shuffle(&mut moments);
    let title =
        "Records are listed by the moment of their timestamps, whatever the offset and the day";
    let scenario = Draft::new(operation, "order", title);
    let list = List { contract, operation, record, by, key: key(contract, record) };
    let mut created = Vec::new();
    let scenario = list.create(scenario, moments, false, &mut created)?;
    let scenario = scenario.step(list.call(&mut created, order.direction));
    // A refusal of these leaves open what follows.
    let scenario = list.create(scenario, long_ago(&classes), true, &mut created)?;
    Some(scenario.step(list.call(&mut created, order.direction)))
}

/// The kind of key of another account, where a record can be created in it without a fixture.
fn key<'c>(contract: &'c Contract, record: &str) -> Option<&'c str> {
    let key = contract.service.keys.get(1)?;
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

/// Every offset, between moments in UTC.
fn every_offset(classes: &[&Class]) -> Option<Vec<Moment>> {
    let first: Timestamp = FIRST.parse().ok()?;
    let mut fractions = examples(classes, "fraction", Rule::Kept).cycle();
    let offsets = examples(classes, "offset", Rule::Kept).filter(|offset| *offset != "Z");
    let between = offsets.flat_map(|offset| [offset, "Z"]);
    let mut moments = Vec::new();
    for (number, offset) in (0_i64..).zip(std::iter::once("Z").chain(between)) {
        let at = first + SignedDuration::from_mins(number * MINUTES_APART);
        let fraction = if offset == "Z" { "" } else { fractions.next()? };
        moments.push(Moment::of(format!("{}{fraction}{offset}", local(at, offset)?))?);
    }
    Some(moments)
}

/// The day and time at an offset.
fn local(at: Timestamp, offset: &str) -> Option<String> {
    let midnight: Timestamp = format!("1970-01-01T00:00:00{offset}").parse().ok()?;
    let shifted = Timestamp::from_second(at.as_second() - midnight.as_second()).ok()?;
    Some(shifted.strftime("%Y-%m-%dT%H:%M:%S").to_string())
}

/// Every day, and those beside them.
fn every_day(classes: &[&Class]) -> Option<Vec<Moment>> {
    let fractions = examples(classes, "fraction", Rule::Kept).cycle();
    let days = examples(classes, "day", Rule::Kept).zip(fractions);
    let days = days.map(|(day, fraction)| format!("{day}{fraction}Z"));
    days.chain(DAYS.map(|day| format!("{day}Z"))).map(Moment::of).collect()
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
    key: Option<&'c str>,
}

impl List<'_> {
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
    fn call(&self, created: &mut [Created], direction: Direction) -> Step {
        created.sort_by_key(|record| record.at);
        if direction == Direction::Descending {
            created.reverse();
        }
        let step = self.keyed(Step::call(&self.operation.id));
        let is_paged = page_number(self.contract, self.operation).is_some();
        let step = if is_paged { step.all_pages() } else { step };
        created
            .iter()
            .fold(step, |step, record| step.order(record.shown.as_str(), record.sort_key.as_str()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offsets_change_no_moment() {
        let classes = Class::of(&Type::Timestamp(Vec::new()));
        let moments = every_offset(&classes).unwrap();
        let mut at = moments.iter().map(|moment| moment.at.as_second());
        let first = at.next().unwrap();
        assert!(at.zip(1..).all(|(at, number)| at == first + number * MINUTES_APART * 60));
        assert!(moments.iter().any(|moment| moment.text == "2023-12-31T22:05:00+00:00"));
        assert!(moments.len() > 20);
    }

    #[test]
    fn moments_are_far_apart_or_of_one_second() {
        let classes = Class::of(&Type::Timestamp(Vec::new()));
        let mut moments = every_offset(&classes).unwrap();
        moments.extend(every_day(&classes).unwrap());
        let texts: std::collections::BTreeSet<_> = moments.iter().map(|it| it.at).collect();
        assert_eq!(texts.len(), moments.len());
    }
}
