//! Settings of a run.

use std::collections::BTreeMap;
use std::fmt;

use jiff::Timestamp;

use crate::target::EmailDomain;

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
    /// Whether the run has the target to itself: a failure is then reported without a retry.
    pub exclusive: bool,
    /// Whether to retry without a delay; for servers that no other client uses.
    pub skip_retry_pauses: bool,
}

/// Omits the keys.
impl fmt::Debug for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kinds: Vec<_> = self.keys.keys().collect();
        let mut settings = f.debug_struct("Settings");
        settings.field("run_id", &self.run_id).field("keys", &kinds).finish_non_exhaustive()
    }
}
