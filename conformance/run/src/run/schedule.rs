//! The order in which scenarios start.

use std::cmp::Reverse;
use std::sync::Arc;
use std::time::Duration;

use super::ScheduledScenario;
use crate::plan::{Decision, Plan};
use crate::scenario::Scenario;

/// The planned scenarios in order of start. Scenarios that check the order of records they create come first,
/// while few other records exist; then the longest, because a long scenario that starts late would run alone at
/// the end.
pub(crate) fn schedule(scenarios: &[Scenario], plan: &Plan) -> Vec<ScheduledScenario> {
    let mut queue: Vec<_> = scenarios
        .iter()
        .enumerate()
        .filter_map(|(index, scenario)| match &plan.entry(&scenario.id)?.decision {
            Decision::Run(fixtures) => {
                let scheduled = ScheduledScenario {
                    scenario: index,
                    fixtures: Arc::clone(fixtures),
                    attempt: 1,
                    delay: Duration::ZERO,
                    pauses: false,
                };
                Some((scenario, scheduled))
            }
            Decision::Skip(..) => None,
        })
        .collect();
    queue.sort_by_cached_key(|(scenario, _)| {
        let checks_order = scenario.steps.iter().any(|step| !step.order.is_empty());
        let calls: usize = scenario.all_steps().map(|step| step.attempts().len()).sum();
        (!checks_order, Reverse(calls))
    });
    queue.into_iter().map(|(_, scheduled)| scheduled).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::depth::Depth;
    use crate::level::Level;
    use crate::plan::PlanInputs;
    use crate::testing::library;

    /// In order of id, the reverse of the expected order.
    const SCENARIOS: [(&str, &str); 4] = [
        ("books/get_book/a_short", "[{ call: list_books }]"),
        ("books/get_book/b_long", "[{ call: list_books }, { call: list_books }]"),
        (
            "books/list_books/c_not_allowed",
            "[{ call: list_books, key: expired, refused: reader_gone }, { call: list_books }]",
        ),
        (
            "books/list_books/d_order",
            "[{ call: add_book, as: one }, { call: add_book, as: two }, { call: list_books, order: \
             { '{one.body.title}': '{one.body.title}', '{two.body.title}': '{two.body.title}' } }]",
        ),
    ];

    #[test]
    fn longest_scenarios_start_first() {
        let scenarios =
            SCENARIOS.map(|(id, steps)| (id, format!("scenario: 1\ntitle: One\nsteps: {steps}\n")));
        let suite = library(&scenarios);
        let allowance = PlanInputs {
            level: Level::Own,
            depth: Depth::Thorough,
            keys: ["main".to_owned()].into(),
            fixtures: &BTreeMap::new(),
            only: None,
        };
        let plan = suite.plan(&allowance);
        let scheduled = schedule(&suite.scenarios, &plan);
        let ids = scheduled.iter().map(|scheduled| suite.scenarios[scheduled.scenario].id.as_str());
        assert_eq!(
            ids.collect::<Vec<_>>(),
            ["books/list_books/d_order", "books/get_book/b_long", "books/get_book/a_short",]
        );
    }
}
