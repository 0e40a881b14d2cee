//! Why a clause was not exercised, or why what was done shows nothing.

/// A reason; of several for one clause, the first in this order is reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, clap::ValueEnum)]
pub enum Reason {
    /// The server says that the operation is not implemented.
    NotImplemented,
    /// The server asked for fewer requests.
    RateLimited,
    /// There was no answer.
    Transport,
    /// It pointed elsewhere.
    Redirected,
    /// The server failed.
    ServerError,
    /// The run was stopped before.
    Stopped,
    /// The server had stopped answering before.
    Unanswered,
    /// The server had kept asking to wait before.
    PutOff,
    /// It was refused, but not shown to be for the documented reason.
    WrongReason,
    /// It was accepted, but the answer is not the documented one.
    NotAsDocumented,
    /// It was accepted, but nothing shows that the server would not accept anything.
    NotShownToDiscriminate,
    /// It was refused, as documented for a case that may apply.
    DocumentedRefusal,
    /// The outcome is the opposite of what was expected, and another clause is to blame.
    OtherOutcome,
    /// It was wrong in some tries and not in others, and held in none.
    Disturbed,
    /// What it rests on was not shown in this run.
    NotDemonstrated,
    /// There was nothing to compare it with.
    NoControl,
    /// Nothing was there that must be shown.
    NothingIncluded,
    /// Nothing was there that must be left out.
    NothingExcluded,
    /// The list has more pages than a run asks for.
    PageLimit,
    /// The values looked for are not in the answer.
    Unobservable,
    /// There were no things to look at.
    NoItems,
    /// There were too few things to tell.
    TooFewItems,
    /// No value was there to look at.
    NoValue,
    /// What it is about was never there, and the document allows that.
    LegallyAbsent,
    /// Something that an earlier answer should have told is not known.
    NoCapture,
    /// The target supplies no fixture of the kind.
    NoFixture,
    /// The fixture may be one that an earlier run used up.
    UsedUp,
    /// The run was given no key of the kind.
    NoKey,
    /// The run's level does not allow it.
    Level,
    /// The run was told to leave it out.
    Filter,
    /// No scenario can show it.
    NoScenario,
}

impl Reason {
    /// The word used in reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::NotImplemented => "not_implemented",
            Self::RateLimited => "rate_limited",
            Self::Transport => "transport",
            Self::ServerError => "server_error",
            Self::Redirected => "redirected",
            Self::Stopped => "stopped",
            Self::Unanswered => "unanswered",
            Self::PutOff => "put_off",
            Self::WrongReason => "wrong_reason",
            Self::NotAsDocumented => "not_as_documented",
            Self::NotShownToDiscriminate => "not_shown_to_discriminate",
            Self::DocumentedRefusal => "documented_refusal",
            Self::OtherOutcome => "other_outcome",
            Self::Disturbed => "disturbed",
            Self::NotDemonstrated => "not_demonstrated",
            Self::NoControl => "no_control",
            Self::NothingIncluded => "nothing_included",
            Self::NothingExcluded => "nothing_excluded",
            Self::PageLimit => "page_limit",
            Self::Unobservable => "unobservable",
            Self::NoItems => "no_items",
            Self::TooFewItems => "too_few_items",
            Self::NoValue => "no_value",
            Self::LegallyAbsent => "legally_absent",
            Self::NoCapture => "no_capture",
            Self::NoFixture => "no_fixture",
            Self::UsedUp => "used_up",
            Self::NoKey => "no_key",
            Self::Level => "level",
            Self::Filter => "filter",
            Self::NoScenario => "no_scenario",
        }
    }

    /// What it means, and what would help.
    #[must_use]
    pub fn explanation(self) -> &'static str {
        match self {
            Self::NotImplemented => "the server answers 501: it does not offer the operation",
            Self::RateLimited => "the server asked for fewer requests; try a lower `--rate`",
            Self::Transport => "there was no answer; see whether the server is reachable",
            Self::ServerError => "the server failed where a refusal was expected",
            Self::Redirected => {
                "the server pointed elsewhere, where no key is carried; give that place as the base URL"
            }
            Self::Stopped => "the run was stopped before",
            Self::Unanswered => {
                "not sent, because the server had stopped answering; see whether it is reachable"
            }
            Self::PutOff => {
                "not sent, because the server kept asking to wait; try later, with a lower `--rate`"
            }
            Self::WrongReason => {
                "refused, but no like request was accepted, so the reason is not known"
            }
            Self::NotAsDocumented => "accepted, but the answer is not the documented one",
            Self::NotShownToDiscriminate => {
                "accepted, but nothing shows that this server would not accept anything"
            }
            Self::DocumentedRefusal => "refused as documented for a case that may apply",
            Self::OtherOutcome => {
                "came out otherwise than expected, which other clauses answer for"
            }
            Self::Disturbed => {
                "wrong in some tries and not in others, as if another client changed the same things; run again while nobody else does"
            }
            Self::NotDemonstrated => {
                "what it rests on, a working key or an earlier step, was not shown in this run"
            }
            Self::NoControl => "there was no accepted request to compare it with",
            Self::NothingIncluded => {
                "no thing is known that must be shown, so a list that shows nothing would pass"
            }
            Self::NothingExcluded => {
                "no thing is known that must be left out, so a list that shows everything would pass"
            }
            Self::PageLimit => "the list has more pages than a run asks for",
            Self::Unobservable => {
                "the values looked for are not in the answer; where newer things may hide them, run again later"
            }
            Self::NoItems => "the list was empty",
            Self::TooFewItems => "the list was too short; the target needs more of such things",
            Self::NoValue => "the member was never there with a value",
            Self::LegallyAbsent => "what it is about was never there, as the document allows",
            Self::NoCapture => "an earlier answer did not tell what this step needs",
            Self::NoFixture => {
                "under `fixtures` in the target file there is none, or too few, or without its facts"
            }
            Self::UsedUp => {
                "an earlier run may have used the fixture up; supply another, or say `--fresh-fixtures` if none did"
            }
            Self::NoKey => {
                "under `keys` in the target file there is no such key, nor in its variable"
            }
            Self::Level => "the run's level does not allow it; see `--level`",
            Self::Filter => "left out by `--only`",
            Self::NoScenario => "no scenario shows it",
        }
    }
}
