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
fn every_gap_of_the_contract_is_written() {
    let library = Library::plain();
    let text = library.generate();
    let text = text.get(PATH).unwrap();
    assert!(library.contract().gaps.len() > 5);
    for gap in &library.contract().gaps {
        assert!(text.contains(&format!("id: {}\n", gap.id)), "{} is not in it", gap.id);
    }
}

#[test]
fn every_example_matches_its_schema() {
    for library in [Library::plain(), Library::with_overlay(), Library::hard()] {
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
fn creations_and_lists_link_to_the_operations_on_their_records() {
    let files = Library::plain().generate();
    let document: Value = serde_yaml::from_str(files.get(PATH).unwrap()).unwrap();
    let add_book = &document["paths"]["/books"]["post"]["responses"]["201"];
    let get_book = &add_book["links"]["get_book"];
    assert_eq!(get_book["operationId"], "get_book");
    assert_eq!(get_book["parameters"]["book"], "$response.body#/book/uuid");
    let list_books = &document["paths"]["/books"]["get"]["responses"]["200"];
    let get_book = &list_books["links"]["get_book"];
    assert_eq!(get_book["parameters"]["book"], "$response.body#/books/0/uuid");
}

#[test]
fn bodies_and_lists_of_values_are_named_schemas() {
    let files = Library::plain().generate();
    let document: Value = serde_yaml::from_str(files.get(PATH).unwrap()).unwrap();
    let add_book = &document["paths"]["/books"]["post"];
    let reference = |content: &Value| content["application/json"]["schema"]["$ref"].clone();
    let request = reference(&add_book["requestBody"]["content"]);
    assert_eq!(request, "#/components/schemas/AddBookRequest");
    let response = reference(&add_book["responses"]["201"]["content"]);
    assert_eq!(response, "#/components/schemas/AddBookResponse");
    let schemas = &document["components"]["schemas"];
    let binding = &schemas["AddBookRequest"]["properties"]["binding"]["anyOf"];
    assert_eq!(binding[0]["$ref"], "#/components/schemas/AddBookBindingValue");
    assert_eq!(binding[1]["type"], "string");
    assert_eq!(schemas["AddBookBindingValue"]["enum"][0], "hardback");
}

#[test]
fn response_examples_repeat_request_values() {
    let files = Library::plain().generate();
    let document: Value = serde_yaml::from_str(files.get(PATH).unwrap()).unwrap();
    let lend_book = &document["paths"]["/books/{book}/loans"]["post"];
    let book = &lend_book["parameters"][0]["examples"]["by_uuid"]["value"];
    let answer = &lend_book["responses"]["2XX"]["content"]["application/json"]["example"];
    assert_eq!(&answer["loan"]["book_uuid"], book);
    let refused = &lend_book["responses"]["404"]["content"]["application/json"]["examples"];
    let message = refused["book_not_found"]["value"]["message"].as_str();
    assert_eq!(message.unwrap(), format!("{} not found!", book.as_str().unwrap()));
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

#[test]
fn every_object_of_a_response_says_whether_it_is_open() {
    for library in [Library::plain(), Library::with_overlay(), Library::hard()] {
        let files = library.generate();
        let document: Value = serde_yaml::from_str(files.get(PATH).unwrap()).unwrap();
        let mut requests = Vec::new();
        for operation in document["paths"].as_mapping().unwrap().values() {
            for method in operation.as_mapping().unwrap().values() {
                let schema = &method["requestBody"]["content"]["application/json"]["schema"];
                requests.extend(schema["$ref"].as_str());
            }
        }
        assert!(!requests.is_empty());
        let mut closed = 0;
        for (name, schema) in document["components"]["schemas"].as_mapping().unwrap() {
            let reference = format!("#/components/schemas/{}", name.as_str().unwrap());
            let mut objects = Vec::new();
            collect_objects(schema, &mut objects);
            for object in objects {
                let further = &object["additionalProperties"];
                if requests.contains(&reference.as_str()) {
                    assert!(further.is_null(), "{reference}: generated types refuse other members");
                } else {
                    assert!(further.is_bool(), "{reference}: {object:?}");
                    closed += usize::from(*further == false);
                }
            }
        }
        assert!(closed > 0 && closed < 9, "{closed} are closed");
    }
}

/// Collects the schemas of objects within a schema.
fn collect_objects<'d>(schema: &'d Value, found: &mut Vec<&'d Value>) {
    let ty = &schema["type"];
    if ty == "object" || ty.as_sequence().is_some_and(|types| types.contains(&"object".into())) {
        found.push(schema);
    }
    let named = schema["properties"].as_mapping().into_iter().flat_map(|all| all.values());
    let either = schema["anyOf"].as_sequence().into_iter().flatten();
    named
        .chain(either)
        .chain([&schema["items"]])
        .filter(|inner| inner.is_mapping())
        .for_each(|inner| collect_objects(inner, found));
}
