//! The routes of the service: their settings, and what a table of the operations gives beside these.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use http::Response;

use super::key::KeyCheck;
use super::mount::Mounts;
use super::refusal::Refusal;

/// The routes of the service.
///
/// Every operation of the contract has a route; one without an implementation answers 501.
/// `HEAD` is answered where there is a `GET`, and `OPTIONS` with the methods of the path.
/// Whatever is refused is told in the service's error envelope: see [`Reason`](crate::Reason).
pub struct Routes<K> {
    pub(crate) mounts: Mounts<K>,
}

impl<K: KeyCheck> Routes<K> {
    /// Routes without any implementation yet, behind this check of keys.
    pub fn new(key_check: K) -> Self {
        Self {
            mounts: Mounts::new(key_check),
        }
    }

    /// Sets what is done with every refusal on its way out: log it, then answer.
    ///
    /// The default is [`envelope`](crate::envelope). Whatever the framework itself refuses passes here too.
    #[must_use]
    pub fn on_refusal(
        mut self,
        hook: impl Fn(&Refusal) -> Response<Body> + Send + Sync + 'static,
    ) -> Self {
        self.mounts.on_refusal(Arc::new(hook));
        self
    }

    /// Sets how many bytes of a body are read at most; 2 MB unless set.
    #[must_use]
    pub fn body_limit(mut self, bytes: usize) -> Self {
        self.mounts.body_limit(bytes);
        self
    }

    /// Reads a body as JSON whatever its `Content-Type` says; else another one is refused.
    #[must_use]
    pub fn any_content_type(mut self) -> Self {
        self.mounts.any_content_type();
        self
    }

    /// Sets how long a request may take in all, reading its body included; no limit unless set.
    ///
    /// A body that is not there in time is refused with 408, an answer that is not ready with 503.
    #[must_use]
    pub fn time_limit(mut self, limit: Duration) -> Self {
        self.mounts.time_limit(limit);
        self
    }
}

/// Gives [`Routes`] a method for each operation, one for all of them and the router, and makes the bound that is the
/// whole service. A row is the method, the handler's trait with its method, and the type of the requests.
macro_rules! routes {
    ($($(#[$doc:meta])* $mount:ident: $module:ident::$handler:ident::$method:ident($request:ident);)*) => {
        impl<K: $crate::runtime::KeyCheck> $crate::runtime::Routes<K> {
            $(
                $(#[$doc])*
                #[must_use]
                pub fn $mount<H: $crate::$module::$handler<K::Caller>>(
                    mut self,
                    handler: std::sync::Arc<H>,
                ) -> Self {
                    self.mounts.mount(move |caller, request: $request| {
                        let handler = std::sync::Arc::clone(&handler);
                        async move { H::$method(&handler, caller, request).await }
                    });
                    self
                }
            )*

            /// Mounts every operation of the contract; it does not compile while the service lacks one.
            #[must_use]
            pub fn whole<S: Service<K::Caller>>(self, service: std::sync::Arc<S>) -> Self {
                let routes = self;
                $(let routes = routes.$mount(std::sync::Arc::clone(&service));)*
                drop(service);
                routes
            }

            /// The router, to be served or nested.
            pub fn into_router(self) -> axum::Router {
                self.mounts.into_router(&[$($crate::runtime::Entry::of::<$request>()),*])
            }
        }

        /// The whole service: an implementation of every operation.
        pub trait Service<C>
        where
            $(Self: $crate::$module::$handler<C>,)*
        {
        }

        impl<C, S> Service<C> for S
        where
            $(S: $crate::$module::$handler<C>,)*
        {
        }
    };
}

pub(crate) use routes;
