//! The word of a state, where the document does not say which member shows it.
//!
//! Two responses are compared: a read and a list that show the same record, or reads of two records that came to the same
//! state. Only a member counts by whose name the document sets or shows the state.

use std::collections::BTreeSet;

use spec::{ClauseKind, Contract, Record, Transition};

use super::is_last_act_accepted;
use crate::clauses::prelude::*;
use crate::json::is_same_text;

/// A breach if the response has another word of the state than the one that it is compared with.
pub(super) fn judge(claim: &Claim, ctx: &StepContext<'_>, other: &ParsedStep<'_>) -> FindingResult {
    match difference(claim, ctx, other) {
        Some(breach) if ctx.key_works() && is_last_act_accepted(claim, ctx) => Err(breach),
        // That the two agree does not show that the transition was made.
        _ => Err(NotExercised(Reason::Unobservable)),
    }
}

fn difference(claim: &Claim, ctx: &StepContext<'_>, other: &ParsedStep<'_>) -> Option<NotHeld> {
    let contract = ctx.trace.contract;
    let transition = transition(contract, claim)?;
    let record = contract.record(&transition.record)?;
    let (known, shown) = (Shown::of(other)?, Shown::of(ctx)?);
    // Lists and reads may have members of their own.
    let is_same_shape = ctx.operation.id == other.operation.id;
    let is_word = |word: &str| {
        let mut states = record.lifecycle.iter().flat_map(|lifecycle| &lifecycle.states.value);
        states.any(|state| state == word)
    };
    let members = state_members(contract, record);
    let mut members = members.into_iter().filter(|_| known.identified_by == shown.identified_by);
    members.find_map(|name| {
        let word = known.record.get(name)?.text().filter(|word| is_word(word))?;
        let actual = shown.record.get(name)?.text().filter(|actual| *actual != word)?;
        let is_comparable = if is_same_shape {
            transition.to.stated().is_some_and(|to| to == word)
        } else {
            is_word(actual)
        };
        is_comparable.then(|| {
            let expected = format!("`{name}` is `{word}`, as in another response about this state");
            shown.response.breach_at("", expected, format!("`{actual}`"))
        })
    })
}

fn transition<'c>(contract: &'c Contract, claim: &Claim) -> Option<&'c Transition> {
    let ClauseKind::TransitionDone { transition } = &claim.clause.kind else { return None };
    contract.operation(claim.clause.operation.as_deref()?)?.transition(transition.as_deref())
}

/// The names of the members that show the state, or that a call sends to set it.
fn state_members<'c>(contract: &'c Contract, record: &'c Record) -> BTreeSet<&'c str> {
    let shown_in = record.lifecycle.iter().filter_map(|lifecycle| lifecycle.shown_in.stated());
    let transitions = contract.operations().flat_map(|operation| &operation.transitions);
    let of_record = transitions.filter(|transition| transition.record == record.name);
    let triggers = of_record.filter_map(|transition| Some(&transition.trigger.as_ref()?.input));
    let sent = triggers.filter(|input| input.part == InputPart::Body).map(|input| &input.name);
    shown_in.chain(sent).map(String::as_str).collect()
}

/// A record in a response, found by a member that identifies it.
struct Shown<'a> {
    response: &'a ParsedResponse,
    record: &'a Json,
    /// The name of the member.
    identified_by: &'a str,
}

impl<'a> Shown<'a> {
    /// The only object in the response with a member that has the first value that the step looks for.
    fn of(call: &ParsedStep<'a>) -> Option<Self> {
        let identifier = call.values.shows.first().filter(|_| call.is_accepted())?;
        let mut found = Vec::new();
        for response in call.responses() {
            find(response.json()?, identifier, &mut |record, identified_by| {
                found.push(Self { response, record, identified_by });
            });
        }
        if found.len() == 1 { found.pop() } else { None }
    }
}

fn find<'a>(json: &'a Json, identifier: &str, found: &mut impl FnMut(&'a Json, &'a str)) {
    match json {
        Json::List(items) => items.iter().for_each(|item| find(item, identifier, found)),
        Json::Map(members) => {
            for (name, value) in members {
                if value.text().is_some_and(|text| is_same_text(text, identifier)) {
                    found(json, name);
                }
                find(value, identifier, found);
            }
        }
        _ => {}
    }
}
