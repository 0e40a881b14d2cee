//! Whether a service keeps what it accepted, where the document does not say which member shows it.
//!
//! A call names an earlier one (`like`) that sent ordinary texts which nothing else has. Where the responses about that one
//! repeat such a text, those about this call repeat what it sent.

use crate::clauses::prelude::*;
use crate::clauses::shared::mixed_up::{is_of_the_run, is_same};
use crate::scenario::Reference;

/// A breach if a response about this call does not repeat what was sent as a member of the body, and the same response about
/// the call that it is compared with does.
pub fn check_kept(ctx: &StepContext<'_>, field: &str) -> Result<(), NotHeld> {
    let Some(sent) = sent(ctx, field) else {
        return Ok(());
    };
    let Some(like) = ctx.step.like.as_deref().and_then(|name| ctx.trace.named(name)) else {
        return Ok(());
    };
    // Another value of the same member may be kept otherwise where its values are open; the same value may not.
    let same = ctx.calls().filter(|call| {
        call.index != ctx.index && self::sent(call, field).is_some_and(|other| other.is_same(sent))
    });
    std::iter::once(like).chain(same).try_for_each(|like| check_like(ctx, field, sent, like))
}

/// The accepted value of a member of the body.
fn sent<'a>(call: &ParsedStep<'a>, field: &str) -> Option<&'a Json> {
    call.attempt.filter(|attempt| attempt.is_accepted())?.sent.body(field)
}

/// A breach if the responses about the other call repeat what it sent as a member, and those about this call do not.
fn check_like<'a>(
    ctx: &StepContext<'a>,
    field: &str,
    sent: &Json,
    like: &ParsedStep<'a>,
) -> Result<(), NotHeld> {
    let Some(usual) = self::sent(like, field) else {
        return Ok(());
    };
    for (usual_response, response) in about(ctx, like).zip(about(ctx, ctx)) {
        let (Some(known), Some(json)) = (usual_response.json(), response.json()) else {
            continue;
        };
        for pointer in places(known, usual) {
            // Another member may have the same value by chance, unless no other text of the run has it.
            if !is_of_the_run(ctx, usual.text().unwrap_or_default())
                && pointer.last().map(String::as_str) != field.rsplit('.').next()
            {
                continue;
            }
            match at(json, &pointer) {
                Some(value)
                    if is_same_value(value, sent) || may_be_cut_value(ctx, field, sent, value) => {}
                // A member that was set to null may be absent.
                None if *sent == Json::Null => {}
                value => {
                    let actual = value
                        .map_or("nothing".to_owned(), |value| response.short(value).to_string());
                    let expected = format!("{sent}, which was sent as `{field}`");
                    return Err(response.breach_at(
                        format!("/{}", pointer.join("/")),
                        expected,
                        actual,
                    ));
                }
            }
        }
    }
    Ok(())
}

/// The responses about what a call sent: its own, and those of the reads that refer to it, in order.
fn about<'a>(
    ctx: &StepContext<'a>,
    call: &ParsedStep<'a>,
) -> impl Iterator<Item = &'a ParsedResponse> {
    let name = call.step.name.clone();
    let own = call.index;
    let refers = move |reader: &&ParsedStep<'a>| {
        reader.index == own
            || reader.operation.method.is_safe()
                && reader.step.references().any(|reference| match reference {
                    Reference::Sent { step, .. } | Reference::Response { step, .. } => {
                        Some(step) == name.as_ref()
                    }
                    _ => false,
                })
    };
    let calls = ctx.trace.steps.iter().filter(refers);
    calls.filter_map(|call| call.attempt.filter(|it| it.is_accepted())?.responses.first())
}

/// The members, at any depth outside of lists, that hold the value.
pub fn places(json: &Json, wanted: &Json) -> Vec<Vec<String>> {
    let Json::Map(members) = json else { return Vec::new() };
    let mut found = Vec::new();
    for (name, value) in members {
        if value.is_same(wanted) {
            found.push(vec![name.clone()]);
        }
        found.extend(
            places(value, wanted).into_iter().map(|inner| [vec![name.clone()], inner].concat()),
        );
    }
    found
}

fn at<'j>(json: &'j Json, pointer: &[String]) -> Option<&'j Json> {
    pointer.iter().try_fold(json, |json, name| json.get(name))
}

fn is_same_value(shown: &Json, sent: &Json) -> bool {
    let are_texts = shown.text().zip(sent.text());
    shown.is_same(sent) || are_texts.is_some_and(|(shown, sent)| is_same(shown, sent))
}

/// The length of the longest text that every service keeps whole.
const USUAL_LENGTH: usize = 30;

/// Whether a service may have stored the beginning of a text only: where the document states no greatest length, that of a
/// long text.
pub fn may_be_cut(ctx: &StepContext<'_>, field: &str, sent: &str, shown: &str) -> bool {
    // A read shows what other operations are sent.
    let own = ctx.operation.body_field(field);
    let all = ctx.trace.contract.operations().filter_map(|operation| operation.body_field(field));
    let mut fields = own.into_iter().chain(all.filter(|_| own.is_none()));
    let stated = fields.find_map(|field| field.constraints.max_length);
    let is_long = shown.chars().nth(USUAL_LENGTH - 1).is_some();
    stated.is_none() && is_long && shown.len() < sent.len() && sent.starts_with(shown)
}

/// The same for two values.
pub fn may_be_cut_value(ctx: &StepContext<'_>, field: &str, sent: &Json, shown: &Json) -> bool {
    let texts = sent.text().zip(shown.text());
    texts.is_some_and(|(sent, shown)| may_be_cut(ctx, field, sent, shown))
}
