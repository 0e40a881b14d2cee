//! Settings of a client, checked all at once when it is built.

use std::fmt;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::sync::Arc;
use std::time::Duration;

use http::{HeaderMap, HeaderName, HeaderValue, header};

use super::base_url::InvalidBaseUrl;
use super::client::{Client, Settings};
use super::limits::Limits;
use super::options::insert;
use super::retry::Retries;
use super::transport::{Transport, TransportError};
use crate::models;

/// The settings of a [`Client`] to be.
pub struct ClientBuilder {
    base_url: String,
    key: Option<String>,
    headers: HeaderMap,
    limits: Limits,
    retries: Retries,
    random: Arc<dyn Fn() -> u32 + Send + Sync>,
    transport: Option<Arc<dyn Transport>>,
}

impl ClientBuilder {
    /// How long one attempt may take unless told otherwise: 30 seconds.
    pub const TIMEOUT: Duration = Duration::from_secs(30);

    /// How long a call may take in all unless told otherwise: 2 minutes.
    pub const DEADLINE: Duration = Duration::from_secs(120);

    pub(super) fn new(base_url: String) -> Self {
        let mut headers = HeaderMap::new();
        headers.insert(header::ACCEPT, HeaderValue::from_static("application/json"));
        headers.insert(header::USER_AGENT, HeaderValue::from_static(USER_AGENT));
        Self {
            base_url,
            key: None,
            headers,
            limits: Limits {
                timeout: HAS_CLOCK.then_some(Self::TIMEOUT),
                deadline: HAS_CLOCK.then_some(Self::DEADLINE),
            },
            retries: match HAS_CLOCK {
                true => Retries::default(),
                false => Retries::never(),
            },
            random: Arc::new(random),
            transport: None,
        }
    }

    /// Sets the key that is sent with every request. It is never shown by `Debug`.
    #[must_use]
    pub fn key(mut self, key: impl Into<String>) -> Self {
        self.key = Some(key.into());
        self
    }

    /// Sets a header that is sent with every request. Unless its value is marked as sensitive, `Debug`
    /// shows it; that of the key's header is always marked.
    #[must_use]
    pub fn header(mut self, name: HeaderName, value: HeaderValue) -> Self {
        insert(&mut self.headers, name, value);
        self
    }

    /// Sets how long one attempt may take, its body included; `None` for as long as it likes.
    ///
    /// The clock is tokio's. Without time limits and retries, calls need no runtime of tokio.
    #[must_use]
    pub fn timeout(mut self, timeout: impl Into<Option<Duration>>) -> Self {
        self.limits.timeout = timeout.into();
        self
    }

    /// Sets how long a call may take in all, with every attempt and every wait between them; `None` for
    /// as long as they like.
    ///
    /// An attempt that is under way at the end is given up. A wait that would last beyond it is not
    /// begun: what the attempt before it came to is then what the call comes to.
    #[must_use]
    pub fn deadline(mut self, deadline: impl Into<Option<Duration>>) -> Self {
        self.limits.deadline = deadline.into();
        self
    }

    /// Sets how often, and after how long, a request is sent again.
    #[must_use]
    pub fn retries(mut self, retries: Retries) -> Self {
        self.retries = retries;
        self
    }

    /// Sets where the chance in the waits between repetitions comes from.
    #[must_use]
    pub fn random(mut self, random: impl Fn() -> u32 + Send + Sync + 'static) -> Self {
        self.random = Arc::new(random);
        self
    }

    /// Sets how requests travel.
    #[must_use]
    pub fn transport(mut self, transport: impl Transport) -> Self {
        self.transport = Some(Arc::new(transport));
        self
    }

    /// Builds the client.
    ///
    /// # Errors
    /// When a setting cannot be used; see [`BuildError`].
    pub fn build(self) -> Result<Client, BuildError> {
        let base_url = self.base_url.parse().map_err(BuildError::BaseUrl)?;
        let mut headers = self.headers;
        if let Some(key) = self.key {
            let value = HeaderValue::try_from(key).map_err(|_| BuildError::Key)?;
            let name = HeaderName::try_from(models::KEY_HEADER).map_err(|_| BuildError::Key)?;
            insert(&mut headers, name, value);
        }
        let transport = match self.transport {
            Some(transport) => transport,
            None => default_transport()?,
        };
        let settings = Settings {
            base_url,
            headers,
            limits: self.limits,
            retries: self.retries,
            idempotent: false,
            random: self.random,
            transport,
        };
        Ok(Client {
            settings: Arc::new(settings),
        })
    }
}

/// Whether the standard library knows a clock: where it does not, to look at one is a panic.
const HAS_CLOCK: bool = cfg!(not(all(target_family = "wasm", target_os = "unknown")));

const USER_AGENT: &str = concat!(env!("CARGO_PKG_NAME"), "/", env!("CARGO_PKG_VERSION"));

/// Chance from the standard library: every `RandomState` has keys of its own.
fn random() -> u32 {
    let [a, b, c, d, ..] = RandomState::new().build_hasher().finish().to_ne_bytes();
    u32::from_ne_bytes([a, b, c, d])
}

#[cfg(feature = "reqwest")]
fn default_transport() -> Result<Arc<dyn Transport>, BuildError> {
    let transport = super::reqwest_transport::ReqwestTransport::new();
    Ok(Arc::new(transport.map_err(BuildError::Transport)?))
}

#[cfg(not(feature = "reqwest"))]
fn default_transport() -> Result<Arc<dyn Transport>, BuildError> {
    Err(BuildError::NoTransport)
}

impl fmt::Debug for ClientBuilder {
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
    /// The transport that comes with the crate cannot be made.
    Transport(TransportError),
    /// The crate was built without a transport, and none was given.
    NoTransport,
    /// The thread of a client for programs without async cannot be started.
    #[cfg(feature = "blocking")]
    Thread(std::io::Error),
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BaseUrl(error) => error.fmt(f),
            Self::Key => f.write_str("the key has characters that no header can carry"),
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
            Self::BaseUrl(_) | Self::Key | Self::NoTransport => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_that_no_header_can_carry_is_refused() {
        let built = Client::builder("https://host").key("two\nlines").build();
        assert!(matches!(built, Err(BuildError::Key)));
    }

    #[test]
    fn a_bad_address_is_refused() {
        let built = Client::builder("host").build();
        assert!(matches!(built, Err(BuildError::BaseUrl(_))));
    }
}
