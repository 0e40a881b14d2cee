//! `run --certificate PATH`: writes the certificate of a run, and its transcript beside it.

use std::path::{Path, PathBuf};

use anyhow::anyhow;

use super::keygen::read_signing_key;
use super::output::{NewFile, print_message};
use crate::certificate::envelope::Envelope;
use crate::certificate::keys::SigningKey;
use crate::certificate::statement::Statement;
use crate::certificate::transcript::{self, PlannedRun};
use crate::certificate::verify::{compare, judge_again};
use crate::exit::Exit;
use crate::report::Content;
use crate::session::{FinishedRun, Session};

/// The flag that names a certificate.
const FLAG: &str = "--certificate";

/// The key, and the files of a certificate. The files must not exist before the run.
pub(super) struct CertificateFiles {
    certificate: NewFile,
    transcript: NewFile,
    key: SigningKey,
}

/// The transcript of a certificate.
pub(super) fn transcript_path(certificate: &Path) -> PathBuf {
    let mut path = certificate.to_owned().into_os_string();
    path.push(".transcript.ndjson");
    path.into()
}

impl CertificateFiles {
    pub(super) fn create(certificate: &Path, signing_key: &Path) -> anyhow::Result<Self> {
        let key = read_signing_key(signing_key)?;
        let transcript = NewFile::create(&transcript_path(certificate), FLAG)?;
        Ok(Self { certificate: NewFile::create(certificate, FLAG)?, transcript, key })
    }

    /// Writes the certificate of a run, unless the run could not test the service.
    pub(super) fn write(
        self,
        session: &Session<'_>,
        ended: &FinishedRun,
        planned: &PlannedRun,
        report: &Content,
    ) -> anyhow::Result<()> {
        if matches!(report.exit, Exit::Usage | Exit::Interrupted | Exit::Harness | Exit::Untested) {
            let why = report.exit.meaning();
            print_message(&format!("note: no certificate was written: {why}\n"));
            return Ok(());
        }
        let Session { suite, info, redactor, .. } = session;
        let transcript = transcript::write(planned, ended.traces(), redactor)?;
        let statement = Statement::new(suite, report, &info.waivers, &transcript);
        let payload = redactor.text(&serde_json::to_string(&statement)?);
        check(session, &payload, &transcript)
            .map_err(|why| anyhow!("no certificate was written, because it {why}"))?;
        let envelope = Envelope::sign(payload.as_bytes(), &self.key);
        self.transcript.write_redacted(&transcript)?;
        self.certificate.write_redacted(&(serde_json::to_string_pretty(&envelope)? + "\n"))
    }
}

/// Judges the transcript as `verify` will. The verdicts differ from those of the run if they depend on a key.
fn check(session: &Session<'_>, payload: &str, transcript: &str) -> Result<(), String> {
    let statement = Statement::read(payload.as_bytes())?;
    let (planned, traces) = transcript::read(transcript)?;
    let run = &statement.predicate.run;
    let given = (&*run.allowed, &run.waivers);
    statement.check()?;
    compare(&statement, &judge_again(session.suite, &planned, traces, given)?)
}
