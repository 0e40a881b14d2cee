//! Conditions and messages of refusals.

kinds! {
    "bad-condition":
        "`when` states when an operation refuses, in one of a few forms. Anything else is marked as prose.",
        "Use one of the forms that the message lists, or write `\"prose: TEXT\"`.";
    "bad-template":
        "A message is text with `{placeholders}`. Placeholders have names, and text between them, so that messages \
         can be parsed.",
        "Close the braces, correct the name, or add the text between the placeholders.";
    "unbound-placeholder":
        "A placeholder of the message has no source.",
        "Bind it under `placeholders` to an input or to a member of a record.";
    "unused-binding":
        "A source is declared for a placeholder that the message does not have.",
        "Correct the name, or remove the binding.";
    "no-source":
        "A placeholder has an empty list of sources.",
        "Name at least one source: `PART.NAME` of the request or `Record.member`.";
    "half-an-error-case":
        "An error case has no condition or message. Only a case whose name is also an error case of the service can \
         omit them.",
        "Add what is missing, or use the name of the service's case.";
    "case-with-two-messages":
        "Error cases of the same name become one kind of error in code, so they have the same message. These \
         messages differ.",
        "Rename one of them, or correct the message; placeholder names count.";
    "ambiguous-messages":
        "A message could belong to either of two refusals. A literal message takes precedence over a template, and a \
         more literal template over a less literal one; these two are equal.",
        "Correct the messages. If the document has both, make them one case.";
}
