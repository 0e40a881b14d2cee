//! Files and folders that make no contract.
//!
//! Only described here; who finds them says them.

use reader::catalog::Kind;

pub(super) const KINDS: &[Kind] = &[
    Kind {
        code: "unreadable-folder",
        meaning: "The folder of the contract, or one inside it, is not there or cannot be listed; nothing in \
                  it was read.",
        mending: "Check the path, and that the folder is yours to read.",
        example: "tests/mistakes/unreadable-folder",
    },
    Kind {
        code: "deep-folder",
        meaning: "A contract has two levels: a folder for each resource, and files in it. This is deeper than \
                  anything in one, so it is likely another folder than was meant.",
        mending: "Name the folder of the contract itself, or move what does not belong to it out of it.",
        example: "tests/mistakes/deep-folder",
    },
    Kind {
        code: "link-loop",
        meaning: "A link inside the contract leads to a folder that the link is in. Following it would read \
                  the same files again and again.",
        mending: "Remove the link.",
        example: "tests/mistakes/link-loop",
    },
    Kind {
        code: "broken-link",
        meaning: "A link inside the contract leads to nothing, or only to itself. What it stood for would be \
                  missing without a word.",
        mending: "Remove the link, or mend what it leads to.",
        example: "tests/mistakes/broken-link",
    },
    Kind {
        code: "not-a-file",
        meaning: "Something with the name of a contract's file is a pipe, a socket or a device. Reading from \
                  one might never end.",
        mending: "Put a file in its place.",
        example: "tests/mistakes/not-a-file",
    },
    Kind {
        code: "empty-contract",
        meaning: "There is no file to read: the folder holds no `.yaml`.",
        mending: "Name the folder that holds `service.yaml` and the folders of the resources.",
        example: "tests/mistakes/empty-contract",
    },
    Kind {
        code: "missing-service",
        meaning: "`service.yaml` says what holds for the whole service: its name, its key, its error body, the \
                  silence that all files inherit. Without it nothing else has a meaning.",
        mending: "Write it, or name the folder that has it.",
        example: "tests/mistakes/missing-service",
    },
    Kind {
        code: "stray-file",
        meaning: "The file has no place in a contract, so that nothing in it would have any effect.",
        mending: "Operations stand beside the `resource.yaml` of their resource: \
                  `<resource>/<operation>.yaml`. Move the file there, or out of the contract.",
        example: "tests/mistakes/stray-file",
    },
    Kind {
        code: "wrong-address",
        meaning: "The file declares another name than its path says. A thing has one address in every room of \
                  the project, so that who knows one file knows the others.",
        mending: "Take the name of the path, or rename the file or folder.",
        example: "tests/mistakes/wrong-address",
    },
];
