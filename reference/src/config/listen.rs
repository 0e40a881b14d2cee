//! Where to listen for an operator's machines, or not at all.

use std::fmt;
use std::net::SocketAddr;
use std::str::FromStr;

/// An address, or none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AdminListen {
    /// Nowhere: written `off`.
    Off,
    /// At this address.
    At(SocketAddr),
}

/// The text is no address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not an address; write IP:PORT, such as 127.0.0.1:9090, or off")]
pub struct NoAddress;

impl FromStr for AdminListen {
    type Err = NoAddress;

    fn from_str(text: &str) -> Result<AdminListen, NoAddress> {
        match text {
            "off" => Ok(AdminListen::Off),
            _ => text.parse().map(AdminListen::At).map_err(|_| NoAddress),
        }
    }
}

impl fmt::Display for AdminListen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AdminListen::Off => f.write_str("off"),
            AdminListen::At(address) => address.fmt(f),
        }
    }
}
