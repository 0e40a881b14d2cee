//! Files that cannot be read.

use super::Kind;

pub(super) const KINDS: &[Kind] = &[
    Kind {
        code: "missing-file",
        meaning: "The file does not exist.",
        mending: "Check the path and the folder that it is relative to, or create the file.",
        example: "tests/files/missing-file.snap",
    },
    Kind {
        code: "unreadable-file",
        meaning: "The file exists but cannot be read: it may be a folder, or lack read permission.",
        mending: "The message ends with the reason that the operating system gives; most often the path or the \
                  permissions need a correction.",
        example: "tests/files/unreadable-file.snap",
    },
    Kind {
        code: "file-too-large",
        meaning: "Contract and scenario files are never this large; the path is probably wrong. The limit also bounds \
                  memory use.",
        mending: "Correct the path, or split the file: each operation and each scenario can have its own file.",
        example: "tests/files/file-too-large.snap",
    },
    Kind {
        code: "not-utf8",
        meaning: "All files are read as UTF-8. The span starts at the first byte that is not valid UTF-8.",
        mending: "Save the file as UTF-8, and check the encoding of the program that wrote it.",
        example: "tests/files/not-utf8.snap",
    },
];
