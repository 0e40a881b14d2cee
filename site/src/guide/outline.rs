//! The headings of a guide, and where a long guide is split into pages.

use std::collections::BTreeMap;
use std::ops::Range;

use pulldown_cmark::{Event, HeadingLevel, Options, Parser, Tag, TagEnd};

use crate::Markdown;

/// The height from which a guide is split, in pixels on a wide screen.
const HIGHEST: usize = 9000;

/// A table with more rows scrolls by itself.
pub const LONG_TABLE: usize = 60;

pub struct Outline<'t> {
    pub name: String,
    pub title: String,
    /// The events of each page.
    pub parts: Vec<Range<usize>>,
    events: Vec<Event<'t>>,
    headings: Vec<Heading>,
}

pub struct Heading {
    /// The position of its first event.
    at: usize,
    pub level: u8,
    pub anchor: String,
    pub text: String,
}

impl<'t> Outline<'t> {
    pub fn read(file: &'t Markdown) -> Self {
        let options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH;
        let events: Vec<Event<'_>> = Parser::new_ext(&file.text, options).collect();
        let headings = headings(&events);
        let title = headings.iter().find(|heading| heading.level == 1);
        Self {
            name: file.name.clone(),
            title: title.map_or_else(|| file.name.clone(), |heading| heading.text.clone()),
            parts: parts(&events, &headings),
            events,
            headings,
        }
    }

    /// The events of a page.
    pub fn events_of(&self, part: usize) -> &[Event<'t>] {
        let range = self.parts.get(part).cloned().unwrap_or_default();
        self.events.get(range).unwrap_or_default()
    }

    /// The headings of a page.
    pub fn headings_of(&self, part: usize) -> impl Iterator<Item = &Heading> + Clone {
        let range = self.parts.get(part).cloned().unwrap_or_default();
        self.headings.iter().filter(move |heading| range.contains(&heading.at))
    }

    /// The page that has an anchor; the first if none has it.
    pub fn part_of(&self, anchor: &str) -> usize {
        let heading = self.headings.iter().find(|heading| heading.anchor == anchor);
        let part = heading
            .and_then(|heading| self.parts.iter().position(|range| range.contains(&heading.at)));
        part.unwrap_or(0)
    }
}

/// All headings, with the anchors that GitHub makes.
fn headings(events: &[Event<'_>]) -> Vec<Heading> {
    let mut seen = BTreeMap::<String, usize>::new();
    let (mut headings, mut text, mut start) = (Vec::new(), String::new(), None);
    for (at, event) in events.iter().enumerate() {
        match event {
            Event::Start(Tag::Heading { .. }) => {
                start = Some(at);
                text.clear();
            }
            Event::Text(part) | Event::Code(part) if start.is_some() => text.push_str(part),
            Event::End(TagEnd::Heading(level)) => {
                let slug = slug(&text);
                let count = seen.entry(slug.clone()).or_default();
                let anchor = if *count == 0 { slug } else { format!("{slug}-{count}") };
                *count += 1;
                let at = start.take().unwrap_or(at);
                headings.push(Heading { at, level: number(*level), anchor, text: text.clone() });
            }
            _ => {}
        }
    }
    headings
}

fn number(level: HeadingLevel) -> u8 {
    match level {
        HeadingLevel::H1 => 1,
        HeadingLevel::H2 => 2,
        HeadingLevel::H3 => 3,
        _ => 4,
    }
}

/// The anchor of a heading.
fn slug(text: &str) -> String {
    let kept = text
        .to_lowercase()
        .chars()
        .filter(|sign| sign.is_alphanumeric() || " -_".contains(*sign))
        .collect::<String>();
    kept.replace(' ', "-")
}

/// Ranges of events that make a page each. A page begins with a heading, if possible one of the second level.
fn parts(events: &[Event<'_>], headings: &[Heading]) -> Vec<Range<usize>> {
    let starts: Vec<&Heading> =
        headings.iter().filter(|heading| matches!(heading.level, 2 | 3)).collect();
    let ends = starts.iter().skip(1).map(|heading| heading.at).chain([events.len()]);
    let (mut parts, mut begin) = (Vec::new(), 0);
    let mut section = starts.first().map_or(0, |heading| heading.at);
    for (heading, end) in starts.iter().zip(ends) {
        if heading.level == 2 {
            section = heading.at;
        }
        if heading.at == begin || height(&events[begin..end]) <= HIGHEST {
            continue;
        }
        let whole_section = section > begin && height(&events[begin..section]) > HIGHEST / 3;
        let split = if whole_section { section } else { heading.at };
        parts.push(begin..split);
        begin = split;
    }
    parts.push(begin..events.len());
    parts
}

/// About how many pixels the events are high.
fn height(events: &[Event<'_>]) -> usize {
    const LINE: usize = 26;
    const SIGNS: usize = 88;
    let (mut height, mut signs, mut cell, mut cells, mut rows, mut before) = (0, 0, 0, 0, 0, 0);
    for event in events {
        match event {
            // A block of code.
            Event::Text(text) if text.contains('\n') => height += 20 * text.matches('\n').count(),
            Event::Text(text) | Event::Code(text) => signs += text.len(),
            Event::Start(Tag::Table(_)) => {
                rows = 0;
                before = height;
            }
            Event::Start(Tag::TableRow | Tag::TableHead) => (cell, cells) = (0, 0),
            Event::End(TagEnd::TableCell) => {
                cell = signs.max(cell);
                cells += 1;
                signs = 0;
            }
            Event::End(TagEnd::TableRow | TagEnd::TableHead) => {
                rows += 1;
                height += 16 + LINE * (1 + cell * cells / SIGNS);
                if rows > LONG_TABLE {
                    height = before + 700;
                }
            }
            Event::End(TagEnd::Heading(_)) => {
                height += 76;
                signs = 0;
            }
            Event::End(TagEnd::Paragraph | TagEnd::CodeBlock) => {
                height += 18 + LINE * (1 + signs / SIGNS);
                signs = 0;
            }
            Event::End(TagEnd::Item) if signs > 0 => {
                height += LINE * (1 + signs / SIGNS);
                signs = 0;
            }
            _ => {}
        }
    }
    height
}
