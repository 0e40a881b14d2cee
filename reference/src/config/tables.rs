//! The keys of a configuration file.

use reader::{Key, KeyTable, Shape};

use crate::log::Format;

const fn key(name: &'static str, shape: Shape, doc: &'static str) -> Key {
    Key {
        name,
        required: false,
        shape,
        doc,
    }
}

/// The whole file.
pub static CONFIG: KeyTable = KeyTable {
    name: "configuration",
    doc: "Settings of the program; a flag or the environment overrules each.",
    keys: &[
        key("listen", Shape::Text, "where the service listens, IP:PORT"),
        key(
            "admin_listen",
            Shape::Text,
            "where /healthz and /readyz are answered, IP:PORT, or `off`",
        ),
        key(
            "database",
            Shape::Text,
            "the database, `sqlite://PATH` or `postgres://USER:PASSWORD@HOST/DATABASE`",
        ),
        key("log", Shape::Table(&LOG), "what is logged, and how"),
        key("limits", Shape::Table(&LIMITS), "what requests may take"),
        key(
            "drain_time",
            Shape::Text,
            "how long requests may take once the service was told to stop",
        ),
    ],
};

/// What is logged.
pub static LOG: KeyTable = KeyTable {
    name: "log",
    doc: "What is logged, and how.",
    keys: &[
        key(
            "level",
            Shape::Text,
            "off, error, warn, info, debug or trace; `warn,sqlx=debug` for parts",
        ),
        key(
            "format",
            Shape::OneOf(&Format::WORDS),
            "the form of a line; `auto` is for people on a terminal, else JSON",
        ),
    ],
};

/// What requests and connections may take.
pub static LIMITS: KeyTable = KeyTable {
    name: "limits",
    doc: "What requests and connections may take. Times are written 500ms, 30s, 5m or 1h.",
    keys: &[
        key("body_bytes", Shape::Integer, "bytes of a body"),
        key(
            "request_time",
            Shape::Text,
            "from the head of a request to its answer",
        ),
        key(
            "header_time",
            Shape::Text,
            "from when a connection is ready for a request to the end of its head",
        ),
        key(
            "idle_time",
            Shape::Text,
            "without a request, or without progress of an answer",
        ),
        key(
            "connections",
            Shape::Integer,
            "connections at once; at the limit a new one closes idle ones, or waits",
        ),
    ],
};
