//! Answers of an overlay that match no gap or are invalid, and gaps without an answer.

use reader::catalog::Kind;

pub(super) const KINDS: &[Kind] = &[
    Kind {
        code: "unknown-gap",
        meaning: "The overlay answers a gap that the contract does not have. The gap may have been closed or renamed.",
        mending: "Correct the id (`cargo xtask clauses --gaps` lists the ids), or remove the answer.",
        example: "tests/mistakes/unknown-gap",
    },
    Kind {
        code: "answer-to-stated-fact",
        meaning: "The overlay answers a fact that the contract states. Overlays only answer gaps.",
        mending: "Remove the answer. If the document does not state the fact, correct the contract.",
        example: "tests/mistakes/answer-to-stated-fact",
    },
    Kind {
        code: "silent-answer",
        meaning: "The answer is `not_shown`, which answers nothing.",
        mending: "Write the chosen fact, or remove the answer.",
        example: "tests/mistakes/silent-answer",
    },
    Kind {
        code: "answer-not-a-reading",
        meaning: "The gap lists the possible interpretations, and the answer is not one of them.",
        mending: "Use one of the interpretations, or add the new one to the gap in the contract.",
        example: "tests/mistakes/answer-not-a-reading",
    },
    Kind {
        code: "open-gap",
        meaning: "The overlay is declared complete, and a gap has no answer.",
        mending: "Answer the gap, with a reason, or write `complete: false`.",
        example: "tests/mistakes/open-gap",
    },
];
