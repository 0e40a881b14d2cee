//! Why a clause is not exercised, or why the responses show nothing about it.

/// Makes [`Reason`] from one table. A row is the variant, its name in reports, what it means, and what to do.
macro_rules! reasons {
    ($($variant:ident = $name:literal: $explanation:literal, $remedy:literal;)+) => {
        /// A reason. Of several for one clause, the first in this order is reported.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Reason {
            $(#[doc = $explanation] $variant,)+
        }

        impl Reason {
            pub const ALL: &[Self] = &[$(Self::$variant),+];

            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)+
                }
            }

            pub fn explanation(self) -> &'static str {
                match self {
                    $(Self::$variant => $explanation,)+
                }
            }

            pub fn remedy(self) -> &'static str {
                match self {
                    $(Self::$variant => $remedy,)+
                }
            }
        }
    };
}

impl Reason {
    /// Whether a clause may have been left open for this reason because an earlier call was answered 501. The others
    /// say what went wrong with a response, or that nothing was sent.
    pub fn may_follow_from_unimplemented(self) -> bool {
        self.is_lack_of_evidence()
            || matches!(self, Self::WrongReason | Self::DocumentedRefusal | Self::OtherOutcome)
    }

    /// Whether other calls could have shown what is missing.
    pub fn is_lack_of_evidence(self) -> bool {
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

    /// Whether it may be that a record was not in the expected state.
    pub fn may_come_from_other_state(self) -> bool {
        matches!(
            self,
            Self::WrongReason
                | Self::DocumentedRefusal
                | Self::OtherOutcome
                | Self::NotDemonstrated
                | Self::NoControl
                | Self::OtherRun
        )
    }
}

reasons! {
    NotImplemented = "not_implemented":
        "the server answers 501: the operation, or one that a scenario needs for it, is not implemented",
        "Implement the operations that the report names beside the clause, or leave it open with \
         `--allow not_exercised:not_implemented`.";
    Unavailable = "unavailable":
        "the server or a gateway before it was unavailable (502, 503, 504, 520 to 527); run again later",
        "Look for the cause in the logs of server and gateway, and run again.";
    RateLimited = "rate_limited": "the server answers 429; use a lower `--rate`",
        "Set `--rate` below the limit of the server, or raise the limit for the key of the run.";
    Transport = "transport": "no complete response; check that the server is reachable",
        "Send the request of the report with curl, and check `--timeout` and TLS.";
    Unreadable = "unreadable":
        "there was a response that cannot be read: compressed, too long, or with too many headers; the report says which",
        "Let the server, or the gateway before it, send such responses uncompressed and within the limits that the report names.";
    Unsettled = "unsettled":
        "not sent, because a call that restores a record of the scenario was not answered, so that the state of the record is unknown; restore it with `sweep` and run again",
        "Run `sweep`, and run again.";
    Redirected = "redirected":
        "the server answers with a redirect, which is not followed; use its location as the base URL",
        "Set `--base-url` or `base_url` to the location of the redirect. Keys are never sent to another host.";
    ServerError = "server_error": "a status of 500 or above where a refusal was expected",
        "Look for the error in the log of the server. The document has other statuses for refusals.";
    Stopped = "stopped": "the run was stopped before a response was there",
        "Run again. `sweep` removes what a stopped run left behind.";
    Unanswered = "unanswered": "not sent, because the server had stopped answering; check that it is reachable",
        "Look for the cause in the log of the server, and run again.";
    Throttled = "put_off": "not sent, because the server kept answering 429 or 503; run again later with a lower `--rate`",
        "Set `--rate` below the limit of the server, or raise the limit for the key of the run.";
    NotStarted = "not_started":
        "not sent, because the first reads showed that the key or the base URL is wrong; correct it and run again",
        "Correct the key or the base URL that the report names.";
    Oversized = "oversized": "not sent, because the responses of the run were too large to keep; use `--only` to run a part",
        "Run parts of the clauses with `--only`, or use a target with fewer records.";
    FailedFast = "failed_fast": "not sent, because `--fail-fast` ended the run at the first violation",
        "Mend the violation that the report names, and run again, or leave out `--fail-fast`.";
    WrongReason = "wrong_reason":
        "refused, perhaps for another reason: no similar request was accepted, or the message is another one",
        "Look at the response: which message does it have, and why was the similar request of the scenario not accepted?";
    NotAsDocumented = "not_as_documented": "accepted, but the response is not the documented one",
        "Look for the clause about the shape of the response, which is violated, and mend that first.";
    NotShownToDiscriminate = "not_shown_to_discriminate":
        "accepted, but nothing shows that the response depends on what was sent",
        "Supply what lets the run see a difference, such as a second fixture of the kind or another key.";
    DocumentedRefusal = "documented_refusal": "refused, and a documented case may apply",
        "Check that the fixture is in the state that the target file promises, and that `email_domain` is accepted.";
    OtherOutcome = "other_outcome":
        "this call or an earlier one had another outcome than expected, which this clause does not judge",
        "Look for a violation of another clause by the same scenario, and mend that first.";
    OtherRun = "other_run":
        "the record has a value that another run of the suite sent, instead of the one in the target file",
        "Run again when that run has ended. If it was stopped, restore the record with `sweep`. Runs at the same time need a \
         common state folder, or fixtures of their own.";
    Unstable = "unstable":
        "failed in one attempt and not in another, and nothing that was seen explains it",
        "Look at the attempts under `retried` in the report. Run again with `--alone` on a deployment that no other client uses.";
    NotDemonstrated = "not_demonstrated":
        "a precondition, such as a working key, an earlier step or the refusal itself, was not shown in this run",
        "Look at the earlier steps of the scenario: one was not accepted, or no call with the key was.";
    NoControl = "no_control":
        "nothing to compare with: no similar request was accepted, or none of them showed another result",
        "Look at the other calls of the operation in the scenario. A second fixture of the kind can help.";
    NothingIncluded = "nothing_included": "nothing is known that the list must show, so an empty list would pass",
        "Supply fixtures that the list must show.";
    NothingExcluded = "nothing_excluded":
        "nothing is known that the list must leave out, so a list of everything would pass",
        "Supply fixtures that the list must leave out, such as one of another account.";
    PartlyShown = "partly_shown":
        "shown for some of the states or kinds of records that it is about, but not for all of them",
        "Supply fixtures of the other kinds, or mend the operation that moves records to the other states.";
    ClassNotSeen = "class_not_seen":
        "held for some classes of values, and not for all that the run sends; the report names the others",
        "Look at the steps that showed nothing under `unclear` in the JSON report. `explain CLAUSE` lists the classes.";
    NoOtherRecord = "no_other_record":
        "no other record was seen unchanged; the target needs a second fixture of the kind, or the key `other_account`",
        "Supply a second fixture of the kind, or the other key.";
    PageLimit = "page_limit": "the list may have more pages than the run has read",
        "Use a target with fewer records.";
    Unobservable = "unobservable":
        "the response does not show whether it holds; where newer records may hide what is expected, run again later",
        "Use a target with fewer records. If the document leaves the shape of the response open, show what it is about.";
    NoItems = "no_items": "the list was empty",
        "Supply records that the list shows.";
    TooFewItems = "too_few_items":
        "the list was too short, or its pages are larger than requested; the target needs more such records",
        "Supply more records that the list shows.";
    NoValue = "no_value": "no request or response had the value that it is about",
        "Supply records that have the member with a value.";
    LegallyAbsent = "legally_absent":
        "the document allows what was seen: a member without a value in every response, or a list of all accounts",
        "Nothing. It does not make a run incomplete.";
    NoCapture = "no_capture": "an earlier response lacks a value that this step needs",
        "Look at the earlier step whose response the step uses: it was not accepted, or a member is missing.";
    NoFixture = "no_fixture":
        "no such fixture under `fixtures` in the target file, too few of them, or without the required facts",
        "Add what the report lists as needed to the target file; `discover` drafts one.";
    UsedUp = "used_up":
        "an earlier run may have used up the fixture; supply another one, or use `--fresh-fixtures` if none did",
        "Supply another fixture of the kind, or use `--fresh-fixtures` if no run has used it.";
    NoKey = "no_key": "no such key under `keys` in the target file, nor in its environment variable",
        "Add the key to the target file, or set the variable that the report names.";
    NoParameter = "no_parameter": "no value for a path parameter under `parameters` in the target file",
        "Add the parameters that the report names to the target file.";
    Level = "level": "the level of the run does not allow it; see `--level`",
        "Raise `--level`, if the run may write to the deployment.";
    Depth = "depth": "only scenarios of a greater depth show it; see `--depth`",
        "Raise `--depth`.";
    Filter = "filter": "not selected by `--only`",
        "Nothing, or select it with `--only`. It does not make a run incomplete.";
    NoScenario = "no_scenario": "no scenario shows it",
        "Write a scenario for it; if the contract shows no value of a required input, state its `example`. Or leave it open with `--allow not_exercised:no_scenario`.";
}
