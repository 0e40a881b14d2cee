//! A run from its plan to its report, over any transport: the entry point for programs.

use std::borrow::Cow;

pub use conformance_run::session::{EndedScenario, FinishedRun, RunIo};

use crate::contract::usual_key;
use crate::exit::Exit;
use crate::observed::check_answers;
use crate::plan::Plan;
use crate::reason::Reason;
use crate::redact::Redactor;
use crate::report::{Repeat, Report, RunInfo, Unimplemented};
use crate::run::Settings;
use crate::suite::Suite;
use crate::untested::{RefusedKey, ResponseKind, UntestedCause};
use crate::verdict::{ClauseVerdict, HarnessFault, Verdict, verdicts};

/// A run and what its report says of it.
pub struct Session<'a> {
    /// Contract and scenarios.
    pub suite: &'a Suite,
    /// The scenarios to run.
    pub plan: &'a Plan,
    /// For the report.
    pub info: RunInfo,
    /// For the requests.
    pub settings: Settings,
    /// Removes secrets from everything that is kept.
    pub redactor: Redactor,
}

impl Session<'_> {
    /// Runs the planned scenarios and retries those that other clients may have disturbed. Calls `on_complete` after each
    /// attempt of a scenario.
    pub async fn run(
        &self,
        io: RunIo<'_>,
        on_complete: impl Fn(EndedScenario<'_>) + Send + Sync + 'static,
    ) -> FinishedRun {
        let Self { suite, plan, settings, redactor, .. } = self;
        conformance_run::session::run(suite, plan, settings, redactor, io, on_complete).await
    }

    /// Judges a finished run. Fails with [`HarnessFault`] when the verdicts do not add up to all
    /// clauses.
    pub fn report<'r>(&'r self, run: &'r FinishedRun) -> Result<Report<'r>, HarnessFault> {
        let suite = self.suite;
        let findings = &run.findings;
        let mut verdicts = verdicts(&suite.clauses, self.plan, &findings.judgement.findings)?;
        let mut leftovers = run.leftovers.clone();
        let survey = &findings.survey;
        let refused_keys = match run.preflight.untested_cause {
            Some(_) => run.preflight.refused_keys.clone(),
            None => survey.refused_keys(&suite.contract, &self.info.key_sources),
        };
        let cause = self.untested_cause(run, &refused_keys);
        if cause.as_ref().is_some_and(|cause| cause.is_only(ResponseKind::WebPage)) {
            // Pages say nothing of the service that the document describes, and so of no record.
            verdicts.iter_mut().for_each(|clause| clause.withdraw(Reason::NotAsDocumented));
            leftovers.clear();
        }
        let is_untested =
            cause.as_ref().is_some_and(UntestedCause::prevents_testing) || !is_tested(&verdicts);
        let exit = if run.interrupted {
            Exit::Interrupted
        } else {
            let excused = (&*self.info.allowed, &self.info.waivers);
            Exit::for_run(&verdicts, &leftovers, excused, is_untested)
        };
        let answers = check_answers(&suite.contract, &suite.scenarios, run.traces());
        let is_contradicted = answers.iter().any(|answer| answer.difference.is_some());
        let exit = if is_contradicted { exit.with_contradicted_answer() } else { exit };
        Ok(Report {
            suite,
            plan: self.plan,
            run: self.info.clone(),
            repeat: Repeat::Run(format!("--base-url {}", self.info.base_url)),
            verdicts,
            observations: findings.judgement.observations.clone(),
            repeated: Cow::Borrowed(&findings.retried),
            leftovers,
            traces: Cow::Borrowed(&findings.traces),
            refused_keys,
            untested_cause: cause,
            unimplemented: Unimplemented::find(survey),
            notes: survey.notes(),
            answers,
            exit,
            duration: None,
            verbose: false,
        })
    }

    /// What explains all results: the reads before the run, or its own responses.
    fn untested_cause(
        &self,
        run: &FinishedRun,
        refused_keys: &[RefusedKey],
    ) -> Option<UntestedCause> {
        let usual = usual_key(&self.suite.contract);
        let of_run = || {
            UntestedCause::of(
                &self.info.base_url,
                &run.findings.traces,
                run.fault.as_ref(),
                refused_keys.iter().find(|key| Some(key.kind.as_str()) == usual),
                &run.findings.survey,
                &self.redactor,
            )
        };
        run.preflight.untested_cause.clone().or_else(of_run)
    }
}

/// Whether a clause was shown to hold or to be broken.
fn is_tested(verdicts: &[ClauseVerdict]) -> bool {
    verdicts.iter().any(|clause| {
        matches!(clause.verdict, Verdict::Held | Verdict::Violated | Verdict::Deviates)
    })
}
