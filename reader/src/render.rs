//! Renders diagnostics for people, in the style of rustc, with a summary at the end.
//!
//! `render/json` renders JSON.

mod excerpt;
mod json;

use annotate_snippets::{AnnotationKind, Element, Group, Level, Origin, Patch, Renderer, Snippet};

use crate::diagnostic::{Diagnostic, Diagnostics, Fix, Severity};
use crate::source::Sources;
use crate::span::FileId;
use crate::words::{counted, escape, mask};

use excerpt::Excerpt;
pub use json::to_json;

/// Whether to use colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Plain text.
    Plain,
    /// Text with ANSI colours.
    Color,
}

/// Maximum number of printed diagnostics.
const MAX_SHOWN: usize = 1000;

/// Renders the diagnostics by file and offset, and a summary; empty if there are none.
pub fn render(sources: &Sources, diagnostics: &Diagnostics, style: Style) -> String {
    let renderer = match style {
        Style::Plain => Renderer::plain(),
        Style::Color => Renderer::styled(),
    };
    let mut text = String::new();
    for diagnostic in diagnostics.sorted(sources).into_iter().take(MAX_SHOWN) {
        text += &renderer.render(&groups(sources, diagnostic));
        text += "\n\n";
    }
    if let Some((level, summary)) = summary(diagnostics) {
        text += &renderer.render(&[Group::with_title(level.primary_title(summary))]);
        text.push('\n');
    }
    text
}

fn groups<'a>(sources: &'a Sources, diagnostic: &'a Diagnostic) -> Vec<Group<'a>> {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let title = level.clone().primary_title(escape(&diagnostic.message)).id(diagnostic.code);
    let mut groups = vec![Group::with_title(title)];
    for excerpt in excerpt::of_labels(sources, &diagnostic.labels) {
        place(&mut groups, excerpt, &level);
    }
    for help in &diagnostic.help {
        add(&mut groups, Level::HELP.message(escape(help)));
    }
    groups.extend(diagnostic.fix.as_ref().map(|fix| suggestion(sources, fix)));
    groups
}

/// Adds an element to the last group.
fn add<'a>(groups: &mut Vec<Group<'a>>, element: impl Into<Element<'a>>) {
    if let Some(group) = groups.pop() {
        groups.push(group.element(element));
    }
}

fn place<'a>(groups: &mut Vec<Group<'a>>, excerpt: Excerpt<'a>, level: &Level<'a>) {
    let annotations: Vec<_> = excerpt
        .marks
        .iter()
        .map(|mark| {
            let kind = if mark.primary { AnnotationKind::Primary } else { AnnotationKind::Context };
            kind.span(mark.range.clone()).label(escape(mark.text))
        })
        .collect();
    let snippet =
        Snippet::source(excerpt.text).line_start(excerpt.first_line).annotations(annotations);
    let path = escape(excerpt.path);
    match excerpt.position {
        None => add(groups, snippet.path(path)),
        Some((line, column)) => {
            add(groups, Origin::path(path).line(line).char_column(column));
            // In one group the renderer would announce another file.
            groups.push(Group::with_level(level.clone()).element(snippet));
        }
    }
}

fn suggestion<'a>(sources: &'a Sources, fix: &'a Fix) -> Group<'a> {
    let title = Level::HELP.secondary_title(escape(&fix.text));
    let Some(excerpt) = Excerpt::of_span(sources, fix.span) else {
        return Group::with_title(title);
    };
    let patches: Vec<_> = excerpt
        .marks
        .iter()
        .map(|mark| Patch::new(mark.range.clone(), mask(&fix.replacement)))
        .collect();
    let snippet = Snippet::source(excerpt.text)
        .path(escape(excerpt.path))
        .line_start(excerpt.first_line)
        .patches(patches);
    title.element(snippet)
}

fn summary(diagnostics: &Diagnostics) -> Option<(Level<'static>, String)> {
    let counted = |severity, word: &str| match diagnostics.count(severity) {
        0 => None,
        count => Some(counted(count, word)),
    };
    let errors = counted(Severity::Error, "error");
    let warnings = counted(Severity::Warning, "warning");
    let shown = if diagnostics.len() > MAX_SHOWN {
        format!(", the first {MAX_SHOWN} are shown")
    } else {
        String::new()
    };
    Some(match (errors, warnings) {
        (Some(errors), Some(warnings)) => {
            (Level::ERROR, format!("{errors}, {warnings} found{shown}"))
        }
        (Some(errors), None) => (Level::ERROR, format!("{errors} found{shown}")),
        (None, Some(warnings)) => (Level::WARNING, format!("{warnings} found{shown}")),
        (None, None) => return None,
    })
}

impl Diagnostics {
    /// The diagnostics by file path and offset; those without a span first.
    pub fn into_sorted(self, sources: &Sources) -> Self {
        let mut list: Vec<_> = self.into_iter().collect();
        list.sort_by(|a, b| position(sources, a).cmp(&position(sources, b)));
        let mut sorted = Self::new();
        sorted.extend(list);
        sorted
    }

    /// The same order as [`Diagnostics::into_sorted`], borrowed.
    pub fn sorted(&self, sources: &Sources) -> Vec<&Diagnostic> {
        let mut list: Vec<_> = self.iter().collect();
        list.sort_by_key(|diagnostic| position(sources, diagnostic));
        list
    }
}

fn position<'s>(sources: &'s Sources, diagnostic: &Diagnostic) -> Option<(&'s str, FileId, u32)> {
    let span = diagnostic.place()?;
    Some((sources.path(span.file), span.file, span.start))
}
