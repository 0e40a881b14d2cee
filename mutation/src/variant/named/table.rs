//! The houses, each with its habits: a name, a line about it, and what is chosen in the gaps of a topic.

use super::super::Topic;

/// A way to build a service that breaks nothing.
pub(super) struct NamedVariant {
    pub(super) name: &'static str,
    pub(super) about: &'static str,
    pub(super) choices: &'static [(Topic, &'static str)],
    pub(super) hides: bool,
}

/// One on which all can be seen that can be seen on the server.
const fn house(
    name: &'static str,
    about: &'static str,
    choices: &'static [(Topic, &'static str)],
) -> NamedVariant {
    NamedVariant {
        name,
        about,
        choices,
        hides: false,
    }
}

/// One that shows less than the server, as it may.
const fn veiled(
    name: &'static str,
    about: &'static str,
    choices: &'static [(Topic, &'static str)],
) -> NamedVariant {
    NamedVariant {
        hides: true,
        ..house(name, about, choices)
    }
}

/// All of them.
pub(super) const NAMED_VARIANTS: [NamedVariant; 22] = [
    house(
        "bare",
        "bodies without an envelope, lists in another order, refusals 403 and 409",
        &[
            (Topic::Body, "bare"),
            (Topic::SuccessStatus, "201"),
            (Topic::Order, "reversed"),
            (Topic::Refusal, "403"),
            (Topic::ErrorMembers, "more"),
            (Topic::Wording, "source 1"),
            (Topic::Indistinct, "another"),
            (Topic::ErrorStatus, "409"),
        ],
    ),
    veiled(
        "nested",
        "bodies deep in others, pages of one, numbers as text, other words, members in reverse",
        &[
            (Topic::Body, "nested"),
            (Topic::FurtherMembers, "more"),
            (Topic::PageSize, "default of 1"),
            (Topic::Meta, "text"),
            (Topic::Words, "other words"),
            (Topic::Identifiers, "long"),
            (Topic::Spelling, "reversed"),
        ],
    ),
    veiled(
        "empty",
        "204 without a body, no member more than is named, refusals 418",
        &[
            (Topic::Body, "empty"),
            (Topic::SuccessStatus, "204"),
            (Topic::Guard, "accepted"),
            (Topic::Member, "left out"),
            (Topic::FurtherMembers, "none"),
            (Topic::ErrorStatus, "418"),
        ],
    ),
    veiled(
        "terse",
        "every refusal 422, every success 202 with nothing in it",
        &[
            (Topic::Body, "object"),
            (Topic::SuccessStatus, "202"),
            (Topic::ErrorStatus, "422"),
            (Topic::Refusal, "422"),
            (Topic::FurtherMembers, "none"),
        ],
    ),
    house(
        "talkative",
        "more members and headers everywhere, some headers twice",
        &[
            (Topic::FurtherMembers, "more"),
            (Topic::ErrorMembers, "more"),
            (Topic::Length, "told in a member"),
            (Topic::Headers, "more"),
        ],
    ),
    house(
        "friendly",
        "refusals with 200, the error only in the body",
        &[(Topic::ErrorStatus, "200"), (Topic::Refusal, "200")],
    ),
    veiled(
        "alarmed",
        "documented refusals with 500, others with 400, bodies null",
        &[
            (Topic::ErrorStatus, "500"),
            (Topic::Refusal, "400"),
            (Topic::Body, "null"),
        ],
    ),
    veiled(
        "digits",
        "identifiers of digits only, numbers with a fraction, other words for states",
        &[
            (Topic::Identifiers, "digits"),
            (Topic::Meta, "fraction"),
            (Topic::Spelling, "long numbers"),
            (Topic::Words, "other words"),
        ],
    ),
    house(
        "paths",
        "identifiers with slashes, spaces and marks; every sign in JSON escaped; an odd media type",
        &[
            (Topic::Identifiers, "odd"),
            (Topic::Spelling, "escaped"),
            (Topic::Headers, "odd type"),
        ],
    ),
    veiled(
        "one at a time",
        "pages of one thing at most, numbers about them null where they may be, and only the first of what is not paged",
        &[
            (Topic::PageSize, "at most 1"),
            (Topic::Meta, "null"),
            (Topic::Length, "first 1"),
        ],
    ),
    veiled(
        "seven",
        "pages of seven, bodies behind an index, no media type",
        &[
            (Topic::PageSize, "default of 7"),
            (Topic::Length, "first 5"),
            (Topic::Body, "indexed"),
            (Topic::Headers, "no type"),
        ],
    ),
    // Filters that only prose tells need a list that is known to its end.
    veiled(
        "ten",
        "pages of ten, and the first is number 0",
        &[
            (Topic::PageSize, "default of 10"),
            (Topic::FirstPage, "from nought"),
        ],
    ),
    house(
        "five at least",
        "pages of fifty, and of five or more when asked",
        &[(Topic::PageSize, "at least 5")],
    ),
    house(
        "whole",
        "lists that are not paged, and pages of a thousand",
        &[
            (Topic::PageSize, "default of 1000"),
            (Topic::Length, "whole"),
            (Topic::Body, "data"),
            (Topic::Spelling, "spaced"),
        ],
    ),
    house(
        "open",
        "no key where none is documented, everybody's things are shown and reached",
        &[
            (Topic::Key, "not needed"),
            (Topic::Scope, "everybody's"),
            (Topic::Guard, "never"),
            (Topic::Echo, "as sent"),
        ],
    ),
    veiled(
        "null",
        "members that may be null are, others are renamed, bodies are text",
        &[
            (Topic::Member, "null"),
            (Topic::Member, "an object"),
            (Topic::FurtherMembers, "renamed"),
            (Topic::Body, "text"),
            (Topic::Headers, "text type"),
        ],
    ),
    house(
        "elsewhere",
        "points in time on a clock five hours and a half ahead",
        &[
            (Topic::Timestamps, "elsewhere"),
            (Topic::Blank, "white space"),
            (Topic::Spelling, "vendor type"),
        ],
    ),
    house(
        "lower case",
        "addresses are read and kept in lower case",
        &[
            (Topic::Addresses, "one case"),
            (Topic::Timestamps, "basic"),
            (Topic::Blank, "empty"),
        ],
    ),
    house(
        "crowded",
        "others create the like of whatever is created, and lists change between any two requests",
        &[
            (Topic::ConcurrentClients, "writing"),
            (Topic::ConcurrentClients, "shifting"),
        ],
    ),
    house(
        "busy",
        "every eleventh request is one too many",
        &[(Topic::Throttling, "busy"), (Topic::Timestamps, "fraction")],
    ),
    house(
        "slow",
        "answers come late, and not in the order of the requests",
        &[(Topic::Throttling, "slow"), (Topic::Timestamps, "offset")],
    ),
    house(
        "wire",
        "interim answers, chunks of three bytes, header names in capitals, trailers, closed connections",
        &[(Topic::Wire, "rewritten")],
    ),
];
