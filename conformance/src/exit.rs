//! The exit code of a run: of all that applies, the first of a fixed order.

use crate::reason::Reason;
use crate::residue::Residue;
use crate::verdict::{ClauseVerdict, Verdict};

/// How a run ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// Everything asked for was shown to hold.
    Conforms,
    /// Something stated was shown not to hold.
    Violated,
    /// The command line or a file is wrong; nothing was sent.
    Usage,
    /// Nothing is violated, but something was not shown.
    Incomplete,
    /// Something is left behind that should not be.
    Residue,
    /// This program is at fault.
    Harness,
    /// Somebody stopped it.
    Interrupted,
}

impl Exit {
    /// The code for the shell.
    #[must_use]
    pub fn code(self) -> u8 {
        match self {
            Self::Conforms => 0,
            Self::Violated => 1,
            Self::Usage => 2,
            Self::Incomplete => 3,
            Self::Residue => 4,
            Self::Harness => 5,
            Self::Interrupted => 130,
        }
    }

    /// What it means, in a sentence.
    #[must_use]
    pub fn meaning(self) -> &'static str {
        match self {
            Self::Conforms => "the service conforms",
            Self::Violated => "the service breaks what its document states",
            Self::Usage => "nothing was sent",
            Self::Incomplete => "nothing is violated, but not everything was shown",
            Self::Residue => "something is left behind that should not be",
            Self::Harness => "this program is at fault, and the run says nothing",
            Self::Interrupted => "the run was stopped",
        }
    }

    /// Of a run whose verdicts add up. What was left out on request, and what
    /// the document allows never to be there, do not make it incomplete.
    #[must_use]
    pub fn of(verdicts: &[ClauseVerdict], residue: &[Residue]) -> Self {
        let any = |is: fn(&Verdict) -> bool| verdicts.iter().any(|verdict| is(&verdict.verdict));
        if any(|verdict| matches!(verdict, Verdict::Violated)) {
            Self::Violated
        } else if residue.iter().any(|left| !left.unavoidable) {
            Self::Residue
        } else if any(is_open) || !any(|verdict| matches!(verdict, Verdict::Held)) {
            Self::Incomplete
        } else {
            Self::Conforms
        }
    }
}

fn is_open(verdict: &Verdict) -> bool {
    match verdict {
        Verdict::NotExercised(Reason::Filter | Reason::LegallyAbsent) => false,
        Verdict::NotExercised(_) => true,
        Verdict::Inconclusive(_) => true,
        _ => false,
    }
}
