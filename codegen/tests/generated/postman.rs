//! The Postman collection of a small contract.

use boon::{Compiler, Schemas};
use serde_json::{Value, json};

use crate::support::Library;

fn collection(library: &Library) -> Value {
    let files = library.generate();
    let text = files.get("postman/collection.json").expect("it is generated");
    serde_json::from_str(text).expect("it is JSON")
}

fn items(value: &Value) -> impl Iterator<Item = &Value> {
    value["item"].as_array().expect("a list of items").iter()
}

/// Every request, without the folders.
fn requests(collection: &Value) -> Vec<&Value> {
    items(collection).flat_map(items).map(|item| &item["request"]).collect()
}

#[test]
fn collections_are_of_the_format() {
    let mut compiler = Compiler::new();
    let schema = include_str!("postman/collection-2.1.0.schema.json");
    compiler.add_resource("file:///format", serde_json::from_str(schema).unwrap()).unwrap();
    let mut schemas = Schemas::new();
    let index = compiler.compile("file:///format", &mut schemas).unwrap();
    for library in [Library::plain(), Library::with_overlay(), Library::hard()] {
        let collection = collection(&library);
        let valid = schemas.validate(&collection, index);
        assert!(valid.is_ok(), "{:#}", valid.unwrap_err());
    }
    // The schema rejects any other file.
    let wrong = json!({ "info": { "name": "a" }, "item": [] });
    assert!(schemas.validate(&wrong, index).is_err());
}

#[test]
fn every_operation_is_a_request_in_the_folder_of_its_resource() {
    let library = Library::plain();
    let collection = collection(&library);
    let operations: Vec<_> = library.contract().operations().collect();
    assert_eq!(requests(&collection).len(), operations.len());
    for operation in operations {
        let raw = operation.path.to_string().replace('{', ":").replace('}', "");
        let found = requests(&collection).into_iter().find(|request| {
            request["method"] == operation.method.as_str()
                && request["url"]["raw"] == format!("{{{{base_url}}}}{raw}")
        });
        let request = found.unwrap_or_else(|| panic!("no request for {}", operation.id));
        assert_eq!(request.get("body").is_some(), !operation.body.is_empty());
        if let Some(raw) = request["body"]["raw"].as_str() {
            assert!(serde_json::from_str::<Value>(raw).unwrap().is_object(), "{raw}");
        }
    }
}

#[test]
fn the_key_is_a_variable_in_the_header_of_the_contract() {
    let library = Library::plain();
    let header = library.contract().service.key_place().and_then(spec::KeyPlace::header);
    let collection = collection(&library);
    let parts = collection["auth"]["apikey"].as_array().unwrap();
    let part = |name: &str| parts.iter().find(|part| part["key"] == name).map(|it| &it["value"]);
    assert_eq!(part("key"), Some(&json!(header)));
    assert_eq!(part("value"), Some(&json!("{{api_key}}")));
    assert_eq!(part("in"), Some(&json!("header")));
    let names: Vec<_> =
        collection["variable"].as_array().unwrap().iter().map(|one| &one["key"]).collect();
    assert_eq!(names, ["base_url", "api_key"]);
}
