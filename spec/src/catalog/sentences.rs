//! Differences between the document, `sentences.yaml`, `questions.yaml` and the contract.

kinds! {
    "unknown-version":
        "The file has a version that is not supported.",
        "Write the version that the message names, and adapt the file if needed.";
    "sentence-number":
        "The sentences of a section are numbered from 1, in order and without gaps.",
        "Renumber them, or add the missing sentence.";
    "bare-sentence":
        "No clause or gap covers a sentence of the document.",
        "Name the clauses or gaps that cover it. If no clause or gap does, the contract is incomplete.";
    "unknown-id":
        "No clause or gap of the contract matches, or it is of the other kind: `decided` of a question names clauses \
         and `open` names gaps.",
        "Correct the id, or move it to the other key; `cargo xtask clauses` lists all ids.";
    "forgotten-id":
        "A clause or gap covers no sentence of the document. Either `sentences.yaml` omits it, or the contract \
         states more than the document.",
        "Add it to the sentence that states it. If no sentence does, remove it from the contract.";
    "unread-section":
        "The document has a section that `sentences.yaml` does not have.",
        "Add the section, with the clauses and gaps of each of its sentences.";
    "unknown-section":
        "`sentences.yaml` has a section that the document does not have, or `questions.yaml` has a section that \
         `sentences.yaml` does not have.",
        "Use the name in the headings of the document: `Second` or `Second / Third`.";
    "section-order":
        "A section is not in the order of the document.",
        "Move it.";
    "sentence-count":
        "A section has more or fewer sentences than in the document.",
        "Compare it with the numbered sentences of `cargo xtask docs --document FILE --list`.";
    "bad-question":
        "A question has no answer, or is both decided and open.",
        "Name the clauses that decide it in `decided`, or the gaps that leave it open in `open`. Split a question \
         that is partly decided.";
    "repeated-question":
        "Two questions are equal except for case, blanks and punctuation.",
        "Remove one of them, or say how they differ.";
    "unasked-gap":
        "No question names a gap of the contract.",
        "Add a question that names the gap in `open`.";
}
