//! Runtime of generated API servers.
#![doc = include_str!("../README.md")]

mod body;
mod context;
mod fault;
mod key;
mod overlap;
mod refusal;
mod reply;
mod route_table;
mod serve;
mod template;

pub use fault::{BoxError, Fault};
pub use key::{KeyCheck, NoKeyCheck};
pub use refusal::{Reason, Refusal, RefusalHook, envelope};
pub use reply::{HandlerResult, Reply};
pub use route_table::RouteTable;
