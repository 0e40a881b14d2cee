//! The `Host` header, which HTTP/1.1 requires exactly once.

use axum::extract::Request;
use axum::http::{StatusCode, Version, header};
use axum::middleware::Next;
use axum::response::Response;

use crate::operations::refusals;

/// Refuses a request of HTTP/1.1 that has no `Host` header or several.
pub(super) async fn require_host(request: Request, next: Next) -> Response {
    let hosts = request.headers().get_all(header::HOST).iter().count();
    if request.version() == Version::HTTP_11 && hosts != 1 {
        let message = "the request needs exactly one Host header";
        return refusals::refuse(StatusCode::BAD_REQUEST, message);
    }
    next.run(request).await
}
