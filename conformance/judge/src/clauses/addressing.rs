//! Something can be addressed by a kind of identifier, and responses are about what was addressed.

use spec::{Identifier, InputField, Type};

use crate::clauses::effect::elsewhere::is_outdated;
use crate::clauses::effect::{EffectRule, values};
use crate::clauses::prelude::*;
use crate::clauses::shared::valid_request::{is_minimal_but_for, is_smallest_change, settled};
use crate::json::numbers_equal;
use crate::parsed::addressing::{
    addressed_record, identifier_form, is_about, is_number, known_texts,
};
use crate::scenario::{Reference, Step};

pub(super) fn is_claimed(step: &ClaimedStep<'_>, at: &InputRef, by: Identifier) -> bool {
    let kinds = contract::identifier_forms(step.operation, at);
    let identifier = |text| step.scenario.identifier(step.contract, text, kinds) == by;
    step.accepted_text(at).is_some_and(identifier) || observes_nothing(step.step, at, by)
}

/// Whether the step names a record that does not exist, and expects nothing.
fn observes_nothing(step: &Step, at: &InputRef, by: Identifier) -> bool {
    let sent = step.inputs.set.get(at).and_then(Value::text).and_then(Template::single_reference);
    step.expect == Expectation::Nothing && sent == Some(&Reference::Unknown(by))
}

pub(super) fn judge(ctx: &StepContext<'_>, at: &InputRef, by: Identifier) -> FindingResult {
    if observes_nothing(ctx.step, at, by) {
        // The status of the response is not stated. A response that shows no listed record leaves the verdict, and its
        // reason, to the other steps.
        let other = shows_identity_of_another(ctx, at);
        let breach = other.map(|other| {
            ctx.breach(format!("`{other}` not in the response: it identifies another record"))
        });
        return breach.unwrap_or(Err(NotExercised(Reason::NoScenario)));
    }
    if ctx.attempt.is_some_and(|attempt| identifier_form(ctx.operation, &attempt.sent, at) != by) {
        return Err(NotExercised(Reason::NoValue));
    }
    if let Some(other) = shows_another(ctx, at) {
        return ctx.breach(format!("the record that `{}` identifies, not `{other}`", at.name));
    }
    if let Some(other) = shows_other_number(ctx, at) {
        return ctx.breach(format!("the record that `{}` identifies, not {other}", at.name));
    }
    if is_outdated(ctx, at) {
        return ctx.breach("the updated value, as in a read by another identifier");
    }
    let (operation, facts) = (ctx.operation, ctx.facts);
    if ctx.step.spelling.escaped && is_read_without_escapes(ctx) {
        return ctx.breach("accepted: only the percent-encoding of the path differs");
    }
    match settled(ctx) {
        Some(Ok(_)) if !facts.tells_apart(ctx.trace.contract, operation, at, by) => {
            return Err(Inconclusive(Reason::NotShownToDiscriminate));
        }
        Some(result) => return result,
        // The path names with escapes what it names without.
        None if ctx.step.spelling.escaped && ctx.has_control_addressed_alike() => {
            return ctx.breach("accepted: only the percent-encoding of the path differs");
        }
        None if ctx.step.spelling.escaped => return Err(Inconclusive(Reason::NoControl)),
        None => {}
    }
    let is_small = is_minimal_but_for(ctx, at) || is_smallest_change(ctx);
    if !is_small || !ctx.step.spelling.is_usual() {
        return Err(Inconclusive(Reason::OtherOutcome));
    }
    let is_used = facts.is_addressed_by(&operation.id, at, by);
    let is_only_form = contract::identifier_forms(operation, at).len() == 1 && !is_used;
    // A creation may refuse some records, such as those in another state.
    let is_refused_for_this = !is_used || operation.creates.is_none();
    let otherwise = facts.is_addressed_otherwise(&operation.id, at, by) && is_refused_for_this;
    if is_only_form || otherwise || is_accepted_otherwise(ctx, at, by) {
        return ctx.breach(format!("accepted: `{}` can be given by {}", at.name, by.name()));
    }
    Err(Inconclusive(Reason::NoControl))
}

pub(super) struct Addressed<'k> {
    pub(super) at: &'k InputRef,
}

impl EffectRule for Addressed<'_> {
    /// A call that may be refused still shows which record its response is about.
    fn judge_values(&self, claim: &Claim, ctx: &StepContext<'_>) -> FindingResult {
        if let Some(other) = shows_another(ctx, self.at) {
            let name = &self.at.name;
            return ctx.breach(format!("the record that `{name}` identifies, not `{other}`"));
        }
        values::judge(claim, ctx, None)
    }
}

/// Whether the same record, addressed by another kind of identifier, was accepted in this scenario.
fn is_accepted_otherwise(ctx: &StepContext<'_>, at: &InputRef, by: Identifier) -> bool {
    fn source_of_record<'a>(call: &ParsedStep<'a>, at: &InputRef) -> Option<&'a String> {
        let mut references = call.step.inputs.set.get(at)?.references();
        references.find_map(|reference| match reference {
            Reference::Fixture { need, .. } => Some(need),
            Reference::Sent { step, .. } | Reference::Response { step, .. } => Some(step),
            _ => None,
        })
    }
    let addressed = source_of_record(ctx, at);
    addressed.is_some()
        && ctx.controls().filter(|call| source_of_record(call, at) == addressed).any(|call| {
            let form = |attempt: &Attempt| identifier_form(call.operation, &attempt.sent, at);
            call.attempt.is_some_and(|attempt| form(attempt) != by)
        })
}

/// Whether the call was refused, and another was accepted that has the same path without escapes.
fn is_read_without_escapes(ctx: &StepContext<'_>) -> bool {
    let path = |call: &ParsedStep<'_>| {
        let sent = call.attempt.into_iter().flat_map(|attempt| attempt.sent.iter());
        let path = sent.filter(|(input, _)| input.part == InputPart::Path);
        path.map(|(_, value)| value.clone()).collect::<Vec<_>>()
    };
    ctx.acceptance == AcceptanceOutcome::Refused
        && ctx.controls().any(|control| path(control) == path(ctx))
}

/// A text that only another record is known by, and that the response shows instead of anything that this one is known
/// by. The response about the other record must have shown it, too: so the service shows such texts.
fn shows_another<'a>(ctx: &StepContext<'a>, at: &InputRef) -> Option<&'a str> {
    if is_about(ctx.trace.contract, ctx, at) {
        return None;
    }
    if !ctx.is_shown() {
        return shows_identity_of_another(ctx, at);
    }
    others_here(ctx, at)
        .into_iter()
        .chain(others_elsewhere(ctx, at))
        .chain(others_listed(ctx, at))
        .find(|text| ctx.holds(text))
}

/// Another number under the member that identifies the record that the input identifies.
fn shows_other_number<'a>(ctx: &StepContext<'a>, at: &InputRef) -> Option<&'a Json> {
    let is_judged = is_number(ctx.operation, at) && ctx.is_accepted();
    let record = contract::addressed_record(ctx.operation, at).filter(|_| is_judged)?;
    // With several inputs of that kind, or a new record, the response may show another one.
    let operation = ctx.operation;
    let is_of_kind = |field: &&InputField| field.record.as_deref() == Some(record);
    let in_path = operation.path_parameters.iter().filter(|it| it.record == record).count();
    let inputs = in_path + operation.body_fields().filter(is_of_kind).count();
    if inputs != 1 || operation.creates.as_deref() == Some(record) {
        return None;
    }
    let member = contract::member_of_type(operation, &Type::Record(record.to_owned()))?;
    let identifier = &ctx.trace.contract.record(record)?.identifier()?.wire;
    let shown = ctx.responses().first()?.member(member)?.get(identifier)?;
    let sent = ctx.sent(at)?.identifier()?;
    matches!(shown, Json::Number(shown) if !numbers_equal(shown, sent)).then_some(shown)
}

/// A record of a list, or of another scenario, that an accepted read of another one shows, under the member by which
/// lists identify records. A service that answers every read with one record is never seen to tell records apart, so that
/// the acceptance alone shows nothing.
fn shows_identity_of_another<'a>(ctx: &StepContext<'a>, at: &InputRef) -> Option<&'a str> {
    let is_judged = ctx.operation.method.is_safe() && ctx.is_accepted() && ctx.key_works();
    // Records of other types may have the same numbers.
    if !is_judged || is_number(ctx.operation, at) {
        return None;
    }
    let record = ctx.trace.contract.record(contract::addressed_record(ctx.operation, at)?)?;
    let member = &record.identifier()?.wire;
    let shown = ctx.responses().iter().filter_map(|response| response.json());
    let shown: Vec<_> = shown.filter_map(|body| identity_in(body, member)).collect();
    others_listed(ctx, at)
        .into_iter()
        .chain(others_elsewhere(ctx, at))
        .find(|other| shown.contains(other))
}

/// The text under a member of the body or of a map directly in it.
fn identity_in<'j>(body: &'j Json, member: &str) -> Option<&'j str> {
    let Json::Map(members) = body else {
        return None;
    };
    let maps = std::iter::once(body).chain(members.iter().map(|(_, value)| value));
    maps.filter_map(|map| map.get(member)?.text()).next()
}

/// Identifiers of the records of this kind that lists in this scenario show.
fn others_listed<'a>(ctx: &StepContext<'a>, at: &InputRef) -> Vec<&'a str> {
    let record = contract::addressed_record(ctx.operation, at);
    let Some(record) = record.filter(|_| !is_number(ctx.operation, at)) else {
        return Vec::new();
    };
    let sent = ctx.sent(at).and_then(Json::text);
    let lists = ctx.trace.steps.iter().filter_map(|call| {
        let lists = call.operation.lists.as_deref() == Some(record);
        Some((call, contract::list_member(call.operation).filter(|_| lists)?))
    });
    lists
        .flat_map(|(call, list)| {
            call.listed(list).filter_map(|item| ctx.trace.identity(call.operation, item))
        })
        // The same identifier in another letter case may name the same record.
        .filter(|other| !sent.is_some_and(|sent| other.eq_ignore_ascii_case(sent)))
        .collect()
}

/// What other records of this scenario are known by, as responses about them showed.
fn others_here<'a>(ctx: &StepContext<'a>, at: &InputRef) -> Vec<&'a str> {
    let Some(addressed) = addressed_record(ctx.trace, ctx, at) else {
        return Vec::new();
    };
    ctx.calls()
        .filter(|call| call.is_shown())
        .filter(|call| {
            addressed_record(ctx.trace, call, at).is_some_and(|other| other != addressed)
        })
        .flat_map(|call| known_texts(call, at).filter(|text| call.holds(text)))
        .collect()
}

/// Identifiers of the service by which other scenarios named records, as responses about those showed. A record has one,
/// and may have several addresses.
fn others_elsewhere<'a>(ctx: &StepContext<'a>, at: &InputRef) -> Vec<&'a str> {
    let own = Identifier::own(contract::identifier_forms(ctx.operation, at));
    let sent = ctx.sent(at).and_then(|sent| sent.text()).filter(|sent| !sent.contains('@'));
    let (Some(own), Some(sent)) = (own.filter(|own| *own != Identifier::Integer), sent) else {
        return Vec::new();
    };
    ctx.facts
        .named(&ctx.operation.id, at, own)
        .map(String::as_str)
        .filter(|other| !other.eq_ignore_ascii_case(sent))
        .collect()
}
