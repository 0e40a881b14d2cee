//! A function that sees the text of each statement of a store and may replace it, in test builds only.
//!
//! With the feature `statement-hook` a store can be opened with one. Without it the type is empty and does nothing.

use std::borrow::Cow;
#[cfg(any(test, feature = "statement-hook"))]
use std::sync::Arc;

/// The function: from the purpose of a statement and its text to the text that runs, or `None` for the same.
#[cfg(any(test, feature = "statement-hook"))]
type Rewrite = dyn Fn(&str, &str) -> Option<String> + Send + Sync;

/// The hook of a store; the default does nothing.
#[derive(Clone, Default)]
pub struct StatementHook {
    #[cfg(any(test, feature = "statement-hook"))]
    rewrite: Option<Arc<Rewrite>>,
}

/// The hook of a store that has none.
pub(super) static NO_HOOK: StatementHook = StatementHook {
    #[cfg(any(test, feature = "statement-hook"))]
    rewrite: None,
};

impl StatementHook {
    /// Purpose that a migration has for the hook. Its text is the whole file.
    pub const MIGRATE: &'static str = "migrate";

    /// A hook that calls the function for each statement that runs.
    #[cfg(any(test, feature = "statement-hook"))]
    pub fn new(rewrite: impl Fn(&str, &str) -> Option<String> + Send + Sync + 'static) -> Self {
        StatementHook { rewrite: Some(Arc::new(rewrite)) }
    }

    /// The text that runs instead of this one.
    #[cfg(any(test, feature = "statement-hook"))]
    pub(super) fn rewrite<'t>(&self, doing: &str, text: Cow<'t, str>) -> Cow<'t, str> {
        let rewritten = self.rewrite.as_ref().and_then(|rewrite| rewrite(doing, &text));
        rewritten.map_or(text, Cow::Owned)
    }

    /// The text unchanged.
    #[cfg(not(any(test, feature = "statement-hook")))]
    pub(super) fn rewrite<'t>(&self, _doing: &str, text: Cow<'t, str>) -> Cow<'t, str> {
        text
    }
}

impl std::fmt::Debug for StatementHook {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("StatementHook")
    }
}
