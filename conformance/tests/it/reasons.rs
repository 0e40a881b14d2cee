//! The sentence of every reason is true of the runs that show it, and explained.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use http::header::LOCATION;
use http::{HeaderMap, HeaderValue};
use referral_conformance::depth::Depth;
use referral_conformance::exchange::{Exchange, Fault, Request, Response, ScenarioTrace};
use referral_conformance::level::Level;
use referral_conformance::reason::Reason;
use referral_conformance::run::{StopSignal, Transport};
use referral_conformance::scenario::{Expectation, KeyChoice, Reference, Scenario, Step};
use referral_conformance::suite::Suite;
use referral_conformance::verdict::{ClauseVerdict, Verdict};
use serde_json::Value;
use spec::ClauseKind;

use crate::instances::{FROM_LENT, FROM_WITHDRAWN, STACKS, without_loans};
use crate::library::{Broken, FixedResponse, Library};
use crate::program::{output_text, program_with, unfolded};
use crate::session::{
    Access, Setup, answered, answering, changing, library, numbered, run_with, suite_of,
};
use crate::sweep::folder_with_scenario;
use crate::unseen_list::{GENRES, contract_with_unseen_list, load};

/// What a run showed, and what it was given.
struct Run<'s> {
    name: String,
    suite: &'s Suite,
    setup: Setup<'s>,
    clauses: Vec<ClauseVerdict>,
    traces: Vec<ScenarioTrace>,
    /// Ids of the clauses that failed in some attempts only.
    flaky: BTreeSet<String>,
}

impl<'s> Run<'s> {
    fn new(
        name: impl Into<String>,
        suite: &'s Suite,
        setup: Setup<'s>,
        server: impl Transport + 'static,
    ) -> Self {
        let (clauses, traces, flaky) = run_with(suite, server, &setup, |session, ended| {
            let report = session.report(ended).unwrap();
            let flaky = report.repeated.iter().flat_map(|it| &it.flaky);
            let flaky = flaky.map(|flaky| flaky.clause.clone()).collect();
            (report.verdicts, ended.traces().cloned().collect(), flaky)
        });
        Self { name: name.into(), suite, setup, clauses, traces, flaky }
    }

    fn scenario(&self, id: &str) -> &Scenario {
        self.suite.scenarios.iter().find(|scenario| scenario.id == id).unwrap()
    }

    /// The exchanges of a step, by its index, in all attempts.
    fn exchanges(&self, scenario: &str, step: usize) -> Vec<&Exchange> {
        let traces = self.traces.iter().filter(|trace| trace.scenario == scenario);
        let steps = traces.filter_map(|trace| trace.steps.get(step));
        let attempts = steps.flat_map(|step| &step.attempts);
        attempts.flat_map(|attempt| &attempt.exchanges).collect()
    }

    /// Each reason that the run shows: the clause, and the scenario and the index of the step, if it is about one.
    fn reasons(&self) -> Vec<Shown<'_>> {
        let mut shown = Vec::new();
        for clause in &self.clauses {
            if let Verdict::NotExercised(reason) | Verdict::Inconclusive(reason) = clause.verdict {
                shown.push(Shown { run: self, clause, reason, at: None });
            }
            shown.extend(clause.unclear.iter().map(|unclear| {
                let at = Some((&*unclear.scenario, unclear.step - 1));
                Shown { run: self, clause, reason: unclear.reason, at }
            }));
        }
        shown
    }
}

/// A reason, where a run shows it.
struct Shown<'r> {
    run: &'r Run<'r>,
    clause: &'r ClauseVerdict,
    reason: Reason,
    at: Option<(&'r str, usize)>,
}

fn status(exchange: &Exchange) -> Option<u16> {
    exchange.outcome.as_ref().ok().map(|response| response.status)
}

fn is_success(exchange: &&Exchange) -> bool {
    exchange.outcome.as_ref().is_ok_and(Response::is_success)
}

fn body(exchange: &Exchange) -> Option<Value> {
    serde_json::from_str(std::str::from_utf8(&exchange.outcome.as_ref().ok()?.body).ok()?).ok()
}

/// In the value that the server has instead of the one in the target.
const MARK_OF_ANOTHER_RUN: &str = "52f1c09a7be4d380.0b12cd";

fn holds_text(exchange: &Exchange, text: &str) -> bool {
    body(exchange).is_some_and(|body| body.to_string().contains(text))
}

impl Shown<'_> {
    fn exchanges(&self) -> Vec<&Exchange> {
        self.at.map_or_else(Vec::new, |(scenario, step)| self.run.exchanges(scenario, step))
    }

    fn any(&self, is: impl Fn(&Exchange) -> bool) -> bool {
        self.exchanges().into_iter().any(is)
    }

    fn has_status(&self, statuses: &[u16]) -> bool {
        self.any(|exchange| status(exchange).is_some_and(|status| statuses.contains(&status)))
    }

    fn has_fault(&self, is: impl Fn(&Fault) -> bool) -> bool {
        self.any(|exchange| exchange.outcome.as_ref().err().is_some_and(&is))
    }

    /// The scenario up to this step, this one last.
    fn steps(&self) -> Vec<(usize, &Step)> {
        let Some((scenario, step)) = self.at else { return Vec::new() };
        self.run.scenario(scenario).steps.iter().enumerate().take(step + 1).collect()
    }

    fn scenarios(&self) -> impl Iterator<Item = &Scenario> {
        self.clause.scenarios.iter().map(|id| self.run.scenario(id))
    }

    /// Whether some call that should have been accepted was not, up to this step.
    fn has_failed_call(&self) -> bool {
        let Some((scenario, _)) = self.at else { return false };
        self.steps().into_iter().any(|(index, _)| {
            let exchanges = self.run.exchanges(scenario, index);
            exchanges.is_empty() || exchanges.iter().any(|exchange| !is_success(exchange))
        })
    }

    /// Whether an operation was answered 501 in the run.
    fn is_unimplemented(&self, operation: &str) -> bool {
        self.run.traces.iter().any(|trace| {
            let steps = self.run.scenario(&trace.scenario).steps.iter().zip(&trace.steps);
            steps.filter(|(step, _)| step.call == operation).any(|(_, trace)| {
                let exchanges = trace.attempts.iter().flat_map(|attempt| &attempt.exchanges);
                exchanges.into_iter().any(|exchange| status(exchange) == Some(501))
            })
        })
    }

    /// Whether a field has a value in a record of the responses to the step, if the clause is about a field.
    fn has_value(&self) -> bool {
        let ClauseKind::FieldType { member, field } = &self.clause.clause.kind else {
            return false;
        };
        self.exchanges().into_iter().filter(is_success).filter_map(body).any(|body| {
            let records = match &body[member] {
                Value::Array(records) => records.clone(),
                record => vec![record.clone()],
            };
            records.iter().any(|record| !record[field].is_null())
        })
    }

    /// Whether, in some attempt, an earlier response lacks what the step refers to: it was not accepted, or has no such
    /// member.
    fn lacks_capture(&self) -> bool {
        let Some((name, step)) = self.at else { return false };
        let scenario = self.run.scenario(name);
        let step = &scenario.steps[step];
        let compared = step.compared().flat_map(|(_, value)| value.references());
        let references: Vec<_> = step.references().chain(compared).collect();
        self.run.traces.iter().filter(|trace| trace.scenario == name).any(|trace| {
            references.iter().any(|reference| {
                let (Reference::Response { step, .. } | Reference::Sent { step, .. }) = reference
                else {
                    return false;
                };
                let earlier = &trace.steps[scenario.step(step).unwrap()].attempts;
                let mut earlier = earlier.iter().flat_map(|attempt| &attempt.exchanges);
                let Reference::Response { place, .. } = reference else {
                    // Of a step with `lookup`, the response may lack what it looks for.
                    let finds = scenario.steps[scenario.step(step).unwrap()].lookup;
                    return earlier.next().is_none_or(|first| finds && !is_success(&first));
                };
                let field = format!("\"{}\"", place.field);
                !earlier.filter(is_success).any(|exchange| {
                    body(exchange).is_some_and(|body| body.to_string().contains(&field))
                })
            })
        })
    }

    /// Whether the fact behind the sentence of the reason is there.
    fn is_true(&self) -> bool {
        let setup = &self.run.setup;
        let is_of_step = self.at.is_some();
        match self.reason {
            Reason::NotImplemented => {
                let lacking = &self.clause.lacking;
                is_of_step
                    || !lacking.is_empty() && lacking.iter().all(|id| self.is_unimplemented(id))
            }
            Reason::Unavailable => !is_of_step || self.has_status(&[502, 503, 504, 522]),
            Reason::RateLimited => !is_of_step || self.has_status(&[429]),
            Reason::Transport => !is_of_step || self.has_fault(|fault| *fault == Fault::Timeout),
            Reason::Unreadable => {
                !is_of_step || self.has_fault(|fault| matches!(fault, Fault::TooLarge(_)))
            }
            Reason::Unsettled => !is_of_step || self.has_fault(|it| *it == Fault::Unsettled),
            Reason::Redirected => !is_of_step || self.has_status(&[302]),
            Reason::ServerError => !is_of_step || self.has_status(&[500]),
            Reason::Stopped => {
                self.exchanges().is_empty() || self.has_fault(|it| *it == Fault::Stopped)
            }
            Reason::Unanswered => !is_of_step || self.has_fault(|it| *it == Fault::Unanswered),
            Reason::Throttled => !is_of_step || self.has_fault(|it| *it == Fault::Throttled),
            Reason::NotStarted => !is_of_step || self.has_fault(|it| *it == Fault::NotStarted),
            Reason::Oversized => !is_of_step || self.has_fault(|it| *it == Fault::Oversized),
            Reason::FailedFast => !is_of_step || self.has_fault(|it| *it == Fault::FailedFast),
            Reason::WrongReason | Reason::DocumentedRefusal => {
                !is_of_step || self.any(|exchange| !is_success(&exchange))
            }
            Reason::NotAsDocumented | Reason::NotShownToDiscriminate => {
                !is_of_step || self.any(|exchange| is_success(&exchange))
            }
            // The expected refusals are among the calls that were not accepted.
            Reason::OtherOutcome => {
                let own = self.steps().pop();
                !is_of_step
                    || self.has_failed_call()
                    || own.is_some_and(|(_, step)| step.expect != Expectation::Accepted)
            }
            Reason::NotDemonstrated => {
                let own = self.steps().pop();
                !is_of_step
                    || self.has_failed_call()
                    || own.is_some_and(|(_, step)| step.expect != Expectation::Accepted)
            }
            Reason::OtherRun => !is_of_step || self.any(|it| holds_text(it, MARK_OF_ANOTHER_RUN)),
            Reason::Unstable => self.run.flaky.contains(&self.clause.clause.id),
            Reason::NoControl => !self.clause.scenarios.is_empty(),
            Reason::ClassNotSeen => {
                let classes = self.clause.classes.as_ref();
                !is_of_step && classes.is_some_and(|classes| !classes.missing.is_empty())
            }
            Reason::NothingIncluded | Reason::NothingExcluded | Reason::NoOtherRecord => {
                self.clause.witnesses > 0 && self.clause.verdict != Verdict::Held
            }
            Reason::PartlyShown => self.clause.witnesses > 0 || !is_of_step,
            Reason::PageLimit => !is_of_step || self.any(|exchange| is_success(&exchange)),
            Reason::Unobservable => !is_of_step || self.any(|exchange| exchange.outcome.is_ok()),
            Reason::NoItems => {
                let has_empty = |body: Value| body.to_string().contains("[]");
                !is_of_step || self.exchanges().into_iter().filter_map(body).any(has_empty)
            }
            Reason::TooFewItems => !is_of_step || self.any(|exchange| is_success(&exchange)),
            Reason::NoValue | Reason::LegallyAbsent => !is_of_step || !self.has_value(),
            Reason::NoCapture => !is_of_step || self.lacks_capture(),
            Reason::NoFixture => self.scenarios().any(|scenario| {
                scenario.needs.iter().any(|need| {
                    let known = setup.fixtures.get(&need.kind).map_or(&[][..], Vec::as_slice);
                    !known
                        .iter()
                        .any(|fixture| need.facts.iter().all(|fact| fixture.fact(fact).is_some()))
                })
            }),
            Reason::UsedUp => {
                !setup.fresh_fixtures
                    && (!is_of_step || self.any(|exchange| !is_success(&exchange)))
            }
            Reason::NoKey => self.scenarios().any(|scenario| {
                scenario.steps.iter().any(|step| match &step.key {
                    KeyChoice::Kind(kind) => setup.keys.iter().all(|(known, _)| known != kind),
                    _ => false,
                })
            }),
            // No path of the library has a parameter that does not identify a record.
            Reason::NoParameter => false,
            Reason::Level => self.scenarios().any(|scenario| scenario.level > setup.level),
            Reason::Depth => self.scenarios().any(|scenario| scenario.depth > setup.depth),
            Reason::Filter => {
                setup.only.as_ref().is_some_and(|only| !only.matches(&self.clause.clause.id))
            }
            Reason::NoScenario => !is_of_step && self.clause.scenarios.is_empty(),
        }
    }
}

/// A response of this status and location.
fn redirect() -> Response {
    let location = (LOCATION, HeaderValue::from_static("http://elsewhere.test/"));
    Response { status: 302, headers: HeaderMap::from_iter([location]), body: "".into() }
}

const KNOWN_MEMBER: &str = "\
scenario: 1
title: A loan has the member that the target file has
needs: { lent: open_loan }
steps:
  - call: list_loans
    equals: { 'loans[lent.id].member': '{lent.member}' }
    proves: [list_loans.success.loans.member.value]
";

/// Runs that show all reasons together.
fn runs<'s>(
    suite: &'s Suite,
    unseen: &'s Suite,
    deep: &'s Suite,
    put_back: &'s Suite,
) -> Vec<Run<'s>> {
    let usual = Setup::default;
    let whole = || Library::new(Broken::Nothing);
    let mut runs = vec![Run::new("whole", suite, usual(), whole())];
    for broken in [
        Broken::Message,
        Broken::MissingMember,
        Broken::MemberType,
        Broken::NotAdded,
        Broken::NoCard,
        Broken::AlwaysTaken,
        Broken::NotImplemented,
        Broken::GuardReversed,
        Broken::StateRefused,
        Broken::MemberUnknown,
        Broken::TooMany,
    ] {
        runs.push(Run::new(format!("{broken:?}"), suite, usual(), Library::new(broken)));
    }
    let stale = Setup { fresh_fixtures: false, ..usual() };
    runs.push(Run::new("used up", suite, stale, Library::new(Broken::GuardReversed)));
    for (name, outcome) in [
        ("unavailable", Ok(answered(503, ""))),
        ("redirect", Ok(redirect())),
        ("time-out", Err(Fault::Timeout)),
        ("throttled", Err(Fault::Throttled)),
        ("oversized", Err(Fault::Oversized)),
        ("failed fast", Err(Fault::FailedFast)),
        ("not started", Err(Fault::NotStarted)),
        ("unsettled", Err(Fault::Unsettled)),
        ("too long", Err(Fault::TooLarge(1))),
        ("429", Ok(answered(429, ""))),
        ("empty", Ok(answered(200, ""))),
    ] {
        let is_late = |request: &Request| request.target.contains("loan");
        let library = whole();
        let server =
            answering(
                move |request| {
                    if is_late(request) { outcome.clone() } else { Ok(library.answer(request)) }
                },
            );
        runs.push(Run::new(name, suite, usual(), server));
    }
    let faulty = changing(whole(), |_, response| {
        if response.status >= 400 {
            *response = answered(500, "");
        }
    });
    runs.push(Run::new("500", suite, usual(), faulty));
    let other_run = changing(whole(), |_, response| {
        let body = String::from_utf8_lossy(&response.body);
        response.body = body.replace("ann@example.com", MARK_OF_ANOTHER_RUN).into_bytes().into();
    });
    runs.push(Run::new("other run", put_back, usual(), other_run));
    runs.push(Run::new("no response", suite, usual(), FixedResponse(Err(Fault::Timeout))));
    let keys = &[("main", "unknown-card")][..];
    runs.push(Run::new("refused key", suite, Setup { keys, ..usual() }, whole()));
    let without = Setup { keys, fixtures: BTreeMap::new(), ..usual() };
    runs.push(Run::new("refused key without fixtures", suite, without, whole()));
    let stop = StopSignal::default();
    stop.interrupt();
    runs.push(Run::new("stopped", suite, Setup { stop, ..usual() }, whole()));
    let only = Some("loans".parse().unwrap());
    runs.push(Run::new("part", suite, Setup { only, ..usual() }, whole()));
    runs.push(Run::new("read", suite, Setup { level: Level::Read, ..usual() }, whole()));
    runs.push(Run::new("quick", deep, Setup { depth: Depth::Quick, ..usual() }, whole()));
    let fixtures = BTreeMap::new();
    runs.push(Run::new("without fixtures", suite, Setup { fixtures, ..usual() }, whole()));
    let flicker = std::sync::atomic::AtomicUsize::new(0);
    let unsteady = changing(whole(), move |request, response| {
        let is_of_book = request.target.contains("/books/");
        if is_of_book
            && flicker.fetch_add(1, std::sync::atomic::Ordering::Relaxed).is_multiple_of(3)
        {
            *response = answered(404, "");
        }
    });
    let shared = Access { alone: false, pauses: false };
    runs.push(Run::new("unsteady", suite, Setup { access: shared, ..usual() }, unsteady));
    runs.push(Run::new("unseen", unseen, usual(), whole()));
    runs.push(Run::new("no loans", put_back, usual(), without_loans()));
    runs
}

#[test]
fn every_reason_is_true_of_the_runs_that_show_it() {
    let suite = library();
    let unseen =
        load(&contract_with_unseen_list(), &[GENRES, &STACKS.replace("    pages: all\n", "")]);
    let put_back = suite_of(&numbered(&[FROM_WITHDRAWN, FROM_LENT, KNOWN_MEMBER]));
    let deep = GENRES.replace("title:", "depth: thorough\ntitle:");
    let deep = suite_of(&numbered(&[&deep]));
    let mut seen = BTreeSet::new();
    let mut untrue = Vec::new();
    for run in runs(&suite, &unseen, &deep, &put_back) {
        for shown in run.reasons() {
            seen.insert(shown.reason);
            if !shown.is_true() {
                let (name, clause, reason) = (&run.name, &shown.clause.clause.id, shown.reason);
                untrue.push(format!("{name}: {clause}: {reason:?} {:?}", shown.at));
            }
        }
    }
    // The tests of the tracker cover it.
    seen.insert(Reason::NoParameter);
    let missing: Vec<_> = Reason::ALL.iter().filter(|reason| !seen.contains(reason)).collect();
    assert!(missing.is_empty(), "no run shows {missing:?}; untrue: {untrue:?}");
    assert!(
        untrue.is_empty(),
        "{}\n{} in all",
        untrue[..untrue.len().min(40)].join("\n"),
        untrue.len()
    );
}

#[test]
fn verdicts_and_reasons_are_explained() {
    let folder = folder_with_scenario();
    let explain = |word: &str| {
        let mut explain = program_with(folder.path(), "scenarios");
        unfolded(&output_text(&explain.args(["explain", word]).output().unwrap()))
    };
    for reason in Reason::ALL {
        let text = explain(reason.name());
        assert!(text.starts_with(&format!("reason {} ", reason.name())), "{text}");
        assert!(text.contains(reason.explanation()) && text.contains(reason.remedy()), "{text}");
    }
    for verdict in Verdict::ALL {
        let text = explain(verdict.name);
        assert!(
            text.starts_with(&format!("verdict {} {}", verdict.name, verdict.meaning)),
            "{text}"
        );
    }
}

/// What guides say of verdicts is what `explain` says.
#[test]
fn guide_has_the_meaning_of_each_verdict() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/judging.md");
    let guide = fs::read_to_string(path).unwrap();
    for verdict in Verdict::ALL {
        let row = format!("| {} | {} |", verdict.name, verdict.meaning);
        assert!(guide.contains(&row), "{row}");
    }
}
