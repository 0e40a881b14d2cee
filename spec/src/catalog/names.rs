//! Names that are invalid, declared twice, or unknown.

use reader::catalog::Kind;

pub(super) const KINDS: &[Kind] = &[
    Kind {
        code: "bad-name",
        meaning: "Names become identifiers in code: snake_case for operations and members, PascalCase for records, \
                  letters and digits only.",
        mending: "Rename it. If the document spells it differently, `wire_name: NAME` keeps that spelling on the \
                  wire.",
        example: "tests/mistakes/bad-name",
    },
    Kind {
        code: "bad-type",
        meaning: "The type is neither a type of the language nor the name of a record.",
        mending: "Use `string`, `integer`, `number`, `boolean`, `timestamp`, the name of a record, or one of these in \
                  brackets for a list.",
        example: "tests/mistakes/bad-type",
    },
    Kind {
        code: "duplicate-operation",
        meaning: "Two operations have the same id. Ids are used in clause ids, in code and in scenarios.",
        mending: "Rename one of them.",
        example: "tests/mistakes/duplicate-operation",
    },
    Kind {
        code: "duplicate-record",
        meaning: "Two resources declare a record of the same name.",
        mending: "Declare it once and use it in both, or rename one.",
        example: "tests/mistakes/duplicate-record",
    },
    Kind {
        code: "duplicate-fixture",
        meaning: "A kind of fixture is declared twice. Target files refer to fixtures by kind.",
        mending: "Declare it once, with all its facts.",
        example: "tests/mistakes/duplicate-fixture",
    },
    Kind {
        code: "clashing-ids",
        meaning: "Ids of clauses and gaps are made from names. Two different declarations have the same id, because a \
                  name is also a keyword of the language.",
        mending: "Rename the one that the document does not name.",
        example: "tests/mistakes/clashing-ids",
    },
    Kind {
        code: "clashing-names",
        meaning: "Two members of one generated type have the same name.",
        mending: "Rename one; `wire_name: NAME` sets its name on the wire.",
        example: "tests/mistakes/clashing-names",
    },
    Kind {
        code: "clashing-wire-names",
        meaning: "Two members of one JSON object have the same wire name.",
        mending: "Correct the `wire_name` of one, or remove the member that does not exist.",
        example: "tests/mistakes/clashing-wire-names",
    },
    Kind {
        code: "clashing-routes",
        meaning: "Two operations have the same method and overlapping paths. The names of path parameters make no \
                  difference.",
        mending: "Correct the method or the path of one of them.",
        example: "tests/mistakes/clashing-routes",
    },
    Kind {
        code: "unknown-record",
        meaning: "The contract has no record of this name.",
        mending: "Correct the name, or declare the record in the `resource.yaml` of its resource.",
        example: "tests/mistakes/unknown-record",
    },
    Kind {
        code: "unknown-member",
        meaning: "The record has no member of this name.",
        mending: "Correct the name; it is the wire name. The record declares its members.",
        example: "tests/mistakes/unknown-member",
    },
    Kind {
        code: "unknown-envelope-member",
        meaning: "The success body of the operation has no member of this name.",
        mending: "Name a member of `success.body`, or declare it there.",
        example: "tests/mistakes/unknown-envelope-member",
    },
    Kind {
        code: "unknown-input",
        meaning: "The operation has no input of this name.",
        mending: "Correct the name: `path.NAME`, `query.NAME` or `body.NAME`, with the wire name; or declare the \
                  input.",
        example: "tests/mistakes/unknown-input",
    },
    Kind {
        code: "unknown-error-case",
        meaning: "A transition or another error case refers to an error case that does not exist.",
        mending: "Correct the name, or declare the case under `errors`.",
        example: "tests/mistakes/unknown-error-case",
    },
    Kind {
        code: "unknown-state",
        meaning: "The lifecycle of the record has no state of this name, or the record has no lifecycle.",
        mending: "Correct the name, or add the state to the `lifecycle` of the record.",
        example: "tests/mistakes/unknown-state",
    },
    Kind {
        code: "unknown-value",
        meaning: "The input or member has no value of this name.",
        mending: "Correct the value, or add it to the `values`.",
        example: "tests/mistakes/unknown-value",
    },
    Kind {
        code: "unknown-default",
        meaning: "The default of a query parameter is not one of its documented values.",
        mending: "Correct it, or add the value to `values`.",
        example: "tests/mistakes/unknown-default",
    },
    Kind {
        code: "unknown-order",
        meaning: "The listed record has no member of this name to sort by.",
        mending: "Sort by one of its members, or by `creation`.",
        example: "tests/mistakes/unknown-order",
    },
    Kind {
        code: "unknown-clause",
        meaning: "No clause has this id, or the clause does not need the entry.",
        mending: "Correct the id; `cargo xtask clauses` lists all ids.",
        example: "tests/mistakes/unknown-clause",
    },
    Kind {
        code: "unknown-resource",
        meaning: "The contract has no resource of this name.",
        mending: "Correct the name: it is the name of a folder of the contract.",
        example: "tests/mistakes/unknown-resource",
    },
];
