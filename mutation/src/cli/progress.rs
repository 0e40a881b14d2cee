//! Progress on standard error: a progress bar on a terminal, otherwise a line per item.

use std::io::{IsTerminal, stderr};

use indicatif::{ProgressBar, ProgressStyle};

/// Progress of a run.
pub(super) struct Progress {
    bar: Option<ProgressBar>,
}

impl Progress {
    pub(super) fn new(count: usize, noun: &'static str) -> Self {
        let bar = stderr().is_terminal().then(|| {
            let bar = ProgressBar::new(u64::try_from(count).unwrap_or_default());
            // The template is a valid constant.
            if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos}/{len} {prefix} {msg}") {
                bar.set_style(style);
            }
            bar.set_prefix(noun);
            bar
        });
        Self { bar }
    }

    /// Reports an item as finished. On a terminal, only notable outcomes stay visible.
    pub(super) fn finish_item(&self, name: &str, outcome: &str, is_notable: bool) {
        match &self.bar {
            Some(bar) => {
                if is_notable {
                    bar.println(format!("{outcome} {name}"));
                }
                bar.set_message(name.to_owned());
                bar.inc(1);
            }
            None => eprintln!("{outcome} {name}"),
        }
    }

    pub(super) fn finish(self) {
        if let Some(bar) = self.bar {
            bar.finish_and_clear();
        }
    }
}
