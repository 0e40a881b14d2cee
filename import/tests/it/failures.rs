use openapi_import::{Failure, MAX_BYTES, Reason, import};

use crate::describe;

/// Asserts the message about a document that has no draft.
fn fails(text: &str, message: &str) {
    let failure = import(text, "schema").unwrap_err();
    let shown = describe(&failure);
    assert!(shown.contains(message), "{shown}");
}

#[test]
fn documents_that_are_not_openapi_3_are_refused_with_their_place() {
    for (text, message) in [
        ("", "the document is no object"),
        ("[1]", "the document is no object at #;"),
        ("{", "the document is no JSON and no YAML"),
        ("openapi: [", "the document is no JSON and no YAML"),
        (
            "{ \"openapi\": \"3.1.0\", \"openapi\": \"3.1.0\" }",
            "the key `openapi` is there twice at line 1",
        ),
        ("info: {}", "the document has no `openapi`"),
        ("swagger: '2.0'\npaths: {}", "the document is of Swagger 2 at #/swagger"),
        ("openapi: '4.0'\npaths: {}", "the version `4.0` of OpenAPI is not known at #/openapi"),
        ("openapi: {}\npaths: {}", "the version is no text at #/openapi"),
        ("openapi: 3.0.0\npaths: []", "`paths` is no object at #/paths"),
        ("openapi: 3.0.0\npaths: {}", "the document has no paths at #/paths"),
        ("openapi: 3.1.0\nwebhooks: {}", "the document has no paths"),
    ] {
        fails(text, message);
    }
    fails(&"[".repeat(100_000), "the document is no JSON and no YAML");
    fails(&" ".repeat(MAX_BYTES + 1), "is larger than");
    // Aliases whose expansion would be much larger.
    let mut bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n".to_owned();
    for level in 1..12 {
        let inner = format!("*a{}", level - 1);
        bomb += &format!("a{level}: &a{level} [{}]\n", [inner.as_str(); 10].join(", "));
    }
    fails(&bomb, "the document is no JSON and no YAML");
}

/// The reasons why nothing of a document is imported.
fn reasons(paths: &str, components: &str) -> Vec<Reason> {
    let text =
        format!("{{ openapi: 3.1.0, paths: {{ {paths} }}, components: {{ {components} }} }}");
    match import(&text, "schema") {
        Err(Failure::Nothing(left_out)) => left_out.into_iter().map(|found| found.reason).collect(),
        Err(failure) => panic!("{}", describe(&failure)),
        Ok(draft) => draft.left_out.into_iter().map(|found| found.reason).collect(),
    }
}

#[test]
fn references_without_an_end_or_a_target_are_left_out() {
    assert_eq!(reasons("/a: { $ref: other.yaml }", ""), [Reason::RemoteReference]);
    assert_eq!(reasons("/a: { $ref: '#/paths/~1a' }", ""), [Reason::EndlessReference]);
    assert_eq!(reasons("/a: { get: { $ref: '#/b' } }", ""), [Reason::MissingReference]);
    let of_schema = |schema: &str, components: &str| {
        let body = format!("{{ application/json: {{ schema: {schema} }} }}");
        reasons(
            &format!("/a: {{ get: {{ responses: {{ '200': {{ content: {body} }} }} }} }}"),
            components,
        )
    };
    let endless = "schemas: { A: { allOf: [{ $ref: '#/components/schemas/A' }] } }";
    assert_eq!(
        of_schema("{ $ref: '#/components/schemas/A' }", endless),
        [Reason::EndlessReference]
    );
    // Each schema merges the next one twice.
    let twice = (0..40).map(|at| {
        let next = format!("{{ $ref: '#/components/schemas/A{}' }}", at + 1);
        format!("A{at}: {{ allOf: [{next}, {next}] }}")
    });
    let twice =
        format!("schemas: {{ {}, A40: {{ type: string }} }}", twice.collect::<Vec<_>>().join(", "));
    assert_eq!(
        of_schema("{ $ref: '#/components/schemas/A0' }", &twice),
        [Reason::EndlessReference]
    );
    // A list of itself is a record.
    let tree = "schemas: { T: { type: object, required: [t], properties: { t: { type: array, items: { $ref: '#/components/schemas/T' } } } } }";
    assert_eq!(of_schema("{ $ref: '#/components/schemas/T' }", tree), []);
    // A chain of schemas is as long as the document.
    let chain = (0..3000).map(|at| {
        format!("C{at}: {{ type: object, properties: {{ next: {{ $ref: '#/components/schemas/C{}' }} }} }}", at + 1)
    });
    let chain = format!(
        "schemas: {{ {}, C3000: {{ type: string }} }}",
        chain.collect::<Vec<_>>().join(", ")
    );
    assert_eq!(of_schema("{ $ref: '#/components/schemas/C0' }", &chain), []);
}
