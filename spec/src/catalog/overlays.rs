//! Answers of an overlay that match no gap or are invalid, and gaps without an answer.

kinds! {
    "unknown-gap":
        "The overlay answers a gap that the contract does not have. The gap may have been closed or renamed.",
        "Correct the id (`cargo xtask clauses --gaps` lists the ids), or remove the answer.";
    "answer-to-stated-fact":
        "The overlay answers a fact that the contract states. Overlays only answer gaps.",
        "Remove the answer. If the document does not state the fact, correct the contract.";
    "silent-answer":
        "The answer is `not_shown`, which answers nothing.",
        "Write the chosen fact, or remove the answer.";
    "answer-not-a-reading":
        "The gap lists the possible interpretations, and the answer is not one of them.",
        "Use one of the interpretations, or add the new one to the gap in the contract.";
    "open-gap":
        "The overlay is declared complete, and a gap has no answer.",
        "Answer the gap, with a reason, or write `complete: false`.";
}
