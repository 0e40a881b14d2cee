//! Arguments about connections, shared by all commands that send requests.

use std::collections::BTreeMap;
use std::error::Error as _;
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, anyhow, bail};
use jiff::SignedDuration;
use spec::KeyPlace;

use super::keys;
use super::output::{hide_secrets, print_message};
use super::target_args::Service;
use crate::preflight::{Preflight, PreflightReads};
use crate::redact::Redactor;
use crate::report::CurlArgument;
use crate::run::{
    HttpClientError, HttpOptions, HttpTransport, RequestSender, Settings, StopSignal, Transport,
};
use crate::suite::Suite;
use crate::target::KeySource;
use crate::text::wrapped;

pub(super) const REQUESTS: &str = "Requests";

/// Argument for the number of scenarios at a time.
#[derive(clap::Args)]
pub(super) struct JobsArgs {
    /// Number of scenarios to run concurrently
    #[arg(long, value_name = "N", default_value_t = 8, help_heading = REQUESTS)]
    #[arg(value_parser = clap::value_parser!(u16).range(1..))]
    pub(super) jobs: u16,
}

/// Arguments about the connection to the service.
#[derive(clap::Args)]
pub(super) struct ConnectionArgs {
    /// Maximum requests per second, such as `8`, or `0.5` for one every two seconds. Requests sent at the same moment are
    /// not spread, but delay the next one [default: unlimited]
    #[arg(long, value_name = "N", value_parser = rate, help_heading = REQUESTS)]
    rate: Option<f64>,
    /// Timeout for each request, such as `10s`, `500ms` or `2m`
    #[arg(long, value_name = "DUR", default_value = "30s", value_parser = timeout, help_heading = REQUESTS)]
    timeout: Duration,
    /// Additional CA certificates, in PEM
    #[arg(long, value_name = "FILE", help_heading = REQUESTS)]
    cacert: Option<PathBuf>,
    /// Additional header, such as for a gateway, with its value from an environment variable; can be repeated
    #[arg(long, value_name = "NAME=env:VAR", help_heading = REQUESTS)]
    header: Vec<String>,
    /// Allow keys to be sent over plain HTTP to another machine
    #[arg(long, help_heading = REQUESTS)]
    allow_plain_http: bool,
}

pub(super) struct Connection {
    pub(super) transport: Arc<dyn Transport>,
    pub(super) rate: Option<f64>,
    /// Removes the keys and the values of secret headers.
    pub(super) redactor: Redactor,
}

impl Connection {
    /// A sender that sends until `stop`.
    pub(super) fn sender(&self, stop: &StopSignal) -> RequestSender {
        RequestSender::new(Arc::clone(&self.transport), self.rate, stop.clone())
    }

    /// Reads with each key, before anything is written. Stops the run if nothing can be tested.
    pub(super) async fn preflight(
        &self,
        suite: &Suite,
        settings: &Settings,
        key_sources: &BTreeMap<String, String>,
        stop: &StopSignal,
    ) -> Preflight {
        let (sender, redactor) = (self.sender(stop), &self.redactor);
        let reads = PreflightReads { suite, settings, sender, redactor, key_sources };
        let found = reads.run().await;
        // Beside a refused usual key, the report says it.
        for key in found.refused_keys.iter().filter(|_| found.untested_cause.is_none()) {
            print_message(&wrapped(&format!("warning: {key}"), 0));
        }
        found
    }
}

impl ConnectionArgs {
    /// Additional headers and certificates, for `curl` commands.
    pub(super) fn curl_arguments(&self) -> impl Iterator<Item = (String, CurlArgument)> {
        let headers = self.header.iter().filter_map(|text| {
            let (name, variable) = header_source(text)?;
            Some((name.to_owned(), CurlArgument::Header(KeySource::Env(variable.to_owned()))))
        });
        let authority = self.cacert.iter().cloned().map(CurlArgument::Authority);
        headers.chain(authority.map(|file| ("--cacert".to_owned(), file)))
    }

    /// Sets up the connection; nothing is sent yet.
    pub(super) fn connect(&self, suite: &Suite, service: &Service) -> anyhow::Result<Connection> {
        let Service { base_url, keys, .. } = service;
        let has_secret = !keys.is_empty() || !self.header.is_empty();
        if has_secret && base_url.is_plain() && !base_url.is_loopback() && !self.allow_plain_http {
            bail!(
                "keys and headers would be sent unencrypted; use https, or give `--allow-plain-http`"
            );
        }
        let key_place = suite.contract.service.key_place();
        let key_header = key_place.and_then(KeyPlace::header);
        let headers = self.header.iter().map(|text| header(text, key_header));
        let headers = headers.collect::<anyhow::Result<Vec<_>>>()?;
        let authority = self.cacert.as_ref().map(|path| {
            fs::read(path).with_context(|| format!("cannot read `--cacert {}`", path.display()))
        });
        let named = keys.iter().map(|(kind, key)| (format!("{kind} key"), key.as_str()));
        // A value such as `1` or `true` is not a secret, and occurs in every report.
        let secret = headers.iter().filter(|(_, value)| value.len() >= 6);
        let secret = secret.map(|(name, value)| (format!("{name} header"), value.as_str()));
        let passwords = keys.iter().filter_map(|(kind, key)| password(key_place?, kind, key));
        let secrets: Vec<_> = named.chain(passwords).chain(secret).collect();
        let redactor = Redactor::new(secrets.iter().map(|(name, secret)| (&**name, *secret)));
        let redactor = match key_place {
            Some(place) => redactor.with_header(place.label()),
            None => redactor,
        };
        hide_secrets(&redactor);
        let transport = HttpTransport::new(HttpOptions {
            base_url: base_url.clone(),
            timeout: self.timeout,
            authority: authority.transpose()?,
            headers,
        });
        let transport = transport.map_err(|error| match &self.cacert {
            Some(path) if !matches!(error, HttpClientError::Header(_)) => {
                anyhow!("`--cacert {}`: {}", path.display(), causes(&error))
            }
            _ => error.into(),
        })?;
        Ok(Connection { transport: Arc::new(transport), rate: self.rate, redactor })
    }
}

/// The password of a key for HTTP Basic, which a server may show without the user.
fn password<'k>(place: &KeyPlace, kind: &str, key: &'k str) -> Option<(String, &'k str)> {
    let (_, password) = key.split_once(':').filter(|_| *place == KeyPlace::Basic)?;
    Some((format!("{kind} password"), password))
}

/// An error with all its causes: that of the HTTP client does not say why.
fn causes(error: &HttpClientError) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(next) = cause {
        let next_text = next.to_string();
        if !text.contains(&next_text) {
            text = format!("{text}: {next_text}");
        }
        cause = next.source();
    }
    text
}

/// Headers that control how a message is sent or parsed; changing them would break requests.
const RESERVED_HEADERS: [&str; 12] = [
    "accept-encoding",
    "connection",
    "content-encoding",
    "content-length",
    "content-type",
    "expect",
    "host",
    "keep-alive",
    "te",
    "trailer",
    "transfer-encoding",
    "upgrade",
];

/// Name and environment variable of `NAME=env:VAR`.
fn header_source(text: &str) -> Option<(&str, &str)> {
    let (name, source) = text.split_once('=')?;
    Some((name, source.strip_prefix("env:")?))
}

fn header(text: &str, key_header: Option<&str>) -> anyhow::Result<(String, String)> {
    let (name, variable) = header_source(text).with_context(|| {
        // Without what may be a secret.
        let name = text.split_once('=').map_or(text, |(name, _)| name);
        format!("write `{name}=env:VAR`; values come from environment variables")
    })?;
    if key_header.is_some_and(|header| name.eq_ignore_ascii_case(header)) {
        bail!("`{name}` is the header of the API key; see `--help` for where keys come from");
    }
    if RESERVED_HEADERS.iter().any(|known| name.eq_ignore_ascii_case(known)) {
        bail!("`{name}` is set by this program or not allowed");
    }
    let source = format!("the environment variable `{variable}` of the header `{name}`");
    let value = keys::variable(variable, &source)?;
    let value = value.with_context(|| format!("{source} is not set"))?;
    if !value.chars().all(|letter| letter == '\t' || (' '..='~').contains(&letter)) {
        bail!("{source} has characters that a header cannot have; use visible ASCII characters");
    }
    Ok((name.to_owned(), value))
}

fn timeout(text: &str) -> Result<Duration, String> {
    let duration = text.parse::<SignedDuration>().map_err(|_| "write `10s`, `500ms` or `2m`")?;
    match Duration::try_from(duration) {
        Ok(duration) if !duration.is_zero() => Ok(duration),
        _ => Err("a timeout must be positive".to_owned()),
    }
}

/// One request an hour; a run at a lower rate would not end.
const MIN_RATE: f64 = 1.0 / 3600.0;

fn rate(text: &str) -> Result<f64, String> {
    let rate = text.parse().ok().filter(|rate: &f64| rate.is_finite() && *rate >= MIN_RATE);
    rate.ok_or_else(|| "write a number of requests per second, such as `8` or `0.5`".to_owned())
}
