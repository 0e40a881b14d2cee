//! Valid YAML that does not match the keys of the language.

kinds! {
    "unknown-key", "tables/unknown_key":
        "The map has a key that the language does not define, so it would have no effect.",
        "Correct the name, or remove the key. The message suggests a similar key and lists the keys of the map. A \
         key that was renamed is reported with its new name.";
    "missing-key", "tables/missing_keys":
        "The map lacks required keys.",
        "Add them; the message says what each holds.";
    "wrong-shape", "tables/wrong_shapes":
        "The key holds another kind of value than expected, for example a list instead of a text.",
        "Write what is expected. A key without a value is an error wherever a value is required.";
    "wrong-value", "tables/not_an_integer":
        "A text is not the expected number, `true` or `false`. These are written plain and in lower case.",
        "Write the number in digits and without quotes, or `true` or `false`.";
    "unknown-word", "tables/unknown_word":
        "The text is not one of the allowed keywords.",
        "Use one of the keywords that the message lists.";
}
