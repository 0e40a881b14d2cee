//! Facts that are missing, invalid or misplaced.

use reader::catalog::Kind;

pub(super) const KINDS: &[Kind] = &[
    Kind {
        code: "unsaid",
        meaning: "A slot has no fact, no `not_shown` and no inherited silence.",
        mending: "Write what the document states. Where the document is silent, write `not_shown` with a note, or \
                  declare the silence under `not_shown` of the file, the resource or the service.",
        example: "tests/mistakes/unsaid",
    },
    Kind {
        code: "unknown-slot",
        meaning: "A silence is declared for a slot that does not exist.",
        mending: "Use one of the slots that the message lists.",
        example: "tests/mistakes/unknown-slot",
    },
    Kind {
        code: "empty-source",
        meaning: "Every fact names its section of the document. This name is empty.",
        mending: "Name the section. Everything below inherits it.",
        example: "tests/mistakes/empty-source",
    },
    Kind {
        code: "bad-status",
        meaning: "A success has an HTTP status from 200 to 299. A refusal has one from 200 to 599, because some \
                  services refuse with a success status.",
        mending: "Correct the number.",
        example: "tests/mistakes/bad-status",
    },
    Kind {
        code: "body-without-place",
        meaning: "The statuses 204, 205 and 304 have no body, and HTTP intermediaries drop one. A refusal always has \
                  a body.",
        mending: "Correct the status or, for a success, write `body: none`.",
        example: "tests/mistakes/body-without-place",
    },
    Kind {
        code: "bad-route",
        meaning: "The `http` of an operation is a method and a path below the base URL, in which a parameter is a \
                  whole segment. No segment is empty, `.` or `..`, because clients resolve such paths before they \
                  send them.",
        mending: "Write it as in `GET /books/{identifier}`.",
        example: "tests/mistakes/bad-route",
    },
    Kind {
        code: "bad-input-reference",
        meaning: "An input is referenced by the part of the request and its wire name.",
        mending: "Write `path.NAME`, `query.NAME` or `body.NAME`.",
        example: "tests/mistakes/bad-input-reference",
    },
    Kind {
        code: "bad-echo",
        meaning: "A repeated input is referenced by the member of the response that contains it.",
        mending: "Write `envelope_member.field`, or the member alone if the response is the record itself.",
        example: "tests/mistakes/bad-echo",
    },
    Kind {
        code: "bad-filter",
        meaning: "A filter has exactly one of `above` and `meaning`.",
        mending: "Write `above: MEMBER` if it keeps records whose member is greater than the value sent, or `meaning: \
                  TEXT` for anything else.",
        example: "tests/mistakes/bad-filter",
    },
    Kind {
        code: "bad-limit",
        meaning: "A limit is the maximum number of records, at least one.",
        mending: "Correct the number, or omit the limit.",
        example: "tests/mistakes/bad-limit",
    },
    Kind {
        code: "misplaced-refinement",
        meaning: "`format` and `values` refine a string, `forms` a timestamp. They have no meaning for other types.",
        mending: "Correct the type, or remove the refinement.",
        example: "tests/mistakes/misplaced-refinement",
    },
    Kind {
        code: "repeated-value",
        meaning: "A list of values contains one twice. Each value becomes a variant of an enum.",
        mending: "Remove one of the two, or correct it.",
        example: "tests/mistakes/repeated-value",
    },
    Kind {
        code: "misplaced-several",
        meaning: "Several values in one text are separated by commas. Only a string can hold them.",
        mending: "Make it a string or, for a JSON array, write the type in brackets.",
        example: "tests/mistakes/misplaced-several",
    },
    Kind {
        code: "half-an-address",
        meaning: "A member that identifies a record has the kinds of identifiers (`identified_by`) and the record \
                  (`record`).",
        mending: "Write both or neither.",
        example: "tests/mistakes/half-an-address",
    },
    Kind {
        code: "undeclared-path-parameter",
        meaning: "The path has a parameter that is not declared.",
        mending: "Declare it under `path`, with its identifiers and its record.",
        example: "tests/mistakes/undeclared-path-parameter",
    },
    Kind {
        code: "unused-path-parameter",
        meaning: "A declared parameter is not in the path.",
        mending: "Correct the name or the path.",
        example: "tests/mistakes/unused-path-parameter",
    },
    Kind {
        code: "repeated-path-parameter",
        meaning: "The path contains a parameter twice.",
        mending: "Use different names.",
        example: "tests/mistakes/repeated-path-parameter",
    },
    Kind {
        code: "bad-header",
        meaning: "The key is sent in a header of this name. HTTP does not allow the name, or uses it for something \
                  else, such as `Host`.",
        mending: "Write the name as the document spells it: letters, digits and `-`.",
        example: "tests/mistakes/bad-header",
    },
    Kind {
        code: "endless-record",
        meaning: "A record requires itself, directly or through other records, so no finite response can contain it.",
        mending: "Make one of the members on the cycle optional or nullable, or a list.",
        example: "tests/mistakes/endless-record",
    },
];
