//! The async client: sends any request of a service and reads its response.

use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

use contract_runtime::{Api, FromResponse, PagedRequest, RawResponse, Refusal, Refused, Request};

use crate::error::error_message;
use crate::settings::Settings;
use crate::{BaseUrl, CallOptions, Error, Pages, Response};

/// A client of one deployment of the service `A`. Clones share connections and settings.
///
/// The `Client` of a generated crate is built on it and has a method for each operation.
#[derive(Clone)]
pub struct Client<A> {
    pub(crate) settings: Arc<Settings>,
    api: PhantomData<A>,
}

/// The `Client` of a generated crate.
pub trait ServiceClient: From<Client<Self::Api>> {
    /// The service.
    type Api: Api;
}

/// The outcome of sending a request `R`.
pub type CallResult<R> =
    Result<Response<<R as Request>::Response>, Error<<R as Request>::Error, <R as Request>::Api>>;

impl<A: Api> Client<A> {
    pub(crate) fn new(settings: Settings) -> Self {
        Self { settings: Arc::new(settings), api: PhantomData }
    }

    /// The address of the deployment.
    #[must_use]
    pub fn base_url(&self) -> &BaseUrl {
        &self.settings.base_url
    }

    /// The same client, over the same connections, with other settings for the calls made with it.
    #[must_use]
    pub fn with(&self, options: CallOptions) -> Self {
        let mut settings = Settings::clone(&self.settings);
        options.apply(&mut settings, A::KEY_PLACE.header());
        Self::new(settings)
    }

    /// Sends a request and reads its response.
    ///
    /// A dropped call sends nothing more; what was sent may have arrived.
    ///
    /// # Errors
    /// See [`Error`].
    pub async fn send<R: Request<Api = A>>(
        &self,
        request: &R,
    ) -> Result<Response<R::Response>, Error<R::Error, A>> {
        let make = || request.to_http();
        read_response::<R>(self.settings.exchange(R::INFO, &make).await?)
    }

    /// The pages of a list, beginning with the page that the request asks for.
    pub fn pages<R: PagedRequest<Api = A>>(&self, request: R) -> Pages<R> {
        Pages::new(self, request)
    }
}

impl<A> fmt::Debug for Client<A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.settings.fmt(f)
    }
}

/// Reads a response. A service may refuse with a success status, too: then the body decides.
pub(crate) fn read_response<R: Request>(raw: RawResponse) -> CallResult<R> {
    if !raw.status.is_success() {
        return Err(refused(raw));
    }
    let read = R::Response::from_http(&raw);
    let is_documented = R::Response::IS_DOCUMENTED && read.is_ok();
    let message = (!is_documented).then(|| error_message::<R::Api>(&raw)).flatten();
    match (read, message) {
        (_, Some(_)) => Err(refused(raw)),
        (Ok(value), None) => Ok(Response::new(value, raw)),
        (Err(error), None) => Err(Error::Decode { error, raw: Box::new(raw) }),
    }
}

fn refused<E: Refusal, A: Api>(raw: RawResponse) -> Error<E, A> {
    let body = raw.json::<A::ErrorBody>().ok();
    let field = body.as_ref().and_then(A::error_field);
    let entries = body.as_ref().map(A::error_entries).unwrap_or_default();
    let code = raw.json().ok().and_then(A::error_code);
    let message = body.map(A::error_message);
    let refused = Refused {
        status: raw.status,
        message: message.as_deref(),
        code: code.as_deref(),
        field: field.as_deref(),
        entries: &entries,
        is_empty: raw.body.is_empty(),
    };
    let raw = Box::new(raw);
    // Messages about the key have no placeholders, so they take precedence over a template of the operation that also
    // matches. A key refusal without a documented message does not match if the message is one of the operation.
    let is_worded = refused.message.is_some_and(|message| {
        A::KeyError::parse(message).is_none() && E::parse(message).is_some()
    });
    let of_key = A::KeyError::recognize(&refused).filter(|_| !is_worded);
    match (of_key, E::recognize(&refused)) {
        (Some(error), _) => Error::Key { error, raw },
        (None, Some(error)) => Error::Refused { error, raw },
        (None, None) => Error::Undocumented(raw),
    }
}
