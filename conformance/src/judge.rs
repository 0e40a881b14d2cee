//! Judging: from scenarios and exchanges to findings. A pure function: no clock, no I/O, no chance.
//!
//! Each claim of each step that was played gets one finding. What findings mean together is in
//! `verdict`; how the exchanges came about is not known here.

mod accepted;
mod answer;
mod at_once;
mod coverage;
mod echo;
mod expansion;
mod facts;
mod filter;
mod header;
mod lists;
mod locate;
mod message;
mod meta;
mod mixed;
mod named;
mod observations;
mod order;
mod paging;
mod proof;
mod query;
mod refusal;
mod sent_inputs;
mod several;
mod shape;
mod sort;
mod status;
mod step_context;
mod subjects;
mod trace_view;
mod types;

use std::collections::BTreeMap;
use std::sync::Arc;

use spec::{ClauseKind, Contract, Operation};

use crate::claims::{Claim, ClaimIndex, Clauses};
use crate::exchange::{Exchange, Response, ScenarioTrace};
use crate::reason::Reason;
use crate::scenario::Scenario;

pub use coverage::Coverage;
pub use observations::Observation;
pub use sent_inputs::SentInputs;
pub use subjects::Subjects;
pub(crate) use trace_view::ParsedTrace;

use answer::{Answer, AnswerClass};
use facts::RunFacts;
use step_context::StepContext;
use trace_view::TraceView;

/// What a step says of a clause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// What was claimed, of which clause.
    pub claim: Arc<Claim>,
    /// Id of the scenario.
    pub scenario: Arc<str>,
    /// Index of the step.
    pub step: usize,
    /// What it says.
    pub result: FindingResult,
    /// The things that the step looked at.
    pub subjects: Subjects,
}

/// What one step says of one clause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FindingResult {
    /// It was seen to hold.
    Held {
        /// How many times.
        witnesses: u32,
        /// What was seen that a breach would have changed.
        coverage: Coverage,
    },
    /// It was seen not to hold.
    Breach(Box<Failure>),
    /// The step could not come to it.
    NotExercised(Reason),
    /// What was seen shows nothing.
    Inconclusive(Reason),
}

/// How something was seen not to hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// Number of the exchange in its play.
    pub exchange: u32,
    /// JSON pointer into the answer; empty for the answer as a whole.
    pub pointer: String,
    /// What the contract says.
    pub expected: String,
    /// What was answered.
    pub actual: String,
}

impl FindingResult {
    /// Seen to hold once, in an answer that is as the clause says.
    pub(crate) const HELD: Self = Self::held(Coverage::SEEN);

    /// Seen to hold once.
    pub(crate) const fn held(coverage: Coverage) -> Self {
        Self::Held {
            witnesses: 1,
            coverage,
        }
    }

    /// Not broken here, where nothing could have shown that it holds.
    const KEPT: Self = Self::Held {
        witnesses: 0,
        coverage: Coverage::NONE,
    };
}

/// What a run shows.
#[derive(Clone, Debug, Default)]
pub struct Judgement {
    /// One for each claim of each step played.
    pub findings: Vec<Finding>,
    /// What was seen where the contract is silent, in order of gap.
    pub observations: Vec<Observation>,
}

/// What an answer says by itself: whether the call was accepted, and the message if it is a refusal in the error body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnswerSummary {
    /// A status of success, and not the error body.
    pub accepted: bool,
    /// What the error body says.
    pub message: Option<String>,
}

/// Reads one answer, whatever was expected of it.
#[must_use]
pub fn summarize_answer(
    contract: &Contract,
    operation: &Operation,
    exchange: &Exchange,
) -> AnswerSummary {
    let answer = Answer::read(contract, operation, exchange);
    AnswerSummary {
        accepted: answer.class == AnswerClass::Accepted,
        message: answer.message,
    }
}

/// Judges all plays of a run.
///
/// The order of the plays has no influence: what they show together is gathered before any is judged.
#[must_use]
pub fn judge(
    contract: &Contract,
    clauses: &Clauses,
    scenarios: &[Scenario],
    plays: &[ScenarioTrace],
) -> Judgement {
    let read = |play: &ScenarioTrace| {
        let scenario = scenarios.iter().find(|known| known.id == play.scenario);
        let read = scenario.map(|scenario| ParsedTrace::of(contract, scenario, play));
        read.unwrap_or_default()
    };
    let parsed: Vec<_> = plays.iter().map(read).collect();
    judge_read(contract, clauses, scenarios, plays.iter().zip(&parsed))
}

/// Judges plays whose exchanges were read before.
pub(crate) fn judge_read<'p>(
    contract: &Contract,
    clauses: &Clauses,
    scenarios: &[Scenario],
    plays: impl DoubleEndedIterator<Item = (&'p ScenarioTrace, &'p ParsedTrace)>,
) -> Judgement {
    let reach = clauses.reach(contract, scenarios);
    let played: BTreeMap<&str, _> = plays
        .rev()
        .map(|(play, parsed)| (play.scenario.as_str(), (play, parsed)))
        .collect();
    let facts = RunFacts::together(played.values().map(|(_, parsed)| &parsed.facts));
    let traces = scenarios
        .iter()
        .enumerate()
        .filter_map(|(number, scenario)| {
            let (play, parsed) = played.get(&*scenario.id)?;
            Some((number, scenario, *play, *parsed))
        });
    let traces: Vec<_> = traces.collect();
    let claims = traces.iter().map(|(number, ..)| reach.claim_count(*number));
    let mut findings = Vec::with_capacity(claims.sum());
    for (number, scenario, play, parsed) in traces {
        let trace = TraceView::new(contract, scenario, play, parsed);
        findings.extend(self::findings(&reach, number, &trace, &facts));
    }
    Judgement {
        findings,
        observations: observations::total(played.values().map(|(_, parsed)| &parsed.seen)),
    }
}

/// Whether an answer says that what was asked for was done: a 2xx that is not the error body.
pub(crate) fn is_accepted(contract: &Contract, operation: &Operation, exchange: &Exchange) -> bool {
    let answer = exchange.outcome.as_ref();
    answer.is_ok_and(Response::is_success)
        && Answer::read(contract, operation, exchange).class == AnswerClass::Accepted
}

/// Whether an accepted answer holds all of these texts, and the request none of them.
pub(crate) fn finds_new_texts(
    contract: &Contract,
    operation: &Operation,
    exchange: &Exchange,
    wanted: &[String],
) -> bool {
    let answer = Answer::read(contract, operation, exchange);
    let sent = SentInputs::parse(operation, &exchange.request);
    let holds = |text: &String| {
        let shown = answer
            .json
            .as_ref()
            .is_some_and(|json| json.holds_text(text));
        shown && !sent.iter().any(|(_, value)| value.holds_text(text))
    };
    answer.class == AnswerClass::Accepted && wanted.iter().all(holds)
}

fn findings<'f>(
    reach: &'f ClaimIndex,
    number: usize,
    trace: &'f TraceView<'f>,
    facts: &'f RunFacts,
) -> impl Iterator<Item = Finding> {
    let steps = 0..trace.scenario.steps.len();
    let contexts = steps.filter_map(|index| StepContext::new(trace, index, facts));
    contexts.flat_map(move |ctx| {
        let claims = reach.claims(number, ctx.index).iter();
        let subjects = trace.subjects(ctx.index);
        claims.filter_map(move |claim| {
            Some(Finding {
                claim: Arc::clone(claim),
                scenario: Arc::clone(reach.id(number)?),
                step: ctx.index,
                result: of_claim(claim, &ctx),
                subjects: Arc::clone(&subjects),
            })
        })
    })
}

fn of_claim(claim: &Claim, ctx: &StepContext<'_>) -> FindingResult {
    use spec::InputPart::{Body, Query};
    if claim.proof {
        return match proof::judge(claim, ctx) {
            FindingResult::Held { .. } if claim.keeps => FindingResult::KEPT,
            result => result,
        };
    }
    match &claim.kind {
        ClauseKind::Acceptance => accepted::acceptance(ctx),
        ClauseKind::Addressing { at, by } => accepted::addressing(ctx, at, *by),
        ClauseKind::InputAccepted { field } => match mixed::of_another_member(ctx, field) {
            Some(breach) => breach,
            None => accepted::field(ctx, field),
        },
        ClauseKind::InputRequired { .. } => proof::refused_anyhow(&claim.kind, ctx),
        ClauseKind::InputValue { field, .. } | ClauseKind::TimestampForm { field, .. } => {
            accepted::value(ctx, Body, field)
        }
        ClauseKind::QueryValue { parameter, value } => {
            match query::beside_expansion(ctx, parameter, value) {
                Some(breach) => breach,
                None => accepted::value(ctx, Query, parameter),
            }
        }
        ClauseKind::Several { at } => several::judge(ctx, at),
        ClauseKind::QueryDefault { .. } => query::default(ctx),
        ClauseKind::Expansion {
            parameter, adds, ..
        } => expansion::judge(ctx, parameter, adds.as_deref()),
        ClauseKind::Filter { .. } if ctx.step.same_as.is_some() => query::reordered(ctx),
        ClauseKind::Filter { parameter } => filter::above(ctx, parameter),
        ClauseKind::Sort { parameter, value } => sort::judge(ctx, parameter, value),
        ClauseKind::HeaderCase => header::case(ctx),
        ClauseKind::KeyRequired => refusal::key_required(ctx),
        ClauseKind::SuccessStatus { status } => status::success(ctx, *status),
        ClauseKind::EnvelopeMember { member } => match mixed::of_another_call(ctx, member) {
            Some(breach) => breach,
            None => shape::member(ctx, member),
        },
        ClauseKind::EmptyBody => shape::empty(ctx),
        ClauseKind::FieldPresent { member, field } => shape::present(ctx, member, field),
        ClauseKind::FieldType { member, field } => shape::field_type(ctx, member, field),
        ClauseKind::Echo { member, field } => echo::judge(ctx, member, field),
        ClauseKind::MetaKey { meta, key } => meta::key(ctx, meta, key),
        ClauseKind::PageNumber { .. } => paging::number(ctx),
        ClauseKind::PageSize { parameter } => paging::size(ctx, parameter),
        ClauseKind::Order => order::judge(ctx),
        ClauseKind::Refusal { .. } if ctx.step.at_once > 1 => at_once::refused(ctx),
        ClauseKind::Refusal { .. } => refusal::refused(ctx),
        ClauseKind::RefusalMessage { .. } => refusal::message(ctx),
        ClauseKind::RefusalStatus { status, .. } => refusal::status(ctx, *status),
        ClauseKind::ErrorBody => refusal::error_body(ctx),
        // Only a scenario can say what shows these.
        ClauseKind::Scope
        | ClauseKind::Creation
        | ClauseKind::FieldValue { .. }
        | ClauseKind::Update { .. }
        | ClauseKind::Removal
        | ClauseKind::TransitionAllowed { .. }
        | ClauseKind::TransitionDone { .. }
        | ClauseKind::TransitionExcept { .. }
        | ClauseKind::Hidden { .. }
        | ClauseKind::AccountOfKey
        | ClauseKind::AccountLimit { .. } => proof::judge(claim, ctx),
    }
}
