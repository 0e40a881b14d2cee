//! The printed lines of a diagnostic, cut out so that the cost of printing does not depend on the file.
//!
//! Offsets in an excerpt start at its first byte.

use std::ops::Range;

use crate::diagnostic::Label;
use crate::source::Sources;
use crate::span::Span;
use crate::words::mask;

/// Labels closer than this share an excerpt.
const NEAR_BYTES: usize = 4096;

/// Of a longer line only the part around a mark is printed.
const MAX_LINE_BYTES: usize = 1024;

/// Bytes printed before and after the beginning of a mark on a cut line.
const AROUND_BYTES: usize = 60;

/// Marks a truncated line.
const CUT: &str = "…";

/// Lines of one file with their marks.
pub(super) struct Excerpt<'a> {
    pub(super) path: &'a str,
    /// The number of the first line.
    pub(super) first_line: usize,
    /// Line and column of the first mark, if the excerpt begins within a line.
    pub(super) position: Option<(usize, usize)>,
    pub(super) marks: Vec<Mark<'a>>,
    /// The lines, with control characters replaced.
    pub(super) text: String,
}

/// An underlined part of an excerpt.
pub(super) struct Mark<'a> {
    pub(super) range: Range<usize>,
    pub(super) text: &'a str,
    pub(super) primary: bool,
}

/// Whole lines, or a part of a long line, with their marks.
struct Cluster<'a> {
    shown: Span,
    is_cut: bool,
    marks: Vec<Mark<'a>>,
}

/// The excerpts of all labels: that of the primary label first, the others in order.
///
/// Of a multi-line span only the first line is printed.
pub(super) fn of_labels<'a>(sources: &'a Sources, labels: &'a [Label]) -> Vec<Excerpt<'a>> {
    let mut clusters: Vec<Cluster<'a>> = Vec::new();
    let (primary, others): (Vec<_>, Vec<_>) = labels.iter().partition(|label| label.primary);
    for label in primary.into_iter().chain(others) {
        let new = Cluster::of_label(sources, label);
        match clusters.iter_mut().find(|known| known.is_near(&new)) {
            Some(known) => known.join(new),
            None => clusters.push(new),
        }
    }
    clusters
        .into_iter()
        .map(|cluster| Excerpt::new(sources, cluster.shown, cluster.marks))
        .collect()
}

impl<'a> Cluster<'a> {
    fn of_label(sources: &Sources, label: &'a Label) -> Self {
        let text = sources.text(label.span.file);
        let line = sources.line(label.span.file, label.span.range().start);
        let range = first_line_of(text, label.span, &line);
        let is_cut = line.len() > MAX_LINE_BYTES;
        let (shown, range) = if is_cut {
            let shown = around(text, range.start, &line);
            let end = range.end.min(shown.end);
            (shown, range.start..end)
        } else {
            (line, range)
        };
        Self {
            shown: Span::new(label.span.file, shown),
            is_cut,
            marks: vec![Mark { range, text: &label.text, primary: label.primary }],
        }
    }

    /// Lines are near if few lines are between them; parts of a line only if they touch.
    fn is_near(&self, other: &Self) -> bool {
        let (one, other_one) = (self.shown, other.shown);
        let gap = one.start.max(other_one.start).saturating_sub(one.end.min(other_one.end));
        let most = if self.is_cut { 1 } else { NEAR_BYTES };
        one.file == other_one.file && self.is_cut == other.is_cut && (gap as usize) < most
    }

    fn join(&mut self, other: Self) {
        self.shown.start = self.shown.start.min(other.shown.start);
        self.shown.end = self.shown.end.max(other.shown.end);
        self.marks.extend(other.marks);
    }
}

impl<'a> Excerpt<'a> {
    /// All lines of a span; `None` if it is too long.
    pub(super) fn of_span(sources: &'a Sources, span: Span) -> Option<Self> {
        let text = sources.text(span.file);
        let range = snapped(text, span.range());
        let first = sources.line(span.file, range.start);
        let last = sources.line(span.file, range.end);
        let is_cut = first.len().max(last.len()) > MAX_LINE_BYTES;
        let most = if is_cut { AROUND_BYTES } else { NEAR_BYTES };
        if range.len() > most {
            return None;
        }
        let shown = if is_cut {
            around(text, range.start, &first).start..around(text, range.end, &last).end
        } else {
            first.start..last.end
        };
        let mark = Mark { range, text: "", primary: true };
        let shown = Span::new(span.file, shown);
        Some(Self::new(sources, shown, vec![mark]))
    }

    fn new(sources: &'a Sources, shown: Span, mut marks: Vec<Mark<'a>>) -> Self {
        let Range { start, end } = shown.range();
        let is_cut_before = start > sources.line(shown.file, start).start;
        let is_cut_after = end < sources.line(shown.file, end).end;
        let before = if is_cut_before { CUT } else { "" };
        let after = if is_cut_after { CUT } else { "" };
        let first = marks.first().map_or(start, |mark| mark.range.start);
        let first = u32::try_from(first).unwrap_or(u32::MAX);
        for mark in &mut marks {
            let within = |at: usize| at - start + before.len();
            mark.range = within(mark.range.start)..within(mark.range.end);
        }
        Self {
            path: sources.path(shown.file),
            first_line: sources.position(shown.file, shown.start).0,
            position: is_cut_before.then(|| sources.position(shown.file, first)),
            marks,
            text: format!("{before}{}{after}", mask(sources.slice(shown))),
        }
    }
}

/// The part of a line around an offset.
fn around(text: &str, at: usize, line: &Range<usize>) -> Range<usize> {
    let start = text.floor_char_boundary(at.saturating_sub(AROUND_BYTES));
    let end = text.ceil_char_boundary(at.saturating_add(AROUND_BYTES).min(text.len()));
    start.max(line.start)..end.min(line.end)
}

/// The part of a span on its first line, without trailing blanks.
fn first_line_of(text: &str, span: Span, line: &Range<usize>) -> Range<usize> {
    let range = snapped(text, span.range());
    let start = range.start.clamp(line.start, line.end);
    let end = range.end.clamp(start, line.end);
    let is_cut = range.end > line.end;
    let shown = &text[start..end];
    start..start + if is_cut { shown.trim_end().len() } else { shown.len() }
}

/// Clamps a range to a text and to character boundaries.
fn snapped(text: &str, range: Range<usize>) -> Range<usize> {
    let start = text.floor_char_boundary(range.start);
    let end = text.ceil_char_boundary(range.end.min(text.len()));
    start..end.max(start)
}
