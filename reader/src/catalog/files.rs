//! Files that cannot be read.

kinds! {
    "missing-file", "files/missing-file":
        "The file does not exist.",
        "Check the path and the folder that it is relative to, or create the file.";
    "unreadable-file", "files/unreadable-file":
        "The file exists but cannot be read: it may be a folder, or lack read permission.",
        "The message ends with the reason that the operating system gives; most often the path or the permissions \
         need a correction.";
    "file-too-large", "files/file-too-large":
        "Contract and scenario files are never this large; the path is probably wrong. The limit also bounds memory \
         use.",
        "Correct the path, or split the file: each operation and each scenario can have its own file.";
    "not-utf8", "files/not-utf8":
        "All files are read as UTF-8. The span starts at the first byte that is not valid UTF-8.",
        "Save the file as UTF-8, and check the encoding of the program that wrote it.";
}
