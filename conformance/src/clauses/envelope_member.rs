//! The success body has a member, of its documented type.

use spec::Type;

use crate::clauses::prelude::*;
use crate::clauses::shared::mixed_up::check_other_calls;
use crate::clauses::shared::records::{accepted_answers, envelope_type};
use crate::parsed::types;

pub(super) struct EnvelopeMember<'k> {
    pub(super) member: &'k String,
}

impl ClauseRule for EnvelopeMember<'_> {
    fn depends_on_state(&self) -> bool {
        false
    }

    fn is_claimed_by(&self, step: &ClaimedStep<'_>) -> bool {
        step.is_accepted()
    }

    fn judge(&self, ctx: &StepContext<'_>) -> FindingResult {
        let member = self.member;
        check_other_calls(ctx, member)?;
        // The member about the page is an object; what is in it has clauses of its own.
        let page = Type::Record(member.clone());
        let ty = envelope_type(ctx, member).unwrap_or(&page);
        for answer in accepted_answers(ctx)? {
            match answer.member(member) {
                None => return Err(answer.breach(format!("a member `{member}`"))),
                Some(value) if !types::is_of_shape(value, ty) => {
                    let (pointer, expected) = (format!("/{member}"), types::describe(ty));
                    return Err(answer.breach_at(pointer, expected, value.kind()));
                }
                Some(_) => {}
            }
        }
        Ok(Held::ONCE)
    }
}
