//! `serve`: runs the service until a signal stops it.

mod signals;

use std::net::SocketAddr;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Context;
use axum::Router;
use clap::Args;
use referral_reference::config::{AdminListen, CONFIG, LIMITS, LOG};
use referral_reference::operations::{self, Service};
use referral_reference::server::{self, ConnectionLimit};
#[cfg(feature = "otlp")]
use referral_reference::spans;
use referral_reference::{admin, log};
use tokio::net::TcpListener;
use tokio::sync::watch;

use crate::cli::argument_sources::ArgumentSources;
use crate::cli::files::format_of;
use crate::cli::output::write_stdout;
use crate::cli::serve::signals::Signals;
use crate::cli::settings::Settings;
use referral_reference::store::Store;

/// Limits of the admin listener.
const ADMIN_LIMITS: server::Limits =
    server::Limits { header_time: Duration::from_secs(5), idle_time: Duration::from_secs(60) };

const ADMIN_CONNECTIONS: usize = 32;

/// Run the service
///
/// Prints one line on stdout when it is ready: `listening on http://HOST:PORT`. Everything else goes
/// to the log on stderr. On SIGINT and SIGTERM it takes no new connection, answers the requests
/// under way, and stops; on a second signal it stops at once.
#[derive(Debug, Args)]
#[command(after_long_help = format_of("configuration file", &[&CONFIG, &LOG, &LIMITS]))]
pub struct ServeArgs {
    #[command(flatten)]
    settings: Settings,
}

/// Serves until SIGINT or SIGTERM.
pub async fn run(mut args: ServeArgs, sources: &ArgumentSources<'_>) -> anyhow::Result<ExitCode> {
    args.settings.resolve(sources)?;
    let settings = args.settings;
    log::init(&settings.log, settings.log_format);
    #[cfg(feature = "otlp")]
    let _export = spans::export().context("cannot export spans")?;
    // Before anything is opened, so that a signal during startup is not missed.
    let mut signals = Signals::catch()?;
    let store = Store::open(&settings.database.database).await?;
    let service = Service::with_system_sources(store.clone())
        .context("cannot start the source of identifiers")?;
    let mut connection_limit = ConnectionLimit::new(settings.connections);
    if settings.connections_per_address > 0 {
        connection_limit = connection_limit.per_address(settings.connections_per_address);
    }
    let (stop, stopping) = watch::channel(false);
    // The admin listener outlives the other, so that it can say that the service is stopping.
    let (stop_admin, admin_stopping) = watch::channel(false);
    let admin = admin::router(&service, connection_limit.clone(), stopping.clone());
    let admin = serve_admin(settings.admin_listen, admin, admin_stopping).await?;
    let (listener, address) = listen(settings.listen).await?;
    announce(address)?;

    let limits = operations::Limits {
        body_bytes: settings.body_bytes,
        body_memory: settings.body_memory,
        request_time: Some(settings.request_time.0),
        requests_per_second: settings.rate_limit.0,
    };
    let router = operations::router_within(limits, &settings.cors_origin, service);
    let limits =
        server::Limits { header_time: settings.header_time.0, idle_time: settings.idle_time.0 };
    let serving = server::serve(listener, router, limits, connection_limit, stopping);
    tokio::pin!(serving);
    tokio::select! {
        // It ends only after the shutdown signal, which was not sent.
        () = &mut serving => {}
        () = signals.next() => {
            // The listeners know it before the line is read: `/readyz` says so, and no connection is accepted.
            let _ = stop.send(true);
            tracing::info!("stopping");
            let drain_time = settings.drain_time.0;
            tokio::select! {
                () = &mut serving => {
                    tracing::info!("stopped");
                    store.close().await;
                }
                () = tokio::time::sleep(drain_time) => {
                    tracing::warn!("in-flight requests were aborted after {drain_time:?}");
                }
                () = signals.next() => tracing::warn!("second signal: in-flight requests were aborted"),
            }
        }
    }
    drop(stop_admin);
    if let Some(admin) = admin {
        admin.abort();
    }
    Ok(ExitCode::SUCCESS)
}

/// Starts the admin listener, unless it is off.
async fn serve_admin(
    listen_at: AdminListen,
    router: Router,
    stopping: watch::Receiver<bool>,
) -> anyhow::Result<Option<tokio::task::JoinHandle<()>>> {
    let AdminListen::At(address) = listen_at else {
        return Ok(None);
    };
    let (listener, address) = listen(address).await?;
    tracing::info!(address = %format_args!("http://{address}"), "admin is listening");
    let limit = ConnectionLimit::new(ADMIN_CONNECTIONS);
    let serving = server::serve(listener, router, ADMIN_LIMITS, limit, stopping);
    Ok(Some(tokio::spawn(serving)))
}

async fn listen(address: SocketAddr) -> anyhow::Result<(TcpListener, SocketAddr)> {
    let listener = TcpListener::bind(address).await;
    let listener = listener.with_context(|| format!("cannot listen on {address}"))?;
    let address = listener.local_addr()?;
    Ok((listener, address))
}

fn announce(address: SocketAddr) -> anyhow::Result<()> {
    let line = format!("listening on http://{address}\n");
    write_stdout(&line).context("cannot print the address to stdout")
}
