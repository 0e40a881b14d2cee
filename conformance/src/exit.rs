//! The exit code of a run: the first applicable one in a fixed order.
//!
//! Clauses that a run leaves out or is allowed to leave unexercised do not make it incomplete. Nor
//! does `legally_absent`: a field that the document allows to be absent or null, and that never had
//! a value. Whether it ever has one depends on the deployment, not on the run.

use serde::{Deserialize, Serialize};

use crate::allow::Allowed;
use crate::leftovers::Leftover;
use crate::reason::Reason;
use crate::verdict::{ClauseVerdict, Verdict};
use crate::waivers::{Waiver, Waivers};

/// Outcome of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
#[repr(u8)]
pub enum Exit {
    /// All selected clauses held.
    Conforms = 0,
    /// At least one clause is violated.
    Violated = 1,
    /// The command line or a file is wrong; nothing was sent.
    Usage = 2,
    /// No violations, but some clauses were not exercised or are inconclusive.
    Incomplete = 3,
    /// The run did not clean up records that it could have.
    Leftovers = 4,
    /// A defect of this program, or a report could not be written.
    Harness = 5,
    /// Nothing could be tested: no response, a key that is refused everywhere, or no held clause.
    Untested = 6,
    /// Nothing else fails, but a waiver is no longer needed because its clause does not fail.
    Waivers = 7,
    /// No clause is violated, but the service contradicts an answer of the overlay.
    Answers = 8,
    /// It was interrupted.
    Interrupted = 130,
}

impl Exit {
    /// All outcomes in order of precedence.
    pub const ALL: [Self; 10] = [
        Self::Usage,
        Self::Interrupted,
        Self::Harness,
        Self::Violated,
        Self::Leftovers,
        Self::Untested,
        Self::Answers,
        Self::Incomplete,
        Self::Waivers,
        Self::Conforms,
    ];

    /// The process exit code.
    pub fn code(self) -> u8 {
        self as u8
    }

    /// A sentence for the help text and reports.
    pub fn meaning(self) -> &'static str {
        match self {
            Self::Conforms => "the service conforms",
            Self::Violated => "the service breaks what its document states",
            Self::Usage => "the command line or a file is wrong, and nothing was sent",
            Self::Incomplete => "nothing is violated, but not everything was shown",
            Self::Leftovers => "something was not cleaned up that should have been",
            Self::Harness => "this program is at fault, or could not write what it was asked for",
            Self::Untested => {
                "could not test: no response, the key refused everywhere, or nothing held"
            }
            Self::Waivers => "a waiver is no longer needed",
            Self::Answers => "the service does something else than an answer of the overlay",
            Self::Interrupted => "the run was stopped",
        }
    }

    /// The outcome of a run with complete verdicts. `untested` says that nothing could be tested.
    pub fn for_run(
        verdicts: &[ClauseVerdict],
        leftovers: &[Leftover],
        (allowed, waivers): (&[Allowed], &Waivers),
        untested: bool,
    ) -> Self {
        let has_waiver = |found: &&ClauseVerdict| waivers.contains_key(&found.clause.id);
        let any = |is: &dyn Fn(&Verdict) -> bool| {
            let mut counted = verdicts.iter().filter(|found| !has_waiver(found));
            counted.any(|found| is(&found.verdict))
        };
        let mut waived = verdicts.iter().filter(has_waiver).peekable();
        if any(&|verdict| *verdict == Verdict::Violated) {
            Self::Violated
        } else if leftovers.iter().any(|left| !left.unavoidable) {
            Self::Leftovers
        } else if untested {
            Self::Untested
        } else if any(&|verdict| is_open(verdict, allowed))
            || waived.peek().is_none() && !any(&|verdict| *verdict == Verdict::Held)
        {
            Self::Incomplete
        } else if waived.any(|found| Waiver::is_idle(&found.verdict)) {
            Self::Waivers
        } else {
            Self::Conforms
        }
    }

    /// The outcome if the service also contradicts an answer of the overlay.
    pub(crate) fn with_contradicted_answer(self) -> Self {
        let first = Self::ALL.into_iter().find(|exit| *exit == self || *exit == Self::Answers);
        first.unwrap_or(Self::Answers)
    }

    /// The outcome of a run that this program could not finish.
    pub(crate) fn of_fault(is_interrupted: bool) -> Self {
        if is_interrupted { Self::Interrupted } else { Self::Harness }
    }

    /// The outcome if this program failed as well, for example to write a report.
    pub(crate) fn with_fault(self) -> Self {
        let first = Self::ALL.into_iter().find(|exit| *exit == self || *exit == Self::Harness);
        first.unwrap_or(Self::Harness)
    }
}

impl From<Exit> for u8 {
    fn from(exit: Exit) -> Self {
        exit.code()
    }
}

impl TryFrom<u8> for Exit {
    type Error = String;

    fn try_from(code: u8) -> Result<Self, String> {
        let known = Self::ALL.into_iter().find(|exit| exit.code() == code);
        known.ok_or_else(|| format!("`{code}` is no exit code of a run"))
    }
}

fn is_open(verdict: &Verdict, allowed: &[Allowed]) -> bool {
    match verdict {
        Verdict::NotExercised(Reason::Filter | Reason::LegallyAbsent) => false,
        Verdict::NotExercised(_) => !allowed.iter().any(|allowed| allowed.covers(verdict)),
        Verdict::Inconclusive(_) => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::clause_verdict;

    #[test]
    fn waived_clauses_do_not_decide_unless_they_need_no_waiver() {
        let exit = |verdicts: &[Verdict], waived: usize| {
            let verdicts: Vec<_> = verdicts.iter().cloned().map(clause_verdict).collect();
            let waiver = || Waiver {
                reason: "known".to_owned(),
                owner: "ann".to_owned(),
                until: "2999-12-31".to_owned(),
            };
            let waivers = verdicts.iter().take(waived).map(|it| (it.clause.id.clone(), waiver()));
            Exit::for_run(&verdicts, &[], (&[], &waivers.collect()), false).code()
        };
        let open = Verdict::Inconclusive(Reason::NoControl);
        for known in [Verdict::Violated, open.clone(), Verdict::NotExercised(Reason::NoKey)] {
            assert_eq!(exit(std::slice::from_ref(&known), 1), 0, "{known:?}");
        }
        let absent = Verdict::NotExercised(Reason::LegallyAbsent);
        for fine in [Verdict::Held, Verdict::Deviates, absent] {
            assert_eq!(exit(std::slice::from_ref(&fine), 1), 7, "{fine:?}");
        }
        assert_eq!(exit(&[open], 0), 3);
    }

    fn exit(verdicts: &[Verdict]) -> u8 {
        exit_allowing(verdicts, &[], false)
    }

    fn exit_allowing(verdicts: &[Verdict], allowed: &[&str], untested: bool) -> u8 {
        let allowed: Vec<_> = allowed.iter().map(|text| text.parse().unwrap()).collect();
        let verdicts: Vec<_> = verdicts.iter().cloned().map(clause_verdict).collect();
        Exit::for_run(&verdicts, &[], (&allowed, &Waivers::new()), untested).code()
    }

    #[test]
    fn only_what_could_have_been_shown_makes_a_run_incomplete() {
        let idle = Verdict::NotExercised;
        let untestable = Verdict::Untestable("nothing shows it".to_owned());
        let fine =
            [idle(Reason::Filter), idle(Reason::LegallyAbsent), Verdict::Deviates, untestable];
        for fine in fine {
            assert_eq!(exit(&[Verdict::Held, fine.clone()]), 0, "{fine:?}");
            assert_eq!(exit(std::slice::from_ref(&fine)), 3, "nothing was shown: {fine:?}");
        }
        let open = [
            idle(Reason::NoFixture),
            idle(Reason::Level),
            Verdict::Inconclusive(Reason::Transport),
        ];
        for open in open {
            assert_eq!(exit(&[Verdict::Held, open.clone()]), 3, "{open:?}");
            assert_eq!(exit(&[Verdict::Violated, open]), 1);
        }
    }

    #[test]
    fn allowed_clauses_do_not_make_a_run_incomplete() {
        let no_key = [Verdict::Held, Verdict::NotExercised(Reason::NoKey)];
        assert_eq!(exit_allowing(&no_key, &["not_exercised:no_key"], false), 0);
        assert_eq!(exit_allowing(&no_key, &["not_exercised"], false), 0);
        assert_eq!(exit_allowing(&no_key, &["not_exercised:level"], false), 3);
        let open = [Verdict::Held, Verdict::Inconclusive(Reason::NoControl)];
        assert_eq!(exit_allowing(&open, &["not_exercised"], false), 3);
    }

    #[test]
    fn fault_of_this_program_comes_before_what_the_server_did() {
        for exit in Exit::ALL {
            let expected = match exit {
                Exit::Usage | Exit::Interrupted => exit,
                _ => Exit::Harness,
            };
            assert_eq!(exit.with_fault(), expected, "{exit:?}");
        }
    }

    #[test]
    fn untested_run_differs_from_an_incomplete_one() {
        let idle = [Verdict::NotExercised(Reason::Unanswered)];
        assert_eq!(exit_allowing(&idle, &["not_exercised"], true), 6);
        let violated = [Verdict::Violated, idle[0].clone()];
        assert_eq!(exit_allowing(&violated, &[], true), 1);
    }
}
