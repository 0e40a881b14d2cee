//! The settings of a client, checked when it is built.

use std::fmt;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::marker::PhantomData;
use std::sync::Arc;
use std::time::Duration;

use contract_runtime::{Api, KeyPlace};
use http::{HeaderMap, HeaderName, HeaderValue, header};

use crate::limits::Limits;
use crate::settings::Settings;
use crate::{Client, InvalidBaseUrl, Retries, ServiceClient, Transport, TransportError};

/// Builds a generated client, `C`.
pub struct ClientBuilder<C> {
    base_url: String,
    key: Option<String>,
    headers: HeaderMap,
    limits: Limits,
    retries: Retries,
    random: Arc<dyn Fn() -> u32 + Send + Sync>,
    transport: Option<Arc<dyn Transport>>,
    client: PhantomData<C>,
}

impl<C: ServiceClient> ClientBuilder<C> {
    /// The default time limit of one attempt: 30 seconds.
    pub const TIMEOUT: Duration = Duration::from_secs(30);

    /// The default time limit of a whole call: 2 minutes.
    pub const DEADLINE: Duration = Duration::from_secs(120);

    /// Builds a client of the deployment at that address; requests carry that `User-Agent`.
    pub fn new(base_url: impl Into<String>, user_agent: &'static str) -> Self {
        let mut headers = HeaderMap::new();
        headers.insert(header::ACCEPT, HeaderValue::from_static("application/json"));
        headers.insert(header::USER_AGENT, HeaderValue::from_static(user_agent));
        Self {
            base_url: base_url.into(),
            key: None,
            headers,
            limits: Limits {
                timeout: HAS_CLOCK.then_some(Self::TIMEOUT),
                deadline: HAS_CLOCK.then_some(Self::DEADLINE),
            },
            retries: if HAS_CLOCK { Retries::default() } else { Retries::never() },
            random: Arc::new(random),
            transport: None,
            client: PhantomData,
        }
    }

    /// Sets the key that is sent with every request. `Debug` never shows it.
    #[must_use]
    pub fn key(mut self, key: impl Into<String>) -> Self {
        self.key = Some(key.into());
        self
    }

    /// Sets a header that is sent with every request. `Debug` shows its value unless it is marked as sensitive; the value
    /// of the key header always is.
    #[must_use]
    pub fn header(mut self, name: HeaderName, mut value: HeaderValue) -> Self {
        let key_header = C::Api::KEY_PLACE.header();
        if key_header.is_some_and(|key| name.as_str().eq_ignore_ascii_case(key)) {
            value.set_sensitive(true);
        }
        self.headers.insert(name, value);
        self
    }

    /// Limits the time of one attempt, its body included; `None` for no limit.
    ///
    /// The clock is tokio's. Without time limits and retries, calls need no tokio runtime.
    #[must_use]
    pub fn timeout(mut self, timeout: impl Into<Option<Duration>>) -> Self {
        self.limits.timeout = timeout.into();
        self
    }

    /// Limits the time of a call, with every attempt and every wait between them; `None` for no limit.
    ///
    /// An attempt in progress at the deadline is aborted. A wait that would end after the deadline is skipped: the call
    /// ends with the result of the attempt before it.
    #[must_use]
    pub fn deadline(mut self, deadline: impl Into<Option<Duration>>) -> Self {
        self.limits.deadline = deadline.into();
        self
    }

    /// Sets how often, and after which waits, a request is repeated.
    #[must_use]
    pub fn retries(mut self, retries: Retries) -> Self {
        self.retries = retries;
        self
    }

    /// Sets the source of randomness for the waits between attempts.
    #[must_use]
    pub fn random(mut self, random: impl Fn() -> u32 + Send + Sync + 'static) -> Self {
        self.random = Arc::new(random);
        self
    }

    /// Sets the transport that sends requests.
    #[must_use]
    pub fn transport(mut self, transport: impl Transport) -> Self {
        self.transport = Some(Arc::new(transport));
        self
    }

    /// Builds the client.
    ///
    /// # Errors
    /// When a setting cannot be used; see [`BuildError`].
    pub fn build(self) -> Result<C, BuildError> {
        Ok(Client::new(self.settings()?).into())
    }

    pub(crate) fn settings(self) -> Result<Settings, BuildError> {
        let base_url = self.base_url.parse().map_err(BuildError::BaseUrl)?;
        let (mut headers, mut key_query) = (self.headers, None);
        if let Some(key) = self.key {
            match (C::Api::KEY_PLACE, C::Api::KEY_PLACE.header()) {
                (place @ KeyPlace::Query(_), _) => key_query = Some(place.write(&key)),
                (place, Some(name)) => {
                    let name = HeaderName::try_from(name).map_err(|_| BuildError::Key)?;
                    let value = HeaderValue::try_from(place.write(&key));
                    let mut value = value.map_err(|_| BuildError::Key)?;
                    value.set_sensitive(true);
                    headers.insert(name, value);
                }
                (_, None) => return Err(BuildError::NoKey),
            }
        }
        let transport = match self.transport {
            Some(transport) => transport,
            None => default_transport()?,
        };
        Ok(Settings {
            base_url,
            headers,
            key_query,
            limits: self.limits,
            retries: self.retries,
            idempotent: false,
            random: self.random,
            transport,
        })
    }
}

/// Whether the standard library has a clock: without one, reading it panics.
const HAS_CLOCK: bool = cfg!(not(all(target_family = "wasm", target_os = "unknown")));

/// Randomness from the standard library: every `RandomState` has new keys.
fn random() -> u32 {
    let [a, b, c, d, ..] = RandomState::new().build_hasher().finish().to_ne_bytes();
    u32::from_ne_bytes([a, b, c, d])
}

#[cfg(feature = "reqwest")]
fn default_transport() -> Result<Arc<dyn Transport>, BuildError> {
    let transport = crate::reqwest_transport::ReqwestTransport::new();
    Ok(Arc::new(transport.map_err(BuildError::Transport)?))
}

#[cfg(not(feature = "reqwest"))]
fn default_transport() -> Result<Arc<dyn Transport>, BuildError> {
    Err(BuildError::NoTransport)
}

impl<C> fmt::Debug for ClientBuilder<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ClientBuilder")
            .field("headers", &self.headers)
            .field("timeout", &self.limits.timeout)
            .field("deadline", &self.limits.deadline)
            .field("retries", &self.retries)
            .finish_non_exhaustive()
    }
}

/// Why a client cannot be built.
#[derive(Debug)]
#[non_exhaustive]
pub enum BuildError {
    /// The address of the deployment cannot be used.
    BaseUrl(InvalidBaseUrl),
    /// The key cannot be sent in a header.
    Key,
    /// A key was given, and the service has none.
    NoKey,
    /// The transport of reqwest cannot be made.
    Transport(TransportError),
    /// The feature `reqwest` is off and no transport was given.
    NoTransport,
    /// The thread of a blocking client cannot be started.
    #[cfg(feature = "blocking")]
    Thread(std::io::Error),
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BaseUrl(error) => error.fmt(f),
            Self::Key => f.write_str("the key has characters that no header can carry"),
            Self::NoKey => f.write_str("the service has no key: build the client without one"),
            Self::Transport(_) => f.write_str("the transport of reqwest cannot be made"),
            Self::NoTransport => f.write_str(
                "there is no transport: give one, or turn on the feature `reqwest` of the crate",
            ),
            #[cfg(feature = "blocking")]
            Self::Thread(_) => f.write_str("the thread that makes the calls cannot be started"),
        }
    }
}

impl std::error::Error for BuildError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Transport(error) => Some(error),
            #[cfg(feature = "blocking")]
            Self::Thread(error) => Some(error),
            Self::BaseUrl(_) | Self::Key | Self::NoKey | Self::NoTransport => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::tests::TestApi;

    fn builder(base_url: &str) -> ClientBuilder<Client<TestApi>> {
        ClientBuilder::new(base_url, "test/1")
    }

    #[test]
    fn a_key_that_is_no_header_value_is_refused() {
        let built = builder("https://host").key("two\nlines").build();
        assert!(matches!(built, Err(BuildError::Key)));
    }

    #[test]
    fn an_invalid_address_is_refused() {
        let built = builder("host").build();
        assert!(matches!(built, Err(BuildError::BaseUrl(_))));
    }
}
