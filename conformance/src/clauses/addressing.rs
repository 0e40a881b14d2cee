//! Something can be addressed by a kind of identifier, and answers are about what was addressed.

use spec::{ClauseKind, Identifier, InputPart, InputRef};

use crate::clauses::proof::elsewhere::is_outdated;
use crate::clauses::shared::valid_request::{is_minimal_but_for, is_smallest_change, settled};
use crate::clauses::{ClaimedStep, ClauseRefs, ClauseRule};
use crate::contract;
use crate::finding::FindingResult;
use crate::parsed::addressing::{addressed_thing, identifier_form, known_texts};
use crate::parsed::attempt::Attempt;
use crate::parsed::step_context::StepContext;
use crate::parsed::view::AcceptanceOutcome;
use crate::reason::Reason;
use crate::scenario::{Reference, Value};

pub(super) struct Addressing<'k> {
    pub(super) at: &'k InputRef,
    pub(super) by: &'k Identifier,
}

impl ClauseRule for Addressing<'_> {
    fn claim(step: &ClaimedStep<'_>, claims: &mut ClauseRefs) {
        for (input, text) in step.accepted_texts() {
            let by = step.scenario.identifier(step.contract, text);
            if contract::identifier_forms(step.operation, input).contains(&by) {
                let at = input.clone();
                claims.add(Some(&step.operation.id), ClauseKind::Addressing { at, by });
            }
        }
    }

    fn judge(&self, ctx: &StepContext<'_>) -> FindingResult {
        let (at, by) = (self.at, *self.by);

        if ctx.attempt().is_some_and(|attempt| identifier_form(&attempt.sent, at) != by) {
            return FindingResult::NotExercised(Reason::NoValue);
        }
        if let Some(other) = shows_another(ctx, at) {
            return ctx.breach(format!("what `{}` names, and not `{other}`", at.name));
        }
        if is_outdated(ctx, at) {
            return ctx.breach("what was changed, as by another name of the same thing");
        }
        let (operation, facts) = (ctx.operation, ctx.facts);
        if ctx.step.spelling.escaped && is_read_without_escapes(ctx) {
            return ctx.breach("accepted: the path only has other escapes");
        }
        match settled(ctx) {
            Some(FindingResult::Held { .. })
                if !facts.tells_apart(ctx.trace.contract, operation, at, by) =>
            {
                return FindingResult::Inconclusive(Reason::NotShownToDiscriminate);
            }
            Some(result) => return result,
            None if ctx.step.spelling.escaped => return escaped(ctx),
            None => {}
        }
        let small = is_minimal_but_for(ctx, ctx.index, at) || is_smallest_change(ctx, ctx.index);
        if !small || !ctx.step.spelling.is_usual() {
            return FindingResult::Inconclusive(Reason::OtherOutcome);
        }
        let is_used = facts.is_addressed_by(&operation.id, at, by);
        let only_way = contract::identifier_forms(operation, at).len() == 1 && !is_used;
        // A creation may refuse some records, such as those in another state.
        let is_refused_for_this = !is_used || operation.creates.is_none();
        let otherwise = facts.is_addressed_otherwise(&operation.id, at, by) && is_refused_for_this;
        if only_way || otherwise || is_accepted_otherwise(ctx, at, by) {
            return ctx.breach(format!("accepted: `{}` is given by {}", at.name, by.name()));
        }
        FindingResult::Inconclusive(Reason::NoControl)
    }
}

/// Whether the same record, addressed by another kind of identifier, was accepted in this scenario.
fn is_accepted_otherwise(ctx: &StepContext<'_>, at: &InputRef, by: Identifier) -> bool {
    let thing = |index| {
        let value = ctx.trace.step(index)?.inputs.set.get(at)?;
        Value::references(value).find_map(|reference| match reference {
            Reference::Fixture { need, .. } => Some(need.clone()),
            Reference::Sent { step, .. } | Reference::Answer { step, .. } => Some(step.clone()),
            _ => None,
        })
    };
    let is_otherwise = |index| {
        let attempt = ctx.trace.attempt(index);
        attempt.is_some_and(|attempt| identifier_form(&attempt.sent, at) != by)
    };
    let mine = thing(ctx.index);
    mine.is_some() && ctx.controls().any(|it| thing(it) == mine && is_otherwise(it))
}

/// Whether the call was refused, and another was accepted that has the same path without escapes.
fn is_read_without_escapes(ctx: &StepContext<'_>) -> bool {
    let path = |attempt: &Attempt| {
        let sent = attempt.sent.iter().filter(|(input, _)| input.part == InputPart::Path);
        sent.map(|(_, value)| value.clone()).collect::<Vec<_>>()
    };
    let mine = ctx.attempt().map(path);
    let mut controls = ctx.controls().filter_map(|index| ctx.trace.attempt(index));
    ctx.acceptance() == AcceptanceOutcome::Refused
        && controls.any(|attempt| Some(path(attempt)) == mine)
}

/// A path that was refused with its characters escaped names what it names without.
fn escaped(ctx: &StepContext<'_>) -> FindingResult {
    match ctx.has_control_addressed_alike() {
        true => ctx.breach("accepted: the path only has other escapes"),
        false => FindingResult::Inconclusive(Reason::NoControl),
    }
}

/// A text that only another record is known by, and that the answer shows instead of anything that this one is known
/// by. The answer about the other record must have shown it, too: so the service shows such texts.
fn shows_another(ctx: &StepContext<'_>, at: &InputRef) -> Option<String> {
    let trace = ctx.trace;
    let attempt = ctx.attempt()?;
    if trace.acceptance(ctx.index) != AcceptanceOutcome::Shown {
        return None;
    }
    let own = known_texts(trace, ctx.index, at);
    if own.iter().any(|text| attempt.holds(text)) {
        return None;
    }
    let mut texts = others_here(ctx, at)
        .into_iter()
        .chain(others_elsewhere(ctx, at))
        .chain(others_listed(ctx, at));
    texts.find(|text| !own.contains(text) && attempt.holds(text))
}

/// Identifiers of the records of this kind that lists in this scenario show.
fn others_listed(ctx: &StepContext<'_>, at: &InputRef) -> Vec<String> {
    let trace = ctx.trace;
    let Some(record) = contract::addressed_record(ctx.operation, at) else {
        return Vec::new();
    };
    let lists = (0..trace.scenario.steps.len()).filter_map(|index| {
        let operation = trace.operation(index)?;
        let lists = operation.lists.as_deref() == Some(record);
        let list = contract::list_member(operation).filter(|_| lists)?;
        Some((index, operation, list))
    });
    let identifiers = lists.flat_map(|(index, operation, list)| {
        let items = trace.listed(index, list);
        items.filter_map(|item| trace.identity(operation, item))
    });
    identifiers.map(str::to_owned).collect()
}

/// What other records of this scenario are known by, as answers about them showed.
fn others_here(ctx: &StepContext<'_>, at: &InputRef) -> Vec<String> {
    let trace = ctx.trace;
    let Some(mine) = addressed_thing(trace, ctx.index, at) else {
        return Vec::new();
    };
    let others = trace.calls(&ctx.operation.id).filter(|index| {
        trace.acceptance(*index) == AcceptanceOutcome::Shown
            && addressed_thing(trace, *index, at).is_some_and(|other| other != mine)
    });
    let texts = others.flat_map(|index| {
        let shown =
            move |text: &String| trace.attempt(index).is_some_and(|attempt| attempt.holds(text));
        known_texts(trace, index, at).into_iter().filter(shown)
    });
    texts.collect()
}

/// UUIDs by which other scenarios named records, as answers about those showed. A record has one UUID, and may have
/// several addresses.
fn others_elsewhere(ctx: &StepContext<'_>, at: &InputRef) -> Vec<String> {
    let sent = ctx.attempt().map(|attempt| &attempt.sent);
    let Some(mine) = sent.and_then(|sent| sent.get(at)?.text()) else {
        return Vec::new();
    };
    let by = Identifier::Uuid;
    let named = ctx.facts.named(&ctx.operation.id, at, by);
    let others = named.filter(|other| !mine.contains('@') && !other.eq_ignore_ascii_case(mine));
    others.cloned().collect()
}
