//! OpenTelemetry spans, one per request, sent to a collector as OTLP over HTTP.
//!
//! The standard variables of OpenTelemetry configure it: `OTEL_EXPORTER_OTLP_ENDPOINT` turns the export on,
//! `OTEL_SERVICE_NAME`, `OTEL_TRACES_SAMPLER` and others have their usual meaning. Like a line of the log, a span has no
//! key, no e-mail address and no path.

use std::env;
use std::time::{Duration, SystemTime};

use opentelemetry::trace::{
    Span as _, SpanContext, SpanId, SpanKind, Status, TraceContextExt as _, TraceFlags, TraceId,
    TraceState, Tracer as _,
};
use opentelemetry::{Context, KeyValue, global};
use opentelemetry_otlp::{ExporterBuildError, SpanExporter};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::trace::SdkTracerProvider;

/// The variables that turn the export on.
const ENDPOINTS: [&str; 2] = ["OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"];

/// The main variables, with their meaning.
pub const VARIABLES: [(&str, &str); 3] = [
    (
        ENDPOINTS[0],
        "Collector that receives a span for each request, as JSON over HTTP(S). Without it, none is exported.",
    ),
    ("OTEL_SERVICE_NAME", "Name of the service in the spans; by default referral-reference."),
    (
        "OTEL_TRACES_SAMPLER",
        "The requests that are exported. The other variables of OpenTelemetry have their usual meaning, too.",
    ),
];

const SERVICE: &str = "referral-reference";

/// How long the last spans may take when the server stops.
const FLUSH_TIME: Duration = Duration::from_secs(2);

/// The export of spans. Sends the last ones on drop.
#[derive(Debug)]
pub struct Export(SdkTracerProvider);

/// A request that was answered, or given up by its client.
#[derive(Debug)]
pub struct Request<'a> {
    /// The method, or `other`.
    pub method: &'static str,
    /// The template of the route, or `none`.
    pub route: &'a str,
    /// The operation; empty if the request reached none.
    pub operation: &'static str,
    /// The status of the answer, if there was one.
    pub status: Option<u16>,
    /// From the head of the request to its answer.
    pub duration: Duration,
    /// The valid `traceparent` of the request.
    pub traceparent: Option<&'a str>,
}

/// Starts the export if a variable names a collector.
///
/// # Errors
/// When a variable of OpenTelemetry has a value that is not valid.
pub fn export() -> Result<Option<Export>, ExporterBuildError> {
    let is_set = |name: &str| env::var_os(name).is_some_and(|value| !value.is_empty());
    if !ENDPOINTS.into_iter().any(is_set) {
        return Ok(None);
    }
    let mut resource = Resource::builder();
    if !is_set("OTEL_SERVICE_NAME") {
        resource = resource.with_service_name(SERVICE);
    }
    // Fails if a provider of cryptography is installed already; the exporter then uses that one.
    _ = rustls::crypto::ring::default_provider().install_default();
    let exporter = SpanExporter::builder().with_http().build()?;
    let provider = SdkTracerProvider::builder()
        .with_resource(resource.build())
        .with_batch_exporter(exporter)
        .build();
    global::set_tracer_provider(provider.clone());
    Ok(Some(Export(provider)))
}

impl Drop for Export {
    fn drop(&mut self) {
        if let Err(error) = self.0.shutdown_with_timeout(FLUSH_TIME) {
            tracing::warn!(%error, "the last spans were not exported");
        }
    }
}

/// Records the span of a request that ends now. Does nothing unless [`export`] was called.
pub fn record(request: &Request<'_>) {
    let mut attributes = vec![
        KeyValue::new("http.request.method", request.method),
        KeyValue::new("http.route", request.route.to_owned()),
    ];
    if !request.operation.is_empty() {
        attributes.push(KeyValue::new("referral.operation", request.operation));
    }
    if let Some(status) = request.status {
        attributes.push(KeyValue::new("http.response.status_code", i64::from(status)));
    }
    let end = SystemTime::now();
    let tracer = global::tracer(SERVICE);
    let mut span = tracer
        .span_builder(format!("{} {}", request.method, request.route))
        .with_kind(SpanKind::Server)
        .with_start_time(end - request.duration)
        .with_attributes(attributes)
        .start_with_context(&tracer, &parent(request.traceparent));
    if request.status.is_none_or(|status| status >= 500) {
        span.set_status(Status::error(""));
    }
    span.end_with_timestamp(end);
}

/// The context of the caller, from a valid `traceparent`.
fn parent(traceparent: Option<&str>) -> Context {
    let span = traceparent.and_then(|text| {
        let mut parts = text.split('-').skip(1);
        Some(SpanContext::new(
            TraceId::from_hex(parts.next()?).ok()?,
            SpanId::from_hex(parts.next()?).ok()?,
            TraceFlags::new(u8::from_str_radix(parts.next()?, 16).ok()?),
            true,
            TraceState::NONE,
        ))
    });
    span.map_or_else(Context::new, |span| Context::new().with_remote_span_context(span))
}
