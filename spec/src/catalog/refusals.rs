//! Conditions and messages of refusals.
//!
//! Only described here; who finds them says them.

use reader::catalog::Kind;

pub(super) const KINDS: &[Kind] = &[
    Kind {
        code: "bad-condition",
        meaning: "`when` says when an operation refuses, in one of a few forms that can be brought about. What \
                  fits none of them is said in words, and is known to be words.",
        mending: "Take one of the forms that the message lists, or write `\"prose: TEXT\"`.",
        example: "tests/mistakes/bad-condition",
    },
    Kind {
        code: "bad-template",
        meaning: "A message is text with `{placeholders}`. What stands between braces is a name, and text \
                  stands between two placeholders: otherwise nobody could take the message apart again.",
        mending: "Close the braces, correct the name, or write the text that stands between.",
        example: "tests/mistakes/bad-template",
    },
    Kind {
        code: "unbound-placeholder",
        meaning: "Nothing says where the text of a placeholder comes from, so that the message could be \
                  neither written nor checked.",
        mending: "Bind it under `where` to an input or to a member of a record.",
        example: "tests/mistakes/unbound-placeholder",
    },
    Kind {
        code: "unused-binding",
        meaning: "A placeholder is bound that the message does not have.",
        mending: "Correct the name, or remove the binding.",
        example: "tests/mistakes/unused-binding",
    },
    Kind {
        code: "no-source",
        meaning: "A placeholder is bound to an empty list, hence to nothing.",
        mending: "Name at least one source: `PART.NAME` of the request or `Record.member`.",
        example: "tests/mistakes/no-source",
    },
    Kind {
        code: "half-an-error-case",
        meaning: "A case leaves out its condition or message, as only a case may that the service has under \
                  the same name.",
        mending: "Write what it lacks, or correct the name to the service's.",
        example: "tests/mistakes/half-an-error-case",
    },
    Kind {
        code: "case-with-two-messages",
        meaning: "Cases of one name become one kind of error in code, so they have one message. These differ.",
        mending: "Give one of them another name, or mend the message; the names of placeholders count, too.",
        example: "tests/mistakes/case-with-two-messages",
    },
    Kind {
        code: "ambiguous-messages",
        meaning: "An answer of this text could be either of two refusals. A literal message beats a template, \
                  and a more literal template a less literal one; these two are equal in that.",
        mending: "Correct the messages. Where the document really has both, they are one case.",
        example: "tests/mistakes/ambiguous-messages",
    },
];
