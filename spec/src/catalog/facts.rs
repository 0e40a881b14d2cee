//! Facts that are missing, invalid or misplaced.

kinds! {
    "unsaid":
        "A slot has no fact, no `not_shown` and no inherited silence.",
        "Write what the document states. Where the document is silent, write `not_shown` with a note, or declare the \
         silence under `not_shown` of the file, the resource or the service.";
    "unknown-slot":
        "A silence is declared for a slot that does not exist.",
        "Use one of the slots that the message lists.";
    "empty-source":
        "Every fact names its section of the document. This name is empty.",
        "Name the section. Everything below inherits it.";
    "bad-status":
        "A success has an HTTP status from 200 to 299. A refusal has one from 200 to 599, because some services \
         refuse with a success status.",
        "Correct the number.";
    "body-without-place":
        "The statuses 204, 205 and 304 have no body, and HTTP intermediaries drop one. A refusal always has a body.",
        "Correct the status or, for a success, write `body: none`.";
    "bad-route":
        "The `http` of an operation is a method and a path below the base URL, in which a parameter is a whole \
         segment. No segment is empty, `.` or `..`, because clients resolve such paths before they send them.",
        "Write it as in `GET /books/{identifier}`.";
    "bad-input-reference":
        "An input is referenced by the part of the request and its wire name.",
        "Write `path.NAME`, `query.NAME` or `body.NAME`.";
    "bad-echo":
        "A repeated input is referenced by the member of the response that contains it.",
        "Write `envelope_member.field`, or the member alone if the response is the record itself.";
    "bad-filter":
        "A filter has exactly one of `above` and `meaning`.",
        "Write `above: MEMBER` if it keeps records whose member is greater than the value sent, or `meaning: TEXT` \
         for anything else.";
    "bad-limit":
        "A limit is the maximum number of records, at least one.",
        "Correct the number, or omit the limit.";
    "misplaced-refinement":
        "`format` and `values` refine a string, `forms` a timestamp. They have no meaning for other types.",
        "Correct the type, or remove the refinement.";
    "repeated-value":
        "A list of values contains one twice. Each value becomes a variant of an enum.",
        "Remove one of the two, or correct it.";
    "misplaced-several":
        "Several values in one text are separated by commas. Only a string can hold them.",
        "Make it a string or, for a JSON array, write the type in brackets.";
    "half-an-address":
        "A member that identifies a record has the kinds of identifiers (`identified_by`) and the record \
         (`record`).",
        "Write both or neither.";
    "undeclared-path-parameter":
        "The path has a parameter that is not declared.",
        "Declare it under `path`, with its identifiers and its record.";
    "unused-path-parameter":
        "A declared parameter is not in the path.",
        "Correct the name or the path.";
    "repeated-path-parameter":
        "The path contains a parameter twice.",
        "Use different names.";
    "bad-header":
        "The key is sent in a header of this name. HTTP does not allow the name, or uses it for something else, such \
         as `Host`.",
        "Write the name as the document spells it: letters, digits and `-`.";
    "endless-record":
        "A record requires itself, directly or through other records, so no finite response can contain it.",
        "Make one of the members on the cycle optional or nullable, or a list.";
}
