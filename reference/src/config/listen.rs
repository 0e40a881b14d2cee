//! The address of the admin listener, or off.

use std::fmt;
use std::net::SocketAddr;
use std::str::FromStr;

/// The admin listener: an address, or off.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AdminListen {
    /// No admin listener; written `off`.
    Off,
    /// At this address.
    At(SocketAddr),
}

/// Parses the address of the service.
pub fn listen_address(text: &str) -> Result<SocketAddr, &'static str> {
    text.parse().map_err(|_| "not an address; write IP:PORT, such as 127.0.0.1:8080")
}

/// The text is not an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not an address; write IP:PORT, such as 127.0.0.1:9090, or off")]
pub struct InvalidAddress;

impl FromStr for AdminListen {
    type Err = InvalidAddress;

    fn from_str(text: &str) -> Result<AdminListen, InvalidAddress> {
        match text {
            "off" => Ok(AdminListen::Off),
            _ => text.parse().map(AdminListen::At).map_err(|_| InvalidAddress),
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
