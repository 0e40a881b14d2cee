//! Wraps a line that is too wide: at match arms, parameters, arguments, generics or method calls.

use std::ops::Range;

use super::INDENT;
use super::line::{Bracket, LineBuffer, Mark, MarkKind};

/// Maximum columns of a line of code.
const WIDTH: usize = 89;

/// Writes a line, wrapped if it is too wide and can be wrapped.
pub fn write_line(line: &LineBuffer, indent: usize, out: &mut String) {
    let text = line.text();
    pad(out, indent);
    // A text has at least as many bytes as columns.
    if indent + text.len() <= WIDTH && !line.must_break() {
        out.push_str(text);
        return;
    }
    let wrap = Wrap { text, marks: line.marks() };
    let tail = if line.must_break() { WIDTH } else { 0 };
    wrap.part(0..text.len(), indent, tail, out);
}

pub fn pad(out: &mut String, columns: usize) {
    const SPACES: &str = "                ";
    for _ in 0..columns / SPACES.len() {
        out.push_str(SPACES);
    }
    out.push_str(&SPACES[..columns % SPACES.len()]);
}

fn new_line(out: &mut String, indent: usize) {
    out.push('\n');
    pad(out, indent);
}

/// The column at which the text ends.
fn column(out: &str) -> usize {
    let start = out.rfind('\n').map_or(0, |at| at + 1);
    out[start..].chars().count()
}

struct Wrap<'l> {
    text: &'l str,
    marks: &'l [Mark],
}

/// A group with the offsets of its brackets.
#[derive(Clone, Copy)]
struct Group {
    bracket: Bracket,
    open: usize,
    close: usize,
}

/// The groups and separators of a part of the line, without those in groups.
#[derive(Default)]
struct Level {
    groups: Vec<Group>,
    commas: Vec<usize>,
    dots: Vec<usize>,
    equal: Option<usize>,
    arrow: Option<usize>,
}

impl Wrap<'_> {
    /// Writes a part of the line. `tail` columns must remain after it; `indent` is the indentation of further lines.
    fn part(&self, part: Range<usize>, indent: usize, tail: usize, out: &mut String) {
        let text = &self.text[part.clone()];
        if column(out) + text.chars().count() + tail <= WIDTH {
            out.push_str(text);
            return;
        }
        let level = self.level(part.clone());
        if let Some(arrow) = level.arrow {
            self.arm(part, arrow, indent, out);
        } else if level.is_chain() {
            self.chain(part, &level.dots, indent, out);
        } else if let Some(group) = self.best(&level) {
            let head = out.len();
            self.part(part.start..group.open, indent, 1, out);
            if out[head..].contains('\n') {
                // The rest starts on a new line.
                self.part(group.open..part.end, indent, tail, out);
            } else {
                self.group(group, indent, out);
                self.part(group.close + 1..part.end, indent, tail, out);
            }
        } else {
            out.push_str(text);
        }
    }

    /// Writes a match arm as `pattern => { value }`, or with a wrapped pattern.
    fn arm(&self, part: Range<usize>, arrow: usize, indent: usize, out: &mut String) {
        const BLOCK: &str = " => {";
        let pattern = part.start..arrow - 1;
        let value = arrow + "=> ".len()..part.end;
        if column(out) + self.text[pattern.clone()].chars().count() + BLOCK.len() > WIDTH {
            self.part(pattern, indent, BLOCK.len(), out);
            out.push_str(" => ");
            self.part(value, indent, 0, out);
            return;
        }
        let end = self.text[value.clone()].trim_end_matches(',').len();
        out.push_str(&self.text[pattern]);
        out.push_str(BLOCK);
        new_line(out, indent + INDENT);
        self.part(value.start..value.start + end, indent + INDENT, 0, out);
        new_line(out, indent);
        out.push('}');
    }

    /// Writes a line for each method call.
    fn chain(&self, part: Range<usize>, dots: &[usize], indent: usize, out: &mut String) {
        let mut from = part.start;
        for &dot in dots {
            self.part(from..dot, indent + INDENT, 0, out);
            new_line(out, indent + INDENT);
            from = dot;
        }
        self.part(from..part.end, indent + INDENT, 0, out);
    }

    /// The group to wrap first: preferably after an equals sign, generics last.
    fn best(&self, level: &Level) -> Option<Group> {
        let start = level.equal.unwrap_or(0);
        let may_wrap = |group: &&Group| {
            let is_empty = group.open + 1 == group.close;
            // Arguments of a macro are not wrapped.
            !is_empty && !self.text[..group.open].ends_with('!')
        };
        let groups = level.groups.iter().filter(may_wrap);
        groups.min_by_key(|group| (group.open < start, group.bracket == Bracket::Angle)).copied()
    }

    /// Writes a group with its contents on separate lines.
    fn group(&self, group: Group, indent: usize, out: &mut String) {
        let inside = group.open + 1..group.close;
        let inner = indent + INDENT;
        out.push_str(&self.text[group.open..inside.start]);
        match group.bracket {
            Bracket::Block => {
                new_line(out, inner);
                self.part(self.trimmed(inside), inner, 0, out);
            }
            Bracket::List => self.filled(inside, inner, out),
            Bracket::Round | Bracket::Square | Bracket::Angle | Bracket::Fields => {
                let elements = self.elements(inside);
                // Neither attributes nor the rest of a struct have a trailing comma.
                let is_rest =
                    elements.last().is_some_and(|last| self.text[last.clone()].starts_with(".."));
                for (index, element) in elements.into_iter().enumerate() {
                    out.push_str(if index > 0 { "," } else { "" });
                    new_line(out, inner);
                    self.part(element, inner, 1, out);
                }
                if !self.text.starts_with('#') && !is_rest {
                    out.push(',');
                }
            }
        }
        new_line(out, indent);
        out.push_str(&self.text[group.close..=group.close]);
    }

    /// Writes as many elements on a line as fit.
    fn filled(&self, inside: Range<usize>, indent: usize, out: &mut String) {
        new_line(out, indent);
        let mut column = indent;
        for element in self.elements(inside) {
            let text = &self.text[element];
            let width = text.chars().count() + 1;
            if column > indent && column + 1 + width > WIDTH {
                new_line(out, indent);
                column = indent;
            } else if column > indent {
                out.push(' ');
                column += 1;
            }
            out.push_str(text);
            out.push(',');
            column += width;
        }
    }

    /// The elements between commas.
    fn elements(&self, inside: Range<usize>) -> Vec<Range<usize>> {
        let level = self.level(inside.clone());
        let starts = std::iter::once(inside.start).chain(level.commas.iter().map(|at| at + 1));
        let ends = level.commas.iter().copied().chain([inside.end]);
        let elements = starts.zip(ends).map(|(start, end)| self.trimmed(start..end));
        elements.filter(|element| !element.is_empty()).collect()
    }

    fn trimmed(&self, part: Range<usize>) -> Range<usize> {
        let text = &self.text[part.clone()];
        let start = part.start + text.len() - text.trim_start().len();
        start..start.max(part.start + text.trim_end().len())
    }

    fn level(&self, part: Range<usize>) -> Level {
        let mut level = Level::default();
        let mut open: Vec<(Bracket, usize)> = Vec::new();
        let marks = self.marks.iter().filter(|mark| part.contains(&mark.at));
        for &Mark { at, kind } in marks {
            match kind {
                MarkKind::Open(bracket) => open.push((bracket, at)),
                MarkKind::Close => {
                    if let Some((bracket, start)) = open.pop()
                        && open.is_empty()
                    {
                        let (open, close) = (start, at);
                        level.groups.push(Group { bracket, open, close });
                    }
                }
                _ if !open.is_empty() => {}
                MarkKind::Comma => level.commas.push(at),
                MarkKind::Dot => level.dots.push(at),
                MarkKind::Equal => level.equal = Some(at),
                MarkKind::Arrow => level.arrow = Some(at),
            }
        }
        level
    }
}

impl Level {
    /// Whether it is a chain of several method calls.
    fn is_chain(&self) -> bool {
        let calls = |first: &usize| {
            let groups = self.groups.iter();
            groups.filter(|group| group.open > *first).count()
        };
        self.dots.first().is_some_and(|first| calls(first) > 1)
    }
}
