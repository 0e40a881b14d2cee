//! Names that are invalid, declared twice, or unknown.

kinds! {
    "bad-name":
        "Names become identifiers in code: snake_case for operations and members, PascalCase for records, letters \
         and digits only.",
        "Rename it. If the document spells it differently, `wire_name: NAME` keeps that spelling on the wire.";
    "bad-type":
        "The type is neither a type of the language nor the name of a record.",
        "Use `string`, `integer`, `number`, `boolean`, `timestamp`, the name of a record, or one of these in \
         brackets for a list.";
    "duplicate-operation":
        "Two operations have the same id. Ids are used in clause ids, in code and in scenarios.",
        "Rename one of them.";
    "duplicate-record":
        "Two resources declare a record of the same name.",
        "Declare it once and use it in both, or rename one.";
    "duplicate-fixture":
        "A kind of fixture is declared twice. Target files refer to fixtures by kind.",
        "Declare it once, with all its facts.";
    "clashing-ids":
        "Ids of clauses and gaps are made from names. Two different declarations have the same id, because a name is \
         also a keyword of the language.",
        "Rename the one that the document does not name.";
    "clashing-names":
        "Two members of one generated type have the same name.",
        "Rename one; `wire_name: NAME` sets its name on the wire.";
    "clashing-wire-names":
        "Two members of one JSON object have the same wire name.",
        "Correct the `wire_name` of one, or remove the member that does not exist.";
    "clashing-routes":
        "Two operations have the same method and overlapping paths. The names of path parameters make no \
         difference.",
        "Correct the method or the path of one of them.";
    "unknown-record":
        "The contract has no record of this name.",
        "Correct the name, or declare the record in the `resource.yaml` of its resource.";
    "unknown-member":
        "The record has no member of this name.",
        "Correct the name; it is the wire name. The record declares its members.";
    "unknown-envelope-member":
        "The success body of the operation has no member of this name.",
        "Name a member of `success.body`, or declare it there.";
    "unknown-input":
        "The operation has no input of this name.",
        "Correct the name: `path.NAME`, `query.NAME` or `body.NAME`, with the wire name; or declare the input.";
    "unknown-error-case":
        "A transition or another error case refers to an error case that does not exist.",
        "Correct the name, or declare the case under `errors`.";
    "unknown-state":
        "The lifecycle of the record has no state of this name, or the record has no lifecycle.",
        "Correct the name, or add the state to the `lifecycle` of the record.";
    "unknown-value":
        "The input or member has no value of this name.",
        "Correct the value, or add it to the `values`.";
    "unknown-default":
        "The default of a query parameter is not one of its documented values.",
        "Correct it, or add the value to `values`.";
    "unknown-order":
        "The listed record has no member of this name to sort by.",
        "Sort by one of its members, or by `creation`.";
    "unknown-clause":
        "No clause has this id, or the clause does not need the entry.",
        "Correct the id; `cargo xtask clauses` lists all ids.";
    "unknown-resource":
        "The contract has no resource of this name.",
        "Correct the name: it is the name of a folder of the contract.";
}
