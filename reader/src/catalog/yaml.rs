//! What is not YAML, or not of the dialect.
//!
//! Only described here; who finds them says them.

use super::Kind;

pub(super) const KINDS: &[Kind] = &[
    Kind {
        code: "yaml-syntax",
        meaning: "The text is not YAML at this place, so that what follows cannot be understood. A file is \
                  read up to the first such mistake; the mistakes of all other files are shown all the \
                  same.",
        mending: "Most often a text holds `: ` or begins with a sign that means something to YAML (put it \
                  in quotes), a line is indented unlike its neighbours, or a quote or bracket is not \
                  closed.",
        example: "tests/dialect/colon_in_text.snap",
    },
    Kind {
        code: "tab-indentation",
        meaning: "Indentation says what belongs to what, and a tab has no width that everybody agrees on; \
                  YAML forbids it there.",
        mending: "Indent with spaces, two for each level, and let your editor write them for the tab key.",
        example: "tests/dialect/tab_first.snap",
    },
    Kind {
        code: "duplicate-key",
        meaning: "A map has each key once. Other readers of YAML silently take the last, so that one of \
                  two lines has no effect and nobody sees it.",
        mending: "Keep one of the two, or correct the name of the other.",
        example: "tests/dialect/duplicate_key.snap",
    },
    Kind {
        code: "anchor",
        meaning: "`&name` before a value gives it a name, to be repeated elsewhere. The language has no \
                  such names: every file is read from top to bottom, and what stands in a place is what \
                  holds there.",
        mending: "Remove the anchor, and write the value out where it is wanted again. A text that begins \
                  with `&` needs quotes.",
        example: "tests/dialect/anchor_and_alias.snap",
    },
    Kind {
        code: "alias",
        meaning: "`*name` repeats a value that was named elsewhere. The language has no such names.",
        mending: "Write the value out. A text that begins with `*` needs quotes.",
        example: "tests/tables/alias_is_said_once.snap",
    },
    Kind {
        code: "tag",
        meaning: "`!name` before a value says how to read it. In this language the key says that, so a tag \
                  could only contradict it.",
        mending: "Remove the tag. A text that begins with `!` needs quotes.",
        example: "tests/dialect/tag.snap",
    },
    Kind {
        code: "merge-key",
        meaning: "`<<` takes over the keys of another map. What holds somewhere would then stand somewhere \
                  else.",
        mending: "Write out the keys that are wanted.",
        example: "tests/dialect/merge_key.snap",
    },
    Kind {
        code: "empty-key",
        meaning: "A `:` stands where a key should come first.",
        mending: "Write the key. A text that begins with `:` needs quotes.",
        example: "tests/dialect/empty_key.snap",
    },
    Kind {
        code: "key-not-text",
        meaning: "A key is a name, hence text; here it is a list, a map or nothing.",
        mending: "Often a text that begins with `[` or `{` lacks its quotes.",
        example: "tests/dialect/key_not_text.snap",
    },
    Kind {
        code: "second-document",
        meaning: "`---` begins a second document in the same file. A file is one thing with one address.",
        mending: "Put the second document into a file of its own, or remove the line.",
        example: "tests/dialect/second_document.snap",
    },
    Kind {
        code: "too-deep",
        meaning: "Maps and lists are nested deeper than anything in the language. The limit keeps a reader \
                  from being led down without end.",
        mending: "Most often brackets are not closed, or a text that begins with brackets lacks its \
                  quotes.",
        example: "tests/dialect/too_deep.snap",
    },
];
