//! Composes parser events into nodes with spans.
//!
//! This module decides what violates the dialect; `dialect` has the diagnostics.

use std::borrow::Cow;
use std::collections::BTreeMap;

use granit_parser::{Event, Parser, ScalarStyle, ScanError, StrInput, options};

use crate::diagnostic::Diagnostics;
use crate::node::{Entry, Node, Scalar, Value};
use crate::span::{FileId, Span, Spanned};

use super::syntax::Broken;
use super::{Bytes, MAX_DEPTH, dialect, layout};

/// Composes the tree of one text.
pub(super) struct Composer<'t> {
    /// The text for the parser.
    text: &'t str,
    /// The text of the file, which differs in tabs at most.
    written: &'t str,
    file: FileId,
    events: Parser<'t, StrInput<'t>>,
    found: &'t mut Diagnostics,
    /// End of the composed text.
    cursor: usize,
    /// Offsets of the open brackets.
    brackets: Vec<usize>,
    /// The last reported tabs: a map and its first key begin at the same offset.
    last_tabs: Bytes,
}

/// An event and the span of its text.
struct Read<'t> {
    event: Event<'t>,
    at: Bytes,
}

impl<'t> Composer<'t> {
    pub(super) fn new(
        text: &'t str,
        written: &'t str,
        file: FileId,
        found: &'t mut Diagnostics,
    ) -> Self {
        let options = options! {
            emit_comments: false,
            emit_anchor_events: true,
            emit_unresolved_aliases: true,
            disallow_directives: true,
        };
        let events = Parser::new_from_str_with_options(text, options);
        Self {
            text,
            written,
            file,
            events,
            found,
            cursor: 0,
            brackets: Vec::new(),
            last_tabs: 0..0,
        }
    }

    /// The only document of the file.
    pub(super) fn document(&mut self) -> Result<Node, Broken> {
        let mut root = None;
        loop {
            let read = self.next()?;
            match read.event {
                Event::StreamEnd => break,
                Event::DocumentStart(..) if root.is_some() => {
                    self.found.push(dialect::second_document(self.span(read.at)));
                    break;
                }
                Event::StreamStart | Event::DocumentEnd => {}
                Event::DocumentStart(true, _) => self.cursor = read.at.end,
                Event::DocumentStart(false, _) => {}
                _ => root = Some(self.node(read, None, 0)?),
            }
        }
        Ok(root.unwrap_or_else(|| self.null(0..0)))
    }

    /// The next event that is not a property of a node; properties are reported.
    fn next(&mut self) -> Result<Read<'t>, Broken> {
        while let Some(next) = self.events.next() {
            let (event, span) = next.map_err(|error| self.broken(&error))?;
            let at = span.byte_range().unwrap_or(self.cursor..self.cursor);
            if let Event::Anchor(..) = event {
                self.found.push(dialect::anchor(self.span(at)));
                continue;
            }
            if let Some(tag) = span.tag_span().and_then(|tag| tag.byte_range()) {
                self.found.push(dialect::tag(self.span(tag)));
            }
            self.check_tabs(at.start);
            return Ok(Read { event, at });
        }
        Ok(Read { event: Event::StreamEnd, at: self.cursor..self.cursor })
    }

    /// The node that begins with an event, at a depth; the indicator before the node, if any.
    fn node(
        &mut self,
        read: Read<'t>,
        indicator: Option<u8>,
        depth: usize,
    ) -> Result<Node, Broken> {
        match read.event {
            Event::SequenceStart(..) | Event::MappingStart(..) if depth == MAX_DEPTH => {
                self.skip_too_deep(read.at)
            }
            Event::SequenceStart(..) => self.list(read.at, depth + 1),
            Event::MappingStart(..) => self.map(read.at, depth + 1),
            Event::Scalar(text, style, ..) => Ok(self.scalar(text, style, read.at, indicator)),
            Event::Alias(_) | Event::UnresolvedAlias(_) => Ok(self.alias(read.at)),
            _ => Ok(self.null(read.at)),
        }
    }

    fn list(&mut self, at: Bytes, depth: usize) -> Result<Node, Broken> {
        self.open(&at);
        let mut items = Vec::new();
        loop {
            let read = self.next()?;
            match read.event {
                Event::SequenceEnd | Event::StreamEnd => {
                    let span = self.close(&at, read.at);
                    return Ok(Node { span, value: Value::List(items) });
                }
                _ => items.push(self.node(read, Some(b'-'), depth)?),
            }
        }
    }

    fn map(&mut self, at: Bytes, depth: usize) -> Result<Node, Broken> {
        self.open(&at);
        let mut entries = Vec::new();
        let mut seen = BTreeMap::new();
        loop {
            let read = self.next()?;
            if let Event::MappingEnd | Event::StreamEnd = read.event {
                let span = self.close(&at, read.at);
                return Ok(Node { span, value: Value::Map(entries) });
            }
            let key = self.key(read, depth)?;
            if let (Some(key), Some(last)) = (&key, entries.last_mut()) {
                self.keep_before(key.span, last);
            }
            let next = self.next()?;
            let value = self.node(next, Some(b':'), depth)?;
            if let Some(key) = key
                && self.is_first(&key, &mut seen)
            {
                entries.push(Entry { key, value });
            }
        }
    }

    /// The key that begins with an event; `None` if the dialect does not allow it.
    fn key(&mut self, read: Read<'t>, depth: usize) -> Result<Option<Spanned<String>>, Broken> {
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
    fn is_first(&mut self, key: &Spanned<String>, seen: &mut BTreeMap<String, Span>) -> bool {
        if let Some(first) = seen.get(&key.value) {
            self.found.push(dialect::duplicate_key(key, *first, key.span));
            return false;
        }
        seen.insert(key.value.clone(), key.span);
        true
    }

    /// A missing value is expected at its `:`, which may be the first letter of the next key: then its span is the
    /// end of its own key.
    fn keep_before(&self, next: Span, entry: &mut Entry) {
        if entry.value.span.start > next.start {
            let end = entry.key.span.range().end;
            entry.value.span = self.span(end..end);
        }
    }

    fn scalar(
        &mut self,
        text: Cow<'t, str>,
        style: ScalarStyle,
        at: Bytes,
        indicator: Option<u8>,
    ) -> Node {
        let plain = style == ScalarStyle::Plain;
        if plain && at.is_empty() {
            let place = match indicator {
                Some(sign) => layout::missing_value(self.text, self.cursor, sign),
                None => self.cursor,
            };
            return self.null(place..place);
        }
        let span = self.scalar_span(style, at);
        self.cursor = span.range().end;
        if plain && matches!(&*text, "~" | "null") {
            return Node { span, value: Value::Null };
        }
        Node { span, value: Value::Scalar(Scalar { text: text.into_owned(), plain }) }
    }

    fn scalar_span(&self, style: ScalarStyle, at: Bytes) -> Span {
        self.span(match style {
            ScalarStyle::Literal | ScalarStyle::Folded => {
                layout::block_text(self.text, self.cursor, at)
            }
            _ => at,
        })
    }

    fn alias(&mut self, at: Bytes) -> Node {
        self.found.push(dialect::alias(self.span(at.clone())));
        self.null(at)
    }

    /// Skips a map or list that is nested too deeply, without recursion.
    fn skip_too_deep(&mut self, at: Bytes) -> Result<Node, Broken> {
        let span = self.span(at);
        self.found.push(dialect::too_deep(span));
        let mut open = 1;
        while open > 0 {
            let read = self.next()?;
            match read.event {
                Event::SequenceStart(..) | Event::MappingStart(..) => open += 1,
                Event::SequenceEnd | Event::MappingEnd => open -= 1,
                Event::StreamEnd => break,
                _ => {}
            }
            if !read.at.is_empty() {
                self.cursor = read.at.end;
            }
        }
        Ok(Node { span, value: Value::Null })
    }

    /// Begins a map or list, at its bracket if it has one.
    fn open(&mut self, at: &Bytes) {
        self.cursor = at.end;
        self.brackets.extend((!at.is_empty()).then_some(at.start));
    }

    /// Ends a map or list: at its bracket, or where its last part ends.
    fn close(&mut self, start: &Bytes, end: Bytes) -> Span {
        self.brackets.pop_if(|open| *open == start.start);
        if !end.is_empty() {
            self.cursor = end.end;
        }
        self.span(start.start..self.cursor)
    }

    fn broken(&self, error: &ScanError) -> Broken {
        Broken::new(error, self.text, self.cursor, self.brackets.last().copied())
    }

    fn null(&mut self, at: Bytes) -> Node {
        self.cursor = at.end;
        Node { span: self.span(at), value: Value::Null }
    }

    fn check_tabs(&mut self, at: usize) {
        if let Some(tabs) = layout::tab_indentation(self.written, at)
            && tabs != self.last_tabs
        {
            self.found.push(dialect::tab(self.span(tabs.clone())));
            self.last_tabs = tabs;
        }
    }

    fn span(&self, at: Bytes) -> Span {
        Span::new(self.file, at)
    }
}
