//! What cannot be read as a request at all: it is refused before there are routes, and answered and logged like any
//! other.

use axum::http::{HeaderName, HeaderValue, Response, StatusCode, header};
use referral_reference_models::ErrorBody;

use crate::app::App;
use crate::http::every_answer::REQUEST_ID;
use crate::log;

/// The answer for a status that the HTTP library refuses with by itself.
pub fn unreadable(app: App) -> impl Fn(StatusCode) -> Response<Vec<u8>> + Clone {
    move |status| {
        let id = app.draw_request_id();
        let named = HeaderValue::from_str(id.as_str()).ok();
        log::within_now(id, || {
            tracing::info!(
                method = "none",
                route = "none",
                status = status.as_u16(),
                "answered"
            );
        });
        // An object with a text in it can always be written.
        let body = serde_json::to_vec(&ErrorBody::new(words(status))).unwrap_or_default();
        let mut response = Response::new(body);
        let fixed = [
            (header::CONTENT_TYPE, "application/json"),
            (header::CACHE_CONTROL, "no-store"),
        ];
        let fixed = fixed.map(|(name, value)| (name, HeaderValue::from_static(value)));
        let named = named.map(|id| (REQUEST_ID, id));
        response
            .headers_mut()
            .extend::<[(HeaderName, HeaderValue); 2]>(fixed);
        response.headers_mut().extend(named);
        *response.status_mut() = status;
        response
    }
}

fn words(status: StatusCode) -> &'static str {
    match status {
        StatusCode::URI_TOO_LONG => "the path is too long",
        StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE => "the headers are too many or too long",
        _ => "this cannot be read as an HTTP request",
    }
}
