//! The router of the whole contract: what is mounted, and an answer for everything else.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::{DefaultBodyLimit, Request};
use axum::routing::{MethodFilter, MethodRouter, on};
use http::{Method, Response, StatusCode};

use super::endpoint::Endpoint;
use super::key::KeyCheck;
use super::outcome::Outcome;
use super::overlap;
use super::refusal::{Hook, Reason, Refusal, envelope};
use super::serve::serve;
use super::template::Template;
use crate::models::OperationInfo;

/// What every request needs beside its operation.
pub(crate) struct Core<K> {
    pub(super) key_check: K,
    pub(super) hook: Arc<Hook>,
    pub(super) time_limit: Option<Duration>,
    pub(super) any_content_type: bool,
}

impl<K> Core<K> {
    /// Answers a refusal by way of the hook; if that one panics, it is a failure like any other.
    pub(super) fn refuse(&self, refusal: &Refusal) -> Response<Body> {
        // What the hook leaves half done is its own; nobody here looks at it.
        catch_unwind(AssertUnwindSafe(|| (self.hook)(refusal)))
            .unwrap_or_else(|_| envelope(&Refusal::internal("the hook of refusals panicked")))
    }
}

type Answering = Pin<Box<dyn Future<Output = Response<Body>> + Send>>;
type Handler<K> = Arc<dyn Fn(Arc<Core<K>>, Template, Request) -> Answering + Send + Sync>;

/// The operations that have an implementation.
pub(crate) struct Mounts<K> {
    core: Core<K>,
    body_limit: Option<usize>,
    handlers: BTreeMap<&'static str, Handler<K>>,
}

/// An operation of the contract, mounted or not.
pub(crate) struct Entry {
    info: &'static OperationInfo,
    method: MethodFilter,
    blank_paths: &'static [&'static str],
}

impl Entry {
    pub(crate) const fn of<E: Endpoint>() -> Self {
        Self {
            info: E::INFO,
            method: E::METHOD,
            blank_paths: E::BLANK_PATHS,
        }
    }

    /// The paths at which it is found.
    fn ways(&self) -> impl Iterator<Item = (Template, &Self)> {
        let paths = std::iter::once(&self.info.path).chain(self.blank_paths);
        paths.map(move |path| (Template::new(path), self))
    }
}

impl<K: KeyCheck> Mounts<K> {
    pub(crate) fn new(key_check: K) -> Self {
        let core = Core {
            key_check,
            hook: Arc::new(envelope),
            time_limit: None,
            any_content_type: false,
        };
        Self {
            core,
            body_limit: None,
            handlers: BTreeMap::new(),
        }
    }

    pub(crate) fn on_refusal(&mut self, hook: Arc<Hook>) {
        self.core.hook = hook;
    }

    pub(crate) fn body_limit(&mut self, bytes: usize) {
        self.body_limit = Some(bytes);
    }

    pub(crate) fn time_limit(&mut self, limit: Duration) {
        self.core.time_limit = Some(limit);
    }

    pub(crate) fn any_content_type(&mut self) {
        self.core.any_content_type = true;
    }

    /// Gives an operation its implementation; a second one replaces the first.
    pub(crate) fn mount<E, F, Fut>(&mut self, implementation: F)
    where
        E: Endpoint,
        F: Fn(K::Caller, E) -> Fut + Clone + Send + Sync + 'static,
        Fut: Future<Output = Outcome<E::Success, E::Error>> + Send,
    {
        let handler: Handler<K> = Arc::new(move |core, template, request| {
            let implementation = implementation.clone();
            Box::pin(async move { serve(&core, template, request, implementation).await })
        });
        self.handlers.insert(E::INFO.id, handler);
    }

    /// The router: every entry at its paths, implemented or not, and a refusal everywhere else. Where
    /// paths overlap, each method goes to the least general path that has it.
    pub(crate) fn into_router(self, entries: &[Entry]) -> Router {
        let core = Arc::new(self.core);
        let ways = entries.iter().flat_map(Entry::ways);
        let mut ways: Vec<_> = ways.collect();
        ways.sort_by_key(|(template, _)| template.generality());
        let templates: Vec<_> = ways.iter().map(|(template, _)| template.clone()).collect();
        let mut router = Router::new();
        for place in overlap::places(&templates) {
            let mut methods = other_methods(Arc::clone(&core));
            let mut taken = Vec::new();
            for (_, entry) in ways.iter().filter(|(template, _)| template.covers(&place)) {
                if !taken.contains(&entry.method) {
                    taken.push(entry.method);
                    let handler = self.handlers.get(entry.info.id).cloned();
                    methods =
                        methods.merge(route(Arc::clone(&core), entry, place.clone(), handler));
                }
            }
            router = router.route(place.as_str(), methods);
        }
        if let Some(limit) = self.body_limit {
            router = router.layer(DefaultBodyLimit::max(limit));
        }
        router.fallback(move || {
            let core = Arc::clone(&core);
            async move { core.refuse(&unknown_path()) }
        })
    }
}

fn route<K: KeyCheck>(
    core: Arc<Core<K>>,
    entry: &Entry,
    template: Template,
    handler: Option<Handler<K>>,
) -> MethodRouter {
    let info = entry.info;
    on(entry.method, move |request: Request| {
        let answering = handler
            .as_ref()
            .map(|handler| handler(Arc::clone(&core), template.clone(), request));
        let core = Arc::clone(&core);
        async move {
            match answering {
                Some(answering) => answering.await,
                None => core.refuse(&not_mounted(info)),
            }
        }
    })
}

/// Tells which methods a path has, or refuses one that it has not; axum adds the `Allow` header.
fn other_methods<K: KeyCheck>(core: Arc<Core<K>>) -> MethodRouter {
    MethodRouter::new().fallback(move |method: Method| {
        let core = Arc::clone(&core);
        async move {
            match method {
                Method::OPTIONS => no_content(),
                _ => core.refuse(&unknown_method()),
            }
        }
    })
}

fn no_content() -> Response<Body> {
    let mut answer = Response::new(Body::empty());
    *answer.status_mut() = StatusCode::NO_CONTENT;
    answer
}

fn unknown_path() -> Refusal {
    Refusal::new(
        StatusCode::NOT_FOUND,
        Reason::UnknownPath,
        "no operation has this path",
    )
}

fn unknown_method() -> Refusal {
    let message = "no operation has this method at this path";
    Refusal::new(StatusCode::METHOD_NOT_ALLOWED, Reason::Method, message)
}

fn not_mounted(info: &'static OperationInfo) -> Refusal {
    let message = format!("the operation {} is not available here", info.id);
    Refusal::new(StatusCode::NOT_IMPLEMENTED, Reason::NotMounted, message).of(info)
}
