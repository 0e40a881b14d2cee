//! Judging: from scenarios and exchanges to findings. A pure function: no clock, no I/O, no chance.
//!
//! Each claim of each step that was played gets one finding. What findings mean together is in
//! `verdict`; how the exchanges came about is not known here.

mod accepted;
mod answer;
mod at_once;
mod echo;
mod expansion;
mod facts;
mod filter;
mod grounds;
mod header;
mod lists;
mod locate;
mod message;
mod meta;
mod mixed;
mod named;
mod observe;
mod order;
mod paging;
mod proof;
mod query;
mod refusal;
mod scene;
mod sent;
mod several;
mod shape;
mod sort;
mod status;
mod things;
mod types;
mod view;

use std::collections::BTreeMap;
use std::sync::Arc;

use spec::{ClauseKind, Contract, Operation};

use crate::claims::{Claim, Clauses, Reach};
use crate::exchange::{Exchange, Play, Response};
use crate::reason::Reason;
use crate::scenario::Scenario;

pub use grounds::Grounds;
pub use observe::Observation;
pub(crate) use scene::Readings;
pub use sent::Sent;
pub use things::Things;

use answer::{Answer, Standing};
use facts::RunFacts;
use scene::Scene;
use view::View;

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
    pub judged: Judged,
    /// The things that the step looked at.
    pub things: Things,
}

/// What one step says of one clause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Judged {
    /// It was seen to hold.
    Held {
        /// How many times.
        witnesses: u32,
        /// What was seen that a breach would have changed.
        grounds: Grounds,
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

impl Judged {
    /// Seen to hold once, in an answer that is as the clause says.
    pub(crate) const HELD: Self = Self::held(Grounds::SEEN);

    /// Seen to hold once.
    pub(crate) const fn held(grounds: Grounds) -> Self {
        Self::Held {
            witnesses: 1,
            grounds,
        }
    }

    /// Not broken here, where nothing could have shown that it holds.
    const KEPT: Self = Self::Held {
        witnesses: 0,
        grounds: Grounds::NONE,
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
pub struct Told {
    /// A status of success, and not the error body.
    pub accepted: bool,
    /// What the error body says.
    pub message: Option<String>,
}

/// Reads one answer, whatever was expected of it.
#[must_use]
pub fn told(contract: &Contract, operation: &Operation, exchange: &Exchange) -> Told {
    let answer = Answer::read(contract, operation, exchange);
    Told {
        accepted: answer.standing == Standing::Accepted,
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
    plays: &[Play],
) -> Judgement {
    let read = |play: &Play| {
        let scenario = scenarios.iter().find(|known| known.id == play.scenario);
        let read = scenario.map(|scenario| Readings::of(contract, scenario, play));
        read.unwrap_or_default()
    };
    let readings: Vec<_> = plays.iter().map(read).collect();
    judge_read(contract, clauses, scenarios, plays.iter().zip(&readings))
}

/// Judges plays whose exchanges were read before.
pub(crate) fn judge_read<'p>(
    contract: &Contract,
    clauses: &Clauses,
    scenarios: &[Scenario],
    plays: impl DoubleEndedIterator<Item = (&'p Play, &'p Readings)>,
) -> Judgement {
    let reach = clauses.reach(contract, scenarios);
    let played: BTreeMap<&str, _> = plays
        .rev()
        .map(|(play, readings)| (play.scenario.as_str(), (play, readings)))
        .collect();
    let facts = RunFacts::together(played.values().map(|(_, readings)| &readings.facts));
    let scenes = scenarios
        .iter()
        .enumerate()
        .filter_map(|(number, scenario)| {
            let (play, readings) = played.get(&*scenario.id)?;
            Some((number, scenario, *play, *readings))
        });
    let scenes: Vec<_> = scenes.collect();
    let claims = scenes.iter().map(|(number, ..)| reach.claim_count(*number));
    let mut findings = Vec::with_capacity(claims.sum());
    for (number, scenario, play, readings) in scenes {
        let scene = Scene::new(contract, scenario, play, readings);
        findings.extend(self::findings(&reach, number, &scene, &facts));
    }
    Judgement {
        findings,
        observations: observe::all(played.values().map(|(_, readings)| &readings.seen)),
    }
}

/// Whether an answer says that what was asked for was done: a 2xx that is not the error body.
pub(crate) fn is_accepted(contract: &Contract, operation: &Operation, exchange: &Exchange) -> bool {
    let answer = exchange.outcome.as_ref();
    answer.is_ok_and(Response::is_success)
        && Answer::read(contract, operation, exchange).standing == Standing::Accepted
}

/// Whether an accepted answer holds all of these texts, and the request none of them.
pub(crate) fn finds(
    contract: &Contract,
    operation: &Operation,
    exchange: &Exchange,
    wanted: &[String],
) -> bool {
    let answer = Answer::read(contract, operation, exchange);
    let sent = Sent::read(operation, &exchange.request);
    let holds = |text: &String| {
        let shown = answer
            .json
            .as_ref()
            .is_some_and(|json| json.holds_text(text));
        shown && !sent.iter().any(|(_, value)| value.holds_text(text))
    };
    answer.standing == Standing::Accepted && wanted.iter().all(holds)
}

fn findings<'f>(
    reach: &'f Reach,
    number: usize,
    scene: &'f Scene<'f>,
    facts: &'f RunFacts,
) -> impl Iterator<Item = Finding> {
    let steps = 0..scene.scenario.steps.len();
    let views = steps.filter_map(|index| View::new(scene, index, facts));
    views.flat_map(move |view| {
        let claims = reach.claims(number, view.index).iter();
        let things = scene.things(view.index);
        claims.filter_map(move |claim| {
            Some(Finding {
                claim: Arc::clone(claim),
                scenario: Arc::clone(reach.id(number)?),
                step: view.index,
                judged: of_claim(claim, &view),
                things: Arc::clone(&things),
            })
        })
    })
}

fn of_claim(claim: &Claim, view: &View<'_>) -> Judged {
    use spec::InputPart::{Body, Query};
    if claim.proof {
        return match proof::judge(claim, view) {
            Judged::Held { .. } if claim.keeps => Judged::KEPT,
            judged => judged,
        };
    }
    match &claim.kind {
        ClauseKind::Acceptance => accepted::acceptance(view),
        ClauseKind::Addressing { at, by } => accepted::addressing(view, at, *by),
        ClauseKind::InputAccepted { field } => match mixed::of_another_member(view, field) {
            Some(breach) => breach,
            None => accepted::field(view, field),
        },
        ClauseKind::InputRequired { .. } => proof::refused_anyhow(&claim.kind, view),
        ClauseKind::InputValue { field, .. } | ClauseKind::TimestampForm { field, .. } => {
            accepted::value(view, Body, field)
        }
        ClauseKind::QueryValue { parameter, value } => {
            match query::beside_expansion(view, parameter, value) {
                Some(breach) => breach,
                None => accepted::value(view, Query, parameter),
            }
        }
        ClauseKind::Several { at } => several::judge(view, at),
        ClauseKind::QueryDefault { .. } => query::default(view),
        ClauseKind::Expansion {
            parameter, adds, ..
        } => expansion::judge(view, parameter, adds.as_deref()),
        ClauseKind::Filter { .. } if view.step.same_as.is_some() => query::reordered(view),
        ClauseKind::Filter { parameter } => filter::above(view, parameter),
        ClauseKind::Sort { parameter, value } => sort::judge(view, parameter, value),
        ClauseKind::HeaderCase => header::case(view),
        ClauseKind::KeyRequired => refusal::key_required(view),
        ClauseKind::SuccessStatus { status } => status::success(view, *status),
        ClauseKind::EnvelopeMember { member } => match mixed::of_another_call(view, member) {
            Some(breach) => breach,
            None => shape::member(view, member),
        },
        ClauseKind::EmptyBody => shape::empty(view),
        ClauseKind::FieldPresent { member, field } => shape::present(view, member, field),
        ClauseKind::FieldType { member, field } => shape::field_type(view, member, field),
        ClauseKind::Echo { member, field } => echo::judge(view, member, field),
        ClauseKind::MetaKey { meta, key } => meta::key(view, meta, key),
        ClauseKind::PageNumber { .. } => paging::number(view),
        ClauseKind::PageSize { parameter } => paging::size(view, parameter),
        ClauseKind::Order => order::judge(view),
        ClauseKind::Refusal { .. } if view.step.at_once > 1 => at_once::refused(view),
        ClauseKind::Refusal { .. } => refusal::refused(view),
        ClauseKind::RefusalMessage { .. } => refusal::message(view),
        ClauseKind::RefusalStatus { status, .. } => refusal::status(view, *status),
        ClauseKind::ErrorBody => refusal::error_body(view),
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
        | ClauseKind::AccountLimit { .. } => proof::judge(claim, view),
    }
}
