//! Compares what variants do in gaps with what `observe` finds out about them.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use mutation::server::{ServerFactory, ServerProgram};
use mutation::suite_run::RunOptions;
use mutation::variant::{Choice, Topic, Variant, dimensions, draw, named_variants};
use mutation::variant_run::VariantRun;
use referral_conformance::depth::Depth;
use referral_conformance::level::Level;
use referral_conformance::observe::with_probes;
use referral_conformance::observed::{Observed, observe};
use referral_conformance::plan::PlanInputs;
use referral_conformance::suite::{self, Suite};

use crate::library::{LibraryServers, run_options, suite};

/// The answer to the gap of a choice. `None` if the choice cannot be distinguished from others, or its gap has no
/// answer.
fn answer(choice: &Choice) -> Option<String> {
    let name = &choice.alternative.name;
    let is_status = name.parse::<u16>().is_ok();
    match choice.topic {
        Topic::SuccessStatus | Topic::RefusalStatus if is_status => Some(name.clone()),
        Topic::Key => Some("false".to_owned()),
        // The lists of two accounts are merged only if the document describes their body.
        Topic::Scope if !choice.gap.starts_with("list_") => Some("\"service\"".to_owned()),
        Topic::ErrorMembers => Some("true".to_owned()),
        Topic::Field if name == "omitted" => Some("false".to_owned()),
        Topic::Field if name == "null" => Some("true".to_owned()),
        Topic::Body if name == "empty" => Some("\"none\"".to_owned()),
        _ => None,
    }
}

/// Choices that were observed, those that no exchange shows, and what was observed instead.
#[derive(Default)]
struct Tally {
    recovered: usize,
    open: Vec<String>,
    wrong: Vec<String>,
}

/// What choices for several gaps change together: a member of a record, or the status of an error case. The last of
/// these choices takes effect.
fn subject(choice: &Choice) -> Option<&str> {
    match choice.topic {
        Topic::Field => choice.gap.rsplit_once('.').map(|(member, _)| member),
        Topic::RefusalStatus => choice.gap.split('.').nth(2),
        _ => None,
    }
}

/// Whether the variant has another choice for the same thing.
fn is_overridden(variant: &Variant, choice: &Choice) -> bool {
    let others = variant.choices.iter().filter(|other| other.gap != choice.gap);
    let mut subjects = others.filter(|other| other.topic == choice.topic).map(subject);
    subject(choice).is_some() && subjects.any(|other| other == subject(choice))
}

impl Tally {
    fn add(&mut self, variant: &Variant, observed: &Observed) {
        // A later choice for the same gap may hide an earlier one.
        let gaps: BTreeSet<_> = variant.choices.iter().map(|choice| &choice.gap).collect();
        for id in gaps {
            let Some(gap) = observed.gaps.iter().find(|gap| gap.id == *id) else { continue };
            let choices = variant.choices.iter().filter(|choice| choice.gap == *id);
            if choices.clone().any(|choice| is_overridden(variant, choice)) {
                continue;
            }
            let expected: BTreeSet<_> = choices.map(answer).collect();
            let Some(Some(expected)) = expected.first().filter(|_| expected.len() == 1) else {
                continue;
            };
            match &gap.answer {
                _ if gap.witnesses == 0 => {}
                Ok(answer) if answer.to_string() == *expected => self.recovered += 1,
                Ok(answer) => {
                    self.wrong.push(format!("{}: {id} is {answer}, not {expected}", variant.name))
                }
                Err(why) => {
                    self.open.push(format!("{}: {id} = {expected}: {}", variant.name, why.name()))
                }
            }
        }
    }

    fn share(&self) -> usize {
        100 * self.recovered / (self.recovered + self.open.len() + self.wrong.len()).max(1)
    }
}

async fn tally(
    suite: &Suite,
    servers: Arc<dyn ServerFactory>,
    options: RunOptions,
    variants: &[Variant],
) -> Tally {
    let data = servers.test_data();
    let keys: BTreeSet<_> = data.keys.keys().cloned().collect();
    let plan = suite.plan(&PlanInputs {
        level: Level::Full,
        depth: options.depth,
        keys: keys.clone(),
        fixtures: &data.target.fixtures,
        only: None,
    });
    let running = plan.running().map(|entry| entry.scenario.clone()).collect();
    let suite = Arc::new(with_probes(suite, &running, &keys).unwrap());
    let run = VariantRun { suite: Arc::clone(&suite), servers, options, open_anyway: None };
    let mut tally = Tally::default();
    for variant in variants {
        let report = run.report(variant).await.unwrap();
        let traces = report.traces();
        tally.add(variant, &observe(&suite.contract, &suite.scenarios, traces.iter()));
    }
    tally
}

/// The variants without choices about other clients, delays and sockets, because such choices do not answer a gap.
fn observable(mut variants: Vec<Variant>) -> Vec<Variant> {
    for variant in &mut variants {
        variant.choices.retain(|choice| {
            !matches!(choice.topic, Topic::ConcurrentClients | Topic::Throttling | Topic::Framing)
        });
    }
    variants
}

#[tokio::test]
async fn choices_of_variants_are_observed_and_none_is_wrong() {
    let suite = suite();
    let dimensions = dimensions(&suite.contract);
    let mut variants = observable(named_variants(&dimensions));
    variants.truncate(5);
    variants.extend(observable((1..=8).map(|number| draw(&dimensions, 5, number)).collect()));
    let servers = Arc::new(LibraryServers::new());
    let tally = tally(&suite, servers, run_options(), &variants).await;
    assert_eq!(tally.wrong, [""; 0]);
    assert!(tally.recovered >= 10 && tally.share() >= 95, "{} {:?}", tally.recovered, tally.open);
}

#[tokio::test]
#[ignore = "takes minutes; run it by name after `cargo build --bins`"]
async fn choices_of_variants_of_the_reference_are_observed() {
    let suite = suite::embedded(Depth::Standard).unwrap();
    let dimensions = dimensions(&suite.contract);
    let program =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/debug/referral-reference");
    let servers = Arc::new(ServerProgram::seed(&program, &suite).await.unwrap());
    let variants = observable((1..=5).map(|number| draw(&dimensions, 5, number)).collect());
    let tally = tally(&suite, servers, run_options(), &variants).await;
    println!("{} recovered of {} variants", tally.recovered, variants.len());
    println!("open\n{}", tally.open.join("\n"));
    assert_eq!(tally.wrong, [""; 0]);
    assert!(tally.share() >= 95, "{} % observed", tally.share());
}
