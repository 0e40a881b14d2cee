//! Arguments about connections, shared by all commands that send requests.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use std::{env, fs};

use anyhow::{Context, bail};

use super::keys::Keys;
use super::target_args::path_word;
use crate::redact::Redactor;
use crate::run::{HttpOptions, HttpTransport, Transport};
use crate::suite::Suite;
use crate::target::BaseUrl;
use crate::text::shell_word;

pub(super) const PACE: &str = "Requests";
/// Default of `--timeout`; the flag's `default_value` repeats it for the help text.
const TIMEOUT: Duration = Duration::from_secs(30);

/// Arguments about the connection to the service.
#[derive(clap::Args)]
pub(super) struct ConnectionArgs {
    /// Maximum requests per second, such as `8`, or `0.5` for one every two seconds. Requests sent at the same moment are
    /// not spread, but delay the next one [default: unlimited]
    #[arg(long, value_name = "N", value_parser = rate, help_heading = PACE)]
    rate: Option<f64>,
    /// Timeout for each request, such as `10s`, `500ms` or `2m`
    #[arg(long, value_name = "DUR", default_value = "30s", value_parser = duration, help_heading = PACE)]
    timeout: Duration,
    /// Additional CA certificates, in PEM
    #[arg(long, value_name = "FILE", help_heading = PACE)]
    cacert: Option<PathBuf>,
    /// Additional header, such as for a gateway, with its value from an environment variable; can be repeated
    #[arg(long, value_name = "NAME=env:VAR", help_heading = PACE)]
    header: Vec<String>,
    /// Allow keys to be sent over plain HTTP to another machine
    #[arg(long, help_heading = PACE)]
    allow_plain_http: bool,
}

/// The connection to a service.
pub(super) struct Connection {
    pub(super) transport: Arc<dyn Transport>,
    pub(super) rate: Option<f64>,
    /// Removes the keys and the values of secret headers.
    pub(super) redactor: Redactor,
}

impl ConnectionArgs {
    /// The flags as text for a command line, each after a space, without header values.
    pub(super) fn flags(&self) -> String {
        let rate = self.rate.map(|rate| format!(" --rate {rate}"));
        let timeout = (self.timeout != TIMEOUT).then(|| match self.timeout.subsec_millis() {
            0 => format!(" --timeout {}s", self.timeout.as_secs()),
            _ => format!(" --timeout {}ms", self.timeout.as_millis()),
        });
        let authority = self.cacert.iter();
        let authority = authority.map(|path| format!(" --cacert {}", path_word(path)));
        let headers = self.header.iter();
        let headers = headers.map(|header| format!(" --header {}", shell_word(header)));
        let plain = self.allow_plain_http.then(|| " --allow-plain-http".to_owned());
        let limits = rate.into_iter().chain(timeout);
        limits.chain(authority).chain(headers).chain(plain).collect()
    }

    /// Sets up the connection; nothing is sent yet.
    pub(super) fn to(
        &self,
        suite: &Suite,
        base_url: &BaseUrl,
        keys: &Keys,
    ) -> anyhow::Result<Connection> {
        if base_url.is_plain() && !base_url.is_loopback() && !self.allow_plain_http {
            bail!("the key would be sent unencrypted; use https, or give `--allow-plain-http`");
        }
        let key_header = &suite.contract.service.auth.header;
        let headers = self.header.iter().map(|text| header(text, key_header));
        let headers = headers.collect::<anyhow::Result<Vec<_>>>()?;
        let authority = self.cacert.as_ref().map(|path| {
            fs::read(path).with_context(|| format!("cannot read `{}`", path.display()))
        });
        let redactor = redactor(keys, &headers);
        let transport = HttpTransport::new(HttpOptions {
            base_url: base_url.clone(),
            timeout: self.timeout,
            authority: authority.transpose()?,
            headers,
        })?;
        Ok(Connection { transport: Arc::new(transport), rate: self.rate, redactor })
    }
}

fn redactor(keys: &Keys, headers: &[(String, String)]) -> Redactor {
    let keys = keys.0.iter().map(|(kind, key)| (format!("{kind} key"), key.as_str()));
    // A value such as `1` or `true` is not a secret, and occurs in every report.
    let gates = headers.iter().filter(|(_, value)| value.len() >= 6);
    let gates = gates.map(|(name, value)| (format!("{name} header"), value.as_str()));
    let named: Vec<_> = keys.chain(gates).collect();
    Redactor::new(named.iter().map(|(name, secret)| (name.as_str(), *secret)))
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

fn header(text: &str, key_header: &str) -> anyhow::Result<(String, String)> {
    let parts =
        text.split_once('=').and_then(|(name, source)| Some((name, source.strip_prefix("env:")?)));
    let (name, variable) = parts.with_context(|| {
        format!("`{text}` is not `NAME=env:VAR`; values come from environment variables")
    })?;
    if name.eq_ignore_ascii_case(key_header) {
        bail!("`{name}` is the header of the API key; see `--help` for where keys come from");
    }
    if RESERVED_HEADERS.iter().any(|known| name.eq_ignore_ascii_case(known)) {
        bail!("`{name}` is set by this program or not allowed");
    }
    let value = env::var(variable)
        .with_context(|| format!("there is no environment variable `{variable}`"))?;
    Ok((name.to_owned(), value))
}

fn duration(text: &str) -> Result<Duration, String> {
    let wrong = || "write `10s`, `500ms` or `2m`".to_owned();
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let count: u32 = digits.parse().map_err(|_| wrong())?;
    match &text[digits.len()..] {
        _ if count == 0 => Err("a timeout must be positive".to_owned()),
        "ms" => Ok(Duration::from_millis(count.into())),
        "s" => Ok(Duration::from_secs(count.into())),
        "m" => Ok(Duration::from_secs(u64::from(count) * 60)),
        _ => Err(wrong()),
    }
}

/// One request an hour; a run at a lower rate would not end.
const MIN_RATE: f64 = 1.0 / 3600.0;

fn rate(text: &str) -> Result<f64, String> {
    let rate: Option<f64> = text.parse().ok();
    let rate = rate.filter(|rate| rate.is_finite() && *rate >= MIN_RATE);
    rate.ok_or_else(|| "write a number of requests per second, such as `8` or `0.5`".to_owned())
}
