//! Diagnostics of contracts that cannot be generated from: each has a location and a fix, and no consequential errors.

use crate::difficult_contract::rendered_diagnostics;
use crate::files::files;

/// Address of a file, a text in it, its replacement.
type Edit = (&'static str, &'static str, &'static str);

const CASES: &[(&str, &[Edit])] = &[
    (
        "fields_alike_but_for_underscores",
        &[(
            "records/resource.yaml",
            "      x3d:",
            "      x3d_: { type: string, present: true, nullable: false }\n      x3d:",
        )],
    ),
    (
        "records_alike_but_for_capitals",
        &[(
            "records/resource.yaml",
            "  Chicken:\n",
            "  HTTPThing: { further_members: false, fields: {} }\n  HttpThing: { further_members: false, fields: {} }\n  Chicken:\n",
        )],
    ),
    (
        "operation_and_record_in_one_place",
        &[(
            "records/resource.yaml",
            "  Chicken:\n",
            "  PutWide: { further_members: false, fields: {} }\n  Chicken:\n",
        )],
    ),
    (
        "members_of_an_answer_alike_but_for_capitals",
        &[("records/get_self.yaml", "type: timestamp }", "type: timestamp, Größe: string }")],
    ),
    (
        "refusals_alike_but_for_underscores",
        &[(
            "records/get_self.yaml",
            "  other:\n",
            "  other_:\n    when: not_shown\n    message: Other\n  other:\n",
        )],
    ),
    (
        "record_not_in_ascii",
        &[(
            "records/resource.yaml",
            "  Chicken:\n",
            "  Größe: { further_members: false, fields: {} }\n  Chicken:\n",
        )],
    ),
    ("field_with_a_digit_first", &[("records/resource.yaml", "x3d: { wire_name: 3d,", "3d: {")]),
    (
        "paths_of_one_shape",
        &[
            ("paths/deeper.yaml", "GET /paths/{third}/{fourth}", "DELETE /paths/{third}"),
            ("paths/deeper.yaml", "  fourth: { identified_by: [uuid], record: Path }\n", ""),
        ],
    ),
    (
        "messages_that_overlap",
        &[(
            "records/get_self.yaml",
            "  other:\n",
            "  third:\n    when: unknown path.into\n    message: '{a} / {b}!'\n    placeholders: { a: [path.into], b: [path.self] }\n  other:\n",
        )],
    ),
    ("invalid_package_name", &[("service.yaml", "package: obstacles", "package: 9 lives/größe")]),
];

#[test]
fn each_error_is_reported_once_at_its_location() {
    for (name, edits) in CASES {
        let mut files = files();
        for (address, from, to) in *edits {
            let file = files.iter_mut().find(|file| file.address == *address);
            let file = file.unwrap();
            assert!(file.text.contains(from), "{name}: {address} has no {from:?}");
            file.text = file.text.replacen(from, to, 1);
        }
        insta::assert_snapshot!(*name, rendered_diagnostics(&files));
    }
}
