//! Tests of the runner from files to reports, against servers of a small unrelated service: a conforming one, and many
//! with defects.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod another_contract;
mod at_once;
mod cases;
mod command_line;
mod committed_files;
mod completions;
mod concurrent_runs;
mod conforming_server;
mod curl_command;
mod depth;
mod derived_scenarios;
mod discover;
mod embedded_scenarios;
mod explore;
mod faults;
mod finally;
mod finds;
mod fixtures;
mod flags;
#[cfg(unix)]
mod full_disk;
mod generated_fixtures;
mod http;
mod instances;
mod interrupt;
mod junit_report;
mod key_sources;
mod library;
mod locks;
mod long_lists;
mod memory;
mod observations;
mod paging;
mod panics;
mod partial_server;
mod pending_cleanup;
mod preflight;
mod program;
mod pure;
mod rate;
mod reasons;
mod reordered;
mod report_files;
mod rerun_command;
mod retries;
mod schemas;
mod secrets;
mod selection;
mod server;
mod session;
mod slow_link;
mod sweep;
mod target_file_errors;
mod terminal_output;
mod tls;
mod unconfirmed_restores;
mod unseen_list;
mod unstable;
mod untested;
mod unusual_servers;
mod violations;
mod write_outcomes;
mod writers;
