//! A value of a query parameter adds data to an answer, compared with the same call without it.

use spec::{ClauseKind, InputPart, InputRef, Operation};

use crate::clauses::{ClaimedStep, ClauseRefs, ClauseRule};
use crate::contract;
use crate::finding::FindingResult;
use crate::json::Json;
use crate::parsed::answer::AnswerClass;
use crate::parsed::attempt::Attempt;
use crate::parsed::step_context::StepContext;
use crate::parsed::view::AcceptanceOutcome;
use crate::reason::Reason;
use crate::scenario::{Inputs, Template, Value};

pub(super) struct Expansion<'k> {
    pub(super) parameter: &'k String,
    pub(super) adds: &'k Option<String>,
}

impl ClauseRule for Expansion<'_> {
    fn claim(step: &ClaimedStep<'_>, claims: &mut ClauseRefs) {
        if !step.is_accepted() {
            return;
        }
        for (parameter, value, adds) in requested_expansions(step.operation, &step.step.inputs) {
            // A member is looked for by its name beside what is shown, other data by what it holds.
            let is_named = adds.is_some() && !step.step.shows.is_empty();
            if is_named || !step.step.adds.is_empty() {
                let kind = ClauseKind::Expansion { parameter, value, adds };
                claims.add(Some(&step.operation.id), kind);
            }
        }
    }

    fn judge(&self, ctx: &StepContext<'_>) -> FindingResult {
        let (parameter, member) = (self.parameter, self.adds.as_deref());

        let Some(attempt) = ctx.attempt() else {
            return FindingResult::NotExercised(Reason::NoCapture);
        };
        if attempt.class() != AnswerClass::Accepted {
            return ctx.without_acceptance();
        }
        let values = ctx.parsed.values;
        if !values.shows.iter().any(|value| attempt.holds(value)) {
            return FindingResult::NotExercised(Reason::Unobservable);
        }
        // Lists that are compared may hold records without this data.
        if ctx.step.same_as.is_some() && values.adds.is_empty() {
            return FindingResult::NotExercised(Reason::Unobservable);
        }
        let holds_any = |json: &Json| values.shows.iter().any(|value| json.holds_text(value));
        let pages = attempt.answers.iter().filter_map(|answer| answer.json.as_ref());
        let pages: Vec<_> = pages.filter(|page| holds_any(page)).collect();
        let lacks = |member: &&str| {
            let lacks =
                |page: &&Json| !page.holds_member(member) || is_uneven(page, member, &holds_any);
            pages.iter().any(lacks)
        };
        if let Some(member) = member.filter(lacks) {
            return ctx.breach(format!("a member `{member}` in what is shown"));
        }
        if values.adds.is_empty() {
            return FindingResult::HELD;
        }
        let Some(plain) = without(ctx, parameter) else {
            return FindingResult::Inconclusive(Reason::NoControl);
        };
        // A value that is also shown without the expansion shows nothing about it.
        let plain = plain.answers.iter().filter_map(|answer| answer.json.as_ref());
        let mut added =
            values.adds.iter().filter(|value| !plain.clone().any(|page| page.mentions(value)));
        let is_missing = |value: &String| !pages.iter().all(|page| page.mentions(value));
        match added.clone().find(|value| is_missing(value)) {
            Some(_) if !ctx.is_set_up() => FindingResult::Inconclusive(Reason::NotDemonstrated),
            Some(missing) => ctx.breach(format!("`{missing}`, which the expansion adds")),
            None => match added.clone().find(|value| is_in_another(ctx, value)) {
                Some(strayed) => ctx.breach(format!("`{strayed}` in the item that it belongs to")),
                None if added.next().is_some() => FindingResult::HELD,
                None => FindingResult::Inconclusive(Reason::NoControl),
            },
        }
    }
}

/// The documented expansions that a step asks for: parameter, value, and the name of the added member if it is stated.
fn requested_expansions(
    operation: &Operation,
    inputs: &Inputs,
) -> Vec<(String, String, Option<String>)> {
    let mut expansions = Vec::new();
    for query in &operation.query {
        let input = InputRef { part: InputPart::Query, name: query.name.clone() };
        let sent = inputs.set.get(&input).and_then(Value::text);
        let Some(sent) = sent.and_then(Template::literal) else {
            continue;
        };
        let values: Vec<&str> = if query.several { sent.split(',').collect() } else { vec![sent] };
        for value in &query.values {
            if let Some(expansion) = &value.expansion
                && values.contains(&value.wire.as_str())
            {
                let (parameter, wire) = (query.name.clone(), value.wire.clone());
                expansions.push((parameter, wire, expansion.adds.clone()));
            }
        }
    }
    expansions
}

/// Whether an item of the list has a value that belongs to another item, which lacks it. Where the step looks for one item,
/// that item is the one it belongs to; data may also be shown apart from the items.
fn is_in_another(ctx: &StepContext<'_>, value: &str) -> bool {
    let list = contract::list_member(ctx.operation);
    let (Some(list), [sought]) = (list, ctx.parsed.values.shows.as_slice()) else {
        return false;
    };
    let items = ctx.trace.listed(ctx.index, list);
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
        Json::Map(members) => members.iter().any(|(_, value)| is_uneven(value, member, is_sought)),
        _ => false,
    }
}

/// An accepted call that differs only in that it does not send the parameter.
fn without<'v>(ctx: &'v StepContext<'_>, parameter: &str) -> Option<&'v Attempt> {
    let expand = InputRef { part: InputPart::Query, name: parameter.to_owned() };
    let rest = |attempt: &Attempt| {
        let rest = attempt.sent.iter().filter(|(input, _)| **input != expand);
        rest.map(|(input, value)| (input.clone(), value.clone())).collect::<Vec<_>>()
    };
    let mine = rest(ctx.attempt()?);
    let mut calls = ctx.trace.calls(&ctx.operation.id);
    let found = calls.find(|index| {
        let attempt = ctx.trace.attempt(*index);
        ctx.trace.acceptance(*index) == AcceptanceOutcome::Shown
            && attempt
                .is_some_and(|attempt| attempt.sent.get(&expand).is_none() && rest(attempt) == mine)
    });
    ctx.trace.attempt(found?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn uneven_members_are_detected() {
        let uneven = |text: &str| {
            let json = Json::parse(text.as_bytes()).unwrap();
            is_uneven(&json, "more", &|item| item.holds_text("b"))
        };
        assert!(uneven(r#"{"all":[{"id":"a","more":[]},{"id":"b"},{"id":"c"}]}"#));
        assert!(!uneven(r#"{"all":[{"id":"a"},{"id":"b","more":[]},{"id":"c"}]}"#));
        assert!(!uneven(r#"{"all":[{"id":"a"},{"id":"b"}],"more":{"b":[]}}"#));
    }
}
