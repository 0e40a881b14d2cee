//! Catalogue of the diagnostics that only the generator reports: what each means and how to fix it.

use reader::catalog::Kind;

/// The diagnostics of the generator, in addition to those of loading the contract.
pub const KINDS: &[Kind] = &[
    Kind {
        code: "name-clash",
        meaning: "Two things of the contract would have one name in the generated code, most often because they differ \
                  in case or underscores only.",
        mending: "Rename one of them; `wire_name: NAME` keeps the name on the wire.",
        example: "tests/hard/snapshots/hard__diagnostics__records_alike_but_for_capitals.snap",
    },
    Kind {
        code: "file-clash",
        meaning: "Two things of the contract would be one generated file.",
        mending: "Rename one of them.",
        example: "",
    },
];
