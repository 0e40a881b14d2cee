//! Settings of a run.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::path::Path;
use std::sync::Arc;

use anyhow::Context;
use jiff::Timestamp;

use crate::redact::Redactor;
use crate::state::journal::JournalHeader;
use crate::state::{JournalError, JournalWriter};
use crate::target::{BaseUrl, EmailDomain};

/// Settings of a run.
#[derive(Clone)]
pub struct Settings {
    /// Id of the run, part of everything it creates.
    pub run_id: String,
    /// Domain of generated e-mail addresses.
    pub email_domain: EmailDomain,
    /// Start of the run, the reference for relative times.
    pub now: Timestamp,
    /// Number of scenarios run concurrently.
    pub jobs: usize,
    /// API keys by kind.
    pub keys: BTreeMap<String, String>,
    /// Whether the fixtures are known to be unused.
    pub fresh_fixtures: bool,
    /// Whether no other run has the same id, and so makes the same values.
    pub fresh_names: bool,
    /// Whether the run has the target to itself: a failure is then reported without a retry.
    pub exclusive: bool,
    /// Whether to retry without a delay; for servers that no other client uses.
    pub skip_retry_pauses: bool,
    /// Whether attempts are judged as soon as they end, to show progress during the run.
    pub judge_each: bool,
    /// Ends the run at the first violation, except of these clauses.
    pub fail_fast: Option<Arc<BTreeSet<String>>>,
}

impl Settings {
    /// Settings of a run that starts now, without keys, for one scenario at a time.
    pub fn new(run_id: String, now: Timestamp) -> Self {
        Self {
            run_id,
            email_domain: EmailDomain::default(),
            now,
            jobs: 1,
            keys: BTreeMap::new(),
            fresh_fixtures: false,
            fresh_names: true,
            exclusive: false,
            skip_retry_pauses: false,
            judge_each: false,
            fail_fast: None,
        }
    }

    pub(crate) fn judges_each(&self) -> bool {
        self.judge_each || self.fail_fast.is_some()
    }

    /// Creates the journal of the run in a folder. Fails with [`JournalError`] when it cannot be written.
    pub fn create_journal(
        &self,
        folder: &Path,
        base_url: &BaseUrl,
        redactor: &Redactor,
    ) -> Result<JournalWriter, JournalError> {
        let journal = JournalWriter::create(folder, &self.run_id, redactor.clone())?;
        journal.write_header(JournalHeader::new(base_url, self.now, &self.keys))?;
        Ok(journal)
    }
}

/// Omits the keys.
impl fmt::Debug for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kinds: Vec<_> = self.keys.keys().collect();
        let mut settings = f.debug_struct("Settings");
        settings.field("run_id", &self.run_id).field("keys", &kinds).finish_non_exhaustive()
    }
}

/// A seed that no other run has, even one that starts at the same moment elsewhere, because equal
/// seeds mean equal names. The time comes first to sort journals by start; an `f64` must hold the
/// seed exactly. Fails if the system has no random numbers.
pub fn random_seed(now: Timestamp) -> anyhow::Result<u64> {
    const RANDOM_BITS: u32 = 20;
    let random = getrandom::u32().context("the system gives no random number")?;
    let random = u64::from(random >> (u32::BITS - RANDOM_BITS));
    Ok(now.as_second().unsigned_abs() << RANDOM_BITS | random)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_of_simultaneous_runs_differ() {
        let now = Timestamp::now();
        let (one, two) = (random_seed(now).unwrap(), random_seed(now).unwrap());
        assert_ne!(one, two);
        assert!(one < random_seed(now + jiff::SignedDuration::from_secs(1)).unwrap());
        assert!(one.max(two) < 1 << 53);
    }
}
