//! The keys of a configuration file.

use reader::Shape::{Integer, List, OneOf, Table, Text};
use reader::{KeyTable, optional};
use strum::VariantNames as _;

use crate::log::Format;

/// The whole file.
pub static CONFIG: KeyTable = KeyTable {
    name: "configuration",
    doc: "Settings of the program; flags and environment variables override them.",
    keys: &[
        optional("listen", Text).doc("address to listen on, IP:PORT"),
        optional("admin_listen", Text).doc("address of the admin listener, IP:PORT, or `off`"),
        optional("database", Text)
            .doc("database URL, `sqlite://PATH` or `postgres://USER:PASSWORD@HOST/DATABASE`"),
        optional("cors_origin", List(&Text))
            .doc("origins of web pages that may call the service from a browser"),
        optional("log", Table(&LOG)).doc("log filter and format"),
        optional("limits", Table(&LIMITS)).doc("limits of requests and connections"),
        optional("drain_time", Text).doc("time limit for in-flight requests after a stop signal"),
    ],
};

/// Logging.
pub static LOG: KeyTable = KeyTable {
    name: "log",
    doc: "Log filter and format.",
    keys: &[
        optional("level", Text)
            .doc("off, error, warn, info, debug or trace; `warn,sqlx=debug` per target"),
        optional("format", OneOf(Format::VARIANTS))
            .doc("log format; `auto` is human on a terminal, else JSON"),
    ],
};

/// Limits of requests and connections.
pub static LIMITS: KeyTable = KeyTable {
    name: "limits",
    doc: "Limits of requests and connections. Durations are written 500ms, 30s, 5m or 1h.",
    keys: &[
        optional("body_bytes", Integer).doc("largest request body, in bytes"),
        optional("body_memory", Integer)
            .doc("memory that the bodies of unanswered requests may take together, in bytes"),
        optional("request_time", Text).doc("time limit of a request, from its head to its answer"),
        optional("header_time", Text)
            .doc("to the end of the head of a request, before a key was accepted"),
        optional("idle_time", Text)
            .doc("without a request after a key was accepted, or without progress of an answer"),
        optional("connections", Integer)
            .doc("connections at once; at the limit a new one closes the one that is idle longest"),
        optional("connections_per_address", Integer)
            .doc("connections of one client address at once, where no proxy is in front"),
        optional("rate_limit", Text).doc("requests of each key, such as 50/s, or `off`"),
    ],
};
