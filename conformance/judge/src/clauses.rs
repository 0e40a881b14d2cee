//! The kinds of clauses: which steps show a clause of the kind, and how such a step is judged.
//!
//! `clause_kinds!` is the only table of all kinds. A new kind is a row in it, and the function or the `EffectRule` that the
//! row names. What several kinds share is in `shared`; how a step shows a clause that its scenario names is in `effect`.

mod acceptance;
mod account;
mod addressing;
mod at_once;
mod calculated;
mod claim;
mod echo;
mod effect;
mod error_body;
mod error_entries;
mod expansion;
mod field;
mod filter;
mod header;
mod idempotency;
mod input;
mod instances;
mod key;
mod lifecycle;
mod meta_key;
mod order;
mod page_following;
mod page_next;
mod page_number;
mod page_size;
mod prelude;
mod query_default;
mod query_value;
mod refusal;
mod refusal_form;
mod several;
mod several_entries;
mod shared;
mod sort;
mod success;
mod transition;
mod update;

use spec::{ClauseKind, InputPart, InputRef};

use crate::finding::{Coverage, FindingResult, Held, NotHeld};
use crate::json::Json;
use crate::parsed::step_context::StepContext;
use crate::parsed::view::RefusalOutcome;
use crate::reason::Reason;
use crate::scenario::{Template, Value};

use effect::forbidden::Forbidden;
use effect::{EffectRule, Unspecific};
use shared::refusals::{is_earned_by_request, is_required_by_state};
use shared::valid_request::judge_extra_input;

pub use claim::{Claim, ClaimedBy, ClaimedStep};
pub use instances::{InstanceName, instances};

/// How clauses of a kind are judged.
enum Rule<'r> {
    /// By the response to each call that the first function accepts. The last part is for steps that name the clause.
    Response(&'r Calls<'r>, &'r Judge<'r>, &'r dyn EffectRule),
    /// By the response to a step that names the clause.
    Named(&'r Judge<'r>),
    /// By the effect of earlier calls on a step that names the clause, or by what such a step must not show or reach.
    Effect(&'r dyn EffectRule),
}

type Calls<'r> = dyn Fn(&ClaimedStep<'_>) -> bool + 'r;
type Judge<'r> = dyn Fn(&StepContext<'_>) -> FindingResult + 'r;

/// The rule for a kind that steps rarely name.
fn response<'r>(calls: &'r Calls<'r>, judge: &'r Judge<'r>) -> Rule<'r> {
    Rule::Response(calls, judge, &Unspecific)
}

/// Makes the dispatch on the kind of a clause from one table. A row is the kind, the parts of the clause that judging needs,
/// and the rule.
macro_rules! clause_kinds {
    ($($kind:ident $({ $($part:ident),+ })? => $rule:expr,)+) => {
        fn with_rule<R>(kind: &ClauseKind, apply: impl FnOnce(Rule<'_>) -> R) -> R {
            match kind {
                $(ClauseKind::$kind { $($($part,)+)? .. } => apply($rule),)+
            }
        }
    };
}

clause_kinds! {
    Acceptance => response(&acceptance::is_claimed, &acceptance::judge),
    Addressing { at, by } => Rule::Response(
        &|step| addressing::is_claimed(step, at, *by),
        &|ctx| addressing::judge(ctx, at, *by),
        &addressing::Addressed { at },
    ),
    InputAccepted { field } => response(
        &|step| {
            let input = body(field);
            step.accepted_input(&input).or_else(|| step.kept_input(&input)).is_some()
        },
        &|ctx| input::judge_optional(ctx, &body(field)),
    ),
    InputRequired { field } => Rule::Response(
        &|step| input::is_omitted(step, field),
        &|ctx| input::Required { field }.judge(ctx),
        &input::Required { field },
    ),
    InputNull { field } => Rule::Response(
        &|step| step.accepted_input(&body(field)) == Some(&Value::Json(Json::Null)),
        &|ctx| judge_extra_input(ctx, &body(field)),
        &update::Update { field },
    ),
    InputDefault { field } => response(
        &|step| step.is_accepted() && step.sent(&body(field)).is_none(),
        &|ctx| input::judge_default(ctx, field),
    ),
    InputValue { field, value } => response(
        &|step| step.accepted_text(&body(field)).and_then(Template::literal) == Some(value),
        &|ctx| judge_extra_input(ctx, &body(field)),
    ),
    Several { at } => response(
        &|step| step.accepted_text(at).is_some_and(Template::has_comma),
        &|ctx| several::judge(ctx, at),
    ),
    TimestampForm { field, form } => response(
        &|step| step.accepted_text(&body(field)).and_then(Template::timestamp_form) == Some(*form),
        &|ctx| input::judge_form(ctx, &body(field), *form),
    ),
    QueryValue { parameter, value } => response(
        &|step| step.accepts_query(parameter, value),
        &|ctx| query_value::judge(ctx, parameter, value),
    ),
    QueryDefault { parameter, value } => response(
        &|step| query_default::is_claimed(step, parameter, value),
        &|ctx| query_default::judge(ctx, parameter),
    ),
    Expansion { parameter, value, adds } => response(
        &|step| expansion::is_claimed(step, parameter, value, adds.is_some()),
        &|ctx| expansion::judge(ctx, parameter, adds.as_deref()),
    ),
    Filter { parameter } => Rule::Response(
        &|step| filter::is_claimed(step, parameter),
        &|ctx| filter::Filter { parameter }.judge(ctx),
        &filter::Filter { parameter },
    ),
    Sort { parameter, value } => response(
        &|step| step.accepts_query(parameter, value),
        &|ctx| sort::judge(ctx, parameter),
    ),
    KeyRequired => Rule::Response(&key::is_left_out, &key::judge_left_out, &key::Required),
    SuccessStatus { status } => response(
        &|step| step.is_accepted(),
        &|ctx| success::judge_status(ctx, *status),
    ),
    FurtherStatus { name } => response(
        &|step| success::has_further_status(step, name),
        &|ctx| success::judge_further_status(ctx, name),
    ),
    EnvelopeMember { member } => response(
        &|step| step.is_accepted(),
        &|ctx| success::judge_member(ctx, member),
    ),
    EmptyBody => response(&|step| step.is_accepted(), &success::judge_empty_body),
    IdempotencyReplayed { header } => response(
        &|step| idempotency::is_replay(step, header),
        &|ctx| idempotency::judge_replay(ctx, header),
    ),
    IdempotencyOnce => Rule::Effect(&idempotency::Once),
    IdempotencyFlagged { header } => response(
        &|step| idempotency::is_replay(step, header),
        &|ctx| idempotency::judge_flag(ctx, header),
    ),
    HeaderPresent { header } => response(
        &|step| step.is_accepted(),
        &|ctx| header::judge_presence(ctx, header),
    ),
    HeaderType { header } => response(
        &|step| step.is_accepted(),
        &|ctx| header::judge_type(ctx, header),
    ),
    HeaderLeadsTo { header, target } => response(
        &|step| step.is_accepted(),
        &|ctx| header::judge_target(ctx, header, target),
    ),
    FieldPresent { member, field } => response(
        &|step| step.is_accepted(),
        &|ctx| field::judge_presence(ctx, member, field),
    ),
    FieldType { member, field } => response(
        &|step| step.is_accepted(),
        &|ctx| field::judge_type(ctx, member, field),
    ),
    FieldValue => Rule::Effect(&update::FieldValue),
    Echo { member, field } => response(
        &|step| echo::is_claimed(step, member, field),
        &|ctx| echo::judge(ctx, member, field),
    ),
    MetaKey { meta, key } => response(
        &|step| step.is_accepted(),
        &|ctx| meta_key::judge(ctx, meta, key),
    ),
    PageNumber { parameter } => response(
        &|step| step.is_accepted() && step.step.all_pages,
        &|ctx| page_number::judge(ctx, parameter),
    ),
    PageSize { parameter } => response(
        &|step| page_size::is_claimed(step, parameter),
        &|ctx| page_size::judge(ctx, parameter),
    ),
    PageFollowing => response(
        &|step| step.is_accepted() && step.step.all_pages,
        &page_following::judge,
    ),
    PageSizeDefault { parameter, size } => response(
        &|step| page_size::is_default_claimed(step, parameter),
        &|ctx| page_size::judge_default(ctx, *size),
    ),
    PageLink => response(
        &|step| step.is_accepted() && step.step.all_pages,
        &page_next::judge_link,
    ),
    PageAfterLast { parameter } => response(
        &|step| page_size::is_after_last_claimed(step, parameter),
        &page_size::judge_after_last,
    ),
    Order => Rule::Response(
        &|step| step.is_accepted() && !step.step.order.is_empty(),
        &order::judge,
        &order::KeptInPlace,
    ),
    Scope => Rule::Effect(&Forbidden {
        expected: "refused: the record belongs to another account",
        has_own: true,
    }),
    Creation => Rule::Effect(&lifecycle::Creation),
    Update { field } => Rule::Effect(&update::Update { field }),
    UpdateKept { field } => Rule::Effect(&update::Kept { field }),
    Removal => Rule::Effect(&lifecycle::Removal),
    Effect { record, field } => response(
        &|step| calculated::is_claimed(step, record),
        &|ctx| calculated::judge_effect(ctx, record, field),
    ),
    Relation { member, record, relation } => response(
        &|step| step.is_accepted(),
        &|ctx| calculated::judge_relation(ctx, member, record, relation),
    ),
    TransitionAllowed { transition } => Rule::Effect(&transition::Allowed { transition }),
    TransitionDone { transition } => Rule::Effect(&transition::Done { transition }),
    TransitionExcept => Rule::Effect(&transition::Except),
    Hidden => Rule::Effect(&Forbidden {
        expected: "refused: such records are never returned",
        has_own: false,
    }),
    Refusal { case } => Rule::Response(
        &|step| step.refused_case() == Some(case),
        &refusal::judge,
        &refusal::Unchanged,
    ),
    RefusalMessage { case } => response(
        &|step| refusal_form::has_message(step, case),
        &|ctx| refusal_form::judge_message(ctx, case),
    ),
    RefusalCode { case, code } => response(
        &|step| step.documented_refusal().is_some_and(|known| known.id == *case),
        &|ctx| refusal_form::judge_code(ctx, code),
    ),
    RefusalField { case } => response(
        &|step| step.documented_refusal().is_some_and(|known| known.id == *case),
        &refusal_form::judge_field,
    ),
    RefusalStatus { case, status } => response(
        &|step| refusal_form::has_status(step, case, *status),
        &|ctx| refusal_form::judge_status(ctx, *status),
    ),
    RefusalEntries => Rule::Named(&several_entries::judge),
    ErrorBody => response(&error_body::is_claimed, &error_body::judge),
    ErrorType => response(&error_body::is_type_claimed, &error_body::judge_type),
    HeaderCase => response(
        &|step| step.shows_inputs() && step.step.spelling.header.is_some(),
        &key::judge_header_case,
    ),
    AccountOfKey => Rule::Effect(&account::OfKey),
    AccountLimit { record } => Rule::Named(&|ctx| account::judge_limit(ctx, record)),
}

fn body(field: &str) -> InputRef {
    InputRef::new(InputPart::Body, field)
}

/// What claims a clause of the kind where a step does not name it; `None` if the step does not show it. Asked for the
/// clauses of its operation and of the service.
pub fn claimed_by_call(kind: &ClauseKind, step: &ClaimedStep<'_>) -> Option<ClaimedBy> {
    let is_claimed = with_rule(kind, |rule| match rule {
        Rule::Response(calls, ..) => calls(step),
        Rule::Named(_) | Rule::Effect(_) => false,
    });
    let can_only_disprove = match kind {
        ClauseKind::Addressing { .. } | ClauseKind::Echo { .. } => !step.is_accepted(),
        // Whether it is accepted is open, but not every refusal is right.
        ClauseKind::Acceptance => step.step.may_be_refused,
        _ => false,
    };
    is_claimed.then_some(if can_only_disprove { ClaimedBy::Disproves } else { ClaimedBy::Call })
}

/// What the steps of a run must have seen together before a clause of the kind is held.
pub fn required_coverage(kind: &ClauseKind) -> Coverage {
    use ClauseKind as K;
    match kind {
        K::AccountOfKey | K::Filter { .. } | K::Hidden { .. } | K::Scope => Coverage::BOTH_SIDES,
        K::InputRequired { .. } | K::KeyRequired | K::Refusal { .. } | K::Sort { .. } => {
            Coverage::SEEN_WITH_CONTROL
        }
        K::Removal | K::TransitionDone { .. } | K::Update { .. } => Coverage::SEEN_AND_KEPT,
        _ => Coverage::SEEN,
    }
}

/// Whether a correct response depends on the records that earlier calls left.
pub fn depends_on_state(kind: &ClauseKind) -> bool {
    use ClauseKind as K;
    !matches!(
        kind,
        K::EmptyBody
            | K::EnvelopeMember { .. }
            | K::ErrorBody
            | K::ErrorType
            | K::FieldPresent { .. }
            | K::FieldType { .. }
            | K::FurtherStatus { .. }
            | K::HeaderLeadsTo { .. }
            | K::HeaderPresent { .. }
            | K::HeaderType { .. }
            | K::KeyRequired
            | K::MetaKey { .. }
            | K::PageSize { .. }
            | K::PageSizeDefault { .. }
            | K::Relation { .. }
            | K::SuccessStatus { .. }
    )
}

/// Whether a breach by this step is one whatever records there are.
fn is_breach_in_any_state(claim: &Claim, ctx: &StepContext<'_>) -> bool {
    use ClauseKind as K;
    let is_by_call = claim.made_by == ClaimedBy::Call;
    match &claim.clause.kind {
        K::AccountLimit { .. } | K::Echo { .. } | K::Sort { .. } => true,
        // No record is shown in place of another one, or of none, and nothing that was sent as another member.
        K::Addressing { .. } | K::InputAccepted { .. } => ctx.is_accepted(),
        // The list is compared with others of the same records.
        K::QueryValue { .. } | K::Several { .. } => ctx.is_accepted(),
        K::InputDefault { .. } => is_by_call,
        // The same without named values.
        K::Filter { .. } => is_by_call,
        // The value may be that of a change that was not made.
        K::FieldValue { .. } => ctx.lacking.is_empty(),
        K::InputRequired { field } => !is_required_by_state(ctx, &body(field)),
        K::Refusal { .. } => is_by_call && is_earned_by_request(ctx),
        K::RefusalEntries => true,
        // The message says which case it is, unless entries do.
        K::RefusalCode { .. } | K::RefusalField { .. } | K::RefusalStatus { .. } => {
            let has_entries = ctx.trace.contract.service.error_body.entries.is_some();
            ctx.refusal == RefusalOutcome::Matched && (!has_entries || is_earned_by_request(ctx))
        }
        kind => !depends_on_state(kind),
    }
}

/// Judges a step that claims a clause. `lacks_operation` says whether it may show nothing because a call was answered 501.
pub fn judge(claim: &Claim, ctx: &StepContext<'_>, lacks_operation: bool) -> FindingResult {
    let kind = &claim.clause.kind;
    let result = with_rule(kind, |rule| match (rule, claim.made_by) {
        (Rule::Response(_, judge, _), ClaimedBy::Call | ClaimedBy::Disproves) => judge(ctx),
        (_, ClaimedBy::Call | ClaimedBy::Disproves) => {
            Err(NotHeld::NotExercised(Reason::NoScenario))
        }
        (Rule::Named(judge), _) => judge(ctx),
        (Rule::Response(_, _, rule) | Rule::Effect(rule), _) => effect::judge(rule, claim, ctx),
    });
    let result = result.map(|held| match claim.made_by {
        ClaimedBy::Proves if instances::are_confirmed(kind, ctx) => held.and(Coverage::INSTANCES),
        ClaimedBy::MustNotAffect => Held::KEPT,
        _ => held,
    });
    match result {
        Err(NotHeld::Breach(_))
            if !ctx.lacking.is_empty() && !is_breach_in_any_state(claim, ctx) =>
        {
            // The response may be right for the records as they are without the earlier writes.
            Err(NotHeld::NotExercised(Reason::NotImplemented))
        }
        Err(NotHeld::Breach(_)) if !ctx.is_set_up() && !is_breach_in_any_state(claim, ctx) => {
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
