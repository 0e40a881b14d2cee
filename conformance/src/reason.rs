//! Why a clause is not exercised, or why the answers show nothing about it.

/// Makes [`Reason`] from one table. A row is the variant, its name in reports, and what it means.
macro_rules! reasons {
    ($($variant:ident = $name:literal: $explanation:literal,)+) => {
        /// A reason. Of several for one clause, the first in this order is reported.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Reason {
            $(#[doc = $explanation] $variant,)+
        }

        impl Reason {
            /// All reasons, in order.
            pub const ALL: &[Self] = &[$(Self::$variant),+];

            /// The name used in reports.
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)+
                }
            }

            /// The meaning, and what to do about it.
            pub fn explanation(self) -> &'static str {
                match self {
                    $(Self::$variant => $explanation,)+
                }
            }
        }
    };
}

impl Reason {
    /// Whether a clause may have been left open for this reason because an earlier call was answered 501. The others
    /// say what went wrong with an answer, or that nothing was sent.
    pub(crate) fn may_follow_from_unimplemented(self) -> bool {
        self.is_lack_of_evidence()
            || matches!(self, Self::WrongReason | Self::DocumentedRefusal | Self::OtherOutcome)
    }

    /// Whether other calls could have shown what is missing.
    pub(crate) fn is_lack_of_evidence(self) -> bool {
        matches!(
            self,
            Self::NotImplemented
                | Self::NotShownToDiscriminate
                | Self::NotDemonstrated
                | Self::NoControl
                | Self::NothingIncluded
                | Self::NothingExcluded
                | Self::PartlyShown
                | Self::NoOtherRecord
                | Self::Unobservable
                | Self::NoItems
                | Self::TooFewItems
                | Self::NoValue
                | Self::NoCapture
        )
    }
}

reasons! {
    NotImplemented = "not_implemented": "the server answers 501: the operation is not implemented",
    Unavailable = "unavailable":
        "the server or a gateway before it was unavailable (502, 503, 504, 520 to 527); run again later",
    RateLimited = "rate_limited": "the server answers 429; use a lower `--rate`",
    Transport = "transport": "no answer; check that the server is reachable",
    Unreadable = "unreadable":
        "there was an answer that cannot be read: compressed, too long, or with too many headers; the report says which",
    Unsettled = "unsettled":
        "not sent, because a call that restores a record of the scenario was not answered, so that the state of the record is unknown; restore it with `sweep` and run again",
    Redirected = "redirected":
        "the server answers with a redirect, which is not followed; use its location as the base URL",
    ServerError = "server_error": "a status of 500 or above where a refusal was expected",
    Stopped = "stopped": "the run was stopped before the request was sent",
    Unanswered = "unanswered": "not sent, because the server had stopped answering; check that it is reachable",
    PutOff = "put_off": "not sent, because the server kept answering 429 or 503; run again later with a lower `--rate`",
    NotStarted = "not_started":
        "not sent, because the first reads showed that the key or the base URL is wrong; correct it and run again",
    Oversized = "oversized": "not sent, because the answers of the run were too large to keep; use `--only` to run a part",
    WrongReason = "wrong_reason": "refused, but no similar request was accepted, so the reason is unknown",
    NotAsDocumented = "not_as_documented": "accepted, but the answer is not the documented one",
    NotShownToDiscriminate = "not_shown_to_discriminate":
        "accepted, but nothing shows that the server refuses anything",
    DocumentedRefusal = "documented_refusal": "refused with the message of a documented case that may apply",
    OtherOutcome = "other_outcome": "another outcome than expected, which other clauses judge",
    Disturbed = "disturbed":
        "another client changed the list while it was read; run again while no other client writes",
    Unstable = "unstable":
        "failed in one attempt and not in another, and nothing that was seen explains it; run again while no other client writes, with `--alone`",
    NotDemonstrated = "not_demonstrated":
        "a precondition, such as a working key or an earlier step, was not shown in this run",
    NoControl = "no_control": "no accepted request to compare with",
    NothingIncluded = "nothing_included": "nothing is known that the list must show, so an empty list would pass",
    NothingExcluded = "nothing_excluded":
        "nothing is known that the list must leave out, so a list of everything would pass",
    PartlyShown = "partly_shown":
        "shown for some of the states or kinds of records that it is about, but not for all of them",
    NoOtherRecord = "no_other_record":
        "no other record was seen unchanged; the target needs a second fixture of the kind, or the key `other_account`",
    PageLimit = "page_limit": "the list has more pages than a run requests",
    Unobservable = "unobservable":
        "the expected values are not in the answer; where newer records may hide them, run again later",
    NoItems = "no_items": "the list was empty",
    TooFewItems = "too_few_items": "the list was too short; the target needs more such records",
    NoValue = "no_value": "no answer had the member with a value",
    LegallyAbsent = "legally_absent": "the member was always absent or null, which the document allows",
    NoCapture = "no_capture": "an earlier answer lacks a value that this step needs",
    NoFixture = "no_fixture":
        "no such fixture under `fixtures` in the target file, too few of them, or without the required facts",
    UsedUp = "used_up":
        "an earlier run may have used up the fixture; supply another one, or use `--fresh-fixtures` if none did",
    NoKey = "no_key": "no such key under `keys` in the target file, nor in its environment variable",
    Level = "level": "the level of the run does not allow it; see `--level`",
    Depth = "depth": "only scenarios of a greater depth show it; see `--depth`",
    Filter = "filter": "not selected by `--only`",
    NoScenario = "no_scenario": "no scenario shows it",
}
