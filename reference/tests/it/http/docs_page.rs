//! The page of all operations that the service serves.

use reqwest::Method;

use crate::http::operations::calls;
use crate::http::service::{TestServer, seen};

#[tokio::test]
async fn the_page_shows_every_operation_and_loads_only_its_own_files() {
    let service = TestServer::start().await;
    let get = async |path: &str| service.request(Method::GET, path).send().await.unwrap();
    let page = get("/docs").await;
    assert_eq!(page.headers()["content-type"], "text/html; charset=utf-8");
    let policy = page.headers()["content-security-policy"].to_str().unwrap().to_owned();
    assert!(policy.starts_with("default-src 'none'; style-src 'self'; script-src 'self'"));
    let page = page.text().await.unwrap();
    for call in calls() {
        let section = format!("<section class=\"operation\" id=\"{}\">", call.operation);
        assert!(page.contains(&section), "{}", call.operation);
    }
    for (path, content_type) in [("docs/site.css", "text/css"), ("docs/site.js", "text/javascript")]
    {
        assert!(page.contains(&format!("=\"{path}\"")), "{path}");
        let file = get(&format!("/{path}")).await;
        assert_eq!(file.status(), 200);
        assert!(file.headers()["content-type"].to_str().unwrap().starts_with(content_type));
    }
    let refused = seen(service.request(Method::POST, "/docs")).await;
    assert_eq!(refused.refusal().0, 405);
}
