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

const INVALID: &str = "not an address; write IP:PORT, such as 127.0.0.1:9090, or off";

impl FromStr for AdminListen {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<AdminListen, &'static str> {
        match text {
            "off" => Ok(AdminListen::Off),
            _ => text.parse().map(AdminListen::At).map_err(|_| INVALID),
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
