//! Files and folders that do not form a contract.

use reader::catalog::Kind;

pub(super) const KINDS: &[Kind] = &[
    Kind {
        code: "unreadable-folder",
        meaning: "The folder of the contract, or a folder in it, does not exist or cannot be listed.",
        mending: "Check the path and its permissions.",
        example: "tests/mistakes/unreadable-folder",
    },
    Kind {
        code: "deep-folder",
        meaning: "A contract has one folder for each resource, with files in it. This folder is nested deeper, so it \
                  is probably not part of a contract.",
        mending: "Pass the folder of the contract itself, or move other folders out of it.",
        example: "tests/mistakes/deep-folder",
    },
    Kind {
        code: "link-loop",
        meaning: "A symbolic link in the contract leads to a folder that contains the link.",
        mending: "Remove the link.",
        example: "tests/mistakes/link-loop",
    },
    Kind {
        code: "broken-link",
        meaning: "A symbolic link in the contract leads nowhere, or to itself.",
        mending: "Remove or correct the link.",
        example: "tests/mistakes/broken-link",
    },
    Kind {
        code: "not-a-file",
        meaning: "A contract file is a pipe, a socket or a device. Reading it might never end.",
        mending: "Replace it with a regular file.",
        example: "tests/mistakes/not-a-file",
    },
    Kind {
        code: "empty-contract",
        meaning: "The folder contains no `.yaml` file.",
        mending: "Pass the folder that contains `service.yaml` and the folders of the resources.",
        example: "tests/mistakes/empty-contract",
    },
    Kind {
        code: "missing-service",
        meaning: "`service.yaml` has the facts about the whole service: its name, its key, its error body and \
                  inherited silence. The contract cannot be read without it.",
        mending: "Add the file, or pass the folder that contains it.",
        example: "tests/mistakes/missing-service",
    },
    Kind {
        code: "stray-file",
        meaning: "The file does not belong to the contract, so its content would have no effect.",
        mending: "Operations are beside the `resource.yaml` of their resource: `<resource>/<operation>.yaml`. Move \
                  the file there or out of the contract.",
        example: "tests/mistakes/stray-file",
    },
    Kind {
        code: "wrong-address",
        meaning: "The file declares another name than its path. An operation has the same address \
                  `<resource>/<operation>` in the contract, in generated code and in scenarios.",
        mending: "Use the name in the path, or rename the file or folder.",
        example: "tests/mistakes/wrong-address",
    },
];
