//! Rules that contradict each other or have no effect.

kinds! {
    "rule-without-list":
        "Order, paging, filters and sorts apply to lists, and the operation is not a list.",
        "Declare what it lists (`lists: RECORD`), or remove the rule.";
    "not-comparable":
        "A rule compares records by a member whose type has no order.",
        "Name a member with a number or a timestamp; state other rules in prose.";
    "taken-but-not-unique":
        "An error case says that a value is taken, but the input is not unique.",
        "Add `unique: true` to the input, or correct the condition.";
    "indistinct-transitions":
        "An operation has several transitions, and the request does not select one.",
        "Give each a different trigger: `triggered_by: { input: PART.NAME, equals: VALUE }`.";
    "missing-version":
        "The path starts with none of the versions that the service declares.",
        "Correct the path, or add the version to `versions` of `service.yaml`.";
    "unused-version":
        "No operation has a declared version.",
        "Remove it, or add the operations of this version.";
}
