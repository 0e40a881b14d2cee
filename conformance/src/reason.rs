//! Why a clause is not exercised, or why the answers show nothing about it.

/// A reason. Of several for one clause, the first in this order is reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, clap::ValueEnum)]
pub enum Reason {
    /// Status 501: the operation is not implemented.
    NotImplemented,
    /// Status 429.
    RateLimited,
    /// No answer.
    Transport,
    /// A redirect.
    Redirected,
    /// A status of 500 or above where a refusal was expected.
    ServerError,
    /// The run was stopped before the request.
    Stopped,
    /// Not sent, because the server had stopped answering.
    Unanswered,
    /// Not sent, because the server kept answering 429 or 503.
    PutOff,
    /// Refused, but not shown to be for the documented reason.
    WrongReason,
    /// Accepted with an answer that is not the documented one.
    NotAsDocumented,
    /// Accepted, but nothing shows that the server refuses anything.
    NotShownToDiscriminate,
    /// Refused with the message of a documented case that may apply.
    DocumentedRefusal,
    /// Another outcome than expected, which other clauses judge.
    OtherOutcome,
    /// A breach in some tries and not in others, and held in none.
    Disturbed,
    /// A precondition was not shown in this run: a working key or an earlier step.
    NotDemonstrated,
    /// No accepted request to compare with.
    NoControl,
    /// Nothing is known that must be shown.
    NothingIncluded,
    /// Nothing is known that must be left out.
    NothingExcluded,
    /// The list has more pages than a run asks for.
    PageLimit,
    /// The values looked for are not in the answer.
    Unobservable,
    /// The list was empty.
    NoItems,
    /// The list was too short.
    TooFewItems,
    /// No value to compare.
    NoValue,
    /// The member was always absent or null, which the document allows.
    LegallyAbsent,
    /// An earlier answer lacks a value that the step needs.
    NoCapture,
    /// The target has no such fixture.
    NoFixture,
    /// An earlier run may have consumed the fixture.
    UsedUp,
    /// The run has no key of the kind.
    NoKey,
    /// The run's level does not allow it.
    Level,
    /// Not selected by `--only`.
    Filter,
    /// No scenario shows it.
    NoScenario,
}

impl Reason {
    /// The name used in reports.
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

    /// The meaning, and what to do about it.
    #[must_use]
    pub fn explanation(self) -> &'static str {
        match self {
            Self::NotImplemented => "the server answers 501: the operation is not implemented",
            Self::RateLimited => "the server answers 429; use a lower `--rate`",
            Self::Transport => "no answer; check that the server is reachable",
            Self::ServerError => "a status of 500 or above where a refusal was expected",
            Self::Redirected => {
                "the server answers with a redirect, which is not followed; use its location as the base URL"
            }
            Self::Stopped => "the run was stopped before the request was sent",
            Self::Unanswered => {
                "not sent, because the server had stopped answering; check that it is reachable"
            }
            Self::PutOff => {
                "not sent, because the server kept answering 429 or 503; run again later with a lower `--rate`"
            }
            Self::WrongReason => {
                "refused, but no similar request was accepted, so the reason is unknown"
            }
            Self::NotAsDocumented => "accepted, but the answer is not the documented one",
            Self::NotShownToDiscriminate => {
                "accepted, but nothing shows that the server refuses anything"
            }
            Self::DocumentedRefusal => {
                "refused with the message of a documented case that may apply"
            }
            Self::OtherOutcome => "another outcome than expected, which other clauses judge",
            Self::Disturbed => {
                "wrong in some tries and not in others, as if another client changed the same records; run again while no other client writes"
            }
            Self::NotDemonstrated => {
                "a precondition, such as a working key or an earlier step, was not shown in this run"
            }
            Self::NoControl => "no accepted request to compare with",
            Self::NothingIncluded => {
                "nothing is known that the list must show, so an empty list would pass"
            }
            Self::NothingExcluded => {
                "nothing is known that the list must leave out, so a list of everything would pass"
            }
            Self::PageLimit => "the list has more pages than a run requests",
            Self::Unobservable => {
                "the expected values are not in the answer; where newer records may hide them, run again later"
            }
            Self::NoItems => "the list was empty",
            Self::TooFewItems => "the list was too short; the target needs more such records",
            Self::NoValue => "no answer had the member with a value",
            Self::LegallyAbsent => {
                "the member was always absent or null, which the document allows"
            }
            Self::NoCapture => "an earlier answer lacks a value that this step needs",
            Self::NoFixture => {
                "no such fixture under `fixtures` in the target file, too few of them, or without the required facts"
            }
            Self::UsedUp => {
                "an earlier run may have used up the fixture; supply another one, or use `--fresh-fixtures` if none did"
            }
            Self::NoKey => {
                "no such key under `keys` in the target file, nor in its environment variable"
            }
            Self::Level => "the level of the run does not allow it; see `--level`",
            Self::Filter => "not selected by `--only`",
            Self::NoScenario => "no scenario shows it",
        }
    }
}
