//! The signals that tell a process to stop.

/// SIGINT and SIGTERM, or Ctrl-C where there are no signals.
pub struct Signals {
    #[cfg(unix)]
    interrupt: tokio::signal::unix::Signal,
    #[cfg(unix)]
    terminate: tokio::signal::unix::Signal,
}

impl Signals {
    /// From now on signals are waited for, and end nothing by themselves.
    #[cfg(unix)]
    pub fn catch() -> anyhow::Result<Signals> {
        use anyhow::Context as _;
        use tokio::signal::unix::{SignalKind, signal};

        let context = "cannot wait for signals";
        Ok(Signals {
            interrupt: signal(SignalKind::interrupt()).context(context)?,
            terminate: signal(SignalKind::terminate()).context(context)?,
        })
    }

    /// The next one.
    #[cfg(unix)]
    pub async fn next(&mut self) {
        tokio::select! {
            _ = self.interrupt.recv() => {}
            _ = self.terminate.recv() => {}
        }
    }

    /// From now on Ctrl-C is waited for.
    #[cfg(not(unix))]
    pub fn catch() -> anyhow::Result<Signals> {
        Ok(Signals {})
    }

    /// The next one.
    #[cfg(not(unix))]
    pub async fn next(&mut self) {
        drop(tokio::signal::ctrl_c().await);
    }
}
