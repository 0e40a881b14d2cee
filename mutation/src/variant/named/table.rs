//! The table of named variants.

use super::super::Topic;

/// Topics and names of alternatives.
type Choices = &'static [(Topic, &'static str)];

/// A variant with a fixed set of choices.
pub(super) struct NamedVariant {
    pub(super) name: &'static str,
    pub(super) description: &'static str,
    pub(super) choices: Choices,
    pub(super) hides: bool,
}

/// A variant that returns as much as the server.
const fn complete(name: &'static str, description: &'static str, choices: Choices) -> NamedVariant {
    NamedVariant { name, description, choices, hides: false }
}

/// A variant that returns less than the server.
const fn hiding(name: &'static str, description: &'static str, choices: Choices) -> NamedVariant {
    NamedVariant { hides: true, ..complete(name, description, choices) }
}

/// All named variants.
pub(super) const NAMED_VARIANTS: [NamedVariant; 22] = [
    complete(
        "bare",
        "bodies without an envelope, reversed lists, refusals with 403 and 409",
        &[
            (Topic::Body, "bare"),
            (Topic::SuccessStatus, "201"),
            (Topic::Order, "reversed"),
            (Topic::Refusal, "403"),
            (Topic::ErrorMembers, "added"),
            (Topic::MessageSource, "source 1"),
            (Topic::IndistinctCase, "other case"),
            (Topic::RefusalStatus, "409"),
        ],
    ),
    hiding(
        "nested",
        "nested bodies, pages of one item, numbers as texts, other state names, members in reverse order",
        &[
            (Topic::Body, "nested"),
            (Topic::OtherMembers, "added"),
            (Topic::PageSize, "default of 1"),
            (Topic::Meta, "text"),
            (Topic::StateNames, "renamed"),
            (Topic::Identifiers, "long"),
            (Topic::JsonStyle, "reversed"),
        ],
    ),
    hiding(
        "empty",
        "204 without a body, no undocumented members, refusals with 418",
        &[
            (Topic::Body, "empty"),
            (Topic::SuccessStatus, "204"),
            (Topic::Guard, "accepted"),
            (Topic::Field, "omitted"),
            (Topic::OtherMembers, "removed"),
            (Topic::RefusalStatus, "418"),
        ],
    ),
    hiding(
        "terse",
        "202 with an empty object, refusals with 422",
        &[
            (Topic::Body, "object"),
            (Topic::SuccessStatus, "202"),
            (Topic::RefusalStatus, "422"),
            (Topic::Refusal, "422"),
            (Topic::OtherMembers, "removed"),
        ],
    ),
    complete(
        "verbose",
        "additional members and headers, some headers twice",
        &[
            (Topic::OtherMembers, "added"),
            (Topic::ErrorMembers, "added"),
            (Topic::Length, "with metadata"),
            (Topic::Headers, "added"),
        ],
    ),
    complete(
        "status 200",
        "refusals with 200 and an error body",
        &[(Topic::RefusalStatus, "200"), (Topic::Refusal, "200")],
    ),
    hiding(
        "status 500",
        "documented refusals with 500, others with 400, null bodies",
        &[(Topic::RefusalStatus, "500"), (Topic::Refusal, "400"), (Topic::Body, "null")],
    ),
    hiding(
        "numeric identifiers",
        "identifiers of digits, numbers with fractions, other state names",
        &[
            (Topic::Identifiers, "digits"),
            (Topic::Meta, "fraction"),
            (Topic::JsonStyle, "long numbers"),
            (Topic::StateNames, "renamed"),
        ],
    ),
    complete(
        "special characters",
        "identifiers with slashes, spaces and punctuation, escaped JSON, an unusual media type",
        &[
            (Topic::Identifiers, "special"),
            (Topic::JsonStyle, "escaped"),
            (Topic::Headers, "unusual type"),
        ],
    ),
    hiding(
        "page size 1",
        "pages of at most one item, null metadata, only the first item of unpaged lists",
        &[(Topic::PageSize, "at most 1"), (Topic::Meta, "null"), (Topic::Length, "first 1")],
    ),
    hiding(
        "page size 7",
        "pages of seven items, bodies with an index, no media type",
        &[
            (Topic::PageSize, "default of 7"),
            (Topic::Length, "first 5"),
            (Topic::Body, "indexed"),
            (Topic::Headers, "no type"),
        ],
    ),
    // Filters that are documented only in prose need a complete list.
    hiding(
        "page size 10",
        "pages of ten items, page numbers from 0",
        &[(Topic::PageSize, "default of 10"), (Topic::FirstPage, "from 0")],
    ),
    complete(
        "page size 50",
        "pages of fifty items, and of at least five on request",
        &[(Topic::PageSize, "at least 5")],
    ),
    complete(
        "page size 1000",
        "pages of a thousand items, complete unpaged lists",
        &[
            (Topic::PageSize, "default of 1000"),
            (Topic::Length, "complete"),
            (Topic::Body, "data"),
            (Topic::JsonStyle, "spaced"),
        ],
    ),
    complete(
        "public",
        "no key where none is documented, records of all accounts",
        &[
            (Topic::Key, "optional"),
            (Topic::Scope, "all accounts"),
            (Topic::Guard, "never"),
            (Topic::Echo, "as sent"),
        ],
    ),
    hiding(
        "null",
        "null fields, renamed members, bodies of plain text",
        &[
            (Topic::Field, "null"),
            (Topic::Field, "an object"),
            (Topic::OtherMembers, "renamed"),
            (Topic::Body, "text"),
            (Topic::Headers, "text type"),
        ],
    ),
    complete(
        "other offset",
        "timestamps with another offset, whitespace as blank, a vendor media type",
        &[
            (Topic::Timestamps, "other offset"),
            (Topic::Blank, "whitespace"),
            (Topic::JsonStyle, "vendor type"),
        ],
    ),
    complete(
        "lower case",
        "addresses in lower case",
        &[(Topic::Addresses, "lower case"), (Topic::Timestamps, "basic"), (Topic::Blank, "empty")],
    ),
    complete(
        "concurrent",
        "other clients create records, and lists change between requests",
        &[(Topic::ConcurrentClients, "creating"), (Topic::ConcurrentClients, "shifting")],
    ),
    complete(
        "throttled",
        "every 11th request is refused with 429",
        &[(Topic::Throttling, "throttled"), (Topic::Timestamps, "fraction")],
    ),
    complete(
        "delayed",
        "responses are delayed and out of order",
        &[(Topic::Throttling, "delayed"), (Topic::Timestamps, "offset")],
    ),
    complete(
        "framing",
        "interim responses, small chunks, upper-case header names, trailers, closed connections",
        &[(Topic::Framing, "reframed")],
    ),
];
