//! Facts that are missing, meaningless or in the wrong place.
//!
//! Only described here; who finds them says them.

use reader::catalog::Kind;

pub(super) const KINDS: &[Kind] = &[
    Kind {
        code: "unsaid",
        meaning: "A slot has neither a fact, nor `not_shown`, nor silence inherited from above. The contract \
                  takes a stand in every slot: what is left out by mistake must not look like what the \
                  document leaves open.",
        mending: "Write what the document states. Where it is silent, write `not_shown` with what is not \
                  known, or say so once for a whole file or service under `not_shown`.",
        example: "tests/mistakes/unsaid",
    },
    Kind {
        code: "unknown-slot",
        meaning: "Silence is declared for a slot that does not exist, so that nobody could inherit it.",
        mending: "Take one of the slots that the message lists.",
        example: "tests/mistakes/unknown-slot",
    },
    Kind {
        code: "empty-source",
        meaning: "Every fact comes from a section of the document, so that anybody can look it up. This names \
                  none.",
        mending: "Name the section. What lies below inherits it.",
        example: "tests/mistakes/empty-source",
    },
    Kind {
        code: "bad-status",
        meaning: "A success has an HTTP status from 200 to 299. A refusal has one from 200 to 599: there are services \
                  that refuse with a status of success.",
        mending: "Correct the number.",
        example: "tests/mistakes/bad-status",
    },
    Kind {
        code: "body-without-place",
        meaning: "A status leaves no place for a body, and there is one: 204, 205 and 304 mean that there is none. What \
                  stands between caller and service drops one that is there. A refusal always has a body.",
        mending: "Correct the status or, of a success, say `body: none`.",
        example: "tests/mistakes/body-without-place",
    },
    Kind {
        code: "bad-route",
        meaning: "An operation's `http` is a method and a path below the base URL, in which a parameter stands \
                  for a whole segment. No segment is empty, `.` or `..`: clients resolve such paths before they send.",
        mending: "Write it like `GET /books/{identifier}`.",
        example: "tests/mistakes/bad-route",
    },
    Kind {
        code: "bad-input-reference",
        meaning: "An input is named by where it is sent and by its name on the wire.",
        mending: "Write `path.NAME`, `query.NAME` or `body.NAME`.",
        example: "tests/mistakes/bad-input-reference",
    },
    Kind {
        code: "bad-echo",
        meaning: "What a success repeats is named by the member of the answer that shows it.",
        mending: "Write `envelope_member.field`, or the member alone when the answer is the record itself.",
        example: "tests/mistakes/bad-echo",
    },
    Kind {
        code: "bad-filter",
        meaning: "A filter says what the records that stay have in common, in exactly one way.",
        mending: "Write `above: MEMBER` for what is strictly higher than the value sent, or `meaning: TEXT` \
                  for anything else.",
        example: "tests/mistakes/bad-filter",
    },
    Kind {
        code: "bad-limit",
        meaning: "A limit says how many of a kind there can be, and that is at least one.",
        mending: "Correct the number; without a limit, leave it out.",
        example: "tests/mistakes/bad-limit",
    },
    Kind {
        code: "misplaced-refinement",
        meaning: "`format` and `values` narrow a string, `forms` a timestamp; with another type they say \
                  nothing.",
        mending: "Correct the type, or remove the refinement.",
        example: "tests/mistakes/misplaced-refinement",
    },
    Kind {
        code: "repeated-value",
        meaning: "A list of values names one of them twice. Each becomes a variant of an enum, so that one of the two \
                  is most likely another value, written wrongly.",
        mending: "Take one of them out, or write what was meant.",
        example: "tests/mistakes/repeated-value",
    },
    Kind {
        code: "misplaced-several",
        meaning: "Several values are written into one text, with commas between them. Only a string can hold \
                  that.",
        mending: "Make it a string, or, for a JSON array, write the type in brackets.",
        example: "tests/mistakes/misplaced-several",
    },
    Kind {
        code: "half-an-address",
        meaning: "A member that addresses a thing says two things: how (`is`), and of which record (`of`). One \
                  without the other leaves open what is looked up.",
        mending: "Write both, or neither.",
        example: "tests/mistakes/half-an-address",
    },
    Kind {
        code: "undeclared-path-parameter",
        meaning: "The path has a parameter of which nothing is said.",
        mending: "Say under `path` how it addresses a thing, and of which record.",
        example: "tests/mistakes/undeclared-path-parameter",
    },
    Kind {
        code: "unused-path-parameter",
        meaning: "Something is said of a parameter that the path does not have.",
        mending: "Correct the name, or the path.",
        example: "tests/mistakes/unused-path-parameter",
    },
    Kind {
        code: "repeated-path-parameter",
        meaning: "A parameter stands twice in the path; a request could send two values for it.",
        mending: "Give each its own name.",
        example: "tests/mistakes/repeated-path-parameter",
    },
    Kind {
        code: "bad-header",
        meaning: "The key is sent in a header of this name, and HTTP has no header that could be called so, or \
                  has another use for it, as for `Host`.",
        mending: "Write the name as the document spells it: letters, digits and `-`.",
        example: "tests/mistakes/bad-header",
    },
    Kind {
        code: "endless-record",
        meaning: "A record must always hold a record that in the end must hold it again. No finite answer could \
                  show one, so one of the statements cannot be meant.",
        mending: "Say of a member on the way that it may be absent or null, or make it a list.",
        example: "tests/mistakes/endless-record",
    },
];
