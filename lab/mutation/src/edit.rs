//! Edits of requests: inputs, query parameters and the key.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use referral_conformance::exchange::Request;
use referral_conformance::json::Json;
use referral_conformance::key_place;
use referral_conformance::query_string::sent_pairs;
use spec::{Contract, Operation, QueryParameter, Segment};

use crate::json;

/// Characters that are percent-encoded in a path segment.
const SEGMENT: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// The request with an edited JSON body; unchanged if the body is not JSON.
fn with_body(request: &Request, edit: impl FnOnce(&mut Json)) -> Request {
    let mut changed = request.clone();
    if let Some(mut body) = request.body.as_deref().and_then(|body| Json::parse(body.as_bytes())) {
        edit(&mut body);
        changed.body = Some(body.to_string());
    }
    changed
}

/// The request with a body member set to a value; unchanged if the body is not an object.
pub fn with_body_member(request: &Request, name: &str, value: Json) -> Request {
    with_body(request, |body| {
        if let Json::Map(members) = body {
            json::set(members, name, value);
        }
    })
}

/// The request without a body member.
pub fn without_body_member(request: &Request, name: &str) -> Request {
    with_body(request, |body| {
        if let Json::Map(members) = body {
            json::remove(members, name);
        }
    })
}

/// The request with path parameters, values in the query and texts of the body replaced by `change`, which gets and returns decoded values.
pub fn with_texts(
    request: &Request,
    operation: &Operation,
    mut change: impl FnMut(&str) -> Option<String>,
) -> Request {
    let request = with_query_texts(&with_path(request, operation, &mut change), &mut change);
    with_body(&request, |body| {
        json::each_text(body, &mut |text| {
            if let Some(changed) = change(text) {
                *text = changed;
            }
        });
    })
}

/// The request with path parameters replaced by `change`, which gets and returns decoded values.
pub fn with_path(
    request: &Request,
    operation: &Operation,
    mut change: impl FnMut(&str) -> Option<String>,
) -> Request {
    let (path, query) =
        request.target.split_at(request.target.find('?').unwrap_or(request.target.len()));
    let mut segments = operation.path.segments.iter();
    let changed = path.split('/').skip(1).map(|segment| {
        let is_parameter = matches!(segments.next(), Some(Segment::Parameter(_)));
        let decoded = percent_decode_str(segment).decode_utf8_lossy();
        match is_parameter.then(|| change(&decoded)).flatten() {
            Some(text) => utf8_percent_encode(&text, SEGMENT).to_string(),
            None => segment.to_owned(),
        }
    });
    let path = changed.collect::<Vec<_>>().join("/");
    Request { target: format!("/{path}{query}"), ..request.clone() }
}

/// The request with values in the query replaced by `change`, which gets and returns decoded values.
fn with_query_texts(request: &Request, mut change: impl FnMut(&str) -> Option<String>) -> Request {
    let Some((path, query)) = request.target.split_once('?') else {
        return request.clone();
    };
    let changed = query.split('&').map(|pair| {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        let value = value.replace('+', " ");
        match change(&percent_decode_str(&value).decode_utf8_lossy()) {
            Some(text) => format!("{name}={}", utf8_percent_encode(&text, SEGMENT)),
            None => pair.to_owned(),
        }
    });
    let query = changed.collect::<Vec<_>>().join("&");
    Request { target: format!("{path}?{query}"), ..request.clone() }
}

/// The request without a query parameter.
pub fn without_query(operation: &Operation, request: &Request, name: &str) -> Request {
    let (path, query) = request.target.split_once('?').unwrap_or((&request.target, ""));
    let known =
        operation.query_parameter(name).map_or_else(|| name.to_owned(), QueryParameter::key);
    let is_other = |pair: &&str| {
        let key = pair.split('=').next().unwrap_or_default();
        !pair.is_empty() && percent_decode_str(key).decode_utf8_lossy() != known
    };
    let kept: Vec<&str> = query.split('&').filter(is_other).collect();
    let mark = if kept.is_empty() { "" } else { "?" };
    Request { target: format!("{path}{mark}{}", kept.join("&")), ..request.clone() }
}

/// The request with a query parameter set to a value.
pub fn with_query(operation: &Operation, request: &Request, name: &str, value: &str) -> Request {
    let mut changed = without_query(operation, request, name);
    let encode = |text: &str| utf8_percent_encode(text, SEGMENT).to_string();
    for (key, value) in sent_pairs(operation, name, value) {
        changed.target.push(if changed.target.contains('?') { '&' } else { '?' });
        changed.target.push_str(&format!("{}={}", encode(&key), encode(value)));
    }
    changed
}

/// The request with another key; the spelling of the header name is kept.
pub fn with_key(contract: &Contract, request: &Request, key: &str) -> Request {
    let mut changed = request.clone();
    if let Some(place) = contract.service.key_place() {
        key_place::put(place, key, &mut changed);
    }
    changed
}

#[cfg(test)]
mod tests {
    use spec::Method;

    use super::*;
    use crate::tests::contract_of;

    #[test]
    fn a_list_in_a_query_is_replaced_as_a_whole() {
        let contract = contract_of("workshop");
        let list = contract.operation("list_tools").unwrap();
        let request = Request {
            method: Method::Get,
            target: "/tools?filter%5Bname%5D=a&filter%5Bname%5D=b&shelf=1".to_owned(),
            headers: Vec::new(),
            body: None,
        };
        let changed = with_query(list, &request, "names", "x,y z");
        let expected = "/tools?shelf=1&filter%5Bname%5D=x&filter%5Bname%5D=y%20z";
        assert_eq!(changed.target, expected);
        assert_eq!(without_query(list, &changed, "names").target, "/tools?shelf=1");
    }
}
