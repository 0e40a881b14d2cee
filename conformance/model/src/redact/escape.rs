//! Escapes of JSON, JavaScript, URLs, forms and HTML, and characters that are not seen.

use super::invisible;
use super::stream::{Rewriter, Stream};

/// How many levels of escapes are removed: two of JSON, URLs or HTML, and characters between those of a secret. Within
/// digits, there are fewer.
pub(super) const LEVELS: usize = 3;

/// The text with one level of escapes less, and without characters that are not seen; `None` if it
/// has neither.
///
/// What a decoder of that level would return is part of the result, also if the text mixes escapes
/// of several kinds.
pub(super) fn unescape<'p>(stream: &'p Stream<'p>) -> Option<Stream<'p>> {
    let bytes = &*stream.bytes;
    let mut rewriter = Rewriter::new(stream);
    let mut at = 0;
    while let Some(next) = bytes.get(at..).and_then(|rest| rest.iter().position(begins_escape)) {
        at += next;
        match Escape::read(bytes.get(at..).unwrap_or_default()) {
            Some(escape) => {
                let end = at + escape.length;
                rewriter.replace(at..end, escape.bytes());
                at = end;
            }
            None => at += 1,
        }
    }
    rewriter.finish()
}

fn begins_escape(byte: &u8) -> bool {
    matches!(byte, b'\\' | b'%' | b'&' | 0..b' ' | 0x7f | 0xc2..)
}

/// An escape at the beginning of a text.
struct Escape {
    length: usize,
    /// What it stands for, padded with zeros.
    bytes: [u8; 4],
    /// The length of what it stands for.
    used: usize,
}

impl Escape {
    fn nothing(length: usize) -> Self {
        Self { length, bytes: [0; 4], used: 0 }
    }

    fn byte(length: usize, byte: u8) -> Self {
        Self { length, bytes: [byte, 0, 0, 0], used: 1 }
    }

    fn char(length: usize, c: char) -> Self {
        let mut bytes = [0; 4];
        let used = c.encode_utf8(&mut bytes).len();
        Self { length, bytes, used }
    }

    fn bytes(&self) -> &[u8] {
        self.bytes.get(..self.used).unwrap_or_default()
    }

    /// The escape that a text begins with. Numbers of any length end before the next escape, so no byte is read
    /// for more than two escapes.
    fn read(text: &[u8]) -> Option<Self> {
        match text {
            [b'\\', rest @ ..] => backslash(rest),
            [b'%', rest @ ..] => hex(rest, 2).and_then(|n| Some(Self::byte(3, n.try_into().ok()?))),
            [b'&', rest @ ..] => reference(rest),
            _ => Some(invisible::length(text)).filter(|length| *length > 0).map(Self::nothing),
        }
    }
}

/// An escape of JSON, JavaScript or a shell, after its backslash. A backslash before another
/// character stands for that one.
fn backslash(rest: &[u8]) -> Option<Escape> {
    let next = *rest.first().filter(|_| invisible::length(rest) == 0)?;
    if !next.is_ascii() {
        return Some(Escape::nothing(1));
    }
    let byte = match next {
        b'u' => match code_point(rest).or_else(|| utf16(rest)) {
            Some(escape) => return Some(escape),
            None => next,
        },
        b'x' => match rest.get(1..).and_then(|digits| hex(digits, 2)) {
            Some(number) => return Some(Escape::byte(4, number.try_into().ok()?)),
            None => next,
        },
        b'b' => 8,
        b'f' => 12,
        b'n' => b'\n',
        b'r' => b'\r',
        b't' => b'\t',
        _ => next,
    };
    Some(Escape::byte(2, byte))
}

/// A code point of JavaScript in braces, after the backslash.
fn code_point(rest: &[u8]) -> Option<Escape> {
    let (c, length) = numbered_char(rest.strip_prefix(b"u{")?, 16, b'}')?;
    Some(Escape::char(3 + length, c))
}

/// One or two units of UTF-16, after the first backslash.
fn utf16(rest: &[u8]) -> Option<Escape> {
    let unit = |at: usize| match rest.get(at..)? {
        [b'u', digits @ ..] => u16::try_from(hex(digits, 4)?).ok(),
        _ => None,
    };
    let first = unit(0)?;
    let second = rest.get(5).filter(|byte| **byte == b'\\').and_then(|_| unit(6));
    let mut chars = char::decode_utf16([Some(first), second].into_iter().flatten());
    let c = chars.next()?.ok()?;
    Some(Escape::char(6 * c.len_utf16(), c))
}

/// A character reference of HTML, after the ampersand. Zeros may be before its number.
fn reference(rest: &[u8]) -> Option<Escape> {
    const NAMED: [(&[u8], char); 5] =
        [(b"amp;", '&'), (b"lt;", '<'), (b"gt;", '>'), (b"quot;", '"'), (b"apos;", '\'')];
    let (start, radix) = match rest {
        [b'#', b'x' | b'X', ..] => (2, 16),
        [b'#', ..] => (1, 10),
        _ => {
            let (name, c) = NAMED.iter().find(|(name, _)| rest.starts_with(name))?;
            return Some(Escape::char(1 + name.len(), *c));
        }
    };
    let (c, length) = numbered_char(rest.get(start..)?, radix, b';')?;
    Some(Escape::char(1 + start + length, c))
}

/// The character whose number, of any length, is at the beginning of a text before an end mark, and the length of both.
fn numbered_char(text: &[u8], radix: u32, end: u8) -> Option<(char, usize)> {
    let digits = text.iter().map_while(|byte| char::from(*byte).to_digit(radix));
    let (length, number) = digits.fold((0, 0_u32), |(length, number), digit| {
        (length + 1, number.saturating_mul(radix).saturating_add(digit))
    });
    let is_complete = length > 0 && text.get(length) == Some(&end);
    Some((char::from_u32(number).filter(|_| is_complete)?, length + 1))
}

/// The number that this count of hexadecimal digits denotes at the beginning of a text.
fn hex(text: &[u8], digits: usize) -> Option<u32> {
    text.get(..digits)?
        .iter()
        .try_fold(0, |number, byte| Some(number * 16 + char::from(*byte).to_digit(16)?))
}
