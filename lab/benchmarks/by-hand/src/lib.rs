//! A hand-written plain client for the same operations: structs with derived serde, a method for each operation, no
//! error types. It is only checked, never run.
//!
//! It covers the thirty operations of the contract at the time of writing. `README.md` describes the measurement.

#![forbid(unsafe_code)]

pub mod account;
pub mod campaigns;
pub mod events;
pub mod memberships;
pub mod partner_programs;
pub mod payouts;
pub mod publications;
pub mod recommendations;
pub mod subscribers;
pub mod widgets;

use std::error::Error as StdError;
use std::time::Duration;

use reqwest::header::{HeaderMap, HeaderValue};
use reqwest::{Method, StatusCode, Url};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// No query or no body.
const NONE: Option<&()> = None;

/// A client of one deployment.
#[derive(Clone, Debug)]
pub struct Client {
    http: reqwest::Client,
    base_url: Url,
}

/// Why a call did not succeed.
#[derive(Debug)]
pub enum Error {
    /// There was no answer, or it could not be read.
    Http(reqwest::Error),
    /// The service refused.
    Refused {
        /// The status.
        status: StatusCode,
        /// The message.
        message: String,
    },
    /// The base URL cannot have a path.
    Address,
}

#[derive(Deserialize)]
struct ErrorBody {
    error: String,
}

impl Client {
    /// A client of the deployment at that address.
    ///
    /// # Errors
    /// When the address or the key cannot be used.
    pub fn new(base_url: &str, key: &str) -> Result<Self, Box<dyn StdError>> {
        // Fails harmlessly if a provider is already installed.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let mut key = HeaderValue::try_from(key)?;
        key.set_sensitive(true);
        let mut headers = HeaderMap::new();
        headers.insert("X-Api-Key", key);
        let http = reqwest::Client::builder()
            .default_headers(headers)
            .timeout(Duration::from_secs(30))
            .build()?;
        Ok(Self { http, base_url: base_url.parse()? })
    }

    async fn send<T: DeserializeOwned>(
        &self,
        method: Method,
        path: &[&str],
        query: Option<&impl Serialize>,
        body: Option<&impl Serialize>,
    ) -> Result<T, Error> {
        let mut url = self.base_url.clone();
        url.path_segments_mut().map_err(|()| Error::Address)?.pop_if_empty().extend(path);
        let mut request = self.http.request(method, url);
        if let Some(query) = query {
            request = request.query(query);
        }
        if let Some(body) = body {
            request = request.json(body);
        }
        let answer = request.send().await.map_err(Error::Http)?;
        let status = answer.status();
        if status.is_success() {
            return answer.json().await.map_err(Error::Http);
        }
        let message = answer.json().await.map(|body: ErrorBody| body.error);
        Err(Error::Refused { status, message: message.unwrap_or_default() })
    }
}

impl std::fmt::Display for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Http(error) => error.fmt(f),
            Self::Refused { status, message } => write!(f, "refused with {status}: {message}"),
            Self::Address => f.write_str("the address cannot have a path"),
        }
    }
}

impl StdError for Error {}
