//! A run from its plan to its report, whatever the transport: the door for programs.

use std::sync::Arc;

use crate::exchange::Play;
use crate::exit::Exit;
use crate::judge::judge;
use crate::plan::Plan;
use crate::redact::Redactor;
use crate::report::{Report, RunInfo};
use crate::residue::residue;
use crate::run::{Courier, Ledger, Pace, Settings, Stop, Transport, run};
use crate::suite::Suite;
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
pub struct Wire {
    /// Carries the requests.
    pub transport: Arc<dyn Transport>,
    /// How many requests a second are sent at most.
    pub rate: Option<u32>,
    /// Ends the run early.
    pub stop: Stop,
    /// Notes the writes.
    pub ledger: Ledger,
}

/// A run that has ended.
#[derive(Clone, Debug)]
pub struct Ended {
    /// What was sent and answered.
    pub plays: Vec<Play>,
    /// Whether somebody stopped it.
    pub interrupted: bool,
}

impl Session<'_> {
    /// Plays what is planned, and keeps what came of it without secrets; `one_ended` is called as
    /// each scenario ends.
    pub async fn play(&self, wire: Wire, one_ended: impl Fn()) -> Ended {
        let Wire {
            transport,
            rate,
            stop,
            ledger,
        } = wire;
        let courier = Courier::new(transport, Pace::per_second(rate), stop.clone());
        let (settings, redactor) = (self.settings.clone(), self.redactor.clone());
        let ended = run(
            self.suite,
            self.plan,
            settings,
            redactor,
            courier,
            ledger,
            |_| one_ended(),
        );
        let plays = ended.await;
        Ended {
            plays,
            interrupted: stop.is_interrupted(),
        }
    }

    /// Judges what was played.
    ///
    /// # Errors
    /// [`HarnessFault`] when the verdicts do not add up: then nothing is said of the service.
    pub fn report<'r>(&'r self, ended: &'r Ended) -> Result<Report<'r>, HarnessFault> {
        let suite = self.suite;
        let judged = judge(
            &suite.contract,
            &suite.clauses,
            &suite.scenarios,
            &ended.plays,
        );
        let verdicts = verdicts(&suite.clauses, self.plan, &judged.findings)?;
        let residue = residue(&suite.contract, &suite.scenarios, &ended.plays);
        let exit = match ended.interrupted {
            true => Exit::Interrupted,
            false => Exit::of(&verdicts, &residue),
        };
        Ok(Report {
            suite,
            plan: self.plan,
            run: self.info.clone(),
            aim: format!("--base-url {}", self.info.base_url),
            verdicts,
            observations: judged.observations,
            residue,
            plays: &ended.plays,
            exit,
        })
    }
}
