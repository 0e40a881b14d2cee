//! Rules that contradict each other, or apply to nothing.
//!
//! Only described here; who finds them says them.

use reader::catalog::Kind;

pub(super) const KINDS: &[Kind] = &[
    Kind {
        code: "rule-without-list",
        meaning: "Order, paging, filters and sorts are about lists, and the operation lists nothing.",
        mending: "Say what it lists (`lists: RECORD`), or remove the rule.",
        example: "tests/mistakes/rule-without-list",
    },
    Kind {
        code: "not-comparable",
        meaning: "A rule compares records by a member that has no higher or lower.",
        mending: "Name a member that holds a number, or a time; state other rules in words.",
        example: "tests/mistakes/not-comparable",
    },
    Kind {
        code: "taken-but-not-unique",
        meaning: "An error case says that a value is taken already, while nothing says that it must be unique.",
        mending: "Add `unique: true` to the input, or correct the condition.",
        example: "tests/mistakes/taken-but-not-unique",
    },
    Kind {
        code: "indistinct-transitions",
        meaning: "An operation makes several moves, and a request does not say which.",
        mending: "Let each be given by a value of its own: `triggered_by: { input: PART.NAME, equals: VALUE }`.",
        example: "tests/mistakes/indistinct-transitions",
    },
    Kind {
        code: "missing-version",
        meaning: "The service says which versions paths begin with, and this path begins with none of them.",
        mending: "Correct the path, or add the version to `versions` of `service.yaml`.",
        example: "tests/mistakes/missing-version",
    },
    Kind {
        code: "unused-version",
        meaning: "A version is declared that no operation has: it would be a statement about nothing.",
        mending: "Remove it, or write the operations that belong to it.",
        example: "tests/mistakes/unused-version",
    },
];
