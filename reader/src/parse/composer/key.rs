//! The keys of maps: unique texts.

use std::collections::BTreeMap;

use granit_parser::{Event, ScalarStyle};

use crate::parse::dialect;
use crate::parse::syntax::Broken;
use crate::span::{Span, Spanned};

use super::{Composer, Read};

impl<'t> Composer<'t> {
    /// The key that begins with an event; `None` if the dialect does not allow it.
    pub(super) fn key(
        &mut self,
        read: Read<'t>,
        depth: usize,
    ) -> Result<Option<Spanned<String>>, Broken> {
        let at = read.at.clone();
        match read.event {
            Event::Scalar(_, ScalarStyle::Plain, ..) if at.is_empty() => {
                self.found.push(dialect::empty_key(self.span(at)));
                Ok(None)
            }
            Event::Scalar(text, style, ..) => {
                let span = self.scalar_span(style, at);
                self.cursor = span.range().end;
                if text == "<<" && style == ScalarStyle::Plain {
                    self.found.push(dialect::merge_key(span));
                    return Ok(None);
                }
                Ok(Some(Spanned::new(text.into_owned(), span)))
            }
            Event::Alias(_) | Event::UnresolvedAlias(_) => {
                self.alias(at);
                Ok(None)
            }
            _ => {
                let node = self.node(read, None, depth)?;
                self.found.push(dialect::not_a_text_key(node.span, &node.describe()));
                Ok(None)
            }
        }
    }

    /// Whether the key is new in its map; a duplicate is reported.
    pub(super) fn is_first(
        &mut self,
        key: &Spanned<String>,
        seen: &mut BTreeMap<String, Span>,
    ) -> bool {
        if let Some(first) = seen.get(&key.value) {
            self.found.push(dialect::duplicate_key(key, *first, key.span));
            return false;
        }
        seen.insert(key.value.clone(), key.span);
        true
    }
}
