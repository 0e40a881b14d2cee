//! Tests of the runner from files to reports, against servers of a small unrelated service: a conforming one, and many
//! with defects.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod again;
mod at_once;
mod cases;
mod command_line;
mod committed;
mod discover;
mod faults;
mod finally;
mod finds;
mod fixtures;
mod flags;
mod honest;
mod http;
mod interrupt;
mod legal;
mod liars;
mod library;
mod long_lists;
mod mistakes;
mod modules;
mod own;
mod paging;
mod panics;
mod plenty;
mod promises;
mod pure;
mod rate;
mod reception;
mod reordered;
mod report_files;
mod reports;
mod secrets;
mod selection;
mod session;
mod slow_link;
mod sweep;
mod tls;
mod together;
mod tries;
mod untested;
mod words;
