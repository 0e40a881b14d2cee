//! What a creation answers beside what was sent.
//!
//! Whether and how members come back may be open. But under no reading does a record hold, in place of what was sent as
//! one of its members, a text that was sent as another member, or with another call.

use jiff::{SignedDuration, Timestamp};
use spec::{InputPart, Type};

use crate::contract;
use crate::json::Json;

use super::Judged;
use super::answer::Standing;
use super::scene::Way;
use super::view::View;

/// The document does not say that a service keeps fractions of a second.
const PRECISION: SignedDuration = SignedDuration::from_secs(1);

/// A member of the record that holds what was sent as another one.
pub(super) fn of_another_member(view: &View<'_>, field: &str) -> Option<Judged> {
    let (way, member) = made(view)?;
    let own = text(way, field)?;
    let shown = shown(way, member, field).filter(|shown| !is_same(shown, own))?;
    let others = way
        .sent
        .iter()
        .filter(|(at, _)| at.part == InputPart::Body && at.name != field);
    let mut others = others.filter_map(|(_, value)| value.text());
    others
        .any(|other| other == shown)
        .then(|| breach(view, member, field, own, shown))
}

/// A member of the record that holds what another call sent.
pub(super) fn of_another_call(view: &View<'_>, member: &str) -> Option<Judged> {
    let (way, made) = made(view).filter(|(_, made)| *made == member)?;
    // What names another thing may come back as another of its names.
    let fields = view
        .operation
        .body
        .iter()
        .filter(|field| field.of.is_none());
    let mut fields = fields.map(|field| field.wire.as_str());
    fields.find_map(|field| {
        let own = text(way, field)?;
        let shown = shown(way, made, field).filter(|shown| !is_same(shown, own))?;
        let mut calls = view.scene.calls(&view.operation.id);
        let sent = calls.any(|index| {
            let other = view.scene.way(index).filter(|_| index != view.index);
            other.and_then(|other| text(other, field)) == Some(shown)
        });
        sent.then(|| breach(view, made, field, own, shown))
    })
}

/// An accepted creation, and the member of its answer that holds the record.
fn made<'v>(view: &'v View<'_>) -> Option<(&'v Way, &'v str)> {
    let way = view
        .way()
        .filter(|way| way.standing() == Standing::Accepted)?;
    let record = Type::Record(view.operation.creates.clone()?);
    let mut members = contract::envelope(view.operation)?.iter();
    let member = members.find(|member| member.ty == record)?;
    Some((way, &member.wire))
}

fn text<'w>(way: &'w Way, field: &str) -> Option<&'w str> {
    way.sent.body(field).and_then(Json::text)
}

fn shown<'w>(way: &'w Way, member: &str, field: &str) -> Option<&'w str> {
    let answer = way.answers.first()?.json.as_ref()?;
    answer.get(member)?.get(field)?.text()
}

/// Whether two texts are equal, or are times at most a second apart. A service may answer all times at its own offset, and
/// another call may have sent that form of the same time.
fn is_same(one: &str, other: &str) -> bool {
    let moment = |text: &str| text.parse::<Timestamp>().ok();
    let apart = |one: Timestamp, other| one.duration_since(other).abs();
    let same = |one| moment(other).is_some_and(|other| apart(one, other) <= PRECISION);
    one == other || moment(one).is_some_and(same)
}

fn breach(view: &View<'_>, member: &str, field: &str, own: &str, shown: &str) -> Judged {
    match view.answer() {
        Some(answer) => Judged::Breach(answer.failure_at(
            format!("/{member}/{field}"),
            format!("`{own}`, or no other text that was sent"),
            format!("`{shown}`"),
        )),
        None => view.without_acceptance(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_moment_in_two_forms_is_the_same() {
        for (one, other, same) in [
            (
                "2026-01-31T15:30:00+05:45",
                "2026-01-31T06:15:00-03:30",
                true,
            ),
            ("2026-01-31T09:45:00.250Z", "2026-01-31T09:45:00Z", true),
            ("2026-01-31T09:45:00Z", "2026-01-31T09:45:02Z", false),
            ("Ann", "Ann", true),
            ("Ann", "Bob", false),
        ] {
            assert_eq!(is_same(one, other), same, "{one} {other}");
        }
    }
}
