//! Valid YAML that does not match the keys of the language.

use super::Kind;

pub(super) const KINDS: &[Kind] = &[
    Kind {
        code: "unknown-key",
        meaning: "The map has a key that the language does not define, so it would have no effect.",
        mending: "Correct the name, or remove the key. The message suggests a similar key and lists the keys of the \
                  map. A key that was renamed is reported with its new name.",
        example: "tests/tables/unknown_key.snap",
    },
    Kind {
        code: "missing-key",
        meaning: "The map lacks required keys.",
        mending: "Add them; the message says what each holds.",
        example: "tests/tables/missing_keys.snap",
    },
    Kind {
        code: "wrong-shape",
        meaning: "The key holds another kind of value than expected, for example a list instead of a text.",
        mending: "Write what is expected. A key without a value is an error wherever a value is required.",
        example: "tests/tables/wrong_shapes.snap",
    },
    Kind {
        code: "wrong-value",
        meaning: "A text is not the expected number, `true` or `false`. These are written plain and in lower case.",
        mending: "Write the number in digits and without quotes, or `true` or `false`.",
        example: "tests/tables/not_an_integer.snap",
    },
    Kind {
        code: "unknown-word",
        meaning: "The text is not one of the allowed keywords.",
        mending: "Use one of the keywords that the message lists.",
        example: "tests/tables/unknown_word.snap",
    },
];
