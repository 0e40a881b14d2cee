//! The success body has a member, of its documented type.

use spec::{ClauseKind, Contract, Operation, Type};

use crate::clauses::shared::mixed_up::shows_another_call;
use crate::clauses::shared::records::{envelope_type, not_accepted};
use crate::clauses::{ClauseRefs, ClauseRule};
use crate::contract;
use crate::finding::FindingResult;
use crate::parsed::step_context::StepContext;
use crate::parsed::types;

pub(super) struct EnvelopeMember<'k> {
    pub(super) member: &'k String,
}

impl ClauseRule for EnvelopeMember<'_> {
    fn claim_of_success(_: &Contract, operation: &Operation, claims: &mut ClauseRefs) {
        let members = contract::envelope(operation).unwrap_or_default().iter();
        let members = members.map(|member| &member.wire);
        for member in members.chain(contract::paging(operation).map(|paging| &paging.meta)) {
            let member = member.clone();
            claims.add(Some(&operation.id), ClauseKind::EnvelopeMember { member });
        }
    }

    fn judge(&self, ctx: &StepContext<'_>) -> FindingResult {
        shows_another_call(ctx, self.member).unwrap_or_else(|| judge_member(ctx, self.member))
    }
}

fn judge_member(ctx: &StepContext<'_>, member: &str) -> FindingResult {
    if let Some(result) = not_accepted(ctx) {
        return result;
    }
    // The member about the page is an object; what is in it has clauses of its own.
    let page = Type::Record(member.to_owned());
    let ty = envelope_type(ctx, member).unwrap_or(&page);
    for answer in ctx.answers() {
        match answer.json.as_ref().and_then(|json| json.get(member)) {
            None => return FindingResult::Breach(answer.failure(format!("a member `{member}`"))),
            Some(value) if !types::is_of_shape(value, ty) => {
                let pointer = format!("/{member}");
                return FindingResult::Breach(answer.failure_at(
                    pointer,
                    types::describe(ty),
                    value.kind(),
                ));
            }
            Some(_) => {}
        }
    }
    FindingResult::HELD
}
