//! Options of a single call.

use http::{HeaderValue, header};
use referral_client::CallOptions;

use crate::server::{KEY, Server, json, read};

#[tokio::test]
async fn call_headers_override_client_headers() {
    let server = Server::start(vec![json(200, "{}"); 2]).await;
    let agent = HeaderValue::from_static("house/1");
    let client = server.builder().header(header::USER_AGENT, agent).build().unwrap();
    let language = HeaderValue::from_static("en");
    let call = HeaderValue::from_static("call/2");
    let options = CallOptions::new()
        .header(header::ACCEPT_LANGUAGE, language)
        .header(header::USER_AGENT, call);
    client.with(options).get_subscriber(read()).await.unwrap();
    client.get_subscriber(read()).await.unwrap();
    let [first, second] = server.requests().try_into().unwrap();
    let has = |request: &str, line: &str| request.contains(&format!("\r\n{line}\r\n"));
    assert!(has(&first, "user-agent: call/2") && has(&first, "accept-language: en"), "{first}");
    assert!(has(&second, "user-agent: house/1"), "{second}");
    assert!(!second.contains("accept-language"), "the client itself is as it was: {second}");
    for request in [first, second] {
        assert!(has(&request, &format!("x-api-key: {KEY}")), "{request}");
        assert!(has(&request, "accept: application/json"), "{request}");
    }
}
