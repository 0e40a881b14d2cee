//! `serve`: runs the service until a signal stops it.

mod signals;

use std::io::{Write, stdout};
use std::net::SocketAddr;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Context;
use axum::Router;
use clap::Args;
use referral_reference::config::{AdminListen, CONFIG, Config, LIMITS, LOG};
use referral_reference::operations::{self, Service};
use referral_reference::server::{self, ConnectionLimit};
use referral_reference::{admin, log};
use tokio::net::TcpListener;
use tokio::sync::watch;

use crate::cli::argument_sources::ArgumentSources;
use crate::cli::files::format_of;
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
pub async fn run(args: ServeArgs, sources: &ArgumentSources<'_>) -> anyhow::Result<ExitCode> {
    let config = args.settings.resolve(sources)?;
    log::init(&config.log_level.value, config.log_format.value);
    // Before anything is opened, so that a signal during startup is not missed.
    let mut signals = Signals::catch()?;
    let store = Store::open(&config.database.value).await?;
    let service = Service::with_system_sources(store.clone())
        .context("cannot start the source of identifiers")?;
    let connection_limit = ConnectionLimit::new(config.connections.value);
    let (stop, stopping) = watch::channel(false);
    // The admin listener outlives the other, so that it can say that the service is stopping.
    let (stop_admin, admin_stopping) = watch::channel(false);
    let admin = admin::router(store.clone(), connection_limit.clone(), stopping.clone());
    let admin = serve_admin(&config, admin, admin_stopping).await?;
    let (listener, _) = listen(config.listen.value).await?;
    announce(listener.local_addr()?)?;

    let router = operations::router_within(routes_limits(&config), service);
    let serving = server::serve(listener, router, limits(&config), connection_limit, stopping);
    tokio::pin!(serving);
    tokio::select! {
        // It ends only after the shutdown signal, which was not sent.
        () = &mut serving => {}
        () = signals.next() => {
            tracing::info!("stopping");
            let _ = stop.send(true);
            let drain_time = config.drain_time.value;
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
    config: &Config,
    router: Router,
    stopping: watch::Receiver<bool>,
) -> anyhow::Result<Option<tokio::task::JoinHandle<()>>> {
    let AdminListen::At(address) = config.admin_listen.value else {
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

fn routes_limits(config: &Config) -> operations::Limits {
    operations::Limits {
        body_bytes: config.body_bytes.value,
        request_time: Some(config.request_time.value),
    }
}

fn limits(config: &Config) -> server::Limits {
    server::Limits { header_time: config.header_time.value, idle_time: config.idle_time.value }
}

fn announce(address: SocketAddr) -> anyhow::Result<()> {
    let mut stdout = stdout().lock();
    writeln!(stdout, "listening on http://{address}")?;
    stdout.flush().context("cannot print the address")
}
