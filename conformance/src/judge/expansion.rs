//! What an expansion puts into an answer, beside the same call without it.

use spec::{InputPart, InputRef};

use crate::contract;
use crate::json::Json;
use crate::reason::Reason;

use super::Judged;
use super::answer::Standing;
use super::scene::{Acceptance, Way};
use super::view::View;

/// The value adds data to what is shown: a member of that name, and the values that the target knows of.
pub(super) fn judge(view: &View<'_>, parameter: &str, member: Option<&str>) -> Judged {
    let Some(way) = view.way() else {
        return Judged::NotExercised(Reason::NoCapture);
    };
    if way.standing() != Standing::Accepted {
        return view.without_acceptance();
    }
    let values = view.reading.values;
    if !values.shows.iter().any(|value| way.holds(value)) {
        return Judged::NotExercised(Reason::Unobservable);
    }
    // Lists that are compared may hold records without this data.
    if view.step.same_as.is_some() && values.adds.is_empty() {
        return Judged::NotExercised(Reason::Unobservable);
    }
    let holds_any = |json: &Json| values.shows.iter().any(|value| json.holds_text(value));
    let pages = way.answers.iter().filter_map(|answer| answer.json.as_ref());
    let pages: Vec<_> = pages.filter(|page| holds_any(page)).collect();
    let lacks = |member: &&str| {
        let lacks =
            |page: &&Json| !page.holds_member(member) || is_uneven(page, member, &holds_any);
        pages.iter().any(lacks)
    };
    if let Some(member) = member.filter(lacks) {
        return view.breach(format!("a member `{member}` in what is shown"));
    }
    if values.adds.is_empty() {
        return Judged::HELD;
    }
    let Some(plain) = without(view, parameter) else {
        return Judged::Inconclusive(Reason::NoControl);
    };
    // What is shown anyway tells nothing of the expansion.
    let plain = plain
        .answers
        .iter()
        .filter_map(|answer| answer.json.as_ref());
    let mut added = values
        .adds
        .iter()
        .filter(|value| !plain.clone().any(|page| page.mentions(value)));
    let is_missing = |value: &String| !pages.iter().all(|page| page.mentions(value));
    match added.clone().find(|value| is_missing(value)) {
        Some(_) if !view.is_set_up() => Judged::Inconclusive(Reason::NotDemonstrated),
        Some(missing) => view.breach(format!("`{missing}`, which the expansion adds")),
        None => match added.clone().find(|value| is_in_another(view, value)) {
            Some(strayed) => view.breach(format!("`{strayed}` in the item that it belongs to")),
            None if added.next().is_some() => Judged::HELD,
            None => Judged::Inconclusive(Reason::NoControl),
        },
    }
}

/// Whether an item of the list has a value that belongs to another item, which lacks it. Where the step looks for one item,
/// that item is the one it belongs to; data may also be shown apart from the items.
fn is_in_another(view: &View<'_>, value: &str) -> bool {
    let list = contract::list_member(view.operation);
    let (Some(list), [sought]) = (list, view.reading.values.shows.as_slice()) else {
        return false;
    };
    let items = view.scene.listed(view.index, list);
    let (own, others): (Vec<_>, Vec<_>) = items.partition(|item| item.holds_text(sought));
    let has = |item: &&Json| item.mentions(value);
    !own.is_empty() && !own.iter().any(has) && others.iter().any(has)
}

/// Whether some items of an array have the member, and one that is looked for has not. Where data are shown apart from
/// the records, no item has it.
fn is_uneven(json: &Json, member: &str, is_sought: &impl Fn(&Json) -> bool) -> bool {
    match json {
        Json::List(items) => {
            let has = |item: &Json| item.holds_member(member);
            let uneven = items.iter().any(has) && items.iter().any(|it| is_sought(it) && !has(it));
            uneven || items.iter().any(|item| is_uneven(item, member, is_sought))
        }
        Json::Map(members) => members
            .iter()
            .any(|(_, value)| is_uneven(value, member, is_sought)),
        _ => false,
    }
}

/// An accepted call that differs only in that it does not send the parameter.
fn without<'v>(view: &'v View<'_>, parameter: &str) -> Option<&'v Way> {
    let expand = InputRef {
        part: InputPart::Query,
        name: parameter.to_owned(),
    };
    let rest = |way: &Way| {
        let rest = way.sent.iter().filter(|(input, _)| **input != expand);
        rest.map(|(input, value)| (input.clone(), value.clone()))
            .collect::<Vec<_>>()
    };
    let mine = rest(view.way()?);
    let mut calls = view.scene.calls(&view.operation.id);
    let found = calls.find(|index| {
        let way = view.scene.way(*index);
        view.scene.acceptance(*index) == Acceptance::Shown
            && way.is_some_and(|way| way.sent.get(&expand).is_none() && rest(way) == mine)
    });
    view.scene.way(found?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_items_that_are_looked_for_have_the_member_or_none_has() {
        let uneven = |text: &str| {
            let json = Json::parse(text.as_bytes()).unwrap();
            is_uneven(&json, "more", &|item| item.holds_text("b"))
        };
        assert!(uneven(
            r#"{"all":[{"id":"a","more":[]},{"id":"b"},{"id":"c"}]}"#
        ));
        assert!(!uneven(
            r#"{"all":[{"id":"a"},{"id":"b","more":[]},{"id":"c"}]}"#
        ));
        assert!(!uneven(
            r#"{"all":[{"id":"a"},{"id":"b"}],"more":{"b":[]}}"#
        ));
    }
}
