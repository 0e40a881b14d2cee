//! Playing one scenario: its steps one after the other, whatever comes of each.

use std::collections::BTreeMap;

use spec::Operation;

use super::Stage;
use super::bindings::Bindings;
use super::compose::Composer;
use crate::contract;
use crate::exchange::{Exchange, Fault, Play, Request, StepPlay, Values, WayPlay};
use crate::json::Json;
use crate::judge::Sent;
use crate::scenario::{Inputs, Scenario, Step, Text};
use crate::target::Supplied;

/// A list with more pages is not read to its end.
const MOST_PAGES: u32 = 20;

pub(super) async fn play(
    stage: &Stage,
    scenario: &Scenario,
    fixtures: &BTreeMap<String, Supplied>,
) -> Play {
    let bindings = Bindings {
        run: &stage.settings.run_id,
        now: stage.settings.now,
        scenario: &scenario.id,
        fixtures,
        sent: BTreeMap::new(),
        answers: BTreeMap::new(),
    };
    let mut player = Player {
        stage,
        scenario,
        bindings,
        exchanges: 0,
    };
    let mut steps = Vec::new();
    for (index, step) in scenario.steps.iter().enumerate() {
        steps.push(player.step(index, step).await);
    }
    let told = fixtures
        .iter()
        .map(|(need, fixture)| (need.clone(), facts(fixture)));
    Play {
        scenario: scenario.id.clone(),
        fixtures: told.collect(),
        fresh_fixtures: stage.settings.fresh_fixtures,
        steps,
    }
}

fn facts(fixture: &Supplied) -> BTreeMap<String, String> {
    let mut facts = fixture.facts.clone();
    facts.insert("id".to_owned(), fixture.id.clone());
    facts
}

struct Player<'a> {
    stage: &'a Stage,
    scenario: &'a Scenario,
    bindings: Bindings<'a>,
    exchanges: u32,
}

impl Player<'_> {
    async fn step(&mut self, index: usize, step: &Step) -> StepPlay {
        let Some(operation) = self.stage.contract.operation(&step.call) else {
            return StepPlay::default();
        };
        let mut ways = Vec::new();
        for way in step.ways() {
            if let Some(way) = self.way(index, step, operation, &way).await {
                ways.push(way);
            }
        }
        self.remember(step, operation, ways.first());
        StepPlay {
            values: self.values(index, step),
            ways,
        }
    }

    async fn way(
        &mut self,
        index: usize,
        step: &Step,
        operation: &Operation,
        way: &Inputs,
    ) -> Option<WayPlay> {
        let selection = contract::page_selection(operation).filter(|_| step.all_pages);
        let Some(selection) = selection else {
            let request = self.compose(index, step, operation, way, None)?;
            let exchange = self.send(request).await;
            let complete = is_whole(operation, &exchange);
            return Some(WayPlay {
                exchanges: vec![exchange],
                complete,
            });
        };
        let mut played = WayPlay::default();
        for number in 1..=MOST_PAGES {
            let page = Some((selection.page.as_str(), number));
            let request = self.compose(index, step, operation, way, page)?;
            let exchange = self.send(request).await;
            let items = items(operation, &exchange);
            let before = played
                .exchanges
                .last()
                .and_then(|before| self::items(operation, before));
            let again = items.is_some() && items == before;
            let ended = items.as_ref().is_some_and(Vec::is_empty);
            // The same page again shows that there is more than this list tells.
            played.complete = !again && (ended || is_last(operation, &exchange, number));
            let unreadable = items.is_none();
            played.exchanges.push(exchange);
            if played.complete || again || unreadable {
                break;
            }
        }
        Some(played)
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
            step,
            index,
            bindings: &self.bindings,
            keys: &self.stage.settings.keys,
        };
        composer.request(way, page)
    }

    /// Sends a request; a write that cannot be noted first is not sent.
    async fn send(&mut self, request: Request) -> Exchange {
        self.exchanges += 1;
        let number = self.exchanges;
        let writes = !request.method.is_safe();
        let (ledger, scenario) = (&self.stage.ledger, &self.scenario.id);
        if writes && let Err(error) = ledger.intend(scenario, number, &request) {
            let outcome = Err(Fault::Unsendable(format!(
                "the journal cannot be written: {error}"
            )));
            return Exchange {
                number,
                request,
                outcome,
            };
        }
        let outcome = self.stage.courier.send(&request).await;
        let exchange = Exchange {
            number,
            request,
            outcome,
        };
        if writes {
            // The write has happened: that its end could not be noted does not undo it.
            let _ = ledger.complete(scenario, &exchange);
        }
        exchange
    }

    fn remember(&mut self, step: &Step, operation: &Operation, way: Option<&WayPlay>) {
        let exchange = way.and_then(|way| way.exchanges.first());
        let (Some(name), Some(exchange)) = (&step.name, exchange) else {
            return;
        };
        self.bindings
            .sent
            .insert(name.clone(), Sent::read(operation, &exchange.request));
        if let Ok(response) = &exchange.outcome
            && let Some(json) = Json::parse(&response.body)
        {
            self.bindings.answers.insert(name.clone(), json);
        }
    }

    fn values(&self, index: usize, step: &Step) -> Values {
        let fill = |texts: &[Text]| {
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
        Values {
            shows: fill(&step.shows),
            hides: fill(&step.hides),
            order: order.collect(),
        }
    }
}

/// Whether one answer shows all there is: of a list only if it says that it has one page.
fn is_whole(operation: &Operation, exchange: &Exchange) -> bool {
    operation.paging.is_none() || is_last(operation, exchange, 1)
}

fn is_last(operation: &Operation, exchange: &Exchange, number: u32) -> bool {
    let total = || {
        let paging = contract::paging(operation)?;
        let page = json(exchange)?;
        let total = page
            .get(&paging.meta)?
            .get(contract::total_pages(paging)?)?;
        match total {
            Json::Number(digits) | Json::Text(digits) => digits.parse::<u32>().ok(),
            _ => None,
        }
    };
    total().is_some_and(|total| number >= total)
}

fn items(operation: &Operation, exchange: &Exchange) -> Option<Vec<Json>> {
    let list = contract::list_member(operation)?;
    Some(json(exchange)?.get(list)?.items()?.to_vec())
}

fn json(exchange: &Exchange) -> Option<Json> {
    Json::parse(&exchange.outcome.as_ref().ok()?.body)
}
