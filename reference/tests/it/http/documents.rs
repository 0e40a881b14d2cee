//! The documents that the service serves, and its answers compared with OpenAPI.

use boon::{Compiler, Schemas};
use reqwest::Method;
use serde_json::Value;

use crate::http::operations::calls;
use crate::http::service::{TestServer, seen};

async fn document(service: &TestServer) -> Value {
    seen(service.request(Method::GET, "/openapi.json")).await.body
}

#[tokio::test]
async fn the_document_is_served_without_a_key_in_two_formats() {
    let service = TestServer::start().await;
    let json = document(&service).await;
    let answer = service.request(Method::GET, "/openapi.yaml").send().await.unwrap();
    assert_eq!(answer.headers()["content-type"], "application/yaml");
    let yaml: Value = serde_yaml::from_str(&answer.text().await.unwrap()).unwrap();
    assert_eq!(yaml, json);
    assert_eq!(json["openapi"], "3.1.0");
    let answer = seen(service.request(Method::POST, "/openapi.json")).await;
    assert_eq!(answer.headers["allow"], "GET, HEAD");
    assert_eq!(answer.refusal().0, 405);
}

#[tokio::test]
async fn the_site_shows_every_operation_and_loads_only_its_own_files() {
    let service = TestServer::start().await;
    let get = async |path: &str| service.request(Method::GET, path).send().await.unwrap();
    let page = get("/docs").await;
    assert!(page.url().path().ends_with("/docs/"), "{}", page.url());
    assert_eq!(page.headers()["content-type"], "text/html; charset=utf-8");
    let policy = page.headers()["content-security-policy"].to_str().unwrap().to_owned();
    assert!(policy.starts_with("default-src 'none'; style-src 'self'; script-src 'self'"));
    let page = page.text().await.unwrap();
    for call in calls() {
        let path = format!("operations/{}.html", call.operation);
        assert!(page.contains(&format!("href=\"{path}\"")), "{path}");
        assert_eq!(get(&format!("/docs/{path}")).await.status(), 200, "{path}");
    }
    for (path, content_type) in
        [("site.css", "text/css"), ("site.js", "text/javascript"), ("search.js", "text/javascript")]
    {
        assert!(path == "search.js" || page.contains(&format!("=\"{path}\"")), "{path}");
        let file = get(&format!("/docs/{path}")).await;
        assert_eq!(file.status(), 200);
        assert!(file.headers()["content-type"].to_str().unwrap().starts_with(content_type));
    }
    for path in ["/docs", "/docs/", "/docs/index.html"] {
        assert_eq!(seen(service.request(Method::POST, path)).await.refusal().0, 405, "{path}");
    }
    assert_eq!(get("/docs/other.html").await.status(), 404);
}

#[tokio::test]
async fn every_operation_answers_as_the_document_says() {
    let mut refused = Vec::new();
    let service = TestServer::start().await;
    let document = document(&service).await;
    // Those that change whom others name are among the first.
    for call in calls().into_iter().rev() {
        let answer = service.ask(call.method, call.path, call.body).await;
        let responses = &operation(&document, call.operation)["responses"];
        let response = if (200..300).contains(&answer.status) {
            &responses[answer.status.to_string().as_str()]
        } else {
            refused.push(call.operation);
            &document["components"]["responses"]["Refused"]
        };
        let schema = &response["content"]["application/json"]["schema"];
        assert!(schema.is_object(), "{}: {} is not in {responses}", call.operation, answer.status);
        validate(&document, schema, &answer.body).unwrap_or_else(|error| {
            panic!("{}: {} does not match: {error}", call.operation, answer.body)
        });
    }
    // The demo data has no membership with a known identifier.
    assert_eq!(refused, ["delete_campaign_membership"]);
}

fn operation<'d>(document: &'d Value, id: &str) -> &'d Value {
    let paths = document["paths"].as_object().unwrap().values();
    let mut operations = paths.flat_map(|methods| methods.as_object().unwrap().values());
    operations.find(|operation| operation["operationId"] == id).unwrap()
}

/// Validates a value with a schema of the document.
fn validate(document: &Value, schema: &Value, value: &Value) -> Result<(), String> {
    let mut root = schema.clone();
    root["components"] = document["components"].clone();
    let mut compiler = Compiler::new();
    compiler.enable_format_assertions();
    compiler.add_resource("file:///root", root).unwrap();
    let mut schemas = Schemas::new();
    let index = compiler.compile("file:///root", &mut schemas).unwrap();
    schemas.validate(value, index).map_err(|error| format!("{error:#}"))
}
