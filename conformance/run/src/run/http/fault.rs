//! Converts errors of the HTTP client to faults.

use std::error::Error;
use std::io;

use super::MAX_HEADERS;
use crate::exchange::Fault;

pub(super) fn from_client_error(error: reqwest::Error) -> Fault {
    if let Some(tls) = causes(&error).find_map(tls) {
        return Fault::Tls(explain_tls(tls));
    }
    if error.is_connect() && error.is_timeout() {
        return Fault::Connect("no connection in time".to_owned());
    }
    if error.is_timeout() {
        return Fault::Timeout;
    }
    // The innermost cause is the most specific; the outer ones repeat the URL.
    let text = causes(&error).last().map_or(String::new(), ToString::to_string);
    if text == "message head is too large" {
        return Fault::HeadTooLarge(MAX_HEADERS);
    }
    if error.is_connect() { Fault::Connect(text) } else { Fault::Broken(text) }
}

fn causes(error: &reqwest::Error) -> impl Iterator<Item = &(dyn Error + 'static)> {
    std::iter::successors(error.source(), |error| (*error).source())
}

/// The TLS error in the chain. `io::Error::source` skips the error it wraps, so use `get_ref`.
fn tls<'a>(error: &'a (dyn Error + 'static)) -> Option<&'a rustls::Error> {
    error.downcast_ref().or_else(|| {
        let inner = error.downcast_ref::<io::Error>()?.get_ref()?;
        tls(inner)
    })
}

fn explain_tls(error: &rustls::Error) -> String {
    use rustls::{CertificateError, Error};

    match error {
        Error::InvalidCertificate(CertificateError::UnknownIssuer) => {
            "the certificate is of an unknown authority; give your own one with `--cacert`".into()
        }
        Error::InvalidMessage(_) => format!("the other side does not speak TLS ({error})"),
        _ => error.to_string(),
    }
}
