//! The OpenAPI document of a small contract.

use boon::{Compiler, Schemas};
use serde_yaml::Value;

use crate::support::Library;

const PATH: &str = "openapi/openapi.yaml";

#[test]
fn description_matches_the_snapshot() {
    let files = Library::plain().generate();
    insta::assert_snapshot!("openapi.yaml", files.get(PATH).unwrap());
}

#[test]
fn overlay_answers_are_written_next_to_their_gaps() {
    let files = Library::with_overlay().generate();
    let document: Value = serde_yaml::from_str(files.get(PATH).unwrap()).unwrap();
    let lend_book = &document["paths"]["/books/{book}/loans"]["post"];
    assert!(lend_book["responses"].get("201").is_some(), "{lend_book:?}");
    let gaps = lend_book["x-gaps"].as_sequence().unwrap();
    let status = gaps.iter().find(|gap| gap["id"] == "lend_book.success.status").unwrap();
    assert_eq!(status["answer"], "201");
    assert_eq!(status["because"], "a loan is created");
}

#[test]
fn every_example_matches_its_schema() {
    let mut all = vec![Library::plain(), Library::with_overlay(), Library::hard(), lists()];
    all.extend(["workshop", "stockroom", "tracker", "payments"].map(Library::of_folder));
    for library in all {
        let files = library.generate();
        let text = files.get(PATH).unwrap();
        let document: serde_json::Value = serde_yaml::from_str(text).unwrap();
        let mut examples = Vec::new();
        collect(&document, &mut examples);
        assert!(examples.len() > 30, "only {} examples", examples.len());
        for (schema, example) in examples {
            let mut root = schema.clone();
            // Schemas of the document, for references.
            root["components"] = document["components"].clone();
            let mut compiler = Compiler::new();
            compiler.enable_format_assertions();
            compiler.add_resource("file:///root", root).unwrap();
            let mut schemas = Schemas::new();
            let index = compiler.compile("file:///root", &mut schemas).unwrap();
            let valid = schemas.validate(example, index);
            assert!(valid.is_ok(), "{example} is not of {schema}: {:#}", valid.unwrap_err());
        }
    }
}

/// The library with lists of several items that differ.
fn lists() -> Library {
    let lists = "donor: { type: Donor }
  gifts: { type: [object], min_items: 2, unique_items: true, members: { year: { type: integer, required: true }, book: { type: string } } }
  sizes: { type: [integer], min_items: 3, unique_items: true, maximum: 2 }
  kinds: { type: [string], values: [new, old], min_items: 2, unique_items: true }
  days: { type: [date], min_items: 2, unique_items: true }
  codes: { type: [string], max_length: 4, min_items: 2, unique_items: true }";
    Library::changed(&[
        ("books/add_book.yaml", "donor: { type: Donor }", lists),
        (
            "books/list_books.yaml",
            "query:\n",
            "query:\n  shelf: { type: [string], form: repeated, min_items: 3 }\n",
        ),
    ])
}

/// The OpenAPI document of a library.
fn document(library: &Library) -> Value {
    let files = library.generate();
    let text = files.get(PATH).expect("it is generated");
    serde_yaml::from_str(text).expect("it is YAML")
}

#[test]
fn objects_of_requests_have_the_schema_and_the_example_of_inputs() {
    let donor = "donor: { type: object, members: { id: { type: string, format: identifier, identified_by: [uuid], record: Book }, town: { type: string, default: Ghent } } }";
    let book = "      donor: { type: Donor, present: true, nullable: true }\n      acquired_at:";
    let document = document(&Library::changed(&[
        ("books/add_book.yaml", "donor: { type: Donor }", donor),
        ("books/resource.yaml", "      acquired_at:", book),
        (
            "books/add_book.yaml",
            "  echoes:\n",
            "  echoes:\n    book.donor.name: { from: body.donor.town }\n",
        ),
    ]));
    let schema = &document["components"]["schemas"]["AddBookDonor"];
    assert!(schema.get("additionalProperties").is_none(), "{schema:?}");
    assert_eq!(schema["properties"]["town"]["default"], "Ghent");
    assert_eq!(schema["properties"]["id"]["description"], "The Book, by uuid.");
    let add_book = &document["paths"]["/books"]["post"];
    let body = &add_book["requestBody"]["content"]["application/json"]["examples"]["everything"];
    let sent = &body["value"]["donor"];
    assert_eq!(sent["town"], "Example town");
    let shown = &add_book["responses"]["201"]["content"]["application/json"]["example"]["book"];
    assert_eq!(shown["donor"]["name"], "Example town");
    assert_eq!(sent["id"], shown["uuid"]);
    assert!(shown.get("donor.name").is_none(), "{shown:?}");
}

#[test]
fn a_filter_says_what_it_compares_and_which_values_keep_everything() {
    let document = document(&Library::of_folder("tracker"));
    let list_issues = document["paths"]["/issues"]["get"]["description"].as_str().unwrap();
    for part in ["among the `labels.name`.", "`state=all` keeps all items."] {
        assert!(list_issues.contains(part), "{list_issues}");
    }
}

#[test]
fn a_header_is_described_once_and_with_complete_values() {
    let document = document(&Library::changed(&[
        (
            "books/list_books.yaml",
            "success:\n",
            "success:\n  headers: { link: { present: true }, Shelf: { values: [a, b], complete: true, present: true } }\n",
        ),
        (
            "books/list_books.yaml",
            "  total: total_books\n",
            "  total: total_books\n  link_header: true\n",
        ),
    ]));
    let headers = &document["paths"]["/books"]["get"]["responses"]["200"]["headers"];
    let names: Vec<_> = headers.as_mapping().unwrap().keys().filter_map(Value::as_str).collect();
    assert_eq!(names, ["link", "Shelf"]);
    assert_eq!(headers["Shelf"]["schema"]["enum"][1], "b");
}

/// Collects every example with its schema.
fn collect<'d>(
    value: &'d serde_json::Value,
    found: &mut Vec<(&'d serde_json::Value, &'d serde_json::Value)>,
) {
    let inside: Vec<_> = match value {
        serde_json::Value::Array(items) => items.iter().collect(),
        serde_json::Value::Object(members) => members.values().collect(),
        _ => return,
    };
    if let Some(schema) = value.get("schema") {
        let several = value.get("examples").and_then(|all| all.as_object());
        let several = several.into_iter().flatten();
        let several = several.map(|(_, example)| &example["value"]);
        let all = several.chain(value.get("example"));
        found.extend(all.map(|example| (schema, example)));
    }
    // A schema of a member has a list of examples, a parameter a mapping.
    if let Some(examples) = value.get("examples").and_then(|all| all.as_array()) {
        found.extend(examples.iter().map(|example| (value, example)));
    }
    inside.into_iter().for_each(|one| collect(one, found));
}

#[test]
fn unknown_success_bodies_are_json_of_any_type_with_their_gap() {
    let silence = ("books/get_book.yaml", "body: { book: Book }", "body: { not_shown: The body. }");
    let files = Library::changed(&[silence]).generate();
    let document: Value = serde_yaml::from_str(files.get(PATH).unwrap()).unwrap();
    let get_book = &document["paths"]["/books/{book}"]["get"];
    let content = get_book["responses"]["200"]["content"].as_mapping().unwrap();
    let types: Vec<_> = content.keys().filter_map(Value::as_str).collect();
    assert_eq!(types, ["application/json"]);
    let schema = &content["application/json"]["schema"];
    assert_eq!(schema["x-gaps"][0]["id"], "get_book.success.body");
    let keywords: Vec<_> = schema.as_mapping().unwrap().keys().filter_map(Value::as_str).collect();
    assert_eq!(keywords, ["description", "x-gaps"]);
}

#[test]
fn paths_differing_only_in_parameter_names_are_merged() {
    let library = Library::changed(&[
        ("books/remove_book.yaml", "DELETE /books/{book}", "DELETE /books/{copy}"),
        ("books/remove_book.yaml", "  book: { identified", "  copy: { identified"),
        ("books/remove_book.yaml", "path.book", "path.copy"),
    ]);
    let files = library.generate();
    let document: Value = serde_yaml::from_str(files.get(PATH).unwrap()).unwrap();
    let methods = &document["paths"]["/books/{book}"];
    let remove_book = &methods["delete"];
    assert_eq!(remove_book["operationId"], "remove_book");
    assert_eq!(remove_book["parameters"][0]["name"], "book");
    assert_eq!(methods["get"]["operationId"], "get_book");
}

#[test]
fn refusal_with_a_success_status_is_described_with_the_success() {
    let success = ("loans/lend_book.yaml", "{ not_shown: The status of a new loan. }", "200");
    let refusal = ("loans/lend_book.yaml", "status: 409", "status: 200");
    let files = Library::changed(&[success, refusal]).generate();
    let document: Value = serde_yaml::from_str(files.get(PATH).unwrap()).unwrap();
    let answer = &document["paths"]["/books/{book}/loans"]["post"]["responses"]["200"];
    let description = answer["description"].as_str().unwrap();
    assert!(description.contains("Accepted.") && description.contains("is lent"), "{description}");
}
