//! Differences between the document, `sentences.yaml`, `questions.yaml` and the contract.

use reader::catalog::Kind;

pub(super) const KINDS: &[Kind] = &[
    Kind {
        code: "unknown-version",
        meaning: "The file has a version that is not supported.",
        mending: "Write the version that the message names, and adapt the file if needed.",
        example: "tests/mistakes/unknown-version",
    },
    Kind {
        code: "sentence-number",
        meaning: "The sentences of a section are numbered from 1, in order and without gaps.",
        mending: "Renumber them, or add the missing sentence.",
        example: "tests/mistakes/sentence-number",
    },
    Kind {
        code: "bare-sentence",
        meaning: "No clause or gap covers a sentence of the document.",
        mending: "Name the clauses or gaps that cover it. If there are none, the contract is incomplete.",
        example: "tests/mistakes/bare-sentence",
    },
    Kind {
        code: "unknown-id",
        meaning: "No clause or gap of the contract matches, or it is of the other kind: `decided` of a question names \
                  clauses and `open` names gaps.",
        mending: "Correct the id, or move it to the other key; `cargo xtask clauses` lists all ids.",
        example: "tests/mistakes/unknown-id",
    },
    Kind {
        code: "forgotten-id",
        meaning: "A clause or gap covers no sentence of the document. Either `sentences.yaml` omits it, or the \
                  contract states more than the document.",
        mending: "Add it to the sentence that states it. If there is none, remove it from the contract.",
        example: "tests/mistakes/forgotten-id",
    },
    Kind {
        code: "unread-section",
        meaning: "The document has a section that `sentences.yaml` does not have.",
        mending: "Add the section, with the clauses and gaps of each of its sentences.",
        example: "tests/mistakes/unread-section",
    },
    Kind {
        code: "unknown-section",
        meaning: "`sentences.yaml` has a section that the document does not have, or `questions.yaml` has a section \
                  that `sentences.yaml` does not have.",
        mending: "Use the name in the headings of the document: `Second` or `Second / Third`.",
        example: "tests/mistakes/unknown-section",
    },
    Kind {
        code: "section-order",
        meaning: "A section is not in the order of the document.",
        mending: "Move it.",
        example: "tests/mistakes/section-order",
    },
    Kind {
        code: "sentence-count",
        meaning: "A section has more or fewer sentences than in the document.",
        mending: "Compare it with the numbered sentences of `cargo xtask docs --document FILE --list`.",
        example: "tests/mistakes/sentence-count",
    },
    Kind {
        code: "bad-question",
        meaning: "A question has no answer, or is both decided and open.",
        mending: "Name the clauses that decide it in `decided`, or the gaps that leave it open in `open`. Split a \
                  question that is partly decided.",
        example: "tests/mistakes/bad-question",
    },
    Kind {
        code: "repeated-question",
        meaning: "Two questions are equal except for case, blanks and punctuation.",
        mending: "Remove one of them, or say how they differ.",
        example: "tests/mistakes/repeated-question",
    },
    Kind {
        code: "unasked-gap",
        meaning: "No question names a gap of the contract.",
        mending: "Add a question that names the gap in `open`.",
        example: "tests/mistakes/unasked-gap",
    },
];
