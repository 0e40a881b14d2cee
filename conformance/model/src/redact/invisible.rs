//! Characters that may stand between those of a secret and are not seen: gateways, terminals and
//! UTF-16 put them there.

/// Unicode's `Default_Ignorable_Code_Point`, and control characters and line breaks beyond ASCII.
pub(super) const RANGES: [(char, char); 18] = [
    ('\u{80}', '\u{9f}'),
    ('\u{ad}', '\u{ad}'),
    ('\u{34f}', '\u{34f}'),
    ('\u{61c}', '\u{61c}'),
    ('\u{115f}', '\u{1160}'),
    ('\u{17b4}', '\u{17b5}'),
    ('\u{180b}', '\u{180f}'),
    ('\u{200b}', '\u{200f}'),
    ('\u{2028}', '\u{202e}'),
    ('\u{2060}', '\u{206f}'),
    ('\u{3164}', '\u{3164}'),
    ('\u{fe00}', '\u{fe0f}'),
    ('\u{feff}', '\u{feff}'),
    ('\u{ffa0}', '\u{ffa0}'),
    ('\u{fff0}', '\u{fff8}'),
    ('\u{1bca0}', '\u{1bca3}'),
    ('\u{1d173}', '\u{1d17a}'),
    ('\u{e0000}', '\u{e0fff}'),
];

/// The length of such characters at the beginning of a text, with the indentation after a line break;
/// 0 if there are none.
pub(super) fn length(text: &[u8]) -> usize {
    let (mut length, mut indents) = (0, false);
    while let Some(rest) = text.get(length..) {
        let next = match rest.first() {
            Some(b'\n') => {
                indents = true;
                1
            }
            Some(b' ') if indents => 1,
            Some(0..b' ' | 0x7f) => 1,
            Some(0xc2..) => first_char(rest).filter(is_invisible).map_or(0, char::len_utf8),
            _ => 0,
        };
        if next == 0 {
            break;
        }
        length += next;
    }
    length
}

fn is_invisible(c: &char) -> bool {
    RANGES.iter().any(|(first, last)| (first..=last).contains(&c))
}

/// The character that the bytes begin with, which is not of ASCII.
fn first_char(bytes: &[u8]) -> Option<char> {
    let length = match bytes.first()? {
        ..0xe0 => 2,
        ..0xf0 => 3,
        _ => 4,
    };
    std::str::from_utf8(bytes.get(..length)?).ok()?.chars().next()
}
