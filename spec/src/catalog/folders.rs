//! Files and folders that do not form a contract.

kinds! {
    "unreadable-folder":
        "The folder of the contract, or a folder in it, does not exist or cannot be listed.",
        "Check the path and its permissions.";
    "deep-folder":
        "A contract has one folder for each resource, with files in it. This folder is nested deeper, so it is \
         probably not part of a contract.",
        "Pass the folder of the contract itself, or move other folders out of it.";
    "link-loop":
        "A symbolic link in the contract leads to a folder that contains the link.",
        "Remove the link.";
    "broken-link":
        "A symbolic link in the contract leads nowhere, or to itself.",
        "Remove or correct the link.";
    "not-a-file":
        "A contract file is a pipe, a socket or a device. Reading it might never end.",
        "Replace it with a regular file.";
    "empty-contract":
        "The folder contains no `.yaml` file.",
        "Pass the folder that contains `service.yaml` and the folders of the resources.";
    "missing-service":
        "`service.yaml` has the facts about the whole service: its name, its key, its error body and inherited \
         silence. The contract cannot be read without it.",
        "Add the file, or pass the folder that contains it.";
    "stray-file":
        "The file does not belong to the contract, so its content would have no effect.",
        "Operations are beside the `resource.yaml` of their resource: `<resource>/<operation>.yaml`. Move the file \
         there or out of the contract.";
    "wrong-address":
        "The file declares another name than its path. An operation has the same address `<resource>/<operation>` in \
         the contract, in generated code and in scenarios.",
        "Use the name in the path, or rename the file or folder.";
}
