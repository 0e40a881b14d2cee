//! Verifies a certificate: judges its transcript again, and compares.

use jiff::{SignedDuration, Timestamp};

use super::envelope::Envelope;
use super::keys::PublicKey;
use super::statement::{CertifiedClause, Statement, suite_digests};
use super::{sha256, transcript};
use crate::depth::Depth;
use crate::exchange::ScenarioTrace;
use crate::exit::Exit;
use crate::plan::PlanInputs;
use crate::preflight::Preflight;
use crate::redact::Redactor;
use crate::report::content::Outcome;
use crate::report::{Content, RunInfo};
use crate::retry::RunFindings;
use crate::run::Settings;
use crate::session::{FinishedRun, Session};
use crate::suite::Suite;
use crate::target::Target;
use crate::waivers::Waivers;

use transcript::PlannedRun;

/// Maximum difference between the clocks of the run and of `verify`.
const CLOCKS_DIFFER: SignedDuration = SignedDuration::from_hours(24);

/// A certificate that agrees with its transcript.
#[derive(Debug)]
pub struct Verified {
    pub statement: Statement,
    /// The id of the key that it was checked with; `None` if no key was given.
    pub key: Option<String>,
    /// Number of attempts of scenarios in the transcript.
    pub attempts: usize,
    /// Number of requests in the transcript.
    pub requests: usize,
}

/// The inputs for the verification of a certificate.
#[derive(Clone, Copy)]
pub struct Verifier<'a> {
    /// Loads the suite for runs of a depth. The scenarios depend on the depth.
    pub suite: &'a dyn Fn(Depth) -> Result<Suite, String>,
    /// The public key. If it is `None`, the signature is not checked.
    pub key: Option<&'a PublicKey>,
    /// The earliest start of the run.
    pub since: Option<Timestamp>,
    pub now: Timestamp,
}

impl Verifier<'_> {
    /// Verifies a certificate. `read_transcript` returns the text of the transcript. The error says why the certificate is
    /// refused.
    pub fn verify(
        &self,
        certificate: &str,
        read_transcript: impl FnOnce() -> Result<String, String>,
    ) -> Result<Verified, String> {
        let envelope = Envelope::read(certificate)?;
        let payload = envelope.statement()?;
        if let Some(key) = self.key {
            envelope.check(&payload, key)?;
        }
        let statement = Statement::read(&payload)?;
        statement.check()?;
        self.check_age(&statement.predicate.run.started_at)?;
        let depth = statement.predicate.run.depth.parse();
        let suite = &(self.suite)(depth.map_err(|why| format!("has an unknown depth: {why}"))?)?;
        check_suite(suite, &statement)?;
        let text = read_transcript()?;
        let wrong = |why: String| format!("does not agree with its transcript, which {why}");
        let (planned, traces) = transcript::read(&text).map_err(wrong)?;
        if !statement.is_of(&planned) {
            return Err(format!(
                "has the transcript of another run: of {}, started at {} with seed {}",
                planned.base_url, planned.started_at, planned.seed
            ));
        }
        if statement.digest_of("transcript") != Some(&sha256(&text)) {
            return Err("has a transcript that was changed: its digest is another one".to_owned());
        }
        let (attempts, requests) =
            (traces.len(), traces.iter().flat_map(ScenarioTrace::exchanges).count());
        let run = &statement.predicate.run;
        let judged = judge_again(suite, &planned, traces, (&run.allowed, &run.waivers))?;
        compare(&statement, &judged)?;
        Ok(Verified { key: self.key.map(PublicKey::id), statement, attempts, requests })
    }

    fn check_age(&self, started_at: &str) -> Result<(), String> {
        let started: Timestamp = started_at
            .parse()
            .map_err(|_| format!("has a start that is no time: `{started_at}`"))?;
        match self.since {
            Some(since) if started < since => Err(format!(
                "has expired: the run started at {started_at}, before the oldest start that `--max-age` allows, {since:.0}"
            )),
            _ if started.duration_since(self.now) > CLOCKS_DIFFER => Err(format!(
                "has a start in the future: {started_at}; the clock of the run or of this machine is wrong"
            )),
            _ => Ok(()),
        }
    }
}

fn check_suite(suite: &Suite, statement: &Statement) -> Result<(), String> {
    for part in suite_digests(suite) {
        let name = &part.name;
        if statement.digest_of(name) != part.digest.get("sha256").map(String::as_str) {
            let flags = "`--contract`, `--overlay` and `--scenarios` choose other files, and the certificate names its program: ";
            let tool = &statement.predicate.run.tool;
            return Err(format!("has another digest for {name} than this program; {flags}{tool}"));
        }
    }
    Ok(())
}

/// Judges the traces of a transcript, as the run did.
pub fn judge_again(
    suite: &Suite,
    planned: &PlannedRun,
    traces: Vec<ScenarioTrace>,
    (allowed, waivers): (&[String], &Waivers),
) -> Result<Content, String> {
    let wrong = |why: String| format!("does not agree with its transcript: {why}");
    let target = Target { parameters: planned.parameters.clone(), ..Target::default() };
    let suite = &suite.for_target(&target);
    if let Some(trace) = traces.iter().find(|trace| suite.scenario(&trace.scenario).is_none()) {
        return Err(wrong(format!("there is no scenario `{}`", trace.scenario)));
    }
    let allowed = allowed.iter().map(|text| text.parse()).collect::<Result<_, String>>();
    let started: Timestamp =
        planned.started_at.parse().map_err(|_| wrong("its start is no time".to_owned()))?;
    let fixtures = transcript::fixtures(&planned.fixtures);
    let (level, depth) = (planned.level.parse()?, planned.depth.parse()?);
    let only = planned.only.as_ref().map(|only| match only.parse() {
        Ok(only) => only,
        Err(never) => match never {},
    });
    let plan = suite.plan(&PlanInputs {
        level,
        depth,
        keys: planned.keys.clone(),
        fixtures: &fixtures,
        only,
    });
    let settings = Settings {
        exclusive: planned.alone,
        skip_retry_pauses: !planned.waits,
        ..Settings::new(format!("{:x}", planned.seed), started)
    };
    let findings = RunFindings::of_traces(suite, &plan, &settings, traces);
    let run = FinishedRun {
        findings,
        leftovers: Vec::new(),
        interrupted: false,
        fault: None,
        journal_failure: None,
        preflight: Preflight::default(),
    };
    let info = RunInfo {
        base_url: planned.base_url.clone(),
        level,
        depth,
        profile: String::new(),
        allowed: allowed?,
        waivers: waivers.clone(),
        seed: planned.seed,
        started_at: planned.started_at.clone(),
        journal: None,
        curl_arguments: Default::default(),
        key_sources: Default::default(),
    };
    let session = Session { suite, plan: &plan, info, settings, redactor: Redactor::default() };
    let report = session.report(&run).map_err(|fault| wrong(fault.to_string()))?;
    Ok(Content::from(&report))
}

/// Compares what a certificate says with what its transcript shows.
pub fn compare(statement: &Statement, judged: &Content) -> Result<(), String> {
    let run = &statement.predicate.run;
    let shown: Vec<_> = judged.clauses.iter().map(CertifiedClause::from).collect();
    let wrong = |why: String| format!("does not agree with its transcript: {why}");
    let verdict = |clause: &CertifiedClause| match &clause.reason {
        Some(reason) => format!("{} ({reason})", clause.verdict.words()),
        None => clause.verdict.words(),
    };
    if let Some((said, shown)) = run.clauses.iter().zip(&shown).find(|(said, it)| said != it) {
        return Err(wrong(if said.id != shown.id {
            format!("it lacks `{}`, or has `{}`", shown.id, said.id)
        } else if verdict(said) != verdict(shown) {
            let (id, said, shown) = (&said.id, verdict(said), verdict(shown));
            format!("`{id}` is {said} in the certificate, and {shown} in the transcript")
        } else {
            let things =
                |it: &CertifiedClause| format!("{} witnesses of {}", it.witnesses, it.things);
            let (id, said, shown) = (&said.id, things(said), things(shown));
            format!(
                "`{id}` has {said} in the certificate, and {shown} in the transcript, or other classes of values"
            )
        }));
    }
    if run.clauses.len() != shown.len() {
        return Err(wrong(format!(
            "it has {} clauses instead of {}",
            run.clauses.len(),
            shown.len()
        )));
    }
    let has_avoidable = run.leftovers.iter().any(|left| !left.unavoidable);
    let is_violated = |clause: &CertifiedClause| {
        clause.verdict == Outcome::Violated && !run.waivers.contains_key(&clause.id)
    };
    // The transcript does not say which records were left on the server.
    let expected =
        if has_avoidable && !shown.iter().any(is_violated) { Exit::Leftovers } else { judged.exit };
    if run.exit_code != expected.code() {
        let (said, shown) = (run.exit_code, expected.code());
        return Err(wrong(format!("its exit code is {said}, and the transcript shows {shown}")));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_start_before_they_are_verified() {
        let now: Timestamp = "2026-06-01T12:00:00Z".parse().unwrap();
        let verifier =
            Verifier { suite: &|_| Err("is not loaded".to_owned()), key: None, since: None, now };
        assert_eq!(verifier.check_age("2026-06-02T11:00:00Z"), Ok(()));
        let future = verifier.check_age("2026-06-02T13:00:00Z").unwrap_err();
        assert!(future.starts_with("has a start in the future"), "{future}");
    }
}
