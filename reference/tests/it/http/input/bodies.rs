//! Bodies with every kind of defect.

use serde_json::{Value, json};

use crate::http::input::raw::{Raw, answered};
use crate::http::operations::{Call, calls};
use crate::http::service::TestServer;

/// Calls whose operation takes a body.
fn with_body() -> Vec<Call> {
    let all = calls().into_iter();
    let found: Vec<_> = all.filter(|call| !call.body.is_empty()).collect();
    assert_eq!(found.len(), 8);
    found
}

#[tokio::test]
async fn bodies_other_than_json_objects() {
    let service = TestServer::start().await;
    let deep = format!("{}1{}", "[".repeat(50_000), "]".repeat(50_000));
    let deep_member = format!(r#"{{"more":{}1{}}}"#, r#"{"a":"#.repeat(5_000), "}".repeat(5_000));
    let takes_body = |call: &Call| !call.body.is_empty();
    for call in calls() {
        for body in [
            "{",
            "}",
            "null",
            "[]",
            "\"x\"",
            "5",
            "{\"a\" 1}",
            "{'email':'x'}",
            "\u{feff}{}",
            "email=x",
            "{\"a\":1}{",
            "NaN",
            &deep,
        ] {
            let raw = Raw::of(&call).body(body);
            let answer = answered(&service, &raw).await;
            if takes_body(&call) {
                assert!((400..500).contains(&answer.status), "{answer:?} to {}", raw.summary());
            }
        }
        for body in [
            &b"\xff\xfe"[..],
            b"{\"email\":\"\xff\"}",
            b"{\"a\":\"\xed\xa0\x80\"}",
            b"\0",
            b"{\"email\0\":1}",
        ] {
            let raw = Raw::of(&call).body(body);
            let answer = answered(&service, &raw).await;
            if takes_body(&call) {
                assert!((400..500).contains(&answer.status), "{answer:?} to {}", raw.summary());
            }
        }
        // Where no member is required, the body may be absent, and unknown members are ignored.
        answered(&service, &Raw::of(&call).body(deep_member.clone())).await;
        answered(&service, &Raw::of(&call).body("")).await;
        answered(&service, &Raw::of(&call).body(" ")).await;
        answered(&service, &Raw::of(&call).body("{}")).await;
    }
}

#[tokio::test]
async fn members_of_every_wrong_kind() {
    let service = TestServer::start().await;
    let long = json!("x".repeat(300_000)).to_string();
    for call in with_body() {
        let good: Value = serde_json::from_str(call.body).unwrap();
        for name in good.as_object().unwrap().keys() {
            let with = |value: &str| {
                let mut members = good.clone();
                members[name] = json!("PLACE");
                Raw::of(&call).body(members.to_string().replace("\"PLACE\"", value))
            };
            let is_text = good[name].is_string();
            for wrong in
                ["[]", "{}", "[\"x\"]", "{\"a\":{\"b\":[]}}", if is_text { "5" } else { "\"x\"" }]
            {
                let answer = answered(&service, &with(wrong)).await;
                assert_eq!(answer.status, 400, "{answer:?} to {}", with(wrong).summary());
            }
            for odd in [
                "null",
                "true",
                "1e300",
                "-0",
                "\"\"",
                "\"\\u0000\"",
                "\"a\\u0000b\"",
                "\"\\ud800\"",
                "\"\\udc00\\ud800\"",
                "\"\\uffff\"",
                &long,
            ] {
                answered(&service, &with(odd)).await;
            }
        }
    }
}

#[tokio::test]
async fn unknown_and_duplicate_members() {
    let service = TestServer::start().await;
    // Those that change whom others name are among the first.
    for call in with_body().into_iter().rev() {
        let more = r#"{"unknown_member":{"this":[1,null,"x"]},"":0,"__proto__":{},"#;
        let raw = Raw::of(&call).body(call.body.replacen('{', more, 1));
        let answer = answered(&service, &raw).await;
        assert!(answer.status < 300, "{}: {answer:?}", call.operation);

        let twice = format!("{{{},{}", call.body.trim_matches(['{', '}']), &call.body[1..]);
        let answer = answered(&service, &Raw::of(&call).body(twice)).await;
        assert_eq!(answer.status, 400, "{}: {answer:?}", call.operation);
        assert!(answer.body.contains("more than once"), "{answer:?}");
    }
}

/// A text over the limit is refused in every member.
#[tokio::test]
async fn texts_that_are_too_long() {
    let service = TestServer::start().await;
    let long = json!("é".repeat(10_001));
    for call in with_body() {
        let good: Value = serde_json::from_str(call.body).unwrap();
        let texts = good.as_object().unwrap().iter();
        for (name, _) in texts.filter(|(_, value)| value.is_string()) {
            let mut members = good.clone();
            members[name] = long.clone();
            let raw = Raw::of(&call).body(members.to_string());
            let answer = answered(&service, &raw).await;
            assert!((400..500).contains(&answer.status), "{}, {name}: {answer:?}", call.operation);
        }
    }
}

#[tokio::test]
async fn bodies_with_another_content_type() {
    let service = TestServer::start().await;
    for call in with_body() {
        for other in ["text/html", "", "\u{fc}", "application/x-www-form-urlencoded"] {
            let raw = Raw::of(&call).of_type(other);
            let answer = answered(&service, &raw).await;
            assert_eq!(answer.status, 415, "{answer:?} to {}", raw.summary());
        }
        // An absent body has no content type.
        let nothing = Raw::of(&call).of_type("text/html").body("");
        assert_ne!(answered(&service, &nothing).await.status, 415);
    }
}

#[tokio::test]
async fn bodies_that_are_too_large_or_end_early() {
    let service = TestServer::start().await;
    let limit = referral_reference::operations::BODY_LIMIT;
    let mut chunk = format!("{:x}\r\n", limit + 1).into_bytes();
    chunk.extend(vec![b' '; limit + 1]);
    // Otherwise the service would wait for the rest before it closes the connection.
    chunk.extend(b"\r\n0\r\n\r\n");
    for call in with_body() {
        let large = Raw::of(&call).body(vec![b' '; limit + 1]);
        assert_eq!(answered(&service, &large).await.status, 413);
        let chunked = Raw::of(&call).framed("Transfer-Encoding: chunked");
        let large = chunked.clone().body(chunk.clone());
        assert_eq!(answered(&service, &large).await.status, 413);
        for body in ["5\r\n{\"a\":\r\n", "5\r\n{\"a", "zz\r\n{}", ""] {
            let cut = chunked.clone().body(body).cut();
            let answer = answered(&service, &cut).await;
            assert_eq!(answer.status, 400, "{answer:?} to {}", cut.summary());
        }
        let cut = Raw::of(&call).framed("Content-Length: 500").cut();
        assert_eq!(answered(&service, &cut).await.status, 400, "{}", cut.summary());
        // Bytes after a body that ended early do not belong to this request.
        let short = Raw::of(&call).framed("Content-Length: 1");
        assert_eq!(answered(&service, &short).await.status, 400);
    }
}
