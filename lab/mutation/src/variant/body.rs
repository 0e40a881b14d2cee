//! Success bodies and statuses that are not documented.

use http::HeaderMap;

use crate::mutant::set_success_status;
use crate::prelude::*;

/// A transformation of an accepted response.
pub(super) type Shape = fn(Response) -> Response;

/// Transformations of the success body.
pub(super) const SHAPES: [(&str, Shape); 8] = [
    ("bare", |response| response::edit_body(response, |body| *body = bare(body))),
    ("nested", |response| response::edit_body(response, |body| *body = nested(body))),
    ("indexed", |response| response::edit_body(response, |body| *body = indexed(body))),
    ("data", |response| {
        response::edit_body(response, |body| *body = json::object([("data", bare(body))]))
    }),
    ("empty", |response| Response {
        body: ResponseBody::default(),
        headers: HeaderMap::new(),
        ..response
    }),
    ("object", |response| Response { body: "{}".into(), ..response }),
    ("null", |response| Response { body: "null".into(), ..response }),
    ("text", |response| Response { body: "OK\n".into(), ..response }),
];

/// Transforms the bodies of accepted calls.
pub(super) fn reshape(shape: Shape) -> Intercept {
    on_response(move |cx, response| if cx.accepts(&response) { shape(response) } else { response })
}

/// The list in the body, or the first object.
fn bare(body: &Json) -> Json {
    let Json::Map(members) = body else {
        return body.clone();
    };
    let values = || members.iter().map(|(_, value)| value);
    let list = values().find(|value| matches!(value, Json::List(_)));
    let object = || values().find(|value| matches!(value, Json::Map(_)));
    list.or_else(object).unwrap_or(body).clone()
}

/// The body nested in other members.
fn nested(body: &Json) -> Json {
    let inner = json::object([("0", Json::List(vec![body.clone()]))]);
    json::object([
        ("jsonapi", json::object([("version", Json::Text("1.1".to_owned()))])),
        ("data", json::object([("result", inner)])),
        ("links", Json::List(Vec::new())),
    ])
}

/// The body after a sorted list of its texts, without duplicates.
fn indexed(body: &Json) -> Json {
    let mut texts = Vec::new();
    json::each_text(&mut body.clone(), &mut |text| texts.push(text.clone()));
    texts.sort();
    texts.dedup();
    let index = texts.into_iter().map(Json::Text).collect();
    json::object([("index", Json::List(index)), ("page", body.clone())])
}

/// The success status without a body.
pub(super) const NO_CONTENT: u16 = 204;

/// Sets the status of accepted calls, without a body for 204.
pub(super) fn change_success_status(status: u16) -> Intercept {
    let with_status = set_success_status(status);
    on_response(move |cx, response| {
        if status == NO_CONTENT && cx.accepts(&response) {
            return Response { status, headers: HeaderMap::new(), body: ResponseBody::default() };
        }
        with_status.on_response(cx, UpstreamResponses { main: response, extra: None })
    })
}
