//! The exchanges of a report as an HTTP archive, HAR 1.2, which browsers and proxies open.
//!
//! It has the exchanges of the steps that failures refer to, without keys. A report does not keep the times of single
//! exchanges. All exchanges have the start time of the run and a duration of zero.

use percent_encoding::percent_decode_str;
use serde_json::{Value, json};

use super::Content;
use super::content::{Body, Exchange, Request, Response, Scenario, Step};

/// The report as an HTTP archive.
pub fn render(report: &Content) -> serde_json::Result<String> {
    let scenarios = report.scenarios.iter();
    let steps = scenarios.flat_map(|scenario| scenario.steps.iter().map(move |it| (scenario, it)));
    let entries = steps.flat_map(|(scenario, step)| {
        step.exchanges.iter().map(move |exchange| entry(report, scenario, step, exchange))
    });
    let archive = json!({ "log": {
        "version": "1.2",
        "creator": { "name": env!("CARGO_PKG_NAME"), "version": env!("CARGO_PKG_VERSION") },
        "entries": entries.collect::<Vec<_>>(),
        "comment": "Times of single exchanges are not known. Keys are replaced by their names, and long bodies are cut.",
    }});
    Ok(serde_json::to_string_pretty(&archive)? + "\n")
}

fn entry(report: &Content, scenario: &Scenario, step: &Step, exchange: &Exchange) -> Value {
    let place = format!("{}, step {}, {}", scenario.id, step.step, step.operation);
    json!({
        "startedDateTime": report.run.started_at,
        "time": 0,
        "request": request(&report.run.base_url, &exchange.request),
        "response": exchange.response.as_ref().map_or_else(|| no_response(exchange), response),
        "cache": {},
        "timings": { "send": 0, "wait": 0, "receive": 0 },
        "comment": place,
    })
}

fn request(base_url: &str, request: &Request) -> Value {
    let target = &request.target;
    let query = target.split_once('?').map_or("", |(_, query)| query);
    let pairs = query.split('&').filter(|pair| !pair.is_empty()).map(|pair| {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        json!({ "name": decoded(name), "value": decoded(value) })
    });
    let mut made = json!({
        "method": request.method,
        "url": format!("{base_url}{target}"),
        "httpVersion": "HTTP/1.1",
        "cookies": [],
        "headers": headers(&request.headers),
        "queryString": pairs.collect::<Vec<_>>(),
        "headersSize": -1,
        "bodySize": request.body.as_ref().map_or(0, |body| body.bytes),
    });
    if let (Some(body), Some(made)) = (&request.body, made.as_object_mut()) {
        let content_type = header(&request.headers, "content-type");
        let media_type = content_type.unwrap_or("application/json");
        let mut data = json!({ "mimeType": media_type, "text": body.text });
        add_comment(&mut data, body);
        made.insert("postData".to_owned(), data);
    }
    made
}

fn response(response: &Response) -> Value {
    let (text, bytes) = response.body.as_ref().map_or(("", 0), |body| (&*body.text, body.bytes));
    let is_json = serde_json::from_str::<serde::de::IgnoredAny>(text).is_ok();
    let media_type = if is_json { "application/json" } else { "application/octet-stream" };
    let mut content = json!({ "size": bytes, "mimeType": media_type, "text": text });
    if let Some(body) = &response.body {
        add_comment(&mut content, body);
    }
    let status = http::StatusCode::from_u16(response.status).ok();
    json!({
        "status": response.status,
        "statusText": status.and_then(|it| it.canonical_reason()).unwrap_or_default(),
        "httpVersion": "HTTP/1.1",
        "cookies": [],
        "headers": headers(&response.headers),
        "content": content,
        "redirectURL": header(&response.headers, "location").unwrap_or_default(),
        "headersSize": -1,
        "bodySize": bytes,
    })
}

fn no_response(exchange: &Exchange) -> Value {
    json!({
        "status": 0,
        "statusText": "",
        "httpVersion": "",
        "cookies": [],
        "headers": [],
        "content": { "size": 0, "mimeType": "application/octet-stream" },
        "redirectURL": "",
        "headersSize": -1,
        "bodySize": -1,
        "comment": exchange.fault.as_deref().unwrap_or_default(),
    })
}

fn add_comment(data: &mut Value, body: &Body) {
    if let Some(data) = data.as_object_mut().filter(|_| body.cut) {
        let comment = format!("cut; the whole body has {} bytes", body.bytes);
        data.insert("comment".to_owned(), comment.into());
    }
}

fn headers(headers: &[(String, String)]) -> Vec<Value> {
    headers.iter().map(|(name, value)| json!({ "name": name, "value": value })).collect()
}

fn header<'h>(headers: &'h [(String, String)], wanted: &str) -> Option<&'h str> {
    let mut headers = headers.iter();
    let found = headers.find(|(name, _)| name.eq_ignore_ascii_case(wanted));
    found.map(|(_, value)| value.as_str())
}

fn decoded(text: &str) -> String {
    percent_decode_str(&text.replace('+', " ")).decode_utf8_lossy().into_owned()
}
