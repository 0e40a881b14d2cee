//! Text with runtime expressions: `$inputs.run`, `book {$inputs.run}`.

/// A text of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Text {
    /// No expressions.
    Literal(String),
    /// One expression and nothing else, which keeps the type of its value: `$inputs.run`.
    Expression(String),
    /// Text with expressions in braces.
    Mixed(String),
}

impl Text {
    /// The pieces one after the other.
    pub(super) fn concat(pieces: Vec<Self>) -> Self {
        let is_literal = pieces.iter().all(|piece| matches!(piece, Self::Literal(_)));
        match <[Self; 1]>::try_from(pieces) {
            Ok([piece]) => piece,
            Err(pieces) => {
                let text = pieces.into_iter().map(Self::embedded).collect();
                if is_literal { Self::Literal(text) } else { Self::Mixed(text) }
            }
        }
    }

    /// The text as a part of another one.
    fn embedded(self) -> String {
        match self {
            Self::Literal(text) | Self::Mixed(text) => text,
            Self::Expression(expression) => format!("{{{expression}}}"),
        }
    }

    /// The text as it is written in the description; `None` for literal text that would be read as an expression.
    pub(super) fn written(self) -> Option<String> {
        match self {
            Self::Literal(text) if text.starts_with('$') || text.contains("{$") => None,
            Self::Literal(text) | Self::Expression(text) | Self::Mixed(text) => Some(text),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions_are_embedded_in_braces() {
        let run = || Text::Expression("$inputs.run".to_owned());
        let literal = |text: &str| Text::Literal(text.to_owned());
        assert_eq!(Text::concat(vec![run()]), run());
        assert_eq!(Text::concat(vec![literal("a"), literal("b")]), literal("ab"));
        let mixed = Text::concat(vec![literal("a."), run()]);
        assert_eq!(mixed, Text::Mixed("a.{$inputs.run}".to_owned()));
        let twice = Text::concat(vec![mixed, run()]);
        assert_eq!(twice.written().as_deref(), Some("a.{$inputs.run}{$inputs.run}"));
    }

    #[test]
    fn literal_text_is_never_read_as_an_expression() {
        for (text, is_plain) in [("$5", false), ("a {$5}", false), ("a $5 {b}", true)] {
            assert_eq!(Text::Literal(text.to_owned()).written().is_some(), is_plain, "{text}");
        }
    }
}
