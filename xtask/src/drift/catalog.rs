//! The kinds of finding about generated files: what each means and how it is mended.

use reader::catalog::Kind;

/// The kinds of finding about generated files.
pub const KINDS: &[Kind] = &[
    Kind {
        code: "file-missing",
        meaning: "A file that the contract makes is not there.",
        mending: "Run the command that the head of its neighbours names. Where a whole generated package is gone, \
                  cargo itself does not start, since the package is a member of the workspace: \
                  `git restore generated reference/generated` brings it back.",
        example: EXAMPLE,
    },
    Kind {
        code: "file-stale",
        meaning: "A generated file is as an earlier run left it; the contract or the generator has changed since.",
        mending: "Run the command that its head names.",
        example: EXAMPLE,
    },
    Kind {
        code: "file-orphaned",
        meaning: "An earlier run made a file that nothing makes any more, or was interrupted while it wrote one.",
        mending: "Run the command that its head names: it deletes the file.",
        example: EXAMPLE,
    },
    Kind {
        code: "file-edited",
        meaning: "The head of a generated file holds a digest of its text. Here it is not that of the text, or there is \
                  none: a hand changed the file, or put one of its own where a generated file belongs. A merge that \
                  took lines from both sides looks the same.",
        mending: "Generated files change through the contract and the generator alone. Take the change there, then \
                  `git restore` the file, or give the change up with `--force`.",
        example: "tests/gen/snapshots/refused.snap",
    },
    Kind {
        code: "file-foreign",
        meaning: "A file without the head of a generated one, or a link to a folder, stands among them. It is never \
                  touched. Where a link stands in the place of a folder of generated files, nothing is written at all.",
        mending: "Move it elsewhere.",
        example: EXAMPLE,
    },
    Kind {
        code: "file-unwritable",
        meaning: "The system refused to write or delete a file. Files are written beside and renamed, so what was \
                  written is whole.",
        mending: "Mend what the message names and run the command again: it goes on where it stopped.",
        example: "tests/gen/snapshots/unwritable.snap",
    },
];

/// One look at a folder that shows several of them.
const EXAMPLE: &str = "tests/gen/snapshots/drifted.snap";
