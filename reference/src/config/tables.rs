//! The keys of a configuration file.

use reader::{Key, KeyTable, Shape};
use strum::VariantNames as _;

use crate::log::Format;

const fn key(name: &'static str, shape: Shape, doc: &'static str) -> Key {
    Key { name, required: false, shape, doc }
}

/// The whole file.
pub static CONFIG: KeyTable = KeyTable {
    name: "configuration",
    doc: "Settings of the program; flags and environment variables override them.",
    keys: &[
        key("listen", Shape::Text, "address to listen on, IP:PORT"),
        key("admin_listen", Shape::Text, "address of the admin listener, IP:PORT, or `off`"),
        key(
            "database",
            Shape::Text,
            "database URL, `sqlite://PATH` or `postgres://USER:PASSWORD@HOST/DATABASE`",
        ),
        key("log", Shape::Table(&LOG), "log filter and format"),
        key("limits", Shape::Table(&LIMITS), "limits of requests and connections"),
        key("drain_time", Shape::Text, "time limit for in-flight requests after a stop signal"),
    ],
};

/// Logging.
pub static LOG: KeyTable = KeyTable {
    name: "log",
    doc: "Log filter and format.",
    keys: &[
        key(
            "level",
            Shape::Text,
            "off, error, warn, info, debug or trace; `warn,sqlx=debug` per target",
        ),
        key(
            "format",
            Shape::OneOf(Format::VARIANTS),
            "log format; `auto` is human on a terminal, else JSON",
        ),
    ],
};

/// Limits of requests and connections.
pub static LIMITS: KeyTable = KeyTable {
    name: "limits",
    doc: "Limits of requests and connections. Durations are written 500ms, 30s, 5m or 1h.",
    keys: &[
        key("body_bytes", Shape::Integer, "largest request body, in bytes"),
        key("request_time", Shape::Text, "time limit of a request, from its head to its answer"),
        key(
            "header_time",
            Shape::Text,
            "from when a connection is ready for a request to the end of its head",
        ),
        key("idle_time", Shape::Text, "without a request, or without progress of an answer"),
        key(
            "connections",
            Shape::Integer,
            "connections at once; at the limit a new one closes idle ones, or waits",
        ),
    ],
};
