//! Playing one scenario: its steps one after the other, whatever comes of each.

mod paged;
mod send;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use spec::Operation;
use tokio::time::Instant;

use super::bindings::{Bindings, mark};
use super::compose::Composer;
use super::{Act, Stage};
use crate::contract;
use crate::exchange::{Exchange, Play, Request, StepPlay, Values, WayPlay};
use crate::journal::Write;
use crate::json::Json;
use crate::judge::{self, SentInputs};
use crate::scenario::{AnswerPath, Inputs, Scenario, Step, Template, Value};
use paged::{Paged, is_whole};

/// How long putting things back may take altogether, so that who stops a run is not kept waiting.
const LONGEST_PUTTING_BACK: Duration = Duration::from_secs(10);

/// Plays an act. What it makes has other names in every try, and so have its lines in the journal.
pub(super) async fn play(stage: &Stage, scenario: &Scenario, act: &Act) -> Play {
    let Act {
        fixtures, attempt, ..
    } = act;
    let label = match attempt {
        1 => scenario.id.clone(),
        attempt => format!("{} (try {attempt})", scenario.id),
    };
    let bindings = Bindings {
        run: &stage.settings.run_id,
        email_domain: &stage.settings.email_domain,
        now: stage.now(*attempt),
        scenario: &label,
        mark: mark(&stage.settings.run_id, &label),
        fixtures,
        sent: BTreeMap::new(),
        answers: BTreeMap::new(),
    };
    let mut player = Player {
        stage,
        scenario,
        label: &label,
        bindings,
        exchanges: 0,
        touched: false,
        promised: BTreeSet::new(),
        until: None,
    };
    let mut steps = Vec::new();
    for (index, step) in scenario.steps.iter().enumerate() {
        steps.push(player.step(index, step).await);
    }
    let finally = player.put_back().await;
    Play {
        scenario: scenario.id.clone(),
        fixtures: Arc::clone(fixtures),
        fresh_fixtures: stage.settings.fresh_fixtures,
        steps,
        finally,
    }
}

struct Player<'a> {
    stage: &'a Stage,
    scenario: &'a Scenario,
    /// What the journal calls it.
    label: &'a str,
    bindings: Bindings<'a>,
    exchanges: u32,
    /// Whether a write may have arrived, so that there may be something to put back.
    touched: bool,
    /// Which of the calls that put something back are in the journal already, by their place.
    promised: BTreeSet<usize>,
    /// While something is put back: when there is no more time for it.
    until: Option<Instant>,
}

impl Player<'_> {
    /// Makes the calls that put something back, also when the run is to end. What was never touched is
    /// left alone, and a call that lacks something an answer should have told is left out.
    async fn put_back(&mut self) -> Vec<StepPlay> {
        let scenario = self.scenario;
        let mut plays = Vec::new();
        if self.touched {
            self.until = Some(Instant::now() + LONGEST_PUTTING_BACK);
            for (index, step) in (scenario.steps.len()..).zip(&scenario.finally) {
                plays.push(self.step(index, step).await);
            }
        }
        plays
    }

    async fn step(&mut self, index: usize, step: &Step) -> StepPlay {
        let Some(operation) = self.stage.contract.operation(&step.call) else {
            return StepPlay::default();
        };
        let ways = match step.at_once {
            1 => self.ways(index, step, operation).await,
            _ => self.at_once(index, step, operation).await,
        };
        let values = self.values(index, step, operation);
        self.remember(step, operation, &ways, &values);
        if self.touched && step.name.is_some() {
            self.promise();
        }
        StepPlay { values, ways }
    }

    /// The ways of a step, one after the other.
    async fn ways(&mut self, index: usize, step: &Step, operation: &Operation) -> Vec<WayPlay> {
        let mut ways = Vec::new();
        for way in step.attempts() {
            if let Some(way) = self.way(index, step, operation, &way).await {
                ways.push(way);
            }
        }
        ways
    }

    /// The same request, sent several times at the same moment.
    async fn at_once(&mut self, index: usize, step: &Step, operation: &Operation) -> Vec<WayPlay> {
        let Some(request) = self.compose(index, step, operation, &step.inputs, None) else {
            return Vec::new();
        };
        let exchanges = self.send_at_once(operation, step, &request).await;
        let played = exchanges.into_iter().map(|exchange| WayPlay {
            complete: is_whole(operation, &exchange),
            exchanges: vec![exchange],
            again: Vec::new(),
        });
        played.collect()
    }

    async fn way(
        &mut self,
        index: usize,
        step: &Step,
        operation: &Operation,
        way: &Inputs,
    ) -> Option<WayPlay> {
        let contract = &self.stage.contract;
        let parameter = contract::page_number(contract, operation).filter(|_| step.all_pages);
        let Some(parameter) = parameter else {
            let request = self.compose(index, step, operation, way, None)?;
            let exchange = self.send(operation, step, request).await;
            let complete = is_whole(operation, &exchange);
            return Some(WayPlay {
                exchanges: vec![exchange],
                again: Vec::new(),
                complete,
            });
        };
        let paged = Paged {
            index,
            step,
            operation,
            way,
            parameter,
        };
        match contract::page_selection(operation) {
            Some(_) => paged.read(self).await,
            None => paged.follow(self).await,
        }
    }

    fn compose(
        &self,
        index: usize,
        step: &Step,
        operation: &Operation,
        way: &Inputs,
        page: Option<(&str, u32)>,
    ) -> Option<Request> {
        let composer = Composer {
            contract: &self.stage.contract,
            operation,
            key: &step.key,
            spelling: step.spelling,
            index,
            bindings: &self.bindings,
            keys: &self.stage.settings.keys,
        };
        composer.request(way, page)
    }

    /// Notes what will put back what the scenario changes, as far as it is known by now: a run that is
    /// killed cannot do it, but a sweep can.
    fn promise(&mut self) {
        if !self.stage.ledger.is_kept() {
            return;
        }
        let scenario = self.scenario;
        for (place, step) in scenario.finally.iter().enumerate() {
            let operation = self.stage.contract.operation(&step.call);
            let Some(operation) = operation.filter(|_| !self.promised.contains(&place)) else {
                continue;
            };
            let index = scenario.steps.len() + place;
            if let Some(request) = self.compose(index, step, operation, &step.inputs, None) {
                let write = Write::new(&operation.id, step.key.kind(), &request);
                // What cannot be noted is still put back by the run itself.
                let _ = self.stage.ledger.promise(self.label, write);
                self.promised.insert(place);
            }
        }
    }

    /// Of several requests at the same moment, the one that was accepted is what others refer to.
    fn remember(&mut self, step: &Step, operation: &Operation, ways: &[WayPlay], values: &Values) {
        let mut exchanges = ways.iter().filter_map(|way| way.exchanges.first());
        let first = exchanges.clone().next();
        let is_accepted =
            |exchange: &&Exchange| judge::is_accepted(&self.stage.contract, operation, exchange);
        let exchange = match step.at_once {
            1 => first,
            _ => exchanges.find(is_accepted).or(first),
        };
        let (Some(name), Some(exchange)) = (&step.name, exchange) else {
            return;
        };
        let wanted = (step.shows.len() == values.shows.len()).then_some(values.shows.as_slice());
        let is_found =
            |wanted| judge::finds_new_texts(&self.stage.contract, operation, exchange, wanted);
        if step.finds && !wanted.is_some_and(is_found) {
            return;
        }
        self.bindings.sent.insert(
            name.clone(),
            SentInputs::parse(operation, &exchange.request),
        );
        if let Ok(response) = &exchange.outcome
            && let Some(json) = Json::parse(&response.body)
        {
            self.bindings.answers.insert(name.clone(), json);
        }
    }

    fn values(&self, index: usize, step: &Step, operation: &Operation) -> Values {
        let fill = |texts: &[Template]| {
            texts
                .iter()
                .filter_map(|text| self.bindings.fill(text, index))
                .collect()
        };
        let order = step.order.iter().filter_map(|(value, at)| {
            Some((
                self.bindings.fill(value, index)?,
                self.bindings.fill(at, index)?,
            ))
        });
        let compare = |compared: &[(AnswerPath, Value)]| {
            let filled = compared.iter().filter_map(|(place, value)| {
                let spot = self.bindings.spot(place, index)?;
                let contract = &self.stage.contract;
                let field = contract::stated_member(contract, operation, place)?;
                Some((spot, self.bindings.typed(value, &field.ty, index)?))
            });
            filled.collect()
        };
        Values {
            shows: fill(&step.shows),
            hides: fill(&step.hides),
            adds: fill(&step.adds),
            order: order.collect(),
            equals: compare(&step.equals),
            differs: compare(&step.differs),
            near: compare(&step.near),
        }
    }
}
