//! Invalid YAML, or YAML outside the dialect.

use super::Kind;

pub(super) const KINDS: &[Kind] = &[
    Kind {
        code: "yaml-syntax",
        meaning: "The text is not valid YAML here, so the rest of the file cannot be parsed. Other files are still \
                  checked.",
        mending: "Most often a text that contains `: ` or starts with a YAML indicator needs quotes, a line is \
                  indented wrongly, or a quote or bracket is not closed.",
        example: "tests/dialect/colon_in_text.snap",
    },
    Kind {
        code: "tab-indentation",
        meaning: "YAML forbids tabs in indentation.",
        mending: "Indent with two spaces for each level.",
        example: "tests/dialect/tab_first.snap",
    },
    Kind {
        code: "duplicate-key",
        meaning: "A map has each key once. Other YAML parsers silently take the last value.",
        mending: "Remove one of the two, or correct the name of the other.",
        example: "tests/dialect/duplicate_key.snap",
    },
    Kind {
        code: "anchor",
        meaning: "`&name` before a value names it, so that `*name` can repeat it. The language has no anchors.",
        mending: "Remove the anchor, and repeat the value where needed. A text that begins with `&` needs quotes.",
        example: "tests/dialect/anchor_and_alias.snap",
    },
    Kind {
        code: "alias",
        meaning: "`*name` repeats a value that was named elsewhere. The language has no aliases.",
        mending: "Write the value out. A text that begins with `*` needs quotes.",
        example: "tests/tables/alias_is_said_once.snap",
    },
    Kind {
        code: "tag",
        meaning: "`!name` before a value sets its type. In this language the key determines the type.",
        mending: "Remove the tag. A text that begins with `!` needs quotes.",
        example: "tests/dialect/tag.snap",
    },
    Kind {
        code: "merge-key",
        meaning: "`<<` takes over the keys of another map. The language has no merge keys.",
        mending: "Write the keys out.",
        example: "tests/dialect/merge_key.snap",
    },
    Kind {
        code: "empty-key",
        meaning: "A `:` has no key before it.",
        mending: "Write the key. A text that begins with `:` needs quotes.",
        example: "tests/dialect/empty_key.snap",
    },
    Kind {
        code: "key-not-text",
        meaning: "A key is a text; here it is a list, a map or nothing.",
        mending: "A text that begins with `[` or `{` needs quotes.",
        example: "tests/dialect/key_not_text.snap",
    },
    Kind {
        code: "second-document",
        meaning: "`---` begins a second document in the same file. A file has one document.",
        mending: "Move the second document to another file, or remove the line.",
        example: "tests/dialect/second_document.snap",
    },
    Kind {
        code: "too-deep",
        meaning: "Maps and lists are nested deeper than the language ever needs. The limit prevents a stack overflow.",
        mending: "Close brackets, and quote texts that begin with brackets.",
        example: "tests/dialect/too_deep.snap",
    },
];
