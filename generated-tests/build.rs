//! Copies the program in Rust of `docs/using-the-api.md`, so that it is built and run as the page shows it.

use std::path::Path;
use std::{env, fs};

const PAGE: &str = "../docs/using-the-api.md";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!("cargo::rerun-if-changed={PAGE}");
    let page = fs::read_to_string(PAGE)?;
    let program = page.split_once("```rust,no_run\n").and_then(|(_, rest)| rest.split_once("```"));
    let (program, _) = program.ok_or("the page has no program in Rust")?;
    fs::write(Path::new(&env::var("OUT_DIR")?).join("using_the_api.rs"), program)?;
    Ok(())
}
