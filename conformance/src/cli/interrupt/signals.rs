//! Signals that ask the process to end: from a keyboard, a supervisor, or a closed terminal.

pub(super) use here::Signals;

#[cfg(unix)]
mod here {
    use std::fs;
    use std::future::pending;
    use std::io;

    use tokio::signal::unix::{Signal, SignalKind, signal};

    /// Receives all of them. A signal that arrives between two calls of `next` is not lost.
    pub(crate) struct Signals {
        interrupt: Signal,
        terminate: Signal,
        hangup: Option<Signal>,
    }

    impl Signals {
        pub(crate) fn new() -> io::Result<Self> {
            let hangup = SignalKind::hangup();
            Ok(Self {
                interrupt: signal(SignalKind::interrupt())?,
                terminate: signal(SignalKind::terminate())?,
                // `nohup` ignores the signal so that the run continues.
                hangup: (!is_ignored(hangup)).then(|| signal(hangup)).transpose()?,
            })
        }

        pub(crate) async fn next(&mut self) {
            let hangup = async {
                match &mut self.hangup {
                    Some(hangup) => hangup.recv().await,
                    None => pending().await,
                }
            };
            tokio::select! {
                _ = self.interrupt.recv() => {}
                _ = self.terminate.recv() => {}
                _ = hangup => {}
            }
        }
    }

    /// Whether the process was started with the signal ignored. Needs `/proc`.
    fn is_ignored(signal: SignalKind) -> bool {
        let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
        let mut lines = status.lines();
        let mask = lines.find_map(|line| line.strip_prefix("SigIgn:"));
        let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
        mask.is_some_and(|mask| mask >> (signal.as_raw_value() - 1) & 1 == 1)
    }
}

#[cfg(not(unix))]
mod here {
    use std::io;

    use tokio::signal::ctrl_c;

    /// Only Ctrl-C is available.
    pub(crate) struct Signals;

    impl Signals {
        pub(crate) fn new() -> io::Result<Self> {
            Ok(Self)
        }

        pub(crate) async fn next(&mut self) {
            if ctrl_c().await.is_err() {
                std::future::pending::<()>().await;
            }
        }
    }
}
