//! Names that are wrong, written twice, or of nothing.
//!
//! Only described here; who finds them says them.

use reader::catalog::Kind;

pub(super) const KINDS: &[Kind] = &[
    Kind {
        code: "bad-name",
        meaning: "Names become names in code: snake_case for operations and members, PascalCase for records, \
                  letters and digits only.",
        mending: "Rename it. Where the document's own spelling differs, `wire: NAME` keeps that on the wire.",
        example: "tests/mistakes/bad-name",
    },
    Kind {
        code: "bad-type",
        meaning: "The type is none of the language's and no record's name.",
        mending: "Take `string`, `integer`, `number`, `boolean`, `timestamp`, the name of a record, or one of \
                  these in brackets for a list.",
        example: "tests/mistakes/bad-type",
    },
    Kind {
        code: "duplicate-operation",
        meaning: "An operation's id stands for it everywhere: in clause ids, in code, in scenarios. Two with \
                  one id could not be told apart.",
        mending: "Give one of them another name.",
        example: "tests/mistakes/duplicate-operation",
    },
    Kind {
        code: "duplicate-record",
        meaning: "Two resources declare a record of the same name. Wherever the name is used, it could be \
                  either.",
        mending: "Declare it once and use it from both, or give one another name.",
        example: "tests/mistakes/duplicate-record",
    },
    Kind {
        code: "duplicate-fixture",
        meaning: "A kind of fixture is declared twice. Files of other people name fixtures by kind, so each \
                  kind means one thing.",
        mending: "Declare it once, with all its facts.",
        example: "tests/mistakes/duplicate-fixture",
    },
    Kind {
        code: "clashing-ids",
        meaning: "Ids of clauses and gaps are made from names. Here two different things come to the same id, \
                  because a name is also a word of the language.",
        mending: "Rename the one that is yours to name.",
        example: "tests/mistakes/clashing-ids",
    },
    Kind {
        code: "clashing-names",
        meaning: "Two things become members of one type in code, under one name.",
        mending: "Give one another name; `wire: NAME` says what it is called on the wire.",
        example: "tests/mistakes/clashing-names",
    },
    Kind {
        code: "clashing-wire-names",
        meaning: "Two members of one JSON object have the same name on the wire, where only one of them can \
                  stand.",
        mending: "Correct `wire` of one of them, or remove the member that is not there.",
        example: "tests/mistakes/clashing-wire-names",
    },
    Kind {
        code: "clashing-routes",
        meaning: "Two operations have the same method, and paths that any request for the one fits as well. \
                  The names of path parameters make no difference.",
        mending: "Correct the method or the path of one; each request belongs to one operation.",
        example: "tests/mistakes/clashing-routes",
    },
    Kind {
        code: "unknown-record",
        meaning: "A record is named that no resource declares.",
        mending: "Correct the name, or declare the record in the `resource.yaml` of its resource.",
        example: "tests/mistakes/unknown-record",
    },
    Kind {
        code: "unknown-member",
        meaning: "A record has no such member. What would be compared, shown or put into a message is not \
                  there.",
        mending: "Correct the name; it is the name on the wire. The members of the record are where it is \
                  declared.",
        example: "tests/mistakes/unknown-member",
    },
    Kind {
        code: "unknown-envelope-member",
        meaning: "The success of the operation shows no such member, so that an input cannot be repeated in \
                  it.",
        mending: "Name a member of `success.body`, or declare it there.",
        example: "tests/mistakes/unknown-envelope-member",
    },
    Kind {
        code: "unknown-input",
        meaning: "The operation has no such input. A condition, placeholder or rule about it could never \
                  apply.",
        mending: "Correct the name: `path.NAME`, `query.NAME` or `body.NAME`, with the name on the wire; or \
                  declare the input.",
        example: "tests/mistakes/unknown-input",
    },
    Kind {
        code: "unknown-error-case",
        meaning: "An error case is named that is not there: by a transition, or by another case that is not told from it.",
        mending: "Correct the name, or declare the case under `errors`.",
        example: "tests/mistakes/unknown-error-case",
    },
    Kind {
        code: "unknown-state",
        meaning: "The record's lifecycle names no such state, or the record has no lifecycle.",
        mending: "Correct the name, or add the state to the record's `lifecycle`.",
        example: "tests/mistakes/unknown-state",
    },
    Kind {
        code: "unknown-value",
        meaning: "A value is named that the input or member does not have.",
        mending: "Correct the value, or add it to the `values`.",
        example: "tests/mistakes/unknown-value",
    },
    Kind {
        code: "unknown-default",
        meaning: "The default of a query parameter is none of its documented values.",
        mending: "Correct it, or add the value to `values`.",
        example: "tests/mistakes/unknown-default",
    },
    Kind {
        code: "unknown-order",
        meaning: "The listed record has nothing of that name to be ordered by.",
        mending: "Order by one of its members, or by `creation`.",
        example: "tests/mistakes/unknown-order",
    },
    Kind {
        code: "unknown-clause",
        meaning: "Something is said of a clause that does not exist, for instance why it cannot be tested, or \
                  that a fixture brings it about. Often it is a gap: then nothing can be tested, and nothing \
                  need be said.",
        mending: "Correct the id; `cargo xtask clauses` lists all of them.",
        example: "tests/mistakes/unknown-clause",
    },
    Kind {
        code: "unknown-resource",
        meaning: "A resource is named that the contract does not have.",
        mending: "Correct the name: it is the name of a folder of the contract.",
        example: "tests/mistakes/unknown-resource",
    },
];
