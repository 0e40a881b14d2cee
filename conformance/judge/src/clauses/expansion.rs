//! A value of a query parameter adds data to a response, compared with the same call without it.

use crate::clauses::prelude::*;
use crate::clauses::shared::added::is_outdated_in_list;

/// A member, where it `is_named`, is looked for by its name beside what is shown, other data by what it holds.
pub(super) fn is_claimed(
    step: &ClaimedStep<'_>,
    parameter: &str,
    value: &str,
    is_named: bool,
) -> bool {
    let sent = step.step.inputs.set.get(&InputRef::new(InputPart::Query, parameter));
    let is_requested = sent.and_then(Value::text).and_then(Template::literal).is_some_and(|sent| {
        let query = step.operation.query_parameter(parameter);
        let several = query.is_some_and(|query| query.several.is_some());
        sent == value || (several && sent.split(',').any(|one| one == value))
    });
    let is_looked_for = is_named && !step.step.shows.is_empty() || !step.step.adds.is_empty();
    // A call that may be refused may be about a record without this data.
    step.shows_inputs() && is_requested && is_looked_for
}

pub(super) fn judge(ctx: &StepContext<'_>, parameter: &str, adds: Option<&str>) -> FindingResult {
    let attempt = ctx.accepted_attempt()?;
    let values = ctx.values;
    if !values.shows.iter().any(|value| attempt.holds(value)) {
        return Err(NotExercised(Reason::Unobservable));
    }
    // Lists that are compared may hold records without this data.
    if ctx.step.same_as.is_some() && values.adds.is_empty() {
        return Err(NotExercised(Reason::Unobservable));
    }
    let holds_any = |json: &Json| values.shows.iter().any(|value| json.holds_text(value));
    let pages: Vec<_> = attempt.pages().filter(|page| holds_any(page)).collect();
    if let Some(member) = adds
        && pages
            .iter()
            .any(|page| !page.holds_member(member) || is_uneven(page, member, &holds_any))
    {
        return ctx.breach(format!("a member `{member}` in the record"));
    }
    if let Some(record) = values.shows.first().filter(|record| is_outdated_in_list(ctx, record)) {
        return ctx.breach(format!("what a read of `{record}` shows since it was changed"));
    }
    if let Some(response) = remains(ctx, parameter, adds, &holds_any) {
        return Err(response.breach("the response of the same call before the expansion"));
    }
    let plain = without(ctx, parameter).next().ok_or(Inconclusive(Reason::NoControl))?;
    if let (Some(member), []) = (adds, values.adds.as_slice()) {
        let plain = plain.attempt.into_iter().flat_map(|attempt| attempt.pages());
        let plain: Vec<_> = plain.flat_map(|page| page.members(member)).collect();
        let mut shown = pages.iter().flat_map(|page| page.members(member));
        // What is shown without the expansion as well shows nothing about it.
        let is_added = shown.any(|value| !plain.iter().any(|other| value.is_same(other)));
        return if is_added { Ok(Held::ONCE) } else { Err(Inconclusive(Reason::NoControl)) };
    }
    // A value that is also shown without the expansion shows nothing about it.
    let is_plain = |value: &str| {
        let mut responses = plain.responses().iter().filter_map(|response| response.json());
        responses.any(|page| page.mentions(value))
    };
    let is_missing = |value: &&String| !pages.iter().all(|page| page.mentions(value));
    if let Some(missing) = values.adds.iter().find(is_missing) {
        return ctx.breach(format!("`{missing}` in the response: the expansion adds it"));
    }
    let added: Vec<_> = values.adds.iter().filter(|value| !is_plain(value)).collect();
    if let Some(strayed) = added.iter().find(|value| is_in_another(ctx, value)) {
        return ctx.breach(format!("`{strayed}` in the record that it belongs to"));
    }
    if added.is_empty() { Err(Inconclusive(Reason::NoControl)) } else { Ok(Held::ONCE) }
}

/// Whether an item of the list has a value that belongs to another item, which lacks it. Where the step looks for one item,
/// that item is the one it belongs to; data may also be shown apart from the items.
fn is_in_another(ctx: &StepContext<'_>, value: &str) -> bool {
    let list = contract::list_member(ctx.operation);
    let (Some(list), [sought]) = (list, ctx.values.shows.as_slice()) else {
        return false;
    };
    let (own, others): (Vec<_>, Vec<_>) =
        ctx.listed(list).partition(|item| item.holds_text(sought));
    !own.is_empty()
        && !own.iter().any(|item| item.mentions(value))
        && others.iter().any(|item| item.mentions(value))
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

/// Accepted calls that differ only in that they do not send the parameter.
fn without<'a>(ctx: &StepContext<'a>, parameter: &str) -> impl Iterator<Item = &'a ParsedStep<'a>> {
    let expand = InputRef::new(InputPart::Query, parameter);
    ctx.calls().filter(move |call| call.is_shown() && call.sends_same_without(&expand, ctx))
}

/// The response to a call without the parameter that shows added data beside what is looked for, although a call before
/// this one did not, and only reads lie between the two.
fn remains<'a>(
    ctx: &StepContext<'a>,
    parameter: &str,
    adds: Option<&str>,
    holds_any: &impl Fn(&Json) -> bool,
) -> Option<&'a ParsedResponse> {
    let shown = |response: &&ParsedResponse| response.json().is_some_and(holds_any);
    let is_added = |response: &&ParsedResponse| {
        response.json().is_some_and(|json| {
            adds.is_some_and(|member| json.holds_member(member))
                || ctx.values.adds.iter().any(|value| json.holds_text(value))
        })
    };
    let showing = |call: &'a ParsedStep<'a>| call.responses().iter().filter(shown);
    let (before, after): (Vec<_>, Vec<_>) =
        without(ctx, parameter).partition(|call| call.index < ctx.index);
    let first = before.into_iter().rfind(|call| {
        let mut responses = showing(call).peekable();
        responses.peek().is_some() && !responses.any(|response| is_added(&response))
    })?;
    let later = ctx.trace.steps.iter().skip(first.index + 1);
    let last = later.take_while(|call| call.operation.method.is_safe()).last()?.index;
    let mut after = after.into_iter().filter(|call| call.index <= last);
    after.find_map(|call| showing(call).find(is_added))
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
