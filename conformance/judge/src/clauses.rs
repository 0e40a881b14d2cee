//! The kinds of clauses, one file each: which steps show a clause of the kind, and how such a step is judged.
//!
//! `clause_kinds!` is the only table of all kinds. A new kind is a row in it and a file that implements `ClauseRule`.
//! What several kinds share is in `shared`; how a step proves a clause that its scenario names is in `proof`.

mod acceptance;
mod account_limit;
mod account_of_key;
mod addressing;
mod claim;
mod creation;
mod echo;
mod empty_body;
mod envelope_member;
mod error_body;
mod expansion;
mod field_present;
mod field_type;
mod field_value;
mod filter;
mod header_case;
mod hidden;
mod input_accepted;
mod input_required;
mod input_value;
mod key_required;
mod meta_key;
mod order;
mod page_number;
mod page_size;
mod prelude;
mod proof;
mod query_default;
mod query_value;
mod refusal;
mod refusal_message;
mod refusal_status;
mod removal;
mod scope;
mod several;
mod shared;
mod sort;
mod success_status;
mod timestamp_form;
mod transition_allowed;
mod transition_done;
mod transition_except;
mod update;

use std::collections::BTreeSet;

use spec::{ClauseKind, Condition};

use crate::finding::{Coverage, FindingResult, Held, NotHeld};
use crate::parsed::step_context::StepContext;
use crate::reason::Reason;

pub use claim::ClaimedStep;
pub use claim::{Claim, ClaimedBy};

/// One clause of a kind: the steps that show it, and how they are judged.
///
/// Methods with a default are the special cases of few kinds.
pub trait ClauseRule {
    /// Whether a step shows the clause without naming it. Asked for the clauses of its operation and of the service.
    fn is_claimed_by(&self, _: &ClaimedStep<'_>) -> bool {
        false
    }

    /// Whether such a step can only disprove the clause.
    fn is_only_disproved_by(&self, _: &ClaimedStep<'_>) -> bool {
        false
    }

    /// What the steps of a run must have seen together before the clause is held.
    fn required_coverage(&self) -> Coverage {
        Coverage::SEEN
    }

    /// Of several states or kinds of records that the clause is about, those that a step shows.
    fn instances(&self, _: &ClaimedStep<'_>) -> BTreeSet<String> {
        BTreeSet::new()
    }

    /// Whether the trace confirms that the step was about its instances.
    fn confirms_instances(&self, _: &StepContext<'_>) -> bool {
        false
    }

    /// Judges a step that shows the clause without naming it. By default no step does.
    fn judge(&self, _: &StepContext<'_>) -> FindingResult {
        Err(NotHeld::NotExercised(Reason::NoScenario))
    }

    /// Judges a step that names the clause, where the general procedure does not apply.
    fn judge_proof(&self, _: &StepContext<'_>) -> Option<FindingResult> {
        None
    }

    /// Judges an accepted step that names the clause and looks for values, where the general procedure does not apply.
    fn judge_values(&self, _: &StepContext<'_>) -> Option<FindingResult> {
        None
    }

    /// Judges a step that names the clause and looks for no values, where the general procedure does not apply.
    fn judge_acceptance(&self, _: &Claim, _: &StepContext<'_>) -> Option<FindingResult> {
        None
    }

    /// Why the response shows nothing: the call that the clause is about was not made or not
    /// accepted.
    fn missing_action(&self, claim: &Claim, ctx: &StepContext<'_>) -> Option<NotHeld> {
        proof::missing_action(claim, ctx)
    }

    /// Whether a correct response depends on the records that earlier calls left.
    fn depends_on_state(&self) -> bool {
        true
    }

    /// Whether a breach by this step is one whatever records there are. By default, if no correct response depends on them.
    fn is_breach_in_any_state(&self, _: &Claim, _: &StepContext<'_>) -> bool {
        !self.depends_on_state()
    }

    /// Whether the clause forbids something. A refusal then needs no earlier write.
    fn forbids(&self) -> bool {
        false
    }

    /// Whether the response must hold the values that the step looks for, and not only be accepted.
    fn looks_at_response(&self, _: &StepContext<'_>) -> bool {
        true
    }

    /// The finding for a call that was accepted although the clause says that it is refused.
    fn judge_unexpected_acceptance(&self, _: &StepContext<'_>) -> FindingResult {
        // An accepted call may still have shown and done nothing.
        Err(NotHeld::Inconclusive(Reason::OtherOutcome))
    }

    /// The expectation of a clause that acceptance of this call disproves: an earlier accepted call
    /// had no effect.
    fn undone_by_acceptance(
        &self,
        _: &StepContext<'_>,
        _: Option<&Condition>,
    ) -> Option<&'static str> {
        None
    }

    /// Whether a refusal disproves the clause, where the step does not say which one does.
    fn is_disproved_by_refusal(&self, _: &StepContext<'_>) -> bool {
        false
    }

    /// Whether the step looks for a new value in place of an old one.
    fn replaces_values(&self) -> bool {
        false
    }

    /// The member of the body that the clause says is changed.
    fn changed_field(&self) -> Option<&str> {
        None
    }

    /// What was expected, where a value is missing that the response is known to show.
    fn missing_value(&self, _: &StepContext<'_>) -> Option<String> {
        None
    }

    /// Whether what is shown now may have been so before the call that the clause is about.
    fn lacks_earlier_state(&self, _: &StepContext<'_>) -> bool {
        false
    }

    /// Why the expected refusal shows nothing: the same request may have been refused before the call that the clause is
    /// about.
    fn missing_comparison(&self, _: &Claim, _: &StepContext<'_>) -> Option<NotHeld> {
        None
    }

    /// Whether the compared member may be null.
    fn may_be_null(&self) -> bool {
        false
    }

    /// Whether a difference between compared values breaches this clause, and not another one that
    /// the step names.
    fn is_violated_by_difference(&self, _: &Claim, _: &StepContext<'_>) -> bool {
        true
    }
}

/// Makes the dispatch on the kind of a clause from one table. A row is the file, the type, and the parts of the clause that
/// judging needs.
macro_rules! clause_kinds {
    ($($module:ident::$kind:ident $({ $($part:ident),+ })?,)+) => {
        fn with_rule<R>(kind: &ClauseKind, apply: impl FnOnce(&dyn ClauseRule) -> R) -> R {
            match kind {
                $(ClauseKind::$kind { $($($part,)+)? .. } => {
                    apply(&$module::$kind $({ $($part),+ })?)
                })+
            }
        }
    };
}

clause_kinds! {
    acceptance::Acceptance,
    addressing::Addressing { at, by },
    input_accepted::InputAccepted { field },
    input_required::InputRequired { field },
    input_value::InputValue { field, value },
    several::Several { at },
    timestamp_form::TimestampForm { field, form },
    query_value::QueryValue { parameter, value },
    query_default::QueryDefault { parameter, value },
    expansion::Expansion { parameter, value, adds },
    filter::Filter { parameter },
    sort::Sort { parameter, value },
    key_required::KeyRequired,
    success_status::SuccessStatus { status },
    envelope_member::EnvelopeMember { member },
    empty_body::EmptyBody,
    field_present::FieldPresent { member, field },
    field_type::FieldType { member, field },
    field_value::FieldValue,
    echo::Echo { member, field },
    meta_key::MetaKey { meta, key },
    page_number::PageNumber { parameter },
    page_size::PageSize { parameter },
    order::Order,
    scope::Scope,
    creation::Creation,
    update::Update { field },
    removal::Removal,
    transition_allowed::TransitionAllowed { transition },
    transition_done::TransitionDone { transition },
    transition_except::TransitionExcept,
    hidden::Hidden,
    refusal::Refusal { case },
    refusal_message::RefusalMessage { case },
    refusal_status::RefusalStatus { case, status },
    error_body::ErrorBody,
    header_case::HeaderCase,
    account_of_key::AccountOfKey,
    account_limit::AccountLimit { record },
}

/// Whether a step shows a clause of the kind without naming it.
pub fn is_claimed_by(kind: &ClauseKind, step: &ClaimedStep<'_>) -> bool {
    with_rule(kind, |rule| rule.is_claimed_by(step))
}

/// Whether a step that shows a clause of the kind without naming it can only disprove it.
pub fn is_only_disproved_by(kind: &ClauseKind, step: &ClaimedStep<'_>) -> bool {
    with_rule(kind, |rule| rule.is_only_disproved_by(step))
}

/// What the steps of a run must have seen together before a clause of the kind is held.
pub fn required_coverage(kind: &ClauseKind) -> Coverage {
    with_rule(kind, |rule| rule.required_coverage())
}

/// Of several states or kinds of records that a clause of the kind is about, those that a step shows.
pub fn instances(kind: &ClauseKind, step: &ClaimedStep<'_>) -> BTreeSet<String> {
    with_rule(kind, |rule| rule.instances(step))
}

/// Whether a correct response depends on the records that earlier calls left.
pub fn depends_on_state(kind: &ClauseKind) -> bool {
    with_rule(kind, |rule| rule.depends_on_state())
}

/// Judges a step that claims a clause. `lacks_operation` says whether it may show nothing because a call was answered 501.
pub fn judge(claim: &Claim, ctx: &StepContext<'_>, lacks_operation: bool) -> FindingResult {
    let (result, in_any_state) = with_rule(&claim.clause.kind, |rule| {
        let result = match claim.made_by {
            ClaimedBy::Call | ClaimedBy::Disproves => rule.judge(ctx),
            ClaimedBy::Proves => proof::judge(rule, claim, ctx).map(|held| {
                if rule.confirms_instances(ctx) { held.and(Coverage::INSTANCES) } else { held }
            }),
            ClaimedBy::MustNotAffect => proof::judge(rule, claim, ctx).map(|_| Held::KEPT),
        };
        (result, rule.is_breach_in_any_state(claim, ctx))
    });
    match result {
        // The response may be right for the records as they are without the earlier writes.
        Err(NotHeld::Breach(_)) if !in_any_state && !ctx.lacking.is_empty() => {
            Err(NotHeld::NotExercised(Reason::NotImplemented))
        }
        Err(NotHeld::Breach(_)) if !in_any_state && !ctx.is_set_up() => {
            Err(NotHeld::Inconclusive(Reason::NotDemonstrated))
        }
        Err(NotHeld::NotExercised(reason) | NotHeld::Inconclusive(reason))
            if lacks_operation && reason.may_follow_from_unimplemented() =>
        {
            Err(NotHeld::NotExercised(Reason::NotImplemented))
        }
        result => result,
    }
}
