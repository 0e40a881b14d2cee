//! Records: created, read, changed, moved, removed, and what is refused.

use serde_json::{Value, json};

use crate::service::Service;

const ITEM: &str = r#"{ "sku": "ABC-0001", "name": "Bolt" }"#;

fn invalid(field: &str) -> Value {
    json!({ "problem": "An input is not valid", "field": field })
}

#[test]
fn a_record_is_created_read_changed_and_removed() {
    let service = Service::of("stockroom");
    let item = service.accepted("POST /items", ITEM);
    assert_eq!(item["quantity"], 0, "the default");
    assert_eq!((&item["status"], &item["tags"]), (&json!("draft"), &json!([])));
    assert_eq!(item["note"], Value::Null);
    let path = format!("/items/{}", item["id"]);
    assert_eq!(service.accepted(&format!("GET {path}"), ""), item);
    let changed = service.accepted(&format!("PATCH {path}"), r#"{ "quantity": 5, "note": "x" }"#);
    assert_eq!((&changed["quantity"], &changed["name"]), (&json!(5), &json!("Bolt")));
    let cleared = service.accepted(&format!("PATCH {path}"), r#"{ "note": null }"#);
    assert_eq!((&cleared["quantity"], &cleared["note"]), (&json!(5), &Value::Null));
    let not_empty = json!({ "problem": "not_empty" });
    service.assert(&format!("DELETE {path}"), "", 409, not_empty);
    service.accepted(&format!("PATCH {path}"), r#"{ "quantity": 0 }"#);
    service.assert(&format!("DELETE {path}"), "", 204, Value::Null);
    service.assert(&format!("GET {path}"), "", 404, Value::Null);
}

#[test]
fn inputs_are_refused_as_the_contract_says() {
    let service = Service::of("stockroom");
    service.accepted("POST /items", ITEM);
    service.assert("POST /items", ITEM, 409, json!({ "problem": "sku_taken" }));
    let missing = json!({ "problem": "An input is missing", "field": "name" });
    service.assert("POST /items", r#"{ "sku": "ABC-0002" }"#, 422, missing);
    for (body, field) in [
        (r#"{ "sku": "abc-0002", "name": "x" }"#, "sku"),
        (r#"{ "sku": "ABC-0002", "name": "" }"#, "name"),
        (r#"{ "sku": "ABC-0002", "name": "x", "quantity": 101 }"#, "quantity"),
        (r#"{ "sku": "ABC-0002", "name": "x", "quantity": "1" }"#, "quantity"),
        (r#"{ "sku": "ABC-0002", "name": "x", "tags": ["A"] }"#, "tags"),
    ] {
        service.assert("POST /items", body, 422, invalid(field));
    }
    service.assert("GET /items?status=lost", "", 422, invalid("status"));
    service.assert("GET /items?limit=51", "", 422, invalid("limit"));

    let library = Service::of("library");
    for (body, message) in [
        (r#"{ "title": "Emma" }"#, "A book needs an ISBN"),
        (r#"{ "isbn": "1", "title": " " }"#, "A book needs a title"),
        (r#"{ "isbn": "1", "title": "Emma", "pages": 0 }"#, "A book has 1 to 5000 pages"),
        (r#"{ "isbn": "1", "title": "Emma", "call_number": "QA" }"#, "QA is no call number"),
    ] {
        library.assert("POST /books", body, 422, json!({ "message": message }));
    }
    let book = r#"{ "isbn": "1", "title": "Emma" }"#;
    let id = library.accepted("POST /books", book)["book"]["uuid"].as_str().unwrap().to_owned();
    let taken = json!({ "message": "ISBN 1 is in the catalogue already" });
    library.assert("POST /books", book, 409, taken);
    let address = json!({ "message": "The member's address is invalid" });
    library.assert(&format!("POST /books/{id}/loans"), r#"{ "member": "a@@b" }"#, 422, address);
    library.assert("GET /books/7?", "", 404, json!({ "message": "7 not found!" }));
}

#[test]
fn records_move_from_state_to_state() {
    let service = Service::of("stockroom");
    let id = service.accepted("POST /items", ITEM)["id"].clone();
    let path = format!("PUT /items/{id}/status");
    let refused = json!({ "problem": "move_not_allowed" });
    service.assert(&path, r#"{ "status": "retired" }"#, 409, refused.clone());
    assert_eq!(service.accepted(&path, r#"{ "status": "active" }"#)["status"], "active");
    service.assert(&path, r#"{ "status": "draft" }"#, 409, refused);
    assert_eq!(service.accepted(&path, r#"{ "status": "retired" }"#)["status"], "retired");
    let movement = r#"{ "delta": 1, "reason": "used" }"#;
    let retired = json!({ "problem": "item_retired" });
    service.assert(&format!("POST /items/{id}/movements"), movement, 409, retired);
}

#[test]
fn an_operation_can_change_one_record_and_create_another() {
    let service = Service::of("library");
    let book = service.accepted("POST /books", r#"{ "isbn": "1", "title": "Emma" }"#);
    let id = book["book"]["uuid"].as_str().unwrap();
    let lend = format!("POST /books/{id}/loans");
    let loan = service.accepted(&lend, r#"{ "member": "ann@example.com" }"#);
    assert_eq!(loan["loan"]["book_uuid"], id);
    assert_eq!(service.accepted(&format!("GET /books/{id}"), "")["book"]["state"], "lent");
    let lent = json!({ "message": format!("Book {id} (Emma) is lent") });
    service.assert(&lend, r#"{ "member": "bob@example.com" }"#, 409, lent.clone());
    service.assert(&format!("DELETE /books/{id}"), "", 409, lent);

    let reserve = r#"{ "loan": "ann@example.com" }"#;
    service.assert("POST /reservations", reserve, 201, Value::Null);
    let again = json!({ "message": "You are the next already" });
    service.assert("POST /reservations", reserve, 409, again);
    let back = service.accepted("PATCH /loans/ann@example.com/return", "{}");
    assert_eq!(back["loan"]["state"], "returned");
    service.assert("POST /reservations", reserve, 201, Value::Null);
}

#[test]
fn keys_have_accounts_of_their_own() {
    let mut service = Service::of("library");
    let book = service.accepted("POST /books", r#"{ "isbn": "1", "title": "Emma" }"#);
    let read = format!("GET /books/{}", book["book"]["uuid"].as_str().unwrap());
    service.kind = "other_branch";
    assert_eq!(service.send(&read, "").status, 404);
    service.kind = "nobody";
    let needed = json!({ "message": "A library card is required" });
    service.assert("GET /branch", "", 401, needed);
}

#[test]
fn other_paths_methods_and_bodies_are_refused() {
    let service = Service::of("stockroom");
    assert_eq!(service.send("GET /nothing", "").status, 404);
    assert_eq!(service.send("PUT /items", "{}").status, 405);
    assert_eq!(service.send("POST /items", "[").status, 400);
}
