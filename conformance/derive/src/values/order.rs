//! Timestamps of all forms decide the place of a record in a list that is ordered by them.

use spec::{Contract, Direction, Operation, TimestampForm, Type};

use crate::scenario::Draft;
use crate::subject::Subject;
use conformance_model::scenario::Step;

/// Timestamps in the order of time, minutes apart, around the turn of a year and both ends of a leap day.
const TIMES: [(TimestampForm, &str); 12] = [
    (TimestampForm::OffsetAhead, "2024-01-01T05:15:00+05:30"),
    (TimestampForm::Utc, "2023-12-31T23:50:00Z"),
    (TimestampForm::OffsetBehind, "2023-12-31T20:25:00-03:30"),
    (TimestampForm::Utc, "2024-01-01T00:00:00Z"),
    (TimestampForm::OffsetAhead, "2024-01-01T14:05:00+14:00"),
    (TimestampForm::Utc, "2024-01-01T00:10:00Z"),
    (TimestampForm::Utc, "2024-02-29T00:05:00Z"),
    (TimestampForm::OffsetBehind, "2024-02-28T23:10:00-01:00"),
    (TimestampForm::Utc, "2024-02-29T00:15:00Z"),
    (TimestampForm::Utc, "2024-02-29T23:50:00Z"),
    (TimestampForm::OffsetAhead, "2024-03-01T01:55:00+02:00"),
    (TimestampForm::Utc, "2024-03-01T00:00:00Z"),
];

/// The order in which records are created: neither that of time nor its reverse.
const CREATED: [usize; 12] = [4, 0, 10, 7, 2, 11, 8, 5, 9, 1, 6, 3];

/// The scenario of a list that is ordered by a timestamp which the creation of its records takes.
pub(super) fn scenario(contract: &Contract, operation: &Operation) -> Option<Draft> {
    let record = operation.lists.as_deref()?;
    let order = operation.order.as_ref()?.stated()?;
    let by = order.by.as_deref()?;
    let creation = contract.operations().find(|other| other.creates.as_deref() == Some(record))?;
    let Type::Timestamp(forms) = &creation.body_field(by)?.ty else {
        return None;
    };
    let title = "Records are listed by the moment of their timestamps, whatever the offset";
    let mut scenario = Draft::new(operation, "order", title);
    let mut subjects = Vec::new();
    for index in CREATED {
        let &(form, time) = TIMES.get(index)?;
        let name = format!("moment_{}", index + 1);
        if forms.contains(&form) {
            let subject = Subject::create(contract, record, &name, &[(by, time)])?;
            scenario = scenario.obtain(&subject);
            subjects.push((index, name, subject));
        }
    }
    subjects.sort_by_key(|(index, ..)| *index);
    if order.direction == Direction::Descending {
        subjects.reverse();
    }
    let list = subjects.iter().fold(Step::call(&operation.id), |step, (_, name, subject)| {
        let shown = subject.identifiers.first().map(|(_, identifier)| identifier.as_str());
        step.order(shown.unwrap_or_default(), format!("{{{name}.body.{by}}}"))
    });
    Some(scenario.step(list))
}
