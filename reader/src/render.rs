//! Findings for people: rustc's look, the source underlined, a summary at the end.
//!
//! The JSON for programs is in `render/json`.

mod excerpt;
mod json;

use annotate_snippets::{AnnotationKind, Group, Level, Origin, Patch, Renderer, Snippet};

use crate::diagnostic::{Diagnostic, Diagnostics, Fix, Severity};
use crate::quoted::{escape, mask};
use crate::source::Sources;

use excerpt::Excerpt;
pub use json::to_json;

/// Whether to use colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Text alone.
    Plain,
    /// With the escapes that colour a terminal.
    Color,
}

/// All findings by file and place, and a line that counts them; nothing when there are none.
pub fn render(sources: &Sources, diagnostics: &Diagnostics, style: Style) -> String {
    let renderer = match style {
        Style::Plain => Renderer::plain(),
        Style::Color => Renderer::styled(),
    };
    let mut text = String::new();
    for diagnostic in diagnostics.sorted(sources) {
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
    let title = level
        .primary_title(escape(&diagnostic.message))
        .id(diagnostic.code);
    let mut group = Group::with_title(title);
    for excerpt in excerpt::of_labels(sources, &diagnostic.labels) {
        group = place(group, &excerpt);
    }
    for help in &diagnostic.help {
        group = group.element(Level::HELP.message(escape(help)));
    }
    let mut groups = vec![group];
    groups.extend(diagnostic.fix.as_ref().map(|fix| suggestion(sources, fix)));
    groups
}

fn place<'a>(group: Group<'a>, excerpt: &Excerpt<'a>) -> Group<'a> {
    if excerpt.is_too_long() {
        let marks = excerpt.marks.iter().filter(|mark| !mark.text.is_empty());
        let (line, column) = excerpt.position;
        return group
            .element(
                Origin::path(escape(excerpt.path))
                    .line(line)
                    .char_column(column),
            )
            .elements(marks.map(|mark| Level::NOTE.message(escape(mark.text))));
    }
    let annotations = excerpt.marks.iter().map(|mark| {
        let kind = if mark.primary {
            AnnotationKind::Primary
        } else {
            AnnotationKind::Context
        };
        kind.span(mark.range.clone()).label(escape(mark.text))
    });
    let snippet = Snippet::source(excerpt.masked_text())
        .path(escape(excerpt.path))
        .line_start(excerpt.first_line)
        .annotations(annotations);
    group.element(snippet)
}

fn suggestion<'a>(sources: &'a Sources, fix: &'a Fix) -> Group<'a> {
    let title = Level::HELP.secondary_title(escape(&fix.text));
    let excerpt = Excerpt::of_span(sources, fix.span);
    if excerpt.is_too_long() {
        return Group::with_title(title);
    }
    let patches = excerpt
        .marks
        .iter()
        .map(|mark| Patch::new(mark.range.clone(), mask(&fix.replacement)));
    let snippet = Snippet::source(excerpt.masked_text())
        .path(escape(excerpt.path))
        .line_start(excerpt.first_line)
        .patches(patches);
    title.element(snippet)
}

fn summary(diagnostics: &Diagnostics) -> Option<(Level<'static>, String)> {
    let counted = |severity, word: &str| match diagnostics.count(severity) {
        0 => None,
        1 => Some(format!("1 {word}")),
        many => Some(format!("{many} {word}s")),
    };
    let errors = counted(Severity::Error, "mistake");
    let warnings = counted(Severity::Warning, "warning");
    Some(match (errors, warnings) {
        (Some(errors), Some(warnings)) => (Level::ERROR, format!("{errors}, {warnings} found")),
        (Some(errors), None) => (Level::ERROR, format!("{errors} found")),
        (None, Some(warnings)) => (Level::WARNING, format!("{warnings} found")),
        (None, None) => return None,
    })
}
