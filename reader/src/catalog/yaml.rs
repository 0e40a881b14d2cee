//! Invalid YAML, or YAML outside the dialect.

kinds! {
    "yaml-syntax", "dialect/colon_in_text":
        "The text is not valid YAML here, so the rest of the file cannot be parsed. Other files are still checked.",
        "Most often a text that contains `: ` or starts with a YAML indicator needs quotes, a line is indented \
         wrongly, or a quote or bracket is not closed.";
    "tab-indentation", "dialect/tab_first":
        "YAML forbids tabs in indentation.",
        "Indent with two spaces for each level.";
    "duplicate-key", "dialect/duplicate_key":
        "A map has each key once. Other YAML parsers silently take the last value.",
        "Remove one of the two, or correct the name of the other.";
    "anchor", "dialect/anchor_and_alias":
        "`&name` before a value names it, so that `*name` can repeat it. The language has no anchors.",
        "Remove the anchor, and repeat the value where needed. A text that begins with `&` needs quotes.";
    "alias", "tables/alias_is_said_once":
        "`*name` repeats a value that was named elsewhere. The language has no aliases.",
        "Write the value out. A text that begins with `*` needs quotes.";
    "tag", "dialect/tag":
        "`!name` before a value sets its type. In this language the key determines the type.",
        "Remove the tag. A text that begins with `!` needs quotes.";
    "merge-key", "dialect/merge_key":
        "`<<` takes over the keys of another map. The language has no merge keys.",
        "Write the keys out.";
    "empty-key", "dialect/empty_key":
        "A `:` has no key before it.",
        "Write the key. A text that begins with `:` needs quotes.";
    "key-not-text", "dialect/key_not_text":
        "A key is a text; here it is a list, a map or nothing.",
        "A text that begins with `[` or `{` needs quotes.";
    "second-document", "dialect/second_document":
        "`---` begins a second document in the same file. A file has one document.",
        "Move the second document to another file, or remove the line.";
    "too-deep", "dialect/too_deep":
        "Maps and lists are nested deeper than the language ever needs. The limit prevents a stack overflow.",
        "Close brackets, and quote texts that begin with brackets.";
}
