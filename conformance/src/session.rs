//! A run from its plan to its report, whatever the transport: the door for programs.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use crate::exchange::{Fault, Play};
use crate::exit::Exit;
use crate::plan::{Decision, Plan};
use crate::redact::Redactor;
use crate::report::{Absent, Report, RunInfo};
use crate::residue::residue;
use crate::run::{
    Act, Acted, Company, Courier, Ledger, Pace, Settings, Stop, Transport, hash, queue,
};
use crate::scenario::Scenario;
use crate::suite::Suite;
use crate::target::Supplied;
use crate::tries::{MOST_TRIES, Shown, Tries, Why, pause, reaches_back, uses_up};
use crate::untested::Untested;
use crate::verdict::{HarnessFault, verdicts};

/// What a run is made of.
pub struct Session<'a> {
    /// Contract and scenarios.
    pub suite: &'a Suite,
    /// What will be played.
    pub plan: &'a Plan,
    /// Where, when and how, for the report.
    pub info: RunInfo,
    /// Where, when and how, for the requests.
    pub settings: Settings,
    /// Knows what must never be written.
    pub redactor: Redactor,
}

/// The way to the service.
pub struct Wire<'a> {
    /// Carries the requests.
    pub transport: Arc<dyn Transport>,
    /// How many requests a second are sent at most.
    pub rate: Option<f64>,
    /// Ends the run early.
    pub stop: Stop,
    /// Notes the writes.
    pub ledger: Ledger,
    /// Where a scenario that uses things up gets others, when it is played again.
    pub spares: Option<Spares<'a>>,
}

/// Hands out fixtures that nobody has used yet, by name of the need; `None` if there are not enough.
pub type Spares<'a> = &'a (dyn Fn(&Scenario) -> Option<BTreeMap<String, Supplied>> + Sync);

/// A run that has ended.
#[derive(Clone, Debug)]
pub struct Ended {
    shown: Shown,
    /// Whether somebody stopped it.
    pub interrupted: bool,
    /// Why it was given up, if that was for lack of answers.
    fault: Option<Fault>,
}

impl Ended {
    /// What was sent and answered, in all tries of all scenarios.
    pub fn plays(&self) -> impl Iterator<Item = &Play> + Clone {
        self.shown.earlier.iter().chain(&self.shown.plays)
    }
}

impl Session<'_> {
    /// Plays what is planned, what is doubtful more than once, and keeps what came of it without secrets; `one_ended`
    /// is called as each scenario ends for the first time.
    pub async fn play(&self, wire: Wire<'_>, one_ended: impl Fn() + Send + 'static) -> Ended {
        let Wire {
            transport,
            rate,
            stop,
            ledger,
            spares,
        } = wire;
        let courier = Courier::new(transport, Pace::per_second(rate), stop.clone());
        let (settings, redactor) = (self.settings.clone(), self.redactor.clone());
        let mut company = Company::new(self.suite, settings, redactor, courier, ledger);
        let first = company.play(queue(&self.suite.scenarios, self.plan), one_ended);
        let mut tries = Tries::of(self.suite, self.settings.alone, first.await);
        for attempt in 2..=MOST_TRIES {
            let acts = self.again(&tries, attempt, spares);
            if acts.is_empty() || stop.is_wanted() {
                break;
            }
            let (whys, acts): (Vec<_>, Vec<_>) = acts.into_iter().unzip();
            let acted = company.play(acts, || ()).await;
            tries.add(acted, &whys.into_iter().collect());
        }
        company.end();
        Ended {
            shown: tries.end(),
            interrupted: stop.is_interrupted(),
            fault: stop.fault().cloned(),
        }
    }

    /// What is to be played again, in order of scenario.
    fn again(
        &self,
        tries: &Tries<'_>,
        attempt: u32,
        spares: Option<Spares<'_>>,
    ) -> Vec<((String, Why), Act)> {
        let doubtful = tries.doubtful().into_iter();
        let act = |(scenario, why, acted): (&Scenario, Why, &Acted)| {
            let fixtures = match uses_up(self.suite, scenario) {
                true => spares?(scenario)?.into(),
                false => self.given(scenario)?,
            };
            let pause = match why {
                _ if self.settings.hasty => Duration::ZERO,
                Why::Hidden => reaches_back(&acted.play, self.settings.now),
                Why::Changed | Why::UsedUp => {
                    let drawn = hash(&[&self.settings.run_id, &scenario.id, &attempt.to_string()]);
                    pause(why, attempt, acted.took, drawn)
                }
            };
            let act = Act {
                scenario: self.suite.place(&scenario.id)?,
                fixtures,
                attempt,
                pause,
            };
            Some(((scenario.id.clone(), why), act))
        };
        doubtful.filter_map(act).collect()
    }

    /// What the plan gives a scenario.
    fn given(&self, scenario: &Scenario) -> Option<Arc<BTreeMap<String, Supplied>>> {
        match &self.plan.entry(&scenario.id)?.decision {
            Decision::Run(fixtures) => Some(Arc::clone(fixtures)),
            Decision::Skip(..) => None,
        }
    }

    /// Judges what was played.
    ///
    /// # Errors
    /// [`HarnessFault`] when the verdicts do not add up: then nothing is said of the service.
    pub fn report<'r>(&'r self, ended: &'r Ended) -> Result<Report<'r>, HarnessFault> {
        let suite = self.suite;
        let shown = &ended.shown;
        let verdicts = verdicts(&suite.clauses, self.plan, &shown.judgement.findings)?;
        let residue = residue(&suite.contract, &suite.scenarios, ended.plays());
        let untested = Untested::of(
            suite,
            &self.info.base_url,
            &shown.plays,
            ended.fault.as_ref(),
            &verdicts,
        );
        let exit = match ended.interrupted {
            true => Exit::Interrupted,
            false => Exit::of(&verdicts, &residue, &self.info.allowed, untested.is_some()),
        };
        let mut report = Report {
            suite,
            plan: self.plan,
            run: self.info.clone(),
            aim: format!("--base-url {}", self.info.base_url),
            verdicts,
            observations: shown.judgement.observations.clone(),
            repeated: Cow::Borrowed(&shown.repeated),
            residue,
            plays: Cow::Borrowed(&shown.plays),
            untested,
            absent: Absent::of(suite, &shown.plays),
            exit,
            verbose: false,
        };
        report.hide_short_keys(&self.redactor);
        Ok(report)
    }
}
