//! Conditions and messages of refusals.

use reader::catalog::Kind;

pub(super) const KINDS: &[Kind] = &[
    Kind {
        code: "bad-condition",
        meaning: "`when` states when an operation refuses, in one of a few forms. Anything else is marked as prose.",
        mending: "Use one of the forms that the message lists, or write `\"prose: TEXT\"`.",
        example: "tests/mistakes/bad-condition",
    },
    Kind {
        code: "bad-template",
        meaning: "A message is text with `{placeholders}`. Placeholders have names, and text between them, so that \
                  messages can be parsed.",
        mending: "Close the braces, correct the name, or add the text between the placeholders.",
        example: "tests/mistakes/bad-template",
    },
    Kind {
        code: "unbound-placeholder",
        meaning: "A placeholder of the message has no source.",
        mending: "Bind it under `placeholders` to an input or to a member of a record.",
        example: "tests/mistakes/unbound-placeholder",
    },
    Kind {
        code: "unused-binding",
        meaning: "A source is declared for a placeholder that the message does not have.",
        mending: "Correct the name, or remove the binding.",
        example: "tests/mistakes/unused-binding",
    },
    Kind {
        code: "no-source",
        meaning: "A placeholder has an empty list of sources.",
        mending: "Name at least one source: `PART.NAME` of the request or `Record.member`.",
        example: "tests/mistakes/no-source",
    },
    Kind {
        code: "half-an-error-case",
        meaning: "An error case has no condition or message. Only a case whose name is also an error case of the \
                  service can omit them.",
        mending: "Add what is missing, or use the name of the service's case.",
        example: "tests/mistakes/half-an-error-case",
    },
    Kind {
        code: "case-with-two-messages",
        meaning: "Error cases of the same name become one kind of error in code, so they have the same message. These \
                  messages differ.",
        mending: "Rename one of them, or correct the message; placeholder names count.",
        example: "tests/mistakes/case-with-two-messages",
    },
    Kind {
        code: "ambiguous-messages",
        meaning: "A message could belong to either of two refusals. A literal message takes precedence over a \
                  template, and a more literal template over a less literal one; these two are equal.",
        mending: "Correct the messages. If the document has both, make them one case.",
        example: "tests/mistakes/ambiguous-messages",
    },
];
