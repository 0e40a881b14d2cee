//! Files that cannot be read at all.
//!
//! Only described here; who finds them says them.

use super::Kind;

pub(super) const KINDS: &[Kind] = &[
    Kind {
        code: "missing-file",
        meaning: "A file that was named, on a command line or by another file, is not there.",
        mending: "Check the spelling of the path and the folder it starts from, or make the file.",
        example: "tests/files/missing-file.snap",
    },
    Kind {
        code: "unreadable-file",
        meaning: "The file is there, but the system does not give its text: it may be a folder, or not \
                  yours to read.",
        mending: "The message ends with the system's own reason; mend that, most often the path or the \
                  permissions.",
        example: "tests/files/unreadable-file.snap",
    },
    Kind {
        code: "file-too-large",
        meaning: "A file that people write is never this large; what was named is likely something else. \
                  The limit also keeps a run from being filled up by one file.",
        mending: "Name the file that was meant, or split it: each operation and each scenario can have a \
                  file of its own.",
        example: "tests/files/file-too-large.snap",
    },
    Kind {
        code: "not-utf8",
        meaning: "All files are read as UTF-8, so that places, names and messages mean the same \
                  everywhere. At the place shown is the first byte that fits no UTF-8 text.",
        mending: "Save the file as UTF-8. Editors call it an encoding; what wrote the file may have to be \
                  told as well.",
        example: "tests/files/not-utf8.snap",
    },
];
