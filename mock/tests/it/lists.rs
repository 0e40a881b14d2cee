//! Lists: filters, order, and all kinds of pages.

use serde_json::{Value, json};

use crate::service::Service;

/// The values of a member, in the order of the list.
fn values(list: &Value, member: &str) -> Vec<Value> {
    list.as_array().unwrap().iter().map(|record| record[member].clone()).collect()
}

#[test]
fn pages_by_offset_say_where_they_are() {
    let service = Service::of("stockroom");
    for number in 1..=5 {
        let item = format!(r#"{{ "sku": "ABC-000{number}", "name": "{number}" }}"#);
        service.accepted("POST /items", &item);
    }
    let page = service.accepted("GET /items?offset=2&limit=2", "");
    assert_eq!(values(&page["items"], "name"), ["3", "4"]);
    let about = [&page["total"], &page["offset"], &page["limit"]];
    assert_eq!(about, [5, 2, 2].map(Value::from).each_ref());
    let after = service.accepted("GET /items?offset=9", "");
    assert_eq!((&after["items"], &after["total"]), (&json!([]), &json!(5)));
    let active = service.accepted("GET /items?status=active", "");
    assert_eq!(active["items"], json!([]));
}

#[test]
fn a_header_leads_from_page_to_page() {
    let service = Service::of("tracker");
    for title in ["a", "b", "c"] {
        let issue = format!(r#"{{ "title": "{title}", "assignee": "ann b" }}"#);
        service.accepted("POST /issues", &issue);
    }
    service.accepted("POST /issues", r#"{ "title": "d" }"#);
    let first = service.send("GET /issues?assignee=ann%20b&per_page=2", "");
    assert_eq!(values(&first.body, "title"), ["c", "b"], "the newest first");
    let link = "<http://mock.test/issues?assignee=ann%20b&per_page=2&page=2>; rel=\"next\"";
    assert_eq!(first.link.as_deref(), Some(link));
    let last = service.send("GET /issues?assignee=ann%20b&per_page=2&page=2", "");
    assert_eq!(values(&last.body, "title"), ["a"]);
    assert_eq!(last.link, None);
}

#[test]
fn pages_begin_after_a_record_or_a_cursor() {
    let service = Service::of("tracker");
    let issue = service.accepted("POST /issues", r#"{ "title": "a" }"#)["number"].clone();
    let other = service.accepted("POST /issues", r#"{ "title": "b" }"#)["number"].clone();
    let comments = format!("/issues/{issue}/comments");
    for body in ["1", "2", "3"] {
        service.accepted(&format!("POST {comments}"), &format!(r#"{{ "body": "{body}" }}"#));
    }
    service.accepted(&format!("POST /issues/{other}/comments"), r#"{ "body": "4" }"#);
    let page = service.accepted(&format!("GET {comments}?limit=2"), "");
    assert_eq!(
        (values(&page["data"], "body"), &page["has_more"]),
        (vec!["1".into(), "2".into()], &json!(true))
    );
    let last = page["data"][1]["id"].as_str().unwrap();
    let page = service.accepted(&format!("GET {comments}?limit=2&starting_after={last}"), "");
    assert_eq!(
        (values(&page["data"], "body"), &page["has_more"]),
        (vec!["3".into()], &json!(false))
    );

    for name in ["b", "c", "a"] {
        service.accepted("POST /projects/one/labels", &format!(r#"{{ "name": "{name}" }}"#));
    }
    service.accepted("POST /projects/two/labels", r#"{ "name": "d" }"#);
    let page = service.accepted("GET /projects/one/labels?size=2", "");
    assert_eq!(values(&page["labels"], "name"), ["a", "b"]);
    let cursor = page["page"]["next_cursor"].as_str().unwrap();
    let next = format!("GET /projects/one/labels?size=2&cursor={cursor}");
    let page = service.accepted(&next, "");
    assert_eq!(values(&page["labels"], "name"), ["c"]);
    assert_eq!(page["page"]["next_cursor"], Value::Null);
    assert!(service.send("GET /projects/one/labels?cursor=none", "").status >= 400);
}

#[test]
fn filters_bounds_and_sorts_are_applied() {
    let service = Service::of("library");
    for (isbn, title, pages, cost) in [("1", "b", 10, "2.50"), ("2", "a", 20, "10")] {
        let book = format!(
            r#"{{ "isbn": "{isbn}", "title": "{title}", "pages": {pages}, "replacement_cost": {cost} }}"#
        );
        service.accepted("POST /books", &book);
    }
    let list = |query: &str| {
        let list = service.accepted(&format!("GET /books?room=lending&{query}"), "");
        let books = list["books"].as_array().unwrap().iter();
        let own = books.filter(|book| ["1", "2"].contains(&book["isbn"].as_str().unwrap()));
        own.map(|book| book["isbn"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(list("per_page=1000"), ["2", "1"], "by title");
    assert_eq!(list("longer_than=10"), ["2"]);
    assert_eq!(list("sort=price"), ["2", "1"], "as numbers");
    let coloured = service.accepted("GET /books?room=lending&cover=colour", "");
    assert!(coloured["books"][0]["colour"].is_string(), "{coloured}");

    let workshop = Service::of("workshop");
    for name in ["a", "b", "c"] {
        workshop.accepted("POST /tools", &format!(r#"{{ "name": "{name}", "shelf": 3 }}"#));
    }
    let tools = workshop.accepted("GET /tools?filter%5Bname%5D=a&filter%5Bname%5D=c&shelf=3", "");
    assert_eq!(values(&tools["tools"], "name"), ["a", "c"]);
}
