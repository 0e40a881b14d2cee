//! The router of a service: mounted handlers, and a refusal for every other request.

use std::collections::BTreeMap;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::DefaultBodyLimit;
use axum::routing::{MethodFilter, MethodRouter, on};
use contract_runtime::{Api, OperationInfo, Request};
use http::{Method, Response, StatusCode};

use crate::context::Context;
use crate::overlap;
use crate::serve::serve;
use crate::template::Template;
use crate::{HandlerResult, KeyCheck, Reason, Refusal, RefusalHook};

type HttpRequest = axum::extract::Request;
type ResponseFuture = Pin<Box<dyn Future<Output = Response<Body>> + Send>>;
type Handler<K> =
    Arc<dyn Fn(Arc<Context<K>>, Template, HttpRequest) -> ResponseFuture + Send + Sync>;

/// The mounted handlers of a service and the settings of its routes; the `Routes` of a generated server are built on it.
pub struct RouteTable<K> {
    context: Context<K>,
    handlers: BTreeMap<&'static str, Handler<K>>,
}

impl<K: Send + Sync + 'static> RouteTable<K> {
    /// A table without handlers, behind this check of keys.
    pub fn new<A: Api>(key_check: K) -> Self
    where
        K: KeyCheck<A>,
    {
        Self { context: Context::new::<A>(key_check), handlers: BTreeMap::new() }
    }

    /// Responds to every refusal with this hook; the default is [`envelope`](crate::envelope).
    #[must_use]
    pub fn on_refusal(mut self, hook: Arc<RefusalHook>) -> Self {
        self.context.on_refusal = hook;
        self
    }

    /// Limits the size of a request body, in bytes; 2 MB by default.
    #[must_use]
    pub fn body_limit(mut self, bytes: usize) -> Self {
        self.context.body_limit = bytes;
        self
    }

    /// Limits the time of a request, reading its body included; no limit by default.
    #[must_use]
    pub fn time_limit(mut self, limit: Duration) -> Self {
        self.context.time_limit = Some(limit);
        self
    }

    /// Reads a body as JSON whatever its `Content-Type`; by default another type is refused.
    #[must_use]
    pub fn any_content_type(mut self) -> Self {
        self.context.any_content_type = true;
        self
    }

    /// Mounts a handler of an operation; a second one replaces the first.
    #[must_use]
    pub fn mount<R, F, Fut>(mut self, handler: F) -> Self
    where
        R: Request + Send + 'static,
        K: KeyCheck<R::Api>,
        F: Fn(K::Caller, R) -> Fut + Clone + Send + Sync + 'static,
        Fut: Future<Output = HandlerResult<R::Success, R::Error>> + Send,
    {
        let erased: Handler<K> = Arc::new(move |context, template, request| {
            let handler = handler.clone();
            Box::pin(async move { serve(&context, template, request, handler).await })
        });
        self.handlers.insert(R::INFO.id, erased);
        self
    }

    /// The router: every operation at its paths, mounted or not, and a refusal for every other request. Where paths
    /// overlap, each method goes to the least general path that has it.
    pub fn into_router(self, operations: &[&'static OperationInfo]) -> Router {
        let context = Arc::new(self.context);
        let mut served: Vec<_> = operations
            .iter()
            .flat_map(|info| {
                let paths = std::iter::once(&info.path).chain(info.blank_paths);
                paths.map(|path| (Template::new(path), *info))
            })
            .collect();
        served.sort_by_key(|(template, _)| template.generality());
        let templates: Vec<_> = served.iter().map(|(template, _)| template.clone()).collect();
        let mut router = Router::new();
        for path in overlap::with_crossings(&templates) {
            let mut methods = other_methods(Arc::clone(&context));
            let mut taken = Vec::new();
            for (_, info) in served.iter().filter(|(template, _)| template.covers(&path)) {
                if !taken.contains(&&info.method) {
                    taken.push(&info.method);
                    let handler = self.handlers.get(info.id).cloned();
                    let context = Arc::clone(&context);
                    methods = methods.merge(method_router(context, info, path.clone(), handler));
                }
            }
            router = router.route(path.as_str(), methods);
        }
        let router = router.layer(DefaultBodyLimit::max(context.body_limit));
        router.fallback(move || {
            let message = "no operation has this path";
            let unknown_path = Refusal::new(StatusCode::NOT_FOUND, Reason::UnknownPath, message);
            let context = Arc::clone(&context);
            async move { context.refuse(&unknown_path) }
        })
    }
}

fn method_router<K: Send + Sync + 'static>(
    context: Arc<Context<K>>,
    info: &'static OperationInfo,
    template: Template,
    handler: Option<Handler<K>>,
) -> MethodRouter {
    // The methods of the contract language are all methods that axum knows.
    let filter = MethodFilter::try_from(info.method.clone()).unwrap_or(MethodFilter::GET);
    on(filter, move |request: HttpRequest| {
        let response = handler
            .as_ref()
            .map(|handler| handler(Arc::clone(&context), template.clone(), request));
        let context = Arc::clone(&context);
        async move {
            match response {
                Some(response) => response.await,
                None => context.refuse(&not_mounted(info)),
            }
        }
    })
}

/// Responds to `OPTIONS`, and refuses methods that the path does not have; axum adds the `Allow` header.
fn other_methods<K: Send + Sync + 'static>(context: Arc<Context<K>>) -> MethodRouter {
    MethodRouter::new().fallback(move |method: Method| {
        let context = Arc::clone(&context);
        async move {
            match method {
                Method::OPTIONS => no_content(),
                _ => context.refuse(&unknown_method()),
            }
        }
    })
}

fn no_content() -> Response<Body> {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = StatusCode::NO_CONTENT;
    response
}

fn unknown_method() -> Refusal {
    let message = "no operation has this method at this path";
    Refusal::new(StatusCode::METHOD_NOT_ALLOWED, Reason::Method, message)
}

fn not_mounted(info: &'static OperationInfo) -> Refusal {
    let message = format!("the operation {} is not available here", info.id);
    Refusal::new(StatusCode::NOT_IMPLEMENTED, Reason::NotMounted, message).for_operation(info)
}
