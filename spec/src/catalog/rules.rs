//! Rules that contradict each other or have no effect.

use reader::catalog::Kind;

pub(super) const KINDS: &[Kind] = &[
    Kind {
        code: "rule-without-list",
        meaning: "Order, paging, filters and sorts apply to lists, and the operation is not a list.",
        mending: "Declare what it lists (`lists: RECORD`), or remove the rule.",
        example: "tests/mistakes/rule-without-list",
    },
    Kind {
        code: "not-comparable",
        meaning: "A rule compares records by a member whose type has no order.",
        mending: "Name a member with a number or a timestamp; state other rules in prose.",
        example: "tests/mistakes/not-comparable",
    },
    Kind {
        code: "taken-but-not-unique",
        meaning: "An error case says that a value is taken, but the input is not unique.",
        mending: "Add `unique: true` to the input, or correct the condition.",
        example: "tests/mistakes/taken-but-not-unique",
    },
    Kind {
        code: "indistinct-transitions",
        meaning: "An operation has several transitions, and the request does not select one.",
        mending: "Give each a different trigger: `triggered_by: { input: PART.NAME, equals: VALUE }`.",
        example: "tests/mistakes/indistinct-transitions",
    },
    Kind {
        code: "missing-version",
        meaning: "The path starts with none of the versions that the service declares.",
        mending: "Correct the path, or add the version to `versions` of `service.yaml`.",
        example: "tests/mistakes/missing-version",
    },
    Kind {
        code: "unused-version",
        meaning: "No operation has a declared version.",
        mending: "Remove it, or add the operations of this version.",
        example: "tests/mistakes/unused-version",
    },
];
