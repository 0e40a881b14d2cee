//! Entry point of the program.

use std::io::{IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::{Context, anyhow};
use clap::Parser;
use contract_mock::{Mock, Server, choices, prose, target_file};
use reader::{Diagnostics, Sources, Style};
use spec::{Contract, KeyPlace, Loaded};

/// Serve what a contract describes, from memory
///
/// Prints the address, and serves until Ctrl-C. What is not in the contract, or only in prose, is not carried out.
#[derive(Parser)]
#[command(name = "contract-mock", version, max_term_width = 80)]
struct Cli {
    /// Folder of the contract
    #[arg(long, value_name = "DIR")]
    contract: PathBuf,
    /// File with answers to gaps of the contract
    #[arg(long, value_name = "FILE")]
    overlay: Option<PathBuf>,
    /// Port on the loopback address [default: a free one]
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    port: u16,
    /// Write a target file for runs of the suite, and each key to a file beside it
    #[arg(long, value_name = "FILE")]
    target: Option<PathBuf>,
    /// Seed of keys and identifiers
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// List what is not carried out, and what is done where the contract has a gap
    #[arg(long)]
    verbose: bool,
}

fn main() -> ExitCode {
    match run(&Cli::parse()) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(2)
        }
    }
}

fn run(cli: &Cli) -> anyhow::Result<ExitCode> {
    let Some(contract) = load(cli) else { return Ok(ExitCode::from(2)) };
    if cli.verbose {
        explain(&contract);
    }
    let mock = Arc::new(Mock::new(contract, cli.seed));
    let runtime = tokio::runtime::Runtime::new().context("failed to start the runtime")?;
    runtime.block_on(serve(cli, mock))?;
    Ok(ExitCode::SUCCESS)
}

async fn serve(cli: &Cli, mock: Arc<Mock>) -> anyhow::Result<()> {
    let server = Server::start(Arc::clone(&mock), cli.port).await;
    let server = server.map_err(|error| anyhow!("cannot listen on port {}: {error}", cli.port))?;
    if let Some(path) = &cli.target {
        target_file::write(&mock, &server.base_url(), path)?;
    }
    let place = mock.contract().service.key_place();
    for (kind, key) in mock.keys() {
        eprintln!("key `{kind}`: {}: {key}", place.map_or("", KeyPlace::label));
    }
    let mut stdout = std::io::stdout();
    writeln!(stdout, "listening on {}", server.base_url())?;
    stdout.flush()?;
    tokio::signal::ctrl_c().await.context("failed to handle Ctrl-C")
}

/// The contract with the answers of the overlay; `None` if there are errors, which are printed.
fn load(cli: &Cli) -> Option<Contract> {
    let (files, mut unread) = spec::read_folder(&cli.contract);
    let overlay = cli.overlay.as_ref().map(|path| {
        let (file, diagnostics) = spec::read_overlay(path);
        unread.extend(diagnostics);
        file
    });
    if unread.has_errors() {
        print_diagnostics(&Sources::default(), &unread);
        return None;
    }
    let Loaded { sources, diagnostics, contract } = spec::load(&files, overlay.flatten().as_ref());
    print_diagnostics(&sources, &diagnostics);
    contract
}

fn print_diagnostics(sources: &Sources, diagnostics: &Diagnostics) {
    let style = if std::io::stderr().is_terminal() { Style::Color } else { Style::Plain };
    eprint!("{}", reader::render(sources, diagnostics, style));
}

fn explain(contract: &Contract) {
    eprintln!("In prose, and not carried out:");
    prose::not_carried_out(contract).iter().for_each(|line| eprintln!("  {line}"));
    eprintln!("Where the contract has a gap:");
    choices::CHOICES.iter().for_each(|(gap, choice)| eprintln!("  {gap}: {choice}"));
}
