//! `serve`: runs the service until it is told to stop.

use std::future::IntoFuture;
use std::io::{Write, stdout};
use std::net::SocketAddr;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Context;
use clap::Args;
use referral_reference::app::App;
use referral_reference::http;
use tokio::net::TcpListener;
use tokio::sync::oneshot;

use crate::cli::Database;

/// How long requests under way may take once the service was told to stop.
const DRAIN: Duration = Duration::from_secs(10);

/// Run the service
///
/// Prints one line on stdout when it is ready: `listening on http://HOST:PORT`. Stops on SIGINT and
/// SIGTERM, after the requests under way are answered.
#[derive(Debug, Args)]
pub struct ServeArgs {
    /// Where to listen; port 0 takes a free one
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8080")]
    listen: SocketAddr,
    #[command(flatten)]
    database: Database,
}

/// Serves until a signal comes.
pub async fn run(args: ServeArgs) -> anyhow::Result<ExitCode> {
    // First of all, so that a signal during the start is not missed.
    let stop = stop_signal()?;
    let store = args.database.open().await?;
    let app =
        App::on_this_machine(store.clone()).context("cannot start the source of identifiers")?;
    let listener = TcpListener::bind(args.listen).await;
    let listener = listener.with_context(|| format!("cannot listen on {}", args.listen))?;
    announce(listener.local_addr()?)?;

    let (tell, told) = oneshot::channel::<()>();
    let server = axum::serve(listener, http::router(app))
        .with_graceful_shutdown(async { drop(told.await) })
        .into_future();
    tokio::pin!(server);
    tokio::select! {
        ended = &mut server => ended.context("the service stopped by itself")?,
        () = stop => {
            tracing::info!("stopping");
            drop(tell);
            match tokio::time::timeout(DRAIN, server).await {
                Ok(ended) => {
                    ended.context("could not stop in order")?;
                    store.close().await;
                }
                Err(_) => tracing::warn!("requests that took longer than {DRAIN:?} were cut off"),
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn announce(address: SocketAddr) -> anyhow::Result<()> {
    let mut stdout = stdout().lock();
    writeln!(stdout, "listening on http://{address}")?;
    stdout
        .flush()
        .context("cannot say where the service listens")
}

#[cfg(unix)]
fn stop_signal() -> anyhow::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};

    let context = "cannot wait for signals";
    let mut interrupt = signal(SignalKind::interrupt()).context(context)?;
    let mut terminate = signal(SignalKind::terminate()).context(context)?;
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    })
}

#[cfg(not(unix))]
fn stop_signal() -> anyhow::Result<impl Future<Output = ()>> {
    Ok(async { drop(tokio::signal::ctrl_c().await) })
}
