//! `client.rs` and `blocking_client.rs`: the clients, without the methods of operations.

use proc_macro2::TokenStream;
use quote::quote;

use crate::doc::Doc;
use crate::imports::Imports;
use crate::plan::Plan;

/// `client.rs`: the async client.
pub fn client(plan: &Plan<'_>) -> TokenStream {
    let head = Doc::new("The async client; each operation's file adds a method.").inner();
    let imports = imports(plan, &["Pages", "ServiceClient"]);
    quote! {
        #head
        #imports

        /// A client of one deployment. Clones share connections and settings.
        #[derive(Clone, Debug)]
        pub struct Client {
            pub(crate) inner: contract_runtime_client::Client<Api>,
        }

        /// The settings of a [`Client`].
        pub type ClientBuilder = contract_runtime_client::ClientBuilder<Client>;

        impl Client {
            /// Builds a client of the deployment at that address, such as `https://host/api`.
            pub fn builder(base_url: impl Into<String>) -> ClientBuilder {
                let user_agent = concat!(env!("CARGO_PKG_NAME"), "/", env!("CARGO_PKG_VERSION"));
                ClientBuilder::new(base_url, user_agent)
            }

            /// The address of the deployment.
            #[must_use]
            pub fn base_url(&self) -> &BaseUrl {
                self.inner.base_url()
            }

            /// The same client, over the same connections, with other settings for the calls made with it:
            /// `client.with(options).some_operation(request)`.
            #[must_use]
            pub fn with(&self, options: CallOptions) -> Self {
                let inner = self.inner.with(options);
                Self { inner }
            }

            /// Sends any request and reads its response, as the methods named after operations do.
            ///
            /// A dropped call sends nothing more; what was sent may have arrived.
            ///
            /// # Errors
            /// See [`Error`].
            pub async fn send<R: Request<Api = Api>>(&self, request: &R) -> Result<Response<R::Response>, Error<R::Error>> {
                self.inner.send(request).await
            }

            /// The pages of a list, beginning with the page that the request asks for.
            pub fn pages<R: PagedRequest<Api = Api>>(&self, request: R) -> Pages<R> {
                self.inner.pages(request)
            }
        }

        impl From<contract_runtime_client::Client<Api>> for Client {
            fn from(inner: contract_runtime_client::Client<Api>) -> Self {
                Self { inner }
            }
        }

        impl ServiceClient for Client {
            type Api = Api;
        }
    }
}

/// `blocking_client.rs`: the client for programs without async.
pub fn blocking_client(plan: &Plan<'_>) -> TokenStream {
    let head = Doc::new("The blocking client; each operation's file adds a method.").inner();
    let imports = imports(plan, &["BlockingPages", "WithBlockingClient"]);
    quote! {
        #head
        #imports
        use crate::Client;

        /// A client of one deployment whose calls block; [`ClientBuilder::build_blocking`](crate::ClientBuilder) makes one.
        ///
        /// It also works in async code, where it blocks the thread: use [`Client`] there.
        #[derive(Clone, Debug)]
        pub struct BlockingClient {
            pub(crate) inner: contract_runtime_client::BlockingClient<Api>,
        }

        impl BlockingClient {
            /// The address of the deployment.
            #[must_use]
            pub fn base_url(&self) -> &BaseUrl {
                self.inner.base_url()
            }

            /// The same client, over the same connections, with other settings for the calls made with it:
            /// `client.with(options).some_operation(request)`.
            #[must_use]
            pub fn with(&self, options: CallOptions) -> Self {
                let inner = self.inner.with(options);
                Self { inner }
            }

            /// Sends any request and reads its response, as the methods named after operations do.
            ///
            /// # Errors
            /// See [`Error`].
            pub fn send<R: Request<Api = Api>>(&self, request: &R) -> Result<Response<R::Response>, Error<R::Error>> {
                self.inner.send(request)
            }

            /// The pages of a list, beginning with the page that the request asks for.
            pub fn pages<R: PagedRequest<Api = Api>>(&self, request: R) -> BlockingPages<R> {
                self.inner.pages(request)
            }
        }

        impl From<contract_runtime_client::BlockingClient<Api>> for BlockingClient {
            fn from(inner: contract_runtime_client::BlockingClient<Api>) -> Self {
                Self { inner }
            }
        }

        impl WithBlockingClient for Client {
            type Blocking = BlockingClient;
        }
    }
}

/// The imports that both clients need, and some more of the runtime.
fn imports(plan: &Plan<'_>, more: &[&str]) -> TokenStream {
    let mut imports = Imports::of_models(&plan.packages.models.library);
    for name in ["BaseUrl", "CallOptions", "Response"].iter().chain(more) {
        imports.from("contract_runtime_client", name);
    }
    imports.from("crate", "Error");
    imports.model_named("Api");
    imports.model_named("PagedRequest");
    imports.model_named("Request");
    imports.tokens()
}
