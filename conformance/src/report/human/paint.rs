//! Colours of the human-readable report. The caller decides whether to use them.

/// Adds colours, or returns text unchanged.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Paint {
    pub(super) on: bool,
}

/// Purpose of a colour.
#[derive(Clone, Copy, Debug)]
pub(super) enum Tone {
    Good,
    Bad,
    Open,
    Title,
}

impl Paint {
    pub(super) fn text(self, tone: Tone, text: &str) -> String {
        let code = match tone {
            Tone::Good => "32",
            Tone::Bad => "1;31",
            Tone::Open => "33",
            Tone::Title => "1",
        };
        if self.on { format!("\u{1b}[{code}m{text}\u{1b}[0m") } else { text.to_owned() }
    }
}
