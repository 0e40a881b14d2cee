//! Progress on standard error: a bar on a terminal, a line for each thing that is done elsewhere.

use std::io::{IsTerminal, stderr};

use indicatif::{ProgressBar, ProgressStyle};

/// How far the work is.
pub(super) struct Progress {
    bar: Option<ProgressBar>,
}

impl Progress {
    pub(super) fn new(count: usize, what: &'static str) -> Self {
        let bar = stderr().is_terminal().then(|| {
            let bar = ProgressBar::new(u64::try_from(count).unwrap_or_default());
            // The template is a constant that is known to be one.
            if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos}/{len} {prefix} {msg}") {
                bar.set_style(style);
            }
            bar.set_prefix(what);
            bar
        });
        Self { bar }
    }

    /// One more is done; what came of it is shown for good if it is `odd`.
    pub(super) fn done(&self, name: &str, outcome: &str, odd: bool) {
        match &self.bar {
            Some(bar) => {
                if odd {
                    bar.println(format!("{outcome} {name}"));
                }
                bar.set_message(name.to_owned());
                bar.inc(1);
            }
            None => eprintln!("{outcome} {name}"),
        }
    }

    pub(super) fn end(self) {
        if let Some(bar) = self.bar {
            bar.finish_and_clear();
        }
    }
}
