//! The program in Rust of `docs/using-the-api.md`.

include!(concat!(env!("OUT_DIR"), "/using_the_api.rs"));
