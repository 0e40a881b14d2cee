//! Answers of an overlay that meet no gap, or are none.
//!
//! Only described here; who finds them says them.

use reader::catalog::Kind;

pub(super) const KINDS: &[Kind] = &[
    Kind {
        code: "unknown-gap",
        meaning: "An overlay answers a gap that the contract does not have. It may have been closed or renamed \
                  since.",
        mending: "Correct the id (`cargo xtask clauses --gaps` lists them), or remove the answer.",
        example: "tests/mistakes/unknown-gap",
    },
    Kind {
        code: "answer-to-stated-fact",
        meaning: "An overlay answers what the contract states. Facts are not answered: an overlay chooses only \
                  where the document is silent.",
        mending: "Remove the answer. If the fact is not in the document after all, the contract is to be \
                  mended.",
        example: "tests/mistakes/answer-to-stated-fact",
    },
    Kind {
        code: "silent-answer",
        meaning: "An answer is itself `not_shown`, which answers nothing.",
        mending: "Write the fact that was chosen, or remove the answer.",
        example: "tests/mistakes/silent-answer",
    },
    Kind {
        code: "answer-not-a-reading",
        meaning: "The gap names the readings of an ambiguity, and the answer is none of them.",
        mending: "Take one of the readings, or add the new one to the gap in the contract.",
        example: "tests/mistakes/answer-not-a-reading",
    },
    Kind {
        code: "open-gap",
        meaning: "The overlay says that it is complete, and a gap has no answer. Whoever builds on it would \
                  have to guess.",
        mending: "Answer the gap, each with its reason, or say `complete: false`.",
        example: "tests/mistakes/open-gap",
    },
];
