//! `--allow`: unexercised clauses that do not make a run incomplete.

use std::fmt;
use std::str::FromStr;

use crate::reason::Reason;
use crate::verdict::Verdict;

const NOT_EXERCISED: &str = "not_exercised";

/// A permission: `not_exercised`, or `not_exercised:REASON`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allowed(Option<Reason>);

impl Allowed {
    /// The permission for every reason.
    pub(crate) fn not_exercised() -> Self {
        Self(None)
    }

    /// Whether the permission applies to a clause with this verdict.
    pub fn covers(self, verdict: &Verdict) -> bool {
        match (verdict, self.0) {
            (Verdict::NotExercised(reason), Some(allowed)) => *reason == allowed,
            // An early end of the run cannot be expected.
            (Verdict::NotExercised(reason), None) => !matches!(
                reason,
                Reason::Stopped
                    | Reason::Unanswered
                    | Reason::Throttled
                    | Reason::NotStarted
                    | Reason::Oversized
                    | Reason::FailedFast
                    | Reason::Filter
            ),
            _ => false,
        }
    }
}

impl FromStr for Allowed {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (verdict, reason) = match text.split_once(':') {
            Some((verdict, reason)) => (verdict, Some(reason)),
            None => (text, None),
        };
        if verdict != NOT_EXERCISED {
            return Err(format!(
                "only `{NOT_EXERCISED}` or `{NOT_EXERCISED}:REASON` can be allowed"
            ));
        }
        let Some(reason) = reason else {
            return Ok(Self(None));
        };
        let found = Reason::ALL.iter().find(|known| known.name() == reason);
        found.map(|found| Self(Some(*found))).ok_or_else(|| {
            let names = Reason::ALL.iter().map(|known| known.name());
            match reader::did_you_mean(reason, names.clone()) {
                Some(near) => format!("there is no reason `{reason}`; did you mean `{near}`?"),
                None => format!(
                    "there is no reason `{reason}`; known are {}",
                    names.collect::<Vec<_>>().join(", ")
                ),
            }
        })
    }
}

impl fmt::Display for Allowed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(NOT_EXERCISED)?;
        match self.0 {
            Some(reason) => write!(f, ":{}", reason.name()),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn covers(allowed: &str, verdict: Verdict) -> bool {
        allowed.parse::<Allowed>().unwrap().covers(&verdict)
    }

    #[test]
    fn allowed_reason_excludes_other_reasons() {
        let idle = Verdict::NotExercised;
        assert!(covers("not_exercised:no_key", idle(Reason::NoKey)));
        assert!(!covers("not_exercised:no_key", idle(Reason::NoFixture)));
        assert!(!covers("not_exercised:no_key", Verdict::Inconclusive(Reason::NoKey)));
    }

    #[test]
    fn without_a_reason_all_but_an_early_end_is_covered() {
        for reason in Reason::ALL {
            let early = [
                "stopped",
                "unanswered",
                "put_off",
                "not_started",
                "oversized",
                "failed_fast",
                "filter",
            ]
            .contains(&reason.name());
            let covered = covers("not_exercised", Verdict::NotExercised(*reason));
            assert_eq!(covered, !early, "{}", reason.name());
        }
        assert!(covers("not_exercised:unanswered", Verdict::NotExercised(Reason::Unanswered)));
    }

    #[test]
    fn invalid_values_are_rejected_with_a_suggestion() {
        for (text, words) in [
            ("not_exercised:no_fixtur", "did you mean `no_fixture`?"),
            ("not_exercised:", "known are not_implemented"),
            ("inconclusive", "only `not_exercised`"),
        ] {
            let error = text.parse::<Allowed>().unwrap_err();
            assert!(error.contains(words), "{text}: {error}");
        }
        for text in ["not_exercised", "not_exercised:no_key"] {
            assert_eq!(text.parse::<Allowed>().unwrap().to_string(), text);
        }
    }
}
