//! What is YAML, but not what the key holds.
//!
//! Only described here; who finds them says them.

use super::Kind;

pub(super) const KINDS: &[Kind] = &[
    Kind {
        code: "unknown-key",
        meaning: "The map has a key that means nothing there. It would have no effect, and whoever wrote \
                  it would believe it had.",
        mending: "Correct the name (a similar one is suggested where there is one), or remove the key. The \
                  keys of each kind of map are listed in the message.",
        example: "tests/tables/unknown_key.snap",
    },
    Kind {
        code: "missing-key",
        meaning: "The map lacks keys without which it means nothing.",
        mending: "Add them; the message says what each holds.",
        example: "tests/tables/missing_keys.snap",
    },
    Kind {
        code: "wrong-shape",
        meaning: "Something else stands here than the key holds: a list where a text is expected, a text \
                  where a map is.",
        mending: "Write what is expected. An empty value is neither: a key without a value is wrong \
                  wherever something is needed.",
        example: "tests/tables/wrong_shapes.snap",
    },
    Kind {
        code: "wrong-value",
        meaning: "Text stands where a number, or `true` or `false`, is expected. They are written plain and in \
                  lower case, so that no reader takes them for something else.",
        mending: "Write the number in digits and without quotes, or `true` or `false`.",
        example: "tests/tables/not_an_integer.snap",
    },
    Kind {
        code: "unknown-word",
        meaning: "Here one of a few words can stand, and this is none of them.",
        mending: "Take one of the words that the message lists.",
        example: "tests/tables/unknown_word.snap",
    },
];
