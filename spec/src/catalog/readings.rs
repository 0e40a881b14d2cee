//! Readings and questions that forget or invent something of the document or the contract.
//!
//! Only described here; who finds them says them.

use reader::catalog::Kind;

pub(super) const KINDS: &[Kind] = &[
    Kind {
        code: "unknown-version",
        meaning: "The file says that it is of a version that is not known here. What it means by its keys may \
                  be something else.",
        mending: "Write the version that the message names, after a look at what changed.",
        example: "tests/mistakes/unknown-version",
    },
    Kind {
        code: "sentence-number",
        meaning: "The sentences of a section are numbered from 1, in order and without a hole, so that nobody \
                  has to wonder about one that is not there.",
        mending: "Number them anew, or add the one that is left out.",
        example: "tests/mistakes/sentence-number",
    },
    Kind {
        code: "bare-sentence",
        meaning: "Nothing in the contract carries a sentence of the document: what it says would be lost.",
        mending: "Name the clauses or gaps that carry it. If there are none, the contract lacks something.",
        example: "tests/mistakes/bare-sentence",
    },
    Kind {
        code: "unknown-id",
        meaning: "A sentence is said to be carried, or a question to be answered, by a clause or gap that the contract \
                  does not have, or by a glob that matches none. It may have been renamed since. `decided` of a \
                  question names clauses and `open` names gaps.",
        mending: "Correct the id, or move it to the other key; `cargo xtask clauses` lists them all.",
        example: "tests/mistakes/unknown-id",
    },
    Kind {
        code: "forgotten-id",
        meaning: "A clause or gap carries no sentence of the document. Either the reading forgets it, or the \
                  contract says something that the document does not.",
        mending: "Name it at the sentence it comes from. If there is no such sentence, take it out of the \
                  contract.",
        example: "tests/mistakes/forgotten-id",
    },
    Kind {
        code: "unread-section",
        meaning: "The document has a section with sentences that the reading does not name.",
        mending: "Add the section, with what carries each of its sentences.",
        example: "tests/mistakes/unread-section",
    },
    Kind {
        code: "unknown-section",
        meaning: "The reading names a section that the document does not have, or the questions one that the reading \
                  does not have.",
        mending: "Write its name as the headings of the document do: `Second` or `Second / Third`.",
        example: "tests/mistakes/unknown-section",
    },
    Kind {
        code: "section-order",
        meaning: "A section stands elsewhere than in the document, which makes the two hard to compare.",
        mending: "Move it to its place.",
        example: "tests/mistakes/section-order",
    },
    Kind {
        code: "sentence-count",
        meaning: "The reading has more or fewer sentences of a section than the document: something was \
                  skipped, or counted otherwise.",
        mending: "Compare with the numbered sentences of `cargo xtask docs --document FILE --list`.",
        example: "tests/mistakes/sentence-count",
    },
    Kind {
        code: "bad-question",
        meaning: "A question has no answer, or is said to be both decided and open.",
        mending: "Name the clauses that decide it in `decided`, or the gaps that leave it open in `open`. Write two \
                  questions where one part is decided and another open.",
        example: "tests/mistakes/bad-question",
    },
    Kind {
        code: "repeated-question",
        meaning: "The same question is asked twice. Case, blanks and punctuation make no difference.",
        mending: "Remove one of them, or say in which point they differ.",
        example: "tests/mistakes/repeated-question",
    },
    Kind {
        code: "unasked-gap",
        meaning: "The contract has a gap that no question names: it is not written down on which point servers differ.",
        mending: "Add a question that names the gap in `open`.",
        example: "tests/mistakes/unasked-gap",
    },
];
