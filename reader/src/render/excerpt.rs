//! The lines of a file that a finding shows, cut out so that showing costs no more than they do.
//!
//! Offsets within an excerpt count from its first byte.

use std::ops::Range;

use crate::diagnostic::Label;
use crate::quoted::mask;
use crate::source::Sources;
use crate::span::Span;

/// Labels closer than this share an excerpt.
const NEAR_BYTES: usize = 4096;

/// A line longer than this is named, not shown.
const MAX_LINE_BYTES: usize = 1024;

/// Some lines of one file, with what is to be marked in them.
pub(super) struct Excerpt<'a> {
    pub(super) path: &'a str,
    /// The number of the first line.
    pub(super) first_line: usize,
    /// Line and column of the first mark.
    pub(super) position: (usize, usize),
    pub(super) marks: Vec<Mark<'a>>,
    text: &'a str,
}

/// A part of an excerpt to be underlined.
pub(super) struct Mark<'a> {
    pub(super) range: Range<usize>,
    pub(super) text: &'a str,
    pub(super) primary: bool,
}

/// The excerpts that show all labels: the primary one's first, then as the labels come.
///
/// Of a place that goes over several lines only the first is shown: it says enough.
pub(super) fn of_labels<'a>(sources: &'a Sources, labels: &'a [Label]) -> Vec<Excerpt<'a>> {
    let mut clusters: Vec<(Span, Vec<Mark<'a>>)> = Vec::new();
    let (primary, others): (Vec<_>, Vec<_>) = labels.iter().partition(|label| label.primary);
    for label in primary.into_iter().chain(others) {
        let line = sources.line(label.span.file, label.span.range().start);
        let range = first_line_of(sources.text(label.span.file), label.span, &line);
        let mark = Mark {
            range,
            text: &label.text,
            primary: label.primary,
        };
        let line = Span::new(label.span.file, line);
        match clusters
            .iter_mut()
            .find(|(lines, _)| are_near(*lines, line))
        {
            Some((lines, marks)) => {
                lines.start = lines.start.min(line.start);
                lines.end = lines.end.max(line.end);
                marks.push(mark);
            }
            None => clusters.push((line, vec![mark])),
        }
    }
    clusters
        .into_iter()
        .map(|(lines, marks)| Excerpt::new(sources, lines, marks))
        .collect()
}

impl<'a> Excerpt<'a> {
    /// All lines of one span, which is marked to its end.
    pub(super) fn of_span(sources: &'a Sources, span: Span) -> Self {
        let text = sources.text(span.file);
        let range = snapped(text, span.range());
        let first = sources.line(span.file, range.start);
        let last = sources.line(span.file, range.end);
        let mark = Mark {
            range,
            text: "",
            primary: true,
        };
        Self::new(
            sources,
            Span::new(span.file, first.start..last.end),
            vec![mark],
        )
    }

    fn new(sources: &'a Sources, lines: Span, mut marks: Vec<Mark<'a>>) -> Self {
        let offset = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        let first = marks
            .first()
            .map_or(lines.start, |mark| offset(mark.range.start));
        let start = lines.range().start;
        for mark in &mut marks {
            mark.range = mark.range.start - start..mark.range.end - start;
        }
        Self {
            path: sources.path(lines.file),
            first_line: sources.position(lines.file, lines.start).0,
            position: sources.position(lines.file, first),
            marks,
            text: sources.slice(lines),
        }
    }

    /// Whether showing the lines would bury what is marked.
    pub(super) fn is_too_long(&self) -> bool {
        self.text.lines().any(|line| line.len() > MAX_LINE_BYTES)
    }

    /// The lines, without what a terminal obeys and the renderer would let pass.
    pub(super) fn masked_text(&self) -> String {
        mask(self.text)
    }
}

fn are_near(lines: Span, line: Span) -> bool {
    let gap = lines
        .start
        .max(line.start)
        .saturating_sub(lines.end.min(line.end));
    lines.file == line.file && (gap as usize) < NEAR_BYTES
}

/// The part of a span that is on its first line, without the blanks at that line's end.
fn first_line_of(text: &str, span: Span, line: &Range<usize>) -> Range<usize> {
    let range = snapped(text, span.range());
    let start = range.start.clamp(line.start, line.end);
    let end = range.end.clamp(start, line.end);
    let is_cut = range.end > line.end;
    let shown = &text[start..end];
    start
        ..start
            + if is_cut {
                shown.trim_end().len()
            } else {
                shown.len()
            }
}

/// A range made to fit a text: within it, not backwards, and between characters.
fn snapped(text: &str, range: Range<usize>) -> Range<usize> {
    let start = text.floor_char_boundary(range.start);
    let end = text.ceil_char_boundary(range.end.min(text.len()));
    start..end.max(start)
}
