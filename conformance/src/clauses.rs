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

use spec::{ClauseKind, Condition, Contract, Operation};

use crate::finding::{Coverage, FindingResult};
use crate::parsed::step_context::StepContext;
use crate::reason::Reason;

pub use claim::Claim;
pub(crate) use claim::{ClaimedStep, ClauseRefs};

/// One clause of a kind: the steps that show it, and how they are judged.
///
/// Methods with a default are the special cases of few kinds.
pub(crate) trait ClauseRule {
    /// Adds the clauses of this kind that a step shows without naming them.
    fn claim(_: &ClaimedStep<'_>, _: &mut ClauseRefs)
    where
        Self: Sized,
    {
    }

    /// Adds the clauses of this kind that every accepted call of an operation shows.
    fn claim_of_success(_: &Contract, _: &Operation, _: &mut ClauseRefs)
    where
        Self: Sized,
    {
    }

    /// What the steps of a run must have seen together before the clause is held.
    fn required_coverage(&self) -> Coverage {
        Coverage::SEEN
    }

    /// Judges a step that shows the clause without naming it. By default no step does.
    fn judge(&self, _: &StepContext<'_>) -> FindingResult {
        FindingResult::NotExercised(Reason::NoScenario)
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

    /// Why the answer shows nothing: the call that the clause is about was not made or not
    /// accepted.
    fn missing_act(&self, claim: &Claim, ctx: &StepContext<'_>) -> Option<FindingResult> {
        proof::missing_act(claim, ctx)
    }

    /// Whether the clause forbids something. A refusal then needs no earlier write.
    fn forbids(&self) -> bool {
        false
    }

    /// Whether the answer must hold the values that the step looks for, and not only be accepted.
    fn looks_at_answer(&self, _: &StepContext<'_>) -> bool {
        true
    }

    /// The finding for a call that was accepted although the clause says that it is refused.
    fn judge_unexpected_acceptance(&self, _: &StepContext<'_>) -> FindingResult {
        // An accepted call may still have shown and done nothing.
        FindingResult::Inconclusive(Reason::OtherOutcome)
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

    /// What was expected, where a value is missing that the answer is known to show.
    fn missing_value(&self, _: &StepContext<'_>) -> Option<String> {
        None
    }

    /// Whether what is shown now may have been so before the call that the clause is about.
    fn lacks_earlier_state(&self, _: &StepContext<'_>) -> bool {
        false
    }

    /// Whether the compared member may be null.
    fn may_be_null(&self) -> bool {
        false
    }

    /// Whether a difference between compared values breaches this clause, and not another one that
    /// the step names.
    fn is_to_blame(&self, _: &Claim, _: &StepContext<'_>) -> bool {
        true
    }
}

/// Makes the functions that dispatch on the kind of a clause from one table. A row is the file, the type, and the parts of
/// the clause that judging needs.
macro_rules! clause_kinds {
    ($($module:ident::$kind:ident $({ $($part:ident),+ })?,)+) => {
        /// The clauses that a step checks without naming them, except those of every accepted call.
        pub(crate) fn claims_of_step(step: &ClaimedStep<'_>) -> ClauseRefs {
            let mut claims = ClauseRefs::default();
            $($module::$kind::claim(step, &mut claims);)+
            claims
        }

        /// The clauses that every accepted call of an operation shows.
        pub(crate) fn claims_of_success(contract: &Contract, operation: &Operation) -> ClauseRefs {
            let mut claims = ClauseRefs::default();
            $($module::$kind::claim_of_success(contract, operation, &mut claims);)+
            claims
        }

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
    input_value::InputValue { field },
    several::Several { at },
    timestamp_form::TimestampForm { field },
    query_value::QueryValue { parameter, value },
    query_default::QueryDefault,
    expansion::Expansion { parameter, adds },
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
    page_number::PageNumber,
    page_size::PageSize { parameter },
    order::Order,
    scope::Scope,
    creation::Creation,
    update::Update { field },
    removal::Removal,
    transition_allowed::TransitionAllowed { transition },
    transition_done::TransitionDone,
    transition_except::TransitionExcept,
    hidden::Hidden,
    refusal::Refusal,
    refusal_message::RefusalMessage,
    refusal_status::RefusalStatus { status },
    error_body::ErrorBody,
    header_case::HeaderCase,
    account_of_key::AccountOfKey,
    account_limit::AccountLimit { record },
}

/// What the steps of a run must have seen together before a clause of the kind is held.
pub(crate) fn required_coverage(kind: &ClauseKind) -> Coverage {
    with_rule(kind, |rule| rule.required_coverage())
}

/// Judges a step that claims a clause.
pub(crate) fn judge(claim: &Claim, ctx: &StepContext<'_>) -> FindingResult {
    with_rule(&claim.kind, |rule| {
        if !claim.proof {
            return rule.judge(ctx);
        }
        match proof::judge(rule, claim, ctx) {
            FindingResult::Held { .. } if claim.keeps => FindingResult::NOT_DISPROVED,
            result => result,
        }
    })
}
